"""The secret passage: the room that an event adds to the board (PI-E-4)."""

from dataclasses import dataclass, replace
from typing import ClassVar, Final

from rules.games.paper_invasion.asks import AskAnswered
from rules.games.paper_invasion.board import FloorPlan, called_wall, is_outer, rooms_on
from rules.games.paper_invasion.chapters.consequences import nothing
from rules.games.paper_invasion.draft import Draft
from rules.games.paper_invasion.outlines import is_zone, rooms_fault
from rules.games.paper_invasion.redrawing import cut_in_two, next_letter, outlined, room_beyond
from rules.games.paper_invasion.state import State
from rules.games.paper_invasion.vocabulary import Room, Spot
from rules.games.paper_invasion.ways import Bar
from rules.referee.toolkit.game import Hole, Template
from rules.referee.toolkit.questions import Ask, Question

CUT: Final = "cut"
"""The answer that cuts the event's room in two."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NewRoom(Question):
    """Where the new room is to be."""

    answered_by: ClassVar[str] = "add_room"
    walls: tuple[str, ...]
    """The outer walls beyond which it fits, and `cut` where the event's room can be cut in two."""

    def offered(self, ask: Ask) -> Template:
        """What it is answered with."""
        holes = (
            Hole(name="beyond", kind="choice", allowed=self.walls),
            Hole(name="outline", kind="area", optional=True),
        )
        return Template(command="add_room", says=ask.says, holes=holes)


@dataclass(frozen=True, slots=True, kw_only=True)
class AddRoom:
    """The room that an event adds: outlined, beyond an outer wall, or cut off from the event's."""

    outline: tuple[Spot, ...] = ()
    beyond: str = ""
    """An outer wall of the event's room; with neither of both, that room is cut in two."""

    def ruled(self, draft: Draft) -> None:
        ask = draft.open_ask("add_room")
        state = draft.state
        board, room = state.map, state.event_room
        least = state.options.number("min_shared_in")
        question = ask.question
        assert isinstance(question, NewRoom)
        if self.outline:
            new = Room(name="the new room", outline=self.outline)
            if fault := rooms_fault((new,)):
                draft.refuse("PI-E-4", f"That is not a room: {fault}.")
            grown, how = outlined(board, room, outline=self.outline, least=least), "outlined"
        elif self.beyond in {"", CUT}:
            grown, how = cut_in_two(board, room, least=least), CUT
        else:
            wall = draft.wall(self.beyond)
            if wall.id not in question.walls:
                known = " or ".join(called_wall(each) for each in question.walls)
                said = f"A room fits beyond {known}, not beyond {called_wall(wall.id)}."
                draft.keep_to(Bar("PI-E-4", said, for_good=not is_outer(wall)))
            grown, how = room_beyond(board, wall, least=least), wall.id
        if grown is None:
            said = f"The new room shares a wall with {room} and leaves the others whole."
            draft.refuse("PI-E-4", said)
        draft.emit(AskAnswered(ask_id=ask.id, answer=how), clause="PI-E-4")
        draft.emit(RoomAdded(room=grown.rooms[-1].name, board=grown), clause="PI-E-4")


@dataclass(frozen=True, slots=True, kw_only=True)
class RoomAdded:
    """PI-E-4: the board has one more room."""

    clause: ClassVar[str] = "PI-E-4"

    room: str
    board: FloorPlan

    def after(self, state: State) -> State:
        """An Enemy whose room has no wall on its side now stands outside the nearest one."""
        state = replace(state, board=self.board)
        for token in tuple(state.tokens.values()):
            if is_zone(token.place) and token.attached not in rooms_on(self.board, token.place):
                rooms = rooms_on(self.board, token.place) or (self.room,)
                state = state.with_token(replace(token, attached=rooms[0]))
        return state

    def told(self) -> str:
        return f"The board has one more room, {self.room}."


def open_passage(draft: Draft) -> None:
    """PI-E-4: the players draw the room, or take one of those that the umpire can draw."""
    state = draft.state
    choices = passages(state)
    if not choices:
        nothing(draft, f"No room fits beside {state.event_room}", clause="PI-E-4")
        return
    says = (
        f"Draw one more room, {next_letter(state.map)}, next to {state.event_room}: cut it off "
        "from that room, or set it beyond an outer wall."
    )
    draft.ask(NewRoom(walls=choices), clause="PI-E-4", says=says)


def passages(state: State) -> tuple[str, ...]:
    """The ways in which the umpire itself can draw a room beside the event's."""
    board, room = state.map, state.event_room
    least = state.options.number("min_shared_in")
    if not next_letter(board):
        return ()
    found = [CUT] if cut_in_two(board, room, least=least) is not None else []
    found += [
        wall.id
        for wall in board.walls_of(room)
        if is_outer(wall) and room_beyond(board, wall, least=least) is not None
    ]
    return tuple(found)
