"""Mending a board before it is confirmed: letters, joined rooms, lines and doubts (PI-SET-02)."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar, Final

from rules.games.paper_invasion.board import LETTERS, FloorPlan, called, is_outer
from rules.games.paper_invasion.draft import Draft, Trial, pick
from rules.games.paper_invasion.outlines import FARTHEST, is_zone
from rules.games.paper_invasion.redrawing import (
    cut_along,
    joined,
    left_out,
    next_letter,
    renamed,
    room_under,
    still_doubted,
)
from rules.games.paper_invasion.state import State
from rules.games.paper_invasion.vocabulary import Phase, ReadingDoubt, Spot, WallState
from rules.referee.toolkit.game import Hole, Template
from rules.referee.toolkit.phrases import capital, ended


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
        what = f"rooms {room} and {other} are one room now, called {room}"
        mend(draft, whole, what=what, clause="PI-OBJ-05")


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
            said = f"That line does not divide {room} into two rooms: draw it from wall to wall."
            draft.refuse("PI-OBJ-05", said)
        require_reached(draft, parted)
        what = f"a line parts {room} from {parted.names[-1]}"
        mend(draft, parted, what=what, clause="PI-OBJ-06", settled=room)


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaveOut:
    """What was read as a room is part of the outside."""

    room: str

    def ruled(self, draft: Draft) -> None:
        board = require_looked_at(draft)
        room = draft.require_room(self.room)
        if not any(is_outer(wall) for wall in board.walls_of(room)):
            draft.refuse("PI-GEO-04", f"{room} lies among other rooms, not on the outside.")
        if len(board.rooms) == 1:
            draft.refuse("PI-SET-01", f"{room} is the only room that there is.")
        rest = left_out(board, room, least=least_shared(draft))
        require_reached(draft, rest)
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
        what = f"{called(subject)} is as it was read"
        mend(draft, board, what=what, clause="PI-GEO-02", settled=subject)


MOST_POINTS: Final = 400


def least_shared(draft: Draft) -> float:
    """PI-GEO-03: how long a wall is at least."""
    return draft.state.options.number("min_shared_in")


def require_reached(draft: Draft, board: FloorPlan) -> None:
    """A room without a wall could be entered by nobody."""
    alone = [name for name in board.names if not board.walls_of(name)]
    if alone:
        said = f"Room {alone[0]} shares no wall with any other place."
        draft.refuse("PI-GEO-03", said)


def require_looked_at(draft: Draft) -> FloorPlan:
    """The board that is being looked at before it is confirmed."""
    draft.require_heroes(Phase.BOARD)
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
    return "|".join(sorted(places, key=lambda place: (is_zone(place), place))) + mark + number


def mending_offers(trial: Trial) -> Iterator[Template]:
    """Whatever can be put right about the board that is being looked at."""
    board = trial.state.map
    states = (WallState.SINGLE, WallState.OPENING, WallState.DOUBLE)
    wall = pick("wall", (wall.id for wall in board.walls))
    holes = (*wall, *pick("state", map(str, states)))
    yield Template(command="set_wall", says="Say what a wall is.", holes=holes)
    says = "A line is missing: draw it, from wall to wall of a room."
    yield Template(command="cut_room", says=says, holes=(Hole(name="line", kind="line"),))
    if at_edge := [name for name in board.names if trial.refusal(LeaveOut(room=name)) is None]:
        says = "What was read as a room is part of the outside."
        yield Template(command="leave_out", says=says, holes=pick("room", at_edge))
    spare = next_letter(board)
    for room in board.names:
        fixed = {"room": room}
        if letters := [each for each in (*board.names, spare) if each not in {"", room}]:
            says = f"Call room {room} by another letter."
            yield Template(
                command="name_room", says=says, fixed=fixed, holes=pick("letter", letters)
            )
        beside = [other for other in board.neighbours(room) if not is_zone(other)]
        if others := [other for other in beside if joined(board, room, other=other) is not None]:
            says = f"There is no wall between {room} and another room."
            yield Template(
                command="join_rooms", says=says, fixed=fixed, holes=pick("other", others)
            )
