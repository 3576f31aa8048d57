"""Taking, mending and confirming a board (PI-GEO-02, PI-SET-01 to -03)."""

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import ClassVar, Final

from rules.games.paper_invasion.board import LETTERS, FloorPlan, board_of, is_outer
from rules.games.paper_invasion.draft import Draft, Trial
from rules.games.paper_invasion.growth import joined, renamed
from rules.games.paper_invasion.outlines import FARTHEST, is_zone, rooms_fault
from rules.games.paper_invasion.redrawing import cut_along, left_out, room_under, still_doubted
from rules.games.paper_invasion.state import State
from rules.games.paper_invasion.tables import STARTERS, starter_rooms
from rules.games.paper_invasion.vocabulary import (
    DrawnWall,
    Phase,
    ReadingDoubt,
    Room,
    Spot,
    WallState,
)
from rules.referee.toolkit.game import Hole, Template
from rules.referee.toolkit.phrases import capital, counted, ended


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardTaken:
    """A board is on the table, to be looked at."""

    clause: ClassVar[str] = "PI-GEO-02"

    board: FloorPlan
    doubts: tuple[ReadingDoubt, ...]
    source: str

    def after(self, state: State) -> State:
        return replace(state, board=self.board, doubts=self.doubts)

    def told(self) -> str:
        source = "the umpire's layout" if self.source == "starter" else "a board that was drawn"
        rooms, walls = (
            counted(len(self.board.rooms), "room"),
            counted(len(self.board.walls), "wall"),
        )
        told = f"On the table is {source} with {rooms} and {walls}."
        for doubt in self.doubts:
            told += f" To look at: {doubt.subject}, {ended(doubt.says)}"
        return told


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardMended:
    """Something about the board was put right, or is as it was read."""

    clause: ClassVar[str] = "PI-GEO-02"

    board: FloorPlan
    doubts: tuple[ReadingDoubt, ...]
    what: str

    def after(self, state: State) -> State:
        return replace(state, board=self.board, doubts=self.doubts)

    def told(self) -> str:
        return capital(ended(self.what))


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardConfirmed:
    """The board is right."""

    clause: ClassVar[str] = "PI-SET-01"

    rooms: int
    walls: int

    def after(self, state: State) -> State:
        del self
        return replace(state, phase=Phase.HEROES)

    def told(self) -> str:
        rooms, walls = counted(self.rooms, "room"), counted(self.walls, "wall")
        return f"The board is right: {rooms}, {walls}."


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeBoard:
    """The board: outlined rooms, and walls where they were read too; with neither, a starter."""

    rooms: tuple[Room, ...] = ()
    walls: tuple[DrawnWall, ...] = ()
    doubts: tuple[tuple[str, str], ...] = ()
    """Names of walls or rooms, each with what was not read with certainty."""

    def ruled(self, draft: Draft) -> None:
        draft.require_phase(Phase.BOARD)
        draft.require_heroes()
        rooms, source = self.rooms, "drawn"
        if not rooms:
            if self.walls or self.doubts:
                draft.refuse(
                    "PI-GEO-02", "Walls and doubts belong to rooms, and no rooms were given."
                )
            source = "starter"
            rooms = starter_rooms(draft.state.numbers.rooms)
            if not rooms:
                said = f"There is no ready layout with {draft.state.numbers.rooms} rooms: draw one."
                draft.refuse("PI-GEO-02", said)
        rooms = _lettered(draft, rooms)
        if fault := rooms_fault(rooms):
            draft.refuse("PI-OBJ-05", f"That is no board: {fault}.")
        walls = _checked(draft, self.walls, rooms=rooms)
        board = board_of(rooms, least=least_shared(draft), walls=walls, outer=outer_state(draft))
        _require_reached(draft, board)
        doubts = (*_given(self.doubts, board=board), *_unlike_the_beginning(draft, board))
        draft.emit(BoardTaken(board=board, doubts=doubts, source=source), clause="PI-GEO-02")


@dataclass(frozen=True, slots=True, kw_only=True)
class NameRoom:
    """A room gets another letter; whoever had that one gets the old."""

    room: str
    letter: str

    def ruled(self, draft: Draft) -> None:
        board = require_looked_at(draft)
        room = draft.require_room(self.room)
        if len(self.letter) != 1 or self.letter not in LETTERS:
            draft.refuse("PI-SET-02", f"A room is called by one small letter, not {self.letter!r}.")
        if self.letter == room:
            draft.refuse("PI-SET-02", f"That room is called {room} already.")
        what = f"room {room} is called {self.letter}"
        if self.letter in board.names:
            what += f", and {self.letter} is called {room}"
        swapped = {room: self.letter, self.letter: room}
        doubts = tuple(
            replace(doubt, subject=_moved(doubt.subject, swapped)) for doubt in draft.state.doubts
        )
        event = BoardMended(board=renamed(board, swapped), doubts=doubts, what=what)
        draft.emit(event, clause="PI-SET-02")


