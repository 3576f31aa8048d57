"""Further cases that the rulebook's examples leave open: chance on chance, and players at odds."""

from dataclasses import replace
from typing import Any, Final

import pytest

from rules.games.paper_invasion import GAME
from rules.games.paper_invasion.chapters.acting import Grab, Kill, Loot, MoveToken, Seal, Smash
from rules.games.paper_invasion.chapters.boarding import ConfirmBoard, TakeBoard
from rules.games.paper_invasion.chapters.by_hand import PutToken, SetTokens
from rules.games.paper_invasion.chapters.enemy_script import costs_to_heroes
from rules.games.paper_invasion.chapters.items import UseItem
from rules.games.paper_invasion.chapters.naming import ChooseTheme, TakeWord
from rules.games.paper_invasion.chapters.placing import DealEnemies, PlaceHeroes
from rules.games.paper_invasion.chapters.secret_passage import AddRoom
from rules.games.paper_invasion.chapters.turns import EndSide, Finish
from rules.games.paper_invasion.differences import differences, sighted
from rules.games.paper_invasion.in_words import in_words
from rules.games.paper_invasion.phases import awaits
from rules.games.paper_invasion.tests.sheet_play import on_sheet, seen
from rules.games.paper_invasion.tests.table_play import GUEST, HOST, new_game, position
from rules.games.paper_invasion.vocabulary import Form, Mode, Phase, Side, WallState
from rules.referee.toolkit.game import Refusal, Seat
from rules.table.units import Inches

THREE = (
    Seat(name=HOST, sides=("Heroes",)),
    Seat(name=GUEST, sides=("Heroes",)),
    Seat(name="Stranger", sides=("Enemies",)),
)
FREE: Final[dict[str, Any]] = {"hero_must_act": False, "enemy_must_move": False}


def test_a_secret_passage_is_outlined_by_hand() -> None:
    game = position(heroes={"a": 2}, enemies={"a": 4}, event=4, event_room="a")
    game.do(HOST, Kill(token="H1"))
    box = ((4.0, 4.0), (5.0, 4.0), (5.0, 6.0), (4.0, 6.0))
    far = ((8.0, 0.5), (9.0, 0.5), (9.0, 1.5), (8.0, 1.5))
    inches = [tuple((Inches(x), Inches(y)) for x, y in ring) for ring in (box, far)]
    assert game.refused(HOST, AddRoom(outline=inches[1])) == "PI-E-4"
    game.do(HOST, AddRoom(outline=inches[0]))
    assert game.state.map.neighbours("e") == ("out-N", "b", "a")
    # The new room has taken over a's wall to b, but for the part south of it.
    assert {wall.id for wall in game.state.map.walls} >= {"a|b", "a|e", "b|e", "e|out-N"}


def test_a_secret_passage_keeps_the_states_of_the_lines_that_were_there() -> None:
    walls = {"a|b": "double", "a|out-N": "opening", "c|d": "opening"}
    game = position(heroes={"a": 2}, enemies={"a": 4}, event=4, walls=walls)
    game.do(HOST, Kill(token="H1"))
    game.do(HOST, AddRoom())
    # Room a was cut across: e has its east part, and with it the wall to b.
    assert game.wall("b|e") is WallState.DOUBLE
    assert game.wall("a|e") is WallState.SINGLE
    assert game.wall("e|out-N") is WallState.OPENING
    assert game.wall("c|d") is WallState.OPENING


def test_a_seal_that_wears_away_was_an_opening_first() -> None:
    game = position(heroes={"a": 3}, enemies={"a": 4}, event=2, walls={"a|c": "opening"})
    game.do(HOST, Seal(token="H1", wall="a|c"))
    assert game.wall("a|c") is WallState.SINGLE
    game.do(HOST, Kill(token="H2"))
    assert game.wall("a|c") is WallState.OPENING


