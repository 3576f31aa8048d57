"""Judges the sight lines of all pairs at once, and renews one moved piece's row cheaply."""

from dataclasses import dataclass

import numpy as np
import shapely

from rules.table.outlines.rings import Bools, Ints
from rules.table.shapes import Floats
from rules.table.sight.cones import Cones, cones_from
from rules.table.sight.error_samples import ErrorSamples, farthest, shifts, turns
from rules.table.sight.ground import Blockers, Ground, blocking, ground_after, ground_of
from rules.table.snapshot import Piece, Snapshot


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class SightTable:
    """Whether sight between any two pieces is blocked, exactly; nothing in it changes.

    >>> from rules.table.shapes import Disc
    >>> from rules.table.snapshot import Pose, TableSize, Terrain
    >>> woods = Terrain(id="W", kind="woods", outline=((8, 8), (12, 8), (12, 14), (8, 14)))
    >>> one, other = (
    ...     Piece(id=name, footprint=Disc(radius=0.5), pose=Pose(x=x, y=10))
    ...     for name, x in (("A", 2), ("B", 20))
    ... )
    >>> table = sight_table(
    ...     Snapshot(table=TableSize(width=36, depth=36), pieces=(one, other), terrain=(woods,))
    ... )
    >>> table.is_blocked("A", "B")
    True
    """

    ground: Ground
    blocked: Bools
    """Symmetric, a row and a column a piece, in the order of ``ground.pieces``."""
    cones: tuple[Cones, ...]

    def is_blocked(self, one: str, other: str) -> bool:
        """The exact answer for one pair."""
        index = self.ground.index
        return bool(self.blocked[index[one], index[other]])

    def moved(self, piece: Piece) -> "SightTable":
        """The table after one piece has moved; a piece that blocks others renews everything."""
        snapshot = self.ground.snapshot.moved(piece)
        if piece.id in self.ground.blockers.pieces or piece.pose is None:
            return sight_table(snapshot, self.ground.blockers)
        if piece.id not in self.ground.index:
            return sight_table(snapshot, self.ground.blockers)
        row = self.ground.index[piece.id]
        ground = ground_after(self.ground, snapshot=snapshot, piece=piece, row=row)
        (cone,) = cones_from(
            ground.centres[row : row + 1],
            rings=ground.rings,
            held=ground.ignored[row : row + 1],
            rough=ground.rough,
        )
        cones = (*self.cones[:row], cone, *self.cones[row + 1 :])
        blocked = self.blocked.copy()
        others = np.delete(np.arange(len(ground.pieces)), row)
        blocked[row, others] = blocked[others, row] = _row(ground, row, cone=cone, others=others)
        return SightTable(ground=ground, blocked=blocked, cones=cones)

    def shares_blocked(self, one: str) -> Floats:
        """P(blocked) from one piece to every piece, in the order of ``ground.pieces``."""
        row = self.ground.index[one]
        others = np.delete(np.arange(len(self.ground.pieces)), row)
        shares = np.zeros(len(self.ground.pieces))
        shares[others] = shares_blocked(self.ground, row, others=others)
        return shares


def sight_table(snapshot: Snapshot, blockers: Blockers = Blockers()) -> SightTable:
    """Judge every pair of a snapshot."""
    return sight_table_of(ground_of(snapshot, blockers))


def sight_table_of(ground: Ground) -> SightTable:
    """Judge every pair on a ground that is packed already."""
    count = len(ground.pieces)
    cones = cones_from(ground.centres, rings=ground.rings, held=ground.ignored, rough=ground.rough)
    blocked = np.zeros((count, count), dtype=bool)
    left: list[tuple[int, Ints, Ints]] = []
    for row in range(count - 1):
        others = slice(row + 1, count)
        hidden, ring, target = cones[row].settle(
            ground.centres[others], held=ground.ignored[others]
        )
        blocked[row, others] = hidden
        left.append((row, ring, target + row + 1))
    if left:
        starts = np.concatenate([np.full(len(ring), row) for row, ring, _ in left])
        rings = np.concatenate([ring for _, ring, _ in left])
        ends = np.concatenate([target for _, _, target in left])
        for first in range(0, len(rings), 4096):
            part = slice(first, first + 4096)
            met = blocking(ground, start=starts[part], end=ends[part], ring=rings[part])
            blocked[starts[part][met], ends[part][met]] = True
    blocked |= blocked.T
    return SightTable(ground=ground, blocked=blocked, cones=tuple(cones))


def shares_blocked(ground: Ground, row: int, *, others: Ints) -> Floats:
    """In which share of the samples sight from one piece to each of the others is blocked.

    A pair whose every error is zero gets 0 or 1 from the exact test.
    """
    start_shift, *_ = shifts([ground.pieces[row].id], covariance=ground.covariance[[row]])
    end_shifts = shifts(
        [ground.pieces[other].id for other in others], covariance=ground.covariance[others]
    )
    samples = _samples(ground)
    never = _never_counts(ground, rows=np.array([row]), shifts_=start_shift[None], samples=samples)
    never = never | _never_counts(ground, rows=others, shifts_=end_shifts, samples=samples)
    # What cannot stray has one sample only, and that one is judged exactly.
    still_ends = ~np.any(end_shifts, axis=(1, 2)) & ~np.any(start_shift)
    still: Bools = np.logical_and.outer(still_ends, samples.play <= 0)
    other, ring = np.nonzero(still)
    met = blocking(ground, start=np.full(len(ring), row), end=others[other], ring=ring)
    shares = samples.share_blocked(
        ground.centres[row],
        ground.centres[others],
        start_shift=start_shift,
        end_shifts=end_shifts,
        ignored=never | still,
    )
    shares[other[met]] = 1.0
    return shares


def _samples(ground: Ground) -> ErrorSamples:
    """The outlines as they stand in each sample; a piece's turn is drawn apart from its place."""
    names = [
        f"terrain {named.id}" if porous else named.id
        for named, porous in zip(ground.named, ground.porous, strict=True)
    ]
    turned = np.where(ground.rough, 0.0, ground.ring_covariance[:, 2, 2])
    return ErrorSamples(
        rings=ground.rings,
        ring_shifts=shifts(names, covariance=ground.ring_covariance[:, :2, :2]),
        ring_turns=turns(names, variance=turned),
        ring_origins=ground.ring_origins,
        porous=ground.porous,
    )


def _never_counts(ground: Ground, *, rows: Ints, shifts_: Floats, samples: ErrorSamples) -> Bools:
    """The rings (column) that block no line of a piece (row) in any sample.

    Those are its own, and the areas it stands in so deep that no error carries it out.
    """
    never: Bools = ground.ignored[rows].copy()
    piece, ring = np.nonzero(never & ground.porous)
    if len(piece):
        outlines = shapely.boundary(ground.rings.polygons[ring])
        depth = shapely.distance(outlines, shapely.points(ground.centres[rows[piece]]))
        play = farthest(shifts_)[piece] + samples.play[ring]
        never[piece, ring] = depth > play
    return never


def _row(ground: Ground, row: int, *, cone: Cones, others: Ints) -> Bools:
    """One piece against the others, exactly."""
    hidden, ring, target = cone.settle(ground.centres[others], held=ground.ignored[others])
    ends = others[target]
    met = blocking(ground, start=np.full(len(ring), row), end=ends, ring=ring)
    hidden[target[met]] = True
    return hidden
