"""Tests a war on pictures: rows are laid, battles revealed one by one, and all of it is read."""

import pytest

from rules.games.tossing_tiger import GAME
from rules.games.tossing_tiger.commands import Choose, LayPiles, Ready
from rules.games.tossing_tiger.differences import EARLY, LANDED, ROWS, TURNED_UP
from rules.games.tossing_tiger.vocabulary import Edge, Purpose, Role, Stage
from tests.rules.games.tossing_tiger.camera_table import Printed, Watched, printed, small_deck

SOUTH = ((5.0, 4.5), (11.0, 4.7), (17.0, 4.4))
NORTH = ((5.3, 12.0), (11.2, 12.1), (16.8, 11.8))
"""As hands lay them: neither straight nor quite opposite."""


@pytest.fixture(scope="module")
def made() -> Printed:
    return printed(small_deck(copies=2), table="22x16.5", camera="800x600")


def opened(made: Printed) -> Watched:
    """Host attacks from the south with three piles of two; the rows are to be laid."""
    game = Watched(made)
    game.give("Host", Ready(edge=Edge.SOUTH))
    game.give("Guest", Ready(edge=Edge.NORTH))
    game.give("Host", Choose(choice="Host"))
    game.give("Host", Choose(choice="3"))
    for seat in ("Host", "Guest"):
        game.give(seat, LayPiles(sizes=(2, 2, 2)))
    return game


def test_a_war_is_read_from_the_rows_to_the_last_card(made: Printed) -> None:
    """One story, because each picture takes its time: rows, reveals, a toss, an early card."""
    game = opened(made)
    table = game.table
    table.look()
    assert game.seen(ROWS) == []
    for number, (south, north) in enumerate(zip(SOUTH, NORTH, strict=True), start=1):
        table.put(f"south {number}", south, heading=84.0 + 3 * number)
        table.put(f"north {number}", north, heading=273.0)
    table.look()
    assert game.accept(ROWS) == ["The camera sees 3 pairs of piles."]
    war = game.state.wars[0]
    assert war.stage is Stage.BATTLE
    for role, places in ((Role.ATTACKER, SOUTH), (Role.DEFENDER, NORTH)):
        for spot, (x, y) in zip(war.spots[role], places, strict=True):
            assert (spot.x_in, spot.y_in) == pytest.approx((x, y), abs=0.05)

    # A hand that covers a card is no guess: the other one is read, and this one asked for.
    table.put("south 1", SOUTH[0], card="B-crane-1", heading=87.0)
    table.put("north 1", NORTH[0], card="B-mantis-2", heading=273.0)
    table.look(hand=(NORTH[0][0], NORTH[0][1] - 1.0))
    assert game.accept(TURNED_UP) == ["The pile of Host in battle 1 shows a Crane."]
    (ask,) = game.state.asks
    assert (ask.player, ask.purpose, ask.place) == ("Guest", Purpose.FACE, 1)
    shown = GAME.view(game.state, "Guest")["wars"][0]["battles"][0]  # type: ignore[index]
    assert shown["defender"]["at_in"] == pytest.approx(list(NORTH[0]), abs=0.05)
    table.look()
    assert game.accept(TURNED_UP) == ["The pile of Guest in battle 1 shows a Mantis."]

    # Somebody turns a card of the last battle too early: it is told, and not which.
    table.put("north 3", NORTH[2], card="B-monkey-1", heading=273.0)
    table.look()
    assert [each.says for each in game.seen(EARLY)] == [
        "The defender's pile of battle 3 shows a card before its battle."
    ]
    table.put("north 3", NORTH[2], heading=273.0)

    # A tiger is thrown and lands beside its pile, face up.
    table.put("south 2", SOUTH[1], card="B-tiger-2", heading=90.0)
    table.put("north 2", NORTH[1], card="B-crane-2", heading=273.0)
    table.look()
    assert len(game.accept(TURNED_UP)) == 2
    assert game.state.asks[0].purpose is Purpose.TOSS
    assert game.seen(LANDED) == []
    table.put("thrown", (13.8, 8.2), card="B-tiger-2", heading=40.0)
    table.put("south 2", SOUTH[1], heading=90.0)
    table.look()
    assert game.accept(LANDED) == ["The card of Host lies beside its pile, face up."]

    del table.cards["thrown"]
    table.put("south 2", SOUTH[1], card="B-tiger-2", heading=90.0)
    table.put("south 3", SOUTH[2], card="B-panda-1", heading=93.0)
    table.put("north 3", NORTH[2], card="B-monkey-1", heading=273.0)
    table.look()
    assert len(game.seen(TURNED_UP)) == 2
    game.accept(TURNED_UP)
    war = game.state.wars[0]
    assert war.decided
    assert war.results == ("both", "attacker", "none")
    assert war.winners == (Role.ATTACKER,)
