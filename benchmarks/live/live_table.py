"""Measures what following a table costs and finds, frame by frame, beside OpenCV's detection."""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Final

import cv2
import numpy as np

from benchmarks.finding import Effort, Finding, Goal
from benchmarks.live.live_pictures import NOMINAL, SPOILED, Condition, Play, play_on, spoiled
from benchmarks.pictures.accuracy_pictures import Exposure, Grey, Laid, rendered
from benchmarks.pictures.accuracy_tables import FULL_HD, look
from rules.table.snapshot import PieceState
from vision.locating.place_error import EXACT
from vision.pipeline import LiveTable, Pipeline
from vision.tracking.frame import TableFrame

HZ: Final = 30.0
NEW, MOVING, AT_REST = 0.67, 0.45, 0.09
"""Shares of what OpenCV's detection takes."""
RECALL: Final = 0.999
WRONG: Final = 1e-4
_SOON: Final = 8
"""Frames in which everything new has to be found: before a piece can come to rest."""
_RIGHT_IN: Final = 0.05
_SMALL_SHARE: Final = 0.5
_MISSED: Final = 0.05
"""Share of new tags that the first looks may miss; the next ones find them."""


class Watched:
    """A live table with its clock."""

    def __init__(self, play: Play) -> None:
        self.pipeline = Pipeline(play.profile, tag_layout=play.tag_layout, care=EXACT)
        self._number = 0

    def step(self, picture: Grey) -> LiveTable:
        self._number += 1
        frame = TableFrame(
            number=self._number, seconds=self._number / HZ, camera="benchmark", grey=picture
        )
        return self.pipeline.step(frame)


def live_speed(effort: Effort) -> list[Finding]:
    """Processor time of a frame: all tags new, all moving, all at rest."""
    play = _play(effort)
    book = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_250)
    stock = cv2.aruco.ArucoDetector(book, cv2.aruco.DetectorParameters())
    noisy = _noisy(play, count=effort.pick(6, small=2))
    empty = [play.picture((), seed=seed) for seed in range(2)]
    swings = [play.picture(play.swung(step), seed=step) for step in range(effort.pick(19, small=4))]
    swings += swings[-2:0:-1]
    with one_thread():
        bare = _mean_ms(lambda at: stock.detectMarkers(noisy[at % len(noisy)]), count=8)
        new, found = _new_ms(play, empty, noisy, times=effort.pick(5, small=1))
        watched = Watched(play)
        for at in range(40):
            watched.step(noisy[at % len(noisy)])
        # A whole sweep of the background is in it.
        rest = _mean_ms(
            lambda at: watched.step(noisy[at % len(noisy)]), count=effort.pick(660, small=5)
        )
        for at in range(len(swings)):
            watched.step(swings[at])
        moving = _mean_ms(
            lambda at: watched.step(swings[at % len(swings)]),
            count=effort.pick(4 * len(swings), small=3),
        )
        floor = _mean_ms(
            lambda at: watched.pipeline.tracker.gate.look(noisy[at % len(noisy)]), count=20
        )
    missing = len(play.tags) - found
    rows = (("all new", new, NEW), ("all moving", moving, MOVING), ("at rest", rest, AT_REST))
    return [
        Finding(
            benchmark="live table",
            measure=f"{len(play.tags)} tags {name}, a frame",
            value=value,
            unit="ms",
            detail=f"processor time, one thread; floor: {floor:.2f} ms to compare two pictures",
            peer="OpenCV's detection of the whole frame",
            peer_value=bare,
            goals=(Goal(of="ratio", least=1 / most),),
            wrong=(f"{missing} of {len(play.tags)} tags not found",)
            if missing > _MISSED * len(play.tags)
            else (),
        )
        for name, value, most in rows
    ]


