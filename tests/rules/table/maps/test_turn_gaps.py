"""Tests where a way may come by both sides of a gap that a square would have to turn for."""

import math

import numpy as np
import pytest

from rules.table.maps.reach_from import ReachFrom, TurnGap
from rules.table.maps.turn_gaps import may_turn
from rules.table.outlines.outline import place
from rules.table.units import Inches
from tests.factories import piece, rectangle, table

WAY = 6.0
"""From where it starts to behind the gap, whose sides stand half-way."""


def _between(*, clear: float) -> ReachFrom:
    """A square before a gap that leaves so much on either side of it."""
    mover, *sides = (
        piece(name, (x, y), heading=0.0, footprint=rectangle(2.0, 2.0))
        for name, x, y in (("A", 4.0, 10.0), ("B1", 7.0, 12 + clear), ("B2", 7.0, 8 - clear))
    )
    body, one, other = (place(each) for each in (mover, *sides))
    return ReachFrom(
        table=table(mover, *sides, side=20.0).table,
        body=body,
        half_width=1.0,
        lead=0.0,
        allowance=Inches(WAY),
        surely=Inches(WAY),
        bound=0.0,
        gaps=(TurnGap(one=one, other=other, led=0.0),),
    )


@pytest.mark.parametrize("clear", [0.1, 0.2, 0.4])
def test_a_way_that_just_bends_into_either_side_may_be_turned(clear: float) -> None:
    """And one that is too short to bend so far comes by neither."""
    found, behind = _between(clear=clear), np.array([[4.0 + WAY, 10.0]])
    bent = 2 * math.hypot(WAY / 2 - 1.0, clear) + 2.0
    assert may_turn(found, behind, lengths=np.array([bent])).all()
    wider = _between(clear=clear + 0.5)
    assert not may_turn(wider, behind, lengths=np.array([bent])).any()
