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
_SETTLED: Final = 1e-13
"""A step of Newton's method after which the direction is as exact as a float."""
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
        bent = np.stack(
            [(pixels[..., 0] - self.cx) / self.fx, (pixels[..., 1] - self.cy) / self.fy], -1
        )
        if not self.distortion.any():
            return bent
        rays = bent.copy()
        with np.errstate(all="ignore"):
            for _ in range(_STEPS):
                step, _ = self._newton(rays, bent)
                rays -= step
                if not np.nanmax(np.abs(step), initial=0.0) > _SETTLED:
                    break
            # Beyond the fold of the polynomial Newton's method finds a point of another branch.
            _, area = self._newton(rays, bent)
            is_folded = (area <= 0) | (np.abs(rays).max(axis=-1) > _FARTHEST)
            is_off = np.abs(self._bent(rays) - bent).max(axis=-1) > 1e-9
        rays[is_folded | is_off] = np.nan
        return rays

    def _newton(self, rays: Floats, bent: Floats) -> tuple[Floats, Floats]:
        """The next step from directions to what the lens bends so, and the slope's determinant."""
        slope = self._bent_slopes(rays)
        off = self._bent(rays) - bent
        area: Floats = slope[..., 0, 0] * slope[..., 1, 1] - slope[..., 0, 1] * slope[..., 1, 0]
        step = np.stack(
            [
                slope[..., 1, 1] * off[..., 0] - slope[..., 0, 1] * off[..., 1],
                slope[..., 0, 0] * off[..., 1] - slope[..., 1, 0] * off[..., 0],
            ],
            -1,
        )
        return step / area[..., None], area

    def slopes(self, rays: Floats) -> Floats:
        """How pixels change with directions (... x 2 x 2)."""
        slopes: Floats = self._bent_slopes(rays) * np.array([[self.fx], [self.fy]])
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

    def _radial(self, square: Floats) -> Floats:
        radial: Floats = 1.0 + square * (self.k1 + square * (self.k2 + square * self.k3))
        return radial

    def _bent(self, rays: Floats) -> Floats:
        x, y = rays[..., 0], rays[..., 1]
        square = x * x + y * y
        radial = self._radial(square)
        return np.stack(
            [
                x * radial + 2 * self.p1 * x * y + self.p2 * (square + 2 * x * x),
                y * radial + self.p1 * (square + 2 * y * y) + 2 * self.p2 * x * y,
            ],
            -1,
        )

    def _bent_slopes(self, rays: Floats) -> Floats:
        x, y = rays[..., 0], rays[..., 1]
        square = x * x + y * y
        radial = self._radial(square)
        growth = self.k1 + square * (2 * self.k2 + square * 3 * self.k3)
        found = np.empty((*rays.shape[:-1], 2, 2))
        found[..., 0, 0] = radial + 2 * x * x * growth + 2 * self.p1 * y + 6 * self.p2 * x
        found[..., 1, 1] = radial + 2 * y * y * growth + 6 * self.p1 * y + 2 * self.p2 * x
        found[..., 0, 1] = 2 * x * y * growth + 2 * self.p1 * x + 2 * self.p2 * y
        found[..., 1, 0] = found[..., 0, 1]
        return found
