"""Finds the shortest straight segment between two outlines that passes clear of all others.

The shortest segment that blockers allow leans on one of their corners (a circle counts as one), or
begins where a blocker that overlaps an end ceases to cover its edge, or it is the plain gap. All
lines that lean on a corner, or run through such a place, are turned about it. Between directions in
which such a line meets a further one nothing changes but its length, which has one smallest value.
Blockers are brought in one by one, when they stand in the way of the best segment so far:
leaving others out can only shorten the answer, so the first one that is clear of all is the best.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import shapely

from rules.table.measuring.meetings import (
    NOWHERE,
    circles_crossing,
    corners_of,
    edges_crossing,
    edges_meeting_circle,
)
from rules.table.outlines.outline import Outline, convex_parts, following
from rules.table.outlines.rings import Bools
from rules.table.shapes import Floats

_TOUCH: Final = 1e-9
_GOLDEN: Final = (math.sqrt(5.0) - 1.0) / 2.0
_NARROWINGS: Final = 36
"""Narrow an interval of directions 30 million times, and so its length far below 1e-9 in."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Obstacle:
    """A blocker grown or shrunk to what a segment may not enter."""

    core: shapely.Geometry
    radius: float
    corners: Floats
    """Row: x and y of a corner, and the radius at which a line leans on it."""
    edges: tuple[Floats, Floats] = (NOWHERE, NOWHERE)
    """Where each straight part of its outline begins and ends."""

    def entered(self, starts: Floats, ends: Floats) -> Bools:
        """Which segments run through the inside; touching does not count."""
        if shapely.is_empty(self.core):
            return np.zeros(len(starts), dtype=bool)
        lines = shapely.linestrings(np.stack([starts, ends], axis=1))
        if self.radius > 0:
            near: Bools = shapely.distance(lines, np.array([self.core])) < self.radius - _TOUCH
            return near
        shrunk = shapely.buffer(self.core, -_TOUCH, join_style="mitre")
        inside: Bools = shapely.intersects(np.array([shrunk]), lines)
        return inside


def obstacle(outline: Outline, *, grown: float) -> Obstacle:
    """A blocker with its outline moved outwards by ``grown`` inches, inwards when negative."""
    core, radius = outline.core(), outline.radius + grown
    if len(outline.corners) == 1:
        if radius <= 0:
            return Obstacle(core=shapely.Point(), radius=0.0, corners=np.zeros((0, 3)))
        return Obstacle(core=core, radius=radius, corners=_with_radius(outline.corners, radius))
    if grown > 0:
        ring = _counter_clockwise(outline.corners)
        return Obstacle(
            core=core,
            radius=grown,
            corners=_with_radius(outline.corners, grown),
            edges=_moved_out(corners_of(ring), by=grown),
        )
    shrunk = shapely.buffer(core, grown, join_style="mitre")
    corners = np.unique(shapely.get_coordinates(shrunk), axis=0)
    return Obstacle(
        core=shrunk, radius=0.0, corners=_with_radius(corners, 0.0), edges=_edges_of(shrunk)
    )


def _edges_of(shape: shapely.Geometry) -> tuple[Floats, Floats]:
    """The edges of a shape, which may have come apart or vanished as it was shrunk."""
    rings = [shapely.get_coordinates(part.exterior) for part in shapely.get_parts(shape)]
    if not rings:
        return NOWHERE, NOWHERE
    return np.vstack([ring[:-1] for ring in rings]), np.vstack([ring[1:] for ring in rings])


def _moved_out(edges: tuple[Floats, Floats], *, by: float) -> tuple[Floats, Floats]:
    start, end = edges
    span = end - start
    outward = np.column_stack([span[:, 1], -span[:, 0]])
    outward *= by / np.sqrt((outward**2).sum(axis=1, keepdims=True))
    return start + outward, end + outward


def _with_radius(points: Floats, radius: float) -> Floats:
    return np.column_stack([points, np.full(len(points), radius)])


