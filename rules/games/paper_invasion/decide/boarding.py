"""Knows how a board is taken, looked at, mended and confirmed (PI-GEO-02, PI-SET-01 to -03)."""

import math
from collections.abc import Iterable
from dataclasses import replace
from itertools import pairwise
from typing import Final

from rules.games.paper_invasion.board import LETTERS, Board, board_of, is_outer
from rules.games.paper_invasion.commands import (
    ConfirmBoard,
    CutRoom,
    JoinRooms,
    LeaveOut,
    NameRoom,
    SettleDoubt,
    TakeBoard,
)
from rules.games.paper_invasion.decide.dispatch import handle
from rules.games.paper_invasion.decide.draft import Draft
from rules.games.paper_invasion.events.setup import BoardConfirmed, BoardMended, BoardTaken
from rules.games.paper_invasion.growth import joined, renamed
from rules.games.paper_invasion.outlines import FARTHEST, is_zone, rooms_fault
from rules.games.paper_invasion.redrawing import cut_along, left_out, room_under, still_doubted
from rules.games.paper_invasion.tables import starter_rooms
from rules.games.paper_invasion.vocabulary import Doubt, DrawnWall, Phase, Room, WallState
from rules.referee.toolkit.phrases import counted, ended

MOST_WALLS: Final = 300
MOST_POINTS: Final = 400
LONGEST: Final = 300
"""Characters of a doubt."""


def least_shared(draft: Draft) -> float:
    """PI-GEO-03: how long a wall is at least."""
    return draft.state.options.number("min_shared_in")


def outer_state(draft: Draft) -> WallState:
    """PI-AMB-03: what outer walls begin as."""
    opened = draft.state.options.choice("outer_walls") == "open"
    return WallState.OPENING if opened else WallState.SINGLE


@handle.register
def _take(body: TakeBoard, draft: Draft) -> None:
    draft.require_phase(Phase.BOARD)
    draft.require_heroes()
    rooms, source = body.rooms, "drawn"
    if not rooms:
        if body.walls or body.doubts:
            draft.refuse("PI-GEO-02", "Walls and doubts belong to rooms, and no rooms were given.")
        source = "starter"
        rooms = starter_rooms(draft.state.numbers.rooms)
        if not rooms:
            said = f"There is no ready layout with {draft.state.numbers.rooms} rooms: draw one."
            draft.refuse("PI-GEO-02", said)
    rooms = _lettered(draft, rooms)
    if fault := rooms_fault(rooms):
        draft.refuse("PI-OBJ-05", f"That is no board: {fault}.")
    walls = _checked(draft, body.walls, rooms=rooms)
    board = board_of(rooms, least=least_shared(draft), walls=walls, outer=outer_state(draft))
    _require_reached(draft, board)
    doubts = (*_given(body.doubts, board=board), *_unlike_the_beginning(draft, board))
    draft.emit(BoardTaken(board=board, doubts=doubts, source=source), clause="PI-GEO-02")


def _lettered(draft: Draft, rooms: tuple[Room, ...]) -> tuple[Room, ...]:
    """PI-SET-02: rooms keep the letters that they were given; the others get those left over."""
    given = [room.name for room in rooms if room.name]
    wrong = [name for name in given if len(name) != 1 or name not in LETTERS]
    if wrong or len(set(given)) < len(given):
        got = ", ".join(name[:20] for name in given[:30])
        draft.refuse("PI-SET-02", f"Each room has one small letter of its own; got {got}.")
    if len(rooms) > len(LETTERS):
        draft.refuse("PI-SET-02", f"A board has at most {len(LETTERS)} rooms; got {len(rooms)}.")
    left = [letter for letter in LETTERS if letter not in given]
    return tuple(room if room.name else replace(room, name=left.pop(0)) for room in rooms)


