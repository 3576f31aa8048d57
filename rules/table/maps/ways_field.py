"""Finds how long the shortest way from one place to each of many others is, round obstacles.

Corners are settled in the order of their distance, as for a single way; each settled one then
shortens the way to what it has in view and nothing nearer had.
"""

import heapq
from collections.abc import Sequence
from typing import Final

import numpy as np
import shapely

from rules.table.outlines.rings import Bools, Ints
from rules.table.shapes import Floats
from rules.table.snapshot import TableSize

_GRAZE: Final = 1e-6
_MOST_CORNERS: Final = 160
"""Corners that are turned at; past these a place counts as unreached."""


def way_lengths(
    start: Floats,
    places: Floats,
    *,
    obstacles: Sequence[shapely.Geometry],
    most: float,
    table: TableSize,
    straight: bool = False,
    unturned: Sequence[shapely.Geometry] = (),
) -> Floats:
    """Inches to each place, infinite where no way of at most ``most`` was found.

    An obstacle that holds the start is none; walking along an outline is legal. With ``straight``
    no way turns; none turns at what is ``unturned``.
    """
    spot = shapely.Point(start)
    near = [each for each in obstacles if 0.0 < float(shapely.distance(each, spot)) <= most]
    solid = shapely.buffer(shapely.union_all(near), -_GRAZE, join_style="mitre")
    lengths = np.full(len(places), np.inf)
    away = np.sqrt(((places - start) ** 2).sum(axis=1))
    free = np.nonzero(away <= most)[0]
    free = free[~shapely.intersects(solid, shapely.points(places[free]))]
    if not near:
        lengths[free] = away[free]
        return lengths
    field = _Field(solid, places=places, lengths=lengths, most=most)
    corners = _corners(solid, start=start, most=most, table=table)
    for each in unturned:
        corners = corners[shapely.distance(each, shapely.points(corners)) > 1e-3]
    field.spread(start, corners=corners[:0] if straight else corners, open_=free)
    return lengths


class _Field:
    __slots__ = ("edges", "lengths", "most", "places")

    def __init__(
        self, solid: shapely.Geometry, *, places: Floats, lengths: Floats, most: float
    ) -> None:
        self.places, self.lengths, self.most = places, lengths, most
        rings = [
            shapely.get_coordinates(each) for each in shapely.get_parts(shapely.boundary(solid))
        ]
        self.edges = np.concatenate([np.hstack([ring[:-1], ring[1:]]) for ring in rings])

    def spread(self, start: Floats, *, corners: Floats, open_: Ints) -> None:
        if not len(open_):
            return
        nodes = np.vstack([start[None], corners])
        # No way over a corner leads on to any place in less.
        low, high = self.places[open_].min(axis=0), self.places[open_].max(axis=0)
        left = np.sqrt((np.maximum(np.maximum(low - nodes, nodes - high), 0.0) ** 2).sum(axis=1))
        best = np.full(len(nodes), np.inf)
        best[0] = 0.0
        queue = [(0.0, 0)]
        done = left > self.most
        settled = 0
        while queue and settled < _MOST_CORNERS:
            walked, node = heapq.heappop(queue)
            if done[node]:
                continue
            done[node] = True
            settled += 1
            self._reach(nodes[node], walked=walked, open_=open_)
            ahead = self._onward(nodes, node=node, walked=walked, left=left, done=done)
            for other, length in ahead:
                if length < best[other]:
                    best[other] = length
                    heapq.heappush(queue, (length, int(other)))

    def _reach(self, at: Floats, *, walked: float, open_: Ints) -> None:
        away = walked + np.sqrt(((self.places[open_] - at) ** 2).sum(axis=1))
        worth = open_[(away < self.lengths[open_] - _GRAZE) & (away <= self.most)]
        seen = worth[self._sees(at, self.places[worth])]
        self.lengths[seen] = walked + np.sqrt(((self.places[seen] - at) ** 2).sum(axis=1))

    def _onward(
        self, nodes: Floats, *, node: int, walked: float, left: Floats, done: Bools
    ) -> list[tuple[int, float]]:
        away = walked + np.sqrt(((nodes - nodes[node]) ** 2).sum(axis=1))
        others = np.nonzero(~done & (away + left <= self.most))[0]
        seen = others[self._sees(nodes[node], nodes[others])]
        return [(int(other), float(away[other])) for other in seen]

    def _sees(self, at: Floats, ends: Floats) -> Bools:
        """Which lines cross no edge; neither end lies in an obstacle."""
        if not len(ends):
            return np.zeros(0, dtype=bool)
        span, reach = ends - at, float(np.abs(ends - at).max())
        first, last = self.edges[:, :2] - at, self.edges[:, 2:] - at
        near = (np.minimum(first, last) <= reach).all(axis=1)
        near &= (np.maximum(first, last) >= -reach).all(axis=1)
        first, last = first[near], last[near]
        edge = last - first
        begins = span @ np.stack([first[:, 1], -first[:, 0]])
        ends_ = span @ np.stack([last[:, 1], -last[:, 0]])
        side = edge[:, 1] * first[:, 0] - edge[:, 0] * first[:, 1]
        across = span @ np.stack([-edge[:, 1], edge[:, 0]]) + side
        crossed = ((begins > 0) != (ends_ > 0)) & ((side > 0) != (across > 0))
        clear: Bools = ~np.any(crossed, axis=1)
        return clear


def _corners(solid: shapely.Geometry, *, start: Floats, most: float, table: TableSize) -> Floats:
    """Where a shortest way may turn: corners that stick out, on the table and near enough."""
    parts = [part for part in shapely.get_parts(solid) if not shapely.is_empty(part)]
    rings = [(part.exterior, 1.0) for part in parts]
    rings += [(hole, -1.0) for part in parts for hole in part.interiors]
    kept = [_sticking_out(shapely.get_coordinates(ring), side=side) for ring, side in rings]
    if not kept:
        return np.zeros((0, 2))
    corners = np.concatenate(kept)
    size = np.array([table.width, table.depth])
    on_table = ((corners > _GRAZE) & (corners < size - _GRAZE)).all(axis=1)
    near = ((corners - start) ** 2).sum(axis=1) <= most**2
    kept_corners: Floats = corners[on_table & near]
    return kept_corners


def _sticking_out(ring: Floats, *, side: float) -> Floats:
    """The corners of a ring at which its ground bends outwards, moved a hair off it.

    The ground lies inside of a ring of ``side`` 1, and outside of one of -1.
    """
    points = ring[:-1]
    into, out = points - np.roll(points, 1, axis=0), np.roll(points, -1, axis=0) - points
    turn = into[:, 0] * out[:, 1] - into[:, 1] * out[:, 0]
    nexts = np.roll(points, -1, axis=0)
    area = float((points[:, 0] * nexts[:, 1] - points[:, 1] * nexts[:, 0]).sum())
    bends = side * turn * np.sign(area) > 0
    unit_in = into / np.maximum(np.sqrt((into**2).sum(axis=1)), 1e-12)[:, None]
    unit_out = out / np.maximum(np.sqrt((out**2).sum(axis=1)), 1e-12)[:, None]
    away = unit_in - unit_out
    away /= np.maximum(np.sqrt((away**2).sum(axis=1)), 1e-12)[:, None]
    found: Floats = (points + 2 * _GRAZE * away)[bends]
    return found
