"""Tests of maps of reach against the judge of finished moves, on random tables."""

import random
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from conftest import SoakCount
from rules.referee.judging.counted_moves import ends_near, reach_from
from rules.referee.judging.moves import judge_move
from rules.referee.judging.ruled_move import MoveClauses, MoveRules
from rules.referee.toolkit.evidence import Outcome
from rules.referee.toolkit.findings import Agreed
from rules.table.maps.cells import CellAnswer, CellGrid
from rules.table.maps.reach_cells import reach_cells
from rules.table.moves.piece_move import PieceMove
from rules.table.units import Inches
from tests.factories import box, disc, piece, rectangle, table
from tests.rules.table.maps.map_scenes import ALL_KINDS, ragged_scene, scene

CLAUSES = MoveClauses(move="M", still="S", entry="E", building="B", water="W")


def move_rules(rng: random.Random) -> MoveRules:
    return MoveRules(
        clauses=CLAUSES,
        allowance=Inches(rng.choice((4.0, 7.0, 10.0, 12.0))),
        vehicle=rng.random() < 0.5,
        pass_through=frozenset({"P1", "P2"}),
    )


@pytest.mark.soak
def test_what_is_sure_is_what_the_judge_of_moves_says(rng_seed: int, soak_count: SoakCount) -> None:
    rng = random.Random(rng_seed)
    told: Counter[CellAnswer] = Counter()
    for _ in range(soak_count(4, 300)):
        snapshot, rules = scene(rng, kinds=ALL_KINDS), move_rules(rng)
        mover = rng.choice(snapshot.pieces)
        assert mover.pose is not None
        grid = CellGrid(table=snapshot.table, step=Inches(0.5))
        found = reach_cells(reach_from(snapshot, (mover, mover), rules=rules), grid)
        middles = grid.middles()
        away = np.hypot(middles[:, 0] - mover.pose.x, middles[:, 1] - mover.pose.y)
        near = list(np.nonzero(away < rules.allowance + 1)[0])
        for cell in rng.sample(near, 34):
            answer = CellAnswer(int(found.answers[cell]))
            told[answer] += 1
            if answer is CellAnswer.TOO_CLOSE:
                continue
            x, y = (Inches(float(value)) for value in middles[cell])
            there = replace(mover, pose=replace(mover.pose, x=x, y=y))
            move = PieceMove.between(mover, there)
            findings = judge_move(snapshot.moved(there), move, rules=rules)
            is_allowed = all(each.holds for each in findings)
            assert is_allowed == (answer is CellAnswer.YES), (mover, x, y, findings)
    assert told[CellAnswer.TOO_CLOSE] < told[CellAnswer.YES] + told[CellAnswer.NO]


@pytest.mark.soak
def test_what_is_sure_among_ragged_outlines_is_what_the_judge_says(
    rng_seed: int, soak_count: SoakCount
) -> None:
    rng = random.Random(rng_seed)
    for _ in range(soak_count(1, 400)):
        snapshot, rules = ragged_scene(rng), move_rules(rng)
        mover = rng.choice(snapshot.pieces)
        assert mover.pose is not None
        grid = CellGrid(table=snapshot.table, step=Inches(0.5))
        found = reach_cells(reach_from(snapshot, (mover, mover), rules=rules), grid)
        middles = grid.middles()
        away = np.hypot(middles[:, 0] - mover.pose.x, middles[:, 1] - mover.pose.y)
        near = (away < rules.allowance + 0.3) & (found.answers != CellAnswer.TOO_CLOSE)
        sure = np.nonzero(near)[0].tolist()
        for cell in rng.sample(sure, min(25, len(sure))):
            x, y = (Inches(float(value)) for value in middles[cell])
            there = replace(mover, pose=replace(mover.pose, x=x, y=y))
            move = PieceMove.between(mover, there)
            findings = judge_move(snapshot.moved(there), move, rules=rules)
            is_allowed = all(each.holds for each in findings)
            assert is_allowed == found.those(CellAnswer.YES)[cell], (mover, x, y, findings)


def test_woods_end_a_move_and_water_is_crossed_on_a_bridge() -> None:
    mover = piece("A", (10, 10), footprint=rectangle(2.0, 1.0))
    woods, river = box("W", (13, 6), (19, 14)), box("R", (0, 20), (36, 22), kind="river")
    bridge = box("B", (9, 19.5), (11, 22.5), kind="bridge")
    snapshot = table(mover, terrain=(woods, river, bridge))
    rules = MoveRules(clauses=CLAUSES, allowance=Inches(14.0), vehicle=True)
    grid = CellGrid(table=snapshot.table, step=Inches(0.5))
    found = reach_cells(reach_from(snapshot, (mover, mover), rules=rules), grid)
    assert found.at(13.6, 10) is CellAnswer.YES, "as deep as it is long, and its front leads"
    assert found.at(16, 10) is CellAnswer.NO
    assert found.at(10.2, 23.3) is CellAnswer.YES
    assert found.at(5, 21) is CellAnswer.NO


