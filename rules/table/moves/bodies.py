"""Finds the way of a whole rectangle round what it may not run over: sliding, and turning anywhere.

It slides any way it likes at one heading, and turns where it fits at both. For each heading, what
its centre has to keep off is the obstacle widened by the rectangle itself, so no corner is rounded
and no gap is passed that the rectangle is too wide for.
"""

import heapq
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, pairwise
from typing import Final

import numpy as np
import shapely

from rules.table.moves.ways import Way
from rules.table.outlines.rings import Bools, Ints
from rules.table.shapes import Floats, Point, Rectangle
from rules.table.snapshot import Pose, TableSize
from rules.table.units import Inches

_GRAZE: Final = 1e-6
"""Inches that mean nothing: rounding."""
_SAME: Final = 0.5
"""Degrees between two headings that need no layer each."""
_GAPS: Final = 3
"""For how many gaps it is tried whether to turn helps."""
_TURN: Final = 1e-4
"""What a turn costs in the search, so that of equal ways the one with the fewest is found."""

Spot = tuple[float, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class Stance:
    """A rectangle on its way: where its centre is, and the heading that it slides on at."""

    at: Spot
    heading: float


class Surroundings:
    """What one rectangle may not run over on its way from one pose to another."""

    def __init__(
        self,
        body: Rectangle,
        *,
        ends: tuple[Pose, Pose],
        solids: Mapping[str, shapely.Geometry],
        overlap: float,
        table: TableSize,
    ) -> None:
        """`overlap` is how deep it may run into each of the solids, by their names.

        Where it begins or ends deeper in one, that one still is in its way, by as much less.
        """
        self.body = body
        self.begin, self.end = (((pose.x, pose.y), float(pose.heading)) for pose in ends)
        self._names = tuple(solids)
        self._solids = tuple(solids.values())
        self._table = table
        self._widened: dict[tuple[int, float], shapely.Geometry] = {}
        self._inner: dict[tuple[int, float], shapely.Geometry] = {}
        self._spared = [overlap] * len(self._solids)
        for at, heading in (self.begin, self.end):
            for k in range(len(self._solids)):
                deep = depth_at(self._sum(k, heading), at)
                self._spared[k] = max(self._spared[k], deep + _GRAZE)

    def ends(self) -> tuple[float, ...]:
        """The headings at which it begins and ends; one, where it covers the same ground."""
        apart = self.turned(self.begin[1], self.end[1])
        return (self.begin[1],) if apart <= _SAME else (self.begin[1], self.end[1])

    def headings(self, minded: Sequence[int]) -> tuple[float, ...]:
        """How it may be turned on its way: as at its ends, and square to gaps between solids."""
        found = [*self.ends()]
        for heading in self._across_gaps(minded):
            if all(self.turned(heading, one) > _SAME for one in found):
                found.append(heading)
        return tuple(found[: len(self.ends()) + _GAPS])

    def turned(self, one: float, other: float) -> float:
        """By how many degrees two headings differ, as far as the ground that it covers goes."""
        apart = abs(one - other) % self._period
        return min(apart, self._period - apart)

    @property
    def _period(self) -> float:
        return 90.0 if self.body.length == self.body.width else 180.0

    def _across_gaps(self, minded: Sequence[int]) -> list[float]:
        """The headings at which it is narrowest in the gaps that it has to turn for, nearest first.

        Near is a gap that one comes through with little detour.
        """
        long = math.hypot(self.body.length, self.body.width)
        thin = min(self.body.length, self.body.width)
        found = []
        for one, other in combinations(minded, 2):
            ends = shapely.get_coordinates(
                shapely.shortest_line(self._solids[one], self._solids[other])
            )
            dx, dy = ends[1] - ends[0]
            if thin - self._spared[one] - self._spared[other] <= math.hypot(dx, dy) < long:
                along = math.degrees(math.atan2(dy, dx))
                middle = (ends[0] + ends[1]) / 2
                detour = math.dist(self.begin[0], middle) + math.dist(middle, self.end[0])
                found.append((detour, along if self.body.length == thin else along + 90.0))
        return [heading for _, heading in sorted(found)]

    def _sum(self, k: int, heading: float) -> shapely.Geometry:
        return _summed(self._solids[k], body=self.body, heading=heading)

    def widened(self, k: int, heading: float) -> shapely.Geometry:
        """Where its centre may not be at a heading, because of one of the solids."""
        key = (k, heading)
        if key not in self._widened:
            whole = self._sum(k, heading)
            self._widened[key] = shapely.buffer(whole, -self._spared[k], join_style="mitre")
        return self._widened[key]

    def inner(self, k: int, heading: float) -> shapely.Geometry:
        """The same without its outline, along which it may slide."""
        key = (k, heading)
        if key not in self._inner:
            self._inner[key] = shapely.buffer(self.widened(k, heading), -2 * _GRAZE)
        return self._inner[key]

    def run_over(self, fronts: Sequence[Point]) -> dict[str, float]:
        """How many inches of a way that its front is led along run over each of the solids.

        On each leg it is turned as suits it best; it turns about its centre where it begins and
        ends, and about its front in between.
        """
        found: dict[str, float] = {}
        for number, leg in enumerate(pairwise(fronts)):
            ends = (number == 0, number == len(fronts) - 2)
            for name, far in self._least(leg, ends=ends).items():
                found[name] = found.get(name, 0.0) + far
        return found

    def _least(self, leg: tuple[Point, Point], *, ends: tuple[bool, bool]) -> dict[str, float]:
        """What is run over on one leg, at the heading at which that is least."""
        along = math.degrees(math.atan2(leg[1][1] - leg[0][1], leg[1][0] - leg[0][0]))
        least = self._slid(leg, heading=self.begin[1], ends=ends)
        minded = [k for k, name in enumerate(self._names) if name in least]
        gaps = [h + k * 90.0 for h in self._across_gaps(minded) for k in range(4)]
        for heading in (self.end[1], along, *gaps):
            if not least:
                break
            tried = self._slid(leg, heading=heading, ends=ends)
            least = min(least, tried, key=lambda each: sum(each.values()))
        return least

    def _slid(
        self, leg: tuple[Point, Point], *, heading: float, ends: tuple[bool, bool]
    ) -> dict[str, float]:
        """How many inches of a straight slide run over each of the solids."""
        ahead = _ahead(heading, self.body.length / 2)
        one, other = ((x - ahead[0], y - ahead[1]) for x, y in leg)
        line = shapely.LineString(
            [self.begin[0] if ends[0] else one, self.end[0] if ends[1] else other]
        )
        found = {}
        for k, name in enumerate(self._names):
            far = float(shapely.length(shapely.intersection(self.inner(k, heading), line)))
            if far > 0:
                found[name] = far
        return found

    def shortest(self) -> tuple[Stance, ...] | None:
        """The stances of the shortest way, bends and turns and both ends; None if there is none.

        Solids are added one by one, when the best way so far runs over them: leaving others out
        can only shorten it.
        """
        minded: set[int] = set()
        while True:
            way = _Search(self, minded=sorted(minded)).way()
            if way is None:
                return None
            hit = self._hit(way) - minded
            if not hit:
                return way
            minded |= hit

    def _hit(self, way: Sequence[Stance]) -> set[int]:
        """The solids that a way runs over."""
        legs = [
            (one.heading, shapely.LineString([one.at, other.at])) for one, other in pairwise(way)
        ]
        return {
            k
            for k in range(len(self._solids))
            for heading, leg in legs
            if shapely.intersects(self.inner(k, heading), leg)
        }

    def leaves_table(self, places: Floats, heading: float) -> Floats:
        """With its centre at these places, by how much it sticks out of the table at each."""
        half = np.abs(_corners(self.body, heading)).max(axis=0)
        size = np.array([self._table.width, self._table.depth])
        out: Floats = np.maximum(half - places, places + half - size).max(axis=1)
        return out

    def front_way(self, stances: Sequence[Stance]) -> Way:
        """The way of the middle of its front, where turning costs nothing of its own.

        As on a straight move, what counts is where the front comes by: a turn close to where it
        begins, ends or bends is made as it goes, and only one that it goes farther for is a stop.
        """
        room = math.hypot(self.body.length, self.body.width) / 2
        room += max(self._spared, default=0.0) - min(self.body.length, self.body.width) / 2
        stops = [(stances[0].at, [self.begin[1]])]
        for before, one, after in zip(stances, stances[1:], stances[2:], strict=False):
            turns = one.at in {before.at, after.at}
            close = min(math.dist(one.at, at) for at in (stops[-1][0], stances[-1].at)) <= room
            if not (turns and close) and one.at != stops[-1][0]:
                stops.append((one.at, self._as_near(one.heading)))
        stops.append((stances[-1].at, [self.end[1]]))
        ways: list[tuple[float, Way]] = [(0.0, ())]
        for at, headings in stops:
            ways = [
                min(
                    (far + (math.dist(way[-1], front) if way else 0.0), (*way, front))
                    for far, way in ways
                )
                for front in (self._front(at, heading) for heading in headings)
            ]
        return min(ways)[1]

    def _front(self, at: Spot, heading: float) -> Point:
        x, y = _ahead(heading, self.body.length / 2)
        return Inches(at[0] + x), Inches(at[1] + y)

    def _as_near(self, heading: float) -> list[float]:
        """A heading as near as may be to those at both ends, covering the same ground."""
        return [
            end if self.turned(end, heading) <= _SAME else self._nearest(heading, end)
            for end in (self.begin[1], self.end[1])
        ]

    def _nearest(self, heading: float, end: float) -> float:
        return heading + self._period * round((end - heading) / self._period)


class _Search:
    """One search among some of the solids: a layer of places for each heading."""

    def __init__(self, around: Surroundings, *, minded: Sequence[int]) -> None:
        self.around = around
        self.headings = around.headings(minded)
        self.outlines = [
            shapely.union_all([around.widened(k, heading) for k in minded])
            for heading in self.headings
        ]
        self.solids = [shapely.buffer(each, -_GRAZE, join_style="mitre") for each in self.outlines]
        last = len(around.ends()) - 1
        self.nodes: list[tuple[Spot, int]] = [(around.begin[0], 0), (around.end[0], last)]
        """A place and its layer."""
        self.known = {node: number for number, node in enumerate(self.nodes)}
        self.turns: dict[int, list[int]] = {}
        for layer, outline in enumerate(self.outlines):
            for at in self._free(shapely.get_coordinates(outline), (layer,)):
                self._node(at, layer)
        for one, other in combinations(range(len(self.headings)), 2):
            if one <= last:
                self._turn_between(one, other)

    def _turn_between(self, one: int, other: int) -> None:
        """Let it turn from one heading to another: at corners, and close to both of its ends."""
        ends = [at for at, _ in self.nodes[:2]]
        both = shapely.union(self.outlines[one], self.outlines[other])
        places = [shapely.get_coordinates(both), np.array(ends, dtype=float)]
        if not shapely.is_empty(both):
            rim = shapely.boundary(both)
            near = [shapely.shortest_line(rim, shapely.Point(at)) for at in ends]
            places.append(np.array([shapely.get_coordinates(line)[0] for line in near]))
        for at in self._free(np.vstack(places), (one, other)):
            pair = self._node(at, one), self._node(at, other)
            self.turns.setdefault(pair[0], []).append(pair[1])
            self.turns.setdefault(pair[1], []).append(pair[0])

    def _node(self, at: Spot, layer: int) -> int:
        if (at, layer) not in self.known:
            self.known[at, layer] = len(self.nodes)
            self.nodes.append((at, layer))
        return self.known[at, layer]

    def _free(self, places: Floats, layers: Sequence[int]) -> list[Spot]:
        """Of some places those where the rectangle fits, at all of these headings."""
        if not len(places):
            return []
        places = np.unique(places, axis=0)
        fits = np.ones(len(places), dtype=bool)
        ends = np.array([at for at, _ in self.nodes[:2]], dtype=float)
        given = (places[:, None] == ends[None]).all(axis=2).any(axis=1)
        for layer in layers:
            fits &= ~shapely.intersects(self.solids[layer], shapely.points(places))
            fits &= given | (self.around.leaves_table(places, self.headings[layer]) <= _GRAZE)
        return [(float(x), float(y)) for x, y in places[fits]]

    def way(self) -> tuple[Stance, ...] | None:
        """The shortest way from the first place to the second; of equals, that of fewest turns."""
        places = np.array([at for at, _ in self.nodes], dtype=float)
        layers = np.array([layer for _, layer in self.nodes])
        ahead = np.hypot(*(places - places[1]).T)
        best = np.full(len(places), math.inf)
        best[0] = 0.0
        before = np.zeros(len(places), dtype=int)
        done = np.zeros(len(places), dtype=bool)
        queue = [(float(ahead[0]), 0)]
        while queue:
            _, node = heapq.heappop(queue)
            if done[node]:
                continue
            if node == 1:
                return self._traced(before)
            done[node] = True
            far = np.hypot(*(places - places[node]).T)
            mates = np.flatnonzero((layers == layers[node]) & ~done & (best[node] + far < best))
            mates = mates[self._clear(places, node=node, others=mates, layer=int(layers[node]))]
            far[self.turns.get(node, [])] = _TURN
            for other in (*mates.tolist(), *self.turns.get(node, ())):
                length = best[node] + far[other]
                if not done[other] and length < best[other]:
                    best[other], before[other] = length, node
                    heapq.heappush(queue, (float(length + ahead[other]), other))
        return None

    def _clear(self, places: Floats, *, node: int, others: Ints, layer: int) -> Bools:
        """To which of these places it may slide straight."""
        starts = np.repeat(places[node][None], len(others), axis=0)
        lines = shapely.linestrings(np.stack([starts, places[others]], axis=1))
        clear: Bools = np.logical_not(shapely.intersects(self.solids[layer], lines))
        return clear

    def _traced(self, before: Ints) -> tuple[Stance, ...]:
        way = [1]
        while way[-1] != 0:
            way.append(int(before[way[-1]]))
        return tuple(
            Stance(at=at, heading=self.headings[layer])
            for at, layer in (self.nodes[node] for node in reversed(way))
        )


@lru_cache(maxsize=1024)
def _summed(solid: shapely.Geometry, *, body: Rectangle, heading: float) -> shapely.Geometry:
    """Where the centre of a rectangle may not be at a heading, if it may touch and no more."""
    corners = _corners(body, heading)
    ring = shapely.get_coordinates(shapely.get_exterior_ring(solid))
    if shapely.area(shapely.convex_hull(solid)) <= shapely.area(solid) + _GRAZE:
        sums = (ring[:, None] + corners[None]).reshape(-1, 2)
        return shapely.convex_hull(shapely.MultiPoint(sums))
    edges = np.stack([ring[:-1], ring[1:]], axis=1)
    swept = (edges[:, :, None] + corners).reshape(len(edges), -1, 2)
    parts = [shapely.convex_hull(shapely.MultiPoint(each)) for each in swept]
    return shapely.union_all([*parts, solid])


def _corners(body: Rectangle, heading: float) -> Floats:
    """The corners of a rectangle about its centre."""
    ahead = np.array(_ahead(heading, body.length / 2))
    aside = np.array(_ahead(heading + 90.0, body.width / 2))
    return np.array([ahead + aside, ahead - aside, -ahead - aside, -ahead + aside])


def _ahead(heading: float, by: float) -> Spot:
    angle = math.radians(heading)
    return math.cos(angle) * by, math.sin(angle) * by


def depth_at(area: shapely.Geometry, at: Spot) -> float:
    """How deep a place lies in an area; nothing outside of it."""
    spot = shapely.Point(at)
    if not shapely.intersects(area, spot):
        return 0.0
    return float(shapely.distance(shapely.boundary(area), spot))
