"""Tests of turns, walls, Moves and Actions (END, TRN, WALL, MOV, HERO, EN)."""

from dataclasses import replace
from typing import Any, Final

import pytest

from rules.games.paper_invasion.chapters.acting import Grab, Kill, Loot, MoveToken, Seal, Smash
from rules.games.paper_invasion.chapters.enemy_script import SetControl
from rules.games.paper_invasion.chapters.turns import (
    EndSide,
    Finish,
    GiveUp,
    SideBegan,
    SideSkipped,
)
from rules.games.paper_invasion.phases import options
from rules.games.paper_invasion.tests.table_play import GUEST, HOST, Play, position
from rules.games.paper_invasion.vocabulary import EnemyControl, Form, Phase, Side, WallState
from rules.referee.toolkit.game import Seat

LOOSE: Final[dict[str, Any]] = {"hero_must_act": False, "enemy_must_move": False}
OPEN: Final = {"a|b": "opening"}


# --- how it ends ---------------------------------------------------------------------------------


def test_pi_end_01_heroes_win_with_the_last_enemy() -> None:
    game = position(heroes={"a": 1}, enemies={"a": 2})
    game.do(HOST, Kill(token="H1"))
    assert game.state.outcome is not None
    assert game.state.outcome.says == "No Enemy is left, and 1 Hero is alive."
    assert game.refused(HOST, EndSide()) == "PI-END-01"


def test_pi_end_02_heroes_lose_with_their_last() -> None:
    game = position(heroes={"a": 1}, enemies={"a": 1}, turn=Side.ENEMIES)
    game.do(GUEST, Grab(token="O1", hero="H1"))
    assert game.state.outcome is not None
    assert game.state.outcome.winner == Side.ENEMIES
    given_up = position()
    given_up.do(HOST, GiveUp())
    assert given_up.refused(HOST, EndSide()) == "PI-END-02"


# --- turns ---------------------------------------------------------------------------------------


def test_pi_trn_01_sides_take_turns() -> None:
    game = position(**LOOSE)
    assert game.refused(GUEST, EndSide()) == "PI-TRN-01"
    assert game.refused(GUEST, MoveToken(token="O1", to="a")) == "PI-TRN-01"
    assert game.refused(HOST, MoveToken(token="O1", to="a")) == "PI-TRN-01"
    game.do(HOST, EndSide())
    assert game.phase() is Phase.ENEMY_TURN


def test_pi_trn_02_a_token_is_finished_before_the_next() -> None:
    game = position(heroes={"a": 2})
    game.do(HOST, MoveToken(token="H1", to="b"))
    assert game.refused(HOST, MoveToken(token="H2", to="b")) == "PI-TRN-02"
    game.do(HOST, Seal(token="H1", wall="b|d"))
    game.do(HOST, MoveToken(token="H2", to="c"))
    assert game.refused(HOST, MoveToken(token="H1", to="a")) == "PI-TRN-02"


def test_pi_trn_03_a_hero_moves_once_and_acts_once() -> None:
    game = position(heroes={"a": 1})
    game.do(HOST, MoveToken(token="H1", to="b"))
    assert game.refused(HOST, MoveToken(token="H1", to="a")) == "PI-TRN-03"
    game.do(HOST, Seal(token="H1", wall="b|d"))
    assert game.refused(HOST, Seal(token="H1", wall="b|a")) == "PI-HERO-05"


def test_pi_trn_04_an_enemy_moves_and_acts_as_far_as_it_can() -> None:
    game = position(heroes={"d": 1}, enemies={"a": 1}, walls=OPEN, turn=Side.ENEMIES)
    assert game.refused(GUEST, EndSide()) == "PI-TRN-04"
    assert "to b" in game.reason(GUEST, EndSide())
    game.do(GUEST, MoveToken(token="O1", to="b"))
    assert "smash" in game.reason(GUEST, EndSide())
    game.do(GUEST, Smash(token="O1", wall="b|d"))
    assert game.refused(GUEST, MoveToken(token="O1", to="a")) == "PI-TRN-04"
    game.do(GUEST, EndSide())
    free = position(enemies={"a": 1}, walls=OPEN, turn=Side.ENEMIES, enemy_must_move=False)
    free.do(GUEST, EndSide())


