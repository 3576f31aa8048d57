"""Knows the gap between two pieces that need not stand on the table at the same moment."""

import math
from dataclasses import dataclass, replace

import numpy as np

from rules.table.gaps import Outlines
from rules.table.shapes import Point, point
from rules.table.snapshot import Piece, Snapshot
from rules.table.units import Inches


@dataclass(frozen=True, slots=True, kw_only=True)
class Spacing:
    """A gap, from where to where it was measured, and its error."""

    gap: Inches
    depth: Inches
    """How deep the two overlap, else 0."""
    sigma: Inches
    start: Point
    end: Point

    @property
    def away(self) -> Point:
        """The unit vector from the first piece to the second; nothing where they touch."""
        long = math.dist(self.start, self.end)
        if long <= 0:
            return Inches(0.0), Inches(0.0)
        step = np.subtract(self.end, self.start) / long
        return point(step)


def spacing(snapshot: Snapshot, pair: tuple[Piece, Piece]) -> Spacing:
    """How far the second piece is from the first, edge to edge."""
    one, other = pair
    # The same piece may stand in both places, before and after.
    named = (replace(one, id="first"), replace(other, id="second"))
    alone = Snapshot(table=snapshot.table, pieces=named, shared=snapshot.shared)
    found = Outlines(alone).measure([0], [1])
    return Spacing(
        gap=Inches(float(found.distance[0])),
        depth=Inches(float(found.depth[0])),
        sigma=Inches(float(found.sigma[0])),
        start=point(found.start[0]),
        end=point(found.end[0]),
    )
