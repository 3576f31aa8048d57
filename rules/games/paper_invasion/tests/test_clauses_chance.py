"""Tests of the vault and of the event (VAULT, V, EVT, E)."""

from dataclasses import replace
from typing import Any, Final

import pytest

from rules.games.paper_invasion.asks import ByHand
from rules.games.paper_invasion.chapters.acting import Grab, Kill, Loot, MoveToken, Seal, Smash
from rules.games.paper_invasion.chapters.by_hand import Applied, SetTokens, SetWall
from rules.games.paper_invasion.chapters.happening import EventHappened
from rules.games.paper_invasion.chapters.items import UseItem
from rules.games.paper_invasion.chapters.naming import ChooseTheme, UseTable
from rules.games.paper_invasion.chapters.secret_passage import AddRoom
from rules.games.paper_invasion.chapters.turns import EndSide, TriggerEvent
from rules.games.paper_invasion.tables import EVENTS, VAULT
from rules.games.paper_invasion.tests.table_play import GUEST, HOST, Play, new_game, position
from rules.games.paper_invasion.vocabulary import Form, Phase, Row, Side, TableName, WallState
from rules.referee.toolkit.questions import Choose

LOOSE: Final[dict[str, Any]] = {"hero_must_act": False, "enemy_must_move": False}


def holding(vault: int, **more: Any) -> Play:
    """A Hero in a with the item of that row, and Enemies outside unless said otherwise."""
    given: dict[str, Any] = {"heroes": {"a": 1}, "enemies": {"out-N": 4}, **LOOSE, **more}
    return position(vault=vault, holder="H1", **given)


def killing(event: int, **more: Any) -> Play:
    """A Hero in a has killed two of four Enemies, and the event of that row has happened."""
    given: dict[str, Any] = {"heroes": {"a": 2}, "enemies": {"a": 2, "out-N": 2}, **LOOSE, **more}
    game = position(event=event, **given)
    game.do(HOST, Kill(token="H1"))
    return game


# --- the vault -----------------------------------------------------------------------------------


def test_pi_vault_01_loot_gives_the_row_of_slot_3() -> None:
    game = position(heroes={"a": 1}, vault=7)
    (_, told) = game.do(HOST, Loot(token="H1"))
    assert told.startswith("H1 opens the vault and shows P. Dodger:")


def test_pi_vault_02_the_item_is_used_once() -> None:
    game = holding(4)
    game.do(HOST, UseItem(token="H1"))
    assert game.form("H1") is Form.HERO
    assert game.refused(HOST, UseItem(token="H1")) == "PI-VAULT-02"


def test_pi_vault_03_using_it_is_free_in_the_hero_turn() -> None:
    game = holding(4)
    game.do(HOST, MoveToken(token="H1", to="b"))
    game.do(HOST, Seal(token="H1", wall="b|d"))
    game.do(HOST, UseItem(token="H1"))
    other = holding(4, turn=Side.ENEMIES)
    assert other.refused(HOST, UseItem(token="H1")) == "PI-VAULT-03"
    any_time = holding(6, turn=Side.ENEMIES, enemies={"b": 4}, item_cost="any_time")
    any_time.do(HOST, UseItem(token="H1", enemies=("O1",)))
    costly = holding(4, item_cost="action")
    costly.do(HOST, UseItem(token="H1"))
    assert costly.refused(HOST, Seal(token="H1", wall="a|b")) == "PI-HERO-05"
    later = position(heroes={"a": 1}, vault=4, item_same_turn=False)
    later.do(HOST, Loot(token="H1"))
    assert later.refused(HOST, UseItem(token="H1")) == "PI-VAULT-03"


OWN: Final = tuple(
    replace(row, effect="own", name=f"Wonder {row.number}", says="Everybody moves on")
    for row in VAULT
)


def test_pi_vault_04_an_own_table_is_applied_by_hand() -> None:
    fresh = new_game()
    assert fresh.refused(HOST, UseTable(table=TableName.VAULT, rows=OWN[:8])) == "PI-VAULT-04"
    fresh.do(HOST, UseTable(table=TableName.VAULT, rows=OWN))
    fresh.do(HOST, ChooseTheme())
    game = holding(2)
    game.state = replace(game.state, vault_table=OWN)
    game.do(HOST, UseItem(token="H1"))
    assert game.state.ask is not None
    assert isinstance(game.state.ask.question, ByHand)
    assert game.refused(HOST, EndSide()) == "PI-VAULT-04"
    game.do(HOST, SetTokens(side=Side.ENEMIES, place="b", count=2))
    game.do(HOST, SetWall(wall="a|b", state=WallState.DOUBLE))
    assert (game.count("b", Side.ENEMIES), game.wall("a|b")) == (2, WallState.DOUBLE)
    game.do(HOST, Applied())
    game.do(HOST, EndSide())


