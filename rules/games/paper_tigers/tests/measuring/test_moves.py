"""Tests of how long a finished move was, by every metric the players may choose."""

import math

import pytest

from rules.games.paper_tigers.tests.measuring.made_moves import (
    INFANTRY,
    TANK,
    WOODS,
    broken,
    held,
    move,
    outcomes,
    the,
    travelled,
)
from rules.referee.judging.moves import judge_move
from rules.referee.toolkit.evidence import Leaning, Outcome, Tolerance
from rules.referee.toolkit.findings import Agreed
from rules.table.moves.lengths import MoveMetric
from rules.table.moves.piece_move import PieceMove
from rules.table.shapes import Polygon
from rules.table.snapshot import Covariance, Health, HealthState, PieceState, SharedError
from rules.table.units import Inches
from rules.table.verdict import Answer
from tests.factories import box, disc, lost, piece, ring, table


@pytest.mark.parametrize(
    ("moved", "outcome"),
    [
        (8.5, Outcome.KEPT),
        (9.0, Outcome.KEPT),
        (9.2, Outcome.OVERLOOKED),
        (9.25, Outcome.OVERLOOKED),
        (9.6, Outcome.BROKEN),
    ],
)
def test_ex1_11_pt1_d1b_a_tank_moves_as_far_as_its_dice(moved: float, outcome: Outcome) -> None:
    findings = move((5, 10), (5 + moved, 10), rules=held(9), sigma=0.03)
    found = the(findings, "move")
    assert found.clause == "PT1-D1b"
    if moved == 9.0:
        assert found.measured.answer is Answer.TOO_CLOSE_TO_CALL
    assert found.outcome is outcome


@pytest.mark.parametrize(("moved", "outcome"), [(6.2, Outcome.OVERLOOKED), (6.8, Outcome.BROKEN)])
def test_ex1_12_pt1_d1b_a_squad_moves_six_inches(moved: float, outcome: Outcome) -> None:
    findings = move(
        (5, 10), (5, 10 + moved), rules=held(6, vehicle=False), footprint=INFANTRY, sigma=0.02
    )
    assert outcomes(findings) == [outcome]


@pytest.mark.parametrize(
    ("moved", "outcome"),
    [(0.0, Outcome.KEPT), (0.2, Outcome.OVERLOOKED), (1.5, Outcome.BROKEN)],
)
def test_ex1_13_pt1_d1c_a_failed_roll_moves_nothing(moved: float, outcome: Outcome) -> None:
    findings = move((5, 10), (5 + moved, 10), rules=held(0))
    assert [(f.clause, f.outcome) for f in findings] == [("PT1-D1c", outcome)]


def test_the_sentence_gives_value_limit_and_error() -> None:
    found = the(move((5, 10), (14.62, 10), rules=held(9), sigma=0.0212132), "move")
    assert found.says == "T1 moved 9.62 in, 9 allowed (error 0.03)"
    assert found.measured.sigma == pytest.approx(0.03, abs=1e-6)
    assert found.measured.bound == pytest.approx(0.06, abs=1e-6)


def test_the_errors_of_both_poses_count() -> None:
    start = piece("T1", (5, 10), footprint=TANK, sigma=0.3)
    end = piece("T1", (14.5, 10), footprint=TANK, sigma=0.4)
    findings = judge_move(table(end), PieceMove.between(start, end), rules=held(9))
    found = the(findings, "move")
    assert found.measured.sigma == pytest.approx(0.5)
    assert found.measured.answer is Answer.TOO_CLOSE_TO_CALL
    assert found.outcome is Outcome.OVERLOOKED


def test_doubt_and_courtesy_are_never_added() -> None:
    # 0.4 past the limit: more than the courtesy of 0.25 and more than the doubt of 0.3.
    findings = move((5, 10), (14.4, 10), rules=held(9), sigma=0.15 / math.sqrt(2))
    assert outcomes(findings) == [Outcome.BROKEN]


def test_the_shared_error_stretches_a_move() -> None:
    findings = move((5, 18), (15, 18), rules=held(12), shared=SharedError(scale=0.01))
    assert the(findings, "move").measured.sigma == pytest.approx(0.1)


@pytest.mark.parametrize(
    ("policy", "outcome"),
    [
        (Tolerance(borderline=Leaning.STRICT), Outcome.BROKEN),
        (Tolerance(borderline=Leaning.ASK), Outcome.ASKED),
        (Tolerance(courtesy=Inches(0.1)), Outcome.BROKEN),
    ],
)
def test_courtesy_is_what_the_players_agreed(policy: Tolerance, outcome: Outcome) -> None:
    findings = move((5, 10), (14.2, 10), rules=held(9, agreed=Agreed(tolerance=policy)))
    assert outcomes(findings) == [outcome]


