"""Tests of finished moves: how long, into what, over what, and onto whom."""

import math
from collections.abc import Sequence
from typing import Any

import pytest

from rules.games.paper_tigers.measuring.moves import (
    Finding,
    Journey,
    MembershipTest,
    MoveMetric,
    MoveRules,
    judge_move,
    pull_back,
)
from rules.referee.evidence import Leaning, Lenience, Outcome
from rules.table.shapes import Footprint, Polygon
from rules.table.snapshot import Health, HealthState, Piece, PieceState, SharedError, Terrain
from rules.table.units import Inches
from rules.table.verdict import Answer
from tests.factories import area, box, disc, piece, rectangle, ring, table

TANK = rectangle(3.3, 1.6)
INFANTRY = rectangle(3, 4)
WOODS = box("W", (14, 6), (20, 14))
Corner = tuple[float, float]


def held(allowance: float, *, vehicle: bool = True, **more: Any) -> MoveRules:
    return MoveRules(allowance=Inches(allowance), vehicle=vehicle, **more)


def move(
    start: Corner,
    end: Corner,
    *,
    rules: MoveRules,
    terrain: Sequence[Terrain] = (),
    others: Sequence[Piece] = (),
    footprint: Footprint = TANK,
    heading: float = 0.0,
    turned: float | None = None,
    sigma: float = 0.0,
    way: Sequence[Corner] = (),
    **table_kwargs: Any,
) -> tuple[Finding, ...]:
    """Judge T1's move on a table of 36 in."""
    journey = travelled(
        start, end, footprint=footprint, heading=heading, turned=turned, sigma=sigma, way=way
    )
    snapshot = table(journey.now, *others, terrain=terrain, **table_kwargs)
    return judge_move(snapshot, journey, rules=rules)


def travelled(
    start: Corner,
    end: Corner,
    *,
    footprint: Footprint = TANK,
    heading: float = 0.0,
    turned: float | None = None,
    sigma: float = 0.0,
    way: Sequence[Corner] = (),
) -> Journey:
    last = heading if turned is None else turned
    return Journey.between(
        piece("T1", start, heading=heading, footprint=footprint, sigma=sigma),
        piece("T1", end, heading=last, footprint=footprint, sigma=sigma),
        way=ring(*way),
    )


def outcomes(findings: Sequence[Finding], what: str = "") -> list[Outcome]:
    return [each.outcome for each in findings if what in {"", each.measured.what}]


def broken(findings: Sequence[Finding]) -> list[tuple[str, str]]:
    return [(f.clause, f.measured.what) for f in findings if f.outcome is Outcome.BROKEN]


def the(findings: Sequence[Finding], what: str) -> Finding:
    (found,) = (each for each in findings if each.measured.what == what)
    return found


# --- length ---------------------------------------------------------------------------------------


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
    findings = judge_move(table(end), Journey.between(start, end), rules=held(9))
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
        (Lenience(borderline=Leaning.STRICT), Outcome.BROKEN),
        (Lenience(borderline=Leaning.ASK), Outcome.ASKED),
        (Lenience(courtesy=Inches(0.1)), Outcome.BROKEN),
    ],
)
def test_courtesy_is_what_the_players_agreed(policy: Lenience, outcome: Outcome) -> None:
    findings = move((5, 10), (14.2, 10), rules=held(9, lenience=policy))
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
    findings = judge_move(table(end), Journey.between(start, end), rules=held(9))
    assert [(f.clause, f.outcome) for f in findings] == [("PT1-D1b", Outcome.UNSEEN)]
    assert "still moving" in findings[0].says


def test_a_declared_end_stands_though_the_camera_is_gone() -> None:
    start = piece("T1", (5, 10), footprint=TANK)
    end = piece("T1", (10, 10), footprint=TANK, state=PieceState.DECLARED)
    snapshot = table(end, health=Health(state=HealthState.LOST))
    findings = judge_move(snapshot, Journey.between(start, end), rules=held(9))
    assert outcomes(findings) == [Outcome.KEPT]
    assert findings[0].measured.declared == ("T1",)
    assert "declared by Red" in findings[0].measured.why
    seen = piece("T1", (10, 10), footprint=TANK)
    blind = judge_move(
        table(seen, health=Health(state=HealthState.LOST)),
        Journey.between(start, seen),
        rules=held(9),
    )
    assert outcomes(blind) == [Outcome.UNSEEN]


