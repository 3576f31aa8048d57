"""Tests of moves onto forbidden ground, off the table and onto other models."""

import math

import pytest

from rules.games.paper_tigers.tests.measuring.made_moves import (
    INFANTRY,
    TANK,
    Corner,
    broken,
    held,
    move,
    outcomes,
    the,
)
from rules.referee.judging.moves import judge_move
from rules.referee.toolkit.evidence import Outcome
from rules.table.moves.piece_move import PieceMove
from rules.table.snapshot import Covariance, PieceState
from tests.factories import box, disc, piece, table


def test_ex1_15_pt1_d1d_a_truck_stands_in_a_building() -> None:
    house = box("B", (14, 5), (20, 15), kind="building")
    findings = move((8, 10), (14 - 1.65 + 0.8, 10), rules=held(9), terrain=[house])
    assert broken(findings) == [("PT1-D1d", "ground")]
    assert the(findings, "ground").says == ("T1 stands 0.8 in inside B, which no vehicle may enter")
    touching = move((8, 10), (12.55, 10), rules=held(9), terrain=[house])
    assert outcomes(touching) == [Outcome.KEPT, Outcome.OVERLOOKED]


def test_ex1_15_a_squad_stops_inside_a_building() -> None:
    house = box("B", (14, 5), (20, 15), kind="building")
    squad = held(6, vehicle=False)
    findings = move((11, 10), (14.5, 10), rules=squad, footprint=INFANTRY, terrain=[house])
    assert outcomes(findings) == [Outcome.KEPT, Outcome.KEPT]
    assert the(findings, "entry").clause == "PT1-D1d"


def test_a_vehicle_goes_round_a_building_with_room_for_its_sides() -> None:
    house = box("B", (14, 9), (18, 14), kind="building")
    findings = move((10, 10), (22, 10), rules=held(20), terrain=[house])
    value = the(findings, "move").measured.value
    assert value is not None
    # Its centre turns 0.8 in off both corners.
    assert math.hypot(4, 1) * 2 + 4 < value < 13
    assert outcomes(findings) == [Outcome.KEPT]
    assert broken(move((10, 10), (22, 10), rules=held(12.2), terrain=[house])) == [
        ("PT1-D1b", "move")
    ]


def test_a_vehicle_may_drive_close_along_a_wall() -> None:
    house = box("B", (5, 10.75), (20, 20), kind="building")
    findings = move((8, 10), (16, 10), rules=held(9), terrain=[house])
    assert broken(findings) == []
    assert the(findings, "move").measured.value == pytest.approx(8)


RIVER = box("R", (15, 0), (18, 36), kind="river")
BRIDGE = box("G", (14, 14), (19, 18), kind="bridge")


def test_pt1_j3b_a_river_is_not_crossed() -> None:
    findings = move((12, 10), (20, 10), rules=held(9), terrain=[RIVER])
    assert broken(findings) == [("PT1-J3b", "ground")]
    assert "no other way" in the(findings, "ground").says
    into = move((12, 10), (16, 10), rules=held(9), terrain=[RIVER])
    assert broken(into) == [("PT1-J3b", "ground")]
    assert the(into, "ground").measured.value == pytest.approx(1)
    squad = move((12, 10), (17.5, 10), rules=held(6, vehicle=False), terrain=[RIVER])
    assert broken(squad) == [("PT1-J3b", "ground")]


def test_geo_07c_a_bridge_is_open_ground() -> None:
    over = move((12, 16), (21, 16), rules=held(9), terrain=[RIVER, BRIDGE])
    assert outcomes(over) == [Outcome.KEPT]
    on_it = move((12, 16), (16.5, 16), rules=held(9), terrain=[RIVER, BRIDGE])
    assert outcomes(on_it) == [Outcome.KEPT]


def test_the_way_over_the_bridge_is_what_is_measured() -> None:
    findings = move((14, 10), (19, 10), rules=held(9), terrain=[RIVER, BRIDGE])
    assert broken(findings) == [("PT1-D1b", "move")]
    assert the(findings, "move").measured.value == pytest.approx(2 * math.hypot(1, 4) + 3, abs=1e-3)
    assert broken(move((14, 10), (19, 10), rules=held(12), terrain=[RIVER, BRIDGE])) == []


