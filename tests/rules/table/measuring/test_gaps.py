"""Tests of gaps and overlaps between all shapes, against shapely and by pushing apart."""

import itertools
import math

import numpy as np
import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st
from shapely import affinity

from rules.table.measuring.gaps import Outlines, may_overlap, overlap_of
from rules.table.outlines.outline import place
from rules.table.shapes import Disc, Footprint, Polygon, Rectangle
from rules.table.snapshot import Covariance, Piece, Snapshot
from tests import strategies
from tests.factories import disc, lost, piece, rectangle, ring, table

ELL = Polygon(vertices=ring((0, 0), (4, 0), (4, 1), (1, 1), (1, 4), (0, 4)))
INFANTRY = rectangle(3, 4)

spots = st.tuples(st.floats(6, 30), st.floats(6, 30))
headings = st.one_of(st.sampled_from([0.0, 90.0, 180.0, 270.0]), st.floats(-180, 180))


def laid(shown: Piece) -> tuple[shapely.Geometry, float]:
    """The footprint by shapely's own turning and shifting, and the radius round it."""
    assert shown.pose is not None
    core: shapely.Geometry
    radius = 0.0
    match shown.footprint:
        case Disc(radius=size):
            core, radius = shapely.Point(0, 0), float(size)
        case Rectangle(length=length, width=width):
            core = shapely.box(-length / 2, -width / 2, length / 2, width / 2)
        case Polygon(vertices=vertices):
            core = shapely.Polygon(vertices)
    turned = affinity.rotate(core, shown.pose.heading, origin=(0, 0))
    return affinity.translate(turned, shown.pose.x, shown.pose.y), radius


def plain_gap(one: Piece, other: Piece) -> float:
    (a, ra), (b, rb) = laid(one), laid(other)
    return max(0.0, float(shapely.distance(a, b)) - ra - rb)


def measured(snapshot: Snapshot) -> tuple[float, float]:
    gaps = Outlines(snapshot).measure([0], [1])
    return float(gaps.distance[0]), float(gaps.depth[0])


@st.composite
def pairs(
    draw: st.DrawFn, *, shapes: st.SearchStrategy[Footprint] = strategies.footprints
) -> Snapshot:
    return table(
        *(
            piece(name, draw(spots), heading=draw(headings), footprint=draw(shapes))
            for name in ("A", "B")
        )
    )


@pytest.mark.soak
@given(pairs())
def test_geo_03_every_mix_of_shapes_as_shapely_has_it(snapshot: Snapshot) -> None:
    one, other = snapshot.pieces
    distance, depth = measured(snapshot)
    assert distance == pytest.approx(plain_gap(one, other), abs=1e-9)
    assert float(Outlines(snapshot).distances([0], [1])[0]) == pytest.approx(distance, abs=1e-12)
    assert distance == 0 or depth == 0


@pytest.mark.soak
@given(pairs())
def test_a_gap_is_the_same_both_ways(snapshot: Snapshot) -> None:
    outlines = Outlines(snapshot)
    there, back = outlines.measure([0], [1]), outlines.measure([1], [0])
    assert there.distance[0] == pytest.approx(back.distance[0], abs=1e-9)
    assert there.depth[0] == pytest.approx(back.depth[0], abs=1e-9)


@pytest.mark.soak
@given(pairs())
def test_the_witness_points_lie_on_the_outlines(snapshot: Snapshot) -> None:
    gaps = Outlines(snapshot).measure([0], [1])
    distance = float(gaps.distance[0])
    if distance > 0:
        assert math.dist(gaps.start[0], gaps.end[0]) == pytest.approx(distance, abs=1e-9)
        for shown, at in zip(snapshot.pieces, (gaps.start[0], gaps.end[0]), strict=True):
            core, radius = laid(shown)
            assert shapely.distance(core, shapely.Point(at)) == pytest.approx(radius, abs=1e-9)


@pytest.mark.soak
@given(pairs(shapes=strategies.convex_footprints))
def test_pc_geo_11_the_depth_is_the_least_push_that_parts_them(snapshot: Snapshot) -> None:
    """The least over all directions of how far one must be pushed that way."""
    one, other = (place(shown) for shown in snapshot.pieces)
    _, depth = measured(snapshot)
    if depth > 0:
        angles = np.linspace(0, 2 * math.pi, 3601)
        away = np.array([np.cos(angles), np.sin(angles)])
        reach = (one.corners @ away).max(axis=0) - (other.corners @ away).min(axis=0)
        pushes = reach + one.radius + other.radius
        assert depth <= pushes.min() + 1e-9
        assert depth == pytest.approx(pushes.min(), abs=0.02)