@pytest.mark.parametrize("event", [1, 3, 6])
def test_an_event_that_finds_nobody_changes_nothing(event: int) -> None:
    # By hand the last Heroes stand outside, where no room is theirs.
    game = position(heroes={"out-N": 1}, enemies={"a": 4}, event=event, heroes_outside=True)
    agreed = frozenset({"PI-OBJ-03"})
    body = SetTokens(side=Side.ENEMIES, place="a", count=2)
    told = game.do(HOST, body, waives=agreed)
    if event == 3:
        assert "No room with a Hero has a wall left to break through: nothing happens." in told
    else:
        assert game.state.outcome is not None


def test_a_hero_who_holds_the_item_is_turned() -> None:
    game = position(
        heroes={"a": 2}, enemies={"a": 4}, event=1, holder="H1", item_on_grab="loot_again"
    )
    game.do(HOST, Kill(token="H2"))
    assert not game.state.looted
    assert [token.id for token in game.state.heroes] == ["H2"]
    game.do(HOST, EndSide())


def test_a_double_barrier_is_smashed_from_both_sides() -> None:
    game = position(
        heroes={"c": 1},
        enemies={"a": 1, "b": 1},
        walls={"a|b": "double"},
        turn=Side.ENEMIES,
        had=1,
        **FREE,
    )
    game.do(GUEST, Smash(token="O1", wall="a|b"))
    game.do(GUEST, Smash(token="O2", wall="a|b"))
    assert game.wall("a|b") is WallState.OPENING
    game.do(GUEST, MoveToken(token="O2", to="a"))


def test_enemies_that_cannot_move_are_offered_no_move() -> None:
    game = position(heroes={"c": 1}, enemies={"a": 2}, turn=Side.ENEMIES)
    assert "move" not in game.offered(GUEST)
    assert game.offered(GUEST).count("smash") == 2


def test_a_turn_without_anybody_who_can_act_is_simply_ended() -> None:
    game = position(heroes={"a": 1}, enemies={"c": 1}, turn=Side.ENEMIES, had=1)
    game.do(GUEST, Smash(token="O1", wall="a|c"))
    assert "to a" in game.reason(GUEST, EndSide())
    game.do(GUEST, MoveToken(token="O1", to="a"))
    game.do(GUEST, EndSide())
    assert game.phase() is Phase.HERO_TURN


def test_the_last_enemy_and_the_last_hero_in_one_event_is_a_loss() -> None:
    game = position(heroes={"a": 1}, enemies={"a": 3}, event=6)
    game.do(HOST, Kill(token="H1"))
    assert game.state.outcome is not None
    assert game.state.outcome.winner == Side.ENEMIES


def test_in_cut_throat_each_player_has_heroes_of_their_own() -> None:
    game = new_game(seats=THREE, mode="last_survivor")
    game.do(HOST, ChooseTheme(mode=Mode.CUT_THROAT))
    game.do(HOST, TakeWord(word="bloody"))
    game.do(HOST, TakeBoard())
    game.do(HOST, ConfirmBoard())
    assert game.refused(GUEST, PlaceHeroes(room="a")) == "PI-OBJ-01"
    assert awaits(game.state) == f"{HOST}: place the Heroes in rooms, 2 to go."
    game.do(HOST, PlaceHeroes(room="a"))
    assert awaits(game.state) == f"{GUEST}: place the Heroes in rooms, 1 to go."
    game.do(GUEST, PlaceHeroes(room="b"))
    assert [token.owner for token in game.state.heroes] == [HOST, GUEST]
    game.do("Stranger", DealEnemies())


def cut_throat(agreed: str) -> str | None:
    game = position(
        heroes={"a": 1, "b": 1},
        enemies={"a": 2},
        turn=Side.ENEMIES,
        seats=THREE,
        mode=Mode.CUT_THROAT,
    )
    values = {**game.state.options.values, "mode": agreed}
    options = replace(game.state.options, values=values)
    owned = {
        "H1": replace(game.state.tokens["H1"], owner=HOST),
        "H2": replace(game.state.tokens["H2"], owner=GUEST),
    }
    tokens = {**game.state.tokens, **owned}
    game.state = replace(game.state, options=options, tokens=tokens)
    game.do("Stranger", Grab(token="O1", hero="H1"))
    return game.winner()


