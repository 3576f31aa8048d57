"""Tests of the rulebook's worked examples on Actions, the vault, events and the camera."""

from dataclasses import replace
from typing import Any, Final

import pytest

from rules.games.paper_invasion.chapters.acting import Grab, Grabbed, Kill, Loot, MoveToken, Smash
from rules.games.paper_invasion.chapters.by_hand import TakeStrip
from rules.games.paper_invasion.chapters.consequences import NothingHappened
from rules.games.paper_invasion.chapters.happening import EventHappened
from rules.games.paper_invasion.chapters.items import UseItem
from rules.games.paper_invasion.chapters.placing import PlaceHeroes
from rules.games.paper_invasion.chapters.turns import EndSide, Finish, InvasionEnded, SideSkipped
from rules.games.paper_invasion.tests.sheet_play import on_sheet, seen
from rules.games.paper_invasion.tests.table_play import (
    GUEST,
    HOST,
    Play,
    position,
)
from rules.games.paper_invasion.vocabulary import Form, Phase, Side, WallState
from rules.referee.toolkit.game import Refusal

LOOSE: Final[dict[str, Any]] = {"hero_must_act": False, "enemy_must_move": False}


def happened(game: Play, seat: str, body: object) -> list[str]:
    """The events of the event table that a command brings."""
    return [e.body.name for e in game.events(seat, body) if isinstance(e.body, EventHappened)]


def test_ex_15_a_kill_takes_two_of_the_own_room() -> None:
    game = position(heroes={"c": 1, "d": 1}, enemies={"c": 3, "out-N": 4})
    game.do(HOST, Kill(token="H1"))
    assert game.count("c", Side.ENEMIES) == 1
    assert game.refused(HOST, Kill(token="H2")) == "PI-HERO-01"
    assert game.refused(HOST, Finish(token="H2")) == "PI-TRN-06"
    assert "seal b|d, seal c|d" in game.reason(HOST, Finish(token="H2"))
    one = position(heroes={"c": 1}, enemies={"c": 1, "out-N": 4})
    one.do(HOST, Kill(token="H1"))
    assert one.count("c", Side.ENEMIES) == 0


def test_ex_16_an_enemy_moves_in_and_grabs() -> None:
    game = position(heroes={"d": 2}, enemies={"c": 1}, walls={"c|d": "opening"}, turn=Side.ENEMIES)
    game.do(GUEST, MoveToken(token="O1", to="d"))
    grabbed = game.the(Grabbed, GUEST, Grab(token="O1", hero="H1"))
    assert (len(game.state.heroes), len(game.state.enemies)) == (1, 2)
    assert game.state.tokens["H2"].place == "d"
    assert game.refused(GUEST, Grab(token=grabbed.enemy, hero="H2")) == "PI-TRN-02"


def test_ex_17_the_item_goes_with_its_holder() -> None:
    game = position(heroes={"d": 2}, enemies={"d": 1}, holder="H1", turn=Side.ENEMIES)
    assert game.the(Grabbed, GUEST, Grab(token="O1", hero="H1")).item_lost
    assert len(game.state.heroes) == 1
    assert game.state.item_spent


def test_ex_18_the_sniper_is_looted_and_used_without_an_action() -> None:
    game = position(heroes={"a": 1}, enemies={"d": 1, "out-N": 4}, vault=6)
    game.do(HOST, Loot(token="H1"))
    assert game.form("H1") is Form.HOLDING
    game.do(HOST, MoveToken(token="H1", to="b"))
    game.do(HOST, UseItem(token="H1", enemies=("O1",)))
    assert game.count("d", Side.ENEMIES) == 0
    assert game.form("H1") is Form.HERO


def test_ex_19_the_flamer_reaches_one_room_beside() -> None:
    picks = [("O1", "O2", "O3"), ("O1", "O2", "O4"), ("O1", "O3", "O4"), ("O2", "O3", "O4")]
    for picked in picks:
        game = position(heroes={"a": 1}, enemies={"a": 2, "b": 2, "out-N": 4}, holder="H1")
        game.do(HOST, UseItem(token="H1", enemies=picked))
        assert len(game.state.enemies) == 5
    spread = position(heroes={"a": 1}, enemies={"a": 2, "b": 1, "c": 1}, holder="H1")
    # Two of the own room and one in each of two neighbours are too far apart.
    both = UseItem(token="H1", enemies=("O1", "O3", "O4"))
    assert spread.refused(HOST, both) == "PI-V-1"


def test_ex_20_few_enemies_bring_the_event() -> None:
    four = position(heroes={"a": 1, "b": 1}, enemies={"a": 4})
    assert happened(four, HOST, Kill(token="H1")) == ["Terror-stricken"]
    three = position(heroes={"a": 1, "b": 1}, enemies={"a": 3})
    assert happened(three, HOST, Kill(token="H1")) == ["Terror-stricken"]
    two = position(heroes={"a": 1, "b": 1}, enemies={"a": 2})
    assert happened(two, HOST, Kill(token="H1")) == []
    assert two.state.outcome is not None
    assert two.state.outcome.winner == "Heroes"


DOUBLED = {"a|b": "double", "a|c": "double", "b|d": "double", "c|d": "double"}


