"""The board as a graph: rooms, zones outside, and the walls between (PI-GEO, PI-WALL)."""

import math
import string
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from typing import Final

from rules.games.paper_invasion.outlines import (
    SIDES,
    ZONES,
    centre_of,
    is_zone,
    order_from_north,
    walls_of,
)
from rules.games.paper_invasion.vocabulary import DrawnWall, Room, Spot, Wall, WallState
from rules.referee.toolkit.phrases import capital
from rules.table.units import Inches

LETTERS: Final = string.ascii_lowercase


@dataclass(frozen=True, slots=True, kw_only=True)
class FloorPlan:
    """Rooms and walls; places are rooms and the four zones outside."""

    rooms: tuple[Room, ...]
    walls: tuple[Wall, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """The letters of the rooms."""
        return tuple(room.name for room in self.rooms)

    def room(self, name: str) -> Room:
        """A room by its letter."""
        return next(room for room in self.rooms if room.name == name)

    def wall(self, name: str) -> Wall | None:
        """A wall by its name, whichever of its sides is named first."""
        wanted = {name, _turned(name)}
        return next((wall for wall in self.walls if wall.id in wanted), None)

    def has(self, place: str) -> bool:
        """Whether there is such a room or zone."""
        return is_zone(place) or place in self.names

    def walls_of(self, place: str) -> tuple[Wall, ...]:
        """PI-GEO-11: all walls of a place; of a room clockwise from north by their middles."""
        own = [wall for wall in self.walls if place in {wall.one, wall.other}]
        if is_zone(place):
            return tuple(own)
        outline = self.room(place).outline
        return tuple(sorted(own, key=lambda wall: _turn_of(outline, wall.line)))

    def neighbours(self, place: str) -> tuple[str, ...]:
        """PI-GEO-03 and -11: the places behind its walls, clockwise from north."""
        found = list(dict.fromkeys(across(wall, place) for wall in self.walls_of(place)))
        if is_zone(place):
            return tuple(sorted(found))
        return tuple(sorted(found, key=lambda each: self._turn_to(each, self.centre(place))))

    def _turn_to(self, place: str, centre: Spot) -> float:
        """Where a place lies from the middle of a room; a zone lies exactly on its side."""
        if is_zone(place):
            return 90.0 * ZONES.index(place)
        return order_from_north(centre, self.centre(place))

    def between(self, one: str, other: str) -> tuple[Wall, ...]:
        """Every wall that two places share."""
        return tuple(wall for wall in self.walls if {wall.one, wall.other} == {one, other})

    def centre(self, room: str) -> Spot:
        """The middle of a room."""
        return centre_of(self.room(room).outline)

    def rings(self, room: str) -> tuple[str, ...]:
        """PI-EVT-06: the room itself, its neighbours clockwise from north, theirs, and so on."""
        centre = self.centre(room)
        found, edge = [room], [room]
        while edge:
            beyond = {
                name
                for place in edge
                for name in self.neighbours(place)
                if not is_zone(name) and name not in found
            }
            # Rooms have names, so that two with one bearing have an order too.
            edge = sorted(
                beyond, key=lambda each: (order_from_north(centre, self.centre(each)), each)
            )
            found += edge
        return tuple(found)

    def with_wall(self, wall: Wall) -> "FloorPlan":
        """The board with one wall changed."""
        walls = tuple(wall if each.id == wall.id else each for each in self.walls)
        return replace(self, walls=walls)


def across(wall: Wall, place: str) -> str:
    """What lies on the other side of a wall."""
    return wall.other if wall.one == place else wall.one


def is_outer(wall: Wall) -> bool:
    """Whether it parts a room from the outside."""
    return is_zone(wall.other) or is_zone(wall.one)


def middle_of(wall: Wall) -> Spot:
    """The point half-way along a wall."""
    return _half_way(wall.line)


@lru_cache(maxsize=4096)
def _half_way(line: tuple[Spot, ...]) -> Spot:
    steps = [math.dist(*pair) for pair in pairwise(line)]
    left = sum(steps) / 2
    for (start, end), step in zip(pairwise(line), steps, strict=True):
        if left <= step and step > 0:
            share = left / step
            return (
                Inches(start[0] + share * (end[0] - start[0])),
                Inches(start[1] + share * (end[1] - start[1])),
            )
        left -= step
    return line[-1]


@lru_cache(maxsize=4096)
def _turn_of(outline: tuple[Spot, ...], line: tuple[Spot, ...]) -> float:
    """Where the middle of a wall lies from the middle of a room; rounded, so that ties are ties."""
    return order_from_north(centre_of(outline), _half_way(line))


def direction_of(wall: Wall) -> float:
    """Which way it runs, from 0 to 180 degrees counter-clockwise from east."""
    (x0, y0), (x1, y1) = wall.line[0], wall.line[-1]
    return math.degrees(math.atan2(y1 - y0, x1 - x0)) % 180


def board_of(
    rooms: Sequence[Room],
    *,
    least: float,
    walls: Iterable[DrawnWall] = (),
    outer: WallState = WallState.SINGLE,
) -> FloorPlan:
    """The board of some rooms; walls that nobody has read are found from the outlines.

    `outer` is the state of outer walls that begin otherwise than they are drawn (PI-AMB-03).
    """
    drawn = tuple(walls) or walls_of(rooms, least=least)
    named = tuple(
        replace(wall, state=outer) if is_zone(wall.other) and outer is WallState.OPENING else wall
        for wall in named_walls(drawn)
    )
    return FloorPlan(rooms=tuple(rooms), walls=named)


def named_walls(drawn: Iterable[DrawnWall]) -> tuple[Wall, ...]:
    """PI-GEO-06: each wall with its name, several between the same two places numbered."""
    found: list[Wall] = []
    counts: dict[str, int] = {}
    for wall in drawn:
        one, other = wall.one, wall.other
        if is_zone(one) or (not is_zone(other) and other < one):
            one, other = other, one
        name = f"{one}|{other}"
        counts[name] = counts.get(name, 0) + 1
        made = name if counts[name] == 1 else f"{name}#{counts[name]}"
        found.append(Wall(id=made, one=one, other=other, line=wall.line, state=wall.state))
    return tuple(found)


def sides_of(name: str) -> tuple[str, str]:
    """The two places in a wall's name.

    >>> sides_of("a|out-N#2")
    ('a', 'out-N')
    """
    one, _, other = name.partition("#")[0].partition("|")
    return one, other


def called(place: str) -> str:
    """A room by its letter, a zone by its side of the board, and a wall by what it parts."""
    if "|" in place:
        return called_wall(place)
    return f"the {SIDES[place]} side" if is_zone(place) else place


def within(place: str) -> str:
    """Where whoever is there is."""
    return f"{'on' if is_zone(place) else 'in'} {called(place)}"


def called_wall(name: str) -> str:
    """A wall by what it parts, as `north wall 2 of a` or `the wall between a and b`."""
    (one, other), number = sides_of(name), name.partition("#")[2]
    what = f"{SIDES[other]} wall" if is_zone(other) else "wall"
    parts = f"of {one}" if is_zone(other) else f"between {one} and {other}"
    return f"{what} {number} {parts}" if number else f"the {what} {parts}"


def the_wall(wall: Wall) -> str:
    """A wall as a sentence begins with it."""
    return capital(called_wall(wall.id))


def _turned(name: str) -> str:
    bare, mark, number = name.partition("#")
    one, _, other = bare.partition("|")
    return f"{other}|{one}{mark}{number}"


def zone_of(number: int) -> str:
    """PI-SET-05: the zone that an Enemy is dealt to, by how many were dealt before it."""
    return ZONES[number % len(ZONES)]


def rooms_on(board: FloorPlan, zone: str) -> tuple[str, ...]:
    """The rooms with a wall on that side, from the west, or from the north."""
    found = list(dict.fromkeys(across(wall, zone) for wall in board.walls_of(zone)))
    axis, sign = (0, 1) if zone in {"out-N", "out-S"} else (1, -1)
    return tuple(sorted(found, key=lambda room: (sign * board.centre(room)[axis], room)))
