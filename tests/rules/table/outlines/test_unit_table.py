"""Tests that each unit stands where its pieces, its carrier or its house are."""

import math

import numpy as np
import pytest

from rules.table.measuring.ranges import Metric, range_between
from rules.table.measuring.zones import membership
from rules.table.outlines.outline import place
from rules.table.outlines.unit_table import (
    LooseHull,
    UnitPieces,
    at_reference,
    reference_of,
    unit_table,
)
from rules.table.snapshot import Health, HealthState, PieceState, Snapshot
from rules.table.verdict import Answer
from tests.factories import area, box, disc, lost, piece, rectangle, table

HOUSE = box("H", (20, 20), (26, 24), kind="building")


def as_one(
    name: str, *, aboard: str | None = None, in_area: str | None = None, declared_by: str = ""
) -> UnitPieces:
    return UnitPieces(
        unit=name, pieces=(name,), aboard=aboard, in_area=in_area, declared_by=declared_by
    )


def test_a_table_of_plain_units_stays_the_very_same() -> None:
    seen = table(piece("T"), piece("S", (3, 3), state=PieceState.HIDDEN), piece("X", (9, 9)))
    assert unit_table(seen, (as_one("T"), as_one("S"), as_one("X"))) is seen


def test_a_unit_seen_in_its_house_changes_nothing_either() -> None:
    seen = table(piece("S", (22, 22)), terrain=[HOUSE])
    assert unit_table(seen, (as_one("S", in_area="H"),)) is seen


def test_foreign_pieces_are_left_out() -> None:
    seen = table(piece("T"), piece("smoke", (1, 1)), piece("X", (9, 9)))
    units = unit_table(seen, (as_one("T"),))
    assert [each.id for each in units.pieces] == ["T"]
    assert units.number == seen.number


def test_a_piece_of_another_name_becomes_the_unit() -> None:
    seen = table(piece("tag 7", (4, 5), kind="tank", heading=30))
    (unit,) = unit_table(seen, (UnitPieces(unit="T-34", pieces=("tag 7",)),)).pieces
    assert (unit.id, unit.kind, unit.pose) == ("T-34", "tank", seen.pieces[0].pose)


def squad(*places: tuple[float, float], sigma: float = 0.0) -> tuple[Snapshot, UnitPieces]:
    figures = [piece(f"f{k}", at, footprint=disc(0.5), sigma=sigma) for k, at in enumerate(places)]
    names = tuple(figure.id for figure in figures)
    return table(*figures), UnitPieces(unit="S", pieces=names)


def test_geo_02_loose_figures_stand_at_their_mean_within_their_hull() -> None:
    seen, standing = squad((10, 10), (14, 10), (10, 13))
    (unit,) = unit_table(seen, (standing,)).pieces
    assert isinstance(unit.footprint, LooseHull)
    assert reference_of(unit) == pytest.approx((34 / 3, 11))
    assert place(at_reference(unit)).centre == pytest.approx((34 / 3, 11))
    corners = place(unit).corners
    assert corners.min(axis=0) == pytest.approx((9.5, 9.5), abs=0.01)
    assert corners.max(axis=0) == pytest.approx((14.5, 13.5), abs=0.01)


def test_geo_03_a_gap_to_loose_figures_is_to_the_nearest_of_them() -> None:
    seen, standing = squad((10, 10), (13, 10), (16, 10))
    seen = Snapshot(table=seen.table, pieces=(*seen.pieces, piece("E", (20, 10))))
    units = unit_table(seen, (standing, as_one("E")))
    gap = range_between(units, ("S", "E"), metric=Metric.EDGE).verdict.value
    assert gap == pytest.approx(3.0, abs=0.01)


