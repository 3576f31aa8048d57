"""What players may amend together of a game in play (PI-GEO-08, PI-OBJ-03)."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from types import MappingProxyType
from typing import Any, Final

from rules.games.paper_invasion.board import rooms_on
from rules.games.paper_invasion.chapters.by_hand import TokenPut
from rules.games.paper_invasion.outlines import ZONES
from rules.games.paper_invasion.state import State, Token
from rules.games.paper_invasion.vocabulary import Form, Side, WallState
from rules.games.paper_invasion.ways import holder
from rules.referee.toolkit.amending import (
    Amendable,
    Choice,
    Holder,
    Maybe,
    Member,
    Number,
    YesNo,
)

MOST: Final = 99


def _in_play(names: Callable[[State], tuple[str, ...]]) -> Callable[[State], tuple[str, ...]]:
    """Before the first turn, and after the last one, everything has a command of its own."""
    return lambda state: names(state) if state.in_play else ()


TOKENS: Final = Holder(
    kind="unit",
    names=_in_play(lambda state: tuple(state.tokens)),
    get=lambda state, name: state.tokens[name],
    put=lambda state, token: state.with_token(token),
)
PLACES: Final = Holder(
    kind="unit",
    names=TOKENS.names,
    get=lambda state, name: (state, state.tokens[name]),
    put=lambda _state, made: made,
)
"""A token with the game around it: who is outside stands at a room."""
HEROES: Final = Holder(
    kind="unit",
    names=_in_play(lambda state: tuple(token.id for token in state.of(Side.HEROES))),
    get=PLACES.get,
    put=PLACES.put,
)
WALLS: Final = Holder(
    kind="unit",
    names=_in_play(lambda state: tuple(wall.id for wall in state.map.walls)),
    get=lambda state, name: state.map.wall(name),
    put=lambda state, wall: replace(state, board=state.map.with_wall(wall)),
)
GAME: Final = Holder(
    kind="battle",
    names=_in_play(lambda _state: ("",)),
    get=lambda state, _name: state,
    put=lambda _state, made: made,
)


def _places(state: State) -> tuple[str, ...]:
    return (*state.map.names, *(zone for zone in ZONES if rooms_on(state.map, zone)))


def _holding(part: tuple[State, Token], *, yes: bool) -> State:
    state, token = part
    state = state.with_token(replace(token, form=Form.HOLDING if yes else Form.HERO))
    return replace(state, looted=True, item_spent=not yes)


def _held_once(state: State, value: Any, *, name: str) -> str:
    held = holder(state)
    if value and held is not None and held.id != name:
        return f"{held.id} holds the item."
    return ""


def _not_on(state: State, value: Any, *, name: str) -> str:
    return f"{name} is on: let it finish first." if value and state.active == name else ""


def _kept_safe(state: State, value: Any, *, name: str) -> str:
    del name
    held = holder(state)
    return "" if value or held is None else f"{held.id} holds what was in it."


def _digit(name: str, place: int, *, what: str) -> Amendable:
    """A slot that is still needed."""

    def put(state: State, value: int) -> State:
        digits = list(state.numbers.digits)
        digits[place] = value
        return replace(state, slots=replace(state.numbers, digits=tuple(digits)))

    return GAME.row(
        name,
        says=f"The row of the {what} table.",
        domain=Number(1, 9, lambda row: f"the row of the {what} table is {row}"),
        reads=lambda state: (state.numbers.digits[place] - 1) % 9 + 1,
        puts=put,
    )


ROOMS: Final = Choice(lambda state: state.map.names, lambda room: f"it is in {room}")
ROWS: Final[tuple[Amendable, ...]] = (
    PLACES.row(
        "place",
        says="The room or the side of the board that a token is in.",
        domain=Choice(_places, lambda place: f"is in {place}"),
        reads=lambda part: part[1].place,
        puts=lambda part, place: TokenPut(token=part[1].id, place=place).after(part[0]),
    ),
    HEROES.row(
        "holds_item",
        says="Whether a Hero holds the vault item.",
        domain=YesNo("holds the vault item", "does not hold the vault item"),
        reads=lambda part: part[1].form is Form.HOLDING,
        puts=lambda part, yes: _holding(part, yes=yes),
        check=_held_once,
    ),
    *(
        TOKENS.row(
            name, says=f"Whether a token {yes} in this turn.", domain=YesNo(yes, no), check=_not_on
        )
        for name, yes, no in (
            ("moved", "has moved", "has not moved yet"),
            ("acted", "has acted", "has not acted yet"),
            ("done", "is finished", "is not finished yet"),
        )
    ),
    WALLS.row(
        "state",
        says="What a wall is.",
        domain=Member(WallState, lambda state: f"is {state.called}"),
    ),
    WALLS.row(
        "sealed",
        says="Whether a wall is a barrier because an Opening was closed.",
        domain=YesNo("was closed from an Opening", "was never closed from an Opening"),
    ),
    GAME.row("vault_room", says="The room of the vault.", domain=ROOMS),
    GAME.row("event_room", says="The room of the event marker.", domain=ROOMS),
    GAME.row(
        "looted",
        says="Whether the vault was opened.",
        domain=YesNo("the vault was opened", "the vault is closed"),
        check=_kept_safe,
    ),
    _digit("vault_row", 2, what="vault"),
    _digit("event_row", 3, what="event"),
    GAME.row(
        "events",
        says="How many events there have been.",
        domain=Number(0, MOST, lambda count: f"events that have been: {count}"),
    ),
    GAME.row(
        "came",
        says="Whether the game's own event has come.",
        domain=YesNo("the game's event has come", "the game's event is still to come"),
    ),
    GAME.row(
        "turn",
        says="The turn.",
        domain=Number(1, 10 * MOST, lambda turn: f"it is turn {turn}"),
    ),
    *(
        GAME.row(
            f"{side.lower()}_skip",
            says=f"How many turns the {side} will miss.",
            domain=Number(0, 9, partial("turns that the {} will miss: {}".format, side)),
        )
        for side in Side
    ),
    GAME.row(
        "dodging",
        says="Whom Grabs fail at until the end of the next Enemy turn.",
        domain=Maybe(
            Choice(
                lambda state: ("all", *(token.id for token in state.heroes)),
                lambda whom: f"Grabs fail at {whom}",
            ),
            "Grabs fail at nobody",
            nothing="",
        ),
    ),
)
CLAUSES: Final = MappingProxyType(
    {
        "place": "PI-GEO-05",
        "holds_item": "PI-GEO-09",
        "state": "PI-GEO-08",
        "looted": "PI-HERO-04",
        "vault_row": "PI-VAULT-01",
        "event_row": "PI-EVT-04",
        "events": "PI-EVT-05",
        "came": "PI-EVT-05",
        "heroes_skip": "PI-TRN-08",
        "enemies_skip": "PI-TRN-08",
        "dodging": "PI-V-7",
    }
)
AMENDABLE: Final = tuple(replace(row, clause=CLAUSES.get(row.name, "")) for row in ROWS)
