"""Defines the shapes of pieces and areas, and which of them can exist."""

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np
import shapely
from numpy.typing import NDArray

from rules.table.bad_input import BadInputError
from rules.table.units import Inches

Point = tuple[Inches, Inches]
Segment = tuple[Point, Point]
Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class Disc:
    """A round base."""

    radius: Inches

    def __post_init__(self) -> None:
        _size(self.radius, "radius_in")


@dataclass(frozen=True, slots=True, kw_only=True)
class Rectangle:
    """A hull or a square: ``length`` from rear to front, ``width`` from side to side."""

    length: Inches
    width: Inches

    def __post_init__(self) -> None:
        _size(self.length, "length_in")
        _size(self.width, "width_in")


@dataclass(frozen=True, slots=True, kw_only=True)
class Polygon:
    """Any simple outline, in the piece's own frame: +x to the front, the pose's point at (0, 0)."""

    vertices: tuple[Point, ...]

    def __post_init__(self) -> None:
        if fault := ring_fault(self.vertices):
            raise BadInputError("polygon", expected="a simple outline", got=fault)


MOST_CORNERS: Final = 2000
"""Of one outline; those found in pictures have a hundred at most."""
_FARTHEST: Final = 2000.0
"""Inches; twice the longest table."""

Footprint = Disc | Rectangle | Polygon


def _size(value: float, name: str) -> None:
    if not 0 < value <= 1000:
        raise BadInputError(name, expected="more than 0 and at most 1000 inches", got=f"{value}")


def ring_fault(ring: tuple[Point, ...]) -> str | None:
    """What is wrong with an outline, or None.

    >>> ring_fault(((0, 0), (2, 0), (2, 2), (0, 2)))
    >>> ring_fault(((0, 0), (2, 2), (2, 0), (0, 2)))
    'an outline that crosses or touches itself at (1, 1)'
    >>> ring_fault(((0, 0), (1, 0)))
    '2 corners, 3 are the least'
    """
    if len(ring) > MOST_CORNERS:
        # Not even to be remembered.
        return f"{len(ring):,} corners, {MOST_CORNERS:,} are the most"
    return _ring_fault(ring)


@lru_cache(maxsize=4096)
def _ring_fault(ring: tuple[Point, ...]) -> str | None:
    if not all(math.isfinite(value) for point in ring for value in point):
        return "a corner that is not a finite number"
    if any(abs(value) > _FARTHEST for point in ring for value in point):
        return f"a corner more than {_FARTHEST:g} in away"
    if len(ring) < 3:
        return f"{len(ring)} corners, 3 are the least"
    polygon = shapely.Polygon(ring)
    if not shapely.is_valid(polygon):
        reason, _, place = str(shapely.is_valid_reason(polygon)).partition("[")
        where = ", ".join(f"{float(number):g}" for number in place.rstrip("]").split())
        return f"an outline that crosses or touches itself at ({where})" if where else reason
    if shapely.area(polygon) < 1e-6:
        return "an outline without an inside"
    return None


@lru_cache(maxsize=4096)
def polygon_of(ring: tuple[Point, ...]) -> shapely.Geometry:
    """An outline as a geometry, made once: never prepared, so safe on any thread."""
    return shapely.Polygon(ring)


def point(pair: Floats) -> Point:
    """A numpy pair as a plain point."""
    return Inches(float(pair[0])), Inches(float(pair[1]))
