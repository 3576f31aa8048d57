"""Which walls lie between outlined rooms and around them (PI-GEO-03 to -06)."""

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations, pairwise
from types import MappingProxyType
from typing import Final

import shapely
from shapely.ops import substring

from rules.games.paper_invasion.vocabulary import DrawnWall, Room, Spot
from rules.table.shapes import ring_fault
from rules.table.units import Inches

SIDES: Final = MappingProxyType(
    {"out-N": "north", "out-E": "east", "out-S": "south", "out-W": "west"}
)
ZONES: Final = tuple(SIDES)
"""PI-GEO-04, clockwise from north."""
TOUCHING: Final = 0.1
"""Inches that two outlines may lie apart and still have the wall between them in common."""
NORTH: Final = 5.0
"""Degrees west of north that still count as north."""
STRAIGHT: Final = 0.2
"""Inches that a drawn line may waver and still look one way."""
OVERLAP: Final = 0.3
"""Share of the smaller of two rooms that they may have in common before they are one."""
MOST_ROOMS: Final = 26
MOST_CORNERS: Final = 400
FARTHEST: Final = 100.0
"""Inches from the corner of the sheet."""


def is_zone(place: str) -> bool:
    """Whether a place lies outside."""
    return place in ZONES


@lru_cache(maxsize=2048)
def shape_of(outline: tuple[Spot, ...]) -> shapely.Polygon:
    """A room as shapely has it."""
    return shapely.Polygon(outline)


@lru_cache(maxsize=2048)
def centre_of(outline: tuple[Spot, ...]) -> Spot:
    """The middle of a room: where its paper would balance, if that lies in it."""
    shape = shape_of(outline)
    middle = shape.centroid
    inner = middle if shape.covers(middle) else shape.representative_point()
    return Inches(float(inner.x)), Inches(float(inner.y))


def bearing(start: Spot, end: Spot) -> float:
    """PI-GEO-11: degrees clockwise from north.

    >>> bearing((0.0, 0.0), (0.0, 2.0)), bearing((0.0, 0.0), (-1.0, 0.0))
    (0.0, 270.0)
    """
    found = math.degrees(math.atan2(end[0] - start[0], end[1] - start[1])) % 360
    return 0.0 if found >= 360 - 1e-9 else found


def order_from_north(start: Spot, end: Spot) -> float:
    """The same for ordering: what lies north but for a tremble of the hand comes first.

    >>> order_from_north((0.0, 0.0), (-0.05, 3.0)) < order_from_north((0.0, 0.0), (3.0, 0.0))
    True
    """
    found = bearing(start, end)
    return round(found - 360 if found > 360 - NORTH else found, 6)


def rooms_fault(rooms: Sequence[Room]) -> str | None:
    """Why these outlines are no rooms of a board, or None."""
    if len(rooms) > MOST_ROOMS:
        return f"expected at most {MOST_ROOMS} rooms, got {len(rooms)}"
    for room in rooms:
        if not 3 <= len(room.outline) <= MOST_CORNERS:
            got = f"{len(room.outline)} for {room.name}"
            return f"expected outlines of 3 to {MOST_CORNERS} corners, got {got}"
        if any(abs(each) > FARTHEST for spot in room.outline for each in spot):
            return f"expected corners within {FARTHEST:g} in, got some of {room.name} farther away"
        if fault := ring_fault(room.outline):
            return f"expected a simple outline, got {fault} for {room.name}"
    for one, other in combinations(rooms, 2):
        shapes = shape_of(one.outline), shape_of(other.outline)
        shared = shapely.intersection(*shapes).area
        if shared > OVERLAP * min(shape.area for shape in shapes):
            return f"expected rooms side by side, got {one.name} and {other.name} over each other"
    return None


