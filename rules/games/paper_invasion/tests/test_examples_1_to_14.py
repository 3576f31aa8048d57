"""Tests of the rulebook's worked examples on slots, places, turns and walls."""

import pytest

from rules.games.paper_invasion.board import zone_of
from rules.games.paper_invasion.chapters.acting import MoveToken, Seal, Smash
from rules.games.paper_invasion.chapters.boarding import ConfirmBoard, TakeBoard
from rules.games.paper_invasion.chapters.naming import ChooseTheme, TakeWord, WordTaken
from rules.games.paper_invasion.chapters.placing import (
    DealEnemies,
    PlaceEvent,
    PlaceHeroes,
    PlaceVault,
)
from rules.games.paper_invasion.chapters.turns import EndSide
from rules.games.paper_invasion.tests.table_play import GUEST, HOST, Play, new_game, position
from rules.games.paper_invasion.vocabulary import Phase, Side, WallState, Way

OPEN, S, D = WallState.OPENING, WallState.SINGLE, WallState.DOUBLE


def taken(word: str, way: Way = Way.PLAIN) -> WordTaken:
    game = new_game()
    game.do(HOST, ChooseTheme(theme="miners"))
    return game.the(WordTaken, HOST, TakeWord(word=word, way=way))


WORDS = (
    # word, way, letters, digits, heroes, enemies, vault, event, rooms, first
    ("undead", "plain", "undead", (3, 5, 4, 5, 1, 4), 3, 10, "Shaker", "Terror-stricken", 2, "H"),
    ("bloody", "plain", "bloody", (2, 3, 6, 6, 4, 7), 2, 6, "Sniper", "It's a trap", 5, "E"),
    ("gross", "plain", "grossg", (7, 9, 6, 1, 1, 7), 7, 18, "Sniper", "Sleeper awakens", 2, "H"),
    (
        "disgusting",
        "plain",
        "disgus",
        (4, 9, 1, 7, 3, 1),
        4,
        18,
        "Flamer",
        "Freak accident",
        4,
        "H",
    ),
    ("cantankerous", "plain", "cantan", (3, 1, 5, 2, 1, 5), 3, 2, "Shover", "Paper thin", 2, "H"),
    ("zzz", "plain", "zzzzzz", (8, 8, 8, 8, 8, 8), 8, 16, "Survivor", "Bad", 9, "E"),
    ("feral", "plain", "feralf", (6, 5, 9, 1, 3, 6), 6, 10, "Fixer", "Sleeper awakens", 4, "H"),
    ("jinx", "plain", "jinxji", (1, 9, 5, 6, 1, 9), 1, 18, "Shover", "It's a trap", 2, "H"),
    ("undead", "reversed", "daednu", (4, 1, 5, 4, 5, 3), 4, 2, "Shover", "Secret passage", 6, "H"),
    (
        "undead",
        "from_third",
        "deadde",
        (4, 5, 1, 4, 4, 5),
        4,
        10,
        "Flamer",
        "Secret passage",
        5,
        "E",
    ),
)


@pytest.mark.parametrize(
    ("word", "way", "letters", "digits", "heroes", "enemies", "vault", "event", "rooms", "first"),
    WORDS,
)
def test_ex_1_to_9_a_word_makes_a_game(
    word: str,
    way: str,
    letters: str,
    digits: tuple[int, ...],
    heroes: int,
    enemies: int,
    vault: str,
    event: str,
    rooms: int,
    first: str,
) -> None:
    found = taken(word, Way(way))
    assert (found.letters, found.slots.digits) == (letters, digits)
    assert (found.slots.heroes, found.slots.enemies, found.slots.rooms) == (heroes, enemies, rooms)
    assert (found.vault, found.event) == (vault, event)
    assert found.slots.first is (Side.HEROES if first == "H" else Side.ENEMIES)


