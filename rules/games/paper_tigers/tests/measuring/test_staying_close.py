"""Tests of how near a follower has to end to the unit it follows (GEO-12)."""

from functools import partial
from typing import Any

import pytest

from rules.games.paper_tigers.ground import TOGETHER
from rules.referee.judging.spacing import judge_staying_close
from rules.referee.toolkit.evidence import Leaning, Outcome, Tolerance
from rules.referee.toolkit.findings import Agreed, Finding
from rules.table.snapshot import PieceState, SharedError
from rules.table.units import Inches
from rules.table.verdict import Answer
from tests.factories import disc, lost, piece, rectangle, table

BASE = disc(0.5)
LEADER_AT = (20.0, 10.0)
stays_close = partial(judge_staying_close, reach=TOGETHER, clause="PT1-E1")


def follow(
    before: float, after: float, *, allowance: float, sigma: float = 0.0, **more: Any
) -> Finding:
    """S1 follows L along a line, from one gap to another, edge to edge."""
    leader = piece("L", LEADER_AT, footprint=BASE, sigma=sigma)
    start = piece("S1", (20 - 1 - before, 10), footprint=BASE, sigma=sigma)
    end = piece("S1", (20 - 1 - after, 10), footprint=BASE, sigma=sigma)
    return stays_close(
        leader,
        start=start,
        end=end,
        snapshot=table(leader, end),
        allowance=Inches(allowance),
        **more,
    )


@pytest.mark.parametrize(
    ("after", "outcome"),
    [
        (5.0, Outcome.KEPT),
        (4.8, Outcome.KEPT),
        (5.2, Outcome.OVERLOOKED),
        (5.25, Outcome.OVERLOOKED),
        (5.4, Outcome.BROKEN),
        (10.0, Outcome.BROKEN),
        (11.0, Outcome.KEPT),
    ],
)
def test_ex1_30_pt1_e1_as_near_as_six_inches_get_it_or_not_at_all(
    after: float, outcome: Outcome
) -> None:
    found = follow(11, after, allowance=6)
    assert found.clause == "PT1-E1"
    assert found.outcome is outcome


@pytest.mark.parametrize(
    ("after", "outcome"),
    [
        (3.0, Outcome.KEPT),
        (0.0, Outcome.KEPT),
        (3.2, Outcome.OVERLOOKED),
        (3.4, Outcome.BROKEN),
        (8.0, Outcome.BROKEN),
    ],
)
def test_it_ends_within_reach_where_its_allowance_gets_it(after: float, outcome: Outcome) -> None:
    assert follow(8, after, allowance=6).outcome is outcome


def test_with_enough_it_has_to_go() -> None:
    assert follow(8.5, 8.5, allowance=6).outcome is Outcome.BROKEN
    assert follow(8.8, 8.8, allowance=6).outcome is Outcome.OVERLOOKED
    assert follow(9, 3, allowance=6).outcome is Outcome.KEPT


def test_a_failed_roll_leaves_it_where_it_is() -> None:
    assert follow(8, 8, allowance=0).outcome is Outcome.KEPT
    assert follow(2, 2, allowance=0).outcome is Outcome.KEPT


def test_one_that_is_near_enough_already_may_stay() -> None:
    assert follow(2.5, 2.5, allowance=6).outcome is Outcome.KEPT


def test_the_sentences() -> None:
    assert follow(11, 7, allowance=6).says == (
        "S1 ended 7 in from L, which it follows, 5 in needed"
    )
    assert follow(11, 11, allowance=6).says == (
        "S1 stayed where it was: it needs 8 in to come within 3 in of L and has 6 in"
    )


def test_the_reach_may_be_another() -> None:
    assert follow(8, 5.5, allowance=6, reach=Inches(6)).outcome is Outcome.KEPT


def test_the_error_of_both_gaps_counts_where_both_decide() -> None:
    found = follow(11, 5.5, allowance=6, sigma=0.2)
    assert found.measured.sigma == pytest.approx(0.4)
    assert found.measured.answer is Answer.TOO_CLOSE_TO_CALL
    assert found.outcome is Outcome.OVERLOOKED
    near = follow(8, 3.5, allowance=6, sigma=0.2)
    assert near.measured.sigma == pytest.approx(0.2 * 2**0.5)
    asked = follow(
        8, 3.5, allowance=6, sigma=0.2, agreed=Agreed(tolerance=Tolerance(doubt=Leaning.ASK))
    )
    assert asked.outcome is Outcome.ASKED


def test_the_shared_error_stretches_a_gap() -> None:
    leader = piece("L", LEADER_AT, footprint=BASE)
    end = piece("S1", (15, 10), footprint=BASE)
    snapshot = table(leader, end, shared=SharedError(scale=0.1))
    found = stays_close(leader, start=end, end=end, snapshot=snapshot, allowance=Inches(6))
    assert found.measured.sigma == pytest.approx(0.4)


def test_where_ground_stopped_it_the_players_say_whether_it_was_near_enough() -> None:
    found = follow(11, 8, allowance=6, stopped=lambda: True)
    assert found.outcome is Outcome.ASKED
    assert "for the players" in found.says
    assert follow(11, 5, allowance=6, stopped=lambda: True).outcome is Outcome.KEPT


def test_overlapping_is_near() -> None:
    leader = piece("L", LEADER_AT, footprint=rectangle(3.3, 1.6))
    end = piece("S1", (20, 10.5), footprint=BASE)
    start = piece("S1", (10, 10), footprint=BASE)
    found = stays_close(
        leader, start=start, end=end, snapshot=table(leader, end), allowance=Inches(12)
    )
    assert found.outcome is Outcome.KEPT


def test_what_is_not_seen_is_not_judged() -> None:
    leader = piece("L", LEADER_AT, footprint=BASE)
    hidden = piece("S1", (15, 10), footprint=BASE, state=PieceState.HIDDEN)
    found = stays_close(
        leader, start=hidden, end=hidden, snapshot=table(leader, hidden), allowance=Inches(6)
    )
    assert found.outcome is Outcome.UNSEEN
    gone = stays_close(
        lost("L"), start=leader, end=leader, snapshot=table(leader), allowance=Inches(6)
    )
    assert gone.outcome is Outcome.UNSEEN
    assert gone.clause == "PT1-E1"


def test_a_declared_place_is_told() -> None:
    leader = piece("L", LEADER_AT, footprint=BASE, state=PieceState.DECLARED)
    end = piece("S1", (17, 10), footprint=BASE)
    found = stays_close(
        leader, start=end, end=end, snapshot=table(leader, end), allowance=Inches(6)
    )
    assert found.measured.declared == ("L",)
