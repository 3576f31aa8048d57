"""Measures the shortest gap between outlines, its error, and how deep two outlines overlap."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import shapely

from rules.table.outlines.length_error import covariances, point_variance, shared_variance
from rules.table.outlines.outline import Outline, convex_parts, following, place
from rules.table.outlines.rings import Ints
from rules.table.shapes import Floats
from rules.table.snapshot import Piece, Snapshot


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Gaps:
    """Gaps of many pairs at once; row k belongs to the k-th pair asked for."""

    distance: Floats
    """Shortest way between the outlines, 0 when they touch or overlap."""
    depth: Floats
    """How far an overlapping pair would have to be pushed apart, else 0."""
    start: Floats
    end: Floats
    sigma: Floats


class Outlines:
    """The placed pieces of a snapshot, ready to be asked for gaps; nothing in it changes.

    Its geometries are never prepared, so any number of threads may ask at once.
    """

    __slots__ = (
        "_cores",
        "_covariances",
        "_origins",
        "_placed",
        "_radii",
        "_reaches",
        "centres",
        "index",
        "pieces",
        "snapshot",
    )

    def __init__(self, snapshot: Snapshot) -> None:
        self.snapshot = snapshot
        self.pieces: Sequence[Piece] = tuple(p for p in snapshot.pieces if p.pose is not None)
        self.index = {piece.id: row for row, piece in enumerate(self.pieces)}
        self._placed = tuple(place(piece) for piece in self.pieces)
        self._cores = np.array([outline.core() for outline in self._placed], dtype=object)
        self._covariances = covariances(self.pieces)
        self.centres = np.array([outline.centre for outline in self._placed]).reshape(-1, 2)
        """The reference point of every piece, a row each."""
        self._origins = np.array([outline.origin for outline in self._placed]).reshape(-1, 2)
        self._radii = np.array([outline.radius for outline in self._placed])
        self._reaches = np.array([outline.reach for outline in self._placed])

    def outline(self, row: int) -> Outline:
        """The outline of the piece in that row."""
        return self._placed[row]

    def distances(self, first: Sequence[int] | Ints, second: Sequence[int] | Ints) -> Floats:
        """Edge to edge distance of each pair of rows; 0 when the outlines touch or overlap."""
        a, b = np.asarray(first, dtype=int), np.asarray(second, dtype=int)
        radii = self._radii
        cores = shapely.distance(self._cores[a], self._cores[b])
        distances: Floats = np.maximum(cores - radii[a] - radii[b], 0.0)
        return distances

    def worst_sigma(self, reach: float) -> float:
        """No gap of about ``reach`` has a larger standard error than this."""
        place = self._covariances[:, 0, 0] + self._covariances[:, 1, 1]
        swing = np.sqrt(self._covariances[:, 2, 2]) * np.radians(1.0) * 2 * self._reaches
        worst = float(((np.sqrt(place) + swing) ** 2).max(initial=0.0))
        shared = self.snapshot.shared
        stretch = shared.scale * (reach + 1.0) + 2.0 * shared.plane
        return float(np.sqrt(2.0 * worst + stretch**2))

    def pairs_within(self, reach: float) -> tuple[Ints, Ints]:
        """Rows of all pairs (first < second) that can be within ``reach`` edge to edge."""
        centres = self.centres
        far = reach + self._reaches[:, None] + self._reaches[None, :]
        apart = ((centres[:, None] - centres[None, :]) ** 2).sum(axis=2)
        first, second = np.nonzero(np.triu(apart <= far * far + 1e-9, k=1))
        return first, second

    def measure(
        self, first: Sequence[int] | Ints, second: Sequence[int] | Ints, *, deep: bool = True
    ) -> Gaps:
        """Gap, witness points and standard error of each pair of rows.

        Without ``deep`` the overlap of cores is left at 0 and its error taken in any direction.
        """
        a, b = np.asarray(first, dtype=int), np.asarray(second, dtype=int)
        radii = self._radii
        # Where many lines are shortest, the one taken must not depend on who asks.
        low, high = np.minimum(a, b), np.maximum(a, b)
        lines = shapely.shortest_line(self._cores[low], self._cores[high])
        ends = shapely.get_coordinates(lines).reshape(-1, 2, 2)
        ends = np.where((a > b)[:, None, None], ends[:, ::-1], ends)
        start, end = ends[:, 0].copy(), ends[:, 1].copy()
        span = end - start
        apart = np.sqrt((span**2).sum(axis=1))
        along = span / np.where(apart > 0, apart, 1.0)[:, None]
        distance = np.maximum(apart - radii[a] - radii[b], 0.0)
        depth = np.maximum(radii[a] + radii[b] - apart, 0.0)
        along[apart <= 0] = (1.0, 0.0)
        for k in np.nonzero(apart <= 0)[0] if deep else ():
            overlap = overlap_of(self._placed[low[k]], self._placed[high[k]])
            depth[k], along[k] = overlap.depth, overlap.push * (1.0 if a[k] <= b[k] else -1.0)
        start = start + along * radii[a][:, None]
        end = np.where((distance > 0)[:, None], end - along * radii[b][:, None], start)
        variance = shared_variance(
            self.snapshot.shared, table=self.snapshot.table, start=start, end=end
        )
        for rows, at in ((a, start), (b, end)):
            variance = variance + point_variance(
                self._covariances[rows], lever=at - self._origins[rows], along=along
            )
        return Gaps(distance=distance, depth=depth, start=start, end=end, sigma=np.sqrt(variance))


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Gap:
    """The gap of one pair, as in `Gaps`."""

    distance: float
    depth: float
    start: Floats
    end: Floats
    sigma: float


def gap_of(snapshot: Snapshot, pair: tuple[Piece, Piece], *, backwards: bool = False) -> Gap:
    """The gap from the first piece to the second, without the cost of one-row arrays.

    They need not stand on the snapshot's table. ``backwards`` measures from the second to the
    first, by the same line where many are shortest.
    """
    one, other = (place(piece) for piece in pair)
    line = shapely.get_coordinates(shapely.shortest_line(one.core(), other.core()))
    span = line[1] - line[0]
    apart, radii = math.sqrt(float((span**2).sum())), one.radius + other.radius
    distance, depth = max(apart - radii, 0.0), max(radii - apart, 0.0)
    if apart > 0:
        along = span / apart
    else:
        overlap = overlap_of(one, other)
        depth, along = overlap.depth, overlap.push
    pieces = pair
    if backwards:
        one, other, line, along, pieces = other, one, line[::-1], -along, (pair[1], pair[0])
    start = line[0] + along * one.radius
    end = line[1] - along * other.radius if distance > 0 else start
    variance = float(shared_variance(snapshot.shared, table=snapshot.table, start=start, end=end))
    matrices = covariances(pieces)
    for matrix, outline, at in zip(matrices, (one, other), (start, end), strict=True):
        variance += float(point_variance(matrix, lever=at - outline.origin, along=along))
    return Gap(distance=distance, depth=depth, start=start, end=end, sigma=math.sqrt(variance))


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Overlap:
    """How far two outlines must be pushed apart until they only touch, and which way."""

    depth: float
    push: Floats
    """Unit vector along which the second one leaves the first."""


def overlap_of(first: Outline, second: Outline) -> Overlap:
    """The overlap of two outlines, of depth 0 when they only touch or are apart.

    Exact for convex outlines, by their separating axes. An outline that bends inwards is taken in
    convex pieces, and the deepest pair of them counts: no smaller push parts the two.
    """
    line = shapely.get_coordinates(shapely.shortest_line(first.core(), second.core()))
    span = line[1] - line[0]
    apart = float(np.hypot(*span))
    radii = first.radius + second.radius
    if apart > 0:
        return Overlap(depth=max(0.0, radii - apart), push=span / apart)
    pairs = [
        _convex_overlap(one, other, radii=radii)
        for one in convex_parts(first)
        for other in convex_parts(second)
    ]
    return max(pairs, key=lambda overlap: overlap.depth)


def may_overlap(first: Outline, second: Outline) -> bool:
    """Whether two outlines can have an area in common: not where their boxes only touch."""
    (low, high), (least, most) = _box(first), _box(second)
    return bool((low < most).all() and (least < high).all())


def _box(outline: Outline) -> tuple[Floats, Floats]:
    """The least and the largest x and y."""
    corners, radius = outline.corners, outline.radius
    return corners.min(axis=0) - radius, corners.max(axis=0) + radius


def _convex_overlap(first: Floats, second: Floats, *, radii: float) -> Overlap:
    axes = np.concatenate((_normals(first), _normals(second)))
    if not len(axes):
        return Overlap(depth=radii, push=np.array([1.0, 0.0]))
    one, two = first @ axes.T, second @ axes.T
    push = one.max(axis=0) - two.min(axis=0) + radii
    least = int(np.argmin(push))
    return Overlap(depth=max(0.0, float(push[least])), push=axes[least])


def _normals(corners: Floats) -> Floats:
    """Unit normals of a convex core's edges, either way round; none for a single point."""
    if len(corners) == 1:
        return np.zeros((0, 2))
    edges = following(corners) - corners
    lengths = np.sqrt((edges**2).sum(axis=1, keepdims=True))
    kept = lengths[:, 0] > 0
    outward = (edges[:, ::-1] * (1.0, -1.0))[kept]
    normals: Floats = outward / lengths[kept]
    return np.concatenate((normals, -normals))
