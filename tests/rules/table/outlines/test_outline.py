"""Tests of where a footprint lies, and of the error of a point on it."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.table.outlines.length_error import covariances, point_variance, shared_variance
from rules.table.outlines.outline import place
from rules.table.shapes import Footprint, Polygon
from rules.table.snapshot import Covariance, SharedError, TableSize
from rules.table.units import Inches
from tests import strategies
from tests.factories import disc, lost, piece, rectangle, ring

BENT = Polygon(vertices=ring((0, 0), (4, 0), (4, 1), (1, 1), (1, 4), (0, 4)))
SIZE = TableSize(width=Inches(36), depth=Inches(36))


def test_pc_geo_02_corners_of_infantry_looking_north() -> None:
    """PC-EX-09: at (10, 5, 90) it covers x 8..12 and y 3.5..6.5."""
    laid = place(piece("A", (10, 5), heading=90, footprint=rectangle(3, 4)))
    assert laid.corners.min(axis=0) == pytest.approx((8, 3.5))
    assert laid.corners.max(axis=0) == pytest.approx((12, 6.5))
    assert laid.front == pytest.approx((10, 6.5))


def test_pc_ex_07_the_front_turns_with_the_heading() -> None:
    fronts = [
        place(piece("A", (5, 5), heading=heading, footprint=rectangle(2, 2))).front
        for heading in (0, 90)
    ]
    assert fronts[0] == pytest.approx((6, 5))
    assert fronts[1] == pytest.approx((5, 6))
    assert math.dist(*fronts) == pytest.approx(math.sqrt(2))


@pytest.mark.parametrize(("depth", "width"), [(3, 4), (6, 6)])
def test_pc_ex_08_an_about_face_costs_the_depth(depth: float, width: float) -> None:
    fronts = [
        place(piece("A", (10, 5), heading=heading, footprint=rectangle(depth, width))).front
        for heading in (90, 270)
    ]
    assert math.dist(*fronts) == pytest.approx(depth)


def test_geo_02_the_middle_of_an_outline_is_that_of_its_area() -> None:
    laid = place(piece("A", (10, 10), footprint=BENT))
    # 4 of area around (2, 0.5), 3 around (0.5, 2.5).
    assert laid.centre == pytest.approx((10 + 9.5 / 7, 10 + 9.5 / 7))
    assert laid.front == pytest.approx((14, 10 + 9.5 / 7))
    assert laid.origin == pytest.approx((10, 10))


def test_a_disc_is_its_centre_and_radius() -> None:
    laid = place(piece("A", (10, 10), heading=180, footprint=disc(1.5)))
    assert laid.corners.tolist() == [[10, 10]]
    assert (laid.radius, laid.reach) == (1.5, 1.5)
    assert laid.front == pytest.approx((8.5, 10))


def test_reach_is_to_the_farthest_corner() -> None:
    assert place(piece("A", footprint=rectangle(6, 8))).reach == pytest.approx(5)


def test_nothing_lies_nowhere() -> None:
    with pytest.raises(ValueError, match="A has no pose"):
        place(lost("A"))


@given(strategies.footprints, st.floats(-360, 360), st.floats(-360, 360))
def test_a_turn_keeps_all_distances(shape: Footprint, first: float, second: float) -> None:
    one, other = (place(piece("A", heading=h, footprint=shape)) for h in (first, second))
    for a, b in ((one, other), (other, one)):
        assert a.reach == pytest.approx(b.reach)
        assert math.dist(a.centre, a.front) == pytest.approx(math.dist(b.centre, b.front))
        assert math.dist(a.corners[0], a.corners[-1]) == pytest.approx(
            math.dist(b.corners[0], b.corners[-1])
        )


@given(strategies.covariances(), st.floats(0, 360), st.floats(0, 360))
def test_a_points_error_is_that_of_small_changes_of_the_pose(
    covariance: Covariance, bearing: float, direction: float
) -> None:
    """Against the derivative of the point's place, taken by differences."""
    lever = 2.0 * np.array([math.cos(math.radians(bearing)), math.sin(math.radians(bearing))])
    along = np.array([math.cos(math.radians(direction)), math.sin(math.radians(direction))])
    step = 1e-4
    turns = [
        np.array(
            [
                math.cos(math.radians(h)) * lever[0] - math.sin(math.radians(h)) * lever[1],
                math.sin(math.radians(h)) * lever[0] + math.cos(math.radians(h)) * lever[1],
            ]
        )
        for h in (-step, step)
    ]
    gradient = np.array([*along, along @ (turns[1] - turns[0]) / (2 * step)])
    (matrix,) = covariances([piece("A", covariance=covariance)])
    expected = gradient @ matrix @ gradient
    found = point_variance(matrix, lever=lever, along=along)
    assert float(found) == pytest.approx(expected, abs=1e-7)


def test_a_lost_piece_has_no_error() -> None:
    assert not covariances([lost("A")]).any()


@given(st.tuples(*[st.floats(0, 36)] * 4))
def test_the_shared_error_is_the_same_both_ways(spot: tuple[float, float, float, float]) -> None:
    shared = SharedError(scale=0.003, plane=Inches(0.1))
    start, end = np.array(spot[:2]), np.array(spot[2:])
    there = shared_variance(shared, table=SIZE, start=start, end=end)
    back = shared_variance(shared, table=SIZE, start=end, end=start)
    assert float(there) == pytest.approx(float(back), abs=1e-12)
    assert float(there) >= (0.003 * math.dist(start, end)) ** 2 - 1e-12
