"""Tests of sight lines: the rulebook's worked examples and the words of the answers."""

import pytest

from rules.table.shapes import Footprint
from rules.table.sight.ground import Blockers
from rules.table.sight.sight_line import Sight, sight_between
from rules.table.snapshot import Health, HealthState, Piece, PieceState, Terrain
from rules.table.units import Inches
from rules.table.verdict import Answer, Doubt
from tests.factories import area, box, disc, lost, piece, rectangle, table

WOODS = box("W", (8, 8), (12, 14))
EPS = Doubt(floor=Inches(0.25))
EXACT = Doubt()
BOX_WRECK = rectangle(3.0, 1.5)

Spot = tuple[float, float]


def seen(
    start: Spot,
    end: Spot,
    *,
    terrain: tuple[Terrain, ...] = (),
    more: tuple[Piece, ...] = (),
    wrecks: str = "",
    sigma: float = 0.0,
    doubt: Doubt = EPS,
) -> Sight:
    one, other = piece("A", start, sigma=sigma), piece("B", end, sigma=sigma)
    blockers = Blockers(pieces=frozenset(wrecks.split()))
    snapshot = table(one, other, *more, terrain=terrain)
    return sight_between(snapshot, ("A", "B"), blockers=blockers, doubt=doubt)


def test_ex1_16_through_four_inches_of_woods() -> None:
    found = seen((2, 10), (20, 10), terrain=(WOODS,))
    assert found.verdict.answer is Answer.NO
    (crossing,) = found.blocked_by
    assert (crossing.id, crossing.kind) == ("W", "woods")
    assert crossing.length == pytest.approx(4.0)
    assert crossing.chord == ((8.0, 10.0), (12.0, 10.0))
    assert found.verdict.value == pytest.approx(-2.0)
    assert found.nearest == "W"
    assert found.p_blocked == 1.0
    assert "the woods stand in the way, by 2 in" in found.verdict.why


@pytest.mark.parametrize(
    ("start", "end"), [((2, 10), (10, 10)), ((10, 10), (20, 10)), ((8.5, 9), (11.5, 13))]
)
def test_ex1_17_into_out_of_and_within(start: Spot, end: Spot) -> None:
    found = seen(start, end, terrain=(WOODS,))
    assert found.verdict.answer is Answer.YES
    assert found.blocked_by == ()
    assert found.p_blocked == 0.0


def test_ex1_18_through_a_third_area() -> None:
    first, third = box("A", (0, 8), (4, 12)), box("C", (18, 8), (22, 12))
    between = box("B", (9, 8), (12, 12))
    found = seen((2, 10), (20, 10), terrain=(first, between, third))
    assert found.verdict.answer is Answer.NO
    assert [crossing.id for crossing in found.blocked_by] == ["B"]
    assert seen((2, 10), (20, 10), terrain=(first, third)).verdict.answer is Answer.YES


def test_ex1_19_a_gap_of_a_tenth_is_doubtful() -> None:
    found = seen((0, 0), (20, 0), terrain=(box("H", (8, 0.1), (12, 4), kind="building"),))
    assert found.verdict.answer is Answer.TOO_CLOSE_TO_CALL
    assert found.verdict.value == pytest.approx(0.1)
    assert found.verdict.bound == 0.25
    assert found.nearest == "H"


@pytest.mark.parametrize(("low", "answer"), [(0.4, Answer.YES), (-1.0, Answer.NO)])
def test_ex1_20_four_tenths_clear_one_inch_through(low: float, answer: Answer) -> None:
    found = seen((0, 5), (20, 5), terrain=(box("H", (8, 5 + low), (12, 9), kind="building"),))
    assert found.verdict.answer is answer
    assert found.verdict.value == pytest.approx(low)


