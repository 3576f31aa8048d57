"""Cases in which an answer would be easier to give than an honest one."""

import math

import numpy as np
import pytest
import shapely

from rules.table.measuring.facing import facing
from rules.table.measuring.path import shortest_way
from rules.table.measuring.ranges import Metric, range_between
from rules.table.measuring.zones import membership, near_area
from rules.table.shapes import Disc, Footprint, Polygon, Rectangle
from rules.table.sight.ground import Blockers
from rules.table.sight.sight_line import Sight, sight_between
from rules.table.snapshot import (
    Covariance,
    Piece,
    Pose,
    SharedError,
    Snapshot,
    TableSize,
    Terrain,
)
from rules.table.units import Degrees, Inches
from rules.table.verdict import Answer

DOT = Disc(radius=Inches(0.5))


def piece(
    name: str,
    at: tuple[float, float],
    *,
    footprint: Footprint = DOT,
    heading: float = 0.0,
    error: Covariance | None = None,
) -> Piece:
    pose = Pose(
        x=Inches(at[0]),
        y=Inches(at[1]),
        heading=Degrees(heading),
        covariance=error or Covariance(),
    )
    return Piece(id=name, footprint=footprint, pose=pose)


def area(
    name: str, *corners: tuple[float, float], kind: str = "woods", sigma: float = 0.0
) -> Terrain:
    outline = tuple((Inches(x), Inches(y)) for x, y in corners)
    return Terrain(id=name, kind=kind, outline=outline, sigma=Inches(sigma))


def table(
    *pieces: Piece, terrain: tuple[Terrain, ...] = (), shared: SharedError = SharedError()
) -> Snapshot:
    size = TableSize(width=Inches(60), depth=Inches(60))
    return Snapshot(table=size, pieces=pieces, terrain=terrain, shared=shared)


def seen(*pieces: Piece, terrain: tuple[Terrain, ...] = (), wreck: str = "") -> Sight:
    blockers = Blockers(pieces=frozenset({wreck} - {""}))
    return sight_between(table(*pieces, terrain=terrain), ("A", "B"), blockers=blockers)


@pytest.mark.parametrize(
    ("a", "b", "corners"),
    [
        ((25, 17), (20, 20), [(14, 20), (20, 20), (20, 24)]),
        ((14, 11), (19, 23), [(12, 24), (20, 24), (20, 30), (12, 30)]),
    ],
)
def test_sight_is_the_same_from_either_end(
    a: tuple[float, float], b: tuple[float, float], corners: list[tuple[float, float]]
) -> None:
    error = Covariance.round(Inches(0.1))
    woods = area("W", *corners)
    ends = (piece("A", a, error=error), piece("B", b, error=error))
    there = sight_between(table(*ends, terrain=(woods,)), ("A", "B")).verdict
    back = sight_between(table(*ends, terrain=(woods,)), ("B", "A")).verdict
    assert there.answer is back.answer
    assert (there.value is None) is (back.value is None)
    if there.value is not None:
        assert there.value == pytest.approx(back.value, abs=1e-9)


def test_the_clearance_is_to_the_nearest_thing_and_doubt_to_the_vaguest() -> None:
    error = Covariance.round(Inches(0.02))
    ends = (piece("A", (5, 10), error=error), piece("B", (30, 10), error=error))
    near = area("near", (10, 10.5), (12, 10.5), (12, 12), (10, 12))
    vague = area("vague", (20, 8), (22, 8), (22, 9), (20, 9), sigma=0.3)
    found = seen(*ends, terrain=(near, vague))
    assert found.verdict.answer is Answer.YES
    assert found.verdict.value == pytest.approx(0.5)
    assert found.nearest == "near"
    vaguer = area("vague", (20, 8), (22, 8), (22, 9), (20, 9), sigma=0.6)
    doubtful = seen(*ends, terrain=(near, vaguer)).verdict
    assert doubtful.answer is Answer.TOO_CLOSE_TO_CALL
    assert doubtful.bound is not None
    assert doubtful.bound >= 1.0


def test_a_wreck_that_may_be_turned_blocks_in_as_many_worlds_as_it_should() -> None:
    """A long hull beside the line swings into it: counted here by turning it in 4,000 worlds."""
    hull = Rectangle(length=Inches(8), width=Inches(1))
    wreck = piece("W", (20, 13), footprint=hull, error=Covariance.round(Inches(0), Degrees(30)))
    found = seen(piece("A", (10, 10)), piece("B", (30, 10)), wreck, wreck="W")
    rng = np.random.default_rng(7)
    line = shapely.LineString([(10, 10), (30, 10)])
    box = np.array([[-4, -0.5], [4, -0.5], [4, 0.5], [-4, 0.5]])
    blocked = 0
    for angle in np.radians(rng.normal(0, 30, 4000)):
        turn = np.array([[math.cos(angle), math.sin(angle)], [-math.sin(angle), math.cos(angle)]])
        blocked += shapely.Polygon(box @ turn + [20, 13]).intersects(line)
    assert found.p_blocked == pytest.approx(blocked / 4000, abs=0.03)
    assert found.verdict.answer is Answer.TOO_CLOSE_TO_CALL