def walls_of(rooms: Sequence[Room], *, least: float) -> tuple[DrawnWall, ...]:
    """Every wall between two rooms, then every wall around the board.

    Two rooms have a wall together where they share at least `least` inches; a corner is none.
    """
    inner = [
        DrawnWall(one=one.name, other=other.name, line=line)
        for one, other in combinations(rooms, 2)
        for line in _shared(one, other, least=least)
    ]
    outer = [
        DrawnWall(one=room.name, other=zone, line=line)
        for room in rooms
        for zone, line in _outward(room, rooms, least=least)
    ]
    return (*inner, *sorted(outer, key=lambda wall: (wall.one, ZONES.index(wall.other))))


def _shared(one: Room, other: Room, *, least: float) -> Iterator[tuple[Spot, ...]]:
    shape, near = shape_of(one.outline), shape_of(other.outline).buffer(TOUCHING)
    for part in _lines(shapely.intersection(shape.exterior, near)):
        # The buffer lets the line run on past both of its ends.
        if part.length - 2 * TOUCHING >= least - 1e-6:
            yield _trimmed(part)


def _trimmed(part: shapely.LineString) -> tuple[Spot, ...]:
    whole = substring(part, TOUCHING, part.length - TOUCHING)
    return _spots(shapely.simplify(whole, 0.01))


def _spots(line: shapely.Geometry) -> tuple[Spot, ...]:
    found = [(float(x), float(y)) for x, y in shapely.get_coordinates(line)]
    return tuple((Inches(round(x, 3)), Inches(round(y, 3))) for x, y in found)


def _lines(found: shapely.Geometry) -> list[shapely.LineString]:
    """The pieces of a line, those that touch one another joined."""
    parts = [p for p in shapely.get_parts(found) if isinstance(p, shapely.LineString) and p.length]
    merged = shapely.line_merge(shapely.MultiLineString(parts)) if parts else found
    return [p for p in shapely.get_parts(merged) if isinstance(p, shapely.LineString)]


def _outward(
    room: Room, rooms: Iterable[Room], *, least: float
) -> Iterator[tuple[str, tuple[Spot, ...]]]:
    """The parts of a room's edge that nobody shares, each with the zone that it looks to."""
    others = [shape_of(o.outline).buffer(TOUCHING) for o in rooms if o.name != room.name]
    shape = shapely.simplify(shape_of(room.outline), STRAIGHT)
    if shape.is_empty:
        shape = shape_of(room.outline)
    free = shapely.difference(shape.exterior, shapely.union_all(others))
    counter_clockwise = shapely.is_ccw(shape.exterior)
    for part in _lines(free):
        spots = _spots(part)
        pieces = by_side(spots, counter_clockwise=bool(counter_clockwise), least=least)
        yield from pieces


def by_side(
    spots: tuple[Spot, ...], *, counter_clockwise: bool, least: float
) -> Iterator[tuple[str, tuple[Spot, ...]]]:
    """A line parted where it turns to another side of the board; what is too short goes along."""
    runs: list[tuple[str, list[Spot]]] = []
    for start, end in pairwise(spots):
        zone = _looks_to(start, end, counter_clockwise=counter_clockwise)
        if runs and (runs[-1][0] == zone or math.dist(start, end) < least / 2):
            runs[-1][1].append(end)
        else:
            runs.append((zone, [start, end]))
    if len(runs) > 1 and runs[0][0] == runs[-1][0] and runs[0][1][0] == runs[-1][1][-1]:
        zone, last = runs.pop()
        runs[0] = (zone, [*last, *runs[0][1][1:]])
    for zone, run in runs:
        if sum(math.dist(*pair) for pair in pairwise(run)) >= least - 2 * TOUCHING:
            yield zone, tuple(run)


def _looks_to(start: Spot, end: Spot, *, counter_clockwise: bool) -> str:
    """The zone on the outer side of a piece of the edge."""
    turn = 90 if counter_clockwise else -90
    return ZONES[round(((bearing(start, end) + turn) % 360) / 90) % 4]
