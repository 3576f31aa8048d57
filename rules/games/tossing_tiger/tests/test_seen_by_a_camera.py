"""Tests a war on pictures: rows are laid, battles revealed one by one, and all of it is read."""

from typing import Any

import pytest

from rules.games.tossing_tiger import GAME
from rules.games.tossing_tiger.chapters.animal_actions import HowItLands
from rules.games.tossing_tiger.chapters.battles import PileToTurn
from rules.games.tossing_tiger.chapters.piles import LayPiles
from rules.games.tossing_tiger.chapters.rounds import Ready
from rules.games.tossing_tiger.differences import EARLY, LANDED, ROWS, TURNED_UP
from rules.games.tossing_tiger.tests.camera_table import Printed, Watched, printed, small_deck
from rules.games.tossing_tiger.vocabulary import Role, SeatEdge, WarStage
from rules.referee.toolkit.questions import Choose

SOUTH = ((5.0, 4.5), (11.0, 4.7), (17.0, 4.4))
NORTH = ((5.3, 12.0), (11.2, 12.1), (16.8, 11.8))
"""As hands lay them: neither straight nor quite opposite."""


@pytest.fixture(scope="module")
def made() -> Printed:
    return printed(small_deck(copies=2), table="22x16.5", camera="800x600")


def opened(made: Printed) -> Watched:
    """Host attacks from the south with three piles of two; the rows are to be laid."""
    game = Watched(made)
    game.give("Host", Ready(edge=SeatEdge.SOUTH))
    game.give("Guest", Ready(edge=SeatEdge.NORTH))
    game.give("Host", Choose(choice="Host"))
    game.give("Host", Choose(choice="3"))
    for seat in ("Host", "Guest"):
        game.give(seat, LayPiles(sizes=(2, 2, 2)))
    return game


@pytest.mark.long
def test_a_war_is_read_from_the_rows_to_the_last_card(made: Printed) -> None:
    """One story, because each picture takes its time: rows, reveals, a toss, an early card."""
    game = opened(made)
    game.table.look()
    assert game.seen(ROWS) == []
    rows_are_laid(game)
    a_covered_card_is_asked_for(game)
    an_early_card_is_told_of(game)
    a_thrown_tiger_is_read(game)

    put(game, "south 2", card="B-tiger-2")
    put(game, "south 3", card="B-panda-1")
    put(game, "north 3", card="B-monkey-1")
    game.table.look()
    assert len(game.seen(TURNED_UP)) == 2
    game.accept(TURNED_UP)
    war = game.state.wars[0]
    assert war.decided
    assert war.results == ("both", "attacker", "none")
    assert war.winners == (Role.ATTACKER,)


def put(game: Watched, pile: str, *, card: str = "") -> None:
    """A pile in its place, with a card on top or face down; no two lie quite alike."""
    row, number = pile.split()
    at = int(number)
    if row == "south":
        game.table.put(pile, SOUTH[at - 1], card=card, heading=84.0 + 3 * at)
    else:
        game.table.put(pile, NORTH[at - 1], card=card, heading=273.0)


def rows_are_laid(game: Watched) -> None:
    """The camera sees both rows where they are."""
    for number in (1, 2, 3):
        put(game, f"south {number}")
        put(game, f"north {number}")
    game.table.look()
    assert game.accept(ROWS) == ["The camera sees both rows of piles."]
    war = game.state.wars[0]
    assert war.stage is WarStage.BATTLE
    for role, places in ((Role.ATTACKER, SOUTH), (Role.DEFENDER, NORTH)):
        for spot, (x, y) in zip(war.spots[role], places, strict=True):
            assert (spot.x_in, spot.y_in) == pytest.approx((x, y), abs=0.05)


def a_covered_card_is_asked_for(game: Watched) -> None:
    """A hand that covers a card is no guess: the other one is read, and this one's place told."""
    put(game, "south 1", card="B-crane-1")
    put(game, "north 1", card="B-mantis-2")
    game.table.look(hand=(NORTH[0][0], NORTH[0][1] - 1.0))
    assert game.accept(TURNED_UP) == ["The pile of Host in battle 1 shows a Crane."]
    (ask,) = game.state.asks
    assert isinstance(ask.question, PileToTurn)
    assert (ask.who, ask.question.place) == ("Guest", 1)
    view: dict[str, Any] = dict(GAME.view(game.state, "Guest"))
    shown = view["wars"][0]["battles"][0]
    assert shown["defender"]["at_in"] == pytest.approx(list(NORTH[0]), abs=0.05)
    game.table.look()
    assert game.accept(TURNED_UP) == ["The pile of Guest in battle 1 shows a Mantis."]


def an_early_card_is_told_of(game: Watched) -> None:
    """But not which one it is."""
    put(game, "north 3", card="B-monkey-1")
    game.table.look()
    assert [each.says for each in game.seen(EARLY)] == [
        "The defender's pile of battle 3 shows a card before its battle."
    ]
    put(game, "north 3")


def a_thrown_tiger_is_read(game: Watched) -> None:
    """It lands beside its pile, face up."""
    put(game, "south 2", card="B-tiger-2")
    put(game, "north 2", card="B-crane-2")
    game.table.look()
    assert len(game.accept(TURNED_UP)) == 2
    assert isinstance(game.state.asks[0].question, HowItLands)
    assert game.seen(LANDED) == []
    game.table.put("thrown", (13.8, 8.2), card="B-tiger-2", heading=40.0)
    put(game, "south 2")
    game.table.look()
    assert game.accept(LANDED) == ["The card of Host lies beside its pile, face up."]
    del game.table.cards["thrown"]
