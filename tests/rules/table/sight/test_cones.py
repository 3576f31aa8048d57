"""Tests of what cones settle at once: never wrongly, and most of it."""

import numpy as np
import pytest
import shapely
from hypothesis import given

from rules.table.outlines.rings import Rings
from rules.table.shapes import Floats
from rules.table.sight.cones import cones_from
from tests import strategies
from tests.factories import ragged_ring

NOTHING_HELD = np.zeros((1, 1), dtype=bool)
SQUARE = np.array([[8.0, 8.0], [12.0, 8.0], [12.0, 12.0], [8.0, 12.0]])


def scene(seed: int, *, grid: bool) -> tuple[list[Floats], Floats]:
    rng = np.random.default_rng(seed)
    outlines = [
        np.array(ragged_ring(rng, (float(x), float(y)), reach=3.0, grid=grid))
        for x, y in rng.uniform(4, 32, (8, 2))
    ]
    points = rng.uniform(0, 36, (20, 2))
    return outlines, np.round(points) if grid else points


@pytest.mark.soak
@pytest.mark.parametrize("grid", [False, True])
@given(seed=strategies.seeds)
def test_what_is_settled_is_settled_rightly(seed: int, grid: bool) -> None:
    outlines, points = scene(seed, grid=grid)
    rings = Rings(outlines)
    held = rings.holding(points)
    polygons = np.array([shapely.Polygon(outline) for outline in outlines])
    for row, cone in enumerate(
        cones_from(points, rings=rings, held=held, rough=np.zeros(len(rings), dtype=bool))
    ):
        hidden, ring, target = cone.settle(points, held=held)
        left = set(zip(ring.tolist(), target.tolist(), strict=True))
        for end in range(len(points)):
            if end == row or (points[end] == points[row]).all():
                continue
            line = shapely.LineString([points[row], points[end]])
            blocks = shapely.intersects(polygons, line) & ~held[row] & ~held[end]
            if hidden[end]:
                assert blocks.any()
            else:
                assert all((int(k), end) in left for k in np.nonzero(blocks)[0])


@given(strategies.seeds)
def test_most_is_settled_without_a_test(seed: int) -> None:
    outlines, points = scene(seed, grid=False)
    rings = Rings(outlines)
    held = rings.holding(points)
    left = sum(
        len(c.settle(points, held=held)[1])
        for c in cones_from(points, rings=rings, held=held, rough=np.zeros(len(rings), dtype=bool))
    )
    assert left < 0.25 * len(points) ** 2 * len(outlines)


def settled(observer: tuple[float, float], target: tuple[float, float]) -> tuple[bool, int]:
    rings = Rings([SQUARE])
    (cone,) = cones_from(
        np.array([observer]), rings=rings, held=NOTHING_HELD, rough=NOTHING_HELD[0]
    )
    hidden, ring, _ = cone.settle(np.array([target]), held=NOTHING_HELD)
    return bool(hidden[0]), len(ring)


@pytest.mark.parametrize(
    ("target", "answer"),
    [
        ((20.0, 10.0), (True, 0)),
        ((4.0, 10.0), (False, 0)),
        ((20.0, 30.0), (False, 0)),
        ((10.0, 10.0), (False, 1)),
        ((12.5, 14.0), (False, 0)),
    ],
)
def test_behind_before_beside_and_inside(
    target: tuple[float, float], answer: tuple[bool, int]
) -> None:
    assert settled((2.0, 10.0), target) == answer


def test_the_bound_itself_is_left_to_the_test() -> None:
    assert settled((4.0, 4.0), (20.0, 20.0)) == (True, 0)
    assert settled((2.0, 14.0), (14.0, 2.0)) == (False, 1)
    assert settled((2.0, 12.0), (20.0, 12.0)) == (False, 1)
    assert settled((6.0, 14.0), (10.0, 10.0)) == (False, 1)


def test_from_right_at_an_outline_nothing_is_settled() -> None:
    for target in ((20.0, 10.0), (2.0, 2.0)):
        hidden, left = settled((8.0 - 1e-9, 10.0), target)
        assert not hidden
        assert left == 1


def test_no_outlines_hide_nothing() -> None:
    (cone,) = cones_from(
        np.array([[1.0, 1.0]]),
        rings=Rings([]),
        held=np.zeros((1, 0), dtype=bool),
        rough=np.zeros(0, dtype=bool),
    )
    hidden, ring, target = cone.settle(np.array([[5.0, 5.0]]), held=np.zeros((1, 0), dtype=bool))
    assert (hidden.tolist(), ring.tolist(), target.tolist()) == ([False], [], [])
