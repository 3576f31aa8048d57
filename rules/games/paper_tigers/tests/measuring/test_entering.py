"""Tests of moves into ground that ends them, and of ways round it."""

import math

import pytest

from rules.games.paper_tigers.tests.measuring.made_moves import (
    INFANTRY,
    WOODS,
    Corner,
    broken,
    held,
    move,
    outcomes,
    the,
)
from rules.referee.judging.ruled_move import MembershipTest
from rules.referee.toolkit.evidence import Leaning, Outcome, Tolerance
from rules.referee.toolkit.findings import Agreed
from rules.table.units import Inches
from rules.table.verdict import Answer
from tests.factories import area, box, disc


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
    assert found.says == "T1 went into W by 4.65 in, 3.3 in allowed on entering it"


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
    assert found.says == "T1 went on 5.65 in beyond W, 3.3 in allowed on leaving it"
    # Its front stuck out by 1.15 in before it moved.
    found = the(move((19.5, 10), (23, 10), rules=rules, terrain=[WOODS]), "entry")
    assert found.measured.value == pytest.approx(3.5)
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
    rules = held(9, agreed=Agreed(tolerance=Tolerance(doubt=Leaning.ASK)))
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


@pytest.mark.parametrize(("start", "doubtful"), [(13.8, True), (13.5, False)])
def test_amb1_17_most_of_it_may_be_in_doubt(start: float, *, doubtful: bool) -> None:
    wide = box("W", (14, 2), (30, 30))
    rules = held(9, membership=MembershipTest.MAJORITY)
    findings = move((start, 10), (start + 7, 10), rules=rules, terrain=[wide], sigma=0.11)
    found = the(findings, "entry")
    assert (found.measured.answer is Answer.TOO_CLOSE_TO_CALL) is doubtful
    assert found.outcome is (Outcome.OVERLOOKED if doubtful else Outcome.BROKEN)


def test_amb1_19_without_a_depth_it_leaves_by_its_own_length() -> None:
    free = held(12, stop_on_exit=True, entry_depth=Inches(math.inf))
    assert broken(move((17, 10), (21.6, 10), rules=free, terrain=[WOODS])) == []
    assert broken(move((17, 10), (24, 10), rules=free, terrain=[WOODS])) == [("PT1-D1d", "entry")]
    one = held(12, stop_on_exit=True, entry_depth=Inches(1.0))
    found = the(move((17, 10), (21.6, 10), rules=one, terrain=[WOODS]), "entry")
    assert found.measured.limit == pytest.approx(1)


def test_without_courtesy_the_other_side_has_to_be_near_enough() -> None:
    # The end lies 1.75 in inside, 0.1 in more than a tank may.
    start, end = (10.0, 5.5), (17.0, 7.75)
    kind = move(start, end, rules=held(9), terrain=[WOODS])
    assert the(kind, "entry").outcome is Outcome.OVERLOOKED
    strict = held(9, agreed=Agreed(tolerance=Tolerance(courtesy=Inches(0))))
    assert broken(move(start, end, rules=strict, terrain=[WOODS])) == [("PT1-D1d", "entry")]
