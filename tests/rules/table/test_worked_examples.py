"""Worked examples of the rulebooks that several measurements answer together."""

import math

import pytest

from rules.table.measuring.gaps import overlap_of
from rules.table.measuring.path import first_entry, length_inside, swept_outline, way_length
from rules.table.measuring.proximity import near
from rules.table.measuring.ranges import Metric, range_between, range_to_point
from rules.table.measuring.zones import near_area, reaches_into
from rules.table.outlines.outline import place
from rules.table.shapes import Footprint
from rules.table.snapshot import PieceState, Pose
from rules.table.units import Degrees, Inches
from rules.table.verdict import Answer, Doubt
from tests.factories import box, disc, piece, rectangle, ring, table

TANK = rectangle(3.3, 1.6)
INFANTRY = rectangle(3, 4)
WOODS = box("W", (14, 6), (20, 14))


@pytest.mark.parametrize(
    ("centre", "inside"), [(15.65, 3.3), (15.0, 2.65), (19.0, 6.0), (12.0, 0.0)]
)
def test_ex1_14_geo_07_a_hull_may_come_just_inside(centre: float, inside: float) -> None:
    """The leading point may run its own length of 3.3 in through woods that it enters."""
    way = ((Inches(11.65), Inches(10)), (Inches(centre + 1.65), Inches(10)))
    assert length_inside(way, WOODS) == pytest.approx(inside)
    entered = first_entry(way, WOODS)
    assert (entered is not None) is (inside > 0)
    if entered is not None:
        assert entered.along == pytest.approx(2.35)


def test_ex1_15_geo_07a_a_truck_reaches_into_a_building() -> None:
    house = ring((10.85, 5), (15, 5), (15, 15), (10.85, 15))
    snapshot = table(piece("T", (10, 10), footprint=TANK, sigma=0.05))
    found = reaches_into(snapshot, "T", area=house, name="the house")
    assert found.answer is Answer.YES
    assert found.value == pytest.approx(0.8)
    assert found.sigma == pytest.approx(0.05)
    assert "reaches into the house by 0.8 in" in found.why


@pytest.mark.parametrize(
    ("edge", "value", "answer"),
    [(11.65, 0.0, Answer.NO), (11.9, -0.25, Answer.NO), (11.5, 0.15, Answer.YES)],
)
def test_geo_07a_touching_is_not_reaching_in(edge: float, value: float, answer: Answer) -> None:
    house = ring((edge, 5), (15, 5), (15, 15), (edge, 15))
    snapshot = table(piece("T", (10, 10), footprint=TANK))
    found = reaches_into(snapshot, "T", area=house)
    assert found.value == pytest.approx(value, abs=1e-9)
    assert found.answer is answer
    doubtful = reaches_into(snapshot, "T", area=house, doubt=Doubt(floor=Inches(0.3)))
    assert doubtful.answer is Answer.TOO_CLOSE_TO_CALL


def test_a_round_base_beside_an_area_is_measured_from_its_rim() -> None:
    house = ring((11, 5), (15, 5), (15, 15), (11, 15))
    beside = table(piece("S", (9.8, 10), footprint=disc(0.6)))
    assert reaches_into(beside, "S", area=house).value == pytest.approx(-0.6)
    over = table(piece("S", (10.6, 10), footprint=disc(0.6)))
    assert reaches_into(over, "S", area=house).value == pytest.approx(0.2)
    hidden = table(piece("S", (10.6, 10), state=PieceState.HIDDEN))
    assert reaches_into(hidden, "S", area=house).answer is Answer.CANNOT_SEE


def test_ex1_30_geo_12_what_a_follower_has_to_make_up() -> None:
    """Its gap of 11 in to where the leader went needs 8 in, and 6 in leave it at a gap of 5."""
    leader, follower = piece("L", (25, 10), footprint=disc(0.5)), piece("F", (13, 10))
    snapshot = table(leader, follower)
    gap = range_between(snapshot, ("L", "F"), metric=Metric.EDGE).verdict.value
    assert gap == pytest.approx(11)
    closer = snapshot.moved(piece("F", (19, 10)))
    left = range_between(closer, ("L", "F"), metric=Metric.EDGE).verdict.value
    assert left == pytest.approx(5)


@pytest.mark.parametrize(("gap", "controlled"), [(2.6, False), (3.6, True)])
def test_ex1_39_geo_16_an_enemy_near_the_house(gap: float, controlled: bool) -> None:
    house = ring((10, 10), (14, 10), (14, 14), (10, 14))
    squad = piece("S", (12, 12), footprint=disc(0.6))
    enemy = piece("E", (14 + gap + 0.6, 12), footprint=disc(0.6))
    found = near_area(table(squad, enemy), house)
    assert found["S"].value == pytest.approx(0)
    assert found["E"].value == pytest.approx(gap)
    assert (found["E"].answer is Answer.NO) is controlled


def test_ex1_44_a_column_behind_the_middle_of_the_table() -> None:
    first = piece("1", (18, 14), footprint=disc(0.5))
    second = piece("2", (18, 14 - 4), footprint=disc(0.5))
    centre = (Inches(18), Inches(18))
    snapshot = table(first, second)
    measured = range_to_point(snapshot, "1", target=centre, metric=Metric.CENTRE)
    assert measured.verdict.value == pytest.approx(4)
    gap = range_between(snapshot, ("1", "2"), metric=Metric.EDGE).verdict.value
    assert gap == pytest.approx(3)


