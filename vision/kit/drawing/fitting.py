"""Finds where on a piece of paper a tag fits, and how large it can be there."""

import math
from functools import lru_cache
from typing import Final

import shapely
from shapely.geometry.base import BaseGeometry

from rules.table.shapes import Disc, Footprint, Polygon, Rectangle
from vision.kit.drawing.marks import Spot
from vision.tags.dictionary import MARGIN_CELLS, Dictionary

ROUND: Final = 128
"""Corners of a circle on paper."""
FIGURE: Final = 0.14
"""The strip across the middle that an upright figure stands on."""
_STEPS: Final = 25


def outline_on_paper(footprint: Footprint) -> tuple[Spot, ...]:
    """The footprint with its front up; its pose's point is (0, 0).

    >>> from rules.table.units import Inches
    >>> outline_on_paper(Rectangle(length=Inches(3), width=Inches(2)))
    ((-1.0, -1.5), (1.0, -1.5), (1.0, 1.5), (-1.0, 1.5))
    """
    match footprint:
        case Disc():
            angles = (2 * math.pi * step / ROUND for step in range(ROUND))
            r = float(footprint.radius)
            return tuple((r * math.cos(angle), r * math.sin(angle)) for angle in angles)
        case Rectangle():
            x, y = footprint.width / 2, footprint.length / 2
            return ((-x, -y), (x, -y), (x, y), (-x, y))
        case Polygon():
            # +x is the front, +y the left side.
            return tuple((-float(y), float(x)) for x, y in footprint.vertices)


def whole_side(size: float, dictionary: Dictionary) -> float:
    """The side of a tag with its white margin."""
    return size * (dictionary.cells + 2 * MARGIN_CELLS) / dictionary.cells


def tag_of_side(side: float, dictionary: Dictionary) -> float:
    """The tag whose margin ends at this side."""
    return side * dictionary.cells / (dictionary.cells + 2 * MARGIN_CELLS)


def halves(outline: tuple[Spot, ...], gap: float = FIGURE) -> tuple[tuple[Spot, ...], ...]:
    """The part before a figure across the middle, and the part behind it."""
    area = shapely.Polygon(outline)
    left, low, right, high = area.bounds
    front = area.intersection(shapely.box(left, gap / 2, right, high))
    rear = area.intersection(shapely.box(left, low, right, -gap / 2))
    return ring_of(front), ring_of(rear)


def ring_of(area: BaseGeometry) -> tuple[Spot, ...]:
    """The outline of the largest part; nothing where there is none."""
    parts = [part for part in shapely.get_parts(area) if isinstance(part, shapely.Polygon)]
    if not parts:
        return ()
    largest = max(parts, key=lambda part: part.area)
    return tuple((float(x), float(y)) for x, y in largest.exterior.coords[:-1])


@lru_cache(maxsize=512)
def fit(region: tuple[Spot, ...], *, side: float, preferred: Spot) -> tuple[Spot, float]:
    """The place nearest to the preferred one where a square of a side fits, and what fits at most.

    Where it fits nowhere, the place where the largest square fits.
    """
    if len(region) < 3:
        return preferred, 0.0
    area = shapely.Polygon(region).buffer(1e-6)
    left, low, right, high = area.bounds
    best, best_side = preferred, _largest(area, preferred)
    if best_side >= side:
        return best, best_side
    columns = [preferred[0]] if _is_even(region) else _steps(left, right)
    candidates = [(x, y) for x in columns for y in _steps(low, high)]
    candidates.sort(key=lambda spot: math.dist(spot, preferred))
    for spot in candidates:
        here = _largest(area, spot)
        if here >= side:
            return spot, here
        if here > best_side + 1e-9:
            best, best_side = spot, here
    return best, best_side


def _is_even(region: tuple[Spot, ...]) -> bool:
    """Whether left and right of the middle are alike, so that the middle is the place to look."""
    mirrored = shapely.Polygon([(-x, y) for x, y in region])
    area = shapely.Polygon(region)
    return bool(area.symmetric_difference(mirrored).area < 1e-6 * max(area.area, 1e-9))


def _steps(start: float, stop: float) -> list[float]:
    return [start + (stop - start) * (step + 0.5) / _STEPS for step in range(_STEPS)]


def _largest(area: BaseGeometry, centre: Spot) -> float:
    """The side of the largest upright square about a centre."""
    x, y = centre
    if not area.contains(shapely.Point(x, y)):
        return 0.0
    low, high = 0.0, 2 * max(area.bounds[2] - area.bounds[0], area.bounds[3] - area.bounds[1])
    for _ in range(22):
        half = (low + high) / 4
        if area.contains(shapely.box(x - half, y - half, x + half, y + half)):
            low = half * 2
        else:
            high = half * 2
    return low


def inside(outline: tuple[Spot, ...], points: tuple[Spot, ...], *, gap: float) -> bool:
    """Whether points lie in an outline and keep a gap to its edge."""
    area = shapely.Polygon(outline).buffer(-gap)
    return bool(area.contains(shapely.Polygon(points)))


def apart(first: tuple[Spot, ...], second: tuple[Spot, ...]) -> bool:
    """Whether two outlines share no area."""
    overlap = shapely.Polygon(first).intersection(shapely.Polygon(second))
    return bool(overlap.area < 1e-9)
