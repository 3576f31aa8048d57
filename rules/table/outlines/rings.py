"""Holds many outlines at once: which points they contain and which segments they meet, exactly.

Rows of numpy decide all but the nearly degenerate cases; those go to shapely's exact predicates.
Nothing is ever prepared: prepared geometries that two threads share crash the process.
"""

from collections.abc import Sequence
from typing import Final

import numpy as np
import shapely
from numpy.typing import NDArray

from rules.table.outlines.outline import following
from rules.table.shapes import Floats

Ints = NDArray[np.intp]
Bools = NDArray[np.bool_]

_SURE: Final = 1e-9
"""Inches beyond which double arithmetic cannot have the wrong sign on a table."""


class Rings:
    """Simple closed outlines, packed end to end; nothing in it changes."""

    __slots__ = ("boxes", "counts", "edges", "hull_counts", "hulls", "polygons", "starts")

    def __init__(self, outlines: Sequence[Floats]) -> None:
        outlines = [_without_repeats(ring) for ring in outlines]
        self.counts: Ints = np.array([len(ring) for ring in outlines], dtype=np.intp)
        self.starts: Ints = np.concatenate([[0], np.cumsum(self.counts)[:-1]]).astype(np.intp)
        self.starts = self.starts[: len(outlines)]
        corners = np.vstack([np.zeros((0, 2)), *outlines])
        following = np.arange(1, len(corners) + 1)
        following[self.starts + self.counts - 1] = self.starts
        self.edges: Floats = np.hstack([corners, corners[following]])
        """Row: x and y of a corner, x and y of the next one."""
        owners = np.repeat(np.arange(len(outlines)), self.counts)
        self.polygons = _polygons(corners, owners=owners)
        self.boxes: Floats = _boxes(corners, owners=owners, count=len(outlines))
        self.hulls, self.hull_counts = _hulls(self.polygons)

    def __len__(self) -> int:
        return len(self.counts)

    def ring(self, index: int) -> Floats:
        """The edges of one outline."""
        start = self.starts[index]
        return self.edges[start : start + self.counts[index]]

    def holding(self, points: Floats) -> Bools:
        """Which outline (column) holds which point (row); a point on the outline is held."""
        boxes = self.boxes[None]
        x, y = points[:, None, 0], points[:, None, 1]
        near = (x >= boxes[..., 0]) & (y >= boxes[..., 1])
        near &= (x <= boxes[..., 2]) & (y <= boxes[..., 3])
        rows, columns = np.nonzero(near)
        held = np.zeros(near.shape, dtype=bool)
        if len(rows):
            spots = shapely.points(points[rows])
            held[rows, columns] = shapely.intersects(self.polygons[columns], spots)
        return held

    def meet(self, start: Floats, end: Floats, *, which: Ints) -> Bools:
        """Whether segment k meets outline ``which[k]``; both its ends must lie outside of it."""
        counts = self.counts[which]
        if not len(which):
            return np.zeros(0, dtype=bool)
        total = int(counts.sum())
        firsts = np.concatenate([[0], np.cumsum(counts)[:-1]])
        segment = np.repeat(np.arange(len(which)), counts)
        edge = np.arange(total) + np.repeat(self.starts[which] - firsts, counts)
        span = end - start
        scale = np.sqrt((span**2).sum(axis=1)) * _SURE + 1e-300
        corner = self.edges[edge, :2] - start[segment]
        side = span[segment, 0] * corner[:, 1] - span[segment, 1] * corner[:, 0]
        unsure = np.abs(side) <= scale[segment]
        after = np.arange(1, total + 1)
        after[firsts + counts - 1] = firsts
        straddles = np.nonzero((side > 0) != (side[after] > 0))[0]
        met, doubtful = self._crossings(
            start, end, segment=segment[straddles], edge=edge[straddles]
        )
        verdict = np.zeros(len(which), dtype=bool)
        verdict[met] = True
        again = np.zeros(len(which), dtype=bool)
        again[segment[unsure]] = True
        again[doubtful] = True
        asked = np.nonzero(again)[0]
        if len(asked):
            verdict[asked] = self.meet_exactly(start[asked], end[asked], which=which[asked])
        return verdict

    def _crossings(
        self, start: Floats, end: Floats, *, segment: Ints, edge: Ints
    ) -> tuple[Ints, Ints]:
        """Segments that surely cross an edge with a corner on each side, and doubtful ones."""
        base = self.edges[edge, :2]
        along = self.edges[edge, 2:] - base
        one = _cross(along, start[segment] - base)
        other = _cross(along, end[segment] - base)
        unsure = np.minimum(np.abs(one), np.abs(other)) <= _SURE * (np.abs(along).sum(axis=1))
        crosses = (one > 0) != (other > 0)
        return segment[crosses & ~unsure], segment[unsure]

    def meet_exactly(self, start: Floats, end: Floats, *, which: Ints) -> Bools:
        """The same by shapely; the ends are put in order, so that both directions agree."""
        swap = (start[:, 0] > end[:, 0]) | ((start[:, 0] == end[:, 0]) & (start[:, 1] > end[:, 1]))
        first = np.where(swap[:, None], end, start)
        second = np.where(swap[:, None], start, end)
        lines = shapely.linestrings(np.stack([first, second], axis=1))
        met: Bools = shapely.intersects(self.polygons[which], lines)
        return met


def _cross(one: Floats, other: Floats) -> Floats:
    product: Floats = one[..., 0] * other[..., 1] - one[..., 1] * other[..., 0]
    return product


def _boxes(corners: Floats, *, owners: Ints, count: int) -> Floats:
    """Smallest and largest x and y of each outline: x0, y0, x1, y1."""
    boxes = np.empty((count, 4))
    boxes[:, :2], boxes[:, 2:] = np.inf, -np.inf
    np.minimum.at(boxes[:, :2], owners, corners)
    np.maximum.at(boxes[:, 2:], owners, corners)
    return boxes


def _without_repeats(ring: Floats) -> Floats:
    """The ring less corners given twice in a row; many programs close one with its first corner."""
    repeated = (ring == following(ring)).all(axis=1)
    kept: Floats = ring[~repeated]
    return kept


def _polygons(corners: Floats, *, owners: Ints) -> NDArray[np.object_]:
    if not len(owners):
        return np.array([], dtype=object)
    return np.asarray(shapely.polygons(shapely.linearrings(corners, indices=owners)), dtype=object)


def _hulls(polygons: NDArray[np.object_]) -> tuple[Floats, Ints]:
    """Corners of the convex hulls, packed end to end, and how many each has."""
    hulls = shapely.convex_hull(polygons)
    counts: Ints = shapely.get_num_coordinates(hulls).astype(np.intp)
    corners: Floats = shapely.get_coordinates(hulls)
    closing = np.cumsum(counts) - 1
    return np.delete(corners, closing, axis=0), counts - 1
