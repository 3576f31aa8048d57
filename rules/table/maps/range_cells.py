"""Maps what lies within a distance of an outline, for bare places or for a body put there."""

from dataclasses import dataclass
from typing import Final

import numpy as np
import shapely

from rules.table.maps.cells import AnswerMap, CellGrid, answered
from rules.table.outlines.outline import Outline
from rules.table.shapes import Floats
from rules.table.units import Inches

_HAIR: Final = 1e-9


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class RangeFrom:
    """What a distance is measured from, and how far it reaches."""

    corners: Floats
    """Of a convex core, which a place that is in it is no distance from; one for a point."""
    radius: float
    """How much wider than its core it is, the body at the other end included."""
    limit: Inches | None
    """None where it reaches everything."""
    bound: float
    """How near to the limit it is too close to call."""
    courtesy: float = 0.0
    """How far past the limit is the players' to overlook."""


def edge_range(
    outline: Outline,
    *,
    body: Outline | None,
    limit: Inches | None,
    bound: float,
    courtesy: float = 0.0,
) -> RangeFrom:
    """From edge to edge, the body at the other end looking as it looks now.

    Two outlines are as far apart as one is from a point, once it is grown by the other.
    """
    corners, radius = outline.corners, outline.radius
    if body is not None:
        offsets = body.centre - body.corners
        corners = (corners[:, None] + offsets[None]).reshape(-1, 2)
        radius += body.radius
    return RangeFrom(corners=corners, radius=radius, limit=limit, bound=bound, courtesy=courtesy)


def distances(found: RangeFrom, places: Floats) -> Floats:
    """How far each place is from it; nothing where they touch."""
    core = shapely.convex_hull(shapely.MultiPoint(found.corners))
    away = np.asarray(shapely.distance(core, shapely.points(places))) - found.radius
    return np.maximum(away, 0.0)


def range_cells(found: RangeFrom, grid: CellGrid) -> AnswerMap:
    """YES where all of a cell is within the limit, beyond error."""
    if found.limit is None:
        every = np.ones(grid.count, dtype=bool)
        return answered(grid, sure=every, open_=~every)
    inner = found.limit - found.bound - grid.half
    outer = found.limit + max(found.bound, found.courtesy) + grid.half
    middles = grid.middles()
    # From its middle alone most cells are surely near or far: the rest are measured.
    centre = found.corners.mean(axis=0)
    wide = float(np.sqrt(((found.corners - centre) ** 2).sum(axis=1)).max()) + _HAIR
    spans = middles - centre
    away = np.sqrt(spans[:, 0] ** 2 + spans[:, 1] ** 2) - found.radius
    rows = np.nonzero((away > inner) & (away - wide <= outer))[0]
    away[rows] = distances(found, middles[rows])
    # What touches it is no distance away, which may be more than a limit less the doubt.
    within = (away <= inner) & (inner >= 0.0)
    beyond = away > outer
    return answered(grid, sure=within, open_=~within & ~beyond)