def test_geo_02_a_gun_with_crew_keeps_the_guns_heading_and_its_hulls_centroid() -> None:
    gun = piece("gun", (10, 10), heading=90, footprint=rectangle(2, 1), heading_sigma=2)
    crew = piece("crew", (10, 7.5), footprint=disc(0.5))
    standing = UnitPieces(unit="G", pieces=("gun", "crew"), loose=False)
    (unit,) = unit_table(table(gun, crew), (standing,)).pieces
    assert unit.pose is not None
    assert unit.pose.heading == pytest.approx(90)
    assert unit.pose.covariance.hh == pytest.approx(4)
    laid = place(unit)
    assert laid.centre == pytest.approx((unit.pose.x, unit.pose.y))
    assert laid.front == pytest.approx((10, 11), abs=1e-6)
    assert laid.corners.min(axis=0) == pytest.approx((9.5, 7.0), abs=0.01)


def test_the_error_of_a_squad_does_not_average_out() -> None:
    seen, standing = squad((10, 10), (14, 10), (10, 13), sigma=0.2)
    (unit,) = unit_table(seen, (standing,)).pieces
    assert unit.pose is not None
    assert (unit.pose.covariance.xx, unit.pose.covariance.yy) == pytest.approx((0.04, 0.04))
    vague = piece("f1", (14, 10), footprint=disc(0.5), sigma=1.0)
    (unit,) = unit_table(seen.moved(vague), (standing,)).pieces
    assert unit.pose is not None
    assert unit.pose.covariance.xx == pytest.approx(1.0)


@pytest.mark.parametrize(
    ("state", "expected"),
    [
        (PieceState.SEEN, PieceState.SEEN),
        (PieceState.DECLARED, PieceState.DECLARED),
        (PieceState.MOVING, PieceState.MOVING),
        (PieceState.HIDDEN, PieceState.HIDDEN),
        (PieceState.LOST, PieceState.LOST),
    ],
)
def test_a_unit_is_no_better_known_than_its_worst_piece(
    state: PieceState, expected: PieceState
) -> None:
    seen, standing = squad((10, 10), (14, 10), (10, 13))
    (unit,) = unit_table(
        seen.moved(piece("f1", (14, 10), state=state, age=3.0)), (standing,)
    ).pieces
    assert unit.state is expected
    assert unit.age == 3.0
    assert unit.declared_by == ("Red" if state is PieceState.DECLARED else None)


def test_a_unit_of_which_a_piece_is_missing_is_lost() -> None:
    units = unit_table(
        table(piece("f0"), lost("f2")),
        (
            UnitPieces(unit="A", pieces=("f0", "f1")),
            UnitPieces(unit="B", pieces=("f0", "f2")),
            as_one("C"),
        ),
    )
    assert [each.state for each in units.pieces] == [PieceState.LOST] * 3
    assert [each.pose for each in units.pieces] == [None] * 3


def test_geo_00_a_rider_stands_at_its_carrier_on_somebodys_word() -> None:
    seen = table(piece("T", (12, 9), heading=40, sigma=0.1, footprint=rectangle(3, 2)))
    riders = as_one("S", aboard="T", declared_by="Blue")
    units = unit_table(seen, (as_one("T"), riders))
    rider = units.piece("S")
    assert rider.state is PieceState.DECLARED
    assert rider.declared_by == "Blue"
    assert rider.pose == units.piece("T").pose


@pytest.mark.parametrize(
    ("state", "age", "expected"),
    [
        (PieceState.HIDDEN, 2.0, PieceState.HIDDEN),
        (PieceState.MOVING, 0.0, PieceState.MOVING),
        (PieceState.SEEN, 2.0, PieceState.HIDDEN),
        (PieceState.DECLARED, 9.0, PieceState.DECLARED),
    ],
)
def test_a_rider_is_no_better_known_than_its_carrier(
    state: PieceState, age: float, expected: PieceState
) -> None:
    seen = table(piece("T", (12, 9), state=state, age=age))
    units = unit_table(seen, (as_one("T"), as_one("S", aboard="T")))
    assert units.piece("S").state is expected


def test_a_rider_is_not_known_when_the_camera_is_not_live() -> None:
    seen = table(piece("T"), health=Health(state=HealthState.FROZEN))
    units = unit_table(seen, (as_one("T"), as_one("S", aboard="T")))
    assert units.piece("S").state is PieceState.HIDDEN


