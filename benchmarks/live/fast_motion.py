"""Measures what following costs and finds when all tags of a table move fast, beside OpenCV."""

import math
import time
from dataclasses import replace
from typing import Final

import cv2

from benchmarks.finding import Effort, Finding, Goal
from benchmarks.live.live_pictures import Play, play_on
from benchmarks.live.live_table import HZ, Watched, one_thread, seen_in_place
from benchmarks.pictures.accuracy_pictures import Grey, Laid
from benchmarks.pictures.accuracy_tables import FULL_HD, look

_SPEEDS_IN_S: Final = (4.5, 15.0)
"""A hand that pushes, and the fastest that a piece is followed at."""
_RADIUS_IN: Final = 1.2
"""All tags go round in circles, each its own, so that nothing meets and nothing turns back."""
_MARGIN_IN: Final = 2.4
_CLEAR_IN: Final = 3.6
"""Of anchors."""
_ALL_MOVING: Final = 0.4
_REST_FRAMES: Final = 8
_NAME: Final = "fast motion"


def fast_motion(effort: Effort) -> list[Finding]:
    """Processor time of a frame and share of tags in place, at each speed."""
    view = look((36.0, 36.0), tilt_deg=0.0, size=FULL_HD)
    view = effort.pick(view, small=view.part(0.5))
    play = _inner(play_on(view, count=effort.pick(60, small=8), seed=1))
    speeds = effort.pick(_SPEEDS_IN_S, small=_SPEEDS_IN_S[:1])
    return [each for speed in speeds for each in _at_speed(play, speed, effort=effort)]


def _inner(play: Play) -> Play:
    """Without the tags whose circle would leave the picture or touch an anchor."""
    wide, deep = play.view.table
    anchors = play.profile.calibrated.layout.places.tolist()
    tags = tuple(
        tag
        for tag in play.tags
        if _MARGIN_IN < tag.x_in < wide - _MARGIN_IN
        and _MARGIN_IN < tag.y_in < deep - _MARGIN_IN
        and all(math.dist((tag.x_in, tag.y_in), each[:2]) > _CLEAR_IN for each in anchors)
    )
    return replace(play, tags=tags)


def _at_speed(play: Play, speed_in_s: float, *, effort: Effort) -> list[Finding]:
    turn = speed_in_s / HZ / _RADIUS_IN
    steps = min(round(2 * math.pi / turn), effort.pick(24, small=4))
    placed = [_round(play, turn * step) for step in range(steps)]
    pictures = [play.picture(tags, seed=step) for step, tags in enumerate(placed)]
    book = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_250)
    stock = cv2.aruco.ArucoDetector(book, cv2.aruco.DetectorParameters())
    with one_thread():
        start = time.process_time()
        for picture in pictures[:8]:
            stock.detectMarkers(picture)
        bare = (time.process_time() - start) * 1e3 / len(pictures[:8])
        taken, right = _followed(play, pictures, placed=placed)
    asked = len(play.tags) * len(taken)
    where = f"{len(play.tags)} tags all moving at {speed_in_s:g} in/s"
    return [
        Finding(
            benchmark=_NAME,
            measure=f"{where}, a frame",
            value=sum(taken) / len(taken),
            unit="ms",
            detail=f"processor time, one thread; {speed_in_s / HZ * 29.6:.1f} px a frame",
            peer="OpenCV's detection of the whole frame",
            peer_value=bare,
            goals=(Goal(of="ratio", least=1 / _ALL_MOVING),),
        ),
        Finding(
            benchmark=_NAME,
            measure=f"{where}: shown where they are",
            value=right / asked if asked else 1.0,
            detail=f"{right} of {asked}, each in the frame that shows it",
            cost=False,
        ),
    ]


def _followed(
    play: Play, pictures: list[Grey], *, placed: list[tuple[Laid, ...]]
) -> tuple[list[float], int]:
    """Milliseconds of each frame, and how many tags were shown in place."""
    watched, taken, right = Watched(play), [], 0
    for _ in range(_REST_FRAMES):
        watched.step(pictures[0])
    for picture, tags in zip(pictures[1:], placed[1:], strict=True):
        start = time.process_time()
        table = watched.step(picture)
        taken.append((time.process_time() - start) * 1e3)
        right += seen_in_place(table, {f"p{tag.number}": tag for tag in tags})
    return taken, right


def _round(play: Play, angle: float) -> tuple[Laid, ...]:
    right, up = _RADIUS_IN * (math.cos(angle) - 1.0), _RADIUS_IN * math.sin(angle)
    return tuple(replace(tag, x_in=tag.x_in + right, y_in=tag.y_in + up) for tag in play.tags)