class Hindrance:
    """A blocker that is made an obstacle only when a line comes near it."""

    __slots__ = ("_made", "grown", "outline")

    def __init__(self, outline: Outline, *, grown: float) -> None:
        self.outline = outline
        self.grown = grown
        self._made: Obstacle | None = None

    @property
    def obstacle(self) -> Obstacle:
        """The obstacle itself, made when it is first needed."""
        if self._made is None:
            self._made = obstacle(self.outline, grown=self.grown)
        return self._made

    def entered_by(self, line: Floats) -> bool:
        """Whether one segment runs through the inside."""
        span = line[1] - line[0]
        offset = self.outline.centre - line[0]
        share = min(max(float(offset @ span) / max(float(span @ span), 1e-300), 0.0), 1.0)
        apart = math.dist(self.outline.centre, line[0] + share * span)
        if apart > self.outline.reach + max(self.grown, 0.0):
            return False
        return bool(self.obstacle.entered(line[None, 0], line[None, 1])[0])


def shortest_clear(
    start: Outline, end: Outline, *, hindrances: Sequence[Hindrance]
) -> Floats | None:
    """The two ends of the shortest segment that enters nothing, or None when there is none.

    An end that bends inwards is taken in convex parts: the shortest of all their segments counts.
    """
    parts = [(_plain_gap(one, other), one, other) for one in _ends(start) for other in _ends(end)]
    best: Floats | None = None
    for gap, one, other in sorted(parts, key=lambda part: _long(part[0])):
        if best is not None and _long(gap) >= _long(best):
            break
        found = _shortest_between(one, other, gap=gap, hindrances=hindrances)
        if found is not None and (best is None or _long(found) < _long(best)):
            best = found
    return best


def _long(line: Floats) -> float:
    return math.dist(line[0], line[1])


def _shortest_between(
    first: "_End", second: "_End", *, gap: Floats, hindrances: Sequence[Hindrance]
) -> Floats | None:
    """The same between two convex ends, whose plain gap is known."""
    best: Floats | None = gap
    minded: list[Hindrance] = []
    while best is not None and _long(best) > _TOUCH:
        line = best
        crossed = [each for each in hindrances if each not in minded and each.entered_by(line)]
        if not crossed:
            return best
        minded += crossed
        best = _shortest_leaning(first, second, obstacles=[each.obstacle for each in minded])
    return best


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _End:
    """A convex end of the segment: corners counter-clockwise, or a circle."""

    corners: Floats
    radius: float
    inward: Floats
    """For each edge the direction in which the inside lies; a circle has none."""
    inset: Floats
    """How far inward of the origin each edge lies."""

    def meets(self, other: Obstacle) -> Floats:
        """Where a blocker's outline crosses this end's: there a covered edge begins or ends."""
        reach = other.radius + self.radius + _TOUCH
        if shapely.is_empty(other.core) or shapely.distance(other.core, _core(self)) > reach:
            return NOWHERE
        circles = [(corner[:2], float(corner[2])) for corner in other.corners if corner[2] > 0]
        if len(self.corners) == 1:
            own = (self.corners[0], self.radius)
            crossings = [circles_crossing(own, each) for each in circles]
            return np.vstack([edges_meeting_circle(other.edges, own), *crossings, NOWHERE])
        edges = corners_of(self.corners)
        # Where the edges of both lie upon each other, a corner is where that ends.
        apart = shapely.distance(other.core, shapely.points(self.corners))
        crossings = [edges_meeting_circle(edges, each) for each in circles]
        touching = self.corners[apart <= other.radius + _TOUCH]
        return np.vstack([edges_crossing(edges, other.edges), *crossings, touching])

    def span(self, points: Floats, along: Floats) -> tuple[Floats, Floats]:
        """From where to where each line runs inside: nowhere is (inf, -inf)."""
        if len(self.corners) == 1:
            return self._round_span(points, along)
        height = points @ self.inward.T - self.inset
        rise = along @ self.inward.T
        level = np.abs(rise) < 1e-12
        with np.errstate(divide="ignore", invalid="ignore"):
            at = -height / rise
        enter = np.where(rise > 0, at, -np.inf)
        leave = np.where(rise < 0, at, np.inf)
        enter = np.where(level, np.where(height < -_TOUCH, np.inf, -np.inf), enter).max(axis=1)
        leave = np.where(level, np.inf, leave).min(axis=1)
        misses = enter > leave + _TOUCH
        return np.where(misses, np.inf, enter), np.where(misses, -np.inf, leave)

    def _round_span(self, points: Floats, along: Floats) -> tuple[Floats, Floats]:
        offset = self.corners[0] - points
        middle = (offset * along).sum(axis=1)
        apart = offset[:, 0] * along[:, 1] - offset[:, 1] * along[:, 0]
        misses = np.abs(apart) > self.radius + _TOUCH
        half = np.sqrt(np.maximum(self.radius**2 - apart**2, 0.0))
        return np.where(misses, np.inf, middle - half), np.where(misses, -np.inf, middle + half)


