"""How a board that was read is redrawn: a line that is missing, a region that is no room."""

import math
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final

import shapely
from shapely.ops import split

from rules.games.paper_invasion.board import FloorPlan, across, middle_of, named_walls
from rules.games.paper_invasion.growth import outline_of, outlined
from rules.games.paper_invasion.outlines import TOUCHING, by_side, shape_of
from rules.games.paper_invasion.vocabulary import DrawnWall, ReadingDoubt, Spot, Wall

LEAST_RADIUS: Final = 0.2
"""Inches: in anything narrower no token fits."""
FAR: Final = 200.0
HAIR: Final = 0.01
"""Inches by which a cut runs on over the lines that it ends at."""


def room_under(board: FloorPlan, line: Sequence[Spot]) -> str:
    """The room that most of a line lies in; nothing where it lies in none."""
    drawn = shapely.LineString(line)
    shares = {
        room.name: shapely.intersection(shape_of(room.outline), drawn).length
        for room in board.rooms
    }
    name = max(shares, key=lambda each: shares[each], default="")
    return name if name and shares[name] > 0 else ""


def cut_along(
    board: FloorPlan, room: str, *, line: Sequence[Spot], least: float
) -> FloorPlan | None:
    """The room cut in two by a line, which goes on at both ends up to the room's own lines.

    The larger part keeps the letter. None where the line does not part the room in two.
    """
    shape = shape_of(board.room(room).outline)
    drawn = shapely.LineString(line)
    parts = shapely.get_parts(shapely.intersection(shape, shapely.LineString(_run_on(line))))
    inside = [part for part in parts if isinstance(part, shapely.LineString) and part.length]
    if not inside:
        return None
    cut = max(inside, key=lambda part: float(shapely.intersection(part.buffer(HAIR), drawn).length))
    halves = [
        part
        for part in shapely.get_parts(split(shape, shapely.LineString(_lengthened(cut))))
        if part.area > TOUCHING**2
    ]
    if len(halves) != 2 or not all(_is_wide(half) for half in halves):
        return None
    outline = outline_of(min(halves, key=lambda half: float(half.area)))
    return None if outline is None else outlined(board, room, outline=outline, least=least)


def _is_wide(half: shapely.Geometry) -> bool:
    return not shapely.is_empty(shapely.buffer(half, -LEAST_RADIUS))


def _run_on(line: Sequence[Spot]) -> list[tuple[float, float]]:
    """The line with both of its ends far away."""
    return [_beyond(line[1], line[0], by=FAR), *line, _beyond(line[-2], line[-1], by=FAR)]


def _lengthened(cut: shapely.LineString) -> list[tuple[float, float]]:
    spots = [(float(x), float(y)) for x, y in shapely.get_coordinates(cut)]
    return [
        _beyond(spots[1], spots[0], by=HAIR),
        *spots[1:-1],
        _beyond(spots[-2], spots[-1], by=HAIR),
    ]


def _beyond(
    start: tuple[float, float], end: tuple[float, float], *, by: float
) -> tuple[float, float]:
    far = math.dist(start, end) or 1.0
    return (
        end[0] + by * (end[0] - start[0]) / far,
        end[1] + by * (end[1] - start[1]) / far,
    )


def left_out(board: FloorPlan, room: str, *, least: float) -> FloorPlan:
    """The board without a room: its walls to other rooms part those from the outside."""
    walls = [
        DrawnWall(one=wall.one, other=wall.other, line=wall.line, state=wall.state)
        for wall in board.walls
        if room not in {wall.one, wall.other}
    ]
    for wall in board.walls:
        other = across(wall, room)
        if room in {wall.one, wall.other} and other in board.names:
            walls += _outward(board, wall, room=other, least=least)
    rooms = tuple(each for each in board.rooms if each.name != room)
    return FloorPlan(rooms=rooms, walls=named_walls(walls))


def _outward(board: FloorPlan, wall: Wall, *, room: str, least: float) -> list[DrawnWall]:
    """A wall of a room as an outer one, parted where it turns to another side."""
    outline = shape_of(board.room(room).outline)
    found = by_side(wall.line, counter_clockwise=_is_left(outline, wall.line), least=least)
    return [DrawnWall(one=room, other=zone, line=line, state=wall.state) for zone, line in found]


def _is_left(outline: shapely.Polygon, line: Sequence[Spot]) -> bool:
    """Whether a shape lies to the left of a line on its edge."""
    start, end = max(pairwise(line), key=lambda pair: math.dist(*pair))
    long = math.dist(start, end) or 1.0
    aside = (-(end[1] - start[1]) / long, (end[0] - start[0]) / long)
    middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
    probes = [
        shapely.Point(
            middle[0] + sign * 2 * TOUCHING * aside[0], middle[1] + sign * 2 * TOUCHING * aside[1]
        )
        for sign in (1, -1)
    ]
    gaps = [float(shapely.distance(outline, probe)) for probe in probes]
    return gaps[0] <= gaps[1]


def still_doubted(
    doubts: Sequence[ReadingDoubt], *, before: FloorPlan, after: FloorPlan
) -> tuple[ReadingDoubt, ...]:
    """What is left to be looked at: a doubted wall stays one under whatever name it has now."""
    found: list[ReadingDoubt] = []
    for doubt in doubts:
        wall = before.wall(doubt.subject)
        if wall is None:
            found += [doubt] if doubt.subject in after.names else []
            continue
        heir = _heir(wall, after)
        found += [] if heir is None else [replace(doubt, subject=heir.id)]
    return tuple({doubt.subject: doubt for doubt in found}.values())


def _heir(wall: Wall, after: FloorPlan) -> Wall | None:
    """The wall that lies where this one lay."""
    near = [each for each in after.walls if _lies_on(each, wall) or _lies_on(wall, each)]
    return min(near, key=lambda each: math.dist(middle_of(each), middle_of(wall)), default=None)


def _lies_on(wall: Wall, other: Wall) -> bool:
    line = shapely.LineString(other.line)
    return bool(shapely.distance(line, shapely.Point(middle_of(wall))) <= 2 * TOUCHING)
