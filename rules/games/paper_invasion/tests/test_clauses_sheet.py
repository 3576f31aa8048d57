"""Tests of the sheet: rooms, walls, tokens and strips on it (GEO)."""

from dataclasses import replace

import pytest

from rules.games.paper_invasion.board import board_of
from rules.games.paper_invasion.chapters.boarding import ConfirmBoard, TakeBoard
from rules.games.paper_invasion.chapters.by_hand import SetWall
from rules.games.paper_invasion.chapters.mending import SettleDoubt
from rules.games.paper_invasion.chapters.naming import ChooseTheme, TakeWord
from rules.games.paper_invasion.chapters.placing import DealEnemies, PlaceHeroes
from rules.games.paper_invasion.differences import differences
from rules.games.paper_invasion.initial import OPTIONS
from rules.games.paper_invasion.seeing import OnSheet, place_at, wall_under
from rules.games.paper_invasion.tables import starter_rooms
from rules.games.paper_invasion.tests.sheet_play import lying, on_sheet, seen
from rules.games.paper_invasion.tests.table_play import GUEST, HOST, Play, new_game, position
from rules.games.paper_invasion.vocabulary import Phase, Room, WallState
from rules.referee.toolkit.game import Seat
from rules.referee.toolkit.settings import options_from
from rules.table.units import Degrees, Inches

FOUR = board_of(starter_rooms(4), least=0.5)
AGREED = options_from(OPTIONS, {})
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


# --- the sheet -----------------------------------------------------------------------------------


def test_pi_geo_01_the_sheet_is_its_own_frame() -> None:
    game = on_sheet(position())
    for turn in (90.0, 0.0, 215.0):
        found = lying(game, (2.0, 5.0), sheet_turn=turn)
        assert found.spot == pytest.approx((2.0, 5.0), abs=0.002)
        assert found.turn == pytest.approx(90.0)


def test_pi_geo_02_a_board_is_taken_looked_at_and_confirmed() -> None:
    game = worded()
    assert game.refused(HOST, ConfirmBoard()) == "PI-GEO-02"
    game.do(HOST, TakeBoard(rooms=starter_rooms(4), doubts=(("b|a", "a gap of 0.2 in"),)))
    assert game.refused(HOST, ConfirmBoard()) == "PI-GEO-02"
    assert game.refused(HOST, SettleDoubt(subject="c|d")) == "PI-GEO-02"
    offers = game.templates(HOST)
    (offered,) = (each for each in offers if each.command == "settle_doubt")
    assert offered.says.startswith("The wall between a and b is right as it was read")
    told = game.do(HOST, SettleDoubt(subject="a|b"))
    assert told == ("The wall between a and b is as it was read.",)
    game.do(HOST, ConfirmBoard())
    assert game.phase() is Phase.HEROES


def test_pi_geo_03_half_an_inch_makes_neighbours() -> None:
    assert FOUR.neighbours("a") == ("out-N", "b", "c", "out-W")
    assert FOUR.between("a", "d") == ()
    near = board_of(starter_rooms(7), least=1.0)
    assert near.between("a", "e") == ()


def test_pi_geo_04_a_side_is_next_to_the_rooms_on_it() -> None:
    assert FOUR.neighbours("out-N") == ("a", "b")
    assert FOUR.neighbours("out-E") == ("b", "d")


def test_pi_geo_05_a_token_is_in_the_room_of_its_middle() -> None:
    places = {(2.0, 5.0): "a", (7.0, 1.0): "d", (2.0, 6.6): "out-N", (11.0, 3.5): "out-E"}
    for spot, place in places.items():
        assert place_at(FOUR, at(*spot), options=AGREED).place == place
    assert "a or in c" in place_at(FOUR, at(2.0, 3.1), options=AGREED).doubt
    # As near as a token may come to the wall at 3 without its room being asked for, and a bit on.
    band = AGREED.number("wall_band_in")
    assert place_at(FOUR, at(2.0, 3.0 + band), options=AGREED).doubt
    assert place_at(FOUR, at(2.0, 3.01 + band), options=AGREED).place == "a"
    assert place_at(FOUR, at(2.0, 3.5, sigma=0.3), options=AGREED).doubt
    assert (
        "on the north side or on the east side"
        in place_at(FOUR, at(10.6, 6.6), options=AGREED).doubt
    )