def test_the_snapshot_may_still_show_the_mover_at_its_start() -> None:
    journey = travelled((5, 10), (14.6, 10))
    before = judge_move(table(journey.mover), journey, rules=held(9))
    after = judge_move(table(journey.now), journey, rules=held(9))
    assert before == after


# --- entering difficult ground --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("centre", "depth", "outcome"),
    [
        (12.3, None, None),
        (13.0, 0.65, Outcome.KEPT),
        (15.65, 3.3, Outcome.KEPT),
        (15.8, 3.45, Outcome.OVERLOOKED),
        (15.9, 3.55, Outcome.OVERLOOKED),
        (16.0, 3.65, Outcome.BROKEN),
        # The woods end before its front does.
        (19.0, 6.0, Outcome.BROKEN),
    ],
)
def test_ex1_14_pt1_d1d_a_hull_comes_just_fully_inside(
    centre: float, depth: float | None, outcome: Outcome | None
) -> None:
    findings = move((10, 10), (centre, 10), rules=held(9), terrain=[WOODS])
    if depth is None:
        assert [f.measured.what for f in findings] == ["move"]
        return
    found = the(findings, "entry")
    assert (found.clause, found.outcome) == ("PT1-D1d", outcome)
    assert found.measured.value == pytest.approx(depth)
    assert found.measured.limit == pytest.approx(3.3)
    assert found.measured.blockers == ("W",)
    assert the(findings, "move").outcome is Outcome.KEPT


def test_the_sentence_on_an_entry() -> None:
    found = the(move((10, 10), (17, 10), rules=held(9), terrain=[WOODS]), "entry")
    assert found.says == "T1 went 4.65 in into W, 3.3 in allowed on entering it"


def test_amb1_18_another_depth_may_be_agreed() -> None:
    one = held(9, entry_depth=Inches(1.0))
    assert broken(move((10, 10), (13.3, 10), rules=one, terrain=[WOODS])) == []
    assert broken(move((10, 10), (13.7, 10), rules=one, terrain=[WOODS])) == [("PT1-D1d", "entry")]
    free = held(9, entry_depth=Inches(math.inf))
    findings = move((10, 10), (19, 10), rules=free, terrain=[WOODS])
    assert outcomes(findings) == [Outcome.KEPT, Outcome.KEPT]
    # However deep it may go, it may not come out again.
    thin = box("H", (14, 0), (15, 36), kind="hill")
    beyond = move((10, 10), (18.5, 10), rules=free, terrain=[thin])
    assert broken(beyond) == [("PT1-D1d", "entry")]


def test_an_infantry_base_goes_in_as_deep_as_it_is_long() -> None:
    rules = held(6, vehicle=False)
    for end, outcome in ((15.5, Outcome.KEPT), (15.9, Outcome.BROKEN)):
        findings = move((12, 10), (end, 10), rules=rules, terrain=[WOODS], footprint=INFANTRY)
        assert the(findings, "entry").outcome is outcome


def test_a_round_base_goes_in_as_deep_as_it_is_wide() -> None:
    rules = held(6, vehicle=False)
    for end, outcome in ((14.5, Outcome.KEPT), (14.9, Outcome.BROKEN)):
        findings = move((12, 10), (end, 10), rules=rules, terrain=[WOODS], footprint=disc(0.5))
        assert the(findings, "entry").outcome is outcome


@pytest.mark.parametrize("angle", [0, 30, 90, 200])
def test_the_whole_table_may_be_turned(angle: float) -> None:
    def turn(x: float, y: float) -> Corner:
        a = math.radians(angle)
        dx, dy = x - 18, y - 18
        return 18 + dx * math.cos(a) - dy * math.sin(a), 18 + dx * math.sin(a) + dy * math.cos(a)

    woods = area("W", turn(18, 14), turn(24, 14), turn(24, 22), turn(18, 22))
    for end, outcome in ((19.65, Outcome.KEPT), (20.5, Outcome.BROKEN)):
        findings = move(turn(14, 18), turn(end, 18), heading=angle, rules=held(9), terrain=[woods])
        assert the(findings, "entry").outcome is outcome


