"""Knows how what the umpire asks for is answered."""

from rules.games.paper_invasion.commands import AddRoom, Applied
from rules.games.paper_invasion.decide.dispatch import handle
from rules.games.paper_invasion.decide.draft import Draft
from rules.games.paper_invasion.decide.happening import CUT, remove, turn
from rules.games.paper_invasion.events.happening import Answered, RoomAdded
from rules.games.paper_invasion.growth import cut_in_two, outlined, room_beyond
from rules.games.paper_invasion.outlines import rooms_fault
from rules.games.paper_invasion.vocabulary import Ask, AskKind, Room
from rules.referee.toolkit.answers import Choose, require_choice
from rules.referee.toolkit.phrases import ended


def _open(draft: Draft, kind: AskKind) -> Ask:
    """The ask that is answered so; anybody who plays for the Heroes may."""
    ask = draft.state.ask
    if ask is None or ask.kind is not kind:
        waits = "" if ask is None else f" The umpire waits for this: {ended(ask.says)}"
        draft.refuse(draft.clause, f"Nothing of that kind is asked just now.{waits}")
    draft.require_heroes()
    assert ask is not None
    return ask


@handle.register
def _choose(body: Choose, draft: Draft) -> None:
    ask = _open(draft, AskKind.CHOOSE)
    if body.ask not in {0, ask.id}:
        draft.refuse(ask.clause, f"There is no question {body.ask} open; {ended(ask.says)}")
    require_choice(ask, body.choice, ruling=draft)
    token = draft.token(body.choice)
    draft.emit(Answered(ask_id=ask.id, answer=body.choice), clause=ask.clause)
    if ask.effect == "sleeper_awakens":
        turn(draft, token)
    else:
        remove(draft, token)


@handle.register
def _add(body: AddRoom, draft: Draft) -> None:
    ask = _open(draft, AskKind.ADD_ROOM)
    state = draft.state
    board, room = state.map, state.event_room
    least = state.options.number("min_shared_in")
    if body.outline:
        new = Room(name="the new room", outline=body.outline)
        if fault := rooms_fault((new,)):
            draft.refuse("PI-E-4", f"That is no room: {fault}.")
        grown, how = outlined(board, room, outline=body.outline, least=least), "outlined"
    elif body.beyond in {"", CUT}:
        grown, how = cut_in_two(board, room, least=least), CUT
    else:
        wall = draft.wall(body.beyond)
        if wall.id not in ask.choices:
            known = " or ".join(ask.choices)
            draft.refuse("PI-E-4", f"A room fits beyond {known}, not beyond {wall.id}.")
        grown, how = room_beyond(board, wall, least=least), wall.id
    if grown is None:
        said = f"The new room has a wall in common with {room}, and leaves the others whole."
        draft.refuse("PI-E-4", said)
    assert grown is not None
    draft.emit(Answered(ask_id=ask.id, answer=how), clause="PI-E-4")
    draft.emit(RoomAdded(room=grown.rooms[-1].name, board=grown), clause="PI-E-4")


@handle.register
def _applied(body: Applied, draft: Draft) -> None:
    del body
    ask = _open(draft, AskKind.APPLY)
    draft.emit(Answered(ask_id=ask.id, answer="applied"), clause=ask.clause)