def _checked(
    draft: Draft, walls: tuple[DrawnWall, ...], *, rooms: tuple[Room, ...]
) -> tuple[DrawnWall, ...]:
    """Walls that were read: each parts a room from another place; what is too short is none."""
    names = {room.name for room in rooms}
    if len(walls) > MOST_WALLS:
        draft.refuse("PI-OBJ-06", f"A board has at most {MOST_WALLS} walls; got {len(walls)}.")
    for wall in walls:
        sides = (wall.one, wall.other)
        known = all(side in names or is_zone(side) for side in sides)
        if not known or wall.one == wall.other or all(map(is_zone, sides)):
            told = f"{wall.one[:20]}|{wall.other[:20]}"
            draft.refuse("PI-OBJ-06", f"{told} is no wall: it parts a room from another place.")
        near = all(abs(each) <= FARTHEST for spot in wall.line for each in spot)
        if not near or not 2 <= len(wall.line) <= MOST_POINTS:
            told = f"{wall.one}|{wall.other}"
            said = f"The line of {told} needs 2 to {MOST_POINTS} points on the sheet."
            draft.refuse("PI-OBJ-06", said)
    least = least_shared(draft)
    return tuple(wall for wall in walls if _length(wall) >= least)


def _length(wall: DrawnWall) -> float:
    return sum(math.dist(*pair) for pair in pairwise(wall.line))


def _require_reached(draft: Draft, board: Board) -> None:
    """A room without a wall could be entered by nobody."""
    alone = [name for name in board.names if not board.walls_of(name)]
    if alone:
        said = f"Room {alone[0]} has no wall in common with any other place."
        draft.refuse("PI-GEO-03", said)


def _given(doubts: Iterable[tuple[str, str]], *, board: Board) -> tuple[Doubt, ...]:
    found = []
    for name, says in doubts:
        wall = board.wall(name)
        if wall is None and name not in board.names:
            # What is too short to be a wall needs no settling; anything else would be lost unseen.
            continue
        subject = name if wall is None else wall.id
        found.append(Doubt(subject=subject, says=says[:LONGEST].strip() or "not read surely"))
    return tuple({doubt.subject: doubt for doubt in found}.values())


def _unlike_the_beginning(draft: Draft, board: Board) -> tuple[Doubt, ...]:
    """PI-SET-03: a wall that is not as walls begin was read wrongly, or agreed."""
    return tuple(
        Doubt(subject=wall.id, says=f"it was read as {wall.state}, and walls begin as single lines")
        for wall in board.walls
        if wall.state is not WallState.SINGLE
        and not (is_outer(wall) and wall.state is outer_state(draft))
    )


def require_looked_at(draft: Draft) -> Board:
    """The board that is being looked at before it is confirmed."""
    draft.require_phase(Phase.BOARD)
    draft.require_heroes()
    if draft.state.board is None:
        draft.refuse("PI-GEO-02", "No board has been taken yet.")
    return draft.state.map


def mend(draft: Draft, board: Board, *, what: str, clause: str, settled: str = "") -> None:
    """Something about the board is another way; doubts about what is gone are gone too."""
    open_doubts = tuple(doubt for doubt in draft.state.doubts if doubt.subject != settled)
    left = still_doubted(open_doubts, before=draft.state.map, after=board)
    draft.emit(BoardMended(board=board, doubts=left, what=what), clause=clause)


@handle.register
def _name(body: NameRoom, draft: Draft) -> None:
    board = require_looked_at(draft)
    room = draft.require_room(body.room)
    if len(body.letter) != 1 or body.letter not in LETTERS:
        draft.refuse("PI-SET-02", f"A room is called by one small letter, not {body.letter!r}.")
    if body.letter == room:
        draft.refuse("PI-SET-02", f"That room is called {room} already.")
    what = f"room {room} is called {body.letter}"
    if body.letter in board.names:
        what += f", and {body.letter} is called {room}"
    swapped = {room: body.letter, body.letter: room}
    doubts = tuple(
        replace(doubt, subject=_moved(doubt.subject, swapped)) for doubt in draft.state.doubts
    )
    event = BoardMended(board=renamed(board, swapped), doubts=doubts, what=what)
    draft.emit(event, clause="PI-SET-02")


