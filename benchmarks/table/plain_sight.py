"""Judges sight by shapely alone: the reference and the peer, sharing no code with the umpire."""

import numpy as np
import shapely
from numpy.typing import NDArray

from rules.table.snapshot import Snapshot

Floats = NDArray[np.float64]
Ints = NDArray[np.intp]
Bools = NDArray[np.bool_]
Shapes = NDArray[np.object_]


def pose_points(snapshot: Snapshot) -> Floats:
    """Where the poses of all pieces are; in these scenes the middle of round and square bases."""
    return np.array([(p.pose.x, p.pose.y) for p in snapshot.pieces if p.pose is not None])


def spots(points: Floats) -> Shapes:
    """Rows of x and y as shapely's points."""
    return np.asarray(shapely.points(points), dtype=object)


def lines(starts: Floats, ends: Floats) -> Shapes:
    """Rows of two ends as shapely's lines."""
    return np.asarray(shapely.linestrings(np.stack([starts, ends], axis=1)), dtype=object)


def meet(shapes: Shapes, others: Shapes) -> Bools:
    """Which touch or overlap, by broadcast."""
    return np.asarray(shapely.intersects(shapes, others), dtype=bool)


class PlainSight:
    """A pair is blocked if an area that holds neither end meets the segment between them."""

    def __init__(self, snapshot: Snapshot, *, prepared: bool) -> None:
        self.areas: Shapes = np.array(
            [shapely.Polygon(area.outline) for area in snapshot.terrain], dtype=object
        )
        if prepared:
            shapely.prepare(self.areas)
        self.centres = pose_points(snapshot)

    def holding(self, points: Floats) -> Bools:
        """Which area (row) holds which point (column)."""
        return meet(self.areas[:, None], spots(points)[None])

    def blocked(self, first: Ints, second: Ints) -> Bools:
        """Each pair of rows, by one broadcast over all areas."""
        return self._between(first, second, held=self.holding(self.centres))

    def blocked_in_parts(self, first: Ints, second: Ints, *, part: int = 20_000) -> Bools:
        """The same for so many pairs that they would not fit into memory at once."""
        held = self.holding(self.centres)
        parts = [
            self._between(first[k : k + part], second[k : k + part], held=held)
            for k in range(0, len(first), part)
        ]
        return np.concatenate(parts)

    def blocked_by_tree(self, first: Ints, second: Ints) -> Bools:
        """The same by an index over the lines, which shapely asks with each area prepared."""
        held = self.holding(self.centres)
        tree = shapely.STRtree(lines(self.centres[first], self.centres[second]))
        area, line = tree.query(self.areas, predicate="intersects")
        counts = ~held[area, first[line]] & ~held[area, second[line]]
        blocked = np.zeros(len(first), dtype=bool)
        blocked[line[counts]] = True
        return blocked

    def blocked_from(self, point: Floats, *, others: Ints, held: Bools) -> Bools:
        """One new place against other pieces, of which is known what holds them."""
        here = self.holding(point[None])
        starts = np.broadcast_to(point, (len(others), 2))
        met = meet(self.areas[:, None], lines(starts, self.centres[others])[None])
        return np.asarray((met & ~here & ~held[:, others]).any(axis=0))

    def _between(self, first: Ints, second: Ints, *, held: Bools) -> Bools:
        drawn = lines(self.centres[first], self.centres[second])
        met = meet(self.areas[:, None], drawn[None])
        return np.asarray((met & ~held[:, first] & ~held[:, second]).any(axis=0))