def test_pi_v_1_the_flamer_takes_three_of_two_rooms() -> None:
    enemies = {"a": 2, "b": 2, "d": 1, "out-N": 4}
    for picked in (("O1", "O3", "O5"), ("O1", "O2", "O3", "O4"), ("O6",)):
        assert (
            holding(1, enemies=enemies).refused(HOST, UseItem(token="H1", enemies=picked))
            == "PI-V-1"
        )
    game = holding(1, enemies=enemies)
    game.do(HOST, UseItem(token="H1", enemies=("O1", "O3", "O4")))
    assert len(game.state.enemies) == 6
    each = holding(1, enemies=enemies, flamer_total="three_each")
    each.do(HOST, UseItem(token="H1", enemies=("O1", "O2", "O3", "O4")))
    assert len(each.state.enemies) == 5


def test_pi_v_2_the_builder_adds_a_line_anywhere() -> None:
    for before, after in (("opening", WallState.SINGLE), ("single", WallState.DOUBLE)):
        game = holding(2, walls={"d|out-E": before})
        game.do(HOST, UseItem(token="H1", wall="d|out-E"))
        assert game.wall("d|out-E") is after
    full = holding(2, walls={"a|b": "double"})
    assert full.refused(HOST, UseItem(token="H1", wall="a|b")) == "PI-V-2"


def test_pi_v_3_the_mover_gives_a_second_move() -> None:
    game = holding(3)
    game.do(HOST, MoveToken(token="H1", to="b"))
    assert game.refused(HOST, UseItem(token="H1", room="c")) == "PI-MOV-04"
    game.do(HOST, UseItem(token="H1", room="d"))
    assert game.state.tokens["H1"].place == "d"


def test_pi_v_4_the_shaker_takes_an_enemy_turn() -> None:
    game = holding(4)
    game.do(HOST, UseItem(token="H1"))
    game.do(HOST, EndSide())
    assert (game.phase(), game.state.turn) == (Phase.HERO_TURN, 4)


def test_pi_v_5_the_shover_empties_a_room_of_enemies() -> None:
    enemies = {"b": 3, "d": 1, "out-N": 2}
    game = holding(5, enemies=enemies)
    assert game.refused(HOST, UseItem(token="H1", room="c", to="a")) == "PI-V-5"
    assert game.refused(HOST, UseItem(token="H1", room="b", to="c")) == "PI-V-5"
    game.do(HOST, UseItem(token="H1", room="b", to="d"))
    assert (game.count("b", Side.ENEMIES), game.count("d", Side.ENEMIES)) == (0, 4)
    narrow = holding(5, enemies=enemies, shover_walls="openings_only")
    assert narrow.refused(HOST, UseItem(token="H1", room="b", to="d")) == "PI-V-5"


@pytest.mark.parametrize(("row", "count"), [(1, 3), (6, 1)])
def test_the_enemies_of_an_item_are_offered_as_a_list(row: int, count: int) -> None:
    game = holding(row, enemies={"a": 2, "b": 3})
    offers = [each for each in game.templates(HOST) if each.command == "use_item"]
    assert {(hole.kind, hole.count) for each in offers for hole in each.holes} == {("units", count)}


def test_pi_v_6_the_sniper_takes_one_enemy_in_a_room() -> None:
    game = holding(6, enemies={"d": 2, "out-N": 3})
    assert game.refused(HOST, UseItem(token="H1", enemies=("O3",))) == "PI-V-6"
    assert game.refused(HOST, UseItem(token="H1", enemies=("O1", "O2"))) == "PI-V-6"
    game.do(HOST, UseItem(token="H1", enemies=("O1",)))
    far = holding(6, sniper_outside=True)
    far.do(HOST, UseItem(token="H1", enemies=("O1",)))


@pytest.mark.parametrize(("scope", "left"), [("all", 2), ("holder", 1)])
def test_pi_v_7_the_dodger_makes_grabs_fail(scope: str, left: int) -> None:
    game = holding(7, heroes={"a": 2}, enemies={"a": 2}, dodger_scope=scope, had=1)
    game.do(HOST, UseItem(token="H1"))
    game.do(HOST, EndSide())
    game.do(GUEST, Grab(token="O1", hero="H1"))
    game.do(GUEST, Grab(token="O2", hero="H2"))
    assert len(game.state.heroes) == left


