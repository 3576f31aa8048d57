"""Measures how old snapshots are when they come out, and what they cost, with one to three cameras.

As in a game each camera is a process of its own, which takes a JPEG in Full HD thirty times a
second, decodes it and, where there are several, follows it; here it has a thread of its own. All
share this computer with whatever else runs.
"""

import os
import tempfile
import threading
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import numpy as np

from api.tables.camera import CameraTable
from api.tables.hand import HandTable
from benchmarks.finding import Effort, Finding, Goal
from benchmarks.live.live_latency import HZ, Thirty, write_stirred
from benchmarks.live.live_pictures import Play, play_on
from benchmarks.live.spent import spent_s
from benchmarks.pictures.accuracy_tables import FULL_HD, look
from rules.table.snapshot import HealthState, PieceState, Snapshot
from vision.camera.keeper import CameraLook, Keeper
from vision.fusion.several import SeveralCameras
from vision.pipeline import Pipeline

MOST: Final = 2.1
"""Times the processor time of one camera."""
_CAMERAS: Final = 3
_THERE_AND_BACK: Final = (*range(19), *range(17, 0, -1))
"""Steps of a swing: on the way back it is where it was on the way there."""
_WAIT_S: Final = 0.1
_SETTLING_S: Final = 1.0
_LASTS_S: Final = 4.0
_ROUNDS: Final = 3
"""So often each number of cameras has its turn: a computer that is shared is now fast, now slow."""
_LONGEST_S: Final = 30.0
"""So long all pieces may take to be seen; with that the whole benchmark ends within minutes."""
_NOT_MEASURED: Final = f"not measured: all pieces were to be seen within {_LONGEST_S:g} s"
_OLDER: Final = 1.25
"""Times the age with one camera that counts as no older: the machine has other work, too."""


@dataclass(slots=True)
class _Ages:
    """Of the pictures that went into snapshots, each when its snapshot was there."""

    seconds: list[float] = field(default_factory=list)
    guard: threading.Lock = field(default_factory=threading.Lock)
    spent_s: float | None = None
    """Processor time of all processes together meanwhile, where the system tells."""

    @property
    def cost_ms(self) -> float:
        """Of one picture, in all processes; NaN where it is not known."""
        if not self.seconds or self.spent_s is None:
            return float("nan")
        return self.spent_s / len(self.seconds) * 1e3

    def old_ms(self, percent: float) -> float:
        return float(np.percentile(self.seconds, percent)) * 1e3 if self.seconds else float("nan")


def several_ages(effort: Effort) -> Iterator[Finding]:
    """The age of the newest picture of each snapshot, and what all of it takes of the processor;
    more cameras may come less often.
    """
    view = look((36.0, 36.0), tilt_deg=0.0, size=FULL_HD)
    play = play_on(effort.pick(view, small=view.part(0.5)), count=effort.pick(60, small=6), seed=1)
    with tempfile.TemporaryDirectory() as place:
        _write_swing(Path(place), play=play, steps=effort.pick(_THERE_AND_BACK, small=(0, 1, 2, 1)))
        lasts_s = effort.pick(_LASTS_S, small=0.5)
        numbers = range(1, effort.pick(_CAMERAS, small=2) + 1)
        rounds: dict[int, list[_Ages]] = {cameras: [] for cameras in numbers}
        wrong: dict[int, tuple[str, ...]] = {}
        for _ in range(effort.pick(_ROUNDS, small=1)):
            for cameras in numbers:
                found, what = _watched(play, Path(place), cameras=cameras, lasts_s=lasts_s)
                rounds[cameras].append(found)
                wrong[cameras] = wrong.get(cameras) or what
    one_ms = _middle(each.old_ms(50) for each in rounds[1])
    for cameras, all_of in rounds.items():
        count = sum(len(each.seconds) for each in all_of)
        rate = count / (len(all_of) * lasts_s * cameras)
        slowest = _middle(each.old_ms(99) for each in all_of)
        detail = (
            f"median; 99th percentile {slowest:.0f} ms; {rate:.1f} pictures a second of {HZ:g} "
            f"from each camera; {os.cpu_count()} cores"
        )
        value = _middle(each.old_ms(50) for each in all_of)
        # More cameras than this computer has cores for come less often, and no later.
        is_judged = cameras > 1 and np.isfinite([one_ms, value]).all()
        yield Finding(
            benchmark="several cameras, live",
            measure=f"age of a picture when it was looked at and joined, {_named(cameras)}",
            value=value,
            unit="ms",
            detail=detail if count else _NOT_MEASURED,
            goals=(Goal(most=_OLDER * one_ms),) if is_judged else (),
            wrong=wrong[cameras],
        )
    costs = {
        cameras: _middle(each.cost_ms for each in all_of) for cameras, all_of in rounds.items()
    }
    yield from _costs({cameras: each for cameras, each in costs.items() if np.isfinite(each)})


