"""Tests of mending a board that was read: lines drawn in, regions left out, doubts that stay."""

import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st

from rules.games.paper_invasion.board import FloorPlan, board_of
from rules.games.paper_invasion.chapters.boarding import ConfirmBoard, TakeBoard
from rules.games.paper_invasion.chapters.by_hand import SetWall
from rules.games.paper_invasion.chapters.mending import CutRoom, JoinRooms, LeaveOut, SettleDoubt
from rules.games.paper_invasion.chapters.naming import ChooseTheme, TakeWord
from rules.games.paper_invasion.outlines import is_zone, shape_of
from rules.games.paper_invasion.redrawing import cut_along, left_out, still_doubted
from rules.games.paper_invasion.tables import starter_rooms
from rules.games.paper_invasion.tests.table_play import HOST, Play, new_game
from rules.games.paper_invasion.vocabulary import (
    Phase,
    ReadingDoubt,
    Room,
    Spot,
    Wall,
    WallState,
)
from rules.table.units import Inches

LEAST = 0.5


def line(*spots: tuple[float, float]) -> tuple[Spot, ...]:
    return tuple((Inches(x), Inches(y)) for x, y in spots)


WHOLE = Room(name="a", outline=line((0.9, 0.9), (9.1, 0.9), (9.1, 5.1), (0.9, 5.1)))


def looking(*rooms: Room, doubts: tuple[tuple[str, str], ...] = ()) -> Play:
    """A game of four rooms whose board is being looked at."""
    game = new_game()
    game.do(HOST, ChooseTheme())
    game.do(HOST, TakeWord(word="disgusting"))
    game.do(HOST, TakeBoard(rooms=rooms, doubts=doubts))
    return game


def area(board: FloorPlan) -> float:
    return sum(shape_of(room.outline).area for room in board.rooms)


def test_a_board_is_drawn_as_one_room_that_lines_cut() -> None:
    game = looking(WHOLE)
    assert game.refused(HOST, ConfirmBoard()) == "PI-SET-01"
    assert game.do(HOST, CutRoom(line=line((5.0, 4.0), (5.0, 2.0)))) == ("A line parts a from b.",)
    game.do(HOST, CutRoom(line=line((2.0, 3.0), (3.0, 3.0))))
    game.do(HOST, CutRoom(line=line((6.0, 3.0), (8.0, 3.0))))
    assert sorted(game.state.map.names) == ["a", "b", "c", "d"]
    assert {wall.state for wall in game.state.map.walls} == {WallState.SINGLE}
    outer = [wall for wall in game.state.map.walls if is_zone(wall.other)]
    assert len(outer) == 8
    assert len(game.state.map.walls) == 12
    game.do(HOST, ConfirmBoard())
    assert game.phase() is Phase.HEROES


def test_a_line_that_parts_nothing_is_refused() -> None:
    game = looking(WHOLE)
    for spots, clause in (
        (((0.1, 0.1), (0.4, 0.4)), "PI-OBJ-06"),
        (((0.95, 0.95), (9.05, 0.95)), "PI-OBJ-05"),
        (((5.0, 3.0),), "PI-OBJ-06"),
        (((5.0, 3.0), (5.0, 3.0)), "PI-OBJ-06"),
        (((5.0, 3.0), (5.0, 900.0)), "PI-OBJ-06"),
    ):
        assert game.refused(HOST, CutRoom(line=line(*spots))) == clause, spots
    full = looking(*starter_rooms(4))
    full.do(HOST, ConfirmBoard())
    assert full.refused(HOST, CutRoom(line=line((1.0, 5.0), (3.0, 5.0)))) == "PI-SET-04"


def test_a_drawn_line_keeps_the_states_of_the_walls_that_it_meets() -> None:
    game = looking(*starter_rooms(4))
    game.do(HOST, SetWall(wall="a|out-N", state=WallState.OPENING))
    game.do(HOST, SetWall(wall="c|d", state=WallState.DOUBLE))
    game.do(HOST, CutRoom(line=line((1.0, 4.2), (3.0, 4.2))))
    assert game.wall("a|out-N") is WallState.OPENING
    assert game.wall("c|d") is WallState.DOUBLE
    assert game.wall("a|e") is WallState.SINGLE