def _ends(outline: Outline) -> list[_End]:
    return [_end(_counter_clockwise(part), radius=outline.radius) for part in convex_parts(outline)]


def _end(corners: Floats, *, radius: float) -> _End:
    if len(corners) == 1:
        return _End(corners=corners, radius=radius, inward=NOWHERE, inset=np.zeros(0))
    edges = following(corners) - corners
    inward = np.column_stack([-edges[:, 1], edges[:, 0]])
    inward /= np.sqrt((inward**2).sum(axis=1, keepdims=True))
    inset = (inward * corners).sum(axis=1)
    return _End(corners=corners, radius=radius, inward=inward, inset=inset)


def _counter_clockwise(corners: Floats) -> Floats:
    after = following(corners)
    area = float((corners[:, 0] * after[:, 1] - corners[:, 1] * after[:, 0]).sum())
    return corners if area >= 0 else corners[::-1]


def _core(end: _End) -> shapely.Geometry:
    return shapely.Point(end.corners[0]) if len(end.corners) == 1 else shapely.Polygon(end.corners)


def _plain_gap(first: _End, second: _End) -> Floats:
    """The shortest segment when nothing stands in the way."""
    line: Floats = shapely.get_coordinates(shapely.shortest_line(_core(first), _core(second)))
    span = line[1] - line[0]
    length = float(np.hypot(*span))
    if length <= first.radius + second.radius:
        return line[[0, 0]]
    unit = span / length
    return np.array([line[0] + unit * first.radius, line[1] - unit * second.radius])


def _shortest_leaning(first: _End, second: _End, *, obstacles: Sequence[Obstacle]) -> Floats | None:
    """The shortest segment that leans on a corner of these obstacles and enters none of them."""
    meetings = [end.meets(each) for end in (first, second) for each in obstacles]
    corners = np.vstack(
        [*(each.corners for each in obstacles), _with_radius(np.vstack(meetings), 0.0)]
    )
    stops = np.vstack(
        [corners, *(_with_radius(end.corners, end.radius) for end in (first, second))]
    )
    sides = [
        (corner, side) for corner in corners for side in ((1.0, -1.0) if corner[2] > 0 else (1.0,))
    ]
    if not sides:
        return None
    turns = [_directions(corner, side=side, stops=stops) for corner, side in sides]
    pivots = np.repeat(
        [(*corner[:2], side * corner[2]) for corner, side in sides],
        [len(angles) for angles in turns],
        axis=0,
    )
    low = np.concatenate(turns)
    high = np.concatenate([np.append(each[1:], each[:1] + 2 * math.pi) for each in turns])
    lines = _Lines(pivots=pivots, ends=(first, second))
    start, end, length = (
        np.concatenate(both)
        for both in zip(lines.segments(low), lines.shortest(low, high), strict=True)
    )
    order = np.argsort(length, kind="stable")
    order = order[np.isfinite(length[order])]
    for first_of_batch in range(0, len(order), 64):
        batch = order[first_of_batch : first_of_batch + 64]
        entered = np.zeros(len(batch), dtype=bool)
        for each in obstacles:
            entered |= each.entered(start[batch], end[batch])
        clear = np.nonzero(~entered)[0]
        if len(clear):
            return np.array([start[batch[clear[0]]], end[batch[clear[0]]]])
    return None


