"""Finds ways round others for a body that keeps its heading: where it would turn, none is told."""

import numpy as np
import shapely

from rules.table.maps.reach_from import InTheWay, ReachFrom
from rules.table.maps.reach_shapes import HAIR, PLAIN, mitred, sum_of
from rules.table.maps.ways_field import way_lengths
from rules.table.shapes import Floats


def surely_slid(found: ReachFrom, spots: Floats, *, most: float) -> Floats:
    """The lengths of ways past the others that run into none by more than was agreed."""
    assert found.slides is not None
    solids = [
        mitred(sum_of(other.outline, found.body), HAIR - found.slides) for other in _past(found)
    ]
    return _lengths(found, spots, solids=solids, most=most)


def least_slid(found: ReachFrom, spots: Floats, *, most: float) -> Floats:
    """No way is shorter, however the error and courtesy turn out."""
    solids = []
    start = shapely.Point(found.body.centre)
    for other in _past(found):
        whole = sum_of(other.outline, found.body)
        begun = float(shapely.distance(shapely.boundary(whole), start))
        deep = begun if shapely.intersects(whole, start) else 0.0
        solids.append(mitred(whole, -max(other.room, deep) - PLAIN))
    return _lengths(found, spots, solids=solids, most=most, anywhere=True)


def _past(found: ReachFrom) -> list[InTheWay]:
    return [each for each in found.bodies if not each.passable]


def _lengths(
    found: ReachFrom,
    spots: Floats,
    *,
    solids: list[shapely.Geometry],
    most: float,
    anywhere: bool = False,
) -> Floats:
    """With ``anywhere`` it may hang over the table's edge where it bends."""
    size = found.table
    half = np.abs(found.body.corners - found.body.centre).max(axis=0) + found.body.radius
    floor = shapely.box(half[0], half[1], size.width - half[0], size.depth - half[1])
    frame = shapely.difference(shapely.box(-1.0, -1.0, size.width + 1.0, size.depth + 1.0), floor)
    return way_lengths(
        found.body.centre,
        spots,
        obstacles=[each for each in solids if not shapely.is_empty(each)],
        most=most,
        table=size,
        unturned=() if anywhere else (frame,),
    )
