"""Properties of the board as a graph, and of the rules on it, on boards made at random."""

from collections import deque
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.games.paper_invasion.board import FloorPlan, across, board_of, rooms_on
from rules.games.paper_invasion.chapters.acting import Seal
from rules.games.paper_invasion.outlines import ZONES, is_zone, shape_of
from rules.games.paper_invasion.redrawing import cut_in_two, joined, room_beyond
from rules.games.paper_invasion.state import State, Token
from rules.games.paper_invasion.tests.table_play import HOST, Play, position
from rules.games.paper_invasion.vocabulary import Form, Phase, Room, WallState
from rules.games.paper_invasion.ways import steps
from rules.referee.toolkit.game import Refusal
from rules.table.units import Inches
from tests.vision.sheets.drawn_boards import DrawingHand, drawn_board

LEAST = 0.5


@st.composite
def boards(draw: st.DrawFn) -> FloorPlan:
    """A board of boxes cut out of one another, each wall in any state."""
    seed, count = draw(st.integers(0, 10_000)), draw(st.integers(2, 10))
    drawn = drawn_board(Random(seed), rooms=count, hand=DrawingHand())
    rooms = tuple(
        Room(
            name="abcdefghij"[number],
            outline=tuple(
                (Inches(round(x, 3)), Inches(round(y, 3)))
                for x, y in ((x0, y0), (x1, y0), (x1, y1), (x0, y1))
            ),
        )
        for number, (x0, y0, x1, y1) in enumerate(drawn.rooms)
    )
    board = board_of(rooms, least=LEAST)
    states = st.sampled_from(list(WallState))
    walls = tuple(replace(wall, state=draw(states)) for wall in board.walls)
    return replace(board, walls=walls)


def playing(board: FloorPlan) -> Play:
    """The first Hero stands in the first room, and an Enemy outside."""
    game = position()
    tokens = {
        "H1": Token(id="H1", form=Form.HERO, place=board.names[0]),
        "O1": Token(id="O1", form=Form.ENEMY, place="out-N", attached=rooms_on(board, "out-N")[0]),
    }
    state = replace(
        game.state, board=board, tokens=tokens, names=("H1", "O1"), event_room="a", vault_room="a"
    )
    return Play(state)


def reached(state: State, form: Form, start: str) -> frozenset[str]:
    """Every place that a token of a form can come to, wall by wall."""
    seen, left = {start}, deque([start])
    while left:
        place = left.popleft()
        for to, _ in steps(state, Token(id="T", form=form, place=place)):
            if to not in seen:
                seen.add(to)
                left.append(to)
    return frozenset(seen)


@pytest.mark.soak
@given(board=boards())
def test_every_wall_parts_exactly_two_places(board: FloorPlan) -> None:
    assert len({wall.id for wall in board.walls}) == len(board.walls)
    for wall in board.walls:
        assert wall.one in board.names
        assert wall.other in board.names or is_zone(wall.other)
        assert wall.one != wall.other
        assert across(wall, wall.one) == wall.other
        assert across(wall, wall.other) == wall.one
        holding = [place for place in (*board.names, *ZONES) if wall in board.walls_of(place)]
        assert len(holding) == 2


@pytest.mark.soak
@given(board=boards())
def test_being_next_to_one_another_goes_both_ways(board: FloorPlan) -> None:
    for place in board.names:
        for other in board.neighbours(place):
            assert place in board.neighbours(other)
            assert board.between(place, other)
    # Rooms side by side cover the board: each can be come to from each.
    assert set(board.rings(board.names[0])) == set(board.names)


@pytest.mark.soak
@given(board=boards())
def test_sealing_never_adds_a_passage(board: FloorPlan) -> None:
    game = playing(board)
    for wall in board.walls_of(board.names[0]):
        body = Seal(token="H1", wall=wall.id)
        found = game.ask(HOST, body)
        if isinstance(found, Refusal):
            continue
        after = playing(board)
        after.do(HOST, body)
        for form in (Form.HERO, Form.ENEMY):
            for place in (*board.names, *ZONES):
                assert reached(after.state, form, place) <= reached(game.state, form, place)


@pytest.mark.soak
@given(board=boards())
def test_heroes_come_wherever_enemies_come_inside(board: FloorPlan) -> None:
    state = playing(board).state
    for place in board.names:
        assert reached(state, Form.ENEMY, place) <= reached(state, Form.HERO, place)


@pytest.mark.soak
@given(board=boards(), data=st.data())
def test_a_room_more_keeps_every_line_that_was_there(board: FloorPlan, data: st.DataObject) -> None:
    room = data.draw(st.sampled_from(board.names))
    outer = [wall for wall in board.walls_of(room) if is_zone(wall.other)]
    grown = [cut_in_two(board, room, least=LEAST)]
    grown += [room_beyond(board, wall, least=LEAST) for wall in outer]
    for each in grown:
        if each is None:
            continue
        new = each.names[-1]
        assert len(each.names) == len(board.names) + 1
        assert each.between(room, new)
        assert {wall.one for wall in each.walls} | {wall.other for wall in each.walls} >= {new}
        kept = {wall.id: wall.state for wall in board.walls}
        untouched = [w for w in each.walls if not {room, new} & {w.one, w.other} and w.id in kept]
        assert all(kept[wall.id] is wall.state for wall in untouched)
        areas = [shape_of(one.outline).area for one in each.rooms]
        assert min(areas) > 0.1


@pytest.mark.soak
@given(board=boards())
def test_joining_takes_away_one_room_and_the_walls_between(board: FloorPlan) -> None:
    room = board.names[0]
    for other in board.neighbours(room):
        if is_zone(other):
            continue
        whole = joined(board, room, other=other)
        assert whole is not None
        assert set(whole.names) == set(board.names) - {other}
        assert all(wall.one != wall.other for wall in whole.walls)
        assert set(whole.neighbours(room)) == (
            set(board.neighbours(room)) | set(board.neighbours(other))
        ) - {room, other}


def test_play_goes_on_from_any_such_board() -> None:
    assert playing(board_of(position().state.map.rooms, least=LEAST)).state.phase is Phase.HERO_TURN