@pytest.mark.parametrize(("order", "clause"), [("any", ""), ("move_first", "PI-TRN-05")])
def test_pi_trn_05_the_order_is_free_or_agreed(order: str, clause: str) -> None:
    game = position(heroes={"a": 1}, action_order=order)
    game.do(HOST, Seal(token="H1", wall="a|c"))
    if clause:
        assert game.refused(HOST, MoveToken(token="H1", to="b")) == clause
    else:
        game.do(HOST, MoveToken(token="H1", to="b"))


def test_pi_trn_06_a_hero_who_can_act_has_to() -> None:
    game = position(heroes={"a": 1})
    assert game.refused(HOST, EndSide()) == "PI-TRN-06"
    walls = {"a|b": "double", "a|c": "double"}
    smashing = position(heroes={"a": 1}, walls=walls)
    said = smashing.reason(HOST, Finish(token="H1"))
    assert "smash the wall between a and b or the wall between a and c" in said
    position(heroes={"a": 1}, hero_must_act=False).do(HOST, EndSide())
    # Its own walls are all outer ones in a board of one inner wall that is double: it may smash.
    nothing = position(heroes={"a": 1}, enemies={"out-N": 4}, walls=walls, seal_outer=False)
    nothing.do(HOST, Smash(token="H1", wall="a|b"))
    nothing.do(HOST, EndSide())


def test_pi_trn_07_a_token_that_changed_sides_waits() -> None:
    game = position(heroes={"a": 2}, enemies={"a": 1}, turn=Side.ENEMIES, had=1)
    game.do(GUEST, Grab(token="O1", hero="H1"))
    (fresh,) = [token for token in game.state.enemies if token.id != "O1"]
    assert game.refused(GUEST, Smash(token=fresh.id, wall="a|b")) == "PI-TRN-02"
    game.do(GUEST, EndSide())
    game.do(HOST, MoveToken(token="H2", to="b"))
    game.do(HOST, Seal(token="H2", wall="b|d"))
    game.do(HOST, EndSide())
    game.do(GUEST, Smash(token=fresh.id, wall="a|b"))


def test_pi_trn_08_a_missed_turn_is_missed_whole() -> None:
    game = position(heroes={"a": 1}, had=1, **LOOSE)
    game.state = replace(game.state, enemies_skip=1)
    found = [type(e.body) for e in game.events(HOST, EndSide())]
    assert found[-2:] == [SideSkipped, SideBegan]
    assert (game.phase(), game.state.turn) == (Phase.HERO_TURN, 4)


# --- walls and Moves -----------------------------------------------------------------------------


def test_pi_wall_01_a_wall_has_three_states() -> None:
    assert [state.lines for state in WallState] == [0, 1, 2]
    assert WallState.OPENING.stepped(2) is WallState.DOUBLE


@pytest.mark.parametrize(
    ("state", "body", "side", "after"),
    [
        ("opening", Seal(token="H1", wall="a|b"), Side.HEROES, "single"),
        ("single", Seal(token="H1", wall="a|b"), Side.HEROES, "double"),
        ("double", Seal(token="H1", wall="a|b"), Side.HEROES, ""),
        ("opening", Smash(token="H1", wall="a|b"), Side.HEROES, ""),
        ("single", Smash(token="H1", wall="a|b"), Side.HEROES, ""),
        ("double", Smash(token="H1", wall="a|b"), Side.HEROES, "single"),
        ("opening", Smash(token="O1", wall="a|b"), Side.ENEMIES, ""),
        ("single", Smash(token="O1", wall="a|b"), Side.ENEMIES, "opening"),
        ("double", Smash(token="O1", wall="a|b"), Side.ENEMIES, "single"),
    ],
)
def test_pi_wall_02_lines_come_and_go_one_by_one(
    state: str, body: object, side: Side, after: str
) -> None:
    game = position(heroes={"a": 1}, enemies={"a": 3}, walls={"a|b": state}, turn=side)
    seat = HOST if side is Side.HEROES else GUEST
    if after:
        game.do(seat, body)
        assert game.wall("a|b") == after
    else:
        assert game.refused(seat, body) == "PI-WALL-02"


