"""Tests of the geometry under a move: sizes, stretches, bends, boxes."""

import math

import numpy as np
import pytest
import shapely

from rules.table.measuring.path import way_length
from rules.table.moves.piece_move import half_width, length_of, width_of
from rules.table.moves.ways import (
    Barrier,
    Stretch,
    after_leaving,
    ahead,
    apart,
    band,
    before_ending,
    box_of,
    encloses,
    first_part,
    leading_way,
    sideways,
    stretches,
    way_through,
    within,
)
from rules.table.outlines.outline import farthest
from rules.table.shapes import Footprint, Point, Polygon
from rules.table.units import Inches
from tests.factories import disc, rectangle, ring

SQUARE = shapely.box(2, 2, 6, 6)


def spot(x: float, y: float) -> Point:
    return Inches(x), Inches(y)


@pytest.mark.parametrize(
    ("footprint", "length", "width", "reach"),
    [
        (disc(0.75), 1.5, 1.5, 0.75),
        (rectangle(3, 4), 3, 4, 2.5),
        (Polygon(vertices=ring((-1, -1), (4, 0), (-1, 2))), 5, 3, 4),
    ],
)
def test_sizes(footprint: Footprint, length: float, width: float, reach: float) -> None:
    assert length_of(footprint) == pytest.approx(length)
    assert width_of(footprint) == pytest.approx(width)
    assert farthest(footprint) == pytest.approx(reach)
    assert half_width(footprint, vehicle=True) == pytest.approx(width / 2)
    assert half_width(footprint, vehicle=False) == pytest.approx(min(length, width) / 2)


def test_boxes() -> None:
    box = box_of(ring((1, 5), (3, 2)), margin=0.5)
    assert box == pytest.approx((0.5, 1.5, 3.5, 5.5))
    assert box_of([spot(1, 2)]) == (1, 2, 1, 2)
    assert not apart(box, (3.5, 0, 9, 9))
    for other in ((4, 0, 9, 9), (-9, 0, 0, 9), (0, 6, 9, 9), (0, -9, 9, 1)):
        assert apart(box, other)
        assert apart(other, box)


def test_where_a_way_runs_through() -> None:
    parts = stretches(ring((0, 4), (4, 4), (4, 10)), SQUARE)
    assert [(part.low, part.high) for part in parts] == [(2, 4), (4, 6)]
    assert [part.towards for part in parts] == [spot(1, 0), spot(0, 1)]
    assert stretches(ring((0, 2), (9, 2)), SQUARE) == []
    assert stretches(ring((0, 0), (0, 0)), SQUARE) == []


def test_leaving_and_ending_over_a_bend() -> None:
    out = stretches(ring((3, 3), (3, 5), (9, 5), (9, 4), (5, 4)), SQUARE)
    assert [(part.low, part.high) for part in out] == [(0, 2), (2, 5), (12, 13)]
    assert [(part.low, part.high) for part in after_leaving(out)] == [(12, 13)]
    assert [(part.low, part.high) for part in before_ending(out, whole=13)] == [(0, 2), (2, 5)]
    assert after_leaving([]) == before_ending([], whole=3) == []
    through = stretches(ring((0, 4), (9, 4)), SQUARE)
    assert after_leaving(through) == before_ending(through, whole=9) == through


def test_inside_is_not_on_the_outline() -> None:
    assert within(SQUARE, spot(3, 3))
    assert not within(SQUARE, spot(2, 3))
    assert not within(SQUARE, spot(1, 3))
    square = Barrier(id="A", solid=SQUARE)
    assert encloses(square, spot(2, 3))
    assert not encloses(square, spot(1.99, 3))


def test_how_far_to_one_side_a_way_would_miss() -> None:
    corners = np.array(ring((2, 2), (6, 2), (6, 6), (2, 6)))

    def along(y: float) -> Stretch:
        return Stretch(low=0, high=4, start=spot(0, y), towards=spot(1, 0))

    assert sideways([along(5.5)], corners=corners) == pytest.approx(0.5)
    assert sideways([along(3)], corners=corners) == pytest.approx(1)
    assert sideways([along(3), along(5.5)], corners=corners) == pytest.approx(1)
    assert sideways([], corners=corners) == 0


def test_parts_of_a_way() -> None:
    way = ring((0, 0), (3, 0), (3, 4))
    assert first_part(way, length=3) == ring((0, 0), (3, 0))
    assert first_part(way, length=99) == way
    assert first_part(way, length=0) == ring((0, 0), (0, 0))
    assert ahead(spot(1, 2), spot(0, 1), by=3) == spot(1, 5)


def test_a_leading_point_that_starts_beyond_the_end() -> None:
    lead = leading_way(ring((0, 0), (1, 0), (1, 1)), reach=5)
    assert lead == ring((1, 4), (1, 6))
    assert leading_way(ring((2, 2), (2, 2)), reach=5) == ring((2, 2), (2, 2))


def test_the_ground_under_a_leg() -> None:
    ground = band(ring((0, 0), (4, 0))[:2], half=0.5)  # type: ignore[arg-type]
    assert sorted(map(tuple, ground.corners.tolist())) == [(0, -0.5), (0, 0.5), (4, -0.5), (4, 0.5)]
    assert tuple(ground.centre) == (2, 0)


def test_a_way_keeps_off_by_the_clearance() -> None:
    wall = Barrier(id="A", solid=SQUARE, clearance=Inches(1.0))
    way = way_through(ring((0, 4), (9, 4)), obstacles=[wall], table=None)
    assert way is not None
    assert float(shapely.distance(SQUARE, shapely.LineString(way))) == pytest.approx(1, abs=0.03)
    # Where it starts nearer than that, it keeps off as far as it did.
    way = way_through(ring((1.5, 4), (9, 4)), obstacles=[wall], table=None)
    assert way is not None
    assert float(shapely.distance(SQUARE, shapely.LineString(way))) == pytest.approx(0.5, abs=0.03)


def test_a_way_over_several_stops() -> None:
    wall = Barrier(id="A", solid=SQUARE)
    stops = ring((0, 4), (0, 8), (9, 8), (9, 4))
    assert way_through(stops, obstacles=[wall], table=None) == stops
    back = way_through(ring((0, 4), (9, 4), (0, 4)), obstacles=[wall], table=None)
    assert back is not None
    assert float(way_length(back)) == pytest.approx(
        2 * (2 * math.sqrt(2) + 4 + math.hypot(3, 2)), abs=1e-4
    )
    still = ring((1, 1), (1, 1))
    assert way_through(still, obstacles=[wall], table=None) == still
    assert way_through(ring((3, 3), (9, 3)), obstacles=[wall], table=None) == ring((3, 3), (9, 3))