def test_only_the_direction_of_travel_counts_not_how_it_stood_before() -> None:
    findings = move((10, 10), (15.65, 10), heading=90, turned=45, rules=held(9), terrain=[WOODS])
    assert outcomes(findings) == [Outcome.KEPT, Outcome.KEPT]


def test_leaving_is_free() -> None:
    findings = move((17, 10), (25, 10), rules=held(9), terrain=[WOODS])
    assert [f.measured.what for f in findings] == ["move"]


def test_moving_about_inside_is_free() -> None:
    big = box("W", (2, 2), (30, 30))
    findings = move((5, 10), (14, 10), rules=held(9), terrain=[big])
    assert [f.measured.what for f in findings] == ["move"]


def test_amb1_19_leaving_may_end_a_move() -> None:
    rules = held(12, stop_on_exit=True)
    kept = move((17, 10), (21.65, 10), rules=rules, terrain=[WOODS])
    assert outcomes(kept) == [Outcome.KEPT, Outcome.KEPT]
    found = the(move((17, 10), (24, 10), rules=rules, terrain=[WOODS]), "entry")
    assert (found.clause, found.outcome) == ("PT1-D1d", Outcome.BROKEN)
    assert found.says == "T1 went 5.65 in out of W, 3.3 in allowed on leaving it"
    inside = move((15, 10), (18, 10), rules=rules, terrain=[WOODS])
    assert [f.measured.what for f in inside] == ["move"]


def test_a_neighbouring_area_stops_again() -> None:
    next_woods = box("V", (20, 6), (26, 14))
    kept = move((17, 10), (21.65, 10), rules=held(9), terrain=[WOODS, next_woods])
    assert outcomes(kept) == [Outcome.KEPT, Outcome.KEPT]
    gone_too_far = move((17, 10), (23, 10), rules=held(9), terrain=[WOODS, next_woods])
    assert [f.measured.blockers for f in gone_too_far if f.outcome is Outcome.BROKEN] == [("V",)]


def test_an_area_inside_another_stops_on_its_own() -> None:
    woods = box("W", (5, 2), (30, 30))
    house = box("B", (15, 8), (20, 14), kind="building")
    squad = held(6, vehicle=False)
    kept = move((12, 11), (16.5, 11), rules=squad, footprint=INFANTRY, terrain=[woods, house])
    assert outcomes(kept) == [Outcome.KEPT, Outcome.KEPT]
    deep = move((12, 11), (18, 11), rules=squad, footprint=INFANTRY, terrain=[woods, house])
    assert broken(deep) == [("PT1-D1d", "entry")]
    assert the(deep, "entry").measured.blockers == ("B",)


def test_what_went_in_does_not_come_out_on_the_other_side() -> None:
    hedge = box("H", (14, 0), (15, 36), kind="difficult")
    findings = move((10, 10), (17, 10), rules=held(9), terrain=[hedge])
    assert broken(findings) == [("PT1-D1d", "entry")]
    (found,) = (f for f in findings if f.outcome is Outcome.BROKEN)
    assert found.says == "T1 went through H and 2 in beyond it, but entering it ends the move"


def test_a_way_round_makes_it_legal() -> None:
    # 10 in straight through a corner of the woods, a little more round it.
    corner = box("W", (14, 9.5), (20, 14))
    start, end = (10.0, 10.0), (22.0, 9.0)
    direct = move(start, end, rules=held(13), terrain=[corner])
    assert outcomes(direct) == [Outcome.KEPT]
    bends = the(direct, "move").measured.line
    assert len(bends) == 3
    assert bends[1] == pytest.approx((14, 9.5), abs=1e-4)
    assert the(direct, "move").measured.blockers == ("W",)


