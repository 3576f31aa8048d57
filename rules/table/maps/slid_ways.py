"""Finds ways round others for a body that keeps its heading."""

from collections.abc import Container, Iterable
from typing import Final

import numpy as np
import shapely

from rules.table.maps.reach_from import InTheWay, ReachFrom
from rules.table.maps.reach_shapes import HAIR, PLAIN, mitred, sum_of
from rules.table.maps.turn_gaps import led_farther, may_turn
from rules.table.maps.ways_field import way_lengths
from rules.table.moves.bodies import depth_at
from rules.table.outlines.outline import farthest, place
from rules.table.outlines.rings import Bools
from rules.table.seeing import why_unmeasurable
from rules.table.shapes import Floats, Rectangle
from rules.table.sight.near_line import spread_at
from rules.table.snapshot import Piece, Snapshot
from rules.table.verdict import Doubt

_AS_IT_LOOKS: Final = 0.4
"""Degrees that are no turn, a hair less than the ruling takes for none."""
_ROUNDING: Final = 1e-6


def slid_past(
    table: Snapshot,
    others: Iterable[Piece],
    *,
    blocking: Container[str],
    doubt: Doubt,
    error: float,
    courtesy: float,
) -> tuple[InTheWay, ...]:
    """What a square may not end on, and may not run over where it is ``blocking``.

    ``error`` is how far off the square itself may be.
    """
    return tuple(
        InTheWay(
            outline=place(other),
            room=doubt.bound(error + spread_at(other, lever=farthest(other.footprint)))
            + courtesy
            + 0.01,
            passable=other.id not in blocking,
            known=why_unmeasurable(table, piece=other, doubt=doubt) is None,
        )
        for other in others
        if other.pose is not None
    )


def looks_the_same(start: Piece, now: Piece, *, others: Iterable[InTheWay]) -> bool:
    """Whether a square looks as it did, and everybody's place is known, so that slid ways count."""
    assert start.pose is not None
    assert now.pose is not None
    turned = abs((now.pose.heading - start.pose.heading + 180.0) % 360.0 - 180.0)
    known = all(each.known for each in others if not each.passable)
    return type(now.footprint) is Rectangle and turned <= _AS_IT_LOOKS and known


def surely_slid(found: ReachFrom, spots: Floats, *, most: float) -> Floats:
    """The lengths of ways past the others that run into none by more than was agreed.

    One that begins deeper in another is sure where it leads straight off it.
    """
    assert found.slides is not None
    x, y = found.body.centre.tolist()
    solids, begun, here = [], [], shapely.Point(x, y).buffer(3 * HAIR)
    for other in _past(found):
        whole = sum_of(other.outline, found.body)
        deep = depth_at(whole, (x, y))
        if deep < found.slides - HAIR:
            solids.append(mitred(whole, HAIR - found.slides))
        else:
            begun.append(shapely.difference(mitred(whole, HAIR - deep), here))
    lengths = _lengths(found, spots, solids=[*solids, *begun], most=most)
    away = np.sqrt(((spots - found.body.centre) ** 2).sum(axis=1))
    # Whoever slides straight turns for nobody.
    bent = np.nonzero(np.isfinite(lengths) & (lengths > away + _ROUNDING))[0]
    farther = led_farther(found, spots[bent], lengths=lengths[bent])
    lengths[bent] += np.inf if begun else farther
    return lengths


def never_slid(found: ReachFrom, spots: Floats, *, most: float) -> Bools:
    """Where no way is so short, however the error and courtesy turn out."""
    far: Bools = least_slid(found, spots, most=most) > most
    rows = np.nonzero(far)[0]
    far[rows] = ~may_turn(found, spots[rows], lengths=np.full(len(rows), most))
    return far


def least_slid(found: ReachFrom, spots: Floats, *, most: float) -> Floats:
    """No way that turns nowhere is shorter, however the error and courtesy turn out."""
    solids = []
    x, y = found.body.centre.tolist()
    for other in _past(found):
        whole = sum_of(other.outline, found.body)
        solids.append(mitred(whole, -max(other.room, depth_at(whole, (x, y))) - PLAIN))
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
