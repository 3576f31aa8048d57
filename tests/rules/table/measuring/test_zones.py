"""Tests of being in an area, with the centre or with everything."""

import pytest

from rules.table.measuring.zones import Part, membership, near_area
from rules.table.shapes import Disc, Footprint, Point, Rectangle
from rules.table.snapshot import Covariance, Piece, PieceState, Pose, Snapshot, TableSize
from rules.table.units import Degrees, Inches
from rules.table.verdict import Answer, Doubt

INFANTRY = Rectangle(length=Inches(3), width=Inches(4))


def ring(*corners: tuple[float, float]) -> tuple[Point, ...]:
    return tuple((Inches(x), Inches(y)) for x, y in corners)


STRIP = ring((0, 0), (36, 0), (36, 10), (0, 10))


def table(
    footprint: Footprint,
    *,
    x: float,
    y: float,
    heading: float = 90,
    sigma: float = 0.0,
    state: PieceState = PieceState.SEEN,
) -> Snapshot:
    pose = Pose(
        x=Inches(x),
        y=Inches(y),
        heading=Degrees(heading),
        covariance=Covariance.round(Inches(sigma)),
    )
    declared = "Red" if state is PieceState.DECLARED else None
    piece = Piece(id="A", footprint=footprint, pose=pose, state=state, declared_by=declared)
    return Snapshot(table=TableSize(width=Inches(36), depth=Inches(36)), pieces=(piece,))


def test_pc_ex_05_start_zone() -> None:
    good = membership(table(INFANTRY, x=10, y=8.4), "A", area=STRIP, part=Part.WHOLE)
    assert good.verdict.answer is Answer.YES
    assert good.verdict.value == pytest.approx(0.1)
    bad = membership(table(INFANTRY, x=10, y=8.9), "A", area=STRIP, part=Part.WHOLE)
    assert bad.verdict.answer is Answer.NO
    assert bad.verdict.value == pytest.approx(-0.4)
    assert "outside the area by 0.4 in" in bad.verdict.why


def test_geo_15_on_the_line_is_in() -> None:
    found = membership(table(INFANTRY, x=10, y=8.5), "A", area=STRIP, part=Part.WHOLE)
    assert found.verdict.answer is Answer.YES


def test_the_table_edge_does_not_count_against_depth_inside() -> None:
    """A zone's outline at the table's own edge is an outline like any other."""
    found = membership(table(Disc(radius=Inches(1)), x=5, y=0.5), "A", area=STRIP, part=Part.WHOLE)
    assert found.verdict.value == pytest.approx(-0.5)


@pytest.mark.parametrize(("y", "depth"), [(9.0, 0.0), (8.0, 1.0), (9.5, -0.5)])
def test_a_round_base_in_a_zone(y: float, depth: float) -> None:
    disc = table(Disc(radius=Inches(1)), x=18, y=y)
    found = membership(disc, "A", area=STRIP, part=Part.WHOLE)
    assert found.verdict.value == pytest.approx(depth)


def test_geo_06_centre_near_the_rim_is_too_close() -> None:
    near_rim = table(INFANTRY, x=10, y=9.9, sigma=0.1)
    assert membership(near_rim, "A", area=STRIP).verdict.answer is Answer.TOO_CLOSE_TO_CALL
    clear = table(INFANTRY, x=10, y=9.9, sigma=0.01)
    assert membership(clear, "A", area=STRIP).verdict.answer is Answer.YES
    floor = membership(clear, "A", area=STRIP, doubt=Doubt(floor=Inches(0.25)))
    assert floor.verdict.answer is Answer.TOO_CLOSE_TO_CALL


def test_the_outline_has_an_error_of_its_own() -> None:
    found = membership(table(INFANTRY, x=10, y=9.9), "A", area=STRIP, sigma=Inches(0.1))
    assert found.verdict.sigma == pytest.approx(0.1)
    assert found.verdict.answer is Answer.TOO_CLOSE_TO_CALL


def test_heading_error_swings_a_corner() -> None:
    pose = Pose(x=Inches(10), y=Inches(5), covariance=Covariance.round(Inches(0), Degrees(1)))
    piece = Piece(id="A", footprint=Rectangle(length=Inches(6), width=Inches(0.2)), pose=pose)
    snapshot = Snapshot(table=TableSize(width=Inches(36), depth=Inches(36)), pieces=(piece,))
    found = membership(snapshot, "A", area=STRIP, part=Part.WHOLE)
    assert found.verdict.sigma == pytest.approx(3 * 0.01745, rel=0.01)


def test_all_corners_inside_but_a_bend_cuts_in() -> None:
    notched = ring((0, 0), (20, 0), (20, 10), (11, 10), (10, 4), (9, 10), (0, 10))
    wide = table(Rectangle(length=Inches(2), width=Inches(10)), x=10, y=6)
    found = membership(wide, "A", area=notched, part=Part.WHOLE)
    assert found.verdict.answer is Answer.NO


def test_hidden_cannot_be_seen_and_declared_says_so() -> None:
    hidden = table(INFANTRY, x=10, y=5, state=PieceState.HIDDEN)
    assert membership(hidden, "A", area=STRIP).verdict.answer is Answer.CANNOT_SEE
    declared = membership(table(INFANTRY, x=10, y=5, state=PieceState.DECLARED), "A", area=STRIP)
    assert declared.verdict.answer is Answer.YES
    assert declared.verdict.declared == ("A",)
    assert "declared by Red" in declared.verdict.why


@pytest.mark.parametrize(
    ("y", "answer"), [(12.6, Answer.YES), (13.6, Answer.YES), (13.7, Answer.NO), (5, Answer.YES)]
)
def test_geo_16_within_three_inches_of_an_objective(y: float, answer: Answer) -> None:
    disc = table(Disc(radius=Inches(0.6)), x=18, y=y)
    assert near_area(disc, STRIP)["A"].answer is answer


def test_an_outline_that_crosses_itself_is_refused() -> None:
    with pytest.raises(ValueError, match="simple outline"):
        membership(table(INFANTRY, x=5, y=5), "A", area=ring((0, 0), (2, 2), (2, 0), (0, 2)))