def test_a_way_round_that_is_too_long_does_not() -> None:
    findings = move((10, 10), (22, 10), rules=held(12.5), terrain=[WOODS])
    assert ("PT1-D1d", "entry") in broken(findings)
    assert the(findings, "move").outcome is Outcome.KEPT
    # The nearer corner of the woods is 4 in off the line.
    round_it = math.hypot(4, 4) + 6 + math.hypot(2, 4)
    assert broken(move((10, 10), (22, 10), rules=held(round_it), terrain=[WOODS])) == []


def test_a_way_round_both_of_two_woods() -> None:
    one = box("W", (12, 9), (14, 11))
    other = box("V", (18, 9), (20, 11))
    findings = move((10, 10), (22, 10), rules=held(13), terrain=[one, other])
    assert outcomes(findings) == [Outcome.KEPT]


def test_a_way_round_one_wood_into_another() -> None:
    one = box("W", (12, 9), (14, 11))
    other = box("V", (18, 4), (24, 16))
    findings = move((10, 10), (19.5, 10), rules=held(10), terrain=[one, other])
    assert broken(findings) == []
    assert the(findings, "entry").measured.blockers == ("V",)


def test_a_bent_wood_is_entered_from_its_nearest_side() -> None:
    # From (10, 7) straight to (17, 7.5) the way runs 3 in through; from the south it is 1.5 in.
    start, end = (10.0, 5.5), (17.0, 7.4)
    assert broken(move(start, end, rules=held(9), terrain=[WOODS])) == []
    # Deep in the middle no side is near enough.
    deep = move((10, 5.5), (17, 9), rules=held(9), terrain=[WOODS])
    assert broken(deep) == [("PT1-D1d", "entry")]


def test_across_the_mouth_of_a_bent_wood() -> None:
    horseshoe = area(
        "U", (14, 6), (24, 6), (24, 14), (22, 14), (22, 8), (16, 8), (16, 14), (14, 14)
    )
    # Into the mouth from the north, without touching either arm.
    kept = move((19, 17), (19, 11), rules=held(9), terrain=[horseshoe], heading=270)
    assert [f.measured.what for f in kept] == ["move"]
    # Straight through both arms.
    across = move((11, 11), (27, 11), rules=held(17), terrain=[horseshoe])
    assert ("PT1-D1d", "entry") in broken(across)
    # From the mouth through the far arm.
    out = move((19, 11), (26, 11), rules=held(8), terrain=[horseshoe])
    assert broken(out) == [("PT1-D1d", "entry")]


def test_running_along_the_outline_is_not_entering() -> None:
    findings = move((10, 6), (24, 6), rules=held(15), terrain=[WOODS])
    assert [f.measured.what for f in findings] == ["move"]


def test_running_a_hair_inside_is_overlooked() -> None:
    # The camera sees the centre 0.1 in inside the edge, all along the woods.
    findings = move((10, 6.1), (19, 6.1), rules=held(9), terrain=[WOODS])
    assert broken(findings) == []
    assert the(findings, "entry").outcome is Outcome.OVERLOOKED


def test_a_narrow_strip_is_no_edge_to_be_overlooked() -> None:
    strip = box("H", (14, 4), (14.3, 20), kind="difficult")
    findings = move((10, 10), (19, 10), rules=held(9), terrain=[strip])
    assert broken(findings) == [("PT1-D1d", "entry")]


def test_the_error_of_the_end_makes_an_entry_doubtful() -> None:
    findings = move((10, 10), (16.2, 10), rules=held(9), terrain=[WOODS], sigma=0.3)
    found = the(findings, "entry")
    assert found.measured.answer is Answer.TOO_CLOSE_TO_CALL
    assert found.measured.bound == pytest.approx(0.6)
    assert found.outcome is Outcome.OVERLOOKED
    rules = held(9, lenience=Lenience(doubt=Leaning.ASK))
    asked = move((10, 10), (16.2, 10), rules=rules, terrain=[WOODS], sigma=0.3)
    assert the(asked, "entry").outcome is Outcome.ASKED