@pytest.mark.parametrize(
    ("agreed", "winner"), [("last_survivor", GUEST), ("by_walls", None), ("no_attacks", None)]
)
def test_the_last_survivor_wins_where_that_was_agreed(agreed: str, winner: str | None) -> None:
    assert cut_throat(agreed) == winner


def test_the_script_counts_lines_before_rooms() -> None:
    walls = {"a|b": "double", "b|d": "double", "a|c": "opening", "c|d": "single"}
    state = position(heroes={"d": 1}, enemies={"a": 1}, walls=walls).state
    costs = costs_to_heroes(state)
    wanted = {"a": (1, 2), "c": (1, 1), "b": (2, 1), "out-N": (2, 3)}
    assert {place: costs[place] for place in wanted} == wanted


def test_everything_that_lies_open_is_told_in_words() -> None:
    game = position(
        heroes={"a": 1, "d": 1},
        enemies={"b": 1, "out-E": 2},
        holder="H1",
        walls={"a|b": "double", "c|d": "opening"},
    )
    lines = in_words(game.state, HOST)
    assert lines[0] == "Turn 2: Heroes 2, Enemies 3; H1 holds the Flamer."
    assert lines[2].startswith("  a      H1(P) E ")
    assert "d open" in next(line for line in lines if line.startswith("  c "))
    assert lines[-2] == "  out-E  O2@b O3@b"
    assert "(P) holds the vault item; @a stands outside a;" in lines[-1]


def test_what_is_awaited_is_told_at_every_step() -> None:
    game = position(heroes={"a": 1})
    assert awaits(game.state) == (
        "Host: it is the Heroes' turn. H1 still acts: it can open the vault, "
        "or seal the wall between a and b or the wall between a and c."
    )
    fresh = new_game()
    assert awaits(fresh.state) == "Host: choose a theme, and who plays together."


def test_tokens_that_the_camera_sees_elsewhere_are_proposed_or_told() -> None:
    game = on_sheet(position(heroes={"a": 1}))
    token = replace(game.state.tokens["H1"], id="H-1")
    state = replace(game.state.without("H1"), names=("H-1",)).with_token(token)
    game.state = state
    seen(game, "H-1", spot=(7.5, 4.5), face="hero")
    (found,) = sighted(game.state, game.snapshot)
    assert found.says == "H-1 goes from a to b."
    assert found.command == MoveToken(token="H-1", to="b")
    seen(game, "H-1", spot=(7.5, 1.5), face="hero")
    assert sighted(game.state, game.snapshot) == ()
    (difference,) = differences(game.state, game.snapshot)
    assert difference.remedies == (PutToken(token="H-1", place="d"),)
    game.do(HOST, MoveToken(token="H-1", to="b"))
    assert game.refused(HOST, MoveToken(token="H-1")) == "PI-TRN-03"


def test_a_token_whose_place_nobody_says_or_sees_is_asked_for() -> None:
    game = position(heroes={"a": 1})
    assert game.refused(HOST, MoveToken(token="H1")) == "PI-GEO-05"
    assert "does not see the sheet" in game.reason(HOST, MoveToken(token="H1"))


def test_strangers_and_strange_names_are_refused() -> None:
    game = position(heroes={"a": 1})
    assert game.refused("Nobody", EndSide()) == "PI-OBJ-01"
    for body in (MoveToken(token="X", to="b"), Kill(token="O1"), Finish(token="")):
        assert isinstance(game.ask(HOST, body), Refusal)
    assert game.refused(HOST, UseItem(token="H1")) == "PI-VAULT-02"
    assert game.refused(GUEST, Loot(token="H1")) == "PI-TRN-01"


def test_a_holder_shows_p_until_the_item_is_used() -> None:
    game = position(heroes={"a": 1}, vault=3)
    game.do(HOST, Loot(token="H1"))
    shown: Any = GAME.view(game.state, HOST)["tokens"]
    assert [token["form"] for token in shown if token["id"] == "H1"] == [Form.HOLDING]
