"""Finds the parts of a photograph that names must leave free, and what covering them would cost.

Names go anywhere, to the pixel: a table of paper pieces leaves room in odd places, and a handful of
places around each piece would miss it. So everything is weighed at once, on a coarse raster.
"""

import math
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from api.drawing.canvas import Floats

Raster = NDArray[np.float32]

INK: Final = 30.0
"""What it costs to cover a tag, an outline, an arrow or an error, as a share of the name."""
PIECE: Final = 12.0
NUMBER: Final = 8.0
NAME: Final = 60.0
_CELLS: Final = 640
"""Across the picture."""
_SHIFT: Final = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Window:
    """A part of the raster, in cells."""

    left: int
    top: int
    right: int
    bottom: int

    def of(self, raster: Raster) -> Raster:
        return raster[self.top : self.bottom, self.left : self.right]


class FreeRoom:
    """A picture's room for names; what is drawn on it takes some away."""

    def __init__(self, *, width: int, height: int) -> None:
        self.cell = max(1.0, width / _CELLS)
        rows, columns = math.ceil(height / self.cell), math.ceil(width / self.cell)
        self._taken: Raster = np.zeros((rows, columns), dtype=np.float32)
        self._pieces: Raster = np.zeros((rows, columns), dtype=np.float32)

    def take_area(self, outline: Floats, *, cost: float) -> None:
        """Everything inside of an outline (n x 2 pixels) that must be seen."""
        np.maximum(self._taken, cost * self.filled(outline), out=self._taken)

    def take_line(self, points: Floats, *, cost: float = INK, closed: bool = False) -> None:
        drawn: Raster = np.zeros_like(self._taken)
        for part in np.split(points, np.flatnonzero(~np.isfinite(points).all(axis=1))):
            seen = part[np.isfinite(part).all(axis=1)]
            whole = closed and len(seen) == len(points)
            cv2.polylines(drawn, [self._cells(seen)], whole, (cost,), 1, cv2.LINE_8, _SHIFT)
        np.maximum(self._taken, drawn, out=self._taken)

    def take_piece(self, outline: Floats) -> None:
        """A piece, on which no name but its own should lie."""
        self._pieces += self.filled(outline)

    def take_box(self, middle: tuple[float, float], *, wide: float, high: float) -> None:
        """A name that was put there."""
        (x, y), half = middle, np.array([wide, high]) / 2
        corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half + (x, y)
        self.take_area(corners, cost=NAME)

    def filled(self, outline: Floats) -> Raster:
        """One where the outline's inside is, nothing elsewhere."""
        drawn: Raster = np.zeros_like(self._taken)
        if len(outline) and np.isfinite(outline).all():
            cv2.fillPoly(drawn, [self._cells(outline)], (1.0,), cv2.LINE_8, _SHIFT)
        return drawn

    def window(self, low: Floats, high: Floats) -> Window:
        """The cells between two corners in pixels, as far as they are in the picture."""
        rows, columns = self._taken.shape
        left, top = np.floor(np.asarray(low) / self.cell)
        right, bottom = np.ceil(np.asarray(high) / self.cell)
        return Window(
            left=int(np.clip(left, 0, columns - 1)),
            top=int(np.clip(top, 0, rows - 1)),
            right=int(np.clip(right, 1, columns)),
            bottom=int(np.clip(bottom, 1, rows)),
        )

    def costs(self, window: Window, *, own: Raster, box: tuple[int, int]) -> Raster:
        """What a name of so many cells covers if its middle is in each cell of the window."""
        foreign = np.clip(window.of(self._pieces) - own, 0.0, 1.0)
        covered = np.maximum(window.of(self._taken), PIECE * foreign)
        share: Raster = np.asarray(
            cv2.boxFilter(
                covered, cv2.CV_32F, box, normalize=True, borderType=cv2.BORDER_REPLICATE
            ),
            dtype=np.float32,
        )
        return share

    def foreign(self, window: Window, *, own: Raster) -> Raster:
        """One where another piece is."""
        return np.asarray(window.of(self._pieces) - own > 0.5, dtype=np.float32)

    def along(self, start: Floats, end: Floats) -> float:
        """What a line would cross, in heights of cells times what each of them costs."""
        spots = np.linspace(start, end, max(2, round(float(np.hypot(*(end - start))) / self.cell)))
        rows, columns = self._taken.shape
        cells = np.round(spots / self.cell).astype(int)
        x, y = np.clip(cells[:, 0], 0, columns - 1), np.clip(cells[:, 1], 0, rows - 1)
        crossed = np.maximum(self._taken[y, x], PIECE * np.minimum(self._pieces[y, x], 1.0))
        return float(crossed.sum())

    def _cells(self, points: Floats) -> NDArray[np.int32]:
        far = 4.0 * max(self._taken.shape)
        cells = np.clip(points / self.cell, -far, far)
        return np.round(cells * 2**_SHIFT).astype(np.int32)[:, None]


def least_within(raster: Raster, *, box: tuple[int, int]) -> Raster:
    """The smallest value of all cells that a box around each cell covers."""
    kernel = np.ones((box[1], box[0]), dtype=np.uint8)
    return np.asarray(cv2.erode(raster, kernel, borderType=cv2.BORDER_REPLICATE), dtype=np.float32)


def distances(mask: Raster) -> Raster:
    """Cells from each cell to the nearest of the mask; far, where there is none."""
    if not mask.any():
        return np.full_like(mask, 1e6)
    free = (mask == 0).astype(np.uint8)
    return np.asarray(cv2.distanceTransform(free, cv2.DIST_L2, 3), dtype=np.float32)
