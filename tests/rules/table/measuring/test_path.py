"""Tests of ways over the table."""

import itertools
import math
import random
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
import shapely

from rules.table.bad_input import BadInputError
from rules.table.measuring.path import (
    Entrance,
    first_entry,
    length_inside,
    shortest_route,
    shortest_way,
    swept_outline,
    way_length,
)
from rules.table.shapes import Disc, Point, Rectangle
from rules.table.snapshot import Covariance, Piece, Pose, Snapshot, TableSize, Terrain
from rules.table.units import Degrees, Inches
from rules.table.verdict import Answer

TABLE = TableSize(width=Inches(36), depth=Inches(36))


def box(name: str, kind: str, *, low: tuple[float, float], high: tuple[float, float]) -> Terrain:
    (x0, y0), (x1, y1) = low, high
    corners = [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]
    return Terrain(id=name, kind=kind, outline=tuple((Inches(x), Inches(y)) for x, y in corners))


def spot(x: float, y: float) -> Point:
    return Inches(x), Inches(y)


def squad(x: float, y: float, *, sigma: float = 0.0) -> Piece:
    pose = Pose(x=Inches(x), y=Inches(y), covariance=Covariance.round(Inches(sigma)))
    return Piece(id="S1", footprint=Disc(radius=Inches(0.6)), pose=pose)


def test_open_ground_is_crossed_straight() -> None:
    assert shortest_way(spot(1, 1), spot(4, 5), areas=()) == (spot(1, 1), spot(4, 5))


def test_the_way_goes_round_the_nearer_corner() -> None:
    wall = box("B1", "building", low=(5, -9), high=(6, 4))
    way = shortest_way(spot(2, 2), spot(9, 2), areas=[wall])
    assert way is not None
    np.testing.assert_allclose(way, [(2, 2), (5, 4), (6, 4), (9, 2)], atol=1e-5)


def test_the_table_edge_is_no_way_round() -> None:
    wall = box("R1", "river", low=(10, -1), high=(12, 37))
    assert shortest_way(spot(2, 2), spot(30, 2), areas=[wall], table=TABLE) is None
    snapshot = Snapshot(table=TABLE, pieces=(squad(2, 2),), terrain=(wall,))
    route = shortest_route(snapshot, "S1", to=spot(30, 2), limit=Inches(50))
    assert route.verdict.answer is Answer.NO
    assert route.way == ()
    assert "does not exist" in route.verdict.why


def test_a_way_may_run_between_two_walls_that_do_not_touch() -> None:
    low = box("B1", "building", low=(5, -9), high=(6, 4))
    high = box("B2", "building", low=(5, 4.001), high=(6, 36))
    assert shortest_way(spot(2, 2), spot(9, 2), areas=[low, high], table=TABLE) is not None
    closed = box("B2", "building", low=(5, 4), high=(6, 36))
    assert shortest_way(spot(2, 2), spot(9, 2), areas=[low, closed], table=TABLE) is None


def test_two_buildings_that_share_a_corner_leave_no_way_through_it() -> None:
    one = box("B1", "building", low=(0, 10), high=(10, 20))
    other = box("B2", "building", low=(10, 0), high=(20, 10))
    way = shortest_way(spot(5, 5), spot(15, 15), areas=[one, other])
    assert way is not None
    assert way_length(way) > 15


@pytest.mark.parametrize("to", [(100, 100), (-1, 5), (math.nan, 5), (5, math.inf)])
def test_a_way_ends_on_the_table(to: tuple[float, float]) -> None:
    snapshot = Snapshot(table=TABLE, pieces=(squad(2, 2),))
    with pytest.raises(BadInputError, match=r"to\.[xy]: expected 0 to 36, on the table"):
        shortest_route(snapshot, "S1", to=spot(*to))


def test_the_outline_that_a_way_hugs_has_an_error_too() -> None:
    wall = replace(box("B1", "building", low=(5, -9), high=(6, 4)), sigma=Inches(0.1))
    snapshot = Snapshot(table=TABLE, pieces=(squad(2, 2),), terrain=(wall,))
    route = shortest_route(snapshot, "S1", to=spot(9, 2), limit=Inches(8.3))
    assert route.verdict.sigma == pytest.approx(0.2)
    assert route.verdict.answer is Answer.TOO_CLOSE_TO_CALL


def test_clearance_keeps_a_wide_piece_out_of_a_narrow_lane() -> None:
    low = box("B1", "building", low=(5, -9), high=(6, 4))
    high = box("B2", "building", low=(5, 5), high=(6, 30))
    lane = shortest_way(spot(2, 2), spot(9, 2), areas=[low, high], table=TABLE)
    wide = shortest_way(
        spot(2, 2), spot(9, 2), areas=[low, high], clearance=Inches(0.6), table=TABLE
    )
    assert lane is not None
    assert wide is not None
    assert way_length(wide) > way_length(lane) + 10


def test_geo_05_route_verdict_counts_the_bends() -> None:
    wall = box("B1", "building", low=(5, -9), high=(6, 4))
    snapshot = Snapshot(table=TABLE, pieces=(squad(2, 2, sigma=0.05),), terrain=(wall,))
    route = shortest_route(snapshot, "S1", to=spot(9, 2), limit=Inches(8))
    assert route.verdict.value == pytest.approx(2 * math.hypot(3, 2) + 1)
    assert route.verdict.answer is Answer.NO
    assert route.round == ("B1",)
    assert route.verdict.sigma == pytest.approx(0.05)


