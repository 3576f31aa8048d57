"""Models a lens: directions to pixels and back, with the slopes of both.

Pixels are OpenCV's: whole coordinates are centres of pixels. A direction is x and y at depth 1 in
the camera's own axes: right, down and forward.
"""

import math
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from rules.table.bad_input import BadInputError

Floats = NDArray[np.float64]

PARAMETERS: Final = ("fx", "fy", "cx", "cy", "k1", "k2", "p1", "p2", "k3")
"""Of a lens, in the order of every vector and matrix about one."""
COUNT: Final = len(PARAMETERS)
_STEPS: Final = 20
_SETTLED: Final = 1e-8
"""A step of Newton's method after which the direction is as exact as a float: what is left of it is
a share of its square."""
_FARTHEST: Final = 8.0
"""No webcam sees beyond 83 degrees from its axis, and no polynomial means anything there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lens:
    """A picture's size, focal lengths and centre in pixels, and OpenCV's five distortion terms."""

    width: int
    height: int
    fx: float
    fy: float
    cx: float
    cy: float
    k1: float = 0.0
    k2: float = 0.0
    p1: float = 0.0
    p2: float = 0.0
    k3: float = 0.0

    def __post_init__(self) -> None:
        for name in ("width", "height"):
            if not 1 <= getattr(self, name) <= 100_000:
                expected = "1 to 100000 pixels"
                raise BadInputError(name, expected=expected, got=f"{getattr(self, name)}")
        for name in PARAMETERS:
            value = getattr(self, name)
            if not math.isfinite(value) or abs(value) > 1e7:
                raise BadInputError(name, expected="a finite number", got=f"{value}")
        for name in ("fx", "fy"):
            if getattr(self, name) <= 0:
                raise BadInputError(name, expected="above 0", got=f"{getattr(self, name)}")

    @property
    def values(self) -> Floats:
        """The nine parameters in their order."""
        return np.array([getattr(self, name) for name in PARAMETERS], dtype=np.float64)

    def with_values(self, values: Floats) -> "Lens":
        """The lens of the same picture with these nine parameters."""
        named = dict(zip(PARAMETERS, map(float, values), strict=True))
        return Lens(width=self.width, height=self.height, **named)

    @property
    def matrix(self) -> Floats:
        """The 3 x 3 matrix of the intrinsics, as OpenCV takes it."""
        return np.array([[self.fx, 0.0, self.cx], [0.0, self.fy, self.cy], [0.0, 0.0, 1.0]])

    @property
    def distortion(self) -> Floats:
        """k1, k2, p1, p2, k3: OpenCV's order."""
        return self.values[4:]

    def pixels(self, rays: Floats) -> Floats:
        """Where directions (... x 2) are in the picture."""
        bent = self._bent(rays)
        return np.stack([bent[..., 0] * self.fx + self.cx, bent[..., 1] * self.fy + self.cy], -1)

    def rays(self, pixels: Floats) -> Floats:
        """The directions that pixels (... x 2) look along; NaN where the lens has no inverse."""
        pixels = np.asarray(pixels, dtype=np.float64)
        right, down = (pixels[..., 0] - self.cx) / self.fx, (pixels[..., 1] - self.cy) / self.fy
        if not self.distortion.any():
            return np.stack([right, down], -1)
        x, y, area = right, down, np.ones_like(right)
        is_off = np.zeros(right.shape, dtype=bool)
        with np.errstate(all="ignore"):
            for _ in range(_STEPS):
                (bent_x, bent_y), (by_x, by_y, across) = self._bent_with_slopes(x, y)
                off_x, off_y = bent_x - right, bent_y - down
                area = by_x * by_y - across * across
                step_x = (by_y * off_x - across * off_y) / area
                step_y = (by_x * off_y - across * off_x) / area
                x, y = x - step_x, y - step_y
                if not (np.maximum(np.abs(step_x), np.abs(step_y)) > _SETTLED).any():
                    break
            else:
                bent_x, bent_y = self._bent_at(x, y)
                is_off = np.maximum(np.abs(bent_x - right), np.abs(bent_y - down)) > 1e-9
            # Beyond the fold of the polynomial Newton's method finds a point of another branch.
            is_folded = (area <= 0) | (np.maximum(np.abs(x), np.abs(y)) > _FARTHEST)
        rays: Floats = np.stack([x, y], -1)
        rays[is_folded | is_off] = np.nan
        return rays

    def slopes(self, rays: Floats) -> Floats:
        """How pixels change with directions (... x 2 x 2)."""
        return self._in_pixels(self._bent_with_slopes(rays[..., 0], rays[..., 1])[1])

    def pixels_and_slopes(self, rays: Floats) -> tuple[Floats, Floats]:
        """Both of them, for little more than one."""
        (right, down), slopes = self._bent_with_slopes(rays[..., 0], rays[..., 1])
        pixels = np.stack([right * self.fx + self.cx, down * self.fy + self.cy], -1)
        return pixels, self._in_pixels(slopes)

    def _in_pixels(self, bent: tuple[Floats, Floats, Floats]) -> Floats:
        by_x, by_y, across = bent
        slopes = np.empty((*np.shape(by_x), 2, 2))
        slopes[..., 0, 0], slopes[..., 0, 1] = by_x * self.fx, across * self.fx
        slopes[..., 1, 0], slopes[..., 1, 1] = across * self.fy, by_y * self.fy
        return slopes

    def parameter_slopes(self, rays: Floats) -> Floats:
        """How pixels change with the nine parameters (... x 2 x 9)."""
        x, y = rays[..., 0], rays[..., 1]
        bent = self._bent(rays)
        square = x * x + y * y
        found = np.zeros((*rays.shape[:-1], 2, COUNT))
        found[..., 0, 0], found[..., 1, 1] = bent[..., 0], bent[..., 1]
        found[..., 0, 2] = found[..., 1, 3] = 1.0
        for column, radial in ((4, square), (5, square**2), (8, square**3)):
            found[..., 0, column], found[..., 1, column] = (
                self.fx * x * radial,
                self.fy * y * radial,
            )
        found[..., 0, 6], found[..., 1, 6] = self.fx * 2 * x * y, self.fy * (square + 2 * y * y)
        found[..., 0, 7], found[..., 1, 7] = self.fx * (square + 2 * x * x), self.fy * 2 * x * y
        return found

    def _bent(self, rays: Floats) -> Floats:
        return np.stack(self._bent_at(rays[..., 0], rays[..., 1]), -1)

    def _bent_at(self, x: Floats, y: Floats) -> tuple[Floats, Floats]:
        square = x * x + y * y
        factor = self._factor(x, y, square=square)
        return x * factor + self.p2 * square, y * factor + self.p1 * square

    def _bent_with_slopes(
        self, x: Floats, y: Floats
    ) -> tuple[tuple[Floats, Floats], tuple[Floats, Floats, Floats]]:
        """And the slopes: of x by x, of y by y, and of either by the other."""
        across, along = x * x, y * y
        square = across + along
        factor = self._factor(x, y, square=square)
        growth = 2 * self.k1 + square * (4 * self.k2 + square * (6 * self.k3))
        bent = x * factor + self.p2 * square, y * factor + self.p1 * square
        return bent, (
            factor + across * growth + 4 * self.p2 * x,
            factor + along * growth + 4 * self.p1 * y,
            x * y * growth + 2 * self.p1 * x + 2 * self.p2 * y,
        )

    def _factor(self, x: Floats, y: Floats, *, square: Floats) -> Floats:
        """By how much a direction of that length, squared, is bent, but for a share of the square
        that is the same whichever way it points.
        """
        radial = 1.0 + square * (self.k1 + square * (self.k2 + square * self.k3))
        factor: Floats = radial + 2 * self.p1 * y + 2 * self.p2 * x
        return factor
