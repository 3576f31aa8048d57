"""What a seat may know of a game: built up field by field. Nothing here is secret."""

from collections.abc import Mapping

from rules.games.paper_invasion.board import FloorPlan, called, called_wall, is_outer, middle_of
from rules.games.paper_invasion.chapters.secret_passage import NewRoom
from rules.games.paper_invasion.outlines import ZONES
from rules.games.paper_invasion.seeing import DEEP, WIDE
from rules.games.paper_invasion.state import State, Token
from rules.games.paper_invasion.vocabulary import Room, Row, Wall
from rules.games.paper_invasion.ways import duties, holder
from rules.referee.toolkit.questions import Ask, ChoiceQuestion

Shown = dict[str, object]


def view(state: State, seat: str) -> Mapping[str, object]:
    """What this seat may know, as JSON; a seat that nobody has is a spectator's."""
    held, outcome = holder(state), state.outcome
    return {
        "phase": str(state.phase),
        "mode": str(state.mode),
        "theme": state.theme,
        "hero_name": state.hero_name,
        "enemy_name": state.enemy_name,
        "control": str(state.control),
        "word": state.word,
        "used_words": list(state.used_by(seat)),
        "slots": None if state.slots is None else _slots(state),
        "board": None if state.board is None else _board(state.board),
        "doubts": [{"subject": each.subject, "says": each.says} for each in state.doubts],
        "tokens": [_token(token) for token in state.tokens.values()],
        "markers": _markers(state),
        "marks": {"H": state.hero_name, "P": "holder of the item", "O": state.enemy_name},
        "counts": {"heroes": len(state.heroes), "enemies": len(state.enemies)},
        "vault": {
            "room": state.vault_room,
            "opened": state.looted,
            "held_by": "" if held is None else held.id,
            "spent": state.item_spent,
        },
        "event": {"room": state.event_room, "had": state.events, "may_repeat": state.may_repeat},
        "turn": state.turn,
        "side": str(state.side) if state.in_play else "",
        "active": state.active,
        "duties": [owed.reason for owed in duties(state)] if state.in_play else [],
        "skips": {"heroes": state.heroes_skip, "enemies": state.enemies_skip},
        "dodging": state.dodging,
        "ask": None if state.ask is None else _ask(state.ask, seat),
        "outcome": None if outcome is None else {"winner": outcome.winner, "says": outcome.says},
    }


def _slots(state: State) -> Shown:
    slots = state.numbers
    return {
        "digits": list(slots.digits),
        "heroes": slots.heroes,
        "enemies": slots.enemies,
        "vault": _row(state.vault_row),
        "event": _row(state.event_row),
        "rooms": slots.rooms,
        "first": str(slots.first),
    }


def _row(row: Row) -> Shown:
    return {"number": row.number, "name": row.name, "says": row.says}


def _board(board: FloorPlan) -> Shown:
    return {
        "size_in": [WIDE, DEEP],
        "rooms": [_room(board, room) for room in board.rooms],
        "walls": [_wall(wall) for wall in board.walls],
        "called": {zone: called(zone) for zone in ZONES},
    }


def _room(board: FloorPlan, room: Room) -> Shown:
    return {
        "name": room.name,
        "outline_in": [list(spot) for spot in room.outline],
        "centre_in": list(board.centre(room.name)),
        "next_to": list(board.neighbours(room.name)),
    }


def _wall(wall: Wall) -> Shown:
    return {
        "id": wall.id,
        "called": called_wall(wall.id),
        "sides": [wall.one, wall.other],
        "line_in": [list(spot) for spot in wall.line],
        "middle_in": list(middle_of(wall)),
        "state": str(wall.state),
        "sealed": wall.sealed,
        "outer": is_outer(wall),
    }


def _token(token: Token) -> Shown:
    return {
        "id": token.id,
        "form": str(token.form),
        "side": str(token.side),
        "place": token.place,
        "outside_of": token.attached,
        "owner": token.owner,
        "moved": token.moved,
        "acted": token.acted,
        "done": token.done,
    }


def _markers(state: State) -> list[Shown]:
    """What lies in a room and is nobody's: each with its letter on the board."""
    found = (("V", "vault", state.vault_room), ("E", "event", state.event_room))
    return [{"mark": mark, "name": name, "place": room} for mark, name, room in found if room]


def _ask(ask: Ask, seat: str) -> Shown:
    match ask.question:
        case ChoiceQuestion(choices=choices) | NewRoom(walls=choices):
            pass
        case _:
            choices = ()
    return {
        "id": ask.id,
        "yours": ask.seat == seat,
        "kind": ask.question.answered_by,
        "clause": ask.clause,
        "says": ask.says,
        "choices": list(choices),
    }
