"""Tests of where a column stands, and what may be on the big hill."""

import math

import pytest

from rules.games.paper_tigers.measuring.scenario_ground import (
    hill_limit,
    judge_big_hill,
    judge_column,
    judge_high_ground,
)
from rules.games.paper_tigers.tests.column import column_spots
from rules.referee.toolkit.evidence import Leaning, Outcome, Tolerance
from rules.referee.toolkit.findings import Agreed
from rules.table.edges import TableEdge
from rules.table.measuring.ranges import Metric
from rules.table.shapes import Footprint
from rules.table.snapshot import PieceState, Snapshot, TableSize
from rules.table.units import Inches
from tests.factories import Corner, box, disc, piece, rectangle, table

SQUARE = TableSize(width=Inches(36), depth=Inches(36))
LENIENCE = Agreed()
HEADINGS = {
    TableEdge.SOUTH: 90.0,
    TableEdge.NORTH: -90.0,
    TableEdge.WEST: 0.0,
    TableEdge.EAST: 180.0,
}


def column(*places: Corner, footprint: Footprint | None = None, sigma: float = 0.0) -> Snapshot:
    shape = footprint or disc(0.5)
    return table(*(piece(f"S{k}", at, footprint=shape, sigma=sigma) for k, at in enumerate(places)))


def outcomes(
    snapshot: Snapshot,
    *,
    die: int = 4,
    edge: TableEdge = TableEdge.SOUTH,
    metric: Metric = Metric.EDGE,
    agreed: Agreed = LENIENCE,
) -> list[Outcome]:
    units = [each.id for each in snapshot.pieces]
    found = judge_column(snapshot, units, edge=edge, die=die, metric=metric, agreed=agreed)
    assert all(each.says for each in found)
    return [each.outcome for each in found]


def test_ex1_44_straight_back_from_the_middle() -> None:
    spots = column_spots(SQUARE, edge=TableEdge.SOUTH, die=4, count=3)
    assert list(spots) == [pytest.approx(spot) for spot in [(18, 14), (18, 10), (18, 6)]]
    assert outcomes(column(*spots)) == [Outcome.KEPT] * 3


@pytest.mark.parametrize(
    ("edge", "second"),
    [
        (TableEdge.SOUTH, (18, 10)),
        (TableEdge.NORTH, (18, 26)),
        (TableEdge.WEST, (10, 18)),
        (TableEdge.EAST, (26, 18)),
    ],
)
def test_ex1_44_from_any_edge(edge: TableEdge, second: Corner) -> None:
    spots = column_spots(SQUARE, edge=edge, die=4, count=2)
    assert spots[1] == pytest.approx(second)
    assert outcomes(column(*spots), edge=edge) == [Outcome.KEPT] * 2
    assert outcomes(column(*spots), edge=edge.opposite) == [Outcome.BROKEN] * 2


def test_amb1_38_from_centre_to_centre_by_agreement() -> None:
    spots = column_spots(SQUARE, edge=TableEdge.SOUTH, die=1, count=3, metric=Metric.CENTRE)
    assert list(spots) == [pytest.approx(spot) for spot in [(18, 17), (18, 14), (18, 11)]]
    assert outcomes(column(*spots), die=1, metric=Metric.CENTRE) == [Outcome.KEPT] * 3
    assert outcomes(column(*spots), die=1) == [Outcome.KEPT, Outcome.BROKEN, Outcome.BROKEN]


@pytest.mark.parametrize("edge", list(TableEdge))
@pytest.mark.parametrize("die", [1, 6])
@pytest.mark.parametrize("footprint", [disc(0.5), disc(1.5), rectangle(2, 4)])
def test_a_column_that_does_not_fit_winds_back(
    edge: TableEdge, die: int, footprint: Footprint
) -> None:
    spots = column_spots(SQUARE, edge=edge, die=die, count=5, footprints=[footprint] * 5)
    squads = [
        piece(f"S{k}", at, footprint=footprint, heading=HEADINGS[edge])
        for k, at in enumerate(spots)
    ]
    assert outcomes(table(*squads), die=die, edge=edge) == [Outcome.KEPT] * 5
    gaps = [math.dist(one, other) for one in spots for other in spots if one is not other]
    assert min(gaps) >= 3.0


def test_the_gaps_count_however_the_column_winds() -> None:
    assert outcomes(column((18, 14), (22, 14), (22, 10))) == [Outcome.KEPT] * 3
    found = outcomes(column((18, 14.2), (18, 10.3), (18, 5)))
    assert found == [Outcome.OVERLOOKED, Outcome.OVERLOOKED, Outcome.BROKEN]
    strict = outcomes(
        column((18, 14.2)), agreed=Agreed(tolerance=Tolerance(borderline=Leaning.STRICT))
    )
    assert strict == [Outcome.BROKEN]
    assert outcomes(column((18, 14.4), sigma=0.3)) == [Outcome.KEPT]