def test_start_inside_an_obstacle_has_no_way() -> None:
    wall = box("B1", "building", low=(5, 0), high=(9, 4))
    assert shortest_way(spot(7, 2), spot(20, 2), areas=[wall], table=TABLE) is None


def test_a_way_of_no_length() -> None:
    snapshot = Snapshot(table=TABLE, pieces=(squad(2, 2),))
    route = shortest_route(snapshot, "S1", to=spot(2, 2), limit=Inches(0))
    assert route.verdict.answer is Answer.YES
    assert route.verdict.value == pytest.approx(0)


def test_geo_07b_length_inside_a_road() -> None:
    road = box("R", "road", low=(0, 4), high=(36, 6))
    assert length_inside([spot(5, 0), spot(5, 5), spot(15, 5)], road) == pytest.approx(11)


def test_geo_07_first_entry() -> None:
    woods = box("W", "woods", low=(14, 6), high=(20, 14))
    entry = first_entry([spot(10, 10), spot(19, 10)], woods)
    assert entry == Entrance(at=spot(14, 10), along=Inches(4))
    assert first_entry([spot(15, 10), spot(19, 10)], woods) is None
    assert first_entry([spot(10, 6), spot(30, 6)], woods) is None, "along the outline"
    assert first_entry([spot(10, 2), spot(14, 6), spot(10, 10)], woods) is None, "a corner touched"


def test_leaving_and_coming_back_enters_again() -> None:
    woods = box("W", "woods", low=(10, 10), high=(20, 20))
    way = [spot(15, 15), spot(15, 25), spot(17, 25), spot(17, 15)]
    entry = first_entry(way, woods)
    assert entry is not None
    assert entry.at == pytest.approx((17, 20))
    assert entry.along == pytest.approx(10 + 2 + 5)


def test_entry_at_a_bend_that_lies_on_the_outline() -> None:
    woods = box("W", "woods", low=(10, 10), high=(20, 20))
    entry = first_entry([spot(5, 15), spot(10, 15), spot(15, 15)], woods)
    assert entry is not None
    assert entry.at == pytest.approx((10, 15))
    assert entry.along == pytest.approx(5)


def test_pc_geo_10_swept_area_of_a_square() -> None:
    square = Rectangle(length=Inches(2), width=Inches(2))
    piece = Piece(id="A", footprint=square, pose=Pose(x=Inches(5), y=Inches(5)))
    ring = swept_outline(piece, to=Pose(x=Inches(10), y=Inches(5)))
    assert shapely.Polygon(ring).equals(shapely.box(4, 4, 11, 6))
    turned = swept_outline(piece, to=Pose(x=Inches(5), y=Inches(5), heading=Degrees(45)))
    assert shapely.Polygon(turned).area == pytest.approx(4), "already turned, not turning"


def test_swept_area_of_a_disc() -> None:
    piece = Piece(id="A", footprint=Disc(radius=Inches(1)), pose=Pose(x=Inches(5), y=Inches(5)))
    ring = swept_outline(piece, to=Pose(x=Inches(10), y=Inches(5)))
    assert shapely.Polygon(ring).area == pytest.approx(10 + math.pi, rel=5e-3)


def _brute_force(start: Point, end: Point, areas: list[Terrain]) -> float:
    """Dijkstra over every corner, with nothing left out and nothing tested lazily."""
    solid = shapely.union_all([shapely.Polygon(a.outline).buffer(-1e-6) for a in areas])
    nodes = [start, end, *(corner for area in areas for corner in area.outline)]
    length = np.full((len(nodes), len(nodes)), math.inf)
    for one, other in itertools.combinations(range(len(nodes)), 2):
        if not solid.intersects(shapely.LineString([nodes[one], nodes[other]])):
            length[one, other] = length[other, one] = math.dist(nodes[one], nodes[other])
    for middle in range(len(nodes)):
        length = np.minimum(length, length[:, [middle]] + length[[middle], :])
    return float(length[0, 1])


@pytest.mark.soak
def test_shortest_way_equals_a_search_over_everything(
    soak_count: Callable[[int, int], int], rng_seed: int
) -> None:
    rng = random.Random(rng_seed)
    for _ in range(soak_count(8, 150)):
        areas = [
            box(str(k), "building", low=(x, y), high=(x + rng.uniform(1, 6), y + rng.uniform(1, 6)))
            for k, (x, y) in enumerate(
                (rng.uniform(5, 25), rng.uniform(2, 30)) for _ in range(rng.randint(1, 7))
            )
        ]
        start, end = spot(2, rng.uniform(2, 34)), spot(34, rng.uniform(2, 34))
        way = shortest_way(start, end, areas=areas)
        assert way is not None
        assert way_length(way) == pytest.approx(_brute_force(start, end, areas), abs=1e-5)
        back = shortest_way(end, start, areas=areas)
        assert back is not None
        assert way_length(back) == pytest.approx(way_length(way), abs=1e-9)
