"""Holds the cameras that are measured already while another one over the same table is set up."""

from dataclasses import dataclass
from typing import Final

from api.cameras.choices import CameraChoice
from api.cameras.running import RunningCamera
from api.errors import ExitCode, NoPictureError, UserError
from api.kit.kit_in_use import KitInUse
from api.tables.camera import CameraTable
from calibration.profile import CalibrationProfile, CameraId, LensProfile, check_camera
from rules.table.bad_input import BadInputError
from vision.camera.keeper import CameraLook
from vision.fusion.several import SeveralCameras
from vision.locating.placed_beside import PlacedBeside, placed_beside
from vision.locating.tag_layout import TagLayout
from vision.pipeline import Pipeline
from vision.sighting import Grey

MOST: Final = 4
"""Cameras over one table that the page sets up."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class MeasuredCamera:
    """A camera that goes on running, and its profile."""

    choice: CameraChoice
    profile: CalibrationProfile
    running: RunningCamera


class SetAside:
    """The measured cameras, in the order in which they were set up. Guarded by whoever has it."""

    def __init__(self) -> None:
        self._cameras: tuple[MeasuredCamera, ...] = ()

    @property
    def cameras(self) -> tuple[MeasuredCamera, ...]:
        """All of them."""
        return self._cameras

    def check_room(self) -> None:
        """A UserError says where there are too many."""
        if len(self._cameras) + 1 >= MOST:
            raise UserError(f"expected at most {MOST} cameras over one table", ExitCode.USAGE)

    def keep(self, camera: MeasuredCamera) -> None:
        """One more."""
        camera.running.see = unseen
        self._cameras = (*self._cameras, camera)

    def take_out(self, camera: str) -> MeasuredCamera | None:
        """The camera of that id, released; None where it is none of these."""
        found = next((each for each in self._cameras if each.choice.id == camera), None)
        if found is not None:
            self._cameras = tuple(each for each in self._cameras if each is not found)
            found.running.close()
        return found

    def close(self) -> None:
        """Release all of them."""
        cameras, self._cameras = self._cameras, ()
        for each in cameras:
            each.running.close()

    # --- with the one that is open ---------------------------------------------------------------

    def eyes(
        self,
        profile: CalibrationProfile,
        *,
        opened: CameraChoice | None,
        battle: TagLayout | None,
    ) -> Pipeline | SeveralCameras:
        """All of these and the one that is open as one table; a UserError says what does not go
        together.
        """
        if opened is None or not self._cameras:
            return Pipeline(profile, tag_layout=battle)
        names = [*(each.choice.name for each in self._cameras), opened.name]
        if len(set(names)) < len(names):
            names = [f"camera {number}" for number in range(1, len(names) + 1)]
        profiles = [*(each.profile for each in self._cameras), profile]
        try:
            return SeveralCameras(profiles, names=names, tag_layout=battle)
        except BadInputError as complaint:
            raise UserError(str(complaint), ExitCode.REFUSED) from complaint

    def show(self, table: CameraTable, *, opened: RunningCamera) -> None:
        """Let their pictures make this table; the one that is open is the last of it."""
        if not self._cameras:
            opened.show(table)
            return
        opened.see = table.see_from(len(self._cameras))
        for index, each in enumerate(self._cameras):
            each.running.see = table.see_from(index)

    def leave(self) -> None:
        """Look at nothing for now."""
        for each in self._cameras:
            each.running.see = unseen

    def placed(
        self, grey: Grey, *, lens: LensProfile | None, battle: TagLayout | None
    ) -> PlacedBeside:
        """A camera that sees too few anchors, by what all of these see at this moment."""
        if not self._cameras:
            message = "no other camera is measured: one that sees the anchors is set up first"
            raise UserError(message, ExitCode.USAGE)
        if lens is None:
            message = "its lens is not measured yet: a camera that others place needs that first"
            raise UserError(message, ExitCode.USAGE)
        known = [each for each in self._cameras if not each.profile.calibrated.is_placed_by_others]
        try:
            return placed_beside(
                grey,
                lens=lens,
                known=[each.profile for each in known],
                pictures=[_picture(each) for each in known],
                names=[each.choice.name for each in known],
                tag_layout=battle,
            )
        except BadInputError as complaint:
            raise UserError(str(complaint), ExitCode.REFUSED) from complaint


def check_used(
    profile: CalibrationProfile, camera: CameraId, *, kit: KitInUse | None = None
) -> None:
    """Refuse the profile of another camera, and an army with tags of another kind."""
    if kit is not None and kit.printed.dictionary != profile.dictionary:
        expected = f"tags of {profile.dictionary}, as the anchors"
        got = kit.printed.dictionary
        raise UserError(f"roster: expected {expected}, got {got}", ExitCode.USAGE)
    try:
        check_camera(profile.camera, camera)
    except BadInputError as complaint:
        raise UserError(str(complaint), ExitCode.REFUSED) from complaint


def _picture(camera: MeasuredCamera) -> Grey:
    look = camera.running.latest()
    frame = look.ruling_frame
    if frame is None:
        note = look.health.note or "no picture has come yet"
        raise NoPictureError(f"{camera.choice.name}: {note}")
    return frame.grey


def unseen(look: CameraLook) -> None:
    """Its pictures are for nobody."""
