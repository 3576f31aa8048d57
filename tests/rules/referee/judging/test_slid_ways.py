"""Tests of ways round others for a body that keeps its heading, against the judge of such moves."""

import math
import random
from collections import Counter
from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
import shapely

from conftest import SoakCount
from rules.referee.judging.sliding import SquareMove, judge_way
from rules.referee.toolkit.evidence import Outcome
from rules.referee.toolkit.findings import Agreed
from rules.table.maps.reach_from import InTheWay, ReachFrom
from rules.table.maps.slid_ways import least_slid, never_slid, surely_slid
from rules.table.maps.turn_gaps import gaps_to_turn_for
from rules.table.moves.fronts import FrontMetric, move_between
from rules.table.outlines.outline import place
from rules.table.shapes import Floats
from rules.table.snapshot import Piece, Snapshot
from rules.table.units import Inches
from tests.factories import piece, rectangle, table

LEFT = Inches(7.0)
OVERLAP = Inches(0.25)
ROOM = 0.3
LEAST, MOST = 2.0 - 2 * ROOM - 0.1, 2.0 * math.sqrt(2)
"""How wide the gaps are that it would have to turn for."""


def _squares(rng: random.Random, *, gaps: bool = False) -> tuple[Piece, ...]:
    """Some that leave no gap between them which one would have to turn for, or that may."""
    mover = piece("A", (10, 10), heading=rng.uniform(0, 360), footprint=rectangle(2.0, 2.0))
    found = [mover]
    while len(found) < 5:
        x, y = rng.uniform(2, 18), rng.uniform(2, 18)
        other = piece(
            f"B{len(found)}",
            (x, y),
            heading=rng.uniform(0, 360),
            footprint=rectangle(2.0, 2.0),
        )
        cores = [place(each).core() for each in (*found, other)]
        apart = [float(shapely.distance(one, two)) for one, two in combinations(cores[1:], 2)]
        clear = float(shapely.distance(cores[0], cores[-1])) > 0.1
        if clear and (gaps or not any(LEAST <= far < MOST for far in apart)):
            found.append(other)
    return tuple(found)


def _judged(snapshot: Snapshot, *, x: float, y: float) -> Outcome:
    mover = snapshot.pieces[0]
    assert mover.pose is not None
    there = replace(mover, pose=replace(mover.pose, x=Inches(x), y=Inches(y)))
    others = snapshot.pieces[1:]
    told = judge_way(
        SquareMove(
            table=snapshot,
            start=mover,
            end=there,
            front=move_between(snapshot, (mover, there), metric=FrontMetric.FRONT_MID),
            way=(),
            obstacles=others,
            clause_of={each.id: "C" for each in others},
            left=LEFT,
            overlap=OVERLAP,
            agreed=Agreed(),
        )
    )
    return told[0].outcome if told else Outcome.KEPT


def _counted(snapshot: Snapshot) -> ReachFrom:
    outlines = [place(each) for each in snapshot.pieces]
    return ReachFrom(
        table=snapshot.table,
        body=outlines[0],
        half_width=outlines[0].reach,
        lead=0.0,
        allowance=LEFT,
        surely=LEFT,
        bound=0.0,
        bodies=tuple(InTheWay(outline=each, room=ROOM, passable=False) for each in outlines[1:]),
        straight=True,
        slides=OVERLAP,
    )


def _free_spots(rng: random.Random, found: ReachFrom, *, count: int) -> Floats:
    spots = np.array([[10, 10]]) + np.array(
        [[rng.uniform(-7, 7), rng.uniform(-7, 7)] for _ in range(count)]
    )
    cores = [each.outline.core() for each in found.bodies]
    free = [
        (spot >= 1.5).all()
        and (spot <= 18.5).all()
        and all(shapely.distance(core, shapely.Point(spot)) > 1.5 for core in cores)
        for spot in spots
    ]
    return np.asarray(spots[free])


