"""Finds spots that a dark frame in white paper goes around, however it is turned."""

import math
from collections.abc import Generator
from dataclasses import dataclass
from functools import cache
from typing import Final

import cv2
import numpy as np

from vision.locating.seeking.level_view import LevelView, Shades
from vision.sighting import Floats

CELL_PX: Final = 2.0
"""Pixels of a cell in the straightened picture: with more, the search costs more and finds as
much."""
_TURN_DEG: Final = 10
"""Between two headings that are tried; a frame turned by half of it still stands out."""
_FINE: Final = 4
"""Samples along a pixel of the frame that is looked for."""
_LEAST_SPREAD: Final = 2.0
"""Grey levels: below it there is only noise."""
_APART: Final = 5
"""Pixels about a spot in which it is the best."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class FramedSpots:
    """Where frames may be, the likeliest first."""

    x_in: Floats
    y_in: Floats
    heading_deg: Floats
    """Up to a quarter turn."""


def framed_spots(view: LevelView, *, cells: int, most: int) -> Generator[None, None, FramedSpots]:
    """So many spots at most where ink in a frame is darker than paper around it, step by step."""
    shades = view.shades
    wide = round((cells + 2) * CELL_PX)
    mean = np.asarray(cv2.blur(shades, (wide, wide)))
    spread = np.asarray(cv2.blur(shades * shades, (wide, wide))) - mean**2
    spread = np.sqrt(np.maximum(spread, _LEAST_SPREAD**2))
    best = np.zeros_like(shades)
    turns = np.zeros(shades.shape, dtype=np.uint8)
    for turn in range(0, 90, _TURN_DEG):
        found = np.asarray(cv2.filter2D(shades, cv2.CV_32F, _frame(cells, turn)))
        is_better = found > best
        best[is_better], turns[is_better] = found[is_better], turn
        yield
    best /= spread
    around = np.asarray(cv2.dilate(best, np.ones((_APART, _APART), dtype=np.uint8)))
    rows, columns = np.nonzero((best >= around) & (best > 0))
    order = np.argsort(-best[rows, columns])[:most]
    rows, columns = rows[order], columns[order]
    places = view.places(columns.astype(np.float64), rows.astype(np.float64))
    # Rows of a picture run south.
    headings = -turns[rows, columns].astype(np.float64)
    return FramedSpots(x_in=places[:, 0], y_in=places[:, 1], heading_deg=headings)


@cache
def _frame(cells: int, turn_deg: int) -> Shades:
    """What to multiply a picture with: paper counts for a frame, ink against it."""
    half = cells / 2
    count = 2 * math.ceil((half + 1) * CELL_PX * 1.3) + 1
    along = (np.arange(count * _FINE) + 0.5) / _FINE - count / 2
    x, y = np.meshgrid(along / CELL_PX, along / CELL_PX)
    turn = math.radians(turn_deg)
    right = np.abs(x * math.cos(turn) + y * math.sin(turn))
    down = np.abs(y * math.cos(turn) - x * math.sin(turn))
    out = np.maximum(right, down)
    paper = _coarse((out > half) & (out < half + 1), count)
    ink = _coarse((out > half - 1) & (out <= half), count)
    frame = paper / paper.sum() - ink / ink.sum()
    return np.asarray(frame / np.linalg.norm(frame), dtype=np.float32)


def _coarse(fine: np.typing.NDArray[np.bool_], count: int) -> Floats:
    means: Floats = fine.reshape(count, _FINE, count, _FINE).mean(axis=(1, 3))
    return means
