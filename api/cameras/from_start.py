"""Opens the cameras that were named when the umpire was started."""

from dataclasses import dataclass

from api.cameras.choices import choices
from api.cameras.desk import CameraDesk
from api.errors import ExitCode, UserError
from api.files.profile_file import read_profile
from api.files.roster_file import MOST_BYTES, bytes_of
from api.files.scene_file import is_scene, read_scene
from api.kit.kit_in_use import KitInUse, kit_in_use
from api.locating.known_camera import SceneShown, known_battle, known_profile, known_terrain
from api.locating.watching_several import camera_names
from calibration.profile import CalibrationProfile
from rules.table.bad_input import BadInputError
from vision.camera.opening import Opener
from vision.camera.worker import Opens
from vision.fusion.several import SeveralCameras
from vision.locating.tag_layout import TagLayout
from vision.pipeline import Pipeline


@dataclass(frozen=True, slots=True, kw_only=True)
class CameraAsked:
    """What was typed."""

    source: str
    profile: str | None = None
    roster: str | None = None
    beside: tuple[tuple[str, str], ...] = ()
    """Other cameras over the same table, each with its profile."""


def open_from_start(desk: CameraDesk, asked: CameraAsked) -> str:
    """Open the camera; returns what to say about it. A UserError says what is wrong with a file."""
    choice = next(each for each in choices([asked.source], find=lambda: ()))
    kit = None if asked.roster is None else _kit(asked.roster)
    if kit is not None:
        desk.choose_kit(kit)
    if asked.profile is not None:
        return _measured(desk, asked, kit=kit)
    if is_scene(asked.source):
        scene, text = read_scene(asked.source)
        try:
            profile = known_profile(scene)
        except BadInputError as complaint:
            raise UserError(str(complaint), ExitCode.USAGE) from complaint
        pipeline = Pipeline(profile, tag_layout=known_battle(scene))
        shown = SceneShown(text=text, name=scene.name)
        desk.open_table(choice, pipeline, opens=shown, terrain=known_terrain(scene))
        return f"the synthetic camera shows {asked.source}"
    desk.open(choice)
    return f"{choice.name} is open; its table is measured on the page, or named with --profile"


def _measured(desk: CameraDesk, asked: CameraAsked, *, kit: KitInUse | None) -> str:
    choice = next(each for each in choices([asked.source], find=lambda: ()))
    profile = read_profile(asked.profile or "")
    if kit is not None and kit.printed.dictionary != profile.dictionary:
        message = (
            f"{asked.roster}: expected tags of {profile.dictionary}, as the anchors of "
            f"{asked.profile}, got {kit.printed.dictionary}"
        )
        raise UserError(message, ExitCode.BAD_INPUT)
    battle = None if kit is None else kit.battle
    if asked.beside:
        return _several(desk, asked, first=profile, battle=battle)
    desk.open_table(choice, Pipeline(profile, tag_layout=battle))
    return f"{choice.name} sees the table of {asked.profile}"


def _several(
    desk: CameraDesk, asked: CameraAsked, *, first: CalibrationProfile, battle: TagLayout | None
) -> str:
    """Open all of the cameras over one table."""
    sources = [asked.source, *(source for source, _ in asked.beside)]
    places = [asked.profile or "", *(place for _, place in asked.beside)]
    profiles = [first, *(read_profile(place) for place in places[1:])]
    names = camera_names(sources, profiles=places)
    try:
        several = SeveralCameras(profiles, names=names, tag_layout=battle)
    except BadInputError as complaint:
        raise UserError(str(complaint), ExitCode.BAD_INPUT) from complaint
    opens = [_opens(each, profile) for each, profile in zip(sources, profiles, strict=True)]
    beside = [(one, profile.camera) for one, profile in zip(opens, profiles, strict=True)][1:]
    found = choices(sources, find=lambda: ())[: len(sources)]
    desk.open_table(found[0], several, opens=opens[0], beside=beside)
    return f"{' and '.join(each.name for each in found)} see one table, that of {asked.profile}"


def _opens(source: str, profile: CalibrationProfile) -> Opens:
    """A scene goes on after its story, as a table does."""
    if is_scene(source):
        scene, text = read_scene(source)
        return SceneShown(text=text, name=scene.name)
    return Opener(text=source, calibrated=profile.camera)


def _kit(place: str) -> KitInUse:
    data = bytes_of(place, most=MOST_BYTES, what="roster")
    try:
        return kit_in_use(data.decode("utf-8-sig"), name=place)
    except UnicodeDecodeError as failure:
        got = f"byte {data[failure.start]:#04x} at position {failure.start}"
        raise UserError(f"{place}: expected text in UTF-8, got {got}", ExitCode.BAD_INPUT) from None
