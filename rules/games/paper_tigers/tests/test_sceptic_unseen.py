"""Tests that the umpire asks, and does not guess, who stands on a hill or holds a house."""

import pytest

from rules.games.paper_tigers.chapters.acting import Decline
from rules.games.paper_tigers.chapters.agreeing import Amend
from rules.games.paper_tigers.chapters.deck_end import HolderChoice
from rules.games.paper_tigers.chapters.fire.firing import Fire
from rules.games.paper_tigers.chapters.fire.shelter import CoverChoice, CoverSettled
from rules.games.paper_tigers.chapters.fire.shots import SightRoll
from rules.games.paper_tigers.chapters.moving import Move
from rules.games.paper_tigers.chapters.walking import MoveDone
from rules.games.paper_tigers.state import Objective, Pack
from rules.games.paper_tigers.tests.battles import about
from rules.games.paper_tigers.tests.table_play import GUEST, HOST, Battle, Put, acting, put, ruling
from rules.table.snapshot import PieceState
from tests.factories import Corner, box

# The hill that is fought over.


def shot_on_hill(
    target: Put, *, shooter: Corner = (6, 24), policy: str = "allow", blind: bool = False
) -> Battle:
    """Red's tank hits a unit at the hill, which nobody sees any more when the dice have rolled."""
    hills = (box("H9", (18, 18), (30, 30), kind="hill"), box("H1", (2, 2), (8, 8), kind="hill"))
    game = acting(
        put("T1", shooter),
        target,
        cards={"T1": "2H"},
        terrain=hills,
        big_hill="H9",
        chosen={"doubt_policy": policy},
    )
    game.do(HOST, Fire(target="E1"))
    if game.waits_for == [SightRoll]:
        game.rolled(HOST, 6)
    if blind:
        game.stands("E1", (24, 24), seen=PieceState.HIDDEN)
    game.rolled(HOST, 6, 6, 6)
    return game


def dice_asked(game: Battle) -> list[int]:
    return [about(ask).dice.count for ask in game.state.asks if about(ask).dice is not None]


@pytest.mark.parametrize(("choice", "dice"), [("in", 3), ("out", 2)])
@pytest.mark.parametrize("policy", ["allow", "ask"])
def test_at_the_edge_of_the_hill_the_players_say_whether_there_is_a_bonus_die(
    policy: str, choice: str, dice: int
) -> None:
    game = shot_on_hill(put("E1", (18.1, 24), blue=True), policy=policy)
    (ask,) = game.state.asks
    assert (type(ask.question), ask.clause, ask.seat) == (CoverChoice, "PT1-J2c", HOST)
    assert ask.says == "E1 stands at the very edge of H9: is it in or out?"
    told = ruling(game.chose(HOST, choice), CoverSettled)
    assert told.clause == "PT1-J2c"
    assert dice_asked(game) == [dice]


@pytest.mark.parametrize(("x", "dice"), [(18.1, 3), (17.9, 2)])
def test_strictly_the_measured_place_counts_at_the_edge_of_the_hill(x: float, dice: int) -> None:
    game = shot_on_hill(put("E1", (x, 24), blue=True), policy="strict")
    assert dice_asked(game) == [dice]


@pytest.mark.parametrize(("choice", "dice"), [("in", 2), ("out", 3)])
def test_a_shooter_at_the_edge_of_a_hill_may_be_at_ground_level(choice: str, dice: int) -> None:
    game = shot_on_hill(put("E1", (24, 24), blue=True), shooter=(8.1, 5))
    (ask,) = game.state.asks
    assert ask.says == "T1 stands at the very edge of H1: is it in or out?"
    game.chose(HOST, choice)
    assert dice_asked(game) == [dice]


@pytest.mark.parametrize(("choice", "dice"), [("in", 3), ("out", 2)])
def test_a_target_that_nobody_sees_any_more_is_asked_about(choice: str, dice: int) -> None:
    game = shot_on_hill(put("E1", (24, 24), blue=True), blind=True)
    (ask,) = game.state.asks
    assert ask.says == "The umpire does not see E1: is it on H9 (in) or off it (out)?"
    game.chose(HOST, choice)
    assert dice_asked(game) == [dice]


def test_what_is_said_of_the_hill_is_no_word_about_cover() -> None:
    game = shot_on_hill(put("E1", (18.1, 24), kind="squad", blue=True))
    game.chose(HOST, "in")
    assert dice_asked(game) == [1]


def test_a_squad_that_nobody_sees_is_asked_for_its_cover_and_for_the_hill() -> None:
    game = shot_on_hill(put("E1", (24, 24), kind="squad", blue=True), blind=True)
    game.chose(HOST, "in")
    assert game.waits_for == [CoverChoice]
    game.chose(HOST, "in")
    assert dice_asked(game) == [2]


# Who holds what, while not everybody is seen.

HOUSE = box("B1", (20, 20), (24, 24), kind="building")


def deck_ends(*units: Put) -> Battle:
    game = acting(
        put("T1", (4, 44)),
        put("E1", (44, 4), blue=True),
        *units,
        cards={"T1": "2C"},
        packs={"pack": Pack(draw=0, hidden_discards=51)},
        terrain=(HOUSE,),
        objectives=(Objective(area="B1", points=4),),
    )
    game.do(HOST, Decline())
    return game


@pytest.mark.parametrize("blue", [False, True])
def test_a_squad_that_nobody_sees_in_a_house_is_asked_for_at_the_end_of_a_deck(blue: bool) -> None:
    inside = put("S1", (22, 22), kind="squad", seen=PieceState.HIDDEN, blue=blue)
    game = deck_ends(inside)
    (ask,) = game.state.asks
    assert (type(ask.question), ask.clause) == (HolderChoice, "PT1-G3b2")
    assert ask.says.startswith("Measured, nobody controls building B1")
    assert ask.says.endswith("(not everybody is seen). Who holds B1?")


def test_nobody_is_asked_when_everybody_is_seen() -> None:
    assert deck_ends(put("S1", (22, 22), kind="squad")).waits_for == []
    # Whoever is in the house on a word counts there without being seen.
    vouched = put("S1", (22, 22), kind="squad", seen=PieceState.HIDDEN, in_area="B1")
    assert deck_ends(vouched).waits_for == []


@pytest.mark.parametrize(("seen", "over"), [(PieceState.SEEN, True), (PieceState.HIDDEN, False)])
def test_the_bridge_is_not_captured_past_a_defender_that_nobody_sees(
    seen: PieceState, over: bool
) -> None:
    game = acting(
        put("T1", (24, 16), heading=270),
        put("E1", (44, 8), blue=True, seen=seen),
        cards={"T1": "2C"},
        terrain=(
            box("R1", (0, 14.5), (48, 17), kind="river"),
            box("P1", (22, 14), (26, 17.5), kind="bridge"),
        ),
        river="R1",
        bridge="P1",
        chosen={"scenario": "withdrawal"},
    )
    game.do(HOST, Move())
    game.rolled(HOST, 1, 1, 1)
    game.do(HOST, MoveDone(unit="T1"))
    assert (game.state.captured_by == "red") is over


def test_what_players_amend_is_agreed_by_all_of_them() -> None:
    squad = put("S9", (22, 10), kind="squad", blue=True)
    game = acting(put("T1", (10, 10)), squad, cards={"T1": ("5H", "4H")})
    refusal = game.refused(GUEST, Amend(unit="S9", hits=1))
    assert (refusal.clause, refusal.waivable) == ("PT1-A5", True)
    game.do(GUEST, Amend(unit="S9", hits=1), waives=("PT1-A5",))
    assert game.unit("S9").damaged
