"""Tests of what has to hold for every move on any table."""

from dataclasses import replace

import numpy as np
import pytest

from rules.referee.judging.moves import best_way, judge_move, tried_along
from rules.referee.judging.ruled_move import MoveClauses, MoveRules, ruled_move
from rules.referee.toolkit.evidence import Outcome
from rules.referee.toolkit.findings import Finding
from rules.table.measuring.path import way_length
from rules.table.moves.piece_move import PieceMove
from rules.table.shapes import point
from rules.table.snapshot import Pose, Snapshot, Terrain
from rules.table.units import Degrees, Inches
from tests.factories import disc, piece, ragged_ring, rectangle, table

RANKS = (Outcome.KEPT, Outcome.OVERLOOKED, Outcome.ASKED, Outcome.UNSEEN, Outcome.BROKEN)
CLAUSES = MoveClauses(move="move", still="still", entry="entry", building="in", water="wet")
KINDS = ("woods", "building", "hill", "river", "difficult", "bridge")


def scene(rng: np.random.Generator) -> tuple[Snapshot, PieceMove, MoveRules]:
    """A crowded table and a move over it."""
    spots = rng.uniform(8, 28, (8, 2))
    terrain = [
        Terrain(
            id=f"A{k}",
            kind=KINDS[int(rng.integers(len(KINDS)))],
            outline=ragged_ring(rng, (float(x), float(y)), reach=4.0),
        )
        for k, (x, y) in enumerate(spots[:5])
    ]
    others = [piece(f"P{k}", (float(x), float(y))) for k, (x, y) in enumerate(spots[5:])]
    shape = (disc(0.6), rectangle(3.3, 1.6), rectangle(1.5, 2.0))[int(rng.integers(3))]
    start = rng.uniform(8, 28, 2)
    step = rng.uniform(-6, 6, 2)
    end = np.clip(start + step, 2, 34)
    move = PieceMove.between(
        piece("T1", (float(start[0]), float(start[1])), footprint=shape),
        piece(
            "T1",
            (float(end[0]), float(end[1])),
            footprint=shape,
            heading=float(rng.uniform(0, 360)),
        ),
    )
    rules = MoveRules(
        clauses=CLAUSES,
        allowance=Inches(float(rng.uniform(2, 12))),
        vehicle=bool(rng.integers(2)),
    )
    return table(move.now, *others, terrain=terrain), move, rules


def worst(findings: tuple[Finding, ...]) -> int:
    return max(RANKS.index(each.outcome) for each in findings)


@pytest.mark.parametrize("seed", range(40))
def test_more_inches_never_make_a_move_worse(seed: int) -> None:
    snapshot, move, rules = scene(np.random.default_rng(seed))
    more = replace(rules, allowance=Inches(rules.allowance + 3))
    assert worst(judge_move(snapshot, move, rules=more)) <= worst(
        judge_move(snapshot, move, rules=rules)
    )


@pytest.mark.parametrize("seed", range(40))
def test_open_ground_never_makes_a_move_worse(seed: int) -> None:
    snapshot, move, rules = scene(np.random.default_rng(seed))
    bare = table(move.now)
    assert worst(judge_move(bare, move, rules=rules)) <= worst(
        judge_move(snapshot, move, rules=rules)
    )


@pytest.mark.parametrize("seed", range(40))
def test_a_table_seen_in_a_mirror_gives_the_same_answers(seed: int) -> None:
    snapshot, move, rules = scene(np.random.default_rng(seed))
    wide = snapshot.table.width

    def mirrored(pose: Pose) -> Pose:
        return Pose(x=Inches(wide - pose.x), y=pose.y, heading=Degrees(180 - pose.heading))

    pieces = [
        replace(each, pose=None if each.pose is None else mirrored(each.pose))
        for each in snapshot.pieces
    ]
    terrain = [
        replace(each, outline=tuple((Inches(wide - x), y) for x, y in each.outline))
        for each in snapshot.terrain
    ]
    assert move.mover.pose is not None
    there = PieceMove(
        mover=replace(move.mover, pose=mirrored(move.mover.pose)), end=mirrored(move.end)
    )
    one = judge_move(snapshot, move, rules=rules)
    other = judge_move(table(*pieces, terrain=terrain), there, rules=rules)
    assert [each.outcome for each in one] == [each.outcome for each in other]
    for a, b in zip(one, other, strict=True):
        assert a.measured.value == pytest.approx(b.measured.value, abs=1e-4)


@pytest.mark.parametrize("seed", range(40))
def test_the_length_is_that_of_the_way_it_shows(seed: int) -> None:
    snapshot, move, rules = scene(np.random.default_rng(seed))
    found = judge_move(snapshot, move, rules=rules)[0].measured
    assert found.value == pytest.approx(way_length(found.line))
    assert found.line[-1] == (move.end.x, move.end.y)


@pytest.mark.parametrize("seed", range(30))
def test_no_way_that_anybody_thinks_of_is_better_than_the_one_found(seed: int) -> None:
    rng = np.random.default_rng(seed)
    snapshot, move, rules = scene(rng)
    laid = ruled_move(snapshot, move, rules=rules)
    found = best_way(laid)
    start, end = np.array(laid.stops[0]), np.array(laid.stops[-1])
    for _ in range(20):
        bend = point(start + (end - start) * rng.uniform(0, 1) + rng.normal(0, 2.5, 2))
        way = (laid.stops[0], bend, laid.stops[-1])
        if way_length(way) <= rules.allowance:
            assert tried_along(laid, way).badness >= found.badness