def test_an_overlap_is_as_sure_as_the_push_that_would_part_it() -> None:
    hull = Rectangle(length=Inches(10), width=Inches(1))
    vague = piece("B", (20, 20), footprint=hull, error=Covariance(yy=4.0))
    found = range_between(
        table(piece("A", (20, 20), footprint=hull), vague),
        ("A", "B"),
        metric=Metric.EDGE,
        limit=Inches(0),
    )
    assert found.verdict.sigma == pytest.approx(2.0)
    assert found.verdict.answer is Answer.TOO_CLOSE_TO_CALL


def test_a_touch_in_a_notch_is_no_deep_overlap() -> None:
    corners = ((-5, -5), (5, -5), (5, -4), (-4, -4), (-4, 5), (-5, 5))
    ell = Polygon(vertices=tuple((Inches(x), Inches(y)) for x, y in corners))
    square = Rectangle(length=Inches(1), width=Inches(1))
    error = Covariance.round(Inches(0.05))
    found = range_between(
        table(
            piece("A", (20, 20), footprint=ell, error=error),
            piece("B", (20, 16.5), footprint=square, error=error),
        ),
        ("A", "B"),
        metric=Metric.EDGE,
        limit=Inches(0),
    )
    assert found.verdict.margin == pytest.approx(0, abs=1e-9)
    assert found.verdict.answer is Answer.TOO_CLOSE_TO_CALL


@pytest.mark.parametrize("kind", ["Woods", "WOODS", " woods "])
def test_capitals_and_spaces_do_not_make_woods_transparent(kind: str) -> None:
    woods = area("W", (15, 5), (18, 5), (18, 15), (15, 15), kind=kind)
    found = seen(piece("A", (10, 10)), piece("B", (30, 10)), terrain=(woods,))
    assert found.verdict.answer is Answer.NO


def test_a_kind_that_does_not_block_is_named_when_looked_over() -> None:
    forest = area("F1", (15, 5), (18, 5), (18, 15), (15, 15), kind="forest")
    found = seen(piece("A", (10, 10)), piece("B", (30, 10)), terrain=(forest,))
    assert found.verdict.answer is Answer.YES
    assert found.over == ("forest F1",)
    assert "looks over forest F1" in found.verdict.why


def test_stepping_into_one_area_frees_no_line_that_another_one_blocks() -> None:
    """A is 1.41 in from W1, but from there W2 would be in the way; 2 in aside frees the line."""
    first = area("W1", (11, 11), (20, 8), (20, 30), (12, 30))
    second = area("W2", (24, 10.4), (26, 10.4), (26, 10.9), (24, 10.9))
    ends = (piece("A", (10, 10)), piece("B", (40, 10)))
    alone = seen(*ends, terrain=(first,))
    assert alone.verdict.value == pytest.approx(-math.sqrt(2))
    found = seen(*ends, terrain=(first, second))
    assert found.verdict.answer is Answer.NO
    assert found.verdict.value == pytest.approx(-2.0)


def test_the_shared_error_counts_for_areas_and_zones_too() -> None:
    stretched = SharedError(scale=0.02)
    snapshot = table(piece("A", (1, 1), footprint=Disc(radius=Inches(1))), shared=stretched)
    square = tuple((Inches(x), Inches(y)) for x, y in ((50, 0), (55, 0), (55, 5), (50, 5)))
    gap = near_area(snapshot, square, reach=Inches(48.4))["A"]
    assert gap.sigma == pytest.approx(0.02 * 48, rel=0.05)
    assert gap.answer is Answer.TOO_CLOSE_TO_CALL
    zone = tuple((Inches(x), Inches(y)) for x, y in ((0, 0), (60, 0), (60, 1.2), (0, 1.2)))
    inside = membership(snapshot, "A", area=zone)
    assert inside.verdict.sigma is not None
    assert inside.verdict.sigma > 0.2


def test_place_and_heading_that_err_together_count_together() -> None:
    """A front that swings as its piece slides: the target's bearing is off by both at once."""
    error = Covariance(yy=4.0, yh=40.0, hh=400.0)
    found = facing(table(piece("A", (20, 20), error=error), piece("B", (30, 20))), ("A", "B"))
    assert found.sigma == pytest.approx(20 + math.degrees(0.2), rel=1e-3)


def test_a_way_between_points_of_one_spot_has_no_length() -> None:
    spot = (Inches(3), Inches(3))
    assert shortest_way(spot, spot, areas=()) == (spot, spot)