def _directions(corner: Floats, *, side: float, stops: Floats) -> Floats:
    """The directions in which a line that leans on ``corner`` meets a further corner, in order."""
    found = []
    span = stops[:, :2] - corner[:2]
    apart = np.sqrt((span**2).sum(axis=1))
    bearing = np.arctan2(span[:, 1], span[:, 0])
    for other_side in (1.0, -1.0):
        offset = side * corner[2] - other_side * stops[:, 2]
        # A place on a circle is left along its tangent.
        reachable = (apart > np.abs(offset) - _TOUCH) & (apart > 1e-12)
        tilt = np.arcsin(np.clip(offset[reachable] / apart[reachable], -1.0, 1.0))
        found += [bearing[reachable] - tilt, bearing[reachable] - math.pi + tilt]
    angles: Floats = np.unique(np.mod(np.concatenate(found), 2 * math.pi))
    return angles if len(angles) else np.zeros(1)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Lines:
    """Lines that lean on a corner each and are turned about it."""

    pivots: Floats
    """Row: x and y of the corner, and how far to the left of the line's direction it leans."""
    ends: tuple[_End, _End]

    def segments(self, angles: Floats) -> tuple[Floats, Floats, Floats]:
        """Starts, ends and lengths of the segments between the two ends; a length may be inf."""
        points, along = self._laid(angles)
        leave, enter, length = self._cut(points, along)
        return points + leave[:, None] * along, points + enter[:, None] * along, length

    def lengths(self, angles: Floats) -> Floats:
        """Of the same segments the lengths alone."""
        return self._cut(*self._laid(angles))[2]

    def _laid(self, angles: Floats) -> tuple[Floats, Floats]:
        """A point of each line, and its direction."""
        along, points = np.empty((len(angles), 2)), np.empty((len(angles), 2))
        along[:, 0], along[:, 1] = np.cos(angles), np.sin(angles)
        x, y, lean = self.pivots.T
        points[:, 0], points[:, 1] = x + lean * -along[:, 1], y + lean * along[:, 0]
        return points, along

    def _cut(self, points: Floats, along: Floats) -> tuple[Floats, Floats, Floats]:
        """Where each line leaves the first end and enters the second, and how far that is."""
        leave = self.ends[0].span(points, along)[1]
        enter = self.ends[1].span(points, along)[0]
        usable = np.isfinite(leave) & np.isfinite(enter)
        leave, enter = np.where(usable, leave, 0.0), np.where(usable, enter, 0.0)
        length = enter - leave
        return leave, enter, np.where(usable & (length >= 0), length, np.inf)

    def shortest(self, low: Floats, high: Floats) -> tuple[Floats, Floats, Floats]:
        """The shortest segment of each line while it turns from ``low`` to ``high``.

        By golden section: within such an interval the length has a single smallest value.
        """
        hits = np.isfinite(self.lengths((low + high) / 2))
        lines = _Lines(pivots=self.pivots[hits], ends=self.ends)
        low, high = low[hits], high[hits]
        one, other = high - (high - low) * _GOLDEN, low + (high - low) * _GOLDEN
        at_one, at_other = lines.lengths(one), lines.lengths(other)
        for _ in range(_NARROWINGS):
            left = at_one <= at_other
            low, high = np.where(left, low, one), np.where(left, other, high)
            inner = np.where(left, high - (high - low) * _GOLDEN, low + (high - low) * _GOLDEN)
            length = lines.lengths(inner)
            one, other = np.where(left, inner, other), np.where(left, one, inner)
            at_one, at_other = np.where(left, length, at_other), np.where(left, at_one, length)
        return lines.segments((low + high) / 2)
