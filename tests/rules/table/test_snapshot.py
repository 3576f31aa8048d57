"""Tests of what can stand on a table and what cannot."""

import math
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given

from rules.table.bad_input import BadInputError
from rules.table.shapes import Polygon, ring_fault
from rules.table.snapshot import (
    Covariance,
    Health,
    HealthState,
    Piece,
    PieceState,
    Pose,
    SharedError,
    Snapshot,
    TableSize,
)
from rules.table.units import Degrees, Inches, Seconds
from tests import strategies
from tests.factories import BASE, area, box, disc, lost, piece, rectangle, ring, table


def refused(make: Callable[[], object]) -> str:
    with pytest.raises(BadInputError) as caught:
        make()
    return str(caught.value)


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf])
def test_poses_are_finite(value: float) -> None:
    assert refused(lambda: piece("A", (value, 1))) == f"x_in: expected a finite number, got {value}"
    assert "y_in" in refused(lambda: piece("A", (1, value)))
    assert "heading_deg" in refused(lambda: piece("A", heading=value))


@pytest.mark.parametrize(("x", "y", "name"), [(-0.01, 5, "x_in"), (5, 36.01, "y_in")])
def test_pieces_stand_on_the_table(x: float, y: float, name: str) -> None:
    text = refused(lambda: table(piece("A"), piece("B", (x, y))))
    assert f"pieces[1].pose.{name}" in text
    assert "'B'" in text


def test_the_table_edge_is_on_the_table() -> None:
    corners = [piece("A", (0, 0)), piece("B", (36, 36)), piece("C", (-0.0, 36))]
    assert len(table(*corners).pieces) == 3


@pytest.mark.parametrize("corners", [((-5, 1), (-1, 1), (-1, 5)), ((1, 37), (5, 37), (5, 40))])
def test_terrain_off_the_table_is_refused(corners: tuple[tuple[float, float], ...]) -> None:
    text = refused(lambda: table(terrain=[area("W", *corners)]))
    assert "terrain[0].outline_in" in text
    assert "'W'" in text


def test_terrain_may_reach_over_the_edge() -> None:
    assert table(terrain=[box("W", (-2, -2), (2, 2))]).terrain[0].id == "W"


def test_ids_are_unique_among_pieces_and_among_terrain() -> None:
    text = refused(lambda: table(piece("A"), piece("B"), piece("A", (3, 3))))
    assert text == "pieces[2].id: expected an id of its own, got 'A', which pieces[0] has already"
    text = refused(lambda: table(terrain=[box("W", (1, 1), (2, 2)), box("W", (5, 5), (6, 6))]))
    assert text.startswith("terrain[1].id")
    assert table(piece("A"), terrain=[box("A", (1, 1), (2, 2))]).piece("A").id == "A"


@pytest.mark.parametrize("name", ["", "  "])
def test_names_are_not_empty(name: str) -> None:
    assert "id: expected a name" in refused(lambda: piece(name))
    assert "id: expected a name" in refused(lambda: box(name, (1, 1), (2, 2)))
    assert "kind: expected a name" in refused(lambda: box("W", (1, 1), (2, 2), kind=name))


@pytest.mark.parametrize("state", [s for s in PieceState if s is not PieceState.LOST])
def test_only_a_lost_piece_may_be_nowhere(state: PieceState) -> None:
    author = "Red" if state is PieceState.DECLARED else None
    text = refused(
        lambda: Piece(id="A", footprint=BASE, pose=None, state=state, declared_by=author)
    )
    assert f"pose: expected a pose for a {state} piece" in text
    assert lost("A").pose is None


def test_a_declared_piece_has_an_author_and_no_other_has() -> None:
    declared = piece("A", state=PieceState.DECLARED)
    assert declared.declared_by == "Red"
    assert "declared_by" in refused(lambda: replace(declared, declared_by=None))
    assert "'Red'" in refused(lambda: piece("A", declared_by="Red"))


@pytest.mark.parametrize("author", ["", " "])
def test_an_author_has_a_name(author: str) -> None:
    text = refused(lambda: piece("A", state=PieceState.DECLARED, declared_by=author))
    assert "declared_by" in text


@pytest.mark.parametrize("age", [-0.1, math.nan, math.inf])
def test_ages_are_at_least_zero(age: float) -> None:
    assert f"age_s: expected a number of at least 0, got {age}" in refused(
        lambda: piece("A", age=age)
    )


@pytest.mark.parametrize("size", [0.0, -1.0, 1001.0, math.nan, math.inf])
def test_sizes_are_sensible(size: float) -> None:
    assert "radius_in" in refused(lambda: disc(size))
    assert "length_in" in refused(lambda: rectangle(size, 1))
    assert "width_in" in refused(lambda: rectangle(1, size))
    assert f"{size}" in refused(lambda: TableSize(width=Inches(size), depth=Inches(5)))


@pytest.mark.parametrize("far", [1e6, 1e200])
def test_polygons_and_areas_have_sensible_sizes_too(far: float) -> None:
    corners = ((0.0, 0.0), (far, 0.0), (0.0, far))
    assert refused(lambda: Polygon(vertices=ring(*corners))).startswith("polygon")
    assert refused(lambda: area("W", *corners)).startswith("outline_in")