def test_courtesy_stands_in_the_evidence_only_where_it_was_used() -> None:
    assert the(move((5, 10), (14.2, 10), rules=held(9)), "move").measured.courtesy == 0.25
    assert the(move((5, 10), (13.2, 10), rules=held(9)), "move").measured.courtesy == 0.0


@pytest.mark.parametrize(
    ("metric", "value"),
    [
        (MoveMetric.FRONT_AFTER_PIVOT, 8.0),
        # Front from (11.65, 10) to (18, 11.65).
        (MoveMetric.FRONT_STRICT, math.hypot(6.35, 1.65)),
        (MoveMetric.NEAREST_EDGE, 6.35),
    ],
)
def test_amb1_14_from_where_to_where(metric: MoveMetric, value: float) -> None:
    findings = move((10, 10), (18, 10), turned=90, rules=held(9, metric=metric))
    assert the(findings, "move").measured.value == pytest.approx(value)


def test_a_round_base_is_measured_from_its_edge() -> None:
    rules = held(6, vehicle=False, metric=MoveMetric.NEAREST_EDGE)
    findings = move((10, 10), (16.5, 10), rules=rules, footprint=disc(0.5))
    assert the(findings, "move").measured.value == pytest.approx(6.0)
    assert outcomes(findings) == [Outcome.KEPT]


@pytest.mark.parametrize(
    ("moved", "outcome"),
    [
        (9.0, Outcome.KEPT),
        (8.8, Outcome.OVERLOOKED),
        (9.2, Outcome.OVERLOOKED),
        (7.0, Outcome.BROKEN),
    ],
)
def test_amb1_15_an_exact_move_is_neither_longer_nor_shorter(
    moved: float, outcome: Outcome
) -> None:
    assert outcomes(move((5, 10), (5 + moved, 10), rules=held(9, exact=True))) == [outcome]


def test_amb1_15_an_exact_move_ends_early_where_ground_stops_it() -> None:
    findings = move((10, 10), (15.65, 10), rules=held(9, exact=True), terrain=[WOODS])
    assert broken(findings) == []


@pytest.mark.parametrize(
    ("heading", "turned", "degrees"), [(0, 0, 0), (0, 90, 90), (90, 90, 180), (180, 180, 0)]
)
def test_amb1_16_turning_may_cost(heading: float, turned: float, degrees: float) -> None:
    rules = held(9, pivot_cost=Inches(1.0))
    findings = move((5, 10), (13, 10), heading=heading, turned=turned, rules=rules)
    assert the(findings, "move").measured.value == pytest.approx(8 + degrees / 90)
    assert the(findings, "pivot").measured.value == pytest.approx(degrees / 90)
    assert f"turned {degrees} degrees" in the(findings, "pivot").says
    free = move((5, 10), (13, 10), heading=heading, turned=turned, rules=held(9))
    assert [f.measured.what for f in free] == ["move"]


def test_amb1_16_turning_on_the_spot() -> None:
    rules = held(9, pivot_cost=Inches(1.0))
    findings = move((5, 10), (5, 10), heading=350, turned=80, rules=rules)
    assert the(findings, "move").measured.value == pytest.approx(1.0)


def test_a_round_base_turns_for_nothing() -> None:
    rules = held(9, pivot_cost=Inches(1.0))
    findings = move((5, 10), (5, 12), footprint=disc(0.5), turned=77, rules=rules)
    assert the(findings, "move").measured.value == pytest.approx(2.0)


def test_a_polygon_is_measured_at_the_centre_of_its_area() -> None:
    lopsided = Polygon(vertices=ring((0, -0.5), (4, -0.5), (4, 0.5), (0, 0.5)))
    # It turns about its rear, so that its centre goes from (12, 10) to (10, 12).
    findings = move((10, 10), (10, 10), turned=90, footprint=lopsided, rules=held(3))
    assert the(findings, "move").measured.value == pytest.approx(math.hypot(2, 2))


def test_what_is_not_seen_is_not_judged() -> None:
    start = piece("T1", (5, 10), footprint=TANK)
    end = piece("T1", (30, 10), footprint=TANK, state=PieceState.MOVING)
    findings = judge_move(table(end), PieceMove.between(start, end), rules=held(9))
    assert [(f.clause, f.outcome) for f in findings] == [("PT1-D1b", Outcome.UNSEEN)]
    assert "still moving" in findings[0].says


