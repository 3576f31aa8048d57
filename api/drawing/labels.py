"""Finds places for labels where they cover nothing that must be seen.

Everything is taken for the upright box around it: a crowded table has thousands of pairs to weigh.
"""

from collections.abc import Iterable
from typing import Final

import numpy as np
import numpy.typing as npt

from api.drawing.svg import Spot

PIECE_COST: Final = 9.0
LABEL_COST: Final = 8.0
LINE_COST: Final = 3.0
OUTSIDE_COST: Final = 20.0
RANK_COST: Final = 0.05
TOUCH: Final = 1e-9
"""The share of a label that must be covered before it counts as covered at all."""

Box = tuple[float, float, float, float]
"""Left, top, right and bottom."""
Segment = tuple[Spot, Spot]
Rows = npt.NDArray[np.float64]


class Labels:
    """The places that are taken already; each label that is placed takes one more."""

    def __init__(
        self, *, board: Box, pieces: Iterable[Box] = (), lines: Iterable[Segment] = ()
    ) -> None:
        self._board = _rows([board])
        self._pieces = _rows(pieces)
        self._lines = _rows((*start, *end) for start, end in lines)
        # Only the first rows hold a label; the others wait for one.
        self._taken = np.empty((64, 4))
        self._count = 0

    def put(self, candidates: Iterable[Spot], *, width: float, height: float) -> Spot:
        """The best of the candidate centres; the first one where all are equally good."""
        spots = list(candidates)
        if not spots:
            raise ValueError("a label needs at least one candidate")
        x, y = np.array(spots, dtype=float).T
        boxes = np.column_stack((x - width / 2, y - height / 2, x + width / 2, y + height / 2))
        # Rounded, so that no computer's last digit decides between places that are equally good.
        costs = np.round(self._costs(boxes), 6) + RANK_COST * np.arange(len(spots))
        best = int(np.argmin(costs))
        self._take(boxes[best])
        return spots[best]

    def _take(self, box: Rows) -> None:
        if self._count == len(self._taken):
            self._taken = np.concatenate((self._taken, np.empty_like(self._taken)))
        self._taken[self._count] = box
        self._count += 1

    def _costs(self, boxes: Rows) -> Rows:
        """How much of what must be seen each box covers, weighed by how much it matters."""
        sizes = np.maximum((boxes[:, 2] - boxes[:, 0]) * (boxes[:, 3] - boxes[:, 1]), 1e-12)
        inside = _shares(boxes, self._board, sizes=sizes).sum(axis=1)
        costs: Rows = OUTSIDE_COST * (1 - inside)
        labels = self._taken[: self._count]
        for weight, taken in ((PIECE_COST, self._pieces), (LABEL_COST, labels)):
            covered = _shares(boxes, taken, sizes=sizes)
            costs += weight * (covered + 0.5 * (covered > TOUCH)).sum(axis=1)
        return costs + LINE_COST * _crossings(boxes, self._lines)


def _rows(values: Iterable[Iterable[float]]) -> Rows:
    return np.array([tuple(value) for value in values], dtype=float).reshape(-1, 4)


def _near(boxes: Rows, others: Rows) -> npt.NDArray[np.bool_]:
    """Which of the others could touch any of the boxes, so that few are left to weigh."""
    left, top = boxes[:, 0].min(), boxes[:, 1].min()
    right, bottom = boxes[:, 2].max(), boxes[:, 3].max()
    near: npt.NDArray[np.bool_] = (
        (others[:, 2] >= left)
        & (others[:, 0] <= right)
        & (others[:, 3] >= top)
        & (others[:, 1] <= bottom)
    )
    return near


def _shares(boxes: Rows, others: Rows, *, sizes: Rows) -> Rows:
    """Which share of each box, a row, lies on each other box that is anywhere near, a column."""
    near = others[_near(boxes, others)]
    box, other = boxes[:, None, :], near[None, :, :]
    wide = np.minimum(box[..., 2], other[..., 2]) - np.maximum(box[..., 0], other[..., 0])
    tall = np.minimum(box[..., 3], other[..., 3]) - np.maximum(box[..., 1], other[..., 1])
    shares: Rows = np.maximum(wide, 0) * np.maximum(tall, 0) / sizes[:, None]
    return shares


def _crossings(boxes: Rows, lines: Rows) -> Rows:
    """How many of the lines run through each box, or touch it."""
    corners = np.sort(lines.reshape(-1, 2, 2), axis=1).reshape(-1, 4)
    lines = lines[_near(boxes, corners)]
    half_x, half_y = (boxes[:, None, 2:] - boxes[:, None, :2]).transpose(2, 0, 1) / 2
    away = (lines[None, :, :2] + lines[None, :, 2:] - boxes[:, None, :2] - boxes[:, None, 2:]) / 2
    along_x, along_y = (lines[None, :, 2:] - lines[None, :, :2]).transpose(2, 0, 1) / 2
    away_x, away_y = away[..., 0], away[..., 1]
    # A box and a line are apart exactly if they are so along x, along y or across the line.
    meet = (
        (np.abs(away_x) <= half_x + np.abs(along_x))
        & (np.abs(away_y) <= half_y + np.abs(along_y))
        & (
            np.abs(away_x * along_y - away_y * along_x)
            <= half_x * np.abs(along_y) + half_y * np.abs(along_x)
        )
    )
    count: Rows = meet.sum(axis=1).astype(float)
    return count