def test_pi_geo_06_walls_go_by_their_two_sides() -> None:
    outline = [(0, 0), (4, 0), (4, 3), (3, 3), (3, 1), (1, 1), (1, 3), (0, 3)]
    ring = tuple((Inches(x), Inches(y)) for x, y in outline)
    inner = tuple((Inches(x), Inches(y)) for x, y in [(1, 2), (3, 2), (3, 3), (1, 3)])
    board = board_of((Room(name="a", outline=ring), Room(name="b", outline=inner)), least=0.5)
    assert [wall.id for wall in board.walls if wall.other == "b"] == ["a|b", "a|b#2"]
    assert board.wall("b|a#2") is not None


def test_pi_geo_07_a_strip_lies_along_its_wall() -> None:
    game = on_sheet(position())
    found = wall_under(FOUR, at(5.3, 1.5, turn=10.0), options=AGREED)
    assert getattr(found, "id", found) == "c|d"
    assert isinstance(wall_under(FOUR, at(5.3, 1.5, turn=40.0), options=AGREED), str)
    assert isinstance(wall_under(FOUR, at(6.0, 1.5, turn=0.0), options=AGREED), str)
    seen(game, "wall-1", spot=(5.1, 1.5), face="opening", turn=0.0)
    (difference,) = differences(game.state, game.snapshot)
    assert difference.says == "wall-1 shows the wall between c and d as opening, and it is single."


def test_pi_geo_08_what_a_wall_is_stays_until_all_agree() -> None:
    game = position()
    found = game.ask(HOST, SetWall(wall="a|b", state=WallState.DOUBLE))
    assert getattr(found, "waivable", False)
    agreed = frozenset({"PI-GEO-08"})
    game.do(HOST, SetWall(wall="a|b", state=WallState.DOUBLE), waives=agreed)
    assert game.wall("a|b") is WallState.DOUBLE
    assert game.refused(HOST, SetWall(wall="a|b", state=WallState.DOUBLE)) == "PI-GEO-08"


def test_pi_geo_09_a_hero_token_that_shows_the_wrong_face_is_told() -> None:
    game = on_sheet(boarded("disgusting"))
    game.do(HOST, PlaceHeroes(token="H-1", room="a"))
    assert game.refused(HOST, PlaceHeroes(token="H-1", room="a")) == "PI-GEO-09"
    assert game.refused(HOST, PlaceHeroes(token="E-1", room="a")) == "PI-GEO-09"
    playing = Play(replace(game.state, phase=Phase.HERO_TURN))
    seen(playing, "H-1", spot=(2.0, 5.0), face="holding item")
    (difference,) = differences(playing.state, playing.snapshot)
    assert difference.says == "H-1 shows P and is H: turn it over."


def test_pi_geo_10_tagged_tokens_are_named_first() -> None:
    game = on_sheet(boarded("disgusting"))
    game.do(HOST, PlaceHeroes(room="a", count=4))
    assert list(game.state.tokens) == ["H-1", "H-2", "H-3", "H-4"]
    game.do(GUEST, DealEnemies())
    assert len(game.state.enemies) == 18
    plain = boarded("disgusting")
    plain.do(HOST, PlaceHeroes(room="a", count=4))
    assert list(plain.state.tokens) == ["H1", "H2", "H3", "H4"]


def test_pi_geo_11_neighbours_are_ordered_clockwise_from_north() -> None:
    nine = board_of(starter_rooms(9), least=0.5)
    assert nine.neighbours("e") == ("b", "f", "h", "d")
    assert nine.rings("e") == ("e", "b", "f", "h", "d", "c", "i", "g", "a")
