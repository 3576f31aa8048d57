"""Finds the length that no way to a place comes below, whatever the error and by courtesy.

Where ways keep off what they go round, so does this. To a place that is beside it a way may come
nearer.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import shapely

from rules.table.maps.reach_from import InTheWay, ReachFrom, ShutGround, StopGround
from rules.table.maps.reach_shapes import (
    APART,
    BESIDE,
    PLAIN,
    Geometries,
    held_off,
    mitred,
    rim_of,
    sum_of,
)
from rules.table.maps.ways_field import way_lengths
from rules.table.outlines.rings import Bools, Ints
from rules.table.shapes import Floats

_TURNED: Final = 1.25
"""A way that bends beside a body may come so many times nearer to it than it runs through it."""
_LOTS: Final = 2
"""Lots of places with ways of their own; the rest is taken together."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Hindrance:
    """What ways keep off."""

    ends: shapely.Geometry
    beside: float
    """A place this near to those ends is beside it."""
    kept: shapely.Geometry
    """Where no way leads to a place that is not."""
    crossed: shapely.Geometry
    """Where none leads to any place."""
    clearance: float = 0.0
    """How near to it a way may come, but for one to a place that is nearer."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Rim:
    """Places round the inside of ground that ends the move."""

    places: Floats
    beside: Bools
    """Which of them are beside something."""
    least: Floats
    """The ways to those."""


class LeastWays:
    """The lower bounds of all ways from where a move begins."""

    __slots__ = ("_rims", "found", "hindrances", "most", "start", "stops")

    def __init__(self, found: ReachFrom, *, most: float) -> None:
        self.found, self.most = found, most
        self.start = shapely.Point(found.body.centre)
        self.stops = [self._shrunk(each) for each in found.stops]
        self.hindrances = [self._shut(each) for each in found.shut]
        if found.keeps_off:
            self.hindrances += [self._body(each) for each in found.bodies if self._is_kept(each)]
        self._rims: dict[int, _Rim] = {}

    def lengths(self, spots: Floats, points: Geometries) -> Floats:
        """No way to these places is shorter; into ground that ends the move it leads over a rim."""
        if not self.found.keeps_off:
            return self._least(spots, points=points, excepted=self._all)
        shortest = self._least(spots, points=points, excepted={})
        far = np.nonzero(shortest > self.most)[0]
        beside = self._excepted(points[far])
        far, beside = far[beside.any(axis=1)], beside[beside.any(axis=1)]
        if len(far):
            shortest[far] = self._least(spots[far], points=points[far], excepted=self._all)
        near = shortest[far] <= self.most
        for lot, excepted in self._lots(beside[near], points[far[near]]):
            rows = far[near][lot]
            shortest[rows] = self._least(spots[rows], points=points[rows], excepted=excepted)
        return shortest

    def too_deep(self, ground: StopGround, points: Geometries) -> Bools:
        """Places in ground that ends the move, deeper than its leading point may go."""
        rim = shapely.distance(shapely.boundary(ground.solid), points)
        deep: Bools = rim >= self.found.lead
        return deep & (rim + self.found.lead > self._deepest(ground))

    @property
    def _all(self) -> dict[int, shapely.Geometry]:
        return {number: each.crossed for number, each in enumerate(self.hindrances)}

    def _shrunk(self, ground: ShutGround | StopGround) -> shapely.Geometry:
        """What no way goes through; out of what it may stand in already it may go."""
        if float(shapely.distance(ground.solid, self.start)) <= ground.room:
            return shapely.Polygon()
        # Fewer corners, and no larger.
        return shapely.simplify(mitred(ground.solid, -ground.room - PLAIN), PLAIN)

    def _shut(self, shut: ShutGround) -> _Hindrance:
        away = float(shapely.distance(shut.solid, self.start))
        by = min(shut.clearance, 0.98 * away)
        return _Hindrance(
            ends=shut.solid,
            beside=BESIDE * shut.clearance + 1e-3,
            kept=held_off(shut.solid, by) if away > PLAIN else shapely.Polygon(),
            crossed=self._shrunk(shut),
            clearance=by,
        )

    def _is_kept(self, other: InTheWay) -> bool:
        """Whether no way leads through it; off what it stands on already it may go."""
        if other.passable or other.may_overlap or not other.known or not other.convex:
            return False
        ends, wide = self._touching(other)
        return float(shapely.distance(ends, self.start)) > wide

    def _touching(self, other: InTheWay) -> tuple[shapely.Geometry, float]:
        body = self.found.body
        return sum_of(other.outline, body), other.outline.radius + body.radius + 1e-3

    def _body(self, other: InTheWay) -> _Hindrance:
        core = self.found.body.core()
        whole = float(shapely.area(core)) > 0
        inner = float(shapely.distance(shapely.boundary(core), self.start)) if whole else 0.0
        half = min(self.found.half_width, inner + self.found.body.radius)
        ends, wide = self._touching(other)
        # What it ends on may be passed as deep as that, and by as much more.
        kept, crossed = (
            held_off(
                other.outline.core(),
                other.outline.radius + max(half - _TURNED * room, -room),
            )
            for room in (other.room, 2 * other.room)
        )
        return _Hindrance(ends=ends, beside=wide, kept=kept, crossed=crossed)

    def _least(
        self, spots: Floats, *, points: Geometries, excepted: dict[int, shapely.Geometry]
    ) -> Floats:
        """The same, where of some hindrances ways keep off this much only."""
        numbers, rooms = [], []
        for number, ground in enumerate(self.found.stops):
            rows = np.nonzero(shapely.distance(ground.solid, points) <= ground.room)[0]
            if len(rows):
                numbers.append(number)
                rooms.append(rows)
        rims = [self._rim(number) for number in numbers]
        shortest, *ways = self._ways([spots, *(rim.places for rim in rims)], excepted=excepted)
        for number, rows, rim, lengths in zip(numbers, rooms, rims, ways, strict=True):
            lengths[rim.beside] = np.minimum(lengths[rim.beside], rim.least)
            near = np.isfinite(lengths)
            if near.any():
                ground = self.found.stops[number]
                away = np.sqrt(((spots[rows, None] - rim.places[None, near]) ** 2).sum(axis=2))
                over = away + lengths[None, near]
                over[away > self._inside(ground, points[rows])[:, None]] = np.inf
                shortest[rows] = np.minimum(shortest[rows], over.min(axis=1) - APART)
        return shortest

    def _ways(
        self, places: Sequence[Floats], *, excepted: dict[int, shapely.Geometry]
    ) -> list[Floats]:
        """The lengths of the ways to several lots of places, in one search."""
        obstacles = [excepted.get(number, each.kept) for number, each in enumerate(self.hindrances)]
        lengths = way_lengths(
            self.found.body.centre,
            np.concatenate(places),
            obstacles=[each for each in (*self.stops, *obstacles) if not shapely.is_empty(each)],
            most=self.most,
            table=self.found.table,
        )
        return np.split(lengths, np.cumsum([len(each) for each in places])[:-1])

    def _rim(self, number: int) -> _Rim:
        """A way that ends on a rim comes as near to what is beside that."""
        if number not in self._rims:
            places = rim_of(self.stops[number])
            shut = self.hindrances[: len(self.found.shut)]
            beside = np.zeros(len(places), dtype=bool)
            for each in shut if self.found.keeps_off else ():
                beside |= shapely.distance(each.ends, shapely.points(places)) <= each.beside
            least = np.zeros(0)
            if beside.any():
                least = self._ways([places[beside]], excepted=self._all)[0]
            self._rims[number] = _Rim(places=places, beside=beside, least=least)
        return self._rims[number]

    def _inside(self, ground: StopGround, points: Geometries) -> Floats:
        """How far a way may go on from the rim of ground that ends the move, to each place."""
        lead = self.found.lead
        deep = shapely.distance(shapely.boundary(ground.solid), points)
        deep = np.where(shapely.intersects(ground.solid, points), deep, 0.0)
        most = self._deepest(ground) + APART - np.where(deep >= lead, lead, 0.0)
        # Near its outline a way may run through it by less than counts, or end beyond it.
        inside: Floats = most + np.where(deep > ground.room, 0.0, 2 * ground.room)
        return inside

    def _deepest(self, ground: StopGround) -> float:
        """How far its leading point may go in; what that begins in already does not count."""
        found = self.found
        ahead = max(0.0, found.lead - float(shapely.distance(ground.solid, self.start)))
        return found.depth + ahead + max(ground.room, self.most - found.allowance)

    def _excepted(self, points: Geometries) -> Bools:
        """What ways to each of these places may come nearer to."""
        beside = np.zeros((len(points), len(self.hindrances)), dtype=bool)
        for number, each in enumerate(self.hindrances):
            beside[:, number] = shapely.distance(each.ends, points) <= each.beside
        beside[~self._joined(points, beside=beside[:, : len(self.found.shut)])] = True
        return beside

    def _lots(
        self, beside: Bools, points: Geometries
    ) -> Iterator[tuple[Ints, dict[int, shapely.Geometry]]]:
        """The most places that are beside the same, and what of that ways to them keep off."""
        lots = Counter(row.tobytes() for row in beside if not row.all())
        for lot, _ in lots.most_common(_LOTS):
            same = np.frombuffer(lot, dtype=bool)
            rows = np.nonzero((beside == same).all(axis=1))[0]
            yield (
                rows,
                {
                    int(number): self._nearer(int(number), points[rows])
                    for number in np.nonzero(same)[0]
                },
            )

    def _nearer(self, number: int, points: Geometries) -> shapely.Geometry:
        """What ways to these places keep off, which are beside it."""
        each = self.hindrances[number]
        away = float(shapely.distance(each.ends, points).min())
        if number >= len(self.found.shut) or away <= 2 * PLAIN or shapely.is_empty(each.kept):
            return each.crossed
        return held_off(each.ends, min(each.clearance, 0.98 * away))

    def _joined(self, points: Geometries, *, beside: Bools) -> Bools:
        """The places to which some way leads that keeps off all shut ground, however long."""
        walls = []
        for shut in self.found.shut:
            begun = float(shapely.distance(shut.solid, self.start))
            by = min(BESIDE * shut.clearance, begun) + PLAIN
            walls.append(shapely.buffer(shut.solid, by, quad_segs=4))
        size = self.found.table
        floor = shapely.box(PLAIN, PLAIN, size.width - PLAIN, size.depth - PLAIN)
        rooms = shapely.get_parts(shapely.difference(floor, shapely.union_all(walls)))
        off = shapely.distance(rooms, self.start)
        if not len(rooms) or off.min() > 5 * PLAIN:
            return np.zeros(len(points), dtype=bool)
        room = rooms[int(np.argmin(off))]
        joined: Bools = shapely.intersects(room, points)
        for number, shut in enumerate(self.found.shut):
            rows = np.nonzero(beside[:, number] & (beside.sum(axis=1) == 1) & ~joined)[0]
            out = np.asarray(shapely.shortest_line(points[rows], room))
            away = shapely.distance(shut.solid, points[rows])
            others = shapely.union_all([each for k, each in enumerate(walls) if k != number])
            joined[rows] = (
                (away > PLAIN)
                & (shapely.distance(shut.solid, out) >= away - 1e-6)
                & ~shapely.intersects(others, out)
            )
        return joined