def test_no_way_leads_through_a_house_that_it_begins_beside() -> None:
    house = box("H", (12, 8), (14, 12), kind="building")
    mover = piece("A", (11.35, 10), footprint=disc(0.6), sigma=0.0)
    rules = MoveRules(clauses=CLAUSES, allowance=Inches(5.0), vehicle=True)
    snapshot = table(mover, terrain=(house,))
    grid = CellGrid(table=snapshot.table, step=Inches(0.5))
    found = reach_cells(reach_from(snapshot, (mover, mover), rules=rules), grid)
    assert found.at(15.25, 10.25) is CellAnswer.NO
    assert found.at(7.25, 10.25) is CellAnswer.YES


@pytest.mark.parametrize("apart", [1.15, 1.2, 1.21, 1.3])
def test_a_way_past_a_model_that_it_begins_beside_is_one_that_the_judge_finds(
    apart: float,
) -> None:
    mover, other = (
        piece(name, (x, 10), footprint=disc(0.6), sigma=0.0)
        for name, x in (("A", 10), ("B", 10 + apart))
    )
    snapshot = table(mover, other)
    rules = MoveRules(clauses=CLAUSES, allowance=Inches(4.0), vehicle=True)
    grid = CellGrid(table=snapshot.table, step=Inches(0.5))
    found = reach_cells(reach_from(snapshot, (mover, mover), rules=rules), grid)
    places = grid.middles()[found.answers == CellAnswer.YES].tolist()
    assert len(places) > 60
    for x, y in places:
        assert mover.pose is not None
        there = replace(mover, pose=replace(mover.pose, x=Inches(x), y=Inches(y)))
        told = judge_move(snapshot.moved(there), PieceMove.between(mover, there), rules=rules)
        assert {each.outcome for each in told} == {Outcome.KEPT}, (x, y, told)


def test_no_way_leads_between_houses_that_it_is_too_wide_for() -> None:
    houses = (
        box("H", (12, 1), (14, 9.5), kind="building"),
        box("I", (12, 10.4), (14, 19), kind="building"),
    )
    mover = piece("A", (10, 10), footprint=disc(0.5), sigma=0.04)
    rules = MoveRules(clauses=CLAUSES, allowance=Inches(9.0), vehicle=True)
    snapshot = table(mover, terrain=houses)
    grid = CellGrid(table=snapshot.table, step=Inches(0.5))
    found = reach_cells(reach_from(snapshot, (mover, mover), rules=rules), grid)
    assert found.at(16.25, 10.25) is CellAnswer.NO


def test_a_follower_reaches_what_lies_near_enough_to_whom_it_follows() -> None:
    leader, mover = (
        piece(name, (x, 10.25), footprint=disc(0.5), sigma=0.02)
        for name, x in (("L", 18.25), ("A", 10.25))
    )
    woods = box("W", (4, 16), (9, 19))
    snapshot = table(leader, mover, terrain=(woods,), side=24.0)
    rules = MoveRules(clauses=CLAUSES, allowance=Inches(9.0), vehicle=True)
    pair = mover, mover
    near = ends_near(snapshot, "L", pair=pair, far=Inches(9.0), reach=Inches(3.0), agreed=Agreed())
    found = replace(reach_from(snapshot, pair, rules=rules), near=near, ends=None)
    cells = reach_cells(found, CellGrid(table=snapshot.table, step=Inches(0.5)))
    assert cells.at(15, 10) is CellAnswer.YES
    assert cells.at(18, 13.3) is CellAnswer.YES
    assert cells.at(13, 10) is CellAnswer.NO, "it could have come nearer"
    assert cells.at(10, 10) is CellAnswer.TOO_CLOSE, "whether it may stay is for the ruling"
    assert cells.at(7, 16.5) is CellAnswer.TOO_CLOSE, "the woods may have stopped it"


def test_a_follower_too_far_off_comes_as_near_as_it_gets() -> None:
    leader, mover = (
        piece(name, (x, 10), footprint=disc(0.5), sigma=0.02) for name, x in (("L", 18), ("A", 6))
    )
    snapshot = table(leader, mover, side=20.0)
    rules = MoveRules(clauses=CLAUSES, allowance=Inches(4.0), vehicle=True)
    pair = mover, mover
    near = ends_near(snapshot, "L", pair=pair, far=Inches(4.0), reach=Inches(3.0), agreed=Agreed())
    found = replace(reach_from(snapshot, pair, rules=rules), near=near, ends=None)
    cells = reach_cells(found, CellGrid(table=snapshot.table, step=Inches(0.1)))
    assert cells.at(9.95, 10) is CellAnswer.TOO_CLOSE
    assert cells.at(8, 10) is CellAnswer.NO
    assert not cells.those(CellAnswer.YES).any(), "as near as that is on the limit itself"
