"""Tests of who is beyond the river, who is back over it and who is stranded, from any edge."""

import math

import pytest

from rules.games.paper_tigers.measuring.river_ground import (
    crossings,
    judge_beyond_river,
    river_warning,
)
from rules.referee.judging.deploying import DeployTest
from rules.referee.toolkit.evidence import Outcome
from rules.referee.toolkit.findings import Agreed
from rules.table.edges import TableEdge
from rules.table.snapshot import PieceState, TableSize, Terrain
from rules.table.units import Inches
from rules.table.verdict import Answer
from tests.factories import Corner, area, disc, lost, piece, table

SQUARE = TableSize(width=Inches(36), depth=Inches(36))
LENIENCE = Agreed()
TURNS = {TableEdge.SOUTH: 0, TableEdge.EAST: 1, TableEdge.NORTH: 2, TableEdge.WEST: 3}


def turned(at: Corner, edge: TableEdge) -> Corner:
    """A place as it is seen from the south, from another edge."""
    x, y = at[0] - 18, at[1] - 18
    for _ in range(TURNS[edge]):
        x, y = -y, x
    return x + 18, y + 18


def river(edge: TableEdge, *corners: Corner, name: str = "R") -> Terrain:
    return area(name, *(turned(corner, edge) for corner in corners), kind="river")


def straight(edge: TableEdge = TableEdge.SOUTH, *, low: float = 11, high: float = 13) -> Terrain:
    return river(edge, (0, low), (36, low), (36, high), (0, high))


def bent(edge: TableEdge = TableEdge.SOUTH) -> tuple[Terrain, ...]:
    """Two parts that do not quite meet and stop short of the sides; deeper in on the right."""
    return (
        river(edge, (1, 9), (17, 9), (17, 11), (1, 11), name="R1"),
        river(edge, (17.5, 13), (35, 13), (35, 15), (17.5, 15), name="R2"),
    )


def test_j3a_where_a_river_is_meant_to_be() -> None:
    assert river_warning(SQUARE, [straight()], edge=TableEdge.SOUTH) == ""
    assert river_warning(SQUARE, bent(), edge=TableEdge.SOUTH) == ""
    assert "its middle is 24 in from the north edge, about 12 is meant" in river_warning(
        SQUARE, [straight()], edge=TableEdge.NORTH
    )
    assert river_warning(SQUARE, [], edge=TableEdge.SOUTH) == "there is no river on the table"
    pond = river(TableEdge.SOUTH, (5, 11), (30, 11), (30, 13), (5, 13))
    warning = river_warning(SQUARE, [pond], edge=TableEdge.SOUTH)
    assert warning == "the river is out of place: it does not run from side to side"
    assert river_warning(SQUARE, [straight(TableEdge.WEST)], edge=TableEdge.WEST) == ""


@pytest.mark.parametrize("edge", list(TableEdge))
@pytest.mark.parametrize(
    ("at", "outcome"),
    [
        ((10, 15), Outcome.KEPT),
        ((10, 13.5), Outcome.KEPT),
        ((10, 13.3), Outcome.OVERLOOKED),
        ((10, 13.1), Outcome.BROKEN),
        ((10, 5), Outcome.BROKEN),
        ((10, 17.5), Outcome.KEPT),
        ((10, 17.7), Outcome.OVERLOOKED),
        ((10, 20), Outcome.BROKEN),
        ((0.6, 15), Outcome.KEPT),
    ],
)
def test_j3c_between_the_far_bank_and_the_middle(
    edge: TableEdge, at: Corner, outcome: Outcome
) -> None:
    snapshot = table(piece("S", turned(at, edge), footprint=disc(0.5)))
    found = judge_beyond_river(snapshot, "S", edge=edge, rivers=[straight(edge)], agreed=LENIENCE)
    assert found.outcome is outcome


