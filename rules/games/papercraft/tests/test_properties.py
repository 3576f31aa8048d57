"""Properties of ranges, moves and hit points, on tables made at random."""

import math

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from rules.games.papercraft.chapters.attacks import Attack
from rules.games.papercraft.chapters.damage import Hurt
from rules.games.papercraft.chapters.reach import measured_range
from rules.games.papercraft.measuring.lengths import FrontMetric, move_between
from rules.games.papercraft.options import DOUBT
from rules.games.papercraft.profiles import Armour, DamageType, SecondaryType
from rules.games.papercraft.tests.shooters import attack
from rules.games.papercraft.tests.table_play import (
    HOST,
    Battle,
    all_of,
    attacking,
    profile_of,
    put,
    sized,
)
from rules.referee.toolkit.evidence import Measured, Tolerance
from rules.referee.toolkit.findings import Agreed
from rules.table.measuring.ranges import Metric, range_between
from rules.table.shapes import Rectangle
from rules.table.snapshot import Piece, Pose, Snapshot, TableSize
from rules.table.units import Degrees, Inches

SIDE = 80.0
"""A table with room to turn whatever lies in its middle."""
MIDDLE = SIDE / 2
FAR = Inches(200.0)
AGREED = Agreed(tolerance=Tolerance(), doubt=DOUBT, band=Inches(0.0))
SAME = 1e-6

CELL = 9.0
"""Inches from one square's place to the next, so that none overlap: a Titan is 8.5 across."""

Laid = tuple[SecondaryType, float, float, float]
squares = st.tuples(
    st.sampled_from(SecondaryType), st.floats(-14, 14), st.floats(-14, 14), st.floats(0, 360)
)


@st.composite
def apart(draw: st.DrawFn, *, least: int = 2) -> list[Laid]:
    """Two to six squares that do not overlap, each somewhere in a cell of its own."""
    cells = draw(st.permutations([(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1)]))
    found: list[Laid] = []
    for column, row in cells[: draw(st.integers(least, 6))]:
        kind = draw(st.sampled_from(SecondaryType))
        free = (CELL - math.hypot(*sized(kind))) / 2
        x, y = (CELL * each + free * draw(st.floats(-1, 1)) for each in (column, row))
        found.append((kind, x, y, draw(st.floats(0, 360))))
    return found


tables = apart()


def laid(name: str, square: Laid, *, turn: float = 0.0, by: tuple[float, float] = (0, 0)) -> Piece:
    """A square around the middle of the table, turned about it and shifted."""
    kind, x, y, heading = square
    width, depth = sized(kind)
    angle = math.radians(turn)
    return Piece(
        id=name,
        footprint=Rectangle(length=Inches(depth), width=Inches(width)),
        pose=Pose(
            x=Inches(MIDDLE + x * math.cos(angle) - y * math.sin(angle) + by[0]),
            y=Inches(MIDDLE + x * math.sin(angle) + y * math.cos(angle) + by[1]),
            heading=Degrees(heading + turn),
        ),
    )


def snapshot(found: list[Laid], *, turn: float = 0.0, by: tuple[float, float] = (0, 0)) -> Snapshot:
    """A, B and whoever stands around."""
    pieces = tuple(
        laid(name, each, turn=turn, by=by) for name, each in zip("ABCDEF", found, strict=False)
    )
    return Snapshot(table=TableSize(width=Inches(SIDE), depth=Inches(SIDE)), pieces=pieces)


def ranged(table: Snapshot, pair: tuple[str, str] = ("A", "B"), limit: Inches = FAR) -> Measured:
    others = {piece.id for piece in table.pieces} - set(pair)
    return measured_range(
        table, pair, limit=limit, blockers=others, graze=Inches(1e-6), doubt=DOUBT
    )


@pytest.mark.soak
@given(tables)
def test_the_range_is_the_same_both_ways(found: list[Laid]) -> None:
    table = snapshot(found)
    there, back = ranged(table), ranged(table, ("B", "A"))
    assert (there.value is None) == (back.value is None)
    if there.value is not None and back.value is not None:
        assert there.value == pytest.approx(back.value, abs=SAME)