def test_a_declared_end_stands_though_the_camera_is_gone() -> None:
    start = piece("T1", (5, 10), footprint=TANK)
    end = piece("T1", (10, 10), footprint=TANK, state=PieceState.DECLARED)
    snapshot = table(end, health=Health(state=HealthState.LOST))
    findings = judge_move(snapshot, PieceMove.between(start, end), rules=held(9))
    assert outcomes(findings) == [Outcome.KEPT]
    assert findings[0].measured.declared == ("T1",)
    assert "declared by Red" in findings[0].measured.why
    seen = piece("T1", (10, 10), footprint=TANK)
    blind = judge_move(
        table(seen, health=Health(state=HealthState.LOST)),
        PieceMove.between(start, seen),
        rules=held(9),
    )
    assert outcomes(blind) == [Outcome.UNSEEN]


def test_the_snapshot_may_still_show_the_mover_at_its_start() -> None:
    move = travelled((5, 10), (14.6, 10))
    before = judge_move(table(move.mover), move, rules=held(9))
    after = judge_move(table(move.now), move, rules=held(9))
    assert before == after


def test_the_error_of_the_heading_swings_the_centre_of_a_long_tail() -> None:
    # The tag sits at the rear, four inches from the middle of the model.
    tail = Polygon(vertices=ring((0, -0.5), (8, -0.5), (8, 0.5), (0, 0.5)))
    start = piece("T1", (5, 10), footprint=tail)
    end = piece("T1", (5, 14), footprint=tail, heading_sigma=2.0)
    found = the(judge_move(table(end), PieceMove.between(start, end), rules=held(9)), "move")
    assert found.measured.sigma == pytest.approx(4 * math.radians(2))


def test_the_error_counts_along_the_way_only() -> None:
    start = piece("T1", (5, 10), footprint=TANK)
    end = piece("T1", (10, 10), footprint=TANK, covariance=Covariance(xx=0.01, yy=0.25))
    found = the(judge_move(table(end), PieceMove.between(start, end), rules=held(9)), "move")
    assert found.measured.sigma == pytest.approx(0.1)
    back = piece("T1", (5, 10), footprint=TANK, covariance=Covariance(xx=0.01, yy=0.25))
    found = the(judge_move(table(back), PieceMove.between(start, back), rules=held(9)), "move")
    assert found.measured.sigma == pytest.approx(0.5)


def test_amb1_14_the_nearest_edge_before_a_bend() -> None:
    rules = held(12, metric=MoveMetric.NEAREST_EDGE)
    findings = move((10, 10), (16, 14), rules=rules, way=[(16.0, 10.0)])
    assert the(findings, "move").measured.value == pytest.approx(4.35 + 4)


def test_amb1_16_the_error_of_turning() -> None:
    start = piece("T1", (5, 10), footprint=TANK, heading_sigma=9)
    end = piece("T1", (9, 10), footprint=TANK, heading=90, heading_sigma=12)
    rules = held(9, pivot_cost=Inches(0.5))
    findings = judge_move(table(end), PieceMove.between(start, end), rules=rules)
    assert the(findings, "pivot").measured.value == pytest.approx(0.5)
    assert the(findings, "pivot").measured.sigma == pytest.approx(15 / 90 / 2)
    assert the(findings, "move").measured.sigma == pytest.approx(15 / 90 / 2)


def test_the_error_of_what_it_goes_round_counts_twice() -> None:
    house = box("B", (14, 9), (18, 14), kind="building", sigma=0.1)
    findings = move((10, 10), (22, 10), rules=held(20), terrain=[house])
    assert the(findings, "move").measured.sigma == pytest.approx(0.2)


def test_an_unseen_unit_that_may_not_move() -> None:
    hidden = piece("T1", (5, 10), footprint=TANK, state=PieceState.HIDDEN)
    (found,) = judge_move(table(hidden), PieceMove.between(hidden, hidden), rules=held(0))
    assert (found.clause, found.outcome) == ("PT1-D1c", Outcome.UNSEEN)


def test_a_piece_that_is_lost_has_nowhere_to_have_gone() -> None:
    with pytest.raises(ValueError, match="no pose"):
        PieceMove.between(piece("T1"), lost("T1"))


def test_amb1_16_a_round_base_has_no_error_of_turning() -> None:
    start = piece("T1", (5, 10), footprint=disc(0.5), heading_sigma=20)
    end = piece("T1", (9, 10), footprint=disc(0.5), heading_sigma=20)
    rules = held(9, pivot_cost=Inches(1.0))
    findings = judge_move(table(end), PieceMove.between(start, end), rules=rules)
    assert the(findings, "move").measured.sigma == pytest.approx(0)