@pytest.mark.parametrize(
    ("one", "other", "at", "gap", "depth"),
    [
        (disc(0.5), disc(1.0), (13.0, 10.0), 1.5, 0.0),
        (disc(0.5), disc(1.0), (13.0, 14.0), 3.5, 0.0),
        (disc(0.5), disc(1.0), (11.5, 10.0), 0.0, 0.0),
        (disc(0.5), disc(1.0), (11.0, 10.0), 0.0, 0.5),
        (disc(0.5), disc(1.0), (10.0, 10.0), 0.0, 1.5),
        (rectangle(2, 2), rectangle(2, 2), (14.0, 10.0), 2.0, 0.0),
        (rectangle(2, 2), rectangle(2, 2), (14.0, 14.0), math.sqrt(8), 0.0),
        (rectangle(2, 2), rectangle(2, 2), (12.0, 12.0), 0.0, 0.0),
        (rectangle(2, 2), rectangle(2, 2), (12.0, 11.0), 0.0, 0.0),
        (rectangle(2, 2), rectangle(2, 2), (11.9, 10.0), 0.0, 0.1),
        (rectangle(2, 2), rectangle(2, 2), (11.85, 11.0), 0.0, 0.15),
        (rectangle(8, 8), rectangle(1, 1), (11.0, 10.0), 0.0, 3.5),
        (disc(1.0), rectangle(2, 2), (12.5, 10.0), 0.5, 0.0),
        (disc(1.0), rectangle(2, 2), (11.8, 10.0), 0.0, 0.2),
        (disc(1.0), rectangle(2, 2), (10.5, 10.0), 0.0, 1.5),
        (disc(1.0), rectangle(2, 2), (11.6, 11.6), 0.0, 1 - 0.6 * math.sqrt(2)),
    ],
)
def test_exact_gaps_and_depths(
    one: Footprint, other: Footprint, at: tuple[float, float], gap: float, depth: float
) -> None:
    snapshot = table(piece("A", footprint=one), piece("B", at, footprint=other))
    assert measured(snapshot) == pytest.approx((gap, depth), abs=1e-9)


def test_ex2_25_gap_of_two_hulls() -> None:
    tank = rectangle(3.3, 1.6)
    snapshot = table(
        piece("A", (10, 10), footprint=tank), piece("B", (10, 17), heading=90, footprint=tank)
    )
    assert measured(snapshot)[0] == pytest.approx(7 - 0.8 - 1.65)


def test_a_bent_outline_holds_nothing_in_its_notch() -> None:
    """The gap is to the outline itself, not to its hull."""
    snapshot = table(piece("A", (10, 10), footprint=ELL), piece("B", (13, 13), footprint=disc(0.5)))
    assert measured(snapshot) == pytest.approx((1.5, 0.0))


@pytest.mark.parametrize(
    ("one", "other", "at"),
    [
        (disc(0.5), disc(0.5), (15.0, 10.0)),
        (disc(0.5), rectangle(1, 1), (10.9, 10.9)),
        (rectangle(2, 2), rectangle(2, 2), (15.0, 10.0)),
    ],
)
def test_what_does_not_overlap_has_no_depth(
    one: Footprint, other: Footprint, at: tuple[float, float]
) -> None:
    assert (
        overlap_of(place(piece("A", footprint=one)), place(piece("B", at, footprint=other))).depth
        == 0
    )


@pytest.mark.soak
@given(strategies.seeds)
def test_all_pairs_at_once_are_the_pairs_one_by_one(seed: int) -> None:
    rng = np.random.default_rng(seed)
    shapes: list[Footprint] = [disc(0.6), rectangle(3.3, 1.6), ELL, INFANTRY]
    shown = [
        piece(
            f"P{k}",
            (float(x), float(y)),
            heading=float(angle),
            footprint=shapes[k % 4],
            sigma=0.05,
            heading_sigma=2,
        )
        for k, (x, y, angle) in enumerate(rng.uniform((4, 4, 0), (32, 32, 360), (8, 3)))
    ]
    outlines = Outlines(table(*shown))
    first, second = (list(rows) for rows in zip(*itertools.combinations(range(8), 2), strict=True))
    together = outlines.measure(first, second)
    apart = outlines.distances(first, second)
    for k, (a, b) in enumerate(zip(first, second, strict=True)):
        alone = Outlines(table(shown[a], shown[b])).measure([0], [1])
        for name in ("distance", "depth", "sigma", "start", "end"):
            assert getattr(together, name)[k] == pytest.approx(getattr(alone, name)[0], abs=1e-12)
        assert apart[k] == pytest.approx(together.distance[k], abs=1e-12)