@pytest.mark.parametrize(("gap", "within"), [(5.0, True), (20.0, False), (5.5, True), (7.0, False)])
def test_ex2_15_16_geo_18_19_within_six_inches(gap: float, within: bool) -> None:
    snapshot = table(piece("A", (5, 5)), piece("B", (5 + gap + 1, 5)))
    found = range_between(snapshot, ("A", "B"), metric=Metric.EDGE, limit=Inches(6))
    assert (found.verdict.answer is Answer.YES) is within


def test_ex2_17_the_squad_is_near_the_tank_and_the_truck_is_not() -> None:
    tank = piece("T", (15, 15), footprint=TANK)
    squad = piece("S", (15 + 1.65 + 4 + 0.5, 15))
    truck = piece("K", (15 - 1.65 - 8 - 1.65, 15), footprint=TANK)
    around = near(table(tank, squad, truck), "T", reach=Inches(6))
    found = {each.piece: each.verdict for each in around}
    assert found["S"].answer is Answer.YES
    assert found["K"].answer is Answer.NO
    assert found["K"].value == pytest.approx(8)


@pytest.mark.parametrize(
    ("end", "nearest", "farther"), [((4, 10), 16.0, 20.88), ((10, 16), 11.66, 14.0)]
)
def test_ex2_20_geo_24_falling_back(
    end: tuple[float, float], nearest: float, farther: float
) -> None:
    snapshot = table(piece("U", end), piece("E1", (20, 10)), piece("E2", (10, 30)))
    first = range_between(snapshot, ("U", "E1")).verdict.value
    second = range_between(snapshot, ("U", "E2")).verdict.value
    assert first == pytest.approx(nearest, abs=0.01)
    assert second == pytest.approx(farther, abs=0.01)


def test_ex2_38_geo_25_a_slide_through_woods_from_inch_5_to_inch_8() -> None:
    woods = box("W", (15, 5), (18, 15))
    slide = ((Inches(10), Inches(10)), (Inches(21), Inches(10)))
    assert way_length(slide) == pytest.approx(11)
    entered = first_entry(slide, woods)
    assert entered is not None
    assert entered.along == pytest.approx(5)
    assert length_inside(slide, woods) == pytest.approx(3)


@pytest.mark.parametrize(("y", "length"), [(13.0, 8.0), (13.6, 8.6)])
def test_pc_ex_06_front_to_front(y: float, length: float) -> None:
    before = piece("A", (10, 5), heading=90, footprint=INFANTRY)
    after = piece("B", (10, y), heading=90, footprint=INFANTRY)
    found = range_between(table(before, after), ("A", "B"), metric=Metric.FRONT, limit=Inches(8))
    assert found.verdict.value == pytest.approx(length)
    assert (found.verdict.answer is Answer.YES) is (length <= 8)


@pytest.mark.parametrize(
    ("footprint", "turn", "length"),
    [(rectangle(2, 2), 90, math.sqrt(2)), (INFANTRY, 180, 3.0), (rectangle(6, 6), 180, 6.0)],
)
def test_pc_ex_07_08_turning_on_the_spot_costs_what_the_front_travels(
    footprint: Footprint, turn: float, length: float
) -> None:
    before = piece("A", (10, 10), footprint=footprint)
    after = piece("B", (10, 10), heading=turn, footprint=footprint)
    found = range_between(table(before, after), ("A", "B"), metric=Metric.FRONT)
    assert found.verdict.value == pytest.approx(length)


def test_pc_ex_21_a_way_over_a_corpse_is_seen_in_the_swept_square() -> None:
    unit = piece("A", (10, 5), heading=90, footprint=rectangle(1, 1))
    there = Pose(x=Inches(10), y=Inches(15), heading=Degrees(90))
    swept = swept_outline(unit, to=there)
    corpse, aside = piece("C", (10.9, 10), footprint=rectangle(1, 1)), piece("D", (14, 10))
    snapshot = table(corpse, aside)
    assert reaches_into(snapshot, "C", area=swept).value == pytest.approx(0.1)
    assert reaches_into(snapshot, "D", area=swept).answer is Answer.NO


@pytest.mark.parametrize(("gap", "struck"), [(2.8, True), (3.2, False)])
def test_pc_ex_26_a_blast_reaches_three_inches(gap: float, struck: bool) -> None:
    target = piece("T", (10, 10), footprint=rectangle(2, 2))
    other = piece("O", (10 + 2 + gap, 10), footprint=rectangle(2, 2))
    (found,) = near(table(target, other), "T")
    assert (found.verdict.answer is Answer.YES) is struck


def test_pc_ex_27_one_target_out_of_range_another_within() -> None:
    shooter = piece("S", (5, 5))
    snapshot = table(shooter, piece("A", (25, 5)), piece("B", (12, 5)))
    far, close = (
        range_between(snapshot, ("S", name), metric=Metric.EDGE, limit=Inches(9)).verdict.answer
        for name in ("A", "B")
    )
    assert (far, close) == (Answer.NO, Answer.YES)


def test_pc_geo_11_overlap_is_the_depth_of_the_push() -> None:
    one = place(piece("A", (10, 10), footprint=rectangle(2, 2)))
    for by, depth in ((1.85, 0.15), (1.95, 0.05), (2.0, 0.0)):
        other = place(piece("B", (10 + by, 10), footprint=rectangle(2, 2)))
        assert overlap_of(one, other).depth == pytest.approx(depth, abs=1e-9)
