"""Tests of getting on and off a carrier (GEO-13, GEO-14)."""

from collections.abc import Sequence
from functools import partial
from typing import Any

import pytest

from rules.games.paper_tigers.tests.measuring.made_moves import broken, held, outcomes, the
from rules.referee.judging.mounting import judge_dismounting, judge_forced_dismount, judge_mounting
from rules.referee.judging.ruled_move import MoveRules
from rules.referee.toolkit.evidence import Outcome, Tolerance
from rules.referee.toolkit.findings import Agreed, Finding
from rules.table.moves.piece_move import PieceMove
from rules.table.snapshot import PieceState, Terrain
from rules.table.units import Inches
from rules.table.verdict import Answer
from tests.factories import box, disc, piece, rectangle, ring, table

# From x = 16 to 20 and from y = 9 to 11.
TRUCK = piece("T", (18, 10), footprint=rectangle(4, 2))
SQUAD = disc(0.5)
Corner = tuple[float, float]
FOOT = held(6, vehicle=False)
mounted = partial(judge_mounting, contact=Inches(0.5), clause="PT1-F1")
got_off = partial(judge_dismounting, clause="PT1-F1")
put_down = partial(judge_forced_dismount, ground=held(0, vehicle=False), clause="PT1-F5")


def mount(
    start: Corner,
    end: Corner,
    *,
    rules: MoveRules = FOOT,
    terrain: Sequence[Terrain] = (),
    state: PieceState = PieceState.SEEN,
    **more: Any,
) -> tuple[Finding, ...]:
    now = piece("S", end, footprint=SQUAD, state=state)
    move = PieceMove.between(piece("S", start, footprint=SQUAD), now)
    return mounted(table(TRUCK, now, terrain=terrain), move, carrier=TRUCK, rules=rules, **more)


@pytest.mark.parametrize(
    ("gap", "outcome"),
    [
        (0.0, Outcome.KEPT),
        (0.5, Outcome.KEPT),
        (0.7, Outcome.OVERLOOKED),
        (0.8, Outcome.BROKEN),
    ],
)
def test_pt1_f1_a_squad_that_gets_on_comes_into_contact(gap: float, outcome: Outcome) -> None:
    touch, *_ = mount((12, 10), (16 - 0.5 - gap, 10))
    assert (touch.clause, touch.outcome) == ("PT1-F1", outcome)
    assert touch.measured.value == pytest.approx(gap)


def test_amb1_34_how_near_it_must_come_is_agreed() -> None:
    touch, *_ = mount((12, 10), (14.5, 10), contact=Inches(1.0))
    assert touch.outcome is Outcome.KEPT
    assert touch.says == "S came within 1 in of T, 1 in needed to get on"


def test_pt1_f1_it_gets_there_within_its_allowance() -> None:
    assert broken(mount((9.5, 10), (15.5, 10))) == []
    assert broken(mount((8.5, 10), (15.5, 10))) == [("PT1-D1b", "move")]


def test_a_squad_that_stands_on_its_carrier_walked_only_up_to_it() -> None:
    # Its edge was 6.4 in from the truck, of which 0.5 in need not be walked.
    aboard = mount((9.1, 10), (18, 10))
    assert outcomes(aboard) == [Outcome.KEPT, Outcome.KEPT]
    assert the(aboard, "move").measured.value == pytest.approx(5.9)
    assert broken(mount((8.5, 10), (18, 10))) == [("PT1-D1b", "move")]


def test_a_squad_that_stood_in_contact_walked_nothing() -> None:
    findings = mount((15.3, 10), (18, 10), rules=held(0, vehicle=False))
    assert outcomes(findings) == [Outcome.KEPT, Outcome.KEPT]
    assert the(findings, "move").measured.value == pytest.approx(0)


def test_a_place_aboard_may_be_declared() -> None:
    findings = mount((12, 10), (18, 10), state=PieceState.DECLARED)
    assert outcomes(findings) == [Outcome.KEPT, Outcome.KEPT]
    assert findings[0].measured.declared == ("S",)


def test_ground_stops_a_squad_on_its_way_to_the_carrier() -> None:
    hedge = box("H", (12.5, 0), (13, 36), kind="difficult")
    findings = mount((11, 10), (15.5, 10), terrain=[hedge])
    assert broken(findings) == [("PT1-D1d", "entry")]


def test_a_carrier_nobody_sees_is_not_mounted() -> None:
    moving = piece("T", (18, 10), footprint=rectangle(4, 2), state=PieceState.MOVING)
    now = piece("S", (15.5, 10), footprint=SQUAD)
    move = PieceMove.between(piece("S", (12, 10), footprint=SQUAD), now)
    (found,) = mounted(table(moving, now), move, carrier=moving, rules=FOOT, clause="PT1-F6")
    assert (found.clause, found.outcome) == ("PT1-F6", Outcome.UNSEEN)