def test_the_error_of_the_woods_counts_too() -> None:
    vague = box("W", (14, 6), (20, 14), sigma=0.4)
    found = the(move((10, 10), (16.2, 10), rules=held(9), terrain=[vague], sigma=0.3), "entry")
    assert found.measured.sigma == pytest.approx(0.5)


@pytest.mark.parametrize(
    ("start", "outcome"), [(13.95, Outcome.OVERLOOKED), (14.05, Outcome.KEPT), (13, Outcome.BROKEN)]
)
def test_whether_it_began_inside_may_be_in_doubt(start: float, outcome: Outcome) -> None:
    findings = move((start, 10), (18.5, 10), rules=held(9), terrain=[WOODS], sigma=0.1)
    assert the(findings, "entry").outcome is outcome


@pytest.mark.parametrize(
    ("test", "start", "free"),
    [
        (MembershipTest.CENTRE, 13.5, False),
        (MembershipTest.CENTRE, 14.5, True),
        (MembershipTest.ANY_OVERLAP, 12.0, False),
        (MembershipTest.ANY_OVERLAP, 13.0, True),
        (MembershipTest.MAJORITY, 13.9, False),
        (MembershipTest.MAJORITY, 14.1, True),
        (MembershipTest.MAJORITY, 16.5, True),
        (MembershipTest.ALL, 15.0, False),
        (MembershipTest.ALL, 15.8, True),
    ],
)
def test_amb1_17_what_counts_as_inside(test: MembershipTest, start: float, *, free: bool) -> None:
    wide = box("W", (14, 2), (30, 30))
    findings = move((start, 10), (start + 7, 10), rules=held(9, membership=test), terrain=[wide])
    assert (broken(findings) == []) is free


def test_a_declared_way_is_taken_at_its_word() -> None:
    bend = (10.0, 4.0)
    findings = move((5, 4), (10, 10), rules=held(9), way=[bend])
    assert the(findings, "move").measured.value == pytest.approx(11)
    assert broken(findings) == [("PT1-D1b", "move")]


# --- forbidden ground -----------------------------------------------------------------------------


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


# --- other models ---------------------------------------------------------------------------------


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


# --- corrections ----------------------------------------------------------------------------------


def pulled(
    start: Corner,
    end: Corner,
    *,
    rules: MoveRules,
    terrain: Sequence[Terrain] = (),
    others: Sequence[Piece] = (),
    **more: Any,
) -> tuple[float, float] | None:
    journey = travelled(start, end, **more)
    snapshot = table(journey.now, *others, terrain=terrain)
    pose = pull_back(journey, rules=rules, snapshot=snapshot)
    if pose is None:
        return None
    corrected = Journey(mover=journey.mover, end=pose)
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
    journey = travelled((5, 10), (17, 10), footprint=lopsided, turned=180)
    pose = pull_back(journey, rules=held(6), snapshot=table(journey.now))
    # The centre goes from 7 to 13, two inches ahead of a pose that looks back.
    assert pose is not None
    assert (pose.x, pose.y, pose.heading) == pytest.approx((15, 10, 180))


def test_nothing_to_correct() -> None:
    assert pulled((5, 10), (14.2, 10), rules=held(9)) is None
    journey = Journey.between(piece("T1", (5, 10)), piece("T1", (30, 10), state=PieceState.MOVING))
    assert pull_back(journey, rules=held(9), snapshot=table(journey.now)) is None


def test_a_unit_that_may_not_move_goes_back() -> None:
    assert pulled((5, 10), (7, 10), rules=held(0), turned=50) == (5, 10)
    journey = travelled((5, 10), (7, 10), turned=50)
    pose = pull_back(journey, rules=held(0), snapshot=table(journey.now))
    assert pose is not None
    assert pose.heading == pytest.approx(0)


def test_a_correction_of_a_unit_that_was_in_the_way_from_the_start() -> None:
    enemy = piece("E1", (6, 10), footprint=TANK)
    journey = travelled((5, 10), (5.2, 10))
    pose = pull_back(journey, rules=held(9), snapshot=table(journey.now, enemy))
    assert pose is not None
    assert (pose.x, pose.y) == pytest.approx((5, 10))
