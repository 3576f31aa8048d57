"""Measures how long dice lie still before they are read, beside a table that is followed.

Both look at their own pictures in Full HD, as one camera over both would give them: the table's
thirty times a second in a thread of its own, the tray's as often as a server looks.
"""

import statistics
import threading
import time
from dataclasses import replace
from typing import Final, Self

import cv2
import numpy as np

from api.rolling.desk import LOOK_S
from api.rolling.glance import DiceWanted, TrayEye
from benchmarks.finding import Effort, Finding, Goal
from benchmarks.live.live_pictures import play_on
from benchmarks.live.live_table import HZ, Watched
from benchmarks.pictures.accuracy_pictures import Grey
from benchmarks.pictures.accuracy_tables import FULL_HD, look
from vision.dice.roll_watch import RollPhase
from vision.synthetic.rolls.chance import chance_roll
from vision.synthetic.rolls.drawing import drawn_roll

MOST_S: Final = 1.0
LONGEST_S: Final = 5.0
"""After which a roll counts as not read."""


class _Followed(threading.Thread):
    """A table that is looked at thirty times a second, and what each look takes."""

    def __init__(self, watched: Watched, pictures: list[Grey]) -> None:
        super().__init__(daemon=True)
        self.watched, self.pictures = watched, pictures
        self.ended = threading.Event()
        self.taken_ms: list[float] = []

    def run(self) -> None:
        at = 0
        while not self.ended.wait(1 / HZ):
            began = time.thread_time()
            self.watched.step(self.pictures[at % len(self.pictures)])
            self.taken_ms.append((time.thread_time() - began) * 1e3)
            at += 1

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *failure: object) -> None:
        self.ended.set()
        self.join()


def tray_reading(effort: Effort) -> list[Finding]:
    """From rest to a reading, and what following the table costs meanwhile."""
    threads = cv2.getNumThreads()
    cv2.setNumThreads(1)
    try:
        return _measured(effort)
    finally:
        cv2.setNumThreads(threads)


def _measured(effort: Effort) -> list[Finding]:
    play = play_on(look((36.0, 36.0), tilt_deg=0.0, size=FULL_HD), count=60, seed=1)
    pictures = [play.picture(play.tags, seed=seed) for seed in range(2)]
    watched = Watched(play)
    for at in range(effort.pick(40, small=6)):
        watched.step(pictures[at % 2])
    with _Followed(watched, pictures) as alone:
        time.sleep(effort.pick(6.0, small=0.3))
    rolls = effort.pick(16, small=1)
    with _Followed(watched, pictures) as beside:
        found = [_read(index) for index in range(rolls)]
    taken = [seconds for seconds, _, _ in found if seconds is not None]
    looks = [ms for _, each, _ in found for ms in each]
    wrong = tuple(f"roll {at} read as something else" for at, each in enumerate(found) if each[2])
    unread = len(found) - len(taken)
    return [
        Finding(
            benchmark="dice tray",
            measure="rest to reading, the slowest of ten",
            value=float(np.percentile(taken, 90)) if taken else LONGEST_S,
            unit="s",
            detail=f"1 to 8 dice, {rolls} rolls, {unread} asked about; median "
            f"{statistics.median(taken or [LONGEST_S]):.2f} s; looks {LOOK_S:g} s apart",
            goals=(Goal(most=MOST_S),),
            wrong=wrong,
        ),
        Finding(
            benchmark="dice tray",
            measure="one look into the tray",
            value=statistics.median(looks),
            unit="ms",
            detail="processor time of one thread, decoding and all",
            peer="OpenCV's detection of the whole frame",
            peer_value=_bare_ms(pictures[0]),
        ),
        Finding(
            benchmark="dice tray",
            measure="60 tags at rest, a frame beside the tray",
            value=statistics.mean(beside.taken_ms),
            unit="ms",
            detail="processor time of one thread",
            peer="the same without a tray",
            peer_value=statistics.mean(alone.taken_ms),
            goals=(Goal(of="ratio", least=0.5),),
        ),
    ]


def _bare_ms(picture: Grey) -> float:
    book = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_250)
    stock = cv2.aruco.ArucoDetector(book, cv2.aruco.DetectorParameters())
    began = time.thread_time()
    for _ in range(4):
        stock.detectMarkers(picture)
    return (time.thread_time() - began) / 4 * 1e3


def _read(index: int) -> tuple[float | None, list[float], bool]:
    """Seconds from rest to reading, milliseconds of each look, and whether it was read wrongly."""
    roll = chance_roll(np.random.default_rng([7, index]), count=1 + index % 8, size=FULL_HD)
    shown = [_jpeg(drawn_roll(each)) for each in (replace(roll, dice=()), roll)]
    eye, count = TrayEye(), len(roll.dice)
    looks: list[float] = []

    def look_at(data: bytes) -> None:
        seconds, began = time.monotonic(), time.thread_time()
        eye.look(data, seconds=seconds, wanted=DiceWanted(count=count))
        looks.append((time.thread_time() - began) * 1e3)

    look_at(shown[0])
    eye.watch.want(f"{index}")
    rests_s = time.monotonic()
    while time.monotonic() < rests_s + LONGEST_S:
        look_at(shown[1])
        if eye.watch.roll.phase is RollPhase.READ:
            is_wrong = eye.watch.roll.faces != roll.faces
            return time.monotonic() - rests_s, looks, is_wrong
        time.sleep(LOOK_S)
    return None, looks, False


def _jpeg(picture: "np.typing.NDArray[np.uint8]") -> bytes:
    done, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 85])
    assert done
    return data.tobytes()
