"""Measures how old a snapshot is when it comes out, from the camera's process to the pipeline.

The camera is a process of its own, as in a game. Thirty times a second it takes a JPEG of a table
in Full HD, notes when it arrived, decodes it and passes it on; here the newest is looked at and
becomes a snapshot. Both processes share this computer with whatever else runs on it.
"""

import math
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, Self

import cv2
import numpy as np

from benchmarks.finding import Effort, Finding, Goal
from benchmarks.live.live_pictures import Play, play_on
from benchmarks.pictures.accuracy_tables import FULL_HD, look
from rules.table.snapshot import HealthState, PieceState
from vision.camera.keeper import Keeper
from vision.camera.recording import Recorder
from vision.camera.replay import Replay
from vision.camera.source import HELD, Awaited, Clock, Frame, Identity
from vision.locating.place_error import EXACT
from vision.pipeline import Pipeline
from vision.tracking.frame import TableFrame

HZ: Final = 30.0
MOST_MS: Final = 80.0
_MOVING: Final = 6
"""Of the tags: a hand or two of pieces, while the rest of the army stands."""
_PICTURES: Final = 36
"""There and back once."""
_SETTLING_S: Final = 2.0
"""Before anything counts: processes start, and everything is found for the first time."""
_QUALITY: Final = 80


@dataclass(frozen=True, slots=True, kw_only=True)
class Thirty:
    """Opens the pictures of a folder, in the process that it is sent to."""

    folder: str
    size: tuple[int, int]
    began_s: float | None = None
    """Of the clock that all processes share: cameras of one beginning show the same moment at the
    same time, and pass over what they come too late for. Each has its own where none is given.
    """

    def __call__(self, *, clock: Clock) -> "_ThirtyASecond":
        return _ThirtyASecond(self, clock=clock)