def test_pi_v_8_the_survivor_is_a_new_hero() -> None:
    game = holding(8)
    game.do(HOST, UseItem(token="H1", room="d"))
    assert game.count("d", Side.HEROES) == 1
    assert game.refused(HOST, MoveToken(token="H2", to="b")) == "PI-TRN-02"


def test_pi_v_9_the_fixer_closes_an_opening() -> None:
    game = holding(9, walls={"c|out-S": "opening"})
    assert game.refused(HOST, UseItem(token="H1", wall="a|b")) == "PI-V-9"
    game.do(HOST, UseItem(token="H1", wall="c|out-S"))
    assert game.wall("c|out-S") is WallState.SINGLE


# --- the event -----------------------------------------------------------------------------------


def names(game: Play, seat: str, body: object) -> list[str]:
    return [e.body.name for e in game.events(seat, body) if isinstance(e.body, EventHappened)]


@pytest.mark.parametrize(
    ("agreed", "enemies", "comes"),
    [
        ("falls_to_two", 4, True),
        ("falls_to_two", 3, True),
        ("falls_to_two", 5, False),
        ("exactly_two", 4, True),
        ("exactly_two", 3, False),
        ("at_set_up", 4, True),
    ],
)
def test_pi_evt_01_few_enemies_bring_it(agreed: str, enemies: int, *, comes: bool) -> None:
    game = position(heroes={"a": 2}, enemies={"a": enemies}, trigger_a=agreed)
    assert bool(names(game, HOST, Kill(token="H1"))) is comes


@pytest.mark.parametrize(("agreed", "comes"), [("none_could", False), ("one_could_not", True)])
def test_pi_evt_02_stuck_enemies_bring_it(agreed: str, *, comes: bool) -> None:
    game = position(
        heroes={"d": 2},
        enemies={"a": 1, "c": 1, "out-N": 1},
        turn=Side.ENEMIES,
        walls={"a|b": "opening", "c|d": "double", "a|c": "double"},
        trigger_b=agreed,
        **LOOSE,
    )
    game.do(GUEST, MoveToken(token="O1", to="b"))
    assert bool(names(game, GUEST, EndSide())) is comes


def test_pi_evt_03_it_comes_at_once() -> None:
    game = position(heroes={"a": 2}, enemies={"a": 2, "out-N": 2}, event=6)
    game.do(HOST, Kill(token="H1"))
    assert [token.id for token in game.state.heroes] == ["H2"]
    assert game.phase() is Phase.HERO_TURN


def test_pi_evt_04_it_is_the_row_of_slot_4() -> None:
    game = position(heroes={"a": 2}, enemies={"a": 4}, event=9)
    assert names(game, HOST, Kill(token="H1")) == [EVENTS[8].name]


def test_pi_evt_05_further_events_are_for_the_players_to_have() -> None:
    agreed: dict[str, Any] = {"extra_events": "on_trigger"}
    game = killing(9, **agreed)
    assert game.refused(HOST, TriggerEvent()) == "PI-EVT-05"
    assert "trigger_event" not in game.offered(HOST)
    first = position(**agreed)
    assert first.refused(HOST, TriggerEvent()) == "PI-EVT-05"
    again = position(heroes={"a": 2}, enemies={"a": 4}, event=8, had=1, **agreed)
    again.do(HOST, Kill(token="H1"))
    assert "trigger_event" in again.offered(HOST)
    told = again.do(HOST, TriggerEvent())
    assert told[0].startswith("Another event, as it was triggered again: Bad.")
    assert len(again.state.enemies) == 4
    never = position(heroes={"a": 2}, enemies={"a": 4}, had=1, extra_events="none")
    never.do(HOST, Kill(token="H1"))
    assert never.refused(HOST, TriggerEvent()) == "PI-EVT-05"
    always = position()
    always.do(HOST, TriggerEvent())


def test_pi_evt_06_it_falls_on_the_nearest_room_clockwise() -> None:
    # Heroes in b and c, the event in a: b lies east of a, and c south.
    game = killing(6, heroes={"a": 1, "c": 1, "b": 1}, event_room="a")
    assert game.count("a", Side.HEROES) == 0
    east = killing(6, heroes={"a": 1, "c": 1, "b": 1}, event_room="d")
    # From d, b lies north and comes before c in the west.
    assert east.count("b", Side.HEROES) == 0
    asked = killing(6, heroes={"a": 2}, event_pick="player")
    assert asked.state.ask is not None
    assert asked.refused(HOST, Choose(choice="H9")) == "PI-EVT-06"
    asked.do(HOST, Choose(choice="H2"))
    assert [token.id for token in asked.state.heroes] == ["H1"]


