"""Taking, mending and confirming a board (PI-GEO-02, PI-SET-01 to -03)."""

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import ClassVar, Final

from rules.games.paper_invasion.board import LETTERS, FloorPlan, board_of, called, is_outer
from rules.games.paper_invasion.chapters.mending import (
    MOST_POINTS,
    least_shared,
    mending_offers,
    require_looked_at,
    require_reached,
)
from rules.games.paper_invasion.draft import Draft, Trial
from rules.games.paper_invasion.outlines import FARTHEST, is_zone, rooms_fault
from rules.games.paper_invasion.state import State
from rules.games.paper_invasion.tables import STARTERS, starter_rooms
from rules.games.paper_invasion.vocabulary import DrawnWall, Phase, ReadingDoubt, Room, WallState
from rules.referee.toolkit.game import Hole, Template, Weight
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
        rooms = counted(len(self.board.rooms), "room")
        walls = counted(len(self.board.walls), "wall")
        told = f"On the table is {source} with {rooms} and {walls}."
        for doubt in self.doubts:
            told += f" Look at {called(doubt.subject)}: {ended(doubt.says)}"
        return told


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
        draft.require_heroes(Phase.BOARD)
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
            draft.refuse("PI-OBJ-05", f"That is not a board: {fault}.")
        walls = _checked(draft, self.walls, rooms=rooms)
        board = board_of(rooms, least=least_shared(draft), walls=walls, outer=outer_state(draft))
        require_reached(draft, board)
        doubts = (*_given(self.doubts, board=board), *_unlike_the_beginning(draft, board))
        draft.emit(BoardTaken(board=board, doubts=doubts, source=source), clause="PI-GEO-02")


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfirmBoard:
    """The board is right."""

    def ruled(self, draft: Draft) -> None:
        board = require_looked_at(draft)
        needed, count = draft.state.numbers.rooms, len(board.rooms)
        if count != needed:
            said = f"Slot 5 asks for {counted(needed, 'room')}, and the board has {count}."
            draft.unless_waived("PI-SET-01", said)
        if draft.state.doubts:
            first = draft.state.doubts[0]
            said = f"Look at {called(first.subject)} first: {ended(first.says)}"
            draft.unless_waived("PI-GEO-02", said)
        draft.emit(BoardConfirmed(rooms=count, walls=len(board.walls)), clause="PI-SET-01")


MOST_WALLS: Final = 300


LONGEST: Final = 300
"""Characters of a doubt."""


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
            draft.refuse("PI-OBJ-06", f"{told} is not a wall between a room and another place.")
        near = all(abs(each) <= FARTHEST for spot in wall.line for each in spot)
        if not near or not 2 <= len(wall.line) <= MOST_POINTS:
            told = f"{wall.one}|{wall.other}"
            said = f"The line of {told} needs 2 to {MOST_POINTS} points on the sheet."
            draft.refuse("PI-OBJ-06", said)
    least = least_shared(draft)
    return tuple(wall for wall in walls if _length(wall) >= least)


def _length(wall: DrawnWall) -> float:
    return sum(math.dist(*pair) for pair in pairwise(wall.line))


def _given(doubts: Iterable[tuple[str, str]], *, board: FloorPlan) -> tuple[ReadingDoubt, ...]:
    found = []
    for name, says in doubts:
        wall = board.wall(name)
        if wall is None and name not in board.names:
            # What is too short to be a wall needs no settling; anything else would be lost unseen.
            continue
        subject = name if wall is None else wall.id
        told = says[:LONGEST].strip() or "not read surely"
        found.append(ReadingDoubt(subject=subject, says=told))
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


def board_offers(trial: Trial) -> tuple[Template, ...]:
    """A board to be taken; once there is one, to be confirmed or mended."""
    if not trial.for_heroes:
        return ()
    state, rooms = trial.state, trial.state.numbers.rooms
    drawn = Hole(name="rooms", kind="sheet", optional=rooms in STARTERS)
    verb = "Take the umpire's layout"
    says = f"{verb} with {rooms} rooms, or those that you have drawn."
    take = Template(command="take_board", says=says, verb=verb, holes=(drawn,))
    if state.board is None:
        return (take,)
    refusal = trial.refusal(ConfirmBoard())
    confirm = Template(command="confirm_board", says="The board is right.", refusal=refusal)
    doubts = tuple(
        Template(
            command="settle_doubt",
            says=capital(f"{called(doubt.subject)} is right as it was read: {ended(doubt.says)}"),
            fixed={"subject": doubt.subject},
        )
        for doubt in state.doubts
    )
    beside = (*mending_offers(trial), take)
    return (confirm, *doubts, *(replace(each, weight=Weight.PLAIN) for each in beside))
