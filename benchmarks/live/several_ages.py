"""Measures how old snapshots are when they come out, with one, two and three cameras.

As in a game each camera is a process of its own, which takes a JPEG in Full HD thirty times a
second and decodes it, and here it has a thread of its own. All share this computer with whatever
else runs.
"""

import os
import tempfile
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import numpy as np

from api.tables.camera import CameraTable
from api.tables.hand import HandTable
from benchmarks.finding import Effort, Finding, Goal
from benchmarks.live.live_latency import HZ, Thirty, write_stirred
from benchmarks.live.live_pictures import Play, play_on
from benchmarks.pictures.accuracy_tables import FULL_HD, look
from rules.table.snapshot import HealthState, PieceState, Snapshot
from vision.camera.keeper import CameraLook, Keeper
from vision.fusion.several import SeveralCameras
from vision.pipeline import Pipeline

_MOST: Final = 3
_PICTURES: Final = 36
_WAIT_S: Final = 0.1
_SETTLING_S: Final = 1.0
_LONGEST_S: Final = 60.0
_OLDER: Final = 1.25
"""Times the age with one camera that counts as no older: the machine has other work, too."""


@dataclass(slots=True)
class _Ages:
    """Of the pictures that went into snapshots, each when its snapshot was there."""

    seconds: list[float] = field(default_factory=list)
    guard: threading.Lock = field(default_factory=threading.Lock)


def several_ages(effort: Effort) -> list[Finding]:
    """The age of the newest picture of each snapshot; more cameras may come less often."""
    view = look((36.0, 36.0), tilt_deg=0.0, size=FULL_HD)
    play = play_on(effort.pick(view, small=view.part(0.5)), count=effort.pick(60, small=6), seed=1)
    findings: list[Finding] = []
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        for step in range(effort.pick(_PICTURES, small=4)):
            write_stirred(folder / f"{step:04d}.jpg", play=play, step=step)
        one_ms = 0.0
        for cameras in range(1, effort.pick(_MOST, small=2) + 1):
            lasts_s = effort.pick(20.0, small=0.5)
            ages, wrong = _watched(play, folder, cameras=cameras, lasts_s=lasts_s)
            middle, slowest = np.percentile(ages, [50, 99]) * 1e3 if ages else (np.nan, np.nan)
            one_ms = one_ms or float(middle)
            rate = len(ages) / lasts_s / cameras
            # More cameras than this computer has cores for come less often, and no later.
            goals = (Goal(most=_OLDER * one_ms),) if cameras > 1 else ()
            findings.append(
                Finding(
                    benchmark="several cameras, live",
                    measure=f"age of a picture when it was looked at and joined, {_named(cameras)}",
                    value=float(middle),
                    unit="ms",
                    detail=(
                        f"median; 99th percentile {slowest:.0f} ms; {rate:.1f} pictures a second "
                        f"of {HZ:g} from each camera; {os.cpu_count()} cores"
                    ),
                    goals=goals,
                    wrong=wrong,
                )
            )
    return findings


def _named(cameras: int) -> str:
    return "one camera" if cameras == 1 else f"{cameras} cameras"


def _watched(
    play: Play, folder: Path, *, cameras: int, lasts_s: float
) -> tuple[list[float], tuple[str, ...]]:
    """All of them on one table, which they show from one place: what differs is their number."""
    profiles = [play.profile] * cameras
    names = [f"camera {at + 1}" for at in range(cameras)]
    eyes: Pipeline | SeveralCameras = Pipeline(play.profile, tag_layout=play.tag_layout)
    if cameras > 1:
        eyes = SeveralCameras(profiles, names=names, tag_layout=play.tag_layout)
    table = CameraTable(eyes, ground=HandTable(Snapshot(table=play.profile.table)))
    ages, stop, counts = _Ages(), threading.Event(), threading.Event()
    threads = [
        threading.Thread(
            target=_followed,
            args=(table, play),
            kwargs={"folder": folder, "camera": at, "ages": ages, "stop": stop, "counts": counts},
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
    time.sleep(_SETTLING_S)
    counts.set()
    time.sleep(lasts_s)
    counts.clear()
    stop.set()
    for thread in threads:
        thread.join()
    return ages.seconds, wrong


def _followed(
    table: CameraTable,
    play: Play,
    *,
    folder: Path,
    camera: int,
    ages: _Ages,
    stop: threading.Event,
    counts: threading.Event,
) -> None:
    """One camera, picture after picture, as the server follows it."""
    identity, last = play.profile.camera, -1
    see = table.see if camera == 0 else table.see_from(camera)
    with Keeper.of(Thirty(folder=str(folder), size=(identity.width, identity.height))) as keeper:
        while not stop.is_set():
            found: CameraLook = keeper.look()
            see(found)
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
