"""Tests of who has deployed too deep, from whichever edge, and who controls a feature."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.referee.judging.areas import InAreaTest
from rules.referee.judging.control import Control, who_controls
from rules.referee.judging.deploying import DeployTest, judge_deployment
from rules.referee.toolkit.evidence import Leaning, Outcome, Tolerance
from rules.referee.toolkit.findings import Agreed
from rules.table.edges import TableEdge, depth_from, extent_from
from rules.table.measuring.zones import near_area
from rules.table.shapes import Footprint
from rules.table.snapshot import PieceState, SharedError, Snapshot, TableSize
from rules.table.units import Inches
from rules.table.verdict import Answer
from tests.factories import BASE, Corner, box, disc, piece, rectangle, table

LENIENCE = Agreed()
OBLONG = TableSize(width=Inches(48), depth=Inches(36))


def at_depth(edge: TableEdge, depth: float, *, aside: float = 10.0) -> Corner:
    """A place so far from an edge of a table of 48 by 36 inches."""
    return {
        TableEdge.SOUTH: (aside, depth),
        TableEdge.NORTH: (aside, 36 - depth),
        TableEdge.WEST: (depth, aside),
        TableEdge.EAST: (48 - depth, aside),
    }[edge]


def deployed(
    edge: TableEdge,
    depth: float,
    *,
    test: DeployTest = DeployTest.WHOLE_FOOTPRINT,
    footprint: Footprint = BASE,
    sigma: float = 0.0,
    agreed: Agreed = LENIENCE,
) -> Outcome:
    headings = {
        TableEdge.SOUTH: 90.0,
        TableEdge.NORTH: -90.0,
        TableEdge.WEST: 0.0,
        TableEdge.EAST: 180.0,
    }
    unit = piece(
        "S", at_depth(edge, depth), footprint=footprint, sigma=sigma, heading=headings[edge]
    )
    snapshot = Snapshot(table=OBLONG, pieces=(unit,))
    return judge_deployment(snapshot, "S", edge=edge, test=test, agreed=agreed).outcome


@pytest.mark.parametrize("edge", list(TableEdge))
def test_geo_15_a_third_of_the_table_from_any_edge(edge: TableEdge) -> None:
    third = 12.0 if edge in {TableEdge.SOUTH, TableEdge.NORTH} else 16.0
    tank = rectangle(3, 2)
    for depth, outcome in [
        (0.1, Outcome.KEPT),
        (third - 1.5, Outcome.KEPT),
        (third - 1.4, Outcome.OVERLOOKED),
        (third - 1.2, Outcome.BROKEN),
        (third + 9, Outcome.BROKEN),
    ]:
        assert deployed(edge, depth, footprint=tank) is outcome
    assert extent_from(edge, OBLONG) == pytest.approx(3 * third)
    assert depth_from(edge, at_depth(edge, 7), table=OBLONG) == pytest.approx(7)
    assert edge.opposite.opposite is edge
    assert depth_from(edge.opposite, at_depth(edge, 7), table=OBLONG) == pytest.approx(
        3 * third - 7
    )


@pytest.mark.parametrize(
    ("test", "depth", "outcome"),
    [
        (DeployTest.WHOLE_FOOTPRINT, 11.5, Outcome.BROKEN),
        (DeployTest.FRONT, 11.5, Outcome.BROKEN),
        (DeployTest.CENTRE, 11.5, Outcome.KEPT),
        (DeployTest.CENTRE, 12.3, Outcome.BROKEN),
        (DeployTest.FRONT, 10.4, Outcome.KEPT),
    ],
)
def test_amb1_43_what_of_a_unit_counts(test: DeployTest, depth: float, outcome: Outcome) -> None:
    assert deployed(TableEdge.SOUTH, depth, test=test, footprint=rectangle(3, 2)) is outcome


def test_amb1_43_a_model_that_looks_home_has_its_front_behind() -> None:
    tank = piece("S", (10, 12.5), footprint=rectangle(3, 2), heading=-90)
    found = judge_deployment(
        table(tank), "S", edge=TableEdge.SOUTH, test=DeployTest.FRONT, agreed=LENIENCE
    )
    assert found.outcome is Outcome.KEPT
    assert found.measured.value == pytest.approx(11)


def test_geo_04_the_policies_decide_what_is_over_the_line() -> None:
    assert (
        deployed(TableEdge.SOUTH, 11.6, agreed=Agreed(tolerance=Tolerance(borderline=Leaning.ASK)))
        is Outcome.ASKED
    )
    strict = Agreed(tolerance=Tolerance(borderline=Leaning.STRICT))
    assert deployed(TableEdge.SOUTH, 11.6, agreed=strict) is Outcome.BROKEN
    assert deployed(TableEdge.SOUTH, 12.0, sigma=0.3) is Outcome.OVERLOOKED
    assert deployed(TableEdge.SOUTH, 11.45, sigma=0.3) is Outcome.KEPT


def test_what_is_said_and_measured_of_a_zone() -> None:
    snapshot = table(piece("S", (10, 12.1)))
    found = judge_deployment(snapshot, "S", edge=TableEdge.SOUTH, agreed=LENIENCE)
    assert found.says == "S reaches 12.6 in from the south edge; its zone ends at 12 in"
    assert found.measured.limit == pytest.approx(12)
    assert list(found.measured.line) == [pytest.approx((10, 0)), pytest.approx((10, 12.6))]


def test_a_wrong_scale_counts_all_the_way_from_the_edge() -> None:
    snapshot = table(piece("S", (10, 11.5)), shared=SharedError(scale=0.01))
    found = judge_deployment(snapshot, "S", edge=TableEdge.SOUTH, agreed=LENIENCE)
    assert found.measured.sigma == pytest.approx(0.12, abs=0.006)


def test_a_unit_that_nobody_sees_is_not_judged() -> None:
    snapshot = table(piece("S", (10, 30), state=PieceState.HIDDEN, age=2))
    found = judge_deployment(snapshot, "S", edge=TableEdge.SOUTH, agreed=LENIENCE)
    assert found.outcome is Outcome.UNSEEN
    assert "S is hidden" in found.says


HOUSE = box("H", (10, 10), (14, 14), kind="building")


def controlled(
    squad: Corner,
    enemy: Corner,
    *,
    state: PieceState = PieceState.SEEN,
    agreed: Agreed = LENIENCE,
    test: InAreaTest = InAreaTest.CENTRE,
) -> Control:
    snapshot = table(
        piece("S", squad, footprint=disc(0.6)), piece("E", enemy, footprint=disc(0.6), state=state)
    )
    return who_controls(
        snapshot, HOUSE, sides={"Red": ["S"], "Blue": ["E"]}, agreed=agreed, test=test
    )


def test_ex1_39_an_enemy_near_the_house() -> None:
    near = controlled((12, 12), (14 + 2.6 + 0.6, 12))
    assert (near.side, near.doubtful) == (None, False)
    assert near.says == (
        "nobody controls building H: Red has S in it, but E is 2.6 in from it, "
        "Blue has nobody in it"
    )
    far = controlled((12, 12), (14 + 3.6 + 0.6, 12))
    assert (far.side, far.doubtful) == ("Red", False)
    assert far.says == "Red controls building H: Red has S in it, Blue has nobody in it"


@pytest.mark.parametrize(
    ("gap", "side", "doubtful"),
    [
        (2.7, None, False),
        (2.9, None, True),
        (3.0, None, True),
        (3.1, "Red", True),
        (3.3, "Red", False),
    ],
)
def test_geo_16_within_three_inches_includes_three(
    gap: float, side: str | None, doubtful: bool
) -> None:
    found = controlled((12, 12), (14 + gap + 0.6, 12))
    assert (found.side, found.doubtful) == (side, doubtful)
    assert ("too close to be sure" in found.says) is doubtful


def test_geo_16_with_both_in_it_nobody_controls_it() -> None:
    assert controlled((11, 11), (13, 13)).side is None
    assert not controlled((11, 11), (13, 13)).doubtful
    assert controlled((3, 3), (30, 30)).side is None


@pytest.mark.parametrize(("x", "side"), [(10.1, "Red"), (9.9, None)])
def test_geo_06_a_holder_on_the_outline_decides_as_measured_and_says_so(
    x: float, side: str | None
) -> None:
    found = controlled((x, 12), (30, 30))
    assert (found.side, found.doubtful) == (side, True)
    assert not found.asked
    assert controlled(
        (x, 12), (30, 30), agreed=Agreed(tolerance=Tolerance(doubt=Leaning.ASK))
    ).asked


def test_a_hidden_enemy_leaves_a_doubt() -> None:
    found = controlled((12, 12), (30, 30), state=PieceState.HIDDEN)
    assert (found.side, found.doubtful) == ("Red", True)
    assert any(each.answer is Answer.CANNOT_SEE for each in found.measured)


def test_amb1_37_who_may_hold_and_who_contests_are_two_lists() -> None:
    snapshot = table(piece("S", (12, 12)), piece("D", (11, 11)), piece("E", (15, 12)))
    sides = {"Red": ["S"], "Blue": []}
    damaged_contests = who_controls(
        snapshot, HOUSE, sides=sides, enemies={"Red": ["E"], "Blue": ["S", "D"]}, agreed=LENIENCE
    )
    assert damaged_contests.side is None
    alone = who_controls(snapshot, HOUSE, sides=sides, enemies={}, agreed=LENIENCE)
    assert alone.side == "Red"


@given(
    st.lists(st.tuples(st.floats(1, 35), st.floats(1, 35)), min_size=1, max_size=12),
    st.sampled_from([0.0, 0.1, 0.4]),
)
def test_whoever_is_or_may_be_near_enough_to_contest_is_told_of(
    spots: list[Corner], sigma: float
) -> None:
    shared = SharedError(scale=0.01, plane=Inches(sigma / 4))
    snapshot = replace(
        table(
            *(
                piece(f"E{k}", spot, footprint=rectangle(3, 1.5), heading=40.0 * k, sigma=sigma)
                for k, spot in enumerate(spots)
            )
        ),
        shared=shared,
    )
    names = [each.id for each in snapshot.pieces]
    found = who_controls(
        snapshot,
        HOUSE,
        sides={"Red": [], "Blue": names},
        agreed=Agreed(tolerance=Tolerance(courtesy=Inches(0.0))),
    )
    near = near_area(snapshot, HOUSE.outline, sigma=HOUSE.sigma)
    told = {each.why.split()[0] for each in found.measured if each.what == "gap"}
    assert told == {name for name in names if near[name].answer is not Answer.NO}


def test_amb1_17_overlapping_may_be_enough_to_hold() -> None:
    assert controlled((9.6, 12), (30, 30)).side is None
    assert controlled((9.0 + 0.7, 12), (30, 30), test=InAreaTest.ANY_OVERLAP).side == "Red"