@pytest.mark.parametrize("state", ["opening", "single", "double"])
def test_pi_wall_03_walls_stop_enemies_sooner_than_heroes(state: str) -> None:
    hero = position(heroes={"a": 1}, walls={"a|b": state})
    enemy = position(enemies={"a": 3}, walls={"a|b": state}, turn=Side.ENEMIES)
    if state == "double":
        assert hero.refused(HOST, MoveToken(token="H1", to="b")) == "PI-WALL-03"
    else:
        hero.do(HOST, MoveToken(token="H1", to="b"))
    if state == "opening":
        enemy.do(GUEST, MoveToken(token="O1", to="b"))
    else:
        assert enemy.refused(GUEST, MoveToken(token="O1", to="b")) == "PI-WALL-03"


def test_pi_wall_04_outer_openings_are_not_sealed() -> None:
    walls = {"a|out-N": "opening"}
    game = position(heroes={"a": 1}, walls=walls)
    assert game.refused(HOST, Seal(token="H1", wall="a|out-N")) == "PI-WALL-04"
    agreed = position(heroes={"a": 1}, walls=walls, seal_outer=True)
    agreed.do(HOST, Seal(token="H1", wall="a|out-N"))
    assert agreed.wall("a|out-N") is WallState.SINGLE


def test_pi_wall_05_a_double_barrier_falls_in_two_steps() -> None:
    game = position(
        enemies={"a": 1, "b": 1, "out-N": 2}, walls={"a|b": "double"}, turn=Side.ENEMIES, **LOOSE
    )
    game.do(GUEST, Smash(token="O1", wall="a|b"))
    assert game.wall("a|b") is WallState.SINGLE
    # The other line is smashed from the other side.
    game.do(GUEST, Smash(token="O2", wall="b|a"))
    assert game.wall("a|b") is WallState.OPENING


def test_pi_mov_01_a_hero_goes_to_the_next_room() -> None:
    game = position(heroes={"a": 1})
    game.do(HOST, MoveToken(token="H1", to="c"))
    assert game.state.tokens["H1"].place == "c"
    assert game.refused(HOST, MoveToken(token="H1", to="x")) == "PI-TRN-03"


def test_pi_mov_02_heroes_stay_inside() -> None:
    game = position(heroes={"a": 1})
    assert game.refused(HOST, MoveToken(token="H1", to="out-N")) == "PI-MOV-02"
    agreed = position(heroes={"a": 1}, heroes_outside=True)
    agreed.do(HOST, MoveToken(token="H1", to="out-N"))
    assert agreed.state.tokens["H1"].place == "out-N"


def test_pi_mov_03_enemies_come_in_and_do_not_leave() -> None:
    walls = {"a|out-N": "opening"}
    game = position(enemies={"a": 1}, walls=walls, turn=Side.ENEMIES)
    assert game.refused(GUEST, MoveToken(token="O1", to="out-N")) == "PI-MOV-03"
    out = position(enemies={"a": 1}, walls=walls, turn=Side.ENEMIES, enemies_leave=True)
    out.do(GUEST, MoveToken(token="O1", to="out-N"))
    assert out.state.tokens["O1"].attached == "a"
    inward = position(enemies={"out-N": 1}, walls=walls, turn=Side.ENEMIES)
    inward.do(GUEST, MoveToken(token="O1", to="a"))
    side = position(enemies={"out-N": 1}, turn=Side.ENEMIES, outside_moves="one_zone")
    assert side.refused(GUEST, MoveToken(token="O1", to="out-S")) == "PI-MOV-03"
    side.do(GUEST, MoveToken(token="O1", to="out-W"))