def _middle(values: Iterable[float]) -> float:
    """The median over the rounds; NaN where one was not measured."""
    return float(np.median(list(values)))


def _costs(costs: dict[int, float]) -> Iterator[Finding]:
    """Of a picture from each of them, in all processes: taken, followed, handed over, joined."""
    for cameras, each_ms in costs.items():
        if cameras == 1 or 1 not in costs:
            continue
        yield Finding(
            benchmark="several cameras, live",
            measure=f"a picture of each of {cameras} cameras, in all processes together",
            value=cameras * each_ms,
            unit="ms",
            detail=f"processor time; some tags move; {os.cpu_count()} cores",
            peer="a picture of one camera, in both of its processes",
            peer_value=costs[1],
            goals=(Goal(of="ratio", least=1 / MOST),) if cameras == 2 else (),
        )


def _write_swing(folder: Path, *, play: Play, steps: Sequence[int]) -> None:
    """The pictures one after the other; one that comes again is not rendered again."""
    known: dict[int, Path] = {}
    for at, step in enumerate(steps):
        place = folder / f"{at:04d}.jpg"
        if step in known:
            place.write_bytes(known[step].read_bytes())
        else:
            write_stirred(place, play=play, step=step)
        known.setdefault(step, place)


def _named(cameras: int) -> str:
    return "one camera" if cameras == 1 else f"{cameras} cameras"


def _watched(
    play: Play, folder: Path, *, cameras: int, lasts_s: float
) -> tuple[_Ages, tuple[str, ...]]:
    """All of them on one table, which they show from one place: what differs is their number.

    Where the pieces are not all seen in time, nothing is measured, and why stands beside it.
    """
    profiles = [play.profile] * cameras
    names = [f"camera {at + 1}" for at in range(cameras)]
    eyes: Pipeline | SeveralCameras = Pipeline(play.profile, tag_layout=play.tag_layout)
    if cameras > 1:
        eyes = SeveralCameras(profiles, names=names, tag_layout=play.tag_layout)
    table = CameraTable(eyes, ground=HandTable(Snapshot(table=play.profile.table)))
    ages, stop, counts = _Ages(), threading.Event(), threading.Event()
    size = (play.profile.camera.width, play.profile.camera.height)
    # What moves is in one place at a time, whichever camera looks.
    opens = Thirty(folder=str(folder), size=size, began_s=time.monotonic())
    threads = [
        threading.Thread(
            target=_followed,
            args=(table,),
            kwargs={"opens": opens, "camera": at, "ages": ages, "stop": stop, "counts": counts},
        )
        for at in range(cameras)
    ]
    for thread in threads:
        thread.start()
    begun = time.monotonic()
    # Processes start, and everything is found for the first time.
    while wrong := _wrong(table.latest(), count=len(play.tags)):
        if time.monotonic() - begun > _LONGEST_S:
            break
        time.sleep(_WAIT_S)
    if not wrong:
        time.sleep(_SETTLING_S)
        before_s = spent_s()
        counts.set()
        time.sleep(lasts_s)
        counts.clear()
        after_s = spent_s()
        if before_s is not None and after_s is not None:
            ages.spent_s = after_s - before_s
    stop.set()
    for thread in threads:
        thread.join()
    return ages, wrong


def _followed(
    table: CameraTable,
    *,
    opens: Thirty,
    camera: int,
    ages: _Ages,
    stop: threading.Event,
    counts: threading.Event,
) -> None:
    """One camera, picture after picture, as the server follows it."""
    last = -1
    see = table.see if camera == 0 else table.see_from(camera)
    with Keeper.of(opens) as keeper:
        while not stop.is_set():
            found: CameraLook = keeper.look()
            keeper.follow(see(found))
            frame = found.ruling_frame
            if frame is not None and frame.captured_s is not None and frame.number > last:
                last = frame.number
                if counts.is_set():
                    with ages.guard:
                        ages.seconds.append(time.monotonic() - frame.captured_s)
            keeper.wait(_WAIT_S)


def _wrong(snapshot: Snapshot, *, count: int) -> tuple[str, ...]:
    in_view = {PieceState.SEEN, PieceState.MOVING}
    seen = sum(each.state in in_view for each in snapshot.pieces)
    if snapshot.health.state is HealthState.LIVE and seen == count:
        return ()
    return (f"{seen} of {count} pieces seen; {snapshot.health.state}: {snapshot.health.note}",)