@dataclass(frozen=True, slots=True, kw_only=True)
class JoinRooms:
    """Two rooms are one: the wall between them is none."""

    room: str
    other: str

    def ruled(self, draft: Draft) -> None:
        board = require_looked_at(draft)
        room, other = draft.require_room(self.room), draft.require_room(self.other)
        if room == other or not board.between(room, other):
            draft.refuse("PI-GEO-03", f"{room} and {other} have no wall between them to take away.")
        whole = joined(board, room, other=other)
        if whole is None:
            draft.refuse("PI-OBJ-05", f"{room} and {other} do not make one room together.")
        assert whole is not None
        mend(draft, whole, what=f"{room} and {other} are one room, {room}", clause="PI-OBJ-05")


@dataclass(frozen=True, slots=True, kw_only=True)
class CutRoom:
    """A line was not read: it parts the room that it lies in, from wall to wall."""

    line: tuple[Spot, ...]

    def ruled(self, draft: Draft) -> None:
        board = require_looked_at(draft)
        near = all(abs(each) <= FARTHEST for spot in self.line for each in spot)
        if not near or not 2 <= len(self.line) <= MOST_POINTS or len(set(self.line)) < 2:
            draft.refuse("PI-OBJ-06", f"A line needs 2 to {MOST_POINTS} points on the sheet.")
        room = room_under(board, self.line)
        if not room:
            draft.refuse(
                "PI-OBJ-06", "That line lies in no room: draw it from wall to wall of one."
            )
        if len(board.rooms) >= len(LETTERS):
            draft.refuse("PI-SET-02", f"A board has at most {len(LETTERS)} rooms.")
        parted = cut_along(board, room, line=self.line, least=least_shared(draft))
        if parted is None:
            said = f"That line does not part {room} in two rooms: draw it from wall to wall."
            draft.refuse("PI-OBJ-05", said)
        assert parted is not None
        _require_reached(draft, parted)
        what = f"a line parts {room} from {parted.names[-1]}"
        mend(draft, parted, what=what, clause="PI-OBJ-06", settled=room)


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaveOut:
    """What was read as a room is none, but a part of the outside."""

    room: str

    def ruled(self, draft: Draft) -> None:
        board = require_looked_at(draft)
        room = draft.require_room(self.room)
        if not any(is_outer(wall) for wall in board.walls_of(room)):
            draft.refuse("PI-GEO-04", f"{room} lies among other rooms, and not at the outside.")
        if len(board.rooms) == 1:
            draft.refuse("PI-SET-01", f"{room} is the only room that there is.")
        rest = left_out(board, room, least=least_shared(draft))
        _require_reached(draft, rest)
        mend(draft, rest, what=f"{room} is no room, but a part of the outside", clause="PI-GEO-04")


@dataclass(frozen=True, slots=True, kw_only=True)
class SettleDoubt:
    """It is as the umpire has read it."""

    subject: str

    def ruled(self, draft: Draft) -> None:
        board = require_looked_at(draft)
        wall = board.wall(self.subject)
        subject = self.subject if wall is None else wall.id
        if all(doubt.subject != subject for doubt in draft.state.doubts):
            draft.refuse("PI-GEO-02", f"There is no doubt about {self.subject!r}.")
        mend(draft, board, what=f"{subject} is as it was read", clause="PI-GEO-02", settled=subject)


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfirmBoard:
    """The board is right."""

    def ruled(self, draft: Draft) -> None:
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


def _require_reached(draft: Draft, board: FloorPlan) -> None:
    """A room without a wall could be entered by nobody."""
    alone = [name for name in board.names if not board.walls_of(name)]
    if alone:
        said = f"Room {alone[0]} has no wall in common with any other place."
        draft.refuse("PI-GEO-03", said)


def _given(doubts: Iterable[tuple[str, str]], *, board: FloorPlan) -> tuple[ReadingDoubt, ...]:
    found = []
    for name, says in doubts:
        wall = board.wall(name)
        if wall is None and name not in board.names:
            # What is too short to be a wall needs no settling; anything else would be lost unseen.
            continue
        subject = name if wall is None else wall.id
        found.append(
            ReadingDoubt(subject=subject, says=says[:LONGEST].strip() or "not read surely")
        )
    return tuple({doubt.subject: doubt for doubt in found}.values())


