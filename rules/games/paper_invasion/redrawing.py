"""How a board changes its rooms: renamed, joined, cut in two, left out, or one more beside them."""

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final

import shapely
from shapely.ops import split

from rules.games.paper_invasion.board import LETTERS, FloorPlan, across, middle_of, named_walls
from rules.games.paper_invasion.outlines import (
    TOUCHING,
    ZONES,
    by_side,
    is_zone,
    shape_of,
    walls_of,
)
from rules.games.paper_invasion.vocabulary import DrawnWall, ReadingDoubt, Room, Spot, Wall
from rules.table.units import Inches

DEEP: Final = 1.2
"""Inches that a room beyond an outer wall reaches out."""
INSET: Final = 0.15
"""Inches by which it is narrower than its wall, so that it meets no other room."""
KEPT: Final = 0.4
"""Share of a room that has to be left of it."""
SAME: Final = 0.3
"""Inches between two ends of lines that go on into one another."""
LEAST_RADIUS: Final = 0.2
"""Inches: in anything narrower no token fits."""
FAR: Final = 200.0
HAIR: Final = 0.01
"""Inches by which a cut runs on over the lines that it ends at."""


def next_letter(board: FloorPlan) -> str:
    """The first letter that no room has; nothing where all are taken."""
    return next((letter for letter in LETTERS if letter not in board.names), "")


def renamed(board: FloorPlan, names: Mapping[str, str]) -> FloorPlan:
    """The board with other letters; walls are named anew."""
    rooms = tuple(replace(room, name=names.get(room.name, room.name)) for room in board.rooms)
    walls = [
        _drawn(wall, one=names.get(wall.one, wall.one), other=names.get(wall.other, wall.other))
        for wall in board.walls
    ]
    return FloorPlan(rooms=rooms, walls=named_walls(walls))


def _drawn(wall: Wall, *, one: str = "", other: str = "") -> DrawnWall:
    """A wall without its name, with the same places beside it unless others are said."""
    one, other = one or wall.one, other or wall.other
    return DrawnWall(one=one, other=other, line=wall.line, state=wall.state)


def joined(board: FloorPlan, room: str, *, other: str) -> FloorPlan | None:
    """The board without the walls between two rooms; None where they make no single room."""
    shapes = [shape_of(board.room(name).outline).buffer(TOUCHING) for name in (room, other)]
    whole = shapely.union_all(shapes).buffer(-TOUCHING, join_style="mitre")
    outline = outline_of(whole)
    if outline is None:
        return None
    rooms = tuple(
        replace(each, outline=outline) if each.name == room else each
        for each in board.rooms
        if each.name != other
    )
    walls: list[DrawnWall] = []
    for wall in board.walls:
        sides = tuple(room if side == other else side for side in (wall.one, wall.other))
        if sides[0] != sides[1]:
            _lengthen(walls, _drawn(wall, one=sides[0], other=sides[1]))
    return FloorPlan(rooms=rooms, walls=named_walls(walls))


def _lengthen(walls: list[DrawnWall], more: DrawnWall) -> None:
    """Add a wall, as the rest of one that it goes on from where there is such a one."""
    for index, wall in enumerate(walls):
        same = {wall.one, wall.other} == {more.one, more.other} and wall.state is more.state
        line = _joint(wall.line, more.line) if same else None
        if line is not None:
            walls[index] = replace(wall, line=line)
            return
    walls.append(more)


def _joint(one: tuple[Spot, ...], other: tuple[Spot, ...]) -> tuple[Spot, ...] | None:
    for first in (one, one[::-1]):
        for second in (other, other[::-1]):
            if math.dist(first[-1], second[0]) <= SAME:
                return (*first, *second)
    return None


def outline_of(shape: shapely.Geometry) -> tuple[Spot, ...] | None:
    """The outline of a single shape without holes, or None."""
    parts = [part for part in shapely.get_parts(shape) if part.area > TOUCHING**2]
    if len(parts) != 1 or not isinstance(parts[0], shapely.Polygon):
        return None
    simple = shapely.simplify(parts[0], 0.01)
    if simple.is_empty or not simple.is_valid:
        return None
    found = shapely.get_coordinates(simple.exterior)[:-1]
    return tuple((Inches(round(float(x), 3)), Inches(round(float(y), 3))) for x, y in found)