@pytest.mark.soak
@given(tables)
def test_the_range_is_never_shorter_than_the_gap(found: list[Laid]) -> None:
    table = snapshot(found)
    measured = ranged(table)
    gap = range_between(table, ("A", "B"), metric=Metric.EDGE).verdict.value
    assert gap is not None
    if measured.value is not None:
        assert measured.value >= gap - SAME
        if not measured.blockers:
            assert measured.value == pytest.approx(gap, abs=SAME)


@pytest.mark.soak
@given(tables, st.floats(0, 360), st.floats(-8, 8), st.floats(-8, 8))
def test_the_range_does_not_change_when_the_whole_table_is_turned_and_shifted(
    found: list[Laid], turn: float, dx: float, dy: float
) -> None:
    before, after = ranged(snapshot(found)), ranged(snapshot(found, turn=turn, by=(dx, dy)))
    # A line that hangs on a hair may be lost to rounding; what both see is as long.
    if before.value is not None and after.value is not None:
        assume(before.blockers == after.blockers)
        assert before.value == pytest.approx(after.value, abs=1e-5)


@pytest.mark.soak
@given(apart(least=3))
def test_one_unit_more_never_shortens_a_range(found: list[Laid]) -> None:
    fewer, more = ranged(snapshot(found[:-1])), ranged(snapshot(found))
    if more.value is not None:
        assert fewer.value is not None
        assert more.value >= fewer.value - 1e-5


@pytest.mark.soak
@given(squares, squares, st.sampled_from(FrontMetric))
def test_a_move_is_as_long_as_the_way_back(one: Laid, other: Laid, metric: FrontMetric) -> None:
    """Not by the reach of the edge, which is from the old front only."""
    assume(metric is not FrontMetric.EDGE_REACH)
    there = (laid("A", one), laid("A", (one[0], *other[1:])))
    table = snapshot([one, other])
    assert move_between(table, there, metric=metric).length == pytest.approx(
        move_between(table, there[::-1], metric=metric).length, abs=SAME
    )


@pytest.mark.soak
@given(squares, squares, st.floats(-12, 12), st.floats(-12, 12))
def test_a_way_with_a_bend_is_never_shorter(one: Laid, other: Laid, x: float, y: float) -> None:
    pair = (laid("A", one), laid("A", (one[0], *other[1:])))
    table = snapshot([one, other])
    way = ((Inches(MIDDLE + x), Inches(MIDDLE + y)),)
    straight = move_between(table, pair, metric=FrontMetric.FRONT_MID).length
    assert (
        move_between(table, pair, metric=FrontMetric.FRONT_MID, way=way).length >= straight - SAME
    )


def shot(*, kind: DamageType, armour: Armour, bonus: int) -> Battle:
    record = attack(kind=kind, bonus=bonus, dice="2D6")
    return attacking(
        put(
            "A", "inkbow_company", (10, 5), profile=profile_of("inkbow_company", attacks=(record,))
        ),
        put(
            "B", "moth_rider", (10, 15), blue=True, profile=profile_of("moth_rider", armour=armour)
        ),
        put("Z", "seal_captain", (30, 30), blue=True),
    )


@pytest.mark.soak
@given(
    st.sampled_from(DamageType),
    st.sampled_from(Armour),
    st.integers(-3, 6),
    st.lists(st.integers(1, 6), min_size=4, max_size=4),
)
def test_an_attack_never_heals_and_hits_by_the_totals(
    kind: DamageType, armour: Armour, bonus: int, dice: list[int]
) -> None:
    game = shot(kind=kind, armour=armour, bonus=bonus)
    before = game.unit("B").hp
    game.do(HOST, Attack(unit="A", attack="x", target="B"))
    game.fought(dice[0], dice[1])
    hit = dice[0] + bonus >= dice[1] + game.unit("B").profile.dodge
    assert bool(game.state.asks) is hit
    if hit:
        (hurt,) = all_of(game.hit_for(dice[2], dice[3]), Hurt)
        assert hurt.amount >= 0
        assert game.unit("B").hp == before - hurt.amount
    else:
        assert game.unit("B").hp == before
    assert len(game.unit("A").attacks) == 1