def test_pi_evt_07_an_own_event_is_applied_by_hand() -> None:
    fresh = new_game()
    own = tuple(Row(number=n, effect="own", name="Storm", says="Wind blows") for n in range(1, 10))
    assert fresh.refused(HOST, UseTable(table=TableName.EVENTS, rows=())) == "PI-EVT-07"
    fresh.do(HOST, UseTable(table=TableName.EVENTS, rows=own))
    game = position(heroes={"a": 2}, enemies={"a": 4}, **LOOSE)
    game.state = replace(game.state, event_table=own)
    game.do(HOST, Kill(token="H1"))
    assert game.refused(HOST, EndSide()) == "PI-EVT-07"
    game.do(HOST, Applied())
    game.do(HOST, EndSide())


def test_pi_e_1_a_sleeper_is_an_enemy() -> None:
    game = killing(1)
    assert (len(game.state.heroes), len(game.state.enemies)) == (1, 3)
    held = killing(1, heroes={"a": 2}, holder="H1")
    assert held.state.item_spent


@pytest.mark.parametrize(
    ("walls", "sealed", "agreed", "gone"),
    [
        ({"b|d": "double"}, (), "double_first", ("b|d", "single")),
        ({"a|c": "single"}, ("a|c",), "double_first", ("a|c", "opening")),
        ({}, (), "double_first", None),
        ({"b|d": "double"}, (), "any_barrier", ("a|out-N", "opening")),
    ],
)
def test_pi_e_2_paper_wears_thin(
    walls: dict[str, str], sealed: tuple[str, ...], agreed: str, gone: tuple[str, str] | None
) -> None:
    game = killing(2, walls=walls, sealed=sealed, paper_thin=agreed)
    if gone is None:
        assert all(wall.state is WallState.SINGLE for wall in game.state.map.walls)
    else:
        assert game.wall(gone[0]) == gone[1]


@pytest.mark.parametrize(
    ("agreed", "after"), [("opening", WallState.OPENING), ("one_step", WallState.SINGLE)]
)
def test_pi_e_3_a_wall_of_a_hero_is_broken_through(agreed: str, after: WallState) -> None:
    game = killing(3, walls={"a|out-N": "double"}, koolaid_depth=agreed)
    assert game.wall("a|out-N") is after


def test_pi_e_4_a_room_is_added_beside_the_events() -> None:
    for beyond, beside in (("cut", {"a", "b"}), ("a|out-N", {"a", "out-N"})):
        game = killing(4)
        assert game.refused(HOST, EndSide()) == "PI-E-4"
        assert game.refused(HOST, AddRoom(beyond="b|d")) == "PI-E-4"
        game.do(HOST, AddRoom(beyond=beyond))
        board = game.state.map
        assert board.names == ("a", "b", "c", "d", "e")
        assert beside <= set(board.neighbours("e"))
        assert {wall.state for wall in board.walls} == {WallState.SINGLE}


def test_pi_e_5_terror_takes_the_next_hero_turn() -> None:
    game = killing(5)
    game.do(HOST, EndSide())
    game.do(GUEST, EndSide())
    assert (game.phase(), game.state.turn) == (Phase.ENEMY_TURN, 5)


def test_pi_e_6_a_hero_is_lost() -> None:
    assert len(killing(6).state.heroes) == 1


def test_pi_e_7_an_enemy_is_lost_inside_first() -> None:
    game = position(heroes={"a": 1}, enemies={"a": 2, "out-N": 1, "d": 1}, event=7)
    game.do(HOST, Kill(token="H1"))
    assert [token.place for token in game.state.enemies] == ["out-N"]


@pytest.mark.parametrize(
    ("agreed", "places"),
    [("outside", ["out-S", "out-W"]), ("event_room", ["c", "c"]), ("inside", ["c", "a"])],
)
def test_pi_e_8_two_enemies_more(agreed: str, places: list[str]) -> None:
    game = killing(8, reinforce_at=agreed, event_room="c", dealt=18)
    assert [token.place for token in game.state.enemies[2:]] == places


def test_pi_e_9_four_enemies_more() -> None:
    game = killing(9)
    assert len(game.state.enemies) == 6
    assert game.refused(GUEST, Smash(token="O5", wall="a|out-N")) == "PI-TRN-01"
