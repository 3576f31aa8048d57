"""Finds the ways that a move can have taken: straight, round forbidden ground, round areas."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Final

import numpy as np
import shapely

from rules.table.measuring.path import shortest_way, way_length
from rules.table.outlines.outline import Outline
from rules.table.shapes import Floats, Point
from rules.table.snapshot import TableSize, Terrain
from rules.table.units import Inches

Way = tuple[Point, ...]

GRAZE: Final = 1e-6
"""Inches that mean nothing: rounding."""

ROUNDER: Final = 1 / math.cos(math.pi / 16)
"""An arc drawn with four sides to a quarter comes nearer than its radius by no more than this."""

_DETOUR: Final = 1.25
"""What is farther off than a way so many times as long, and so many inches, is tried later."""

Box = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Barrier:
    """Ground or a model that a way can be made to go round."""

    id: str
    solid: shapely.Geometry
    clearance: Inches = Inches(0.0)
    """How far off the centre of the mover keeps."""
    sigma: Inches = Inches(0.0)
    water: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Stretch:
    """A part of one straight leg that runs through the inside of an area."""

    low: float
    """Inches along the whole way."""
    high: float
    start: Point
    towards: Point
    """Unit vector along the leg."""


def box_of(points: Iterable[Point], *, margin: float = 0.0) -> Box:
    """The least and largest x and y: west, south, east, north."""
    xs, ys = zip(*points, strict=True)
    return min(xs) - margin, min(ys) - margin, max(xs) + margin, max(ys) + margin


def apart(one: Box, other: Box) -> bool:
    """Whether two boxes have nothing in common."""
    return one[2] < other[0] or other[2] < one[0] or one[3] < other[1] or other[3] < one[1]


def near(areas: Iterable[Terrain], box: Box) -> list[Terrain]:
    """The areas that may have something in common with a box."""
    return [area for area in areas if not apart(_box_of_outline(area.outline), box)]


@lru_cache(maxsize=1024)
def _box_of_outline(outline: tuple[Point, ...]) -> Box:
    return box_of(outline)


def direction(one: Point, other: Point) -> Point:
    """The unit vector from one point to another; nothing for a single point."""
    length = math.dist(one, other)
    if length <= 0:
        return Inches(0.0), Inches(0.0)
    return Inches((other[0] - one[0]) / length), Inches((other[1] - one[1]) / length)


def ahead(at: Point, towards: Point, *, by: float) -> Point:
    """The point so far on in that direction."""
    return Inches(at[0] + towards[0] * by), Inches(at[1] + towards[1] * by)


def legs_of(way: Way) -> list[tuple[Point, Point]]:
    """The straight parts of a way that have a length."""
    return [leg for leg in pairwise(way) if math.dist(*leg) > 1e-9]


def first_part(way: Way, *, length: float) -> Way:
    """A way up to so many inches from its start.

    >>> first_part(((0, 0), (3, 0), (3, 4)), length=5)
    ((0, 0), (3, 0), (3.0, 2.0))
    """
    kept = [way[0]]
    left = length
    for leg in legs_of(way):
        long = math.dist(*leg)
        if long >= left:
            return (*kept, ahead(leg[0], direction(*leg), by=left))
        kept.append(leg[1])
        left -= long
    return tuple(kept)


def leading_way(way: Way, *, reach: float) -> Way:
    """The way of a point that goes ``reach`` ahead of the centre, in the end straight on.

    >>> leading_way(((0, 0), (10, 0)), reach=2)
    ((2.0, 0.0), (12.0, 0.0))
    >>> leading_way(((0, 0), (10, 0), (10, 1)), reach=2)
    ((2.0, 0.0), (10, 0), (10.0, 3.0))
    """
    legs = legs_of(way)
    if not legs:
        return way
    last = ahead(legs[-1][1], direction(*legs[-1]), by=reach)
    left = reach
    legs = [*legs[:-1], (legs[-1][0], last)]
    while (long := math.dist(*legs[0])) <= left and len(legs) > 1:
        left -= long
        legs = legs[1:]
    start = ahead(legs[0][0], direction(*legs[0]), by=left)
    return (start, *(leg[1] for leg in legs))


def stretches(way: Way, solid: shapely.Geometry) -> list[Stretch]:
    """Where a way runs through a geometry, in order; legs that go on are parts of their own."""
    found: list[Stretch] = []
    walked = 0.0
    for leg in legs_of(way):
        drawn = shapely.LineString(leg)
        if shapely.intersects(solid, drawn):
            shared = shapely.intersection(solid, drawn)
            for part in shapely.get_parts(shared):
                ends = shapely.get_coordinates(part)
                low, high = sorted(math.dist(leg[0], end) for end in (ends[0], ends[-1]))
                if high - low > GRAZE and _runs_inside(ends, solid=solid):
                    found.append(
                        Stretch(
                            low=walked + low,
                            high=walked + high,
                            start=leg[0],
                            towards=direction(*leg),
                        )
                    )
        walked += math.dist(*leg)
    return sorted(found, key=lambda each: each.low)


def after_leaving(parts: Sequence[Stretch]) -> list[Stretch]:
    """Without the first run through the inside of a way that begins there, bends and all."""
    out, rest = 0.0, list(parts)
    while rest and rest[0].low <= out + GRAZE:
        out = rest.pop(0).high
    return rest


def before_ending(parts: Sequence[Stretch], *, whole: float) -> list[Stretch]:
    """Without the last run through the inside of a way that ends there, bends and all."""
    back, rest = whole, list(parts)
    while rest and rest[-1].high >= back - GRAZE:
        back = rest.pop().low
    return rest


def _runs_inside(ends: Floats, *, solid: shapely.Geometry) -> bool:
    """What only runs along an outline is not inside."""
    middle = shapely.Point((ends[0] + ends[-1]) / 2)
    return float(shapely.distance(middle, shapely.boundary(solid))) > GRAZE


def within(solid: shapely.Geometry, at: Point) -> bool:
    """Whether a point lies inside a geometry, and not just on its outline."""
    spot = shapely.Point(at)
    if not shapely.intersects(solid, spot):
        return False
    return float(shapely.distance(spot, shapely.boundary(solid))) > GRAZE


def sideways(parts: Sequence[Stretch], *, corners: Floats) -> float:
    """How far a way would have to lie to one side for these parts to miss an area."""
    worst = 0.0
    for part in parts:
        offset = corners - np.array(part.start)
        across = offset[:, 1] * part.towards[0] - offset[:, 0] * part.towards[1]
        worst = max(worst, min(float(across.max()), -float(across.min())))
    return max(0.0, worst)


def ground_of(area: Terrain) -> shapely.Geometry:
    """An area as a geometry of its own."""
    return _polygon(area.outline)


@lru_cache(maxsize=1024)
def _polygon(outline: tuple[Point, ...]) -> shapely.Geometry:
    return shapely.Polygon(outline)


def way_through(stops: Way, *, obstacles: Sequence[Barrier], table: TableSize | None) -> Way | None:
    """The shortest way over these stops that keeps off all obstacles, or None.

    An obstacle that a stop lies in is none: that it stands there is for others to judge.
    """
    way: list[Point] = [stops[0]]
    for leg in pairwise(stops):
        if math.dist(*leg) <= GRAZE:
            continue
        found = _one_leg(leg, obstacles=obstacles, table=table)
        if found is None:
            return None
        way += found[1:]
    return tuple(way) if len(way) > 1 else (stops[0], stops[-1])


def encloses(obstacle: Barrier, at: Point) -> bool:
    """Whether no way can both keep off an obstacle and come to this point."""
    return float(shapely.distance(obstacle.solid, shapely.Point(at))) <= 3 * GRAZE


def _kept_off(obstacle: Barrier, *, ends: tuple[Point, Point]) -> shapely.Geometry | None:
    """The obstacle with room for the mover's width, as far as its start and end leave any."""
    away = min(float(shapely.distance(obstacle.solid, shapely.Point(end))) for end in ends)
    if away <= 3 * GRAZE:
        return None
    room = min(obstacle.clearance * ROUNDER, away - 3 * GRAZE)
    if room <= GRAZE:
        return obstacle.solid
    return shapely.buffer(obstacle.solid, room, quad_segs=4)


