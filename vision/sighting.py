"""Defines a sighting: one tag in one frame, in pixels."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Grey = NDArray[np.uint8]
"""Rows x columns."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Sighting:
    """One tag as the detector saw it; the same number may be seen twice in a frame."""

    number: int
    corners: Floats
    """4 x 2 pixels: top left, top right, bottom right, bottom left of the tag as it is printed.

    Whole coordinates are centres of pixels.
    """
    wrong_cells: int = 0
    """How many cells the detector had to correct to read the number."""

    @property
    def centre(self) -> Floats:
        """Where the diagonals cross: the middle of the printed square in perspective."""
        a, b, c, d = self.corners
        one, other = c - a, d - b
        area = one[0] * other[1] - one[1] * other[0]
        share = ((b - a)[0] * other[1] - (b - a)[1] * other[0]) / area
        middle: Floats = a + share * one
        return middle

    @property
    def shortest_side_px(self) -> float:
        """The shortest side of the black square."""
        sides = self.corners - np.roll(self.corners, 1, axis=0)
        return float(np.hypot(sides[:, 0], sides[:, 1]).min())
