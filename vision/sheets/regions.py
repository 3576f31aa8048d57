"""Finds the closed regions that lines divide a sheet into, and the lines they share."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import cv2
import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.ops import substring

from vision.sheets.found_sheet import PX_PER_IN, ROUND
from vision.sheets.plan import SheetPlan
from vision.sheets.strokes import Mask
from vision.sighting import Floats

Spot = tuple[float, float]
SIDES: Final = ("N", "E", "S", "W")
TOUCHING: Final = 0.06
"""Inches that two outlines of neighbours may lie apart once their corners were smoothed."""
SMOOTH: Final = 0.025
"""Inches by which a smoothed outline may be off the seen one."""
COURSE: Final = 0.12
"""Inches by which a line may waver and still look to one side."""
TURN: Final = 0.3
"""Inches: a piece of line so short is part of the one that it turns off."""
ASLANT: Final = 0.5
"""The same of a piece that runs aslant: so a line cuts a corner, or goes over to its second one."""
NARROW: Final = 0.24
"""Inches across: nothing so narrow leads from one region to another."""
LEAST_RADIUS: Final = 0.2
"""Inches: in anything narrower no token fits; it is the room between two lines of a wall."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Region:
    """A closed region, in inches of the sheet."""

    outline: tuple[Spot, ...]
    shape: shapely.Polygon
    radius_in: float
    """Of the largest disc that fits."""

    @property
    def middle(self) -> Spot:
        """A point well inside."""
        middle = self.shape.centroid
        point = middle if shapely.covers(self.shape, middle) else self.shape.representative_point()
        return float(point.x), float(point.y)


@dataclass(frozen=True, slots=True, kw_only=True)
class Border:
    """A piece of line that a region shares: with another one, or with the outside on a side."""

    one: int
    other: int | str
    line: tuple[Spot, ...]
    clear: bool = True
    """Whether it surely looks to that side; a line at half a right angle does not."""

    @property
    def long_in(self) -> float:
        return sum(math.dist(*pair) for pair in pairwise(self.line))


def regions_of(wall: Mask, plan: SheetPlan) -> tuple[Region, ...]:
    """The regions that are closed on all sides, each grown up to the middle of its lines."""
    # What lies between two lines of one wall is narrow, and neither a room nor a way out of one.
    across = 2 * round(NARROW / 2 * PX_PER_IN) + 1
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (across, across))
    free = cv2.morphologyEx((~wall).astype(np.uint8), cv2.MORPH_OPEN, disc)
    count, found_parts = cv2.connectedComponents(free, connectivity=4)
    parts = np.asarray(found_parts, dtype=np.int32)
    grown, radii = _grown(parts, count)
    outside = int(parts[0, 0])
    found = []
    for number, radius in radii.items():
        if number == outside:
            continue
        outline = _outline(grown == number, plan)
        if outline is not None:
            found.append(Region(outline=outline, shape=shapely.Polygon(outline), radius_in=radius))
    # In reading order: row by row from the top, each from the left.
    return tuple(sorted(found, key=lambda r: (-round(r.middle[1] / 0.8), r.middle[0])))


def _grown(parts: NDArray[np.int32], count: int) -> tuple[NDArray[np.int32], dict[int, float]]:
    """Labels that reach up to one another, and the radius of each that is wide enough."""
    free = (parts > 0).astype(np.uint8)
    depth = cv2.distanceTransform(free, cv2.DIST_L2, 5)
    radii: dict[int, float] = {}
    kept = np.zeros_like(parts)
    for number in range(1, count):
        inside = parts == number
        radius = float(depth[inside].max()) / PX_PER_IN if inside.any() else 0.0
        if radius >= LEAST_RADIUS:
            radii[number] = radius
            kept[inside] = number
    blank = (kept == 0).astype(np.uint8)
    _, nearest = cv2.distanceTransformWithLabels(
        blank, cv2.DIST_L2, 5, labelType=cv2.DIST_LABEL_PIXEL
    )
    by_label = np.zeros(int(nearest.max()) + 1, dtype=np.int32)
    by_label[nearest[kept > 0]] = kept[kept > 0]
    return by_label[nearest], radii


