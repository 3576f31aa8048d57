"""Measures the gap between two pieces that need not stand on the table at the same moment."""

import math
from dataclasses import dataclass

import numpy as np

from rules.table.measuring.gaps import gap_of
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
    found = gap_of(snapshot, pair)
    return Spacing(
        gap=Inches(found.distance),
        depth=Inches(found.depth),
        sigma=Inches(found.sigma),
        start=point(found.start),
        end=point(found.end),
    )
