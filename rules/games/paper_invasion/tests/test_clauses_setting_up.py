"""Tests of what a game is made of, of the word and of setting up (OBJ, SLOT, SET)."""

from dataclasses import replace

import pytest

from rules.games.paper_invasion import GAME
from rules.games.paper_invasion.board import board_of, zone_of
from rules.games.paper_invasion.chapters.acting import MoveToken, Smash
from rules.games.paper_invasion.chapters.boarding import ConfirmBoard, TakeBoard
from rules.games.paper_invasion.chapters.mending import JoinRooms, NameRoom
from rules.games.paper_invasion.chapters.naming import (
    ChooseTheme,
    RememberWords,
    TakeDice,
    TakeWord,
)
from rules.games.paper_invasion.chapters.placing import (
    DealEnemies,
    PlaceEnemy,
    PlaceEvent,
    PlaceHeroes,
    PlaceVault,
)
from rules.games.paper_invasion.seeing import OnSheet
from rules.games.paper_invasion.slots import letter_value, slots_of
from rules.games.paper_invasion.tables import starter_rooms
from rules.games.paper_invasion.tests.table_play import ALONE, GUEST, HOST, Play, new_game, position
from rules.games.paper_invasion.vocabulary import (
    DrawnWall,
    Form,
    Mode,
    Phase,
    Room,
    Side,
    WallState,
    Way,
)
from rules.referee.toolkit.game import Seat
from rules.table.bad_input import BadInputError
from rules.table.units import Degrees, Inches

FOUR = board_of(starter_rooms(4), least=0.5)
TOGETHER = (
    Seat(name=HOST, sides=("Heroes", "Enemies")),
    Seat(name=GUEST, sides=("Heroes", "Enemies")),
)


def worded(word: str = "disgusting", **more: object) -> Play:
    """A game whose word is taken: four Heroes, eighteen Enemies, four rooms, Heroes begin."""
    game = new_game(**more)  # type: ignore[arg-type]
    game.do(HOST, ChooseTheme())
    game.do(HOST, TakeWord(word=word))
    return game


def boarded(word: str = "disgusting", **more: object) -> Play:
    game = worded(word, **more)
    game.do(HOST, TakeBoard())
    game.do(HOST, ConfirmBoard())
    return game


def at(x: float, y: float, *, turn: float = 90.0, sigma: float = 0.01) -> OnSheet:
    return OnSheet(spot=(Inches(x), Inches(y)), turn=Degrees(turn), sigma=Inches(sigma))


# --- what a game is made of ----------------------------------------------------------------------


def test_pi_obj_01_the_players_say_who_plays_together() -> None:
    alone = new_game(seats=ALONE)
    assert alone.refused(HOST, ChooseTheme(mode=Mode.COOPERATIVE)) == "PI-OBJ-01"
    several = new_game(seats=TOGETHER)
    assert several.refused(HOST, ChooseTheme(mode=Mode.SOLO)) == "PI-OBJ-01"
    several.do(HOST, ChooseTheme(mode=Mode.CUT_THROAT))
    assert several.state.mode is Mode.CUT_THROAT
    with pytest.raises(BadInputError, match="somebody who plays Heroes"):
        new_game(seats=(Seat(name=HOST, sides=("Enemies",)),))
    with pytest.raises(BadInputError, match="Heroes or Enemies"):
        new_game(seats=(Seat(name=HOST, sides=("Red",)),))


def test_pi_obj_02_the_theme_changes_names_alone() -> None:
    game = new_game()
    told = game.do(HOST, ChooseTheme(theme="miners", hero_name="Miner", enemy_name="Alien"))
    assert told == ("The theme is miners: Miner against Alien, solo.",)
    assert GAME.view(game.state, HOST)["hero_name"] == "Miner"


def test_pi_obj_03_tokens_are_h_p_and_o() -> None:
    game = position(heroes={"a": 2}, enemies={"out-N": 1}, holder="H1")
    forms = [token.form for token in game.state.tokens.values()]
    assert forms == [Form.HOLDING, Form.HERO, Form.ENEMY]


def test_pi_obj_04_a_game_has_six_slots() -> None:
    assert len(slots_of("undead").digits) == 6
    assert all(1 <= digit <= 9 for digit in slots_of("quixotic").digits)


def test_pi_obj_05_a_room_is_a_closed_region() -> None:
    game = worded()
    crossed = (
        (Inches(0), Inches(0)),
        (Inches(2), Inches(2)),
        (Inches(2), Inches(0)),
        (Inches(0), Inches(2)),
    )
    body = TakeBoard(rooms=(Room(name="a", outline=crossed),))
    assert game.refused(HOST, body) == "PI-OBJ-05"
    assert game.refused(HOST, TakeBoard(rooms=(*starter_rooms(4)[:1] * 2,))) == "PI-SET-02"