def test_pi_mov_04_a_move_leads_through_one_wall() -> None:
    game = position(heroes={"a": 1})
    assert game.refused(HOST, MoveToken(token="H1", to="d")) == "PI-MOV-04"
    assert game.refused(HOST, MoveToken(token="H1", to="a")) == "PI-MOV-04"
    assert game.refused(HOST, MoveToken(token="H1", to="x")) == "PI-OBJ-05"


def test_pi_mov_05_a_room_holds_any_number() -> None:
    game = position(heroes={"a": 9, "b": 1}, enemies={"a": 18})
    game.do(HOST, MoveToken(token="H10", to="a"))
    assert game.count("a", Side.HEROES) == 10


# --- Heroes --------------------------------------------------------------------------------------


def test_pi_hero_01_a_kill_takes_two_or_the_one() -> None:
    game = position(heroes={"a": 1}, enemies={"a": 3, "out-N": 3})
    assert game.refused(HOST, Kill(token="H1", enemies=("O1",))) == "PI-HERO-01"
    assert game.refused(HOST, Kill(token="H1", enemies=("O1", "O4"))) == "PI-HERO-01"
    offer = next(each for each in game.templates(HOST) if each.command == "kill")
    assert [(hole.kind, hole.count) for hole in offer.holes] == [("units", 2)]
    game.do(HOST, Kill(token="H1", enemies=("O3", "O1")))
    assert [token.id for token in game.state.enemies] == ["O2", "O4", "O5", "O6"]
    whole = position(heroes={"a": 1}, enemies={"a": 1, "out-N": 4}, kill_partial="not_allowed")
    assert whole.refused(HOST, Kill(token="H1")) == "PI-HERO-01"


def test_pi_hero_02_a_seal_adds_a_line_to_an_own_wall() -> None:
    game = position(heroes={"a": 1})
    assert game.refused(HOST, Seal(token="H1", wall="b|d")) == "PI-HERO-02"
    assert game.refused(HOST, Seal(token="H1", wall="a|d")) == "PI-GEO-06"
    game.do(HOST, Seal(token="H1", wall="b|a"))
    assert game.wall("a|b") is WallState.DOUBLE


def test_pi_hero_03_a_smash_takes_the_second_line() -> None:
    game = position(heroes={"a": 1}, walls={"a|b": "double", "b|d": "double"})
    assert game.refused(HOST, Smash(token="H1", wall="b|d")) == "PI-HERO-03"
    game.do(HOST, Smash(token="H1", wall="a|b"))
    assert game.wall("a|b") is WallState.SINGLE


def test_pi_hero_04_the_vault_is_looted_once() -> None:
    game = position(heroes={"a": 2, "b": 1})
    assert game.refused(HOST, Loot(token="H3")) == "PI-HERO-04"
    game.do(HOST, Loot(token="H1"))
    assert game.refused(HOST, Loot(token="H2")) == "PI-HERO-04"
    assert game.form("H1") is Form.HOLDING


def test_pi_hero_05_each_of_them_is_the_action_of_the_turn() -> None:
    for body in (
        Kill(token="H1"),
        Seal(token="H1", wall="a|c"),
        Smash(token="H1", wall="a|b"),
        Loot(token="H1"),
    ):
        game = position(heroes={"a": 1}, enemies={"a": 2, "out-N": 4}, walls={"a|b": "double"})
        game.do(HOST, body)
        assert game.refused(HOST, Seal(token="H1", wall="a|c")) == "PI-HERO-05"


# --- Enemies -------------------------------------------------------------------------------------


def test_pi_en_01_an_enemy_takes_one_line_off_a_wall_of_its_place() -> None:
    game = position(
        enemies={"a": 1, "out-E": 1}, walls={"a|b": "double"}, turn=Side.ENEMIES, **LOOSE
    )
    assert game.refused(GUEST, Smash(token="O1", wall="b|d")) == "PI-EN-01"
    game.do(GUEST, Smash(token="O1", wall="a|b"))
    assert game.wall("a|b") is WallState.SINGLE
    game.do(GUEST, Smash(token="O2", wall="d|out-E"))
    hard = position(enemies={"out-E": 1}, turn=Side.ENEMIES, outer_walls="indestructible")
    assert hard.refused(GUEST, Smash(token="O1", wall="d|out-E")) == "PI-WALL-02"


