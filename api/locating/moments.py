"""Follows a table through any source: its pictures, and the times at which none comes.

A device or a stream runs in a process of its own, so that one that hangs is told and comes back. A
video, a recording or a scene is read here, as fast as it goes.
"""

import time
from collections.abc import Generator
from contextlib import closing
from dataclasses import dataclass, replace
from typing import Final

from api.errors import ExitCode, UserError
from api.files.photograph_files import told_by_code
from calibration.profile import CameraId, check_camera
from rules.table.snapshot import Health, HealthState
from vision.camera.keeper import CameraLook, Counts, Keeper
from vision.camera.opening import Opener, is_live, open_source
from vision.camera.prefetch import prefetched
from vision.camera.source import Frame, Identity, Source, SourceError

WAIT_S: Final = 0.1
"""The longest between two looks: what a keeper needs to notice that its camera hangs."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class TableMoment:
    """A picture to rule from, or that there is none at this time."""

    seconds: float
    """Since the first picture; of a picture, when it was taken."""
    frame: Frame | None
    health: Health
    counts: Counts


def moments_of(text: str, *, expected: CameraId) -> Generator[TableMoment, None, None]:
    """All that comes of a source that somebody named, which must be this camera."""
    if is_live(text):
        return _kept(text, expected=expected)
    return _read(text, expected=expected)


def looks_through(
    text: str, *, expected: CameraId | None
) -> Generator[tuple[CameraLook, Identity | None], None, None]:
    """A camera in a process of its own, ten times a second and with every new picture.

    One that is not there to begin with is a UserError; one that goes comes back.
    """
    with Keeper.of(Opener(text=text), expected=expected) as keeper:
        while True:
            look, identity = keeper.look(), keeper.identity
            if look.frame is None and look.counts.restarts > 0:
                is_other = look.health.state is HealthState.WRONG_CAMERA
                code = ExitCode.REFUSED if is_other else ExitCode.BAD_INPUT
                raise UserError(look.health.note, code)
            yield look, identity
            keeper.wait(WAIT_S)


def on_one_clock(frame: Frame, *, began: float) -> Frame:
    """In seconds since the first picture: a camera that is opened anew counts from 0 again."""
    if frame.captured_s is None:
        return frame
    return replace(frame, seconds=max(0.0, frame.captured_s - began))


def _kept(text: str, *, expected: CameraId) -> Generator[TableMoment, None, None]:
    began: float | None = None
    last = -1
    with closing(looks_through(text, expected=expected)) as looks:
        for look, _ in looks:
            frame = look.ruling_frame
            if began is None:
                if look.frame is None:
                    continue
                began = look.frame.captured_s or time.monotonic()
            if frame is not None and frame.number > last:
                last = frame.number
                frame = on_one_clock(frame, began=began)
            else:
                frame = None
            yield TableMoment(
                seconds=time.monotonic() - began if frame is None else frame.seconds,
                frame=frame,
                health=look.health,
                counts=look.counts,
            )


def _read(text: str, *, expected: CameraId) -> Generator[TableMoment, None, None]:
    with told_by_code(ExitCode.BAD_INPUT):
        try:
            opened = open_source(text, clock=time.monotonic)
        except SourceError as failure:
            raise UserError(str(failure), ExitCode.BAD_INPUT) from failure
    with opened:
        try:
            yield from moments_in(opened, expected=expected)
        except SourceError as failure:
            raise UserError(str(failure), ExitCode.CANNOT_SEE) from failure


def moments_in(source: Source, *, expected: CameraId) -> Generator[TableMoment, None, None]:
    """Every picture of an open source."""
    identity = source.identity
    used = identity.as_camera()
    with told_by_code(ExitCode.REFUSED):
        check_camera(expected, used)
    for count, frame in enumerate(prefetched(source.frames()), start=1):
        yield TableMoment(
            seconds=frame.seconds, frame=frame, health=Health(), counts=Counts(frames=count)
        )