def test_pi_obj_06_a_wall_parts_two_places() -> None:
    game = worded()
    line = ((Inches(5), Inches(3)), (Inches(5), Inches(6)))
    for one, other in (("a", "a"), ("a", "x"), ("out-N", "out-E")):
        wall = DrawnWall(one=one, other=other, line=line)
        body = TakeBoard(rooms=starter_rooms(4), walls=(wall,))
        assert game.refused(HOST, body) == "PI-OBJ-06"


def test_pi_obj_07_nothing_takes_dice() -> None:
    dice = [name for name in GAME.commands.kinds if "roll" in name or "dice" in name]
    assert dice == ["take_dice"]
    game = boarded()
    assert "take_dice" not in game.offered(HOST)


# --- the word ------------------------------------------------------------------------------------


def test_pi_slot_01_a_used_word_is_refused() -> None:
    game = new_game()
    game.do(HOST, ChooseTheme())
    game.do(HOST, RememberWords(words=("Undead!", "bloody")))
    assert game.refused(HOST, TakeWord(word="ún dead")) == "PI-SLOT-01"
    assert game.refused(HOST, RememberWords(words=("undead",))) == "PI-SLOT-01"
    game.do(HOST, TakeWord(word="gross"))


def test_pi_slot_02_a_word_is_repeated_to_six_letters() -> None:
    game = new_game()
    game.do(HOST, ChooseTheme())
    assert game.refused(HOST, TakeWord(word="龍 123")) == "PI-SLOT-02"
    game.do(HOST, TakeWord(word="jinx"))
    assert game.state.numbers.digits == (1, 9, 5, 6, 1, 9)


def test_pi_slot_03_a_letter_is_worth_the_digits_of_its_place() -> None:
    assert [letter_value(each) for each in "klz"] == [2, 3, 8]


def test_pi_slot_04_s_is_one_unless_ten_is_kept() -> None:
    assert (letter_value("s"), letter_value("s", keep_10=True)) == (1, 10)
    kept = worded("sss", slot_reduce="keep_10")
    assert (kept.state.numbers.heroes, kept.state.numbers.rooms) == (10, 11)
    assert kept.state.vault_row.number == 1
    kept.do(HOST, TakeBoard())
    assert len(kept.state.map.rooms) == 11


def test_pi_slot_05_the_slots_say_what_there_is() -> None:
    slots = worded("bloody").state.numbers
    assert (slots.heroes, slots.enemies, slots.vault_row, slots.event_row, slots.rooms) == (
        2,
        6,
        6,
        6,
        5,
    )


def test_pi_slot_06_a_word_may_be_read_otherwise() -> None:
    game = new_game()
    game.do(HOST, ChooseTheme())
    assert game.refused(HOST, TakeWord(word="ox", way=Way.FROM_THIRD)) == "PI-SLOT-06"
    (told,) = game.do(HOST, TakeWord(word="undead", way=Way.REVERSED))
    assert told.startswith("Host takes undead backwards: D 4, A 1, E 5, D 4,")


def test_pi_slot_07_six_dice_may_be_taken() -> None:
    game = new_game()
    game.do(HOST, ChooseTheme())
    for dice, faces in (((1,) * 5, 6), ((7,) + (1,) * 5, 6), ((0,) + (1,) * 5, 10), ((1,) * 6, 8)):
        assert game.refused(HOST, TakeDice(dice=dice, faces=faces)) == "PI-SLOT-07"
    game.do(HOST, TakeDice(dice=(9, 1, 2, 3, 4, 5), faces=10))
    assert game.state.numbers.heroes == 9


def test_pi_slot_08_the_slots_stay_in_their_ranges() -> None:
    for letter in "abcdefghijklmnopqrstuvwxyz":
        slots = slots_of(letter)
        assert 1 <= slots.heroes <= 9
        assert slots.enemies in range(2, 19, 2)
        assert 2 <= slots.rooms <= 10
        assert 1 <= slots.vault_row <= 9
        assert 1 <= slots.event_row <= 9


# --- setting up ----------------------------------------------------------------------------------


def test_pi_set_01_the_board_has_as_many_rooms_as_slot_5_says() -> None:
    game = worded()
    game.do(HOST, TakeBoard(rooms=starter_rooms(5)))
    assert game.refused(HOST, ConfirmBoard()) == "PI-SET-01"
    told = game.do(HOST, JoinRooms(room="a", other="b"))
    assert told == ("Rooms a and b are one room now, called a.",)
    assert game.state.map.names == ("a", "c", "d", "e")
    game.do(HOST, ConfirmBoard())