@pytest.mark.parametrize(
    ("count", "dealt"), [(10, (3, 3, 2, 2)), (6, (2, 2, 1, 1)), (18, (5, 5, 4, 4))]
)
def test_ex_10_enemies_are_dealt_to_the_sides(count: int, dealt: tuple[int, ...]) -> None:
    zones = [zone_of(number) for number in range(count)]
    found = tuple(zones.count(zone) for zone in ("out-N", "out-E", "out-S", "out-W"))
    assert found == dealt


def test_ex_11_a_corner_is_too_little() -> None:
    for to, clause in (("b", ""), ("c", ""), ("d", "PI-MOV-04")):
        game = position(heroes={"a": 1})
        if clause:
            assert game.refused(HOST, MoveToken(token="H1", to=to)) == clause
        else:
            game.do(HOST, MoveToken(token="H1", to=to))
            assert game.state.tokens["H1"].place == to


def test_ex_12_an_enemy_smashes_its_way_in() -> None:
    game = position(heroes={"c": 1}, turn=Side.ENEMIES, walls={})
    game.do(GUEST, Smash(token="O1", wall="b|out-N"))
    assert game.wall("b|out-N") is OPEN
    game.do(GUEST, MoveToken(token="O1", to="b"))
    assert game.state.tokens["O1"].place == "b"
    first = position(heroes={"c": 1}, turn=Side.ENEMIES, action_order="move_first")
    assert first.refused(GUEST, MoveToken(token="O1", to="b")) == "PI-WALL-03"
    first.do(GUEST, Smash(token="O1", wall="b|out-N"))
    assert first.refused(GUEST, MoveToken(token="O1", to="b")) == "PI-TRN-05"


def test_ex_13_a_wall_is_sealed_and_smashed_by_heroes() -> None:
    game = position(heroes={"a": 3, "b": 1}, walls={"a|out-W": "opening"})
    game.do(HOST, Seal(token="H1", wall="a|b"))
    assert game.wall("a|b") is D
    assert game.refused(HOST, Seal(token="H2", wall="a|b")) == "PI-WALL-02"
    assert game.refused(HOST, MoveToken(token="H2", to="b")) == "PI-WALL-03"
    assert game.refused(HOST, Seal(token="H2", wall="a|out-W")) == "PI-WALL-04"
    game.do(HOST, Smash(token="H4", wall="b|a"))
    assert game.wall("a|b") is S
    game.do(HOST, MoveToken(token="H2", to="b"))
    assert game.state.tokens["H2"].place == "b"


def test_ex_14_a_double_barrier_takes_two_turns() -> None:
    game = position(
        heroes={"d": 1},
        enemies={"a": 1},
        walls={"a|b": "double"},
        turn=Side.ENEMIES,
        hero_must_act=False,
        enemy_must_move=False,
        had=1,
    )
    game.do(GUEST, Smash(token="O1", wall="a|b"))
    assert game.wall("a|b") is S
    assert game.refused(GUEST, Smash(token="O1", wall="a|b")) == "PI-TRN-04"
    _turn_over(game)
    game.do(GUEST, Smash(token="O1", wall="a|b"))
    assert game.wall("a|b") is OPEN


def _turn_over(game: Play) -> None:
    game.do(GUEST, EndSide())
    assert game.phase() is Phase.HERO_TURN
    game.do(HOST, EndSide())
    assert game.phase() is Phase.ENEMY_TURN


def test_a_game_is_set_up_from_a_word_to_the_first_turn() -> None:
    game = new_game()
    game.do(HOST, ChooseTheme(theme="miners"))
    game.do(HOST, TakeWord(word="bloody"))
    game.do(HOST, TakeBoard())
    game.do(HOST, ConfirmBoard())
    game.do(HOST, PlaceHeroes(room="a", count=2))
    told = game.do(GUEST, DealEnemies())
    assert len(told) == 6
    assert told[0] == "O1 stands at out-N, outside of a."
    game.do(HOST, PlaceVault(room="e"))
    told = game.do(HOST, PlaceEvent(room="e"))
    assert told[-1] == "Turn 1 is the Enemies'."