def test_whoever_rides_on_a_rider_stands_at_the_one_that_carries_all() -> None:
    standings = (as_one("C", aboard="B"), as_one("B", aboard="A"), as_one("A"))
    units = unit_table(table(piece("A", (5, 6))), standings)
    assert [each.pose for each in units.pieces] == [units.piece("A").pose] * 3
    circle = (as_one("A", aboard="B"), as_one("B", aboard="A"))
    assert unit_table(table(piece("A")), circle).piece("A").state is PieceState.LOST
    assert unit_table(table(), (as_one("A", aboard="Z"),)).piece("A").pose is None


@pytest.mark.parametrize("state", [PieceState.HIDDEN, PieceState.LOST])
def test_geo_00_a_hidden_squad_in_a_house_stands_in_its_middle(state: PieceState) -> None:
    seen = table(piece("S", (3, 3), state=state, age=60), terrain=[HOUSE])
    units = unit_table(seen, (as_one("S", in_area="H", declared_by="Red"),))
    unit = units.piece("S")
    assert unit.pose is not None
    assert (unit.pose.x, unit.pose.y) == pytest.approx((23, 22))
    assert (unit.state, unit.declared_by) == (PieceState.DECLARED, "Red")
    assert unit.age == pytest.approx(0)
    error = unit.pose.covariance
    assert (math.sqrt(error.xx), math.sqrt(error.yy)) == pytest.approx((1.2, 0.8))
    inside = membership(units, "S", area=HOUSE.outline).verdict
    assert inside.answer is Answer.YES


def test_an_absent_squad_can_be_in_a_house_and_a_seen_one_is_where_it_is_seen() -> None:
    absent = unit_table(table(terrain=[HOUSE]), (as_one("S", in_area="H"),))
    assert absent.piece("S").state is PieceState.DECLARED
    for state in (PieceState.SEEN, PieceState.MOVING):
        seen = table(piece("S", (3, 3), state=state), terrain=[HOUSE])
        assert unit_table(seen, (as_one("S", in_area="H"),)) is seen


def test_a_declared_place_stands_when_it_is_in_the_house() -> None:
    inside = table(piece("S", (21, 21), state=PieceState.DECLARED), terrain=[HOUSE])
    assert unit_table(inside, (as_one("S", in_area="H"),)).piece("S") == inside.piece("S")
    outside = table(piece("S", (3, 3), state=PieceState.DECLARED), terrain=[HOUSE])
    moved = unit_table(outside, (as_one("S", in_area="H"),)).piece("S")
    assert reference_of(moved) == pytest.approx((23, 22))


def test_a_house_that_is_not_on_the_table_helps_nobody() -> None:
    seen = table(piece("S", (3, 3), state=PieceState.HIDDEN))
    assert unit_table(seen, (as_one("S", in_area="H"),)).piece("S") == seen.piece("S")


@pytest.mark.parametrize(
    "house",
    [
        area("H", (4, 4), (12, 4), (12, 6), (6, 6), (6, 14), (4, 14)),
        area("H", (10, 10), (14, 14), (13, 15), (9, 11)),
        area("H", (33, 33), (40, 33), (40, 40), (33, 40)),
    ],
    ids=["bent", "askew", "half off the table"],
)
def test_the_error_in_a_house_ends_at_its_walls(house: object) -> None:
    units = unit_table(table(terrain=[house]), (as_one("S", in_area="H"),))  # type: ignore[list-item]
    found = membership(units, "S", area=units.terrain[0].outline).verdict
    assert found.answer is Answer.YES
    assert found.margin is not None
    assert found.sigma is not None
    assert 0 < found.sigma * 2.5 <= found.margin + 1e-9


def test_a_loose_hull_turns_and_shifts_with_its_figures() -> None:
    places = np.array([(10.0, 10.0), (13.0, 11.0), (11.0, 14.0)])
    shift = np.array([3.0, -2.0])
    seen, standing = squad(*((float(x), float(y)) for x, y in places))
    moved, _ = squad(*((float(x), float(y)) for x, y in places + shift))
    (one,), (two,) = (unit_table(each, (standing,)).pieces for each in (seen, moved))
    assert reference_of(two) == pytest.approx(reference_of(one) + shift)
    assert place(two).corners == pytest.approx(place(one).corners + shift)