@given(
    x=st.floats(1.5, 8.5), y=st.floats(1.5, 4.5), dx=st.floats(-1.0, 1.0), dy=st.floats(-1.0, 1.0)
)
def test_a_cut_loses_no_paper_and_no_wall(x: float, y: float, dx: float, dy: float) -> None:
    board = board_of((WHOLE,), least=LEAST)
    parted = cut_along(board, "a", line=line((x, y), (x + dx, y + dy)), least=LEAST)
    if parted is None:
        return
    assert parted.names == ("a", "b")
    assert area(parted) == pytest.approx(area(board), rel=0.002)
    one, other = (shape_of(room.outline) for room in parted.rooms)
    assert one.area >= other.area - 0.01
    assert shapely.intersection(one, other).area < 0.01
    for wall in parted.walls:
        assert parted.has(wall.one)
        assert parted.has(wall.other)


def test_a_region_that_is_no_room_becomes_outside() -> None:
    game = looking(*starter_rooms(4), doubts=(("a|b", "a gap of 0.2 in"), ("b", "is it a room?")))
    game.do(HOST, SetWall(wall="b|d", state=WallState.DOUBLE))
    assert game.do(HOST, LeaveOut(room="b")) == ("B is no room, but a part of the outside.",)
    board = game.state.map
    assert board.names == ("a", "c", "d")
    assert {wall.id for wall in board.walls_of("a")} == {"a|out-N", "a|out-E", "a|c", "a|out-W"}
    assert game.wall("d|out-N") is WallState.DOUBLE
    # The gap is still there, whatever lies behind the wall.
    assert [doubt.subject for doubt in game.state.doubts] == ["a|out-E"]


def test_the_outside_begins_at_the_edge() -> None:
    game = looking(*starter_rooms(9))
    assert game.refused(HOST, LeaveOut(room="e")) == "PI-GEO-04"
    assert game.refused(HOST, LeaveOut(room="x")) == "PI-OBJ-05"
    alone = looking(WHOLE)
    assert alone.refused(HOST, LeaveOut(room="a")) == "PI-SET-01"


def test_every_wall_of_what_is_left_parts_two_places() -> None:
    for count in range(2, 11):
        board = board_of(starter_rooms(count), least=LEAST)
        for name in board.names:
            rest = left_out(board, name, least=LEAST)
            assert name not in rest.names
            for wall in rest.walls:
                assert wall.one != wall.other
                assert name not in {wall.one, wall.other}


def test_a_doubt_about_a_wall_stays_when_its_room_is_joined_to_another() -> None:
    game = looking(*starter_rooms(4), doubts=(("b|d", "a gap of 0.2 in"),))
    game.do(HOST, JoinRooms(room="a", other="b"))
    assert [doubt.subject for doubt in game.state.doubts] == ["a|d"]
    assert game.refused(HOST, SettleDoubt(subject="b|d")) == "PI-GEO-02"
    game.do(HOST, SettleDoubt(subject="a|d"))
    assert game.state.doubts == ()


def test_a_line_that_was_missing_settles_the_doubt_about_its_room() -> None:
    doubts = (("a", "a line ends in it and leads nowhere"), ("a|c", "a gap of 0.2 in"))
    game = looking(*starter_rooms(4), doubts=doubts)
    game.do(HOST, CutRoom(line=line((1.0, 4.2), (3.0, 4.2))))
    (left,) = game.state.doubts
    assert game.state.map.wall(left.subject) is not None
    assert left.says == "a gap of 0.2 in"


def test_a_doubted_wall_stays_doubted_where_it_becomes_longer_or_shorter() -> None:
    def board(*walls: Wall) -> FloorPlan:
        return FloorPlan(rooms=(WHOLE,), walls=walls)

    short = Wall(id="a|b", one="a", other="b", line=line((2, 2), (4, 2)))
    # The middle of the longer one lies beside the shorter one, which lies on it.
    long = Wall(id="a|c", one="a", other="c", line=line((2, 2), (9, 2)))
    elsewhere = Wall(id="a|d", one="a", other="d", line=line((2, 5), (4, 5)))
    for before, after in ((short, long), (long, short)):
        kept = still_doubted(
            (ReadingDoubt(subject=before.id, says="a gap"),),
            before=board(before),
            after=board(elsewhere, after),
        )
        assert kept == (ReadingDoubt(subject=after.id, says="a gap"),)
    gone = still_doubted(
        (ReadingDoubt(subject=short.id, says="a gap"),),
        before=board(short),
        after=board(elsewhere),
    )
    assert gone == ()
