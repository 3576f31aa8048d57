"""Opens the cameras that saw the table when the umpire was stopped, and lets them see it again.

It is done in a thread of its own: nobody waits for it, and it leaves everything to a host who
opens a camera before it is through.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from api.cameras.choices import CameraChoice, Kind
from api.cameras.desk import NO_ROSTER, CameraDesk
from api.cameras.practice import PracticeStage
from api.cameras.running import BUILDING_S, LOG, LOOK_SECONDS, RunningCamera
from api.cameras.together.kept_cameras import KeptCamera, KeptCameras
from api.cameras.together.opening import DeskOpening
from api.cameras.together.set_aside import MeasuredCamera, check_used, unseen
from api.errors import ExitCode, UserError
from api.kit.kit_in_use import KitInUse
from rules.table.bad_input import BadInputError

OPENING_S: Final = 20.0
"""How long a camera may take to say which one it is, before the table goes on without it."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Opened:
    known: str
    choice: CameraChoice
    running: RunningCamera


def come_back(desk: CameraDesk, *, opening_s: float = OPENING_S) -> None:
    """Let all of them that are there see the table; what is missing is told where cameras are."""
    kept, opened, used = desk.kept_cameras, list[_Opened](), dict[str, MeasuredCamera]()
    try:
        for known, camera in kept.read().items():
            if kept.wants(known) and desk.running is None:
                _open(desk, camera, known=known, opened=opened)
        practises = any(each.choice.kind is Kind.PRACTICE for each in opened)
        most_s = BUILDING_S if practises else opening_s
        if not _waited([each.running for each in opened], kept=kept, most_s=most_s):
            return
        measured = {each.known: found for each in opened if (found := _measured(desk, each))}
        with desk.guard:
            if desk.running is None:
                used.update({known: each for known, each in measured.items() if kept.wants(known)})
            if used:
                _use(desk, used)
    finally:
        kept.stop()
        for each in opened:
            if each.known not in used:
                each.running.close()


def _open(desk: CameraDesk, camera: KeptCamera, *, known: str, opened: list[_Opened]) -> None:
    kept = desk.kept_cameras
    try:
        choice = _choice(desk, camera, taken=[each.choice for each in opened])
        kept.tell(known, note=f"{camera.name} is being opened again", is_opening=True)
        running = _running(desk, camera, choice=choice)
        opened.append(_Opened(known=known, choice=choice, running=running))
    except UserError as complaint:
        _miss(kept, known, note=complaint.message)


def _use(desk: CameraDesk, used: dict[str, MeasuredCamera]) -> None:
    """As if each had been set aside but for the last, which is open."""
    *others, last = used.values()
    for each in others:
        desk.aside.keep(each)
    desk.choice, desk.running = last.choice, last.running
    kept = desk.kept_cameras
    try:
        desk.use_table()
    except (UserError, BadInputError, OSError) as complaint:
        desk.close()
        for known, each in used.items():
            _miss(kept, known, note=f"{each.choice.name} is not used: {complaint}")
        return
    back = {known: KeptCamera.of(each.choice, each.profile.camera) for known, each in used.items()}
    kept.found(back)


def _choice(desk: CameraDesk, camera: KeptCamera, *, taken: Sequence[CameraChoice]) -> CameraChoice:
    """The camera among those that are there; a UserError says what to do where it is not."""
    name = camera.name
    if camera.kind is Kind.PHONE:
        pairs = "open the umpire's page on it, and choose it again"
        raise UserError(f"the phone {name} has to come in anew: {pairs}", ExitCode.CANNOT_SEE)
    there = [each for each in desk.sources.choices(taken) if each.kind is camera.kind]
    free = [each for each in there if each not in taken]
    if camera.kind is Kind.DEVICE:
        return _device(camera, among=free)
    alike = [each for each in free if (each.name, each.source) == (name, camera.source)]
    if alike:
        return alike[0]
    try:
        with desk.guard:
            source = desk.sources.take_again(camera.source)
        return next(each for each in desk.sources.choices(taken) if each.source == source)
    except UserError:
        again = "name it again, on the page or with --camera"
        raise UserError(f"{name} is not there: {again}", ExitCode.CANNOT_SEE) from None


def _device(camera: KeptCamera, *, among: Sequence[CameraChoice]) -> CameraChoice:
    """By what tells it from others of its kind, where that is known; its number changes."""
    named = [each for each in among if each.name == camera.name]
    same = [each for each in named if each.device and each.device == camera.camera.id]
    unsure = [each for each in named if not each.device or not camera.camera.id]
    found = same or sorted(unsure, key=lambda each: each.source != camera.source)
    if not found:
        says = f"the webcam {camera.name} is not plugged in; plug it in, and choose it again"
        raise UserError(says, ExitCode.CANNOT_SEE)
    return found[0]


def _running(desk: CameraDesk, camera: KeptCamera, *, choice: CameraChoice) -> RunningCamera:
    """It opens by itself, held as it was when it was measured; its pictures are for nobody yet."""
    profile = desk.kept.profile(camera.camera)
    opening = DeskOpening(
        keep=desk.keep,
        phones=None,
        see=unseen,
        expected=None,
        calibrated=lambda: None if profile is None else profile.camera,
        size=None,
        drawn=desk.kept.practice_table,
    )
    return opening.camera(
        choice,
        stage=PracticeStage.GAME,
        photograph=desk.kept.last_photograph(camera.camera),
        kit=lambda: _kit(desk),
    )


def _kit(desk: CameraDesk) -> KitInUse:
    """The army of a camera to practise with."""
    kit = desk.kit or desk.kept.kit()
    if kit is None:
        raise UserError(NO_ROSTER, ExitCode.USAGE)
    return kit


def _waited(opened: Sequence[RunningCamera], *, kept: KeptCameras, most_s: float) -> bool:
    """Until each has said which camera it is, or for so long; False where the host does something
    else.
    """
    ends = time.monotonic() + most_s
    while any(each.identity is None for each in opened) and time.monotonic() < ends:
        if kept.stopped(LOOK_SECONDS):
            return False
    return True


def _measured(desk: CameraDesk, opened: _Opened) -> MeasuredCamera | None:
    """With what was measured of it; None where it cannot be used, which is told."""
    identity, name = opened.running.identity, opened.choice.name
    if identity is None:
        note = opened.running.latest().health.note
        _miss(desk.kept_cameras, opened.known, note=f"{name} does not open: {note}")
        return None
    camera = identity.as_camera()
    profile = desk.kept.profile(camera) or desk.kept.profile()
    why = ""
    try:
        if profile is not None:
            check_used(profile, camera)
    except UserError as complaint:
        why = complaint.message
    if profile is None:
        why = f"expected a table that was measured by {camera}, got none"
    if profile is None or why:
        _miss(desk.kept_cameras, opened.known, note=f"{name} is not used: {why}")
        return None
    return MeasuredCamera(choice=opened.choice, profile=profile, running=opened.running)


def _miss(kept: KeptCameras, known: str, *, note: str) -> None:
    kept.tell(known, note=note)
    LOG.warning("%s", note)