def test_what_is_said_of_a_column() -> None:
    snapshot = column((18, 14), (18, 9))
    found = judge_column(snapshot, ["S0", "S1"], edge=TableEdge.SOUTH, die=4, agreed=LENIENCE)
    assert found[0].says == "S0 from the middle of the table: 4 in, 4 prescribed"
    assert found[1].says == "S1 behind S0: 4 in, 3 prescribed"
    assert found[1].measured.margin == pytest.approx(-1)


def test_a_squad_that_nobody_sees_is_not_judged() -> None:
    snapshot = table(piece("S0", (18, 14), state=PieceState.HIDDEN), piece("S1", (18, 10)))
    assert outcomes(snapshot) == [Outcome.UNSEEN, Outcome.UNSEEN]


BIG = box("Big", (14, 14), (26, 26), kind="hill")


@pytest.mark.parametrize(
    ("x", "outcome"),
    [(14, Outcome.KEPT), (24, Outcome.KEPT), (24.2, Outcome.OVERLOOKED), (24.5, Outcome.BROKEN)],
)
def test_j2a_how_far_the_big_hill_may_be_from_the_middle(x: float, outcome: Outcome) -> None:
    hill = box("Big", (x, 14), (x + 11, 25), kind="hill")
    found = judge_big_hill(table(terrain=[hill]), hill, agreed=LENIENCE)
    assert found.place.outcome is outcome
    assert found.warning == ""


def test_j2a_a_big_hill_of_another_size_is_warned_about() -> None:
    small = box("Big", (14, 14), (20, 24), kind="hill")
    found = judge_big_hill(table(terrain=[small]), small, agreed=LENIENCE)
    assert found.place.outcome is Outcome.KEPT
    assert found.warning == "hill Big is 10 by 6 in; about 12 by 12 is meant"


@pytest.mark.parametrize(
    ("units", "most"), [(0, 0), (1, 1), (3, 1), (4, 2), (6, 2), (7, 3), (9, 3), (10, 4)]
)
def test_ex1_45_a_third_rounded_up(units: int, most: int) -> None:
    assert hill_limit(units) == most


def on_high_ground(
    on_hill: int, *, elsewhere: int = 0, agreed: Agreed = LENIENCE
) -> tuple[int, Outcome]:
    places = [(15.0 + 2 * k, 20.0) for k in range(on_hill)]
    places += [(3.0, 25.0 + 2 * k) for k in range(elsewhere)]
    places += [(3.0 + 2 * k, 5.0) for k in range(7 - len(places))]
    units = [piece(f"U{k}", at) for k, at in enumerate(places)]
    snapshot = table(*units, terrain=[BIG])
    found = judge_high_ground(
        snapshot, [unit.id for unit in units], edge=TableEdge.SOUTH, hill=BIG, agreed=agreed
    )
    assert found.limit == 3
    kept = all(each.outcome is Outcome.KEPT for each in found.units)
    fits = kept and len(found.on_hill) <= found.limit
    return len(found.on_hill), Outcome.KEPT if fits else Outcome.BROKEN


def test_ex1_45_at_most_three_of_seven_on_the_hill() -> None:
    assert on_high_ground(0) == (0, Outcome.KEPT)
    assert on_high_ground(3) == (3, Outcome.KEPT)
    assert on_high_ground(4) == (4, Outcome.BROKEN)
    assert on_high_ground(2, elsewhere=1) == (2, Outcome.BROKEN)


@pytest.mark.parametrize(
    ("y", "doubt", "outcome"),
    [
        (14.1, Leaning.ALLOW, Outcome.KEPT),
        (13.9, Leaning.ALLOW, Outcome.OVERLOOKED),
        (13.9, Leaning.ASK, Outcome.OVERLOOKED),
        (13.9, Leaning.STRICT, Outcome.BROKEN),
        (14.1, Leaning.STRICT, Outcome.KEPT),
        (13.5, Leaning.ALLOW, Outcome.BROKEN),
    ],
)
def test_j2b_on_the_edge_of_the_hill(y: float, doubt: Leaning, outcome: Outcome) -> None:
    snapshot = table(piece("U", (20, y)), terrain=[BIG])
    found = judge_high_ground(
        snapshot,
        ["U"],
        edge=TableEdge.SOUTH,
        hill=BIG,
        agreed=Agreed(tolerance=Tolerance(doubt=doubt)),
    )
    assert [each.outcome for each in found.units] == [outcome]


def test_j2b_a_unit_that_nobody_sees() -> None:
    snapshot = table(piece("U", (20, 20), state=PieceState.HIDDEN), terrain=[BIG])
    found = judge_high_ground(snapshot, ["U"], edge=TableEdge.SOUTH, hill=BIG, agreed=LENIENCE)
    assert [each.outcome for each in found.units] == [Outcome.UNSEEN]