def _one_leg(
    leg: tuple[Point, Point], *, obstacles: Sequence[Barrier], table: TableSize | None
) -> Way | None:
    """The shortest way from stop to stop; round far obstacles only when it gets long."""
    most = _DETOUR * math.dist(*leg) + _DETOUR
    close = _within_detour(leg, obstacles=obstacles, most=most)
    way = _round_all(leg, obstacles=close, table=table)
    # On no way that is as short as that, one comes to any of the others.
    if way is None or len(close) == len(obstacles) or length(way) <= most:
        return way
    return _round_all(leg, obstacles=obstacles, table=table)


def _within_detour(
    leg: tuple[Point, Point], *, obstacles: Sequence[Barrier], most: float
) -> list[Barrier]:
    """The obstacles that a way of at most that length may come to."""
    solids = np.array([each.solid for each in obstacles], dtype=object)
    one, other = (shapely.distance(solids, shapely.Point(end)) for end in leg)
    return [
        each
        for each, least in zip(obstacles, one + other, strict=True)
        if least <= most + 2 * ROUNDER * each.clearance
    ]


def _round_all(
    leg: tuple[Point, Point], *, obstacles: Sequence[Barrier], table: TableSize | None
) -> Way | None:
    solids = [solid for each in obstacles if (solid := _kept_off(each, ends=leg)) is not None]
    straight = shapely.LineString(leg)
    if not any(
        shapely.intersects(solid, straight)
        and shapely.length(shapely.intersection(solid, straight)) > GRAZE
        for solid in solids
    ):
        return leg
    rings = [
        Terrain(id=f"{k}", kind="obstacle", outline=outline)
        for k, outline in enumerate(_rings(solids))
    ]
    return shortest_way(leg[0], leg[1], areas=rings, table=table)


def _rings(solids: list[shapely.Geometry]) -> list[Way]:
    """The outer ring of every part that has an inside."""
    parts: list[shapely.Geometry] = [part for each in solids for part in shapely.get_parts(each)]
    rings = [shapely.get_exterior_ring(part) for part in parts if shapely.area(part) > 1e-5]
    return [tuple(map(_as_point, shapely.get_coordinates(ring)[:-1].tolist())) for ring in rings]


def _as_point(pair: list[float]) -> Point:
    return Inches(pair[0]), Inches(pair[1])


def band(leg: tuple[Point, Point], *, half: float) -> Outline:
    """The ground that a model of that half width covers between two points of its centre."""
    (x, y), side = direction(*leg), half
    across = np.array([-y, x]) * side
    one, other = np.array(leg[0], dtype=float), np.array(leg[1], dtype=float)
    corners = np.array([one - across, other - across, other + across, one + across])
    middle = (one + other) / 2
    return Outline(corners=corners, radius=0.0, centre=middle, front=other, origin=middle)


def length(way: Way) -> float:
    """The length of a way."""
    return float(way_length(way))
