"""Further cases of ranges: corners of blockers, edges that touch, doubt, and who is in the way."""

import math

import pytest

from rules.games.papercraft.chapters.attacks import Attack
from rules.games.papercraft.phases import decide
from rules.games.papercraft.profiles import Fate
from rules.games.papercraft.tests.shooters import CHARACTER, INFANTRY, range_of, shooter
from rules.games.papercraft.tests.table_play import HOST, STRICT, Battle, Put, attacking, put
from rules.referee.toolkit.evidence import Measured
from rules.referee.toolkit.game import Command, Event, Refusal
from rules.table.snapshot import PieceState
from rules.table.verdict import Answer

SHOT = Attack(unit="A", attack="x", target="B")


def field(*others: Put, range_in: float = 36, kind: object = CHARACTER, **chosen: object) -> Battle:
    made = shooter((10, 5), kind, range_in=range_in)  # type: ignore[arg-type]
    return attacking(made, *others, chosen={**STRICT, **chosen})


def character(name: str, at: tuple[float, float], **more: object) -> Put:
    return put(name, "seal_captain", at, blue=True, **more)  # type: ignore[arg-type]


def ruled(game: Battle) -> tuple[bool, Measured]:
    """Whether a shot is allowed, and what was measured."""
    found = decide(game.state, Command(author=HOST, body=SHOT), game.snapshot)
    if isinstance(found, Refusal):
        return False, found.evidence[0]
    first: Event = found[0]
    return True, first.evidence[0]


@pytest.mark.parametrize("x", [10.0, 9.0, 11.0])
def test_the_tangents_to_a_corner_give_the_exact_range(x: float) -> None:
    """A large square in the middle of the lane: the line leans on two of its corners in turn.

    Attacker and target are one wide, the blocker two: it covers x - 1 to x + 1 of y 9 to 11, so a
    straight line is clear only where one of the two lanes beside it is free.
    """
    game = field(put("C", "web_spitter", (x, 10), blue=True), character("B", (10, 15)))
    value = range_of(game)
    if x == 10.0:
        # From (9.5, 5.5) past (9, 9) and (9, 11) back to (9.5, 14.5) is no straight line.
        assert value is None
    else:
        assert value == pytest.approx(9.0)


def test_a_line_that_leans_on_one_corner() -> None:
    """From the attacker's left edge, x 9.5, past the corner (9.2, 9) up to the target's side."""
    game = field(
        put("C", "web_spitter", (10.2, 10), blue=True),
        put("B", "quill_spears", (10, 20), blue=True),
    )
    lean = math.hypot(0.3, 3.5)
    # Steeper than straight up by 0.3 on the 3.5 in to the corner; the blocker ends at y 11.
    straight = 18.5 - 5.5
    assert range_of(game) == pytest.approx(straight * lean / 3.5, abs=1e-6)


def test_the_closest_pair_counts_when_it_is_clear() -> None:
    game = field(put("C", "web_spitter", (13, 10), blue=True), character("B", (10, 15)))
    allowed, found = ruled(game)
    assert allowed
    assert found.value == pytest.approx(9.0)
    assert found.blockers == ()


def test_a_unit_behind_the_target_is_in_nobodys_way() -> None:
    game = field(character("B", (10, 15)), put("C", "quill_spears", (10, 18), blue=True))
    assert range_of(game) == pytest.approx(9.0)


def test_a_unit_that_only_touches_the_lane_is_in_nobodys_way() -> None:
    """Its edge runs along the line from x 9.5 to x 9.5: to run along an edge is not to cross."""
    game = field(character("B", (10, 15)), put("C", "quill_spears", (11.5, 10), blue=True))
    assert range_of(game) == pytest.approx(9.0)


@pytest.mark.parametrize(("graze", "clear"), [(0.000001, False), (0.02, True)])
def test_a_hair_is_too_much_unless_that_was_agreed(graze: float, clear: bool) -> None:
    """Two towers close the lane; they run into each other by a hundredth of an inch."""
    walls = [
        put("C", "press_tower", (7.01, 10), blue=True),
        put("D", "press_tower", (12.0, 10), blue=True),
    ]
    game = field(*walls, character("B", (10, 15)), graze_eps_in=graze, seam_open=True)
    assert (range_of(game) is not None) is clear


@pytest.mark.parametrize("gap", [0.0, 0.5, 17.99, 18.0])
def test_within_range_up_to_the_last_hair(gap: float) -> None:
    game = field(character("B", (10, 6 + gap)), range_in=18)
    assert range_of(game) == pytest.approx(gap)