@pytest.mark.parametrize(
    ("low", "answer"),
    [
        (0.26, Answer.YES),
        (0.25, Answer.TOO_CLOSE_TO_CALL),
        (0.0, Answer.TOO_CLOSE_TO_CALL),
        (-0.25, Answer.TOO_CLOSE_TO_CALL),
        (-0.26, Answer.NO),
    ],
)
def test_geo_08_the_band_ends_at_a_quarter_inch(low: float, answer: Answer) -> None:
    found = seen((0, 5), (20, 5), terrain=(box("H", (8, 5 + low), (12, 9), kind="building"),))
    assert found.verdict.answer is answer


@pytest.mark.parametrize("shape", [BOX_WRECK, disc(0.75)])
def test_ex1_21_a_burning_wreck_a_live_tank_and_nothing(
    shape: Footprint,
) -> None:
    tank = piece("T", (10, 10), footprint=shape, kind="wreck")
    burning = seen((0, 10), (20, 10), more=(tank,), wrecks="T")
    assert burning.verdict.answer is Answer.NO
    assert [crossing.id for crossing in burning.blocked_by] == ["T"]
    assert burning.verdict.value == pytest.approx(-0.75)
    assert seen((0, 10), (20, 10), more=(tank,)).verdict.answer is Answer.YES
    assert seen((0, 10), (20, 10)).verdict.answer is Answer.YES


def test_geo_10_a_wreck_does_not_hide_itself() -> None:
    wreck = piece("B", (20, 10), footprint=BOX_WRECK)
    snapshot = table(piece("A", (2, 10)), wreck)
    blockers = Blockers(pieces=frozenset("B"))
    assert sight_between(snapshot, ("A", "B"), blockers=blockers).verdict.answer is Answer.YES


def test_geo_10_a_unit_on_a_wreck_sees_nothing() -> None:
    """A wreck is no area: it blocks into and out of as well."""
    wreck = piece("T", (10, 10), footprint=BOX_WRECK)
    for found in (
        seen((10, 10.2), (20, 10), more=(wreck,), wrecks="T", doubt=EXACT),
        seen((20, 10), (10, 10.2), more=(wreck,), wrecks="T", doubt=EXACT),
    ):
        assert found.verdict.answer is Answer.NO
        assert found.p_blocked == 1.0


@pytest.mark.parametrize("kind", ["woods", "building", "hill"])
def test_geo_08_what_blocks(kind: str) -> None:
    terrain = (box("W", (8, 8), (12, 14), kind=kind),)
    assert seen((2, 10), (20, 10), terrain=terrain).verdict.answer is Answer.NO


@pytest.mark.parametrize("kind", ["river", "road", "bridge", "trees"])
def test_geo_08_what_does_not_block(kind: str) -> None:
    terrain = (box("W", (8, 8), (12, 14), kind=kind),)
    found = seen((2, 10), (20, 10), terrain=terrain)
    assert found.verdict.answer is Answer.YES
    assert found.verdict.value is None


def test_geo_09_a_hill_lets_nobody_see_over_other_things() -> None:
    hill = box("H", (0, 8), (4, 12), kind="hill")
    assert seen((2, 10), (20, 10), terrain=(hill,)).verdict.answer is Answer.YES
    assert seen((2, 10), (20, 10), terrain=(hill, WOODS)).verdict.answer is Answer.NO


def test_geo_08a_a_house_in_a_wood() -> None:
    """An area inside of another: the line is clear only where it leaves or enters both."""
    house = box("H", (9, 9), (11, 11), kind="building")
    both = (WOODS, house)
    assert seen((10, 10), (20, 10), terrain=both).verdict.answer is Answer.YES
    behind = seen((8.4, 10), (20, 10), terrain=both)
    assert behind.verdict.answer is Answer.NO
    assert [crossing.id for crossing in behind.blocked_by] == ["H"]


@pytest.mark.parametrize(
    ("start", "answer"),
    [
        # Just inside the far side of the woods; one step back and all of them are in the way.
        ((8.1, 11), Answer.TOO_CLOSE_TO_CALL),
        ((8.4, 11), Answer.YES),
        # Just outside of the far side; one step ahead and the woods are its own.
        ((7.9, 11), Answer.TOO_CLOSE_TO_CALL),
        ((7.6, 11), Answer.NO),
        # On the near side either way is clear.
        ((11.9, 11), Answer.YES),
        ((12.1, 11), Answer.YES),
    ],
)
def test_geo_08_an_end_within_the_band_of_an_outline(start: Spot, answer: Answer) -> None:
    assert seen(start, (20, 11), terrain=(WOODS,)).verdict.answer is answer
    assert seen((20, 11), start, terrain=(WOODS,)).verdict.answer is answer


