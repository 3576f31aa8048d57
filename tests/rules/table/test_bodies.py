"""The way of a whole rectangle round what it may not run over."""

import math
from itertools import pairwise

import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st

from rules.table.moves.bodies import Stance, Surroundings
from rules.table.outlines.outline import place
from rules.table.shapes import Rectangle
from rules.table.snapshot import Piece, Pose, TableSize
from rules.table.units import Degrees, Inches

TABLE = TableSize(width=Inches(36), depth=Inches(36))
OVERLAP = 0.1
Place = tuple[float, float, float]


def pose(at: Place) -> Pose:
    return Pose(x=Inches(at[0]), y=Inches(at[1]), heading=Degrees(at[2]))


def body(length: float, width: float) -> Rectangle:
    return Rectangle(length=Inches(length), width=Inches(width))


def standing(outline: Rectangle, at: Place) -> shapely.Geometry:
    return place(Piece(id="body", footprint=outline, pose=pose(at))).core()


def around(
    outline: Rectangle, start: Place, end: Place, *solids: shapely.Geometry, overlap: float = 0.0
) -> Surroundings:
    named = {f"S{number}": each for number, each in enumerate(solids)}
    ends = (pose(start), pose(end))
    return Surroundings(outline, ends=ends, solids=named, overlap=overlap, table=TABLE)


def length(stances: tuple[Stance, ...]) -> float:
    return math.fsum(math.dist(one.at, other.at) for one, other in pairwise(stances))


def test_a_square_keeps_half_of_itself_off_what_it_goes_round() -> None:
    way = around(body(2, 2), (10, 10, 90), (10, 18, 90), shapely.box(9, 13, 11, 15)).shortest()
    assert way is not None
    assert length(way) == pytest.approx(2 * math.hypot(2, 2) + 4)
    bends = {abs(round(stance.at[0] - 10, 3)) for stance in way[1:-1]}
    assert bends == {2}, "an inch of its own, and an inch of the other"


@pytest.mark.parametrize(("gap", "passes"), [(3.0, True), (2.99, False), (4.0, True)])
def test_a_rectangle_turns_its_narrow_side_to_a_gap(gap: float, passes: bool) -> None:
    walls = (shapely.box(0, 10, 10 - gap / 2, 12), shapely.box(10 + gap / 2, 10, 36, 12))
    way = around(body(3, 4), (10, 5, 90), (10, 17, 90), *walls).shortest()
    assert (way is not None) is passes


def test_a_gap_askew_is_passed_square_to_it() -> None:
    """A square of 2 by 2 between two corners that are 2.2 in apart, with 45 degrees to turn."""
    walls = (
        shapely.Polygon([(0, 36), (0, 18), (17, 18 + 1e-3), (17, 36)]),
        shapely.Polygon([(36, 0), (36, 16.4), (18.5, 16.4), (18.5, 0)]),
    )
    way = around(body(2, 2), (12, 10, 90), (24, 24, 90), *walls).shortest()
    assert way is not None
    assert any(stance.heading % 90 > 1 for stance in way)


def test_what_it_touches_as_it_begins_and_ends_is_in_its_way() -> None:
    wall = shapely.box(9, 11, 11, 13)
    way = around(body(2, 2), (10, 10, 90), (10, 14, 90), wall).shortest()
    assert way is not None
    assert length(way) == pytest.approx(2 + 4 + 2)


def test_where_it_stands_deeper_in_something_that_is_in_its_way_by_as_much_less() -> None:
    wall = shapely.box(9, 10.5, 11, 12.5)
    way = around(body(2, 2), (10, 10, 90), (10, 13.5, 90), wall, overlap=OVERLAP).shortest()
    assert way is not None
    assert length(way) == pytest.approx(1.5 + 3 + math.hypot(1.5, 0.5), abs=0.01)


def test_there_is_no_way_past_the_edge_of_the_table() -> None:
    wall = shapely.box(1.5, 10, 36, 12)
    assert around(body(2, 2), (10, 5, 90), (10, 17, 90), wall).shortest() is None
    assert around(body(2, 1.5), (10, 5, 90), (10, 17, 90), wall).shortest() is not None


def test_turning_costs_the_front_nothing_of_its_own() -> None:
    """In touch with a wall ahead it turns a quarter, and has to back off by half an inch for it."""
    wall = shapely.box(5, 11.5, 15, 13)
    ground = around(body(3, 4), (10, 10, 90), (15, 9.5, 0), wall)
    stances = ground.shortest()
    assert stances is not None
    way = ground.front_way(stances)
    assert [tuple(map(float, each)) for each in way] == [(10, 11.5), (16.5, 9.5)]


def test_an_about_face_covers_the_same_ground() -> None:
    walls = (shapely.box(0, 10, 8.4, 30), shapely.box(11.6, 10, 36, 30))
    ground = around(body(4, 3), (10, 20, 90), (10, 21, 270), *walls)
    way = ground.front_way(ground.shortest() or ())
    assert [tuple(map(float, each)) for each in way] == [(10, 22), (10, 19)]


def test_a_solid_that_bends_inwards_is_gone_into() -> None:
    hook = shapely.Polygon(
        [(5, 10), (20, 10), (20, 20), (18, 20), (18, 12), (7, 12), (7, 20), (5, 20)]
    )
    way = around(body(2, 2), (12, 14, 90), (25, 14, 90), hook).shortest()
    assert way is not None
    assert length(way) == pytest.approx(math.hypot(5, 7) + 4 + math.hypot(4, 7))


def test_a_way_that_is_named_is_held_to_the_whole_body() -> None:
    two = (shapely.box(8.5, 11.5, 9.5, 12.5), shapely.box(10.5, 11.5, 11.5, 12.5))
    ground = around(body(3, 4), (10, 10, 90), (10, 15, 90), *two, overlap=OVERLAP)
    straight = [(Inches(10), Inches(y)) for y in (11.5, 13, 16.5)]
    assert set(ground.run_over(straight)) == {"S0", "S1"}
    beside = [
        (Inches(x), Inches(y)) for x, y in ((10, 11.5), (13.5, 11.5), (13.5, 16.5), (10, 16.5))
    ]
    assert ground.run_over(beside) == {}


numbers = st.floats(2, 34).map(lambda number: round(number, 2))
places = st.tuples(numbers, numbers, st.sampled_from([0.0, 30.0, 45.0, 90.0, 200.0]))
sizes = st.sampled_from([(1, 1), (3, 4), (2, 2), (6, 6)])


@given(places, places, sizes, st.lists(places, max_size=5))
def test_nowhere_on_its_way_does_it_stand_deeper_in_anything_than_is_allowed(
    start: Place, end: Place, size: tuple[float, float], others: list[Place]
) -> None:
    outline = body(*size)
    solids = [standing(body(2, 2), at) for at in others]
    solids = [
        each
        for each in solids
        if not any(shapely.intersects(each, standing(outline, at)) for at in (start, end))
    ]
    ground = around(outline, start, end, *solids)
    way = ground.shortest()
    if way is None:
        return
    assert length(way) >= math.dist(start[:2], end[:2]) - 1e-6
    for one, other in pairwise(way):
        for share in (0.0, 0.3, 0.5, 0.7, 1.0):
            x, y = (a + (b - a) * share for a, b in zip(one.at, other.at, strict=True))
            there = standing(outline, (x, y, one.heading))
            assert all(shapely.area(shapely.intersection(there, each)) < 1e-3 for each in solids)
    back = around(outline, end, start, *solids).shortest()
    assert back is not None
    assert length(back) == pytest.approx(length(way), abs=0.05)
