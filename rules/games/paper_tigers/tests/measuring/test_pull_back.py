"""Tests of the place to which a correction would put a model back."""

from collections.abc import Sequence
from typing import Any

import pytest

from rules.games.paper_tigers.measuring.move_rules import MoveRules
from rules.games.paper_tigers.measuring.moves import judge_move, pull_back
from rules.games.paper_tigers.tests.measuring.made_moves import (
    TANK,
    WOODS,
    Corner,
    held,
    travelled,
)
from rules.referee.toolkit.evidence import Outcome
from rules.table.moves.piece_move import PieceMove
from rules.table.shapes import Polygon
from rules.table.snapshot import Piece, PieceState, Terrain
from tests.factories import box, piece, ring, table

RIVER = box("R", (15, 0), (18, 36), kind="river")


def pulled(
    start: Corner,
    end: Corner,
    *,
    rules: MoveRules,
    terrain: Sequence[Terrain] = (),
    others: Sequence[Piece] = (),
    **more: Any,
) -> tuple[float, float] | None:
    move = travelled(start, end, **more)
    snapshot = table(move.now, *others, terrain=terrain)
    pose = pull_back(move, rules=rules, snapshot=snapshot)
    if pose is None:
        return None
    corrected = PieceMove(mover=move.mover, end=pose)
    after = judge_move(snapshot, corrected, rules=rules)
    assert all(f.outcome is not Outcome.BROKEN for f in after)
    return pose.x, pose.y


def test_a_correction_proposes_the_farthest_legal_place() -> None:
    assert pulled((5, 10), (14.6, 10), rules=held(9)) == pytest.approx((14, 10))
    assert pulled((10, 10), (19, 10), rules=held(9), terrain=[WOODS]) == pytest.approx(
        (15.65, 10), abs=1e-3
    )
    enemy = piece("E1", (15, 10), footprint=TANK)
    assert pulled((5, 10), (12.3, 10), rules=held(9), others=[enemy]) == pytest.approx(
        (11.7, 10), abs=1e-3
    )
    assert pulled((12, 10), (20, 10), rules=held(9), terrain=[RIVER]) == pytest.approx(
        (15, 10), abs=1e-3
    )
    assert pulled((30, 10), (35, 10), rules=held(9)) == pytest.approx((34.35, 10), abs=1e-3)


def test_a_correction_keeps_the_heading_and_the_offset_of_the_centre() -> None:
    lopsided = Polygon(vertices=ring((0, -0.5), (4, -0.5), (4, 0.5), (0, 0.5)))
    move = travelled((5, 10), (17, 10), footprint=lopsided, turned=180)
    pose = pull_back(move, rules=held(6), snapshot=table(move.now))
    # The centre goes from 7 to 13, two inches ahead of a pose that looks back.
    assert pose is not None
    assert (pose.x, pose.y, pose.heading) == pytest.approx((15, 10, 180))


def test_nothing_to_correct() -> None:
    assert pulled((5, 10), (14.2, 10), rules=held(9)) is None
    move = PieceMove.between(piece("T1", (5, 10)), piece("T1", (30, 10), state=PieceState.MOVING))
    assert pull_back(move, rules=held(9), snapshot=table(move.now)) is None


def test_a_unit_that_may_not_move_goes_back() -> None:
    assert pulled((5, 10), (7, 10), rules=held(0), turned=50) == (5, 10)
    move = travelled((5, 10), (7, 10), turned=50)
    pose = pull_back(move, rules=held(0), snapshot=table(move.now))
    assert pose is not None
    assert pose.heading == pytest.approx(0)


def test_a_correction_of_a_unit_that_was_in_the_way_from_the_start() -> None:
    enemy = piece("E1", (6, 10), footprint=TANK)
    move = travelled((5, 10), (5.2, 10))
    pose = pull_back(move, rules=held(9), snapshot=table(move.now, enemy))
    assert pose is not None
    assert (pose.x, pose.y) == pytest.approx((5, 10))
