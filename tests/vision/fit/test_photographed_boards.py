"""Tests that what is said of a photographed board's tags covers where they are.

The fit's own error is a tenth of what print, paper and lens do. That part is learned from half of
a board's tags and judged on the other half; 52 tags on two boards are all there are.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np

from tests.vision.desk_photographs import board_places, fitted
from vision.fit.placed import FreeTag
from vision.sighting import Floats, Sighting

BOARDS = ("gboriginal", "choriginal")
CHI_95 = 5.991
NUDGE_PX = 0.01


@dataclass(frozen=True, kw_only=True, eq=False)
class LeftOut:
    """Each tag of a board against all others, in millimetres on the board."""

    off: Floats
    """n x 2."""
    own: Floats
    """n x 2 x 2, the fit's covariance."""
    leverage: Floats
    """n x 2 x 2: what the others' errors do to the place that they say, for errors of one."""

    def distances(self, tags: Iterable[int], *, common: float) -> Floats:
        """Squared, in standard errors, when print and lens add an error of `common`."""
        some = list(tags)
        usual, square = np.median(self.own, axis=0), common**2 * np.eye(2)
        whole = self.own[some] + square + self.leverage[some] @ (square + usual)
        off = self.off[some]
        solved = np.linalg.solve(whole, off[..., None])[..., 0]
        return np.asarray((off * solved).sum(axis=1))

    def learned(self, tags: Iterable[int]) -> float:
        """The common error with which these tags are as far off as they should be."""
        some = list(tags)
        tried = np.geomspace(1e-3, 2.0, 300)
        means = np.array([self.distances(some, common=float(each)).mean() for each in tried])
        return float(tried[np.abs(means - 2).argmin()])


def centre_of(tag: FreeTag) -> tuple[Floats, Floats]:
    """Where the diagonals cross, and its covariance."""

    def crossing(corners: Floats) -> Floats:
        return Sighting(number=tag.number, corners=corners.reshape(4, 2)).centre

    flat = tag.corners.ravel()
    ways = np.column_stack(
        [
            (crossing(flat + nudge) - crossing(flat - nudge)) / (2 * NUDGE_PX)
            for nudge in NUDGE_PX * np.eye(8)
        ]
    )
    return crossing(flat), ways @ tag.covariance @ ways.T


def mapped(way: Floats, points: Floats) -> Floats:
    met = cv2.perspectiveTransform(points.reshape(-1, 1, 2), way)
    return np.asarray(met, dtype=np.float64).reshape(-1, 2)


def homography_rows(place: Floats) -> Floats:
    """How a place changes with the eight figures of a homography near no change."""
    x, y = place
    return np.array([[1, x, y, 0, 0, 0, -x * x, -x * y], [0, 0, 0, 1, x, y, -x * y, -y * y]])


@cache
def left_out(name: str) -> LeftOut:
    tags, places = fitted(name).tags, board_places(name)
    centres = [centre_of(tag) for tag in tags]
    seen = np.array([centre for centre, _ in centres])
    known = np.array([places[tag.number] for tag in tags]) * 1000
    rows = np.array([homography_rows(each) for each in (known - known.mean(axis=0)) / known.std()])
    off, own, leverage = [], [], []
    for tag, (centre, covariance) in enumerate(centres):
        others = np.arange(len(tags)) != tag
        way = np.asarray(cv2.findHomography(seen[others], known[others])[0])
        nudges = NUDGE_PX * np.eye(2)
        slope = (mapped(way, centre + nudges) - mapped(way, centre - nudges)).T / (2 * NUDGE_PX)
        off.append(mapped(way, centre)[0] - known[tag])
        own.append(slope @ covariance @ slope.T)
        all_rows = rows[others].reshape(-1, 8)
        leverage.append(rows[tag] @ np.linalg.inv(all_rows.T @ all_rows) @ rows[tag].T)
    return LeftOut(off=np.array(off), own=np.array(own), leverage=np.array(leverage))


def share_covered(board: LeftOut, *, common: float | None = None) -> list[bool]:
    """Of each half of the tags by what the other half says."""
    covered: list[bool] = []
    for first in (0, 1):
        learned, judged = (range(at, len(board.off), 2) for at in (first, 1 - first))
        error = board.learned(learned) if common is None else common
        covered += (board.distances(judged, common=error) <= CHI_95).tolist()
    return covered


def test_the_stated_interval_covers_the_tags_of_photographed_boards() -> None:
    boards = [left_out(name) for name in BOARDS]
    covered = [each for board in boards for each in share_covered(board)]
    assert len(covered) == 52
    assert 0.90 <= np.mean(covered) <= 0.99


def test_the_fit_s_own_error_alone_would_cover_few_of_them() -> None:
    boards = [left_out(name) for name in BOARDS]
    alone = [each for board in boards for each in share_covered(board, common=0.0)]
    assert np.mean(alone) < 0.5