def test_a_tank_stays_on_the_table() -> None:
    over = move((30, 10), (35, 10), rules=held(9))
    assert broken(over) == [("PT1-D1b", "edge")]
    assert the(over, "edge").says == "T1 hangs 0.65 in over the table's edge"
    assert outcomes(move((30, 10), (34.5, 10), rules=held(9)), "edge") == [Outcome.OVERLOOKED]
    assert outcomes(move((30, 10), (35, 10), rules=held(9, edge_exit=True))) == [Outcome.KEPT]
    low = move((10, 3), (10, 0.3), rules=held(9), footprint=disc(0.9))
    assert the(low, "edge").measured.value == pytest.approx(0.6)


def test_amb1_48_models_do_not_end_on_one_another() -> None:
    other = piece("E1", (15, 10), footprint=TANK)
    findings = move((5, 10), (12.3, 10), rules=held(9), others=[other])
    assert broken(findings) == [("PT1-D1b", "overlap")]
    assert the(findings, "overlap").says == "T1 stands 0.6 in on E1"
    beside = move((5, 10), (11.9, 10), rules=held(9), others=[other])
    assert outcomes(beside, "overlap") == [Outcome.OVERLOOKED]
    assert outcomes(move((5, 10), (11.6, 10), rules=held(9), others=[other])) == [Outcome.KEPT]
    free = held(9, overlap_end=True, pass_through=frozenset({"E1"}))
    assert outcomes(move((5, 10), (12.3, 10), rules=free, others=[other])) == [Outcome.KEPT]


def test_a_friend_is_passed_but_not_ended_on() -> None:
    friend = piece("F1", (10, 10), footprint=TANK)
    rules = held(9, pass_through=frozenset({"F1"}))
    assert outcomes(move((5, 10), (14, 10), rules=rules, others=[friend])) == [Outcome.KEPT]
    assert broken(move((5, 10), (10, 11), rules=rules, others=[friend])) == [("PT1-D1b", "overlap")]


def test_an_enemy_is_gone_round_where_the_allowance_reaches() -> None:
    enemy = piece("E1", (10, 10), footprint=TANK)
    findings = move((5, 10), (15, 10), rules=held(12), others=[enemy])
    assert outcomes(findings) == [Outcome.KEPT]
    value = the(findings, "move").measured.value
    assert value is not None
    assert 10.3 < value < 12
    straight = move((5, 10), (14, 10), rules=held(9), others=[enemy])
    assert broken(straight) == [("PT1-D1b", "way")]
    assert "went through E1" in the(straight, "way").says


def test_what_is_ignored_is_in_nobodys_way() -> None:
    marker = piece("M", (10, 10), footprint=TANK)
    rules = held(9, ignored=frozenset({"M"}))
    assert outcomes(move((5, 10), (14, 10), rules=rules, others=[marker])) == [Outcome.KEPT]
    assert outcomes(move((5, 10), (10, 10), rules=rules, others=[marker])) == [Outcome.KEPT]


def test_a_hidden_model_may_not_stand_there_any_more() -> None:
    hidden = piece("E1", (14, 10), footprint=TANK, state=PieceState.HIDDEN, age=3)
    findings = move((5, 10), (13, 10), rules=held(9), others=[hidden])
    assert the(findings, "overlap").outcome is Outcome.UNSEEN
    assert "hidden" in the(findings, "overlap").says


def test_squeezing_past_within_courtesy() -> None:
    enemy = piece("E1", (10, 11.5), footprint=TANK)
    findings = move((5, 10), (14, 10), rules=held(9), others=[enemy])
    assert broken(findings) == []
    assert Outcome.OVERLOOKED in outcomes(findings)


