"""Invents boards that somebody might have drawn: rooms cut out of one another, and the pencil.

Every board comes with its truth: which rooms there are, and what lies between them.
"""

import math
from dataclasses import dataclass, field
from random import Random
from typing import Final

from tests.vision.sheets.drawn_sheet import Spot, Stroke

Box = tuple[float, float, float, float]
"""West, south, east, north, in inches."""
LEAST_SIDE: Final = 1.15
LEAST_SHARED: Final = 0.8
"""No two rooms share less than this: whoever means a corner draws a corner."""
DOUBLE_APART: Final = (0.12, 0.17)
OPEN: Final = (0.5, 0.9)
"""Inches of a wall that are left away for an opening."""
STEP: Final = 0.12


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawingHand:
    """How somebody draws."""

    width_in: float = 0.03
    dark: float = 0.6
    uneven: float = 0.2
    wobble_in: float = 0.015
    overshoot_in: float = 0.05
    short_in: float = 0.05
    """How far lines may end before the line that they are to meet."""
    gaps: float = 0.3
    """How many small breaks a line has, of up to `gap_in`."""
    gap_in: float = 0.06
    again: float = 0.15
    """How often a line is drawn over a second time, a hair beside."""
    turned_deg: float = 1.0
    traces: int = 0
    """Lines that were drawn and rubbed out."""
    trace_dark: float = 0.12
    """Share of the pencil that rubbing out leaves."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WallTruth:
    """What lies between two rooms, or between a room and the outside."""

    one: int
    other: int | str
    """A room by its number, or the side of the board: N, E, S, W."""
    state: str = "single"


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnBoard:
    """A board as it was meant, and the strokes that it was drawn with."""

    rooms: tuple[Box, ...]
    walls: tuple[WallTruth, ...]
    strokes: tuple[Stroke, ...]
    turned_deg: float = 0.0
    middle: Spot = (5.0, 3.0)

    def spot(self, x: float, y: float) -> Spot:
        """A point of the meant board on the sheet."""
        return _turned((x, y), deg=self.turned_deg, middle=self.middle)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Line:
    """One line that was meant, and what is left away of it or doubled."""

    start: Spot
    end: Spot
    left_away: list[tuple[float, float]] = field(default_factory=list)
    doubled: list[tuple[float, float]] = field(default_factory=list)

    @property
    def length(self) -> float:
        return math.dist(self.start, self.end)

    def at(self, along: float, aside: float = 0.0) -> Spot:
        (x0, y0), (x1, y1) = self.start, self.end
        ux, uy = (x1 - x0) / self.length, (y1 - y0) / self.length
        return x0 + along * ux - aside * uy, y0 + along * uy + aside * ux


def drawn_board(
    rng: Random,
    *,
    rooms: int,
    hand: DrawingHand,
    states: bool = False,
    corners: bool = False,
    area: Box = (0.9, 0.85, 9.1, 5.15),
) -> DrawnBoard:
    """A board with so many rooms; with `states` some of its walls are open or double.

    With `corners` openings begin where another line is met.
    """
    boxes, lines = _cut(rng, rooms=rooms, area=area)
    walls = _walls(boxes, area=area)
    if states:
        walls = [
            _with_state(rng, wall, boxes=boxes, lines=lines, corners=corners) for wall in walls
        ]
    turned = rng.uniform(-hand.turned_deg, hand.turned_deg)
    middle = ((area[0] + area[2]) / 2, (area[1] + area[3]) / 2)
    strokes = [stroke for line in lines for stroke in _strokes(rng, line, hand=hand)]
    strokes += [_trace(rng, area, hand=hand) for _ in range(hand.traces)]
    placed = tuple(
        Stroke(
            points=tuple(_turned(spot, deg=turned, middle=middle) for spot in stroke.points),
            width_in=stroke.width_in,
            dark=stroke.dark,
            uneven=stroke.uneven,
        )
        for stroke in strokes
    )
    return DrawnBoard(
        rooms=tuple(boxes), walls=tuple(walls), strokes=placed, turned_deg=turned, middle=middle
    )


def _turned(spot: Spot, *, deg: float, middle: Spot) -> Spot:
    turn = math.radians(deg)
    x, y = spot[0] - middle[0], spot[1] - middle[1]
    return (
        middle[0] + x * math.cos(turn) - y * math.sin(turn),
        middle[1] + x * math.sin(turn) + y * math.cos(turn),
    )


# --- what was meant ------------------------------------------------------------------------------


def _cut(rng: Random, *, rooms: int, area: Box) -> tuple[list[Box], list[_Line]]:
    """The area cut in two again and again, until no two rooms share less than is surely a wall."""
    while True:
        boxes, lines = [area], _around(area)
        for _ in range(60):
            if len(boxes) == rooms:
                break
            box = max(boxes, key=lambda each: _size(each) * rng.uniform(0.5, 1.0))
            cut = _cut_box(rng, box)
            if cut is None:
                continue
            one, other, line = cut
            boxes.remove(box)
            boxes += [one, other]
            lines.append(line)
        shared = [_shared(a, b) for n, a in enumerate(boxes) for b in boxes[:n]]
        if len(boxes) == rooms and all(each < 0.01 or each >= LEAST_SHARED for each in shared):
            return boxes, lines


def _size(box: Box) -> float:
    return (box[2] - box[0]) * (box[3] - box[1])


def _around(area: Box) -> list[_Line]:
    west, south, east, north = area
    ring = [(west, south), (east, south), (east, north), (west, north)]
    return [_Line(start=ring[n - 1], end=ring[n]) for n in range(4)]


def _cut_box(rng: Random, box: Box) -> tuple[Box, Box, _Line] | None:
    west, south, east, north = box
    wide, deep = east - west, north - south
    if wide >= deep:
        if wide < 2 * LEAST_SIDE:
            return None
        x = rng.choice([rng.uniform(west + LEAST_SIDE, east - LEAST_SIDE), (west + east) / 2])
        line = _Line(start=(x, south), end=(x, north))
        return (west, south, x, north), (x, south, east, north), line
    if deep < 2 * LEAST_SIDE:
        return None
    y = rng.choice([rng.uniform(south + LEAST_SIDE, north - LEAST_SIDE), (south + north) / 2])
    line = _Line(start=(west, y), end=(east, y))
    return (west, south, east, y), (west, y, east, north), line


def _shared(one: Box, other: Box) -> float:
    """How long the side is that two boxes have in common."""
    tall = min(one[3], other[3]) - max(one[1], other[1])
    wide = min(one[2], other[2]) - max(one[0], other[0])
    beside = abs(one[2] - other[0]) < 1e-9 or abs(other[2] - one[0]) < 1e-9
    above = abs(one[3] - other[1]) < 1e-9 or abs(other[3] - one[1]) < 1e-9
    if beside:
        return max(0.0, tall)
    return max(0.0, wide) if above else 0.0


def _walls(boxes: list[Box], *, area: Box) -> list[WallTruth]:
    found = [
        WallTruth(one=m, other=n)
        for m, one in enumerate(boxes)
        for n, other in enumerate(boxes)
        if m < n and _shared(one, other) >= LEAST_SHARED
    ]
    sides = (("W", 0), ("S", 1), ("E", 2), ("N", 3))
    found += [
        WallTruth(one=m, other=side)
        for m, box in enumerate(boxes)
        for side, edge in sides
        if abs(box[edge] - area[edge]) < 1e-9
    ]
    return found


def _with_state(
    rng: Random, wall: WallTruth, *, boxes: list[Box], lines: list[_Line], corners: bool
) -> WallTruth:
    state = rng.choices(("single", "opening", "double"), (0.6, 0.2, 0.2))[0]
    if state == "single":
        return wall
    line, start, end = _on_line(wall, boxes=boxes, lines=lines)
    if state == "opening":
        long = min(rng.uniform(*OPEN), end - start - 0.4)
        if long < OPEN[0] - 0.1:
            return wall
        at = rng.uniform(start + 0.2, end - 0.2 - long)
        if corners:
            at = rng.choice((start, end - long))
        line.left_away.append((at, at + long))
    else:
        line.doubled.append((start + 0.08, end - 0.08))
    return WallTruth(one=wall.one, other=wall.other, state=state)


def _on_line(
    wall: WallTruth, *, boxes: list[Box], lines: list[_Line]
) -> tuple[_Line, float, float]:
    """The line that a wall is a part of, and from where to where on it."""
    west, south, east, north = boxes[wall.one]
    if isinstance(wall.other, int):
        box = boxes[wall.other]
        ends = (
            (max(west, box[0]), max(south, box[1])),
            (min(east, box[2]), min(north, box[3])),
        )
    else:
        ends = {
            "N": ((west, north), (east, north)),
            "S": ((west, south), (east, south)),
            "W": ((west, south), (west, north)),
            "E": ((east, south), (east, north)),
        }[wall.other]
    for line in lines:
        places = [_along(line, spot) for spot in ends]
        if all(place is not None for place in places):
            first, second = sorted(place for place in places if place is not None)
            return line, first, second
    raise AssertionError(wall)


def _along(line: _Line, spot: Spot) -> float | None:
    """How far along a line a point of it lies; None for any other point."""
    (x0, y0), (x1, y1) = line.start, line.end
    ux, uy = (x1 - x0) / line.length, (y1 - y0) / line.length
    dx, dy = spot[0] - x0, spot[1] - y0
    aside, along = abs(dx * uy - dy * ux), dx * ux + dy * uy
    return along if aside < 1e-6 and -1e-6 <= along <= line.length + 1e-6 else None


# --- how it was drawn ----------------------------------------------------------------------------


def _strokes(rng: Random, line: _Line, *, hand: DrawingHand) -> list[Stroke]:
    """The pencil of one meant line."""
    start = -rng.uniform(-hand.short_in, hand.overshoot_in)
    end = line.length + rng.uniform(-hand.short_in, hand.overshoot_in)
    breaks = sorted([*line.left_away, *_small_gaps(rng, line, hand=hand)])
    parts, at = [], start
    for low, high in breaks:
        parts.append((at, low))
        at = high
    parts.append((at, end))
    found = [
        _stroke(rng, line, along=part, hand=hand) for part in parts if part[1] - part[0] > 0.05
    ]
    if rng.random() < hand.again:
        low = rng.uniform(0, line.length * 0.5)
        part = (low, rng.uniform(low + 0.3, max(low + 0.31, line.length)))
        if all(part[1] < a or part[0] > b for a, b in line.left_away):
            found.append(_stroke(rng, line, along=part, hand=hand, aside=rng.uniform(0.008, 0.025)))
    for part in line.doubled:
        aside = rng.choice((-1, 1)) * rng.uniform(*DOUBLE_APART)
        found.append(_stroke(rng, line, along=part, hand=hand, aside=aside))
    return found


def _small_gaps(rng: Random, line: _Line, *, hand: DrawingHand) -> list[tuple[float, float]]:
    found: list[tuple[float, float]] = []
    taken = [*line.left_away]
    while rng.random() < hand.gaps and len(found) < 3:
        at = rng.uniform(0.3, max(0.31, line.length - 0.4))
        gap = (at, at + rng.uniform(0.3, 1.0) * hand.gap_in)
        if all(gap[1] < a - 0.2 or gap[0] > b + 0.2 for a, b in (*taken, *found)):
            found.append(gap)
    return found


def _stroke(
    rng: Random, line: _Line, *, along: tuple[float, float], hand: DrawingHand, aside: float = 0.0
) -> Stroke:
    start, end = along
    count = max(2, math.ceil((end - start) / STEP))
    phase, slow = rng.uniform(0, 6.28), rng.uniform(0.6, 1.6)
    points = []
    for step in range(count + 1):
        place = start + (end - start) * step / count
        sway = hand.wobble_in * (math.sin(phase + slow * place) + 0.4 * rng.gauss(0, 1) * 0.5)
        points.append(line.at(place, aside + sway))
    return Stroke(
        points=tuple(points),
        width_in=hand.width_in * rng.uniform(0.85, 1.15),
        dark=hand.dark * rng.uniform(0.85, 1.1),
        uneven=hand.uneven,
    )


def _trace(rng: Random, area: Box, *, hand: DrawingHand) -> Stroke:
    """A line that was rubbed out again, anywhere on the board."""
    x = rng.uniform(area[0] + 0.5, area[2] - 0.5)
    y = rng.uniform(area[1] + 0.5, area[3] - 0.5)
    ends = ((x, area[1]), (x, area[3])) if rng.random() < 0.5 else ((area[0], y), (area[2], y))
    line = _Line(start=ends[0], end=ends[1])
    made = _stroke(rng, line, along=(0.0, line.length), hand=hand)
    return Stroke(
        points=made.points,
        width_in=made.width_in,
        dark=hand.trace_dark * hand.dark,
        uneven=made.uneven,
    )
