"""Knows the shortest gap between outlines, its error, and how deep two outlines overlap."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import shapely

from rules.table.error import covariances, point_variance, shared_variance
from rules.table.outline import Outline, place
from rules.table.rings import Ints
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

    def measure(self, first: Sequence[int] | Ints, second: Sequence[int] | Ints) -> Gaps:
        """Gap, witness points and standard error of each pair of rows."""
        a, b = np.asarray(first, dtype=int), np.asarray(second, dtype=int)
        radii = self._radii
        lines = shapely.shortest_line(self._cores[a], self._cores[b])
        ends = shapely.get_coordinates(lines).reshape(-1, 2, 2)
        start, end = ends[:, 0], ends[:, 1]
        span = end - start
        apart = np.sqrt((span**2).sum(axis=1))
        along = self._directions(span, apart=apart, rows=(a, b))
        distance = np.maximum(apart - radii[a] - radii[b], 0.0)
        depth = np.maximum(radii[a] + radii[b] - apart, 0.0)
        for k in np.nonzero(apart <= 0)[0]:
            depth[k] = overlap_depth(self._placed[a[k]], self._placed[b[k]])
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

    def _directions(self, span: Floats, *, apart: Floats, rows: tuple[Ints, Ints]) -> Floats:
        """Unit vectors from the first outline to the second; centre to centre on an overlap."""
        centres = self.centres
        span = np.where((apart > 0)[:, None], span, centres[rows[1]] - centres[rows[0]])
        length = np.sqrt((span**2).sum(axis=1))
        along = span / np.where(length > 0, length, 1.0)[:, None]
        along[length <= 0] = (1.0, 0.0)
        directions: Floats = along
        return directions


def overlap_depth(first: Outline, second: Outline) -> float:
    """How far two outlines must be pushed apart until they only touch; 0 when they do not overlap.

    Exact for convex outlines by their separating axes; of others the convex hulls are taken.
    """
    apart = float(shapely.distance(first.core(), second.core()))
    if apart > 0:
        return max(0.0, first.radius + second.radius - apart)
    axes = np.vstack([_normals(first), _normals(second)])
    if not len(axes):
        return max(0.0, first.radius + second.radius)
    spans = [(outline.corners @ axes.T, outline.radius) for outline in (first, second)]
    (one, one_radius), (two, two_radius) = spans
    one_way = one.max(axis=0) - two.min(axis=0)
    other_way = two.max(axis=0) - one.min(axis=0)
    push = np.minimum(one_way, other_way) + one_radius + two_radius
    return max(0.0, float(push.min()))


def _normals(outline: Outline) -> Floats:
    """Unit normals of the convex hull's edges; none for a disc."""
    if len(outline.corners) == 1:
        return np.zeros((0, 2))
    hull = shapely.get_coordinates(shapely.convex_hull(outline.core()))
    edges = np.diff(hull, axis=0)
    lengths = np.sqrt((edges**2).sum(axis=1, keepdims=True))
    normals: Floats = np.column_stack([edges[:, 1], -edges[:, 0]]) / lengths
    return normals