def test_the_error_of_a_stand_counts_towards_what_it_stands_on() -> None:
    skew = Covariance(xx=0.04, yy=1.0)
    start = piece("T1", (12, 10), footprint=TANK)
    end = piece("T1", (16, 10), footprint=TANK, covariance=skew)
    river = judge_move(table(end, terrain=[RIVER]), PieceMove.between(start, end), rules=held(9))
    assert the(river, "ground").measured.sigma == pytest.approx(0.2)
    # A unit that has not moved stands in water by nobody's way.
    for x, deep in ((16.0, 1.0), (15.5, 0.5)):
        here = piece("T1", (x, 10), footprint=TANK, covariance=skew)
        still = PieceMove.between(here, here)
        found = the(judge_move(table(here, terrain=[RIVER]), still, rules=held(9)), "ground")
        assert found.measured.value == pytest.approx(deep)
        assert found.measured.sigma == pytest.approx(0.2)
    at_edge = piece("T1", (35, 10), footprint=TANK, covariance=skew)
    edge = judge_move(table(at_edge), PieceMove.between(at_edge, at_edge), rules=held(9))
    assert the(edge, "edge").measured.sigma == pytest.approx(0.2)
    other = piece("E1", (19, 10), footprint=TANK, covariance=skew)
    met = judge_move(table(end, other), PieceMove.between(start, end), rules=held(9))
    assert the(met, "overlap").measured.sigma == pytest.approx(math.hypot(0.2, 0.2))


@pytest.mark.parametrize(
    ("end", "over"), [((1.0, 10.0), 0.65), ((10.0, 0.5), 0.3), ((10.0, 35.6), 0.4)]
)
def test_every_edge_of_the_table(end: Corner, over: float) -> None:
    findings = move((end[0] + 0.5, end[1]), end, rules=held(9))
    assert the(findings, "edge").measured.value == pytest.approx(over)


def test_a_round_enemy_is_gone_round() -> None:
    enemy = piece("E1", (10, 10), footprint=disc(1.0))
    findings = move((5, 10), (15, 10), rules=held(12), others=[enemy])
    assert outcomes(findings) == [Outcome.KEPT]
    assert the(findings, "move").measured.blockers == ("E1",)


def test_out_of_the_water_over_a_bend() -> None:
    kept = move((17, 10), (19, 12), rules=held(9), terrain=[RIVER], way=[(17.5, 12)])
    assert outcomes(kept) == [Outcome.KEPT]
    again = move((17, 10), (17, 14), rules=held(9), terrain=[RIVER], way=[(19, 12)])
    assert broken(again) == [("PT1-J3b", "ground")]
    assert the(again, "ground").measured.value == pytest.approx(math.sqrt(2))


def test_a_model_it_stood_against_is_not_in_its_way_as_it_leaves() -> None:
    enemy = piece("E1", (13.2, 10), footprint=TANK)
    assert outcomes(move((10, 10), (5, 10), rules=held(9), others=[enemy])) == [Outcome.KEPT]
    beside = piece("E2", (10, 11.5), footprint=TANK)
    assert outcomes(move((8, 10), (15, 10), rules=held(9), others=[beside])) == [Outcome.KEPT]


@pytest.mark.parametrize(("begins", "ends"), [(10.0, 19.0), (7.0, 16.25)])
def test_a_model_it_touches_is_not_gone_through(begins: float, ends: float) -> None:
    """Seen a hair too near at either end, it was in nobody's way any more."""
    enemies = [piece(name, (13.2, y), footprint=TANK) for name, y in (("E1", 9.1), ("E2", 10.9))]
    findings = move((begins, 10), (ends, 10), rules=held(9.5), others=enemies)
    assert broken(findings) == [("PT1-D1b", "way")] * 2
    went = [each.says for each in findings if each.measured.what == "way"]
    assert [says.split(" by ")[0] for says in went] == ["T1 went through E1", "T1 went through E2"]


def test_what_it_ended_on_is_told_once() -> None:
    enemy = piece("E1", (15, 10), footprint=TANK)
    findings = move((8, 10), (15.5, 10), rules=held(9), others=[enemy])
    assert [f.measured.what for f in findings] == ["move", "overlap"]


def test_a_step_into_the_water_may_have_begun_at_the_nearest_bank() -> None:
    cove = box("R", (15, 5), (25, 10), kind="river")
    # Straight through the corner of the water, or round it and 0.2 in over the bank.
    findings = move((13, 7), (19, 9.8), rules=held(9), terrain=[cove])
    assert outcomes(findings) == [Outcome.KEPT, Outcome.OVERLOOKED]
