"""Tests of the measuring line that other outlines block."""

import math
import random
from collections.abc import Callable

import numpy as np
import pytest
import shapely

from rules.table.measuring.clear_line import ClearLine, clear_line
from rules.table.measuring.ranges import Metric, range_between
from rules.table.outlines.outline import place
from rules.table.shapes import Disc, Footprint, Polygon, Rectangle
from rules.table.snapshot import Covariance, Piece, PieceState, Pose, Snapshot, TableSize
from rules.table.units import Degrees, Inches
from rules.table.verdict import Answer

CHARACTER = Rectangle(length=Inches(1), width=Inches(1))
INFANTRY = Rectangle(length=Inches(3), width=Inches(4))
LARGE = Rectangle(length=Inches(2), width=Inches(2))


def unit(
    name: str, footprint: Footprint, *, x: float, y: float, heading: float = 90, sigma: float = 0
) -> Piece:
    return Piece(
        id=name,
        footprint=footprint,
        pose=Pose(
            x=Inches(x),
            y=Inches(y),
            heading=Degrees(heading),
            covariance=Covariance.round(Inches(sigma)),
        ),
    )


def table(*pieces: Piece) -> Snapshot:
    size = TableSize(width=Inches(36), depth=Inches(36))
    return Snapshot(table=size, pieces=pieces)


def measured(*pieces: Piece, limit: float | None = None, graze: float = 1e-6) -> float | None:
    found = clear_line(
        table(*pieces),
        (pieces[0].id, pieces[1].id),
        limit=None if limit is None else Inches(limit),
        graze=Inches(graze),
    )
    return found.verdict.value


def test_pc_ex_09_straight_ahead() -> None:
    infantry = unit("A", INFANTRY, x=10, y=5)
    assert measured(infantry, unit("B", CHARACTER, x=11, y=24)) == pytest.approx(17.0)
    assert measured(infantry, unit("B", CHARACTER, x=11, y=25.2)) == pytest.approx(18.2)


def test_pc_ex_10_diagonal() -> None:
    value = measured(unit("A", INFANTRY, x=10, y=5), unit("B", LARGE, x=20, y=14))
    assert value == pytest.approx(math.hypot(7, 6.5), abs=1e-9)


def test_pc_ex_11_fully_blocked() -> None:
    found = clear_line(
        table(
            unit("A", CHARACTER, x=10, y=5),
            unit("B", CHARACTER, x=10, y=15),
            unit("C", INFANTRY, x=10, y=10),
        ),
        ("A", "B"),
        limit=Inches(99),
    )
    assert found.verdict.answer is Answer.NO
    assert found.line is None
    assert found.blocked_by == ("C",)
    assert "C covers all of it" in found.verdict.why


def test_pc_ex_12_partly_blocked() -> None:
    value = measured(
        unit("A", CHARACTER, x=10, y=5),
        unit("B", CHARACTER, x=10, y=15),
        unit("C", INFANTRY, x=11.8, y=10),
    )
    assert value == pytest.approx(9.0, abs=1e-5)


def test_pc_ex_13_detour() -> None:
    pieces = (
        unit("A", CHARACTER, x=10, y=5),
        unit("B", INFANTRY, x=11, y=16),
        unit("C", LARGE, x=10.3, y=10),
    )
    found = clear_line(table(*pieces), ("A", "B"), limit=Inches(9.1))
    assert found.verdict.value == pytest.approx(9.180, abs=5e-4)
    assert found.verdict.answer is Answer.NO
    assert found.touches == ("C",)
    assert found.line is not None
    np.testing.assert_allclose(found.line, [(9.5, 5.333), (9.0, 14.5)], atol=1e-3)
    assert clear_line(table(*pieces), ("A", "B"), limit=Inches(9.2)).verdict.answer is Answer.YES


def test_pc_ex_13_a_line_may_clip_a_corner_by_the_graze() -> None:
    pieces = (
        unit("A", CHARACTER, x=10, y=5),
        unit("B", INFANTRY, x=11, y=16),
        unit("C", LARGE, x=10.3, y=10),
    )
    assert measured(*pieces, graze=0.02) == pytest.approx(9.012, abs=5e-4)


