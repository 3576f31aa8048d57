"""The board as lines of text, for a game that is played at a terminal."""

from types import MappingProxyType
from typing import Final

from rules.games.paper_invasion.board import FloorPlan, across
from rules.games.paper_invasion.chapters.naming import RememberWords
from rules.games.paper_invasion.outlines import ZONES
from rules.games.paper_invasion.state import State, Token
from rules.games.paper_invasion.vocabulary import Phase, Side, WallState
from rules.games.paper_invasion.ways import holder

SIGNS: Final = MappingProxyType(
    {WallState.OPENING: "open", WallState.SINGLE: "single", WallState.DOUBLE: "DOUBLE"}
)


def in_words(state: State, seat: str) -> tuple[str, ...]:
    """Everything that lies open, place by place."""
    del seat
    lines = [_head(state)]
    if state.board is not None:
        width = max((len(_inside(state, place)) for place in _places(state)), default=0)
        width = max(width, len("tokens"))
        lines.append(f"  {'place':<6} {'tokens':<{width}}  walls")
        lines += [_row(state, place, width=width) for place in _places(state)]
        lines += [f"  {legend}" for legend in (_legend("\n".join(lines)),) if legend]
    return tuple(lines)


CODES: Final = (
    ("(P)", "(P) holds the vault item"),
    ("@", "@a stands outside a"),
    (".", "a point after a token: finished this turn"),
    (" V", "V the vault"),
    (" E", "E the event marker"),
    ("open", "open: everybody passes"),
    ("single", "single: Heroes pass"),
    ("DOUBLE", "DOUBLE: nobody passes"),
)


def _legend(told: str) -> str:
    """What the signs mean that stand on the board."""
    rows = told.partition("\n")[2]
    return "; ".join(says for sign, says in CODES if sign in rows)


def _head(state: State) -> str:
    if state.slots is None:
        return "No word has been taken yet."
    heroes, enemies = len(state.heroes), len(state.enemies)
    many = f"Heroes {heroes}, Enemies {enemies}"
    if not state.in_play and state.phase is not Phase.OVER:
        many = f"Heroes {state.numbers.heroes}, Enemies {state.numbers.enemies}"
    held = holder(state)
    item = f"; {held.id} holds the {state.vault_row.name}" if held is not None else ""
    turn = f"Turn {state.turn}: " if state.turn else ""
    return f"{turn}{many}{item}."


def _places(state: State) -> tuple[str, ...]:
    zones = [zone for zone in ZONES if state.at(zone, Side.ENEMIES) or state.at(zone, Side.HEROES)]
    return (*state.map.names, *zones)


def _inside(state: State, place: str) -> str:
    tokens = [token for token in state.tokens.values() if token.place == place]
    told = [_token(token) for token in tokens]
    told += ["V"] * (place == state.vault_room and not state.looted)
    told += ["E"] * (place == state.event_room)
    return " ".join(told)


def _token(token: Token) -> str:
    """Its name; a P holds the item, and a point is what is finished this turn."""
    name = f"{token.id}(P)" if token.form == "P" else token.id
    outside = f"@{token.attached}" if token.attached else ""
    return f"{name}{outside}{'.' if token.done else ''}"


def _row(state: State, place: str, *, width: int) -> str:
    if place in ZONES:
        return f"  {place:<6} {_inside(state, place)}"
    return f"  {place:<6} {_inside(state, place):<{width}}  {_walls(state.map, place)}"


def _walls(board: FloorPlan, place: str) -> str:
    """Clockwise from north."""
    return ", ".join(f"{across(wall, place)} {SIGNS[wall.state]}" for wall in board.walls_of(place))


def carried_over(state: State) -> tuple[tuple[str, object], ...]:
    """PI-SLOT-01: the words that each player has used up, for the next game."""
    players = dict.fromkeys(player for player, _ in state.used)
    return tuple((player, RememberWords(words=state.used_by(player))) for player in players)