def test_ex_21_stuck_enemies_bring_the_event() -> None:
    game = position(
        heroes={"d": 2},
        enemies={"a": 1, "b": 1, "c": 1},
        turn=Side.ENEMIES,
        walls={**DOUBLED, "a|out-N": "opening"},
    )
    for token, wall in (("O1", "a|c"), ("O2", "b|d"), ("O3", "c|d")):
        game.do(GUEST, Smash(token=token, wall=wall))
    assert happened(game, GUEST, EndSide()) == ["Terror-stricken"]
    other = position(
        heroes={"d": 2},
        enemies={"a": 1, "b": 1, "c": 1},
        turn=Side.ENEMIES,
        walls=DOUBLED,
        **LOOSE,
    )
    for token, wall in (("O1", "a|b"), ("O2", "a|b"), ("O3", "c|d")):
        other.do(GUEST, Smash(token=token, wall=wall))
    assert other.wall("a|b") is WallState.OPENING
    assert happened(other, GUEST, EndSide()) == []


def test_ex_22_a_turn_that_is_missed_brings_no_event() -> None:
    game = position(heroes={"a": 1}, vault=4, holder="H1", **LOOSE)
    game.do(HOST, UseItem(token="H1"))
    told = game.events(HOST, EndSide())
    assert any(isinstance(e.body, SideSkipped) for e in told)
    assert not any(isinstance(e.body, EventHappened) for e in told)
    assert game.phase() is Phase.HERO_TURN


def test_ex_23_new_enemies_go_on_with_the_deal() -> None:
    game = position(heroes={"a": 1}, enemies={"a": 2, "out-N": 2}, event=8, dealt=18)
    game.do(HOST, Kill(token="H1"))
    zones = [token.place for token in game.state.enemies]
    assert sorted(zones) == ["out-N", "out-N", "out-S", "out-W"]


@pytest.mark.parametrize(("event", "winner"), [(1, "Enemies"), (6, "Enemies"), (7, "Heroes")])
def test_ex_24_the_event_ends_the_game(event: int, winner: str) -> None:
    # Three Enemies, of whom a Kill takes two: one is left for the Freak accident.
    game = position(heroes={"a": 1}, enemies={"a": 3}, event=event)
    ended = [
        e.body for e in game.events(HOST, Kill(token="H1")) if isinstance(e.body, InvasionEnded)
    ]
    assert [each.winner for each in ended] == [winner]


def test_ex_25_terror_takes_the_next_hero_turn() -> None:
    game = position(heroes={"a": 2}, enemies={"a": 4}, event=5, **LOOSE)
    game.do(HOST, Kill(token="H1"))
    assert game.phase() is Phase.HERO_TURN
    game.do(HOST, MoveToken(token="H2", to="b"))
    game.do(HOST, EndSide())
    game.do(GUEST, EndSide())
    assert game.phase() is Phase.ENEMY_TURN
    assert game.state.turn == 5
    game.do(GUEST, EndSide())
    assert game.phase() is Phase.HERO_TURN


def test_ex_26_paper_thin_takes_an_added_line() -> None:
    game = position(
        heroes={"a": 1}, enemies={"a": 4}, event=2, walls={"a|c": "double"}, event_room="d"
    )
    game.do(HOST, Kill(token="H1"))
    assert game.wall("a|c") is WallState.SINGLE
    none = position(heroes={"a": 1}, enemies={"a": 4}, event=2)
    found = none.events(HOST, Kill(token="H1"))
    assert any(isinstance(e.body, NothingHappened) for e in found)


def test_ex_27_the_dodger_spoils_three_grabs() -> None:
    game = position(
        heroes={"a": 1}, enemies={"a": 3, "out-N": 2}, vault=7, holder="H1", had=1, **LOOSE
    )
    game.do(HOST, UseItem(token="H1"))
    game.do(HOST, EndSide())
    for token in ("O1", "O2", "O3"):
        game.do(GUEST, Grab(token=token, hero="H1"))
        assert game.refused(GUEST, Grab(token=token, hero="H1")) == "PI-TRN-04"
    assert len(game.state.heroes) == 1
    game.do(GUEST, EndSide())
    game.do(HOST, EndSide())
    game.do(GUEST, Grab(token="O1", hero="H1"))
    assert game.state.outcome is not None


def test_ex_28_a_token_near_a_wall_is_asked_for() -> None:
    start = position(heroes={"c": 1})
    game = on_sheet(start)
    fresh = replace(game.state, phase=Phase.HEROES, tokens={}, names=())
    for x, room in ((4.9, ""), (4.6, "a")):
        near = Play(fresh)
        seen(near, "H-1", spot=(x, 4.5))
        body = PlaceHeroes(token="H-1")
        if room:
            near.do(HOST, body)
            assert near.state.tokens["H-1"].place == room
        else:
            assert near.refused(HOST, body) == "PI-GEO-05"
            assert "is it in a or in b?" in near.reason(HOST, body)


def test_ex_29_a_strip_belongs_to_the_nearest_wall_that_it_lies_along() -> None:
    # c|d runs from south to north at x = 5, its middle at (5, 1.5); a strip is long across its
    # heading, so one along that wall looks east or west.
    game = on_sheet(position(heroes={"a": 1}))
    seen(game, "wall-1", spot=(5.3, 1.5), face="double", turn=10.0)
    asked = game.ask(HOST, TakeStrip(strip="wall-1"))
    assert isinstance(asked, Refusal)
    assert (asked.clause, asked.waivable) == ("PI-GEO-07", True)
    game.do(HOST, TakeStrip(strip="wall-1"), waives=frozenset({"PI-GEO-07"}))
    assert game.wall("c|d") is WallState.DOUBLE
    seen(game, "wall-2", spot=(5.3, 1.5), face="double", turn=40.0)
    askew = game.ask(HOST, TakeStrip(strip="wall-2"))
    assert isinstance(askew, Refusal)
    assert not askew.waivable
    assert "turned by 40 degrees against c|d" in askew.reason