def test_j3c_by_the_centre_and_what_is_said() -> None:
    snapshot = table(piece("S", (10, 13.2)))
    found = judge_beyond_river(
        snapshot,
        "S",
        edge=TableEdge.SOUTH,
        rivers=[straight()],
        test=DeployTest.CENTRE,
        agreed=LENIENCE,
    )
    assert found.outcome is Outcome.KEPT
    assert found.says == "S is 0.2 in beyond the river's far bank"
    whole = judge_beyond_river(
        snapshot, "S", edge=TableEdge.SOUTH, rivers=[straight()], agreed=LENIENCE
    )
    assert whole.says == "S is 0.3 in short of the river's far bank"
    assert whole.measured.margin == pytest.approx(-0.3)


@pytest.mark.parametrize("edge", list(TableEdge))
def test_j3c_behind_each_part_of_a_bent_river(edge: TableEdge) -> None:
    places = [((5, 12), Outcome.KEPT), ((30, 12), Outcome.BROKEN), ((30, 16), Outcome.KEPT)]
    for at, outcome in places:
        snapshot = table(piece("S", turned(at, edge)))
        found = judge_beyond_river(snapshot, "S", edge=edge, rivers=bent(edge), agreed=LENIENCE)
        assert found.outcome is outcome


def test_j3c_a_unit_that_nobody_sees() -> None:
    found = judge_beyond_river(
        table(lost("S")), "S", edge=TableEdge.SOUTH, rivers=[straight()], agreed=LENIENCE
    )
    assert found.outcome is Outcome.UNSEEN


@pytest.mark.parametrize("edge", list(TableEdge))
def test_j3e_who_is_across_and_who_is_stranded(edge: TableEdge) -> None:
    places: dict[str, Corner] = {
        "back": (10, 8),
        "bridge": (10, 12),
        "left": (10, 15),
        "far": (10, 30),
        "never": (20, 4),
    }
    snapshot = table(*(piece(name, turned(at, edge)) for name, at in places.items()))
    found = crossings(
        snapshot,
        list(places),
        edge=edge,
        rivers=[straight(edge)],
        started_beyond={"back", "bridge", "left", "far"},
    )
    assert found.across == ("back",)
    assert found.stranded == ("left", "far")
    assert {each.answer for each in found.measured} <= {Answer.YES, Answer.NO}


@pytest.mark.parametrize(
    ("y", "across", "doubtful"),
    [(10.7, True, False), (10.9, True, True), (11.1, False, True), (11.5, False, False)],
)
def test_j3e_the_centre_past_the_near_bank_counts(y: float, across: bool, doubtful: bool) -> None:
    found = crossings(
        table(piece("S", (10, y))),
        ["S"],
        edge=TableEdge.SOUTH,
        rivers=[straight()],
        started_beyond={"S"},
    )
    assert (found.across == ("S",)) is across
    assert (Answer.TOO_CLOSE_TO_CALL in {each.answer for each in found.measured}) is doubtful


def test_j3e_a_unit_that_nobody_sees_is_on_no_bank() -> None:
    snapshot = table(piece("S", (10, 5), state=PieceState.HIDDEN, age=2))
    found = crossings(
        snapshot, ["S"], edge=TableEdge.SOUTH, rivers=[straight()], started_beyond={"S"}
    )
    assert (found.across, found.stranded) == ((), ())
    assert {each.answer for each in found.measured} == {Answer.CANNOT_SEE}


def test_j3e_a_river_that_loops_towards_the_edge_hides_what_is_in_the_loop() -> None:
    loop = river(
        TableEdge.SOUTH,
        *((x, 12 - 4 * math.sin(x / 36 * math.pi)) for x in range(0, 37, 4)),
        *((x, 14 - 4 * math.sin(x / 36 * math.pi)) for x in range(36, -1, -4)),
    )
    snapshot = table(piece("in", (18, 11)), piece("out", (2, 11)), piece("home", (18, 6)))
    found = crossings(
        snapshot,
        ["in", "out", "home"],
        edge=TableEdge.SOUTH,
        rivers=[loop],
        started_beyond={"in", "out", "home"},
    )
    assert (found.stranded, found.across) == (("in",), ("out", "home"))
