"""Models the surface that a tag lies on as pixels see it: a level plane, or the picture itself.

Around each tag the way from pixels to its surface is a cubic, fitted through the exact camera: it
is right to a thousandth of a pixel and costs a product of two small matrices.
"""

from dataclasses import dataclass, replace
from typing import Final, Protocol, Self

import numpy as np

from calibration.camera_model import CameraModel
from calibration.lens import Lens
from vision.fit.pixels.templates import Singles
from vision.sighting import Floats

TERMS: Final = 10
_NODES: Final = np.cos((2 * np.arange(4) + 1) * np.pi / 8)
"""Where a cubic is best pinned down between -1 and 1."""
_SPREAD: Final = 0.9
"""Sides from a tag's middle to the outermost nodes: its margin, and a step or two aside."""
_RIDGE: Final = 1e-12
"""Keeps the cubic solvable for a tag that is seen edge on."""


class Surface(Protocol):
    """n tags, each with a surface of its own; k points of each."""

    def pixels(self, points: Floats) -> Floats:
        """Where points of the surfaces (n x k x 2) are in the picture."""
        ...

    def points(self, pixels: Floats) -> Floats:
        """The points (n x k x 2) of the surfaces that pixels show."""
        ...

    def taken(self, chosen: list[int]) -> Self:
        """The surfaces of these tags, in this order."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class LevelPlanes:
    """Level planes at heights over the table, in inches."""

    camera: CameraModel
    heights: Floats

    def pixels(self, points: Floats) -> Floats:
        level = np.broadcast_to(self.heights[:, None, None], (*points.shape[:2], 1))
        return self.camera.pixels(np.concatenate([points, level], axis=2))

    def points(self, pixels: Floats) -> Floats:
        level = np.broadcast_to(self.heights[:, None], pixels.shape[:2])
        return self.camera.places(pixels, height=np.asarray(level))

    def taken(self, chosen: list[int]) -> Self:
        return replace(self, heights=self.heights[chosen])


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ThePicture:
    """The picture itself, straightened where the lens is known."""

    lens: Lens | None = None

    def pixels(self, points: Floats) -> Floats:
        return points if self.lens is None else self.lens.pixels(points)

    def points(self, pixels: Floats) -> Floats:
        return pixels if self.lens is None else self.lens.rays(pixels)

    def taken(self, chosen: list[int]) -> Self:  # noqa: ARG002 - the picture is the same for all
        return self


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Neighbourhoods:
    """The cubics of n tags.

    ``surface - origin = coefficients @ terms((pixel - middle) / reach)``
    """

    middle: Floats
    """n x 2 pixels."""
    reach: Floats
    """n pixels."""
    origin: Floats
    """n x 2, on the surface."""
    coefficients: Floats
    """n x 2 x 10."""


def neighbourhoods(surface: Surface, corners: Floats) -> Neighbourhoods:
    """The ways around tags whose corners (n x 4 x 2) are on their surfaces.

    They are found the other way round, from the surface to pixels, which needs no iteration.
    """
    origin = corners.mean(axis=1)
    right, down = corners[:, 1:2] - corners[:, :1], corners[:, 3:] - corners[:, :1]
    spots = _SPREAD * _NODES
    along, across = np.meshgrid(spots, spots)
    nodes = right * along.ravel()[:, None] + down * across.ravel()[:, None]
    seen = surface.pixels(origin[:, None] + nodes)
    low, high = seen.min(axis=1), seen.max(axis=1)
    middle, reach = (low + high) / 2, np.maximum((high - low).max(axis=1) / 2, 1.0)
    at = (seen - middle[:, None]) / reach[:, None, None]
    known = terms(at.reshape(-1, 2).T).reshape(TERMS, *at.shape[:2]).transpose(1, 0, 2)
    normal = known @ known.transpose(0, 2, 1) + _RIDGE * np.eye(TERMS)
    fitted = np.linalg.solve(normal, known @ nodes).transpose(0, 2, 1)
    return Neighbourhoods(
        middle=middle, reach=reach, origin=origin, coefficients=np.asarray(fitted, np.float64)
    )


def terms(at: Floats | Singles) -> Floats | Singles:
    """The ten terms of a cubic (10 x n) at points (2 x n)."""
    x, y = at
    found = np.empty((TERMS, x.size), dtype=at.dtype)
    found[0], found[1], found[2] = 1, x, y
    found[3], found[4], found[5] = x * x, x * y, y * y
    found[6], found[7], found[8], found[9] = found[3] * x, found[3] * y, x * found[5], y * found[5]
    return found
