"""Tests of sideways shifts: every interval against lines that are really shifted."""

import numpy as np
import pytest
import shapely
from hypothesis import given

from rules.table.outlines.rings import Rings
from rules.table.shapes import Floats
from rules.table.sight.lateral import (
    Covered,
    Shift,
    covered_by_disc,
    covered_by_ring,
    merge,
    turning_points,
)
from tests import strategies
from tests.factories import ragged_ring

NORTH_9, EAST_20 = np.array([0.0, 9.0]), np.array([20.0, 0.0])
EAST = (np.array([0.0, 10.0]), np.array([20.0, 10.0]))
"""Shifts to the left of it go north."""
SQUARE = np.array([[8.0, 8.0], [12.0, 8.0], [12.0, 14.0], [8.0, 14.0]])


def edges(corners: Floats) -> Floats:
    return Rings([corners]).ring(0)


def intervals(covered: list[Covered]) -> list[tuple[float, float]]:
    return [(round(c.low.offset, 9), round(c.high.offset, 9)) for c in covered]


def shifted(line: tuple[Floats, Floats], offset: float) -> shapely.LineString:
    start, end = line
    along = (end - start) / np.hypot(*(end - start))
    across = np.array([-along[1], along[0]])
    return shapely.LineString([start + across * offset, end + across * offset])


def inside(covered: list[Covered], offset: float) -> bool:
    return any(c.low.offset <= offset <= c.high.offset for c in covered)


def beside_the_turns(covered: list[Covered], *, rng: np.random.Generator) -> list[float]:
    """Shifts to try: just inside and outside of every turn, and any."""
    turns = [s.offset for c in covered for s in (c.low, c.high)]
    near = [turn + step for turn in turns for step in (-1e-6, 1e-6)]
    return near + [float(shift) for shift in rng.uniform(-15, 15, 60)]


@pytest.mark.soak
@pytest.mark.parametrize("porous", [False, True])
@pytest.mark.parametrize("grid", [False, True])
@given(seed=strategies.seeds)
def test_the_shifts_of_a_ring_are_those_that_block(seed: int, grid: bool, porous: bool) -> None:
    rng = np.random.default_rng(seed)
    outline = np.array(ragged_ring(rng, (10.0, 10.0), reach=6.0, grid=grid))
    start, end = np.round(rng.uniform(2, 18, (2, 2)), 0 if grid else 9)
    if (start == end).all():
        return
    covered = covered_by_ring(edges(outline), line=(start, end), porous=porous, blocker=3)
    polygon = shapely.Polygon(outline)
    for offset in beside_the_turns(covered, rng=rng):
        line = shifted((start, end), offset)
        ends = shapely.points(shapely.get_coordinates(line))
        if shapely.distance(shapely.boundary(polygon), ends).min() < 1e-7:
            continue
        expected = bool(shapely.intersects(polygon, line))
        if porous and shapely.intersects(polygon, ends).any():
            expected = False
        assert inside(covered, offset) is expected


@pytest.mark.soak
@given(seed=strategies.seeds)
def test_the_shifts_of_a_disc_are_those_that_block(seed: int) -> None:
    rng = np.random.default_rng(seed)
    start, end, centre = rng.uniform(2, 18, (3, 2))
    radius = float(rng.uniform(0.2, 5))
    covered = covered_by_disc(centre, radius=radius, line=(start, end), blocker=3)
    for offset in beside_the_turns(covered, rng=rng):
        apart = shapely.distance(shifted((start, end), offset), shapely.Point(centre))
        assert inside(covered, offset) is bool(apart <= radius)


def test_a_ring_across_the_line() -> None:
    (found,) = covered_by_ring(edges(SQUARE), line=EAST, porous=True, blocker=7)
    assert (found.low.offset, found.high.offset) == (-2.0, 4.0)
    assert 8 <= found.low.along <= 12
    assert found.low.blocker == found.high.blocker == 7


def test_a_ring_that_holds_an_end_blocks_only_beside_it() -> None:
    line = (np.array([10.0, 10.0]), np.array([20.0, 10.0]))
    assert covered_by_ring(edges(SQUARE), line=line, porous=True, blocker=0) == []
    solid = covered_by_ring(edges(SQUARE), line=line, porous=False, blocker=0)
    assert intervals(solid) == [(-2.0, 4.0)]


def test_rings_before_behind_and_beside() -> None:
    for away in (SQUARE - EAST_20, SQUARE + EAST_20):
        assert covered_by_ring(edges(away), line=EAST, porous=True, blocker=0) == []
    above = covered_by_ring(edges(SQUARE + NORTH_9), line=EAST, porous=True, blocker=0)
    assert intervals(above) == [(7.0, 13.0)]


def test_half_a_ring_beside_the_end() -> None:
    """Only the part between the line's ends counts, and shifts into it are shifts of an end."""
    triangle = np.array([[18.0, 12.0], [24.0, 12.0], [24.0, 18.0]])
    solid = covered_by_ring(edges(triangle), line=EAST, porous=False, blocker=0)
    assert intervals(solid) == [(2.0, 4.0)]
    assert intervals(covered_by_ring(edges(triangle), line=EAST, porous=True, blocker=0)) == []


def test_discs_across_beyond_and_out_of_reach() -> None:
    across = covered_by_disc(np.array([10.0, 11.0]), radius=2.0, line=EAST, blocker=0)
    assert intervals(across) == [(-1.0, 3.0)]
    beyond = covered_by_disc(np.array([23.0, 10.0]), radius=5.0, line=EAST, blocker=0)
    assert intervals(beyond) == [(-4.0, 4.0)]
    assert covered_by_disc(np.array([25.0, 10.0]), radius=5.0, line=EAST, blocker=0) == []


def test_a_line_without_a_length_has_no_shifts() -> None:
    line = (np.array([5.0, 5.0]), np.array([5.0, 5.0]))
    assert covered_by_ring(edges(SQUARE), line=line, porous=False, blocker=0) == []
    assert covered_by_disc(np.array([5.0, 5.0]), radius=1.0, line=line, blocker=0) == []


def part(low: float, high: float) -> Covered:
    return Covered(
        low=Shift(offset=low, along=1.0, blocker=0), high=Shift(offset=high, along=1.0, blocker=0)
    )


def test_merging_joins_what_touches_and_nothing_else() -> None:
    parts = [part(5, 6), part(-3, -1), part(-1, 2), part(1, 1.5), part(2.1, 3)]
    assert intervals(merge(parts)) == [(-3, 2), (2.1, 3), (5, 6)]
    assert merge([]) == []


def test_turning_points_of_a_blocked_line() -> None:
    found = turning_points([part(-9, -5), part(-3, 2), part(4, 5)], blocked=True)
    assert [turn.offset for turn in found] == [-3.0, 2.0]


def test_turning_points_of_a_clear_line_are_the_nearest_on_each_side() -> None:
    covered = [part(-9, -5), part(-4, -3), part(2, 4), part(6, 7)]
    assert [turn.offset for turn in turning_points(covered, blocked=False)] == [2.0, -3.0]
    assert [turn.offset for turn in turning_points(covered[2:], blocked=False)] == [2.0]
    assert turning_points([], blocked=False) == []


def test_a_line_that_touches_changes_at_once() -> None:
    assert [t.offset for t in turning_points([part(0, 3)], blocked=True)] == [0.0, 3.0]
    assert [t.offset for t in turning_points([part(0, 3)], blocked=False)] == [0.0]
