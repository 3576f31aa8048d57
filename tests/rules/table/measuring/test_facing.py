"""Tests of the angle off a piece's front."""

import math

import pytest

from rules.table.measuring.facing import facing
from rules.table.shapes import Disc, Rectangle
from rules.table.snapshot import Covariance, Piece, PieceState, Pose, Snapshot, TableSize
from rules.table.units import Degrees, Inches
from rules.table.verdict import Answer


def table(
    *,
    at: tuple[float, float],
    heading: float = 0.0,
    origin: tuple[float, float] = (10, 10),
    sigma: float = 0.0,
    heading_sigma: float = 0.0,
) -> Snapshot:
    tank = Piece(
        id="T",
        footprint=Rectangle(length=Inches(3), width=Inches(1.5)),
        pose=Pose(
            x=Inches(origin[0]),
            y=Inches(origin[1]),
            heading=Degrees(heading),
            covariance=Covariance.round(Inches(sigma), Degrees(heading_sigma)),
        ),
    )
    other = Piece(
        id="S",
        footprint=Disc(radius=Inches(0.5)),
        pose=Pose(x=Inches(origin[0] + at[0]), y=Inches(origin[1] + at[1])),
    )
    return Snapshot(table=TableSize(width=Inches(36), depth=Inches(36)), pieces=(tank, other))


@pytest.mark.parametrize(
    ("at", "angle", "answer"),
    [
        ((10, 5), 26.565, Answer.YES),
        ((5, 10), 63.435, Answer.NO),
        ((10, 10), 45.0, Answer.YES),
        ((-5, 0), 180.0, Answer.NO),
        ((10, -5), 26.565, Answer.YES),
    ],
)
def test_ex2_03_geo_22_front_or_side(at: tuple[float, float], angle: float, answer: Answer) -> None:
    found = facing(table(at=at), ("T", "S"))
    assert found.angle == pytest.approx(angle, abs=1e-3)
    assert found.answer is answer


def test_ex2_10_geo_23_outside_the_arc_of_fire() -> None:
    found = facing(table(at=(2, 10)), ("T", "S"))
    assert found.angle == pytest.approx(78.69, abs=0.01)
    assert found.answer is Answer.NO
    assert "beyond 45 by 33.7" in found.why


@pytest.mark.parametrize("heading", [0, 90, 179, 180, 359, -720, 1000])
def test_turning_the_whole_table_changes_nothing(heading: float) -> None:
    turn = math.radians(heading)
    at = (10 * math.cos(turn) - 5 * math.sin(turn), 10 * math.sin(turn) + 5 * math.cos(turn))
    found = facing(table(at=at, heading=heading, origin=(18, 18)), ("T", "S"))
    assert found.angle == pytest.approx(26.565, abs=1e-3)


def test_errors_of_place_and_heading_add_up() -> None:
    only_heading = facing(table(at=(10, 0), heading_sigma=2), ("T", "S"))
    assert only_heading.sigma == pytest.approx(2)
    only_place = facing(table(at=(10, 0), sigma=0.1), ("T", "S"))
    assert only_place.sigma == pytest.approx(math.degrees(0.01))
    both = facing(table(at=(10, 10), sigma=0.1, heading_sigma=2), ("T", "S"))
    assert both.answer is Answer.TOO_CLOSE_TO_CALL
    assert both.bound == pytest.approx(2 * math.hypot(2, math.degrees(0.1 / math.hypot(10, 10))))


def test_what_cannot_be_seen_has_no_side() -> None:
    assert facing(table(at=(0, 0)), ("T", "S")).answer is Answer.CANNOT_SEE
    seen = table(at=(5, 5))
    piece = seen.piece("S")
    hidden = Piece(id="S", footprint=piece.footprint, pose=piece.pose, state=PieceState.HIDDEN)
    found = facing(seen.moved(hidden), ("T", "S"))
    assert found.answer is Answer.CANNOT_SEE
    assert "hidden" in found.why
