"""Knows the shortest straight segment between two outlines that passes clear of all others.

The shortest segment that blockers allow leans on one of their corners (a circle counts as one) or
it is the plain gap. All lines that lean on a corner are turned about it; between two directions in
which the line meets a further corner nothing changes but the length, which has one smallest value
there. Blockers are brought in one by one, when they stand in the way of the best segment so far:
leaving others out can only shorten the answer, so the first one that is clear of all is the best.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import shapely

from rules.table.outline import Outline
from rules.table.rings import Bools
from rules.table.shapes import Floats

_TOUCH: Final = 1e-9
_GOLDEN: Final = (math.sqrt(5.0) - 1.0) / 2.0
_NARROWINGS: Final = 64


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Obstacle:
    """A blocker grown or shrunk to what a segment may not enter."""

    core: shapely.Geometry
    radius: float
    corners: Floats
    """Row: x and y of a corner, and the radius at which a line leans on it."""

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
        return Obstacle(core=core, radius=grown, corners=_with_radius(outline.corners, grown))
    shrunk = shapely.buffer(core, grown, join_style="mitre")
    corners = np.unique(shapely.get_coordinates(shrunk), axis=0)
    return Obstacle(core=shrunk, radius=0.0, corners=_with_radius(corners, 0.0))


def _with_radius(points: Floats, radius: float) -> Floats:
    return np.column_stack([points, np.full(len(points), radius)])


def shortest_clear(start: Outline, end: Outline, *, obstacles: Sequence[Obstacle]) -> Floats | None:
    """The two ends of the shortest segment that enters no obstacle, or None when there is none.

    The two outlines are taken by their convex hulls; the obstacles may bend inwards.
    """
    first, second = _convex(start), _convex(end)
    best: Floats | None = _plain_gap(first, second)
    minded: list[int] = []
    while best is not None:
        if not np.hypot(*(best[1] - best[0])) > _TOUCH:
            return best
        crossed = [
            k
            for k, each in enumerate(obstacles)
            if k not in minded and each.entered(best[None, 0], best[None, 1])[0]
        ]
        if not crossed:
            return best
        minded += crossed
        best = _shortest_leaning(first, second, obstacles=[obstacles[k] for k in minded])
    return None


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _End:
    """A convex end of the segment: corners counter-clockwise, or a circle."""

    corners: Floats
    radius: float

    def span(self, points: Floats, along: Floats) -> tuple[Floats, Floats]:
        """From where to where each line runs inside: nowhere is (inf, -inf)."""
        if len(self.corners) == 1:
            return self._round_span(points, along)
        edges = np.roll(self.corners, -1, axis=0) - self.corners
        inward = np.column_stack([-edges[:, 1], edges[:, 0]])
        inward /= np.sqrt((inward**2).sum(axis=1, keepdims=True))
        height = points @ inward.T - (inward * self.corners).sum(axis=1)
        rise = along @ inward.T
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


def _convex(outline: Outline) -> _End:
    if len(outline.corners) == 1:
        return _End(corners=outline.corners, radius=outline.radius)
    hull = shapely.orient_polygons(shapely.convex_hull(outline.core()))
    return _End(corners=shapely.get_coordinates(hull)[:-1], radius=0.0)


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
    corners = np.vstack([each.corners for each in obstacles])
    stops = np.vstack(
        [corners, *(_with_radius(end.corners, end.radius) for end in (first, second))]
    )
    starts, ends, lengths = [], [], []
    for corner in corners:
        for side in (1.0, -1.0) if corner[2] > 0 else (1.0,):
            lines = _leaning_on(corner, side=side, stops=stops, ends=(first, second))
            starts.append(lines[0])
            ends.append(lines[1])
            lengths.append(lines[2])
    if not lengths:
        return None
    start, end, length = np.vstack(starts), np.vstack(ends), np.concatenate(lengths)
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


def _leaning_on(
    corner: Floats, *, side: float, stops: Floats, ends: tuple[_End, _End]
) -> tuple[Floats, Floats, Floats]:
    """Candidate segments on lines that lean on one corner: starts, ends and lengths."""
    angles = _directions(corner, side=side, stops=stops)
    low, high = angles, np.append(angles[1:], angles[:1] + 2 * math.pi)
    middle = _narrowed(low, high, corner=corner, side=side, ends=ends)
    tried = np.concatenate([angles, middle])
    start, end, length = _segments(tried, corner=corner, side=side, ends=ends)
    return start, end, length


def _directions(corner: Floats, *, side: float, stops: Floats) -> Floats:
    """The directions in which a line that leans on ``corner`` meets a further corner, in order."""
    found = []
    span = stops[:, :2] - corner[:2]
    apart = np.sqrt((span**2).sum(axis=1))
    bearing = np.arctan2(span[:, 1], span[:, 0])
    for other_side in (1.0, -1.0):
        offset = side * corner[2] - other_side * stops[:, 2]
        reachable = apart > np.abs(offset) + 1e-12
        tilt = np.arcsin(np.clip(offset[reachable] / apart[reachable], -1.0, 1.0))
        found += [bearing[reachable] - tilt, bearing[reachable] - math.pi + tilt]
    angles: Floats = np.unique(np.mod(np.concatenate(found), 2 * math.pi))
    return angles if len(angles) else np.zeros(1)


def _narrowed(
    low: Floats, high: Floats, *, corner: Floats, side: float, ends: tuple[_End, _End]
) -> Floats:
    """The direction of the shortest segment within each interval, by golden section."""
    low, high = low.copy(), high.copy()
    for _ in range(_NARROWINGS):
        reach = (high - low) * _GOLDEN
        one, other = high - reach, low + reach
        shorter = (
            _segments(one, corner=corner, side=side, ends=ends)[2]
            <= _segments(other, corner=corner, side=side, ends=ends)[2]
        )
        low, high = np.where(shorter, low, one), np.where(shorter, other, high)
    middle: Floats = (low + high) / 2
    return middle


def _segments(
    angles: Floats, *, corner: Floats, side: float, ends: tuple[_End, _End]
) -> tuple[Floats, Floats, Floats]:
    """On lines of these directions the segment between the two ends; its length may be inf."""
    along = np.column_stack([np.cos(angles), np.sin(angles)])
    across = np.column_stack([-along[:, 1], along[:, 0]])
    points = corner[:2] + side * corner[2] * across
    leave = ends[0].span(points, along)[1]
    enter = ends[1].span(points, along)[0]
    length = enter - leave
    usable = np.isfinite(length) & (length >= 0)
    leave, enter = np.where(usable, leave, 0.0), np.where(usable, enter, 0.0)
    start = points + leave[:, None] * along
    end = points + enter[:, None] * along
    return start, end, np.where(usable, length, np.inf)
