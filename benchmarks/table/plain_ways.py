"""Finds clear lines by trying very many, and ways round areas by a full graph: slow, but plain."""

import math
from collections.abc import Sequence

import numpy as np
import shapely

from benchmarks.table.plain_sight import Bools, Floats, Ints, Shapes, lines, meet
from benchmarks.table.spacing import solid
from rules.table.snapshot import Piece, Terrain

_STEP = 0.05
_BATCH = 512
_INSIDE = 1e-7
"""Inches that touching may be off by."""


class TriedLines:
    """The shortest of all lines between points 0.05 in apart on two outlines that enters nothing.

    It is never shorter than the true one, and longer by what the steps miss.
    """

    def __init__(self, pieces: Sequence[Piece]) -> None:
        solids = [solid(piece) for piece in pieces]
        self.cores: Shapes = np.array([shape for shape, _ in solids], dtype=object)
        self.radii = np.array([radius for _, radius in solids])
        self.inner = np.asarray(shapely.buffer(self.cores, -_INSIDE, join_style="mitre"))

    def gap(self, one: int, other: int) -> float:
        """The length of the closest line, whatever stands in its way."""
        apart = float(shapely.distance(self.cores[one], self.cores[other]))
        return max(0.0, apart - float(self.radii[one] + self.radii[other]))

    def shortest(self, one: int, other: int) -> float:
        """The length of the shortest clear line; inf when none is."""
        if self.gap(one, other) == 0:
            return 0.0
        starts, ends = self._rim(one), self._rim(other)
        first, second = np.divmod(np.arange(len(starts) * len(ends)), len(ends))
        length = np.hypot(*(starts[first] - ends[second]).T)
        others = np.setdiff1d(np.arange(len(self.cores)), (one, other))
        order = np.argsort(length)
        for at in range(0, len(order), _BATCH):
            batch = order[at : at + _BATCH]
            entered = self.entered(starts[first[batch]], ends[second[batch]], others=others)
            if not entered.all():
                return float(length[batch[int(np.argmin(entered))]])
        return math.inf

    def entered(self, starts: Floats, ends: Floats, *, others: Ints) -> Bools:
        """Which lines run through the inside of any of the other pieces."""
        drawn = lines(starts, ends)
        entered = np.zeros(len(drawn), dtype=bool)
        near = others[shapely.distance(self.cores[others], _hull(drawn)) <= self.radii[others]]
        for other in near:
            if self.radii[other] > 0:
                apart = np.asarray(shapely.distance(self.cores[other], drawn))
                entered |= apart < self.radii[other] - _INSIDE
            else:
                entered |= meet(self.inner[[other]], drawn)
        return entered

    def _rim(self, row: int) -> Floats:
        """Points on an outline, its corners among them."""
        if self.radii[row] > 0:
            count = math.ceil(2 * math.pi * self.radii[row] / _STEP)
            angles = np.arange(count) * (2 * math.pi / count)
            middle = shapely.get_coordinates(self.cores[row])
            rim: Floats = middle + self.radii[row] * np.column_stack(
                [np.cos(angles), np.sin(angles)]
            )
            return rim
        outline = shapely.get_exterior_ring(self.cores[row])
        return np.asarray(shapely.get_coordinates(shapely.segmentize(outline, _STEP)))[:-1]


def _hull(drawn: Shapes) -> shapely.Geometry:
    return shapely.convex_hull(shapely.MultiLineString(list(drawn)))


def way_by_graph(ends: tuple[Floats, Floats], *, areas: Sequence[Terrain]) -> float:
    """The length of the shortest way round all areas: every outward corner sees every other."""
    union = shapely.union_all([shapely.Polygon(area.outline) for area in areas])
    inner = np.array([shapely.buffer(union, -_INSIDE, join_style="mitre")], dtype=object)
    shapely.prepare(inner)
    corners = np.vstack([*ends, *(_outward(np.array(area.outline)) for area in areas)])
    first, second = np.triu_indices(len(corners), 1)
    clear = ~meet(inner, lines(corners[first], corners[second]))
    steps = np.full((len(corners), len(corners)), math.inf)
    first, second = first[clear], second[clear]
    steps[first, second] = np.hypot(*(corners[first] - corners[second]).T)
    return _by_dijkstra(np.minimum(steps, steps.T))


def _outward(ring: Floats) -> Floats:
    """The corners that a way can bend round; outlines here run counter-clockwise."""
    before, after = ring - np.roll(ring, 1, axis=0), np.roll(ring, -1, axis=0) - ring
    left: Floats = ring[before[:, 0] * after[:, 1] - before[:, 1] * after[:, 0] > 0]
    return left


def _by_dijkstra(steps: Floats) -> float:
    """From the first corner to the second."""
    length = np.full(len(steps), math.inf)
    length[0] = 0.0
    left = np.ones(len(steps), dtype=bool)
    while left[1]:
        nearest = int(np.argmin(np.where(left, length, math.inf)))
        if not math.isfinite(length[nearest]):
            break
        left[nearest] = False
        length = np.where(left, np.minimum(length, length[nearest] + steps[nearest]), length)
    return float(length[1])