def test_pi_en_02_a_grab_makes_a_hero_an_enemy() -> None:
    game = position(heroes={"a": 1, "b": 1}, enemies={"a": 1}, turn=Side.ENEMIES)
    assert game.refused(GUEST, Grab(token="O1", hero="H2")) == "PI-EN-02"
    assert game.refused(GUEST, Grab(token="O1", hero="O1")) == "PI-EN-02"
    game.do(GUEST, Grab(token="O1", hero="H1"))
    assert (len(game.state.heroes), game.count("a", Side.ENEMIES)) == (1, 2)


@pytest.mark.parametrize(("agreed", "looted"), [("lost", True), ("loot_again", False)])
def test_pi_en_03_the_item_of_a_grabbed_hero_is_gone(agreed: str, *, looted: bool) -> None:
    game = position(
        heroes={"a": 1, "b": 1},
        enemies={"a": 1},
        holder="H1",
        turn=Side.ENEMIES,
        item_on_grab=agreed,
    )
    game.do(GUEST, Grab(token="O1", hero="H1"))
    assert game.state.looted is looted


def scripted(**more: Any) -> Play:
    return position(enemy_control="script", hero_must_act=False, had=1, **more)


def test_pi_en_04_the_umpire_moves_the_enemies_by_its_script() -> None:
    grab = scripted(heroes={"a": 1, "d": 1}, enemies={"a": 1})
    assert "O1 grabs H1, who is the Enemy O2 from now on." in grab.do(HOST, EndSide())
    enter = scripted(heroes={"d": 1}, enemies={"c": 1}, walls={"c|d": "opening"})
    told = enter.do(HOST, EndSide())
    assert told.index("O1 goes from c to d.") < told.index(
        "O1 grabs H1, who is the Enemy O2 from now on."
    )
    smash = scripted(heroes={"d": 1}, enemies={"a": 1}, walls={"a|c": "double", "b|d": "double"})
    told = smash.do(HOST, EndSide())
    # By b there are three lines in the way, and by c three too: the first clockwise is b.
    assert "O1 smashes the wall between a and b, now an Opening." in told
    assert "O1 goes from a to b." in told
    assert smash.phase() is Phase.HERO_TURN


def test_pi_en_04_the_script_can_be_switched_off_and_on() -> None:
    game = position(enemies={"out-S": 1}, had=1, **LOOSE)
    assert game.refused(HOST, SetControl(control=EnemyControl.SCRIPT)) == "PI-EN-04"
    game.do(HOST, EndSide())
    assert game.phase() is Phase.ENEMY_TURN
    game.do(GUEST, SetControl(control=EnemyControl.SCRIPT))
    assert game.phase() is Phase.HERO_TURN
    game.do(GUEST, SetControl(control=EnemyControl.PLAYER))
    game.do(HOST, EndSide())
    assert game.phase() is Phase.ENEMY_TURN


def test_pi_en_04_players_take_turns_at_moving_enemies() -> None:
    both = (
        Seat(name=HOST, sides=("Heroes", "Enemies")),
        Seat(name=GUEST, sides=("Heroes", "Enemies")),
    )
    game = position(
        enemies={"a": 2}, turn=Side.ENEMIES, seats=both, enemy_control="alternating", **LOOSE
    )
    assert game.refused(GUEST, Smash(token="O1", wall="a|b")) == "PI-EN-04"
    game.do(HOST, Smash(token="O1", wall="a|b"))
    assert game.refused(HOST, Smash(token="O2", wall="a|c")) == "PI-EN-04"
    offered = [each.command for each in options(game.state, game.snapshot, GUEST)]
    assert "smash" in offered
    game.do(GUEST, Smash(token="O2", wall="a|c"))
