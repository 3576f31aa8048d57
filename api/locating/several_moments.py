"""Follows a table through several sources at once, picture after picture, on one clock."""

import heapq
import time
from collections.abc import Generator, Iterator, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass, replace
from pathlib import Path

from api.errors import ExitCode, UserError
from api.locating.moments import TableMoment, moments_of, on_one_clock
from calibration.profile import CameraId
from rules.table.snapshot import HealthState
from vision.camera.errands.errand import Errand
from vision.camera.keeper import Keeper
from vision.camera.opening import Opener, is_live
from vision.camera.replay import Replay, is_recording
from vision.fusion.one_look import OneLook

_WAIT_S = 0.02
"""The longest until the next camera is asked."""
_LOOK_S = 0.1
"""Between two looks at a camera that has no new picture: what a keeper needs."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class OneOfSeveral:
    """A moment of one of the cameras."""

    camera: int
    moment: TableMoment
    now_s: float
    """On the clock by which pictures are followed."""
    look: OneLook | None = None
    """What the picture shows, where the camera's own process has followed it."""


def several_moments(
    texts: Sequence[str],
    *,
    expected: Sequence[CameraId],
    errands: Sequence[Errand] | None = None,
) -> Generator[OneOfSeveral, None, None]:
    """All that comes of sources, each of which must be its camera.

    Cameras that run now are followed in their own processes where there are errands for them, which
    may be replaced meanwhile.
    """
    live = [is_live(text) for text in texts]
    if all(live):
        return _kept(texts, expected=expected, errands=errands)
    if any(live):
        message = "--camera: expected cameras that all run now, or recordings of one evening"
        raise UserError(message, ExitCode.USAGE)
    return _read(texts, expected=expected)


def _read(
    texts: Sequence[str], *, expected: Sequence[CameraId]
) -> Generator[OneOfSeveral, None, None]:
    """In the order of their times, whatever order they are read in."""
    begins = [_began(Path(text)) for text in texts]
    known = [each for each in begins if each is not None]
    first = min(known) if len(known) == len(begins) else None
    with ExitStack() as stack:
        streams = []
        for index, (text, camera, began) in enumerate(zip(texts, expected, begins, strict=True)):
            later = 0.0 if first is None or began is None else began - first
            moments = stack.enter_context(closing(moments_of(text, expected=camera)))
            streams.append(_shifted(moments, camera=index, by_s=later))
        yield from heapq.merge(*streams, key=lambda each: (each.moment.seconds, each.camera))


def _shifted(moments: Iterator[TableMoment], *, camera: int, by_s: float) -> Iterator[OneOfSeveral]:
    for moment in moments:
        seconds = moment.seconds + by_s
        frame = None if moment.frame is None else replace(moment.frame, seconds=seconds)
        shifted = replace(moment, seconds=seconds, frame=frame)
        yield OneOfSeveral(camera=camera, moment=shifted, now_s=seconds)


def _began(place: Path) -> float | None:
    """When a recording began, on the clock of the computer that recorded it."""
    if not is_recording(place):
        return None
    for frame, entry in Replay(place).entries():
        captured = entry.get("captured_s")
        return captured - frame.seconds if isinstance(captured, int | float) else None
    return None


def _kept(
    texts: Sequence[str],
    *,
    expected: Sequence[CameraId],
    errands: Sequence[Errand] | None,
) -> Generator[OneOfSeveral, None, None]:
    """Cameras that run now, each in a process of its own; one that is gone comes back."""
    began = time.monotonic()
    with ExitStack() as stack:
        keepers = [
            stack.enter_context(Keeper.of(Opener(text=text), expected=camera))
            for text, camera in zip(texts, expected, strict=True)
        ]
        last, asked = [-1] * len(keepers), [began] * len(keepers)
        while True:
            is_idle = True
            for index, keeper in enumerate(keepers):
                if errands is not None:
                    keeper.follow(errands[index])
                look, now = keeper.look(), time.monotonic()
                if look.frame is None and look.counts.restarts > 0 and last[index] < 0:
                    is_other = look.health.state is HealthState.WRONG_CAMERA
                    code = ExitCode.REFUSED if is_other else ExitCode.BAD_INPUT
                    raise UserError(f"{texts[index]}: {look.health.note}", code)
                frame = look.ruling_frame
                if frame is not None and frame.number > last[index]:
                    last[index], is_idle = frame.number, False
                elif now - asked[index] < _LOOK_S:
                    continue
                else:
                    frame = None
                asked[index] = now
                found = look.found if isinstance(look.found, OneLook) else None
                if frame is None or (errands is not None and found is None):
                    shown = None
                else:
                    shown = on_one_clock(frame, began=began)
                moment = TableMoment(
                    seconds=now - began, frame=shown, health=look.health, counts=look.counts
                )
                yield OneOfSeveral(
                    camera=index,
                    moment=moment,
                    # Their processes follow pictures by the computer's own clock.
                    now_s=now - began if errands is None else now,
                    look=None if shown is None else found,
                )
            if is_idle:
                keepers[0].wait(_WAIT_S)