def _outline(mask: Mask, plan: SheetPlan) -> tuple[Spot, ...] | None:
    contours, _ = cv2.findContours(mask.astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    contour = max(contours, key=cv2.contourArea)
    simple = cv2.approxPolyDP(contour, SMOOTH * PX_PER_IN, closed=True)
    spots = in_inches(np.asarray(simple, dtype=np.float64).reshape(-1, 2), plan)
    shape = shapely.Polygon(spots) if len(spots) >= 3 else shapely.Polygon()
    if not shape.is_valid or shape.is_empty:
        return None
    return tuple((round(float(x), 3), round(float(y), 3)) for x, y in spots)


def in_inches(pixels: Floats, plan: SheetPlan) -> Floats:
    """Points (n x 2) of the straightened picture as inches on the sheet."""
    x = (pixels[:, 0] + 0.5) / PX_PER_IN - ROUND
    y = plan.depth_in + ROUND - (pixels[:, 1] + 0.5) / PX_PER_IN
    return np.stack([x, y], axis=1)


def in_pixels(spots: Floats, plan: SheetPlan) -> Floats:
    """Points (n x 2) of the sheet as pixels of the straightened picture."""
    x = (spots[:, 0] + ROUND) * PX_PER_IN - 0.5
    y = (plan.depth_in + ROUND - spots[:, 1]) * PX_PER_IN - 0.5
    return np.stack([x, y], axis=1)


# --- what they share -----------------------------------------------------------------------------


def borders_of(regions: tuple[Region, ...], *, least_in: float) -> tuple[Border, ...]:
    """Every line that two regions share over that length, then every line around them all."""
    inner = [
        Border(one=m, other=n, line=line)
        for m, one in enumerate(regions)
        for n, other in enumerate(regions)
        if m < n
        for line in _shared(one.shape, other.shape, least=least_in)
    ]
    outer = [border for m in range(len(regions)) for border in _outer(regions, m, least=least_in)]
    return (*inner, *outer)


def _shared(
    one: shapely.Polygon, other: shapely.Polygon, *, least: float
) -> Iterator[tuple[Spot, ...]]:
    near = other.buffer(TOUCHING)
    for part in _lines(shapely.intersection(one.exterior, near)):
        # The buffer lets the line run on past both of its ends.
        if part.length - 2 * TOUCHING >= least:
            yield _spots(substring(part, TOUCHING, part.length - TOUCHING))


def _lines(found: shapely.Geometry) -> list[shapely.LineString]:
    parts = [p for p in shapely.get_parts(found) if isinstance(p, shapely.LineString) and p.length]
    merged = shapely.line_merge(shapely.MultiLineString(parts)) if parts else found
    return [p for p in shapely.get_parts(merged) if isinstance(p, shapely.LineString)]


def _spots(line: shapely.Geometry) -> tuple[Spot, ...]:
    found = shapely.get_coordinates(shapely.simplify(line, 0.01))
    return tuple((round(float(x), 3), round(float(y), 3)) for x, y in found)


def _outer(regions: tuple[Region, ...], which: int, *, least: float) -> Iterator[Border]:
    """The edge that nobody shares, parted where it turns to another side."""
    others = [each.shape.buffer(TOUCHING) for n, each in enumerate(regions) if n != which]
    edge = regions[which].shape.exterior
    ring = edge if shapely.is_ccw(edge) else edge.reverse()
    for part in _lines(shapely.difference(ring, shapely.union_all(others))):
        # The general course of a line, not its tremble, decides which side it faces.
        for side, run, clear in _runs(_spots(shapely.simplify(part, COURSE))):
            border = Border(one=which, other=side, line=run, clear=clear)
            if border.long_in >= least - 2 * TOUCHING:
                yield border


def _runs(spots: tuple[Spot, ...]) -> list[tuple[str, tuple[Spot, ...], bool]]:
    found: list[tuple[str, list[Spot], bool]] = []
    turning = list(spots[:1])
    for start, end in pairwise(spots):
        side, clear = _side(start, end)
        if math.dist(start, end) < (TURN if clear else ASLANT):
            if found:
                found[-1][1].append(end)
            else:
                turning.append(end)
        elif found and found[-1][0] == side:
            _, run, so_far = found[-1]
            found[-1] = (side, [*run, end], so_far and clear)
        else:
            found.append((side, [*([start] if found else turning), end], clear))
    if not found and turning:
        side, clear = _side(spots[0], spots[-1])
        return [(side, spots, clear)]
    if len(found) > 1 and found[0][0] == found[-1][0] and found[0][1][0] == found[-1][1][-1]:
        side, run, clear = found.pop()
        found[0] = (side, [*run, *found[0][1][1:]], clear and found[0][2])
    return [(side, tuple(run), clear) for side, run, clear in found]


def _side(start: Spot, end: Spot) -> tuple[str, bool]:
    """Which side of the sheet lies to the right of a line, and whether that is clear."""
    bearing = math.degrees(math.atan2(end[0] - start[0], end[1] - start[1]))
    outward = (bearing + 90) % 360
    nearest = round(outward / 90) % 4
    off = abs((outward - 90 * nearest + 180) % 360 - 180)
    return SIDES[nearest], off <= 35