def _unlike_the_beginning(draft: Draft, board: FloorPlan) -> tuple[ReadingDoubt, ...]:
    """PI-SET-03: a wall that is not as walls begin was read wrongly, or agreed."""
    return tuple(
        ReadingDoubt(
            subject=wall.id, says=f"it was read as {wall.state}, and walls begin as single lines"
        )
        for wall in board.walls
        if wall.state is not WallState.SINGLE
        and not (is_outer(wall) and wall.state is outer_state(draft))
    )


def require_looked_at(draft: Draft) -> FloorPlan:
    """The board that is being looked at before it is confirmed."""
    draft.require_phase(Phase.BOARD)
    draft.require_heroes()
    if draft.state.board is None:
        draft.refuse("PI-GEO-02", "No board has been taken yet.")
    return draft.state.map


def mend(draft: Draft, board: FloorPlan, *, what: str, clause: str, settled: str = "") -> None:
    """Something about the board is another way; doubts about what is gone are gone too."""
    open_doubts = tuple(doubt for doubt in draft.state.doubts if doubt.subject != settled)
    left = still_doubted(open_doubts, before=draft.state.map, after=board)
    draft.emit(BoardMended(board=board, doubts=left, what=what), clause=clause)


def _moved(subject: str, swapped: dict[str, str]) -> str:
    """What a doubt is about, by the new letters."""
    bare, mark, number = subject.partition("#")
    places = [swapped.get(place, place) for place in bare.split("|")]
    ordered = sorted(places, key=lambda place: (is_zone(place), place))
    return "|".join(ordered) + mark + number


def board_offers(trial: Trial) -> tuple[Template, ...]:
    """A board to be taken; once there is one, to be confirmed or mended."""
    if not trial.for_heroes:
        return ()
    state = trial.state
    rooms = state.numbers.rooms
    drawn = Hole(name="rooms", kind="sheet", optional=rooms in STARTERS)
    says = f"Take the umpire's layout with {rooms} rooms, or those that you have drawn."
    take = Template(command="take_board", says=says, holes=(drawn,))
    if state.board is None:
        return (take,)
    confirm = Template(
        command="confirm_board",
        says="The board is right.",
        refusal=trial.refusal(ConfirmBoard()),
    )
    doubts = tuple(
        Template(
            command="settle_doubt",
            says=f"{doubt.subject} is as it was read, though: {ended(doubt.says)}",
            fixed={"subject": doubt.subject},
        )
        for doubt in state.doubts
    )
    return (confirm, *doubts, *_mending(trial), take)


def _mending(trial: Trial) -> tuple[Template, ...]:
    board = trial.state.map
    walls = tuple(wall.id for wall in board.walls)
    states = tuple(str(each) for each in (WallState.SINGLE, WallState.OPENING, WallState.DOUBLE))
    found = [
        Template(
            command="set_wall",
            says="Say what a wall is.",
            holes=(
                Hole(name="wall", kind="choice", allowed=walls),
                Hole(name="state", kind="choice", allowed=states),
            ),
        )
    ]
    says = "A line is missing: draw it, from wall to wall of a room."
    found.append(Template(command="cut_room", says=says, holes=(Hole(name="line", kind="line"),)))
    at_edge = tuple(name for name in board.names if trial.refusal(LeaveOut(room=name)) is None)
    if at_edge:
        hole = Hole(name="room", kind="choice", allowed=at_edge)
        says = "What was read as a room is none, but a part of the outside."
        found.append(Template(command="leave_out", says=says, holes=(hole,)))
    spare = next((letter for letter in LETTERS if letter not in board.names), "")
    for room in board.names:
        letters = tuple(each for each in (*board.names, spare) if each and each != room)
        if letters:
            found.append(
                Template(
                    command="name_room",
                    says=f"Call room {room} by another letter.",
                    fixed={"room": room},
                    holes=(Hole(name="letter", kind="choice", allowed=letters),),
                )
            )
        others = tuple(
            other
            for other in board.neighbours(room)
            if not is_zone(other) and joined(board, room, other=other) is not None
        )
        if others:
            found.append(
                Template(
                    command="join_rooms",
                    says=f"The wall between {room} and another room is none.",
                    fixed={"room": room},
                    holes=(Hole(name="other", kind="choice", allowed=others),),
                )
            )
    return tuple(found)
