"""What players may amend together of a game in play (PI-GEO-08, PI-OBJ-03)."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any, Final

from rules.games.paper_invasion.board import rooms_on
from rules.games.paper_invasion.chapters.by_hand import TokenPut
from rules.games.paper_invasion.outlines import ZONES
from rules.games.paper_invasion.state import State, Token
from rules.games.paper_invasion.vocabulary import Form, Side, WallState
from rules.games.paper_invasion.ways import holder
from rules.referee.toolkit.amending import Amendable, Holder, Known, domain_of
from rules.referee.toolkit.package_data import packed_toml


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


def _digit(place: int) -> Mapping[str, Callable[..., Any]]:
    """A slot that is still needed."""

    def put(state: State, value: int) -> State:
        digits = list(state.numbers.digits)
        digits[place] = value
        return replace(state, slots=replace(state.numbers, digits=tuple(digits)))

    return {"reads": lambda state: (state.numbers.digits[place] - 1) % 9 + 1, "puts": put}


KNOWN: Final = MappingProxyType[str, Known](
    {
        "places": _places,
        "rooms": lambda state: state.map.names,
        "wall states": tuple(WallState),
        "dodgers": lambda state: ("all", *(token.id for token in state.heroes)),
    }
)
"""Names of each sort."""
HOLDERS: Final = MappingProxyType(
    {"where": PLACES, "hero": HEROES, "token": TOKENS, "wall": WALLS, "game": GAME}
)
HOW: Final = MappingProxyType[str, Mapping[str, Callable[..., Any]]](
    {
        "place": {
            "reads": lambda part: part[1].place,
            "puts": lambda part, place: TokenPut(token=part[1].id, place=place).after(part[0]),
        },
        "holds_item": {
            "reads": lambda part: part[1].form is Form.HOLDING,
            "puts": lambda part, yes: _holding(part, yes=yes),
            "check": _held_once,
        },
        **{name: {"check": _not_on} for name in ("moved", "acted", "done")},
        "looted": {"check": _kept_safe},
        "vault_row": _digit(2),
        "event_row": _digit(3),
    }
)
"""By row that is more than a field of its own: how it is read and put, and what speaks against."""


def _row(name: str, text: Mapping[str, Any]) -> Amendable:
    says, clause = text["says"], text.get("clause", "")
    domain, how = domain_of(text, known=KNOWN), HOW.get(name, {})
    return HOLDERS[text["of"]].row(name, says=says, clause=clause, domain=domain, **how)


AMENDABLE: Final = tuple(
    _row(name, text)
    for name, text in packed_toml("rules.games.paper_invasion", "amendable.toml").items()
)
