"""Tests of which areas hold a unit, how surely, and when the big hill gives its bonus die."""

from dataclasses import replace

import pytest

from rules.games.paper_tigers.measuring.scenario_ground import GroundLevel, hill_bonus
from rules.referee.judging.areas import InAreaTest, areas_holding
from rules.table.outlines.unit_table import UnitPieces, unit_table
from rules.table.snapshot import Piece, PieceState, Snapshot
from rules.table.units import Inches
from rules.table.verdict import Answer, Doubt
from tests.factories import Corner, area, box, disc, piece, rectangle, table

COVER = frozenset({"woods", "building"})
WOODS = box("W", (10, 10), (16, 16))


def held(
    snapshot: Snapshot,
    *,
    test: InAreaTest = InAreaTest.CENTRE,
    eps: float = 0.25,
    figures: tuple[Piece, ...] = (),
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    found = areas_holding(snapshot, "S", kinds=COVER, test=test, eps=Inches(eps), figures=figures)
    assert set(found.leaning) <= set(found.doubtful)
    return found.sure, found.doubtful


@pytest.mark.parametrize(
    ("x", "sure", "doubtful"),
    [
        (12.0, ("W",), ()),
        (10.3, ("W",), ()),
        (10.25, (), ("W",)),
        (10.1, (), ("W",)),
        (9.8, (), ("W",)),
        (9.7, (), ()),
        (3.0, (), ()),
    ],
)
def test_geo_06_the_centre_and_a_doubtful_rim(
    x: float, sure: tuple[str, ...], doubtful: tuple[str, ...]
) -> None:
    snapshot = table(piece("S", (x, 13)), terrain=[WOODS])
    assert held(snapshot) == (sure, doubtful)
    found = areas_holding(snapshot, "S", kinds=COVER)
    assert bool(found.leaning) is (doubtful != () and x >= 10)


def test_a_larger_measured_error_widens_the_rim() -> None:
    snapshot = table(piece("S", (11, 13), sigma=0.6), terrain=[WOODS])
    assert held(snapshot) == ((), ("W",))
    vague = table(piece("S", (11, 13)), terrain=[replace(WOODS, sigma=Inches(0.6))])
    assert held(vague) == ((), ("W",))


def test_only_the_kinds_asked_for_count_however_they_are_spelt() -> None:
    house = box("H", (11, 11), (15, 15), kind=" Building ")
    river = box("R", (10, 10), (16, 16), kind="river")
    assert held(table(piece("S", (13, 13)), terrain=[WOODS, house, river])) == (("W", "H"), ())


def test_of_an_area_far_away_nothing_is_measured() -> None:
    far = box("F", (30, 30), (34, 34))
    found = areas_holding(table(piece("S", (13, 13)), terrain=[WOODS, far]), "S", kinds=COVER)
    assert [each.what for each in found.measured] == ["inside"]


@pytest.mark.parametrize(
    ("test", "x", "sure", "doubtful"),
    [
        (InAreaTest.MAJORITY, 10.4, True, False),
        (InAreaTest.MAJORITY, 10.1, False, True),
        (InAreaTest.MAJORITY, 9.9, False, True),
        (InAreaTest.MAJORITY, 9.6, False, False),
        (InAreaTest.ANY_OVERLAP, 9.0, True, False),
        (InAreaTest.ANY_OVERLAP, 8.6, False, True),
        (InAreaTest.ANY_OVERLAP, 8.2, False, False),
        (InAreaTest.ALL, 11.9, True, False),
        (InAreaTest.ALL, 11.6, False, True),
        (InAreaTest.ALL, 11.0, False, False),
    ],
)
def test_amb1_17_how_much_of_a_unit_has_to_be_inside(
    test: InAreaTest, x: float, sure: bool, doubtful: bool
) -> None:
    snapshot = table(piece("S", (x, 13), footprint=rectangle(3, 2)), terrain=[WOODS])
    assert held(snapshot, test=test) == (("W",) if sure else (), ("W",) if doubtful else ())


@pytest.mark.parametrize("test", list(InAreaTest))
def test_a_round_base_deep_inside_passes_every_test(test: InAreaTest) -> None:
    snapshot = table(piece("S", (13, 13), footprint=disc(0.6)), terrain=[WOODS])
    assert held(snapshot, test=test) == (("W",), ())


@pytest.mark.parametrize(
    ("places", "sure", "doubtful"),
    [
        ([(11, 13), (12, 13), (8, 13)], True, False),
        ([(11, 13), (8, 12), (8, 13)], False, False),
        ([(11, 13), (8, 13)], False, False),
        ([(11, 13), (10.1, 13), (8, 13)], False, True),
        ([(11, 13), (10.1, 13), (8, 13), (7, 13)], False, False),
    ],
)
def test_amb1_26_most_of_the_figures(places: list[Corner], sure: bool, doubtful: bool) -> None:
    figures = tuple(piece(f"f{k}", at) for k, at in enumerate(places))
    standing = UnitPieces(unit="S", pieces=tuple(each.id for each in figures))
    units = unit_table(table(*figures, terrain=[WOODS]), (standing,))
    expected = (("W",) if sure else (), ("W",) if doubtful else ())
    assert held(units, test=InAreaTest.MAJORITY_OF_FIGURES, figures=figures) == expected


def test_the_centre_of_loose_figures_is_their_mean() -> None:
    figures = tuple(piece(f"f{k}", at) for k, at in enumerate([(9.4, 13), (9.4, 12), (14, 13)]))
    standing = UnitPieces(unit="S", pieces=("f0", "f1", "f2"))
    units = unit_table(table(*figures, terrain=[WOODS]), (standing,))
    assert held(units) == (("W",), ())


def test_a_squad_declared_in_a_house_is_in_it() -> None:
    hidden = piece("S", (3, 3), state=PieceState.HIDDEN, age=9)
    house = area("H", (20, 20), (23, 20), (23, 21.5), (21, 24), (20, 24), kind="building")
    standing = UnitPieces(unit="S", pieces=("S",), in_area="H", declared_by="Red")
    units = unit_table(table(hidden, terrain=[house]), (standing,))
    found = areas_holding(units, "S", kinds=COVER)
    assert found.sure == ("H",)
    assert found.measured[0].declared == ("S",)


def test_of_a_hidden_unit_nothing_can_be_said() -> None:
    snapshot = table(piece("S", (13, 13), state=PieceState.HIDDEN, age=3), terrain=[WOODS])
    found = areas_holding(snapshot, "S", kinds=COVER)
    assert (found.sure, found.doubtful) == ((), ())
    assert found.any_answer is Answer.CANNOT_SEE
    assert "S is hidden" in found.unseen


HILL = replace(box("Big", (12, 12), (24, 24), kind="hill"), height=Inches(2))
LOW = replace(box("Low", (2, 2), (6, 6), kind="hill"), height=Inches(1))
HIGH = replace(box("High", (28, 2), (32, 6), kind="hill"), height=Inches(2))


def bonus(
    shooter: Corner,
    target: Corner,
    *,
    ground_level: GroundLevel = GroundLevel.NOT_ON_A_HILL,
    state: PieceState = PieceState.SEEN,
) -> Answer:
    units = (piece("A", shooter, state=state), piece("T", target))
    found = hill_bonus(
        table(*units, terrain=[HILL, LOW, HIGH, WOODS]),
        shooter="A",
        target="T",
        hill="Big",
        ground_level=ground_level,
    )
    assert found.says
    return found.answer


def test_geo_27_ex1_45_from_below_and_from_another_hill() -> None:
    assert bonus((8, 18), (15, 18)) is Answer.YES
    assert bonus((8, 18), (8, 20)) is Answer.NO
    assert bonus((20, 18), (15, 18)) is Answer.NO
    assert bonus((4, 4), (15, 18)) is Answer.NO
    assert bonus((11, 11), (13, 13)) is Answer.YES


def test_amb1_40_a_lower_hill_may_count_as_ground() -> None:
    lower = GroundLevel.LOWER_HILLS_TOO
    assert bonus((4, 4), (15, 18), ground_level=lower) is Answer.YES
    assert bonus((30, 4), (15, 18), ground_level=lower) is Answer.NO
    assert bonus((20, 18), (15, 18), ground_level=lower) is Answer.NO


def test_geo_27_doubt_and_what_settles_it() -> None:
    assert bonus((8, 18), (12.1, 18)) is Answer.TOO_CLOSE_TO_CALL
    assert bonus((6.1, 4), (15, 18)) is Answer.TOO_CLOSE_TO_CALL
    assert bonus((6.1, 4), (8, 18)) is Answer.NO
    assert bonus((8, 18), (15, 18), state=PieceState.LOST) is Answer.CANNOT_SEE
    assert bonus((8, 18), (8, 25), state=PieceState.LOST) is Answer.NO


def test_a_hill_that_is_not_there_gives_nothing() -> None:
    found = hill_bonus(table(), shooter="A", target="T", hill="Big", doubt=Doubt())
    assert (found.answer, found.says) == (Answer.NO, "there is no hill Big on the table")