def test_a_line_may_lean_on_one_point_and_still_be_the_plain_gap() -> None:
    """Two wedges leave a slit: the shortest line stands upright in it and leans on one alone."""

    def wedge(name: str, *, x: float, y: float, towards: float) -> Piece:
        tail = 5.0 * towards
        corners = ((0.0, 0.0), (tail, -0.5), (tail, 0.5))
        shape = Polygon(vertices=tuple((Inches(a), Inches(b)) for a, b in corners))
        return unit(name, shape, x=x, y=y, heading=0)

    value = measured(
        unit("A", LARGE, x=10, y=5),
        unit("B", LARGE, x=10, y=15),
        wedge("C", x=9.3, y=9, towards=1.0),
        wedge("D", x=9.1, y=11, towards=-1.0),
    )
    assert value == pytest.approx(8.0, abs=1e-6)


@pytest.mark.parametrize(
    ("limit", "told"), [(18.0, "within 18 in by 1 in"), (16.0, "beyond 16 in by 1 in")]
)
def test_the_sentence_says_on_which_side_of_the_limit(limit: float, told: str) -> None:
    snapshot = table(unit("A", INFANTRY, x=10, y=5), unit("B", CHARACTER, x=11, y=24))
    found = clear_line(snapshot, ("A", "B"), limit=Inches(limit))
    assert told in found.verdict.why
    exactly = clear_line(snapshot, ("A", "B"), limit=Inches(17))
    assert exactly.verdict.answer is Answer.YES


def test_touching_outlines_are_at_range_zero() -> None:
    assert measured(unit("A", LARGE, x=5, y=5), unit("B", LARGE, x=7, y=5)) == pytest.approx(0)


def test_a_round_blocker_is_passed_on_its_tangent() -> None:
    """Level with the axis the line leans on the middle disc and cuts a chord off both ends."""
    found = measured(
        unit("A", Disc(radius=Inches(1)), x=10, y=10),
        unit("B", Disc(radius=Inches(1)), x=20, y=10),
        unit("C", Disc(radius=Inches(0.5)), x=15, y=10),
    )
    assert found == pytest.approx(10 - 2 * math.sqrt(0.75), abs=1e-5)


def test_narrow_gap_is_too_close_to_call_when_errors_could_close_it() -> None:
    def gap(width: float, sigma: float) -> Answer:
        pieces = (
            unit("A", CHARACTER, x=10, y=5),
            unit("B", CHARACTER, x=10, y=15),
            unit("C", LARGE, x=10 - 1 - width / 2, y=10, sigma=sigma),
            unit("D", LARGE, x=10 + 1 + width / 2, y=10, sigma=sigma),
        )
        return clear_line(table(*pieces), ("A", "B"), limit=Inches(12)).verdict.answer

    assert gap(0.02, 0.0) is Answer.YES
    assert gap(0.02, 0.05) is Answer.TOO_CLOSE_TO_CALL
    assert gap(0.5, 0.05) is Answer.YES
    assert gap(-0.5, 0.05) is Answer.NO


ELL = Polygon(
    vertices=tuple(
        (Inches(x), Inches(y)) for x, y in ((-5, -5), (5, -5), (5, -4), (-4, -4), (-4, 5), (-5, 5))
    )
)


def test_an_end_that_bends_inwards_is_measured_to_its_outline() -> None:
    """Into the notch of an L, where its hull would stop the line short."""
    ell, disc = (
        unit("L", ELL, x=10, y=10, heading=0),
        unit("D", Disc(radius=Inches(0.5)), x=15, y=15),
    )
    plain = range_between(table(ell, disc), ("L", "D"), metric=Metric.EDGE).verdict.value
    assert plain == pytest.approx(8.5)
    assert measured(ell, disc) == pytest.approx(8.5)
    assert measured(disc, ell) == pytest.approx(8.5)


def _between(state: PieceState, *, y: float = 10.0) -> ClearLine:
    pose = Pose(x=Inches(20), y=Inches(y))
    declared = "Red" if state is PieceState.DECLARED else None
    wide = Disc(radius=Inches(2))
    blocker = Piece(
        id="W",
        footprint=wide,
        pose=None if state is PieceState.LOST else pose,
        state=state,
        declared_by=declared,
    )
    ends = (unit("A", CHARACTER, x=10, y=10), unit("B", CHARACTER, x=30, y=10))
    return clear_line(table(*ends, blocker), ("A", "B"), limit=Inches(25))


@pytest.mark.parametrize("state", [PieceState.MOVING, PieceState.LOST, PieceState.HIDDEN])
def test_what_may_stand_in_the_way_leaves_the_line_open(state: PieceState) -> None:
    found = _between(state)
    assert found.verdict.answer is Answer.CANNOT_SEE
    assert "W may stand in the way" in found.verdict.why