class _ThirtyASecond:
    """The same pictures again and again, each when it is due, as a webcam sends them."""

    def __init__(self, made_by: Thirty, *, clock: Clock) -> None:
        self._clock, self._began_s = clock, made_by.began_s
        self._is_awaited: Awaited | None = None
        self._data = [each.read_bytes() for each in sorted(Path(made_by.folder).iterdir())]
        width, height = made_by.size
        self._identity = Identity(name="benchmark", id="", width=width, height=height, is_live=True)

    @property
    def identity(self) -> Identity:
        return self._identity

    def spare(self, is_awaited: Awaited) -> None:
        """As a real camera's pictures are: decoded if somebody will look at them."""
        self._is_awaited = is_awaited

    def frames(self) -> Iterator[Frame]:
        began, number = self._clock() if self._began_s is None else self._began_s, 0
        while True:
            if self._began_s is not None:
                number = max(number, math.ceil((self._clock() - began) * HZ))
            due = began + number / HZ
            time.sleep(max(0.0, due - self._clock()))
            captured_s = self._clock()
            if self._is_awaited is not None and not self._is_awaited(HELD / HZ):
                number += 1
                continue
            data = self._data[number % len(self._data)]
            grey = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_GRAYSCALE)
            yield Frame(
                number=number,
                seconds=captured_s - began,
                name=f"frame {number}",
                grey=np.asarray(grey, dtype=np.uint8),
                captured_s=captured_s,
                jpeg=data,
            )
            number += 1

    def close(self) -> None:
        """There is nothing to give back."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *failure: object) -> None:
        self.close()


def live_latency(effort: Effort) -> list[Finding]:
    """The slowest hundredth from a picture's arrival to its snapshot; and a recording's speed."""
    view = look((36.0, 36.0), tilt_deg=0.0, size=FULL_HD)
    view = effort.pick(view, small=view.part(0.5))
    play = play_on(view, count=effort.pick(60, small=6), seed=1)
    with tempfile.TemporaryDirectory() as folder:
        pictures = Path(folder) / "pictures"
        pictures.mkdir()
        for step in range(effort.pick(_PICTURES, small=4)):
            write_stirred(pictures / f"{step:04d}.jpg", play=play, step=step)
        ages, skipped, seen = _watched(
            play,
            pictures,
            settling_s=effort.pick(_SETTLING_S, small=0.3),
            seconds=effort.pick(30.0, small=0.5),
        )
        replayed = _replayed(play, pictures, folder=Path(folder) / "evening")
    count = len(play.tags)
    missing = count - seen
    return [
        Finding(
            benchmark="live table",
            measure="a picture's arrival to its snapshot, 99th percentile",
            value=float(np.percentile(ages, 99)) * 1e3,
            unit="ms",
            detail=(
                f"{view.eye().width} x {view.eye().height}, {HZ:g} Hz, {_MOVING} of {count} tags "
                f"moving, {len(ages):,} snapshots; median {np.median(ages) * 1e3:.0f} ms, longest "
                f"{ages.max() * 1e3:.0f} ms, {skipped} pictures passed over for newer ones"
            ),
            goals=(Goal(most=MOST_MS),),
            wrong=(f"{missing} of {count} tags not in the last snapshot",) if missing else (),
        ),
        Finding(
            benchmark="live table",
            measure="a recording looked at again",
            value=replayed,
            unit="x real time",
            detail="decoding and all; of a recording of 30 pictures a second",
            goals=(Goal(least=1.0),),
        ),
    ]


def _stirred(play: Play, *, step: int) -> Play:
    """Some tags swing, the others rest."""
    swung = play.swung(step)
    return replace(play, tags=(*swung[:_MOVING], *play.tags[_MOVING:]))


def write_stirred(place: Path, *, play: Play, step: int) -> None:
    """One picture of the table, as a camera sends it."""
    picture = play.picture(_stirred(play, step=step).tags, seed=step)
    done, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])
    assert done
    place.write_bytes(data.tobytes())


def _watched(
    play: Play, pictures: Path, *, settling_s: float, seconds: float
) -> tuple[np.typing.NDArray[np.float64], int, int]:
    """Ages of snapshots, pictures that were passed over, and pieces in the last snapshot."""
    pipeline = Pipeline(play.profile, tag_layout=play.tag_layout, care=EXACT)
    camera = play.profile.camera
    opens = Thirty(folder=str(pictures), size=(camera.width, camera.height))
    ages: list[float] = []
    last, seen, skipped, skipped_before = -1, 0, 0, 0
    begins_s = ends_s = np.inf
    with Keeper.of(opens) as keeper:
        while time.monotonic() < ends_s:
            found = keeper.look()
            frame = found.frame
            if frame is not None and frame.captured_s is not None and frame.number > last:
                last = frame.number
                table = pipeline.step(
                    TableFrame(number=last, seconds=frame.captured_s, camera="", grey=frame.grey)
                )
                now = time.monotonic()
                if ends_s == np.inf:
                    begins_s, ends_s = now + settling_s, now + settling_s + seconds
                if now < begins_s:
                    skipped_before = found.counts.skipped
                    continue
                ages.append(now - frame.captured_s)
                in_view = {PieceState.SEEN, PieceState.MOVING}
                is_live = table.health.state is HealthState.LIVE
                seen = sum(each.state in in_view for each in table.snapshot.pieces) * is_live
                skipped = found.counts.skipped - skipped_before
            keeper.wait(0.1)
    return np.array(ages), skipped, seen


def _replayed(play: Play, pictures: Path, *, folder: Path) -> float:
    """How many seconds of a recording are looked at in one second of the processor."""
    camera = play.profile.camera
    identity = Identity(name="benchmark", id="", width=camera.width, height=camera.height)
    with Recorder(folder, camera=identity) as recorder:
        for number, place in enumerate(sorted(pictures.iterdir())):
            data = place.read_bytes()
            grey = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_GRAYSCALE)
            recorder.add(
                Frame(
                    number=number,
                    seconds=number / HZ,
                    name=place.name,
                    jpeg=data,
                    grey=np.asarray(grey, dtype=np.uint8),
                )
            )
    pipeline = Pipeline(play.profile, tag_layout=play.tag_layout, care=EXACT)
    began, frames = time.process_time(), 0
    for frame in Replay(folder).frames():
        pipeline.step(
            TableFrame(number=frame.number, seconds=frame.seconds, camera="", grey=frame.grey)
        )
        frames += 1
    return frames / HZ / (time.process_time() - began)