@pytest.mark.soak
def test_ways_that_might_be_turned_in_a_gap_are_kept_and_broken_as_told(
    rng_seed: int, soak_count: SoakCount
) -> None:
    """Wherever there are such gaps on the table."""
    rng, told, count = random.Random(rng_seed), Counter[str](), soak_count(16, 1_000)
    # A few tables may have no gap that is near enough: then some more are drawn.
    for number in range(10 * count):
        if number >= count and told["kept"] and told["broken"] and told["beside"]:
            break
        snapshot = table(*_squares(rng, gaps=True), side=20.0)
        plain = _counted(snapshot)
        gaps = gaps_to_turn_for(snapshot.pieces[0], others=plain.bodies, left=LEFT)
        counts = replace(plain, gaps=gaps)
        spots = _free_spots(rng, counts, count=24)
        lengths, most = surely_slid(counts, spots, most=8.0), LEFT + Agreed().tolerance.courtesy
        never = never_slid(counts, spots, most=most + 0.01)
        told["beside"] += int((lengths > surely_slid(plain, spots, most=8.0)).sum())
        straight = np.hypot(*(spots - 10).T)
        # Ways that lead round something are what may be turned on.
        sure = (lengths <= LEFT - 0.01) & (lengths > straight + 0.01)
        for spot, kept in zip(spots.tolist(), sure, strict=True):
            if kept:
                told["kept"] += bool(gaps)
                assert _judged(snapshot, x=spot[0], y=spot[1]) is Outcome.KEPT, (snapshot, spot)
        for spot in spots[never & (straight <= LEFT)].tolist():
            told["broken"] += bool(gaps)
            assert _judged(snapshot, x=spot[0], y=spot[1]) is Outcome.BROKEN, (snapshot, spot)
    assert told["kept"], "no way was kept on a table with gaps"
    assert told["broken"], "no way was broken on a table with gaps"
    assert told["beside"], "no gap was near"


def test_whoever_begins_in_a_gap_to_turn_for_surely_slides_out_of_it() -> None:
    mover = piece("A", (10, 10), heading=0.0, footprint=rectangle(2.0, 2.0))
    beside = [
        piece(name, (10, y), heading=0.0, footprint=rectangle(2.0, 2.0))
        for name, y in (("B1", 12.2), ("B2", 7.8))
    ]
    counts = _counted(table(mover, *beside, side=20.0))
    gaps = gaps_to_turn_for(mover, others=counts.bodies, left=LEFT)
    assert gaps
    spots = np.array([[13.0, 10.0], [15.0, 14.0], [6.0, 6.0]])
    lengths = surely_slid(replace(counts, gaps=gaps), spots, most=8.0)
    assert lengths[0] == pytest.approx(3.0)
    assert (lengths <= LEFT).all()


@pytest.mark.soak
def test_whoever_begins_on_another_surely_slides_off_it_and_never_through_it(
    rng_seed: int, soak_count: SoakCount
) -> None:
    rng, told = random.Random(rng_seed), [0, 0]
    for _ in range(soak_count(40, 2_000)):
        mover, *others = _squares(rng)
        under = piece(
            "B0",
            (10 + rng.uniform(-1.9, 1.9), 10 + rng.uniform(-1.9, 1.9)),
            heading=rng.uniform(0, 360),
            footprint=rectangle(2.0, 2.0),
        )
        snapshot = table(mover, under, *others[:2], side=20.0)
        counts = _counted(snapshot)
        spots = _free_spots(rng, counts, count=12)
        sure = surely_slid(counts, spots, most=8.0) <= LEFT - 0.01
        for spot, kept in zip(spots.tolist(), sure, strict=True):
            outcome = _judged(snapshot, x=spot[0], y=spot[1])
            told[int(kept)] += outcome is Outcome.KEPT
            assert not kept or outcome is Outcome.KEPT, (snapshot, spot)
    assert told[1] > told[0] / 2, told


@pytest.mark.soak
def test_a_way_that_surely_slides_is_kept_and_none_that_is_shorter_is_found(
    rng_seed: int, soak_count: SoakCount
) -> None:
    rng, told = random.Random(rng_seed), [0, 0]
    for _ in range(soak_count(4, 300)):
        pieces = _squares(rng)
        snapshot = table(*pieces, side=20.0)
        counts = _counted(snapshot)
        spots = _free_spots(rng, counts, count=12)
        sure = surely_slid(counts, spots, most=8.0) <= LEFT - 0.01
        never = least_slid(counts, spots, most=8.0) > LEFT + Agreed().tolerance.courtesy + 0.01
        assert not (sure & never).any()
        for spot, kept, broken in zip(spots.tolist(), sure, never, strict=True):
            if not kept and not broken:
                continue
            outcome = _judged(snapshot, x=spot[0], y=spot[1])
            told[int(kept)] += 1
            straight = math.dist(spot, (10, 10))
            if kept:
                assert outcome is Outcome.KEPT, (pieces, spot)
            elif straight <= LEFT:
                assert outcome is Outcome.BROKEN, (pieces, spot)
    assert told[1], "no way was kept"
    assert told[0], "no way was broken"