@given(strategies.seeds, st.floats(0, 10))
def test_pairs_within_leaves_no_pair_out(seed: int, reach: float) -> None:
    rng = np.random.default_rng(seed)
    shown = [
        piece(f"P{k}", (float(x), float(y)), footprint=ELL if k % 2 else disc(1))
        for k, (x, y) in enumerate(rng.uniform(4, 32, (9, 2)))
    ]
    outlines = Outlines(table(*shown))
    found = set(zip(*(rows.tolist() for rows in outlines.pairs_within(reach)), strict=True))
    for a, b in itertools.combinations(range(9), 2):
        if outlines.distances([a], [b])[0] <= reach:
            assert (a, b) in found


def test_pieces_without_a_place_have_no_row() -> None:
    outlines = Outlines(table(lost("L"), piece("A")))
    assert outlines.index == {"A": 0}
    assert outlines.pairs_within(50)[0].tolist() == []
    assert Outlines(table()).centres.shape == (0, 2)


@pytest.mark.soak
@given(pairs(), st.floats(0.01, 0.2), st.floats(0.1, 5))
def test_the_error_of_a_gap_is_the_same_both_ways(
    snapshot: Snapshot, sigma: float, heading: float
) -> None:
    one, other = (
        piece(
            shown.id,
            (shown.pose.x, shown.pose.y),
            heading=shown.pose.heading,
            footprint=shown.footprint,
            sigma=sigma,
            heading_sigma=heading,
        )
        for shown in snapshot.pieces
        if shown.pose is not None
    )
    there = Outlines(table(one, other)).measure([0], [1])
    back = Outlines(table(one, other)).measure([1], [0])
    if there.distance[0] > 1e-6:
        assert there.sigma[0] == pytest.approx(back.sigma[0], abs=1e-9)


def test_the_error_of_an_overlap_is_along_the_push_that_parts_them() -> None:
    """Two squares that overlap by a tenth of an inch in x, whose error is all in x."""
    square = rectangle(2, 2)
    snapshot = table(
        piece("A", (10, 10), footprint=square, covariance=Covariance(xx=0.04)),
        piece("B", (11.9, 11.5), footprint=square),
    )
    outlines = Outlines(snapshot)
    there, back = outlines.measure([0], [1]), outlines.measure([1], [0])
    assert there.depth[0] == pytest.approx(0.1)
    assert there.sigma[0] == pytest.approx(back.sigma[0])
    assert there.sigma[0] == pytest.approx(0.2)


def test_the_error_of_parallel_hulls_is_the_same_both_ways() -> None:
    """Where many lines are shortest, the one that is taken must not depend on who asks."""
    hull = rectangle(6, 2)
    snapshot = table(
        piece("A", (10, 10), footprint=hull, sigma=0.02, heading_sigma=3),
        piece("B", (13, 15), footprint=hull, sigma=0.02, heading_sigma=1),
    )
    outlines = Outlines(snapshot)
    there, back = outlines.measure([0], [1]), outlines.measure([1], [0])
    assert there.sigma[0] == pytest.approx(back.sigma[0])


@given(pairs())
def test_what_may_not_overlap_has_no_depth(snapshot: Snapshot) -> None:
    one, other = (place(each) for each in snapshot.pieces)
    if not may_overlap(one, other):
        assert overlap_of(one, other).depth <= 1e-12


def test_side_by_side_may_not_overlap_and_a_hair_nearer_may() -> None:
    here, beside, nearer = (
        place(piece(name, (x, 10), footprint=rectangle(2, 3)))
        for name, x in (("A", 10.0), ("B", 12.0), ("C", 11.999))
    )
    assert (may_overlap(here, beside), may_overlap(here, nearer)) == (False, True)