def cut_in_two(board: FloorPlan, room: str, *, least: float) -> FloorPlan | None:
    """The room cut across its longer side: it keeps the part to the north or the west."""
    shape = shape_of(board.room(room).outline)
    x0, y0, x1, y1 = shape.bounds
    middle = shape.centroid
    far = x1 - x0 + y1 - y0
    if x1 - x0 >= y1 - y0:
        taken = shapely.box(middle.x, y0 - far, x1 + far, y1 + far)
    else:
        taken = shapely.box(x0 - far, y0 - far, x1 + far, middle.y)
    part = outline_of(shapely.intersection(shape, taken))
    return None if part is None else outlined(board, room, outline=part, least=least)


def room_beyond(board: FloorPlan, wall: Wall, *, least: float) -> FloorPlan | None:
    """A room outside an outer wall, a little narrower than the wall is long."""
    zone = wall.other
    turn = math.radians(90 - 90 * ZONES.index(zone))
    away = (DEEP * math.cos(turn), DEEP * math.sin(turn))
    (x0, y0), (x1, y1) = wall.line[0], wall.line[-1]
    length = math.dist((x0, y0), (x1, y1))
    if length < least + 2 * INSET:
        return None
    step = INSET / length
    a = (x0 + step * (x1 - x0), y0 + step * (y1 - y0))
    b = (x1 - step * (x1 - x0), y1 - step * (y1 - y0))
    ring = shapely.Polygon(
        [a, b, (b[0] + away[0], b[1] + away[1]), (a[0] + away[0], a[1] + away[1])]
    )
    inside = shapely.union_all([shape_of(room.outline) for room in board.rooms])
    # A wall that is not straight lies partly in the way.
    outline = outline_of(shapely.difference(ring, inside))
    return None if outline is None else outlined(board, wall.one, outline=outline, least=least)


def outlined(
    board: FloorPlan, room: str, *, outline: tuple[Spot, ...], least: float
) -> FloorPlan | None:
    """The board with one more room of that outline next to a room; None where that cannot be.

    What it covers of other rooms is taken from them; nearly all of a room cannot be taken.
    """
    letter = next_letter(board)
    shape = shape_of(outline)
    rooms, changed = [], {letter}
    for each in board.rooms:
        old = shape_of(each.outline)
        left = shapely.difference(old, shape)
        if left.area >= old.area - TOUCHING**2:
            rooms.append(each)
            continue
        rest = outline_of(left)
        if rest is None or left.area < KEPT * old.area:
            return None
        rooms.append(replace(each, outline=rest))
        changed.add(each.name)
    rooms.append(Room(name=letter, outline=outline))
    grown = _regrown(board, rooms, changed=changed | {room}, parent=room, least=least)
    return grown if letter and grown.between(room, letter) else None


def _regrown(
    board: FloorPlan, rooms: Sequence[Room], *, changed: Collection[str], parent: str, least: float
) -> FloorPlan:
    """The walls anew about what has changed, each in the state of the line that it was."""
    letter = rooms[-1].name
    kept = [
        _drawn(wall)
        for wall in board.walls
        if wall.one not in changed and wall.other not in changed
    ]
    fresh = [wall for wall in walls_of(rooms, least=least) if {wall.one, wall.other} & set(changed)]
    made = named_walls([*kept, *fresh])
    walls = tuple(_as_before(wall, board, letter=letter, parent=parent) for wall in made)
    return FloorPlan(rooms=tuple(rooms), walls=walls)


def _as_before(wall: Wall, board: FloorPlan, *, letter: str, parent: str) -> Wall:
    old = _was(wall, board, letter=letter, parent=parent)
    return wall if old is None else replace(wall, state=old.state, sealed=old.sealed)


def _was(wall: Wall, board: FloorPlan, *, letter: str, parent: str) -> Wall | None:
    """The line of the old board that this wall is, or None for a new one."""
    if letter in {wall.one, wall.other}:
        place = wall.other if wall.one == letter else wall.one
        # Where it was cut off, its walls were the other room's; where it lies outside, the wall to
        # the room was that room's outer wall.
        near = [w for w in board.walls if place in {w.one, w.other} and parent in {w.one, w.other}]
        if place == parent:
            near = [w for w in board.walls if parent == w.one and is_zone(w.other)]
        near = [w for w in near if _lies_on(wall, w)]
    else:
        near = list(board.between(wall.one, wall.other))
    return min(near, key=lambda each: _apart(each, wall), default=None)


def _apart(one: Wall, other: Wall) -> float:
    return math.dist(middle_of(one), middle_of(other))


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
    return (end[0] + by * (end[0] - start[0]) / far, end[1] + by * (end[1] - start[1]) / far)


def left_out(board: FloorPlan, room: str, *, least: float) -> FloorPlan:
    """The board without a room: its walls to other rooms part those from the outside."""
    walls = [_drawn(wall) for wall in board.walls if room not in {wall.one, wall.other}]
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