def test_pi_set_02_rooms_have_letters() -> None:
    rooms = tuple(replace(room, name="") for room in starter_rooms(4))
    game = worded()
    game.do(HOST, TakeBoard(rooms=rooms))
    assert game.state.map.names == ("a", "b", "c", "d")
    game.do(HOST, NameRoom(room="a", letter="d"))
    assert game.state.map.names == ("d", "b", "c", "a")
    assert {wall.id for wall in game.state.map.walls} >= {"b|d", "c|d", "a|b", "a|c"}
    assert game.refused(HOST, NameRoom(room="a", letter="aa")) == "PI-SET-02"


def test_pi_set_03_walls_begin_as_single_lines() -> None:
    game = worded()
    game.do(HOST, TakeBoard())
    assert {wall.state for wall in game.state.map.walls} == {WallState.SINGLE}
    opened = worded(outer_walls="open")
    opened.do(HOST, TakeBoard())
    assert opened.wall("a|out-N") is WallState.OPENING
    assert opened.wall("a|b") is WallState.SINGLE
    line = ((Inches(5), Inches(3)), (Inches(5), Inches(6)))
    double = DrawnWall(one="a", other="b", line=line, state=WallState.DOUBLE)
    outer = tuple(DrawnWall(one=room.name, other="out-N", line=line) for room in starter_rooms(4))
    game.do(HOST, TakeBoard(rooms=starter_rooms(4), walls=(double, *outer)))
    assert [doubt.subject for doubt in game.state.doubts] == ["a|b"]


def test_pi_set_04_heroes_begin_in_rooms() -> None:
    game = boarded()
    assert game.refused(HOST, PlaceHeroes(room="out-N")) == "PI-SET-04"
    assert game.refused(HOST, PlaceHeroes(room="a", count=5)) == "PI-SET-04"
    game.do(HOST, PlaceHeroes(room="a", count=3))
    game.do(HOST, PlaceHeroes(room="b"))
    assert game.phase() is Phase.ENEMIES


def enemies_next(word: str = "disgusting", **more: object) -> Play:
    game = boarded(word, **more)
    game.do(HOST, PlaceHeroes(room="a", count=game.state.numbers.heroes))
    return game


def test_pi_set_05_enemies_are_dealt_north_east_south_west() -> None:
    game = enemies_next()
    assert game.refused(HOST, DealEnemies()) == "PI-SET-06"
    game.do(GUEST, DealEnemies())
    counts = [game.count(zone, Side.ENEMIES) for zone in ("out-N", "out-E", "out-S", "out-W")]
    assert counts == [5, 5, 4, 4]
    assert [zone_of(each) for each in (4, 7)] == ["out-N", "out-W"]


def test_pi_set_06_an_enemy_stands_at_a_room_of_its_side() -> None:
    game = enemies_next()
    assert game.refused(GUEST, PlaceEnemy(room="c")) == "PI-SET-06"
    game.do(GUEST, PlaceEnemy(room="b"))
    assert game.state.tokens["O1"].attached == "b"
    near = position(turn=Side.ENEMIES, outside_reach="attached_room")
    assert near.refused(GUEST, Smash(token="O1", wall="b|out-N")) == "PI-SET-06"
    near.do(GUEST, Smash(token="O1", wall="a|out-N"))


def markers_next() -> Play:
    game = enemies_next()
    game.do(GUEST, DealEnemies())
    return game


def test_pi_set_07_the_vault_is_in_one_room() -> None:
    game = markers_next()
    assert game.refused(HOST, PlaceVault(room="out-S")) == "PI-SET-07"
    assert game.refused(HOST, PlaceVault()) == "PI-SET-07"
    game.do(HOST, PlaceVault(room="d"))
    assert game.state.vault_room == "d"


def test_pi_set_08_the_event_marker_may_be_in_the_vault_room() -> None:
    game = markers_next()
    game.do(HOST, PlaceVault(room="d"))
    assert game.refused(HOST, PlaceEvent(room="out-S")) == "PI-SET-08"
    game.do(HOST, PlaceEvent(room="d"))
    assert game.state.event_room == "d"


def test_pi_set_09_slot_5_says_who_begins() -> None:
    game = markers_next()
    game.do(HOST, PlaceVault(room="d"))
    game.do(HOST, PlaceEvent(room="a"))
    assert game.phase() is Phase.HERO_TURN
    assert slots_of("bloody").first is Side.ENEMIES
    assert game.refused(GUEST, MoveToken(token="O1", to="a")) == "PI-TRN-01"