def test_geo_08_an_end_in_the_band_of_a_second_area_changes_nothing() -> None:
    """The verdict would not change with that membership: something else blocks anyway."""
    wall = box("H", (14, 2), (16, 20), kind="building")
    assert seen((7.9, 11), (20, 11), terrain=(WOODS, wall)).verdict.answer is Answer.NO


@pytest.mark.parametrize("shape", [BOX_WRECK, disc(0.75)])
@pytest.mark.parametrize("gap", [0.05, 0.2])
def test_geo_08_a_wreck_just_behind_an_end_is_in_the_band(shape: Footprint, gap: float) -> None:
    """The line misses it, but not enlarged by the band: a step further and the end is on it."""
    half = 1.5 if shape == BOX_WRECK else 0.75
    wreck = piece("T", (20 + gap + half, 10), footprint=shape)
    found = seen((2, 10), (20, 10), more=(wreck,), wrecks="T")
    assert found.verdict.answer is Answer.TOO_CLOSE_TO_CALL
    assert found.verdict.value == pytest.approx(gap)


def test_samples_that_disagree_are_always_heard() -> None:
    """Whatever the nearest flip says, sight blocked in a third of the samples is doubtful."""
    wreck = piece("T", (21.55, 10), footprint=BOX_WRECK)
    found = seen((2, 10), (20, 10), more=(wreck,), wrecks="T", sigma=0.1, doubt=EXACT)
    assert found.p_blocked is not None
    assert 0.05 < found.p_blocked < 0.95
    assert found.verdict.answer is Answer.TOO_CLOSE_TO_CALL


@pytest.mark.parametrize(
    ("start", "end"),
    [
        ((2, 14), (20, 14)),  # along a side
        ((2, 8), (20, 8)),
        ((12, 2), (12, 20)),
        ((2, 14), (8, 14)),  # ends on a corner: held, so it sees
        ((4, 4), (12, 12)),  # ends on a side
        ((6, 12), (10, 16)),  # through a corner
    ],
)
def test_touching_an_outline(start: Spot, end: Spot) -> None:
    """A line that touches is blocked; an end on the outline is in the area."""
    held = any(8 <= x <= 12 and 8 <= y <= 14 for x, y in (start, end))
    found = seen(start, end, terrain=(WOODS,), doubt=EXACT)
    assert found.verdict.answer is (Answer.YES if held else Answer.NO)
    assert found.p_blocked == (0.0 if held else 1.0)
    if not held:
        assert found.verdict.value == pytest.approx(0)


def test_a_sure_touch_stays_sure_beside_an_unsure_area() -> None:
    """What stands elsewhere with an error of its own does not open a line that touches."""
    elsewhere = box("V", (30, 30), (32, 32), sigma=0.1)
    found = seen((2, 14), (20, 14), terrain=(WOODS, elsewhere), doubt=EXACT)
    assert found.verdict.answer is Answer.NO
    assert found.p_blocked == 1.0


def test_between_concave_arms() -> None:
    arms = area("U", (5, 5), (15, 5), (15, 15), (14, 15), (14, 6), (6, 6), (6, 15), (5, 15))
    assert seen((10, 10), (10, 30), terrain=(arms,), doubt=EXACT).verdict.answer is Answer.YES
    across = seen((2, 10), (20, 10), terrain=(arms,), doubt=EXACT)
    (crossing,) = across.blocked_by
    assert crossing.length == pytest.approx(2.0)
    assert crossing.chord == ((5.0, 10.0), (15.0, 10.0))