def dismount(end: Corner, *, terrain: Sequence[Terrain] = (), **more: Any) -> tuple[Finding, ...]:
    now = piece("S", end, footprint=SQUAD)
    return got_off(table(TRUCK, now, terrain=terrain), TRUCK, end=now, rules=FOOT, **more)


@pytest.mark.parametrize(
    ("end", "value", "outcome"),
    [
        ((26.0, 10.0), 6.0, Outcome.KEPT),
        ((26.2, 10.0), 6.2, Outcome.OVERLOOKED),
        ((26.5, 10.0), 6.5, Outcome.BROKEN),
        ((18.0, 16.5), 5.5, Outcome.KEPT),
        ((23.0, 15.0), 5.0, Outcome.KEPT),
    ],
)
def test_pt1_f1_a_walk_off_begins_at_the_carriers_outline(
    end: Corner, value: float, outcome: Outcome
) -> None:
    findings = dismount(end)
    found = the(findings, "move")
    assert (found.clause, found.outcome) == ("PT1-F1", outcome)
    assert found.measured.value == pytest.approx(value)
    assert found.says.endswith("allowed, measured from T")
    assert len(findings) == 1


def test_a_round_carrier() -> None:
    jeep = piece("J", (18, 10), footprint=disc(1.0))
    now = piece("S", (23, 10), footprint=SQUAD)
    findings = got_off(table(jeep, now), jeep, end=now, rules=FOOT)
    assert the(findings, "move").measured.value == pytest.approx(4.0)


def test_a_squad_still_on_its_carrier_has_not_got_off() -> None:
    assert ("PT1-D1b", "overlap") in broken(dismount((19, 10)))


def test_the_error_of_the_carrier_is_the_error_of_the_start() -> None:
    truck = piece("T", (18, 10), footprint=rectangle(4, 2), sigma=0.3)
    now = piece("S", (25, 10), footprint=SQUAD, sigma=0.4)
    findings = got_off(table(truck, now), truck, end=now, rules=FOOT)
    assert the(findings, "move").measured.sigma == pytest.approx(0.5)


def test_a_turning_carrier_swings_its_corners() -> None:
    truck = piece("T", (18, 10), footprint=rectangle(4, 2), heading_sigma=10)
    now = piece("S", (20, 15), footprint=SQUAD)
    findings = got_off(table(truck, now), truck, end=now, rules=FOOT)
    # The corner lies 2 in ahead of the truck's middle: 10 degrees swing it 0.35 in.
    assert the(findings, "move").measured.sigma == pytest.approx(0.349, abs=1e-3)


def test_getting_off_into_woods_stops_a_squad() -> None:
    woods = box("W", (22, 0), (30, 20))
    assert broken(dismount((22.4, 10), terrain=[woods])) == []
    assert broken(dismount((24, 10), terrain=[woods])) == [("PT1-D1d", "entry")]


def forced(
    at: Corner,
    *,
    die: int,
    terrain: Sequence[Terrain] = (),
    sigma: float = 0.0,
    **more: Any,
) -> Finding:
    unit = piece("S", at, footprint=SQUAD, sigma=sigma)
    return put_down(TRUCK, unit, die=die, snapshot=table(TRUCK, unit, terrain=terrain), **more)


@pytest.mark.parametrize(
    ("gap", "outcome"),
    [
        (4.0, Outcome.KEPT),
        (4.2, Outcome.OVERLOOKED),
        (3.8, Outcome.OVERLOOKED),
        (4.4, Outcome.BROKEN),
        (3.6, Outcome.BROKEN),
        (0.0, Outcome.BROKEN),
    ],
)
def test_ex1_31_pt1_f5_a_squad_is_placed_as_far_as_the_die_says(
    gap: float, outcome: Outcome
) -> None:
    found = forced((20 + 0.5 + gap, 10), die=4)
    assert (found.clause, found.outcome) == ("PT1-F5", outcome)
    assert found.measured.value == pytest.approx(gap)
    assert found.measured.limit == pytest.approx(4)


def test_ex1_33_pt1_f5_riders_get_off_three_inches_in_any_direction() -> None:
    for at in ((18.0, 14.5), (18.0, 5.5), (12.5, 10.0), (23.5, 10.0)):
        assert forced(at, die=3).outcome is Outcome.KEPT


def test_amb1_32_or_up_to_the_die() -> None:
    assert forced((21.5, 10), die=4, exact=False).outcome is Outcome.KEPT
    assert forced((25.0, 10), die=4, exact=False).outcome is Outcome.BROKEN