def test_a_piece_hidden_far_from_the_line_matters_to_nobody() -> None:
    assert _between(PieceState.HIDDEN, y=20).verdict.answer is Answer.YES
    assert _between(PieceState.MOVING, y=20).verdict.answer is Answer.CANNOT_SEE


def test_a_declared_blocker_is_named() -> None:
    found = _between(PieceState.DECLARED)
    assert found.verdict.declared == ("W",)
    assert "declared by Red" in found.verdict.why


@pytest.mark.parametrize(
    ("heading_sigma", "answer"), [(0.0, Answer.NO), (5.0, Answer.TOO_CLOSE_TO_CALL)]
)
def test_a_blocker_that_may_be_turned_leaves_doubt(heading_sigma: float, answer: Answer) -> None:
    """A long hull across the lane hides all of it, unless it stands askew."""
    pose = Pose(
        x=Inches(10),
        y=Inches(10),
        covariance=Covariance.round(Inches(0), Degrees(heading_sigma)),
    )
    hull = Piece(id="W", footprint=Rectangle(length=Inches(1.2), width=Inches(0.5)), pose=pose)
    ends = (unit("A", CHARACTER, x=10, y=5), unit("B", CHARACTER, x=10, y=15))
    found = clear_line(table(*ends, hull), ("A", "B"), limit=Inches(9.05))
    assert found.verdict.answer is answer


def _brute_force(pieces: list[Piece], step: float) -> float:
    """The shortest clear line among sampled points of both outlines."""
    shapes = [_drawn(piece) for piece in pieces]
    ends = [
        np.array(
            [
                shape.exterior.interpolate(d).coords[0]
                for d in np.arange(0, shape.exterior.length, step)
            ]
        )
        for shape in shapes[:2]
    ]
    one = np.repeat(ends[0], len(ends[1]), axis=0)
    other = np.tile(ends[1], (len(ends[0]), 1))
    lengths = np.hypot(*(other - one).T)
    lines = np.asarray(shapely.linestrings(np.stack([one, other], axis=1)), dtype=object)
    blocked = np.zeros(len(lines), dtype=np.bool_)
    for shape in shapes[2:]:
        blocked = blocked | shapely.intersects(np.array([shape.buffer(-1e-6)]), lines)
    return float(lengths[~blocked].min(initial=math.inf))


def _drawn(piece: Piece) -> shapely.Polygon:
    outline = place(piece)
    if outline.radius:
        return shapely.Point(outline.centre).buffer(outline.radius, quad_segs=64)
    return shapely.Polygon(outline.corners)


@pytest.mark.soak
def test_the_line_is_clear_and_no_sampled_line_is_shorter(
    soak_count: Callable[[int, int], int], rng_seed: int
) -> None:
    rng = random.Random(rng_seed)
    shapes: list[Footprint] = [
        CHARACTER,
        INFANTRY,
        LARGE,
        Disc(radius=Inches(0.8)),
        Polygon(
            vertices=((Inches(1), Inches(0)), (Inches(-1), Inches(1)), (Inches(-1), Inches(-1)))
        ),
    ]
    step = 0.1
    for _ in range(soak_count(12, 300)):
        places = [(8, 8), (8, 20), *((rng.uniform(4, 12), rng.uniform(11, 17)) for _ in range(3))]
        pieces = [
            unit(str(k), rng.choice(shapes), x=x, y=y, heading=rng.uniform(0, 360))
            for k, (x, y) in enumerate(places)
        ]
        found = clear_line(table(*pieces), ("0", "1"))
        value = found.verdict.value
        sampled = _brute_force(pieces, step)
        exact = math.inf if value is None else value
        assert exact <= sampled + 1e-3, (pieces, exact, sampled)
        if found.line is not None:
            drawn = shapely.LineString(found.line)
            for end, piece in zip(found.line, pieces[:2], strict=True):
                rim = _drawn(piece).exterior
                assert shapely.distance(rim, shapely.Point(end)) < 2e-3, (pieces, end)
            for piece in pieces[2:]:
                assert not shapely.intersects(_drawn(piece).buffer(-2e-3), drawn), (pieces, drawn)
        back = clear_line(table(*pieces), ("1", "0")).verdict.value
        assert back == pytest.approx(value, abs=1e-6)
