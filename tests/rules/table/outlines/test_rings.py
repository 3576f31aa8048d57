"""Tests of many outlines at once, against shapely's predicates."""

import numpy as np
import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st

from rules.table.outlines.rings import Rings
from rules.table.shapes import Floats
from tests import strategies
from tests.factories import ragged_ring

SQUARE = np.array([[8.0, 8.0], [12.0, 8.0], [12.0, 14.0], [8.0, 14.0]])


def some_rings(rng: np.random.Generator, *, grid: bool) -> list[Floats]:
    middles = rng.uniform(4, 16, (5, 2))
    return [
        np.array(ragged_ring(rng, (float(x), float(y)), reach=4.0, grid=grid)) for x, y in middles
    ]


def spots(rng: np.random.Generator, count: int, *, grid: bool) -> Floats:
    at = rng.uniform(0, 20, (count, 2))
    return np.round(at) if grid else at


@pytest.mark.soak
@pytest.mark.parametrize("grid", [False, True])
@given(seed=strategies.seeds)
def test_holding_is_shapelys_intersects(seed: int, grid: bool) -> None:
    rng = np.random.default_rng(seed)
    outlines, points = some_rings(rng, grid=grid), spots(rng, 30, grid=grid)
    held = Rings(outlines).holding(points)
    assert held.shape == (30, 5)
    for column, outline in enumerate(outlines):
        expected = shapely.intersects(shapely.Polygon(outline), shapely.points(points))
        assert (held[:, column] == expected).all()


@pytest.mark.soak
@pytest.mark.parametrize("grid", [False, True])
@given(seed=strategies.seeds)
def test_meeting_is_shapelys_intersects(seed: int, grid: bool) -> None:
    rng = np.random.default_rng(seed)
    outlines = some_rings(rng, grid=grid)
    rings = Rings(outlines)
    start, end = spots(rng, 200, grid=grid), spots(rng, 200, grid=grid)
    which = rng.integers(0, 5, 200)
    rows = np.arange(200)
    outside = ~rings.holding(start)[rows, which] & ~rings.holding(end)[rows, which]
    outside &= (start != end).any(axis=1)
    start, end, which = start[outside], end[outside], which[outside]
    met = rings.meet(start, end, which=which)
    lines = shapely.linestrings(np.stack([start, end], axis=1))
    expected = shapely.intersects(np.array([shapely.Polygon(o) for o in outlines])[which], lines)
    assert (met == expected).all()
    assert (rings.meet(end, start, which=which) == met).all()
    assert (rings.meet_exactly(start, end, which=which) == met).all()


@given(st.integers(0, 3), st.floats(-1e-9, 1e-9))
def test_lines_a_hair_off_a_corner_are_decided_by_shapely(corner: int, hair: float) -> None:
    at = SQUARE[corner] + (0.0, hair)
    out = (-3.0, 3.0) if corner in {0, 2} else (3.0, 3.0)
    start, end = (at + out)[None], (at - out)[None]
    met = Rings([SQUARE]).meet(start, end, which=np.array([0]))
    line = shapely.LineString([start[0], end[0]])
    assert met[0] == shapely.intersects(shapely.Polygon(SQUARE), line)


def test_a_point_on_the_outline_is_held() -> None:
    points = np.array([[8.0, 8.0], [10.0, 8.0], [12.0, 11.0], [7.999999999, 10.0]])
    assert Rings([SQUARE]).holding(points)[:, 0].tolist() == [True, True, True, False]


def test_no_rings_and_no_lines() -> None:
    nothing = Rings([])
    assert len(nothing) == 0
    assert nothing.holding(np.array([[1.0, 2.0]])).shape == (1, 0)
    assert nothing.meet(np.zeros((0, 2)), np.zeros((0, 2)), which=np.zeros(0, dtype=int)).shape == (
        0,
    )


def test_what_is_packed_can_be_taken_out_again() -> None:
    triangle = np.array([[0.0, 0.0], [3.0, 0.0], [0.0, 3.0]])
    rings = Rings([SQUARE, triangle])
    assert len(rings) == 2
    assert rings.ring(1)[:, :2].tolist() == triangle.tolist()
    assert rings.ring(1)[-1].tolist() == [0, 3, 0, 0]
    assert rings.boxes.tolist() == [[8, 8, 12, 14], [0, 0, 3, 3]]