@pytest.mark.parametrize(
    "ground",
    [
        box("W", (22, 0), (32, 20)),
        box("B", (22, 0), (23, 20), kind="building"),
        box("R", (22, 0), (26, 36), kind="river"),
    ],
)
def test_geo_14_it_may_stand_nearer_where_ground_stops_it(ground: Terrain) -> None:
    found = forced((21.9, 10), die=4, terrain=[ground])
    assert found.outcome is Outcome.KEPT
    assert (
        found.says
        == f"S stands 1.4 in from T, 4 in rolled; {ground.id} keeps it from going farther"
    )
    assert found.measured.blockers == (ground.id,)
    # Ground on its other side stops nobody.
    assert forced((14.1, 10), die=4, terrain=[ground]).outcome is Outcome.BROKEN
    # Nor does it let anybody go farther than the die.
    assert forced((25.5, 10), die=4, terrain=[ground]).outcome is Outcome.BROKEN


def test_geo_14_it_may_stand_nearer_at_the_tables_edge() -> None:
    truck = piece("T", (32, 10), footprint=rectangle(4, 2))
    unit = piece("S", (35.5, 10), footprint=SQUAD)
    found = put_down(truck, unit, die=6, snapshot=table(truck, unit))
    assert found.outcome is Outcome.KEPT
    assert "the table's edge keeps it" in found.says


def test_ground_that_the_full_distance_does_not_reach_stops_nobody() -> None:
    far = box("W", (27, 0), (32, 20))
    assert forced((21.5, 10), die=4, terrain=[far]).outcome is Outcome.BROKEN


def test_the_error_of_both_makes_a_dismount_doubtful() -> None:
    truck = piece("T", (18, 10), footprint=rectangle(4, 2), sigma=0.3)
    unit = piece("S", (24.0, 10), footprint=SQUAD, sigma=0.4)
    found = put_down(truck, unit, die=4, snapshot=table(truck, unit))
    assert found.measured.sigma == pytest.approx(0.5)
    assert found.measured.answer is Answer.TOO_CLOSE_TO_CALL
    assert found.outcome is Outcome.OVERLOOKED


def test_courtesy_may_be_none() -> None:
    none = Agreed(tolerance=Tolerance(courtesy=Inches(0)))
    assert forced((24.6, 10), die=4, agreed=none).outcome is Outcome.BROKEN


def test_what_is_not_seen_is_not_judged() -> None:
    unit = piece("S", (24, 10), footprint=SQUAD, state=PieceState.HIDDEN)
    found = put_down(TRUCK, unit, die=4, snapshot=table(TRUCK, unit), clause="PT1-F7")
    assert (found.clause, found.outcome) == ("PT1-F7", Outcome.UNSEEN)


def test_getting_off_with_a_failed_roll() -> None:
    now = piece("S", (22, 10), footprint=SQUAD)
    findings = got_off(table(TRUCK, now), TRUCK, end=now, rules=held(0, vehicle=False))
    assert [(f.clause, f.outcome) for f in findings] == [("PT1-D1c", Outcome.BROKEN)]


def test_geo_14_what_is_gone_round_with_little_more_stops_nobody() -> None:
    post = box("B", (22, 9.9), (22.2, 10.1), kind="difficult")
    assert forced((21.5, 10), die=4, terrain=[post]).outcome is Outcome.BROKEN


def test_geo_14_at_the_full_distance_nothing_is_said_of_the_ground() -> None:
    woods = box("W", (22, 0), (32, 20))
    assert forced((24.5, 10), die=4, terrain=[woods]).says == "S stands 4 in from T, 4 in rolled"


def test_geo_14_from_on_top_of_the_carrier_the_direction_is_that_of_the_centres() -> None:
    river = box("R", (20.3, 0), (26, 36), kind="river")
    found = forced((19.8, 10), die=4, terrain=[river])
    assert found.outcome is Outcome.KEPT
    assert found.measured.blockers == ("R",)
    assert forced((16.2, 10), die=4, terrain=[river]).outcome is Outcome.BROKEN


def test_geo_14_only_the_rest_of_the_die_is_looked_at() -> None:
    # At the full 4 in the squad would reach to x = 25, which is short of the woods.
    woods = box("W", (26, 0), (32, 20))
    assert forced((23.0, 10), die=4, terrain=[woods]).outcome is Outcome.BROKEN


def test_a_place_in_contact_is_kept_as_it_is() -> None:
    findings = mount((15.4, 10.0), (17, 10))
    assert the(findings, "move").measured.line == ring((15.4, 10), (15.4, 10))