@pytest.mark.parametrize(
    ("corners", "fault"),
    [
        (((0, 0), (2, 2), (2, 0), (0, 2)), "crosses or touches itself at \\(1, 1\\)"),
        (((0, 0), (1, 0)), "2 corners"),
        ((), "0 corners"),
        (((0, 0), (1, 1), (2, 2)), "without an inside|touches itself"),
        (((0, 0), (math.nan, 1), (2, 0)), "not a finite number"),
        (((0, 0), (4, 0), (4, 4), (2, 0), (0, 4)), "touches itself"),
    ],
)
def test_outlines_are_simple(corners: tuple[tuple[float, float], ...], fault: str) -> None:
    with pytest.raises(BadInputError, match=f"^polygon: .*({fault})"):
        Polygon(vertices=ring(*corners))
    with pytest.raises(BadInputError, match=f"^outline_in: .*({fault})"):
        area("W", *corners)


def test_an_outline_may_run_either_way_round() -> None:
    corners = ring((0, 0), (2, 0), (2, 2), (0, 2))
    assert ring_fault(corners) is None
    assert ring_fault(corners[::-1]) is None


@pytest.mark.parametrize(
    "error",
    [
        {"xx": -0.1},
        {"xx": 1.0, "yy": 1.0, "xy": 1.01},
        {"xx": 1.0, "hh": 1.0, "xh": -1.01},
        {"yy": 1.0, "hh": 1.0, "yh": 1.01},
        {"xx": 1.0, "yy": 1.0, "hh": 1.0, "xy": 0.9, "xh": 0.9, "yh": -0.9},
        # An error of the heading that is large must not hide one of the place that cannot be.
        {"xx": 1e-4, "yy": 1e-4, "xy": 0.01, "hh": 400.0},
    ],
)
def test_a_covariance_is_positive_semidefinite(error: dict[str, float]) -> None:
    assert "positive semidefinite" in refused(lambda: Covariance(**error))


def test_a_covariance_without_rank_is_one() -> None:
    assert Covariance(xx=1.0, yy=1.0, xy=1.0).xy == 1.0
    assert Covariance(xx=0.01, yy=0.04, xy=0.02, hh=9.0, xh=0.3, yh=0.6).hh == 9.0
    # All three are one error, of which two are too small for their share to be told from nothing.
    a = 7.3e-86
    assert Covariance(xx=1.0, yy=a * a, hh=a * a, xy=a, xh=a, yh=a * a).xy == a


@given(strategies.covariances(most=30.0))
def test_every_true_covariance_is_taken(covariance: Covariance) -> None:
    assert covariance.xx >= 0


@pytest.mark.parametrize("value", [-1.0, math.nan, math.inf])
def test_errors_are_at_least_zero(value: float) -> None:
    assert "sigma_in" in refused(lambda: Covariance.round(Inches(value)))
    assert "heading_sigma_deg" in refused(lambda: Covariance.round(Inches(0), Degrees(value)))
    assert "scale_sigma" in refused(lambda: SharedError(scale=value))
    assert "plane_sigma_in" in refused(lambda: SharedError(plane=Inches(value)))
    assert "sigma_in" in refused(lambda: box("W", (1, 1), (2, 2), sigma=value))


def test_a_number_is_at_least_zero() -> None:
    assert "number" in refused(lambda: replace(table(), number=-1))


def test_an_unknown_piece_is_answered_with_the_known_ones() -> None:
    with pytest.raises(KeyError, match=r"no piece 'Z'.*A, B"):
        table(piece("A"), piece("B")).piece("Z")
    with pytest.raises(KeyError, match="none"):
        table().piece("Z")


@given(strategies.snapshots())
def test_moved_is_a_new_snapshot_with_one_piece_changed(snapshot: Snapshot) -> None:
    for at, old in enumerate(snapshot.pieces):
        pose = Pose(x=Inches(1.5), y=Inches(2.5))
        new = replace(old, pose=pose, state=PieceState.SEEN, declared_by=None, age=Seconds(0))
        following = snapshot.moved(new)
        assert following.pieces[at] == following.piece(old.id) == new
        assert snapshot.pieces[at] is old
        rest = [p for k, p in enumerate(snapshot.pieces) if k != at]
        assert [p for k, p in enumerate(following.pieces) if k != at] == rest
        assert following.number == snapshot.number + 1
        fresh = replace(snapshot, pieces=following.pieces, number=snapshot.number + 1)
        assert following == fresh


def test_moved_checks_the_newcomer() -> None:
    snapshot = table(piece("A"), piece("B"))
    assert "pieces[1].pose.x_in" in refused(lambda: snapshot.moved(piece("B", (40, 1))))
    with pytest.raises(KeyError):
        snapshot.moved(piece("C"))


def test_the_camera_states_have_words() -> None:
    assert f"{HealthState.WRONG_CAMERA}" == "wrong camera"
    assert Health().state is HealthState.LIVE