@pytest.mark.parametrize("again", [0, 2, -1])
def test_a_corner_given_twice_changes_nothing(again: int) -> None:
    """Many programs close an outline by giving its first corner again as the last."""
    corners = [(8.0, 8.0), (12.0, 8.0), (12.0, 14.0), (8.0, 14.0)]
    doubled = (*corners, corners[0]) if again < 0 else (*corners[: again + 1], *corners[again:])
    for start in ((2, 10), (8.1, 10), (10, 10), (2, 14.1)):
        once = seen(start, (20, 11), terrain=(area("W", *corners),), sigma=0.05)
        assert seen(start, (20, 11), terrain=(area("W", *doubled),), sigma=0.05) == once


def test_numbers_are_plain_ones() -> None:
    """An event keeps them; numpy's own would not read the same after a replay."""
    for start in ((2, 10), (8.1, 10), (2, 14.1)):
        found = seen(start, (20, 11), terrain=(WOODS,), sigma=0.05)
        verdict = found.verdict
        numbers = (verdict.value, verdict.margin, verdict.sigma, verdict.bound, found.p_blocked)
        assert [type(number) for number in numbers] == [float] * 5


def test_two_pieces_on_one_spot_see_each_other() -> None:
    assert seen((10, 10), (10, 10), terrain=(WOODS,)).verdict.answer is Answer.YES
    assert seen((5, 5), (5, 5), terrain=(WOODS,), sigma=0.1).verdict.answer is Answer.YES


@pytest.mark.parametrize(
    "shown",
    [
        piece("A", state=PieceState.MOVING),
        piece("A", state=PieceState.HIDDEN, age=3),
        piece("A", age=0.6),
        lost("A"),
    ],
)
def test_what_is_not_seen_sees_nothing(shown: Piece) -> None:
    for pair in (("A", "B"), ("B", "A")):
        found = sight_between(table(shown, piece("B", (20, 10))), pair)
        assert found.verdict.answer is Answer.CANNOT_SEE
        assert (found.line, found.p_blocked, found.witness) == (None, None, None)


def test_only_a_live_camera_rules() -> None:
    snapshot = table(piece("A"), piece("B", (20, 10)), health=Health(state=HealthState.MOVED))
    assert sight_between(snapshot, ("A", "B")).verdict.answer is Answer.CANNOT_SEE


def test_a_declared_end_is_named() -> None:
    vouched = piece("A", state=PieceState.DECLARED, age=60)
    found = sight_between(table(vouched, piece("B", (20, 10))), ("A", "B"))
    assert found.verdict.answer is Answer.YES
    assert found.verdict.declared == ("A",)
    assert "A's place is declared by Red" in found.verdict.why


def test_a_declared_wreck_that_decides_is_named_too() -> None:
    wreck = piece("T", (10, 10), footprint=BOX_WRECK, state=PieceState.DECLARED)
    found = seen((0, 10), (20, 10), more=(wreck,), wrecks="T")
    assert found.verdict.answer is Answer.NO
    assert found.verdict.declared == ("T",)
    assert "T's place is declared by Red" in found.verdict.why


@pytest.mark.parametrize(
    "wreck",
    [
        piece("T", (10, 10), footprint=BOX_WRECK, state=PieceState.MOVING),
        piece("T", (10, 16), footprint=BOX_WRECK, state=PieceState.MOVING),
        lost("T"),
    ],
)
def test_a_wreck_whose_place_is_not_known_leaves_sight_open(wreck: Piece) -> None:
    """Neither "blocked" nor "clear" may be said of a line that it may or may not stand in."""
    found = seen((0, 10), (20, 10), more=(wreck,), wrecks="T")
    assert found.verdict.answer is Answer.CANNOT_SEE
    assert "T" in found.verdict.why


def test_unknown_names_are_refused() -> None:
    with pytest.raises(KeyError, match="no piece 'Z'"):
        sight_between(table(piece("A")), ("A", "Z"))
    with pytest.raises(KeyError, match="no piece Z"):
        sight_between(table(piece("A")), ("A", "A"), blockers=Blockers(pieces=frozenset("Z")))