def live_recall(effort: Effort) -> list[Finding]:
    """Tags that are followed through bad pictures, and numbers that are believed wrongly."""
    play = _play(effort)
    findings = []
    book = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_250)
    stock = cv2.aruco.ArucoDetector(book, cv2.aruco.DetectorParameters())
    frames = effort.pick(36, small=3)
    wrong = asked = 0
    for condition in SPOILED:
        watched, right, by_stock = Watched(play), 0, 0
        table = watched.step(play.picture(play.swung(0), seed=3))
        for seed in range(2):
            table = watched.step(play.picture(play.swung(0), seed=seed))
        followed = {piece.id for piece in table.snapshot.pieces if piece.pose is not None}
        for step in range(frames):
            tags = play.swung(step)
            picture = play.picture(tags, condition=condition, seed=step)
            mine = {f"p{tag.number}": tag for tag in tags if f"p{tag.number}" in followed}
            right += seen_in_place(watched.step(picture), mine)
            by_stock += len(stock.detectMarkers(picture)[0])
        told, trials = _wrongly(play, condition, times=effort.pick(40, small=1))
        wrong, asked = wrong + told, asked + trials
        anchors = len(play.anchors)
        findings.append(
            Finding(
                benchmark="live table",
                measure=f"tracked recall, {condition.name}",
                value=right / (frames * len(followed)),
                detail=f"{len(followed)} tags that a first look found, moving in {frames} frames",
                peer="share that OpenCV reads",
                peer_value=by_stock / (frames * (len(play.tags) + anchors)),
                goals=(Goal(least=RECALL),),
                cost=False,
            )
        )
    findings.append(
        Finding(
            benchmark="live table",
            measure="wrong identity, every tag exchanged for another at its place",
            value=wrong / asked,
            detail=f"{wrong} of {asked} exchanges believed, in the four bad lights",
            goals=(Goal(most=WRONG),),
            cost=False,
        )
    )
    return findings


def _play(effort: Effort) -> Play:
    view = look((36.0, 36.0), tilt_deg=0.0, size=FULL_HD)
    return play_on(
        effort.pick(view, small=view.part(_SMALL_SHARE)), count=effort.pick(60, small=6), seed=1
    )


def _noisy(play: Play, *, count: int) -> list[Grey]:
    """The same table, each time with other noise."""
    clean = rendered(
        play.view.eye(),
        [*play.anchors, *play.swung(0)],
        exposure=Exposure(kernel=NOMINAL.kernel(), noise=0.0),
        seed=1,
    )
    return [spoiled(clean, condition=NOMINAL, seed=seed) for seed in range(count)]


def _new_ms(
    play: Play, empty: Sequence[Grey], full: Sequence[Grey], *, times: int
) -> tuple[float, int]:
    """The dearest frame when every tag appears at once, and how many have been found soon after.

    Where frames follow quickly the search is spread over some of them.
    """
    taken, found = [], 0
    for _ in range(times):
        watched = Watched(play)
        for picture in (*empty, *empty):
            watched.step(picture)
        frames = []
        for at in range(_SOON):
            start = time.process_time()
            table = watched.step(full[at % len(full)])
            frames.append((time.process_time() - start) * 1e3)
            found = sum(piece.pose is not None for piece in table.snapshot.pieces)
        taken.append(max(frames))
    return float(np.mean(taken)), found


def seen_in_place(table: LiveTable, tags: Mapping[str, Laid]) -> int:
    """How many pieces are in view where they are."""
    count = 0
    for piece in table.snapshot.pieces:
        tag = tags.get(piece.id)
        if (
            tag is None
            or piece.pose is None
            or piece.state not in {PieceState.SEEN, PieceState.MOVING}
        ):
            continue
        off = np.hypot(piece.pose.x - tag.x_in, piece.pose.y - tag.y_in)
        count += bool(off < _RIGHT_IN and piece.age < 1e-9)
    return count


def _wrongly(play: Play, condition: Condition, *, times: int) -> tuple[int, int]:
    """How often a number is still believed at a place that another tag has taken."""
    before = [play.picture(play.tags, seed=seed) for seed in range(2)]
    exchanged = play.renumbered()
    # A tag that is the only one of its size has nobody to change places with.
    homes = {
        f"p{tag.number}": tag
        for tag, other in zip(play.tags, exchanged, strict=True)
        if tag.number != other.number
    }
    wrong = 0
    for trial in range(times):
        watched = Watched(play)
        for picture in before:
            watched.step(picture)
        table = watched.step(play.picture(exchanged, condition=condition, seed=100 + trial))
        wrong += seen_in_place(table, homes)
    return wrong, times * len(homes)


def _mean_ms(work: Callable[[int], object], *, count: int) -> float:
    """Processor time of one run: the machine may be busy with other work."""
    work(0)
    start = time.process_time()
    for at in range(count):
        work(at)
    return (time.process_time() - start) * 1e3 / count


@contextmanager
def one_thread() -> Iterator[None]:
    before = cv2.getNumThreads()
    cv2.setNumThreads(1)
    try:
        yield
    finally:
        cv2.setNumThreads(before)