@pytest.mark.parametrize("over", [0.001, 0.1, 5.0])
def test_beyond_the_range_by_any_length(over: float) -> None:
    game = field(character("B", (10, 6 + 18 + over)), range_in=18)
    assert range_of(game) is None


def test_squares_that_overlap_are_at_no_distance() -> None:
    game = field(character("B", (10.3, 5.4)), range_in=0.25)
    assert range_of(game) == pytest.approx(0.0)


def test_a_turned_square_is_measured_by_its_corner() -> None:
    game = field(character("B", (10, 15), heading=45.0))
    assert range_of(game) == pytest.approx(15 - math.sqrt(0.5) - 5.5)


def test_the_courtesy_of_a_tenth_is_for_the_attacker() -> None:
    game = field(
        character("B", (10, 24.08)), range_in=18, pos_tol_in=0.1, borderline_policy="allow"
    )
    allowed, found = ruled(game)
    assert allowed
    assert found.courtesy == pytest.approx(0.1)


@pytest.mark.parametrize(
    ("policy", "allowed"), [("allow", True), ("ask", False), ("strict", False)]
)
def test_a_range_that_is_too_close_to_call(policy: str, allowed: bool) -> None:
    game = field(character("B", (10, 24.05), sigma=0.05), range_in=18, doubt_policy=policy)
    found = decide(game.state, Command(author=HOST, body=SHOT), game.snapshot)
    assert isinstance(found, Refusal) is not allowed
    if isinstance(found, Refusal):
        assert found.evidence[0].answer is Answer.TOO_CLOSE_TO_CALL
        assert found.waivable


def test_within_the_agreed_band_it_is_too_close_however_exact_the_camera() -> None:
    game = field(
        character("B", (10, 24.05)), range_in=18, borderline_band_in=0.1, doubt_policy="ask"
    )
    allowed, found = ruled(game)
    assert not allowed
    assert found.answer is Answer.TOO_CLOSE_TO_CALL
    assert found.bound == pytest.approx(0.1)


def test_whether_a_blurred_blocker_covers_the_lane_is_for_the_players() -> None:
    game = field(
        put("C", "quill_spears", (11.52, 10), blue=True, sigma=0.05),
        put("D", "quill_spears", (6.5, 10), blue=True, sigma=0.05),
        character("B", (10, 15)),
        doubt_policy="ask",
    )
    found = decide(game.state, Command(author=HOST, body=SHOT), game.snapshot)
    assert isinstance(found, Refusal)
    assert found.evidence[0].answer is Answer.TOO_CLOSE_TO_CALL


@pytest.mark.parametrize(
    ("state", "x", "tells"),
    [
        (PieceState.HIDDEN, 20.0, True),
        (PieceState.HIDDEN, 10.0, False),
        (PieceState.LOST, 20.0, False),
    ],
)
def test_whoever_nobody_sees_may_stand_in_the_line(
    state: PieceState, x: float, tells: bool
) -> None:
    game = field(character("C", (x, 10), seen=state), character("B", (10, 15)))
    allowed, found = ruled(game)
    assert allowed is tells
    if not tells:
        assert found.answer is Answer.CANNOT_SEE


@pytest.mark.parametrize("fate", [Fate.CORPSE, Fate.RUBBLE])
def test_what_is_dead_is_in_nobodys_way(fate: Fate) -> None:
    game = field(
        put("C", "press_tower", (10, 10), blue=True, fate=fate, hp=0), character("B", (10, 15))
    )
    assert range_of(game) == pytest.approx(9.0)


def test_a_corpse_under_a_living_unit_changes_nothing() -> None:
    game = field(
        put("C", "quill_spears", (10, 10), blue=True),
        character("D", (10, 10), fate=Fate.CORPSE, hp=0),
        character("B", (10, 15)),
    )
    assert range_of(game) is None
    beside = field(
        character("C", (10, 15), fate=Fate.CORPSE, hp=0), character("B", (10, 15)), kind=INFANTRY
    )
    assert range_of(beside) == pytest.approx(8.0)


def test_whoever_is_in_a_building_is_in_nobodys_way_but_the_building_is() -> None:
    game = field(
        put("S", "shrine_of_protection", (10, 11), blue=True),
        character("C", (10, 8), inside="S"),
        character("B", (10, 20)),
    )
    _, found = ruled(game)
    assert found.blockers == ("S",)