def _moved(subject: str, swapped: dict[str, str]) -> str:
    """What a doubt is about, by the new letters."""
    bare, mark, number = subject.partition("#")
    places = [swapped.get(place, place) for place in bare.split("|")]
    ordered = sorted(places, key=lambda place: (is_zone(place), place))
    return "|".join(ordered) + mark + number


@handle.register
def _join(body: JoinRooms, draft: Draft) -> None:
    board = require_looked_at(draft)
    room, other = draft.require_room(body.room), draft.require_room(body.other)
    if room == other or not board.between(room, other):
        draft.refuse("PI-GEO-03", f"{room} and {other} have no wall between them to take away.")
    whole = joined(board, room, other=other)
    if whole is None:
        draft.refuse("PI-OBJ-05", f"{room} and {other} do not make one room together.")
    assert whole is not None
    mend(draft, whole, what=f"{room} and {other} are one room, {room}", clause="PI-OBJ-05")


@handle.register
def _cut(body: CutRoom, draft: Draft) -> None:
    board = require_looked_at(draft)
    near = all(abs(each) <= FARTHEST for spot in body.line for each in spot)
    if not near or not 2 <= len(body.line) <= MOST_POINTS or len(set(body.line)) < 2:
        draft.refuse("PI-OBJ-06", f"A line needs 2 to {MOST_POINTS} points on the sheet.")
    room = room_under(board, body.line)
    if not room:
        draft.refuse("PI-OBJ-06", "That line lies in no room: draw it from wall to wall of one.")
    if len(board.rooms) >= len(LETTERS):
        draft.refuse("PI-SET-02", f"A board has at most {len(LETTERS)} rooms.")
    parted = cut_along(board, room, line=body.line, least=least_shared(draft))
    if parted is None:
        said = f"That line does not part {room} in two rooms: draw it from wall to wall."
        draft.refuse("PI-OBJ-05", said)
    assert parted is not None
    _require_reached(draft, parted)
    what = f"a line parts {room} from {parted.names[-1]}"
    mend(draft, parted, what=what, clause="PI-OBJ-06", settled=room)


@handle.register
def _leave_out(body: LeaveOut, draft: Draft) -> None:
    board = require_looked_at(draft)
    room = draft.require_room(body.room)
    if not any(is_outer(wall) for wall in board.walls_of(room)):
        draft.refuse("PI-GEO-04", f"{room} lies among other rooms, and not at the outside.")
    if len(board.rooms) == 1:
        draft.refuse("PI-SET-01", f"{room} is the only room that there is.")
    rest = left_out(board, room, least=least_shared(draft))
    _require_reached(draft, rest)
    mend(draft, rest, what=f"{room} is no room, but a part of the outside", clause="PI-GEO-04")


@handle.register
def _settle(body: SettleDoubt, draft: Draft) -> None:
    board = require_looked_at(draft)
    wall = board.wall(body.subject)
    subject = body.subject if wall is None else wall.id
    if all(doubt.subject != subject for doubt in draft.state.doubts):
        draft.refuse("PI-GEO-02", f"There is no doubt about {body.subject!r}.")
    mend(draft, board, what=f"{subject} is as it was read", clause="PI-GEO-02", settled=subject)


@handle.register
def _confirm(body: ConfirmBoard, draft: Draft) -> None:
    del body
    board = require_looked_at(draft)
    needed, count = draft.state.numbers.rooms, len(board.rooms)
    if count != needed:
        said = f"Slot 5 asks for {counted(needed, 'room')}, and the board has {count}."
        draft.refuse("PI-SET-01", said)
    if draft.state.doubts:
        first = draft.state.doubts[0]
        said = f"Look at {first.subject} first: {ended(first.says)}"
        draft.refuse("PI-GEO-02", said)
    event = BoardConfirmed(rooms=count, walls=len(board.walls))
    draft.emit(event, clause="PI-SET-01")
