"""What is true in a game of Nearest the Pin, and what of it a player may know."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, Final

from rules.referee.toolkit.game import Seat, Setup
from rules.referee.toolkit.settings import Option, Options
from rules.table.bad_input import BadInputError
from rules.table.units import Inches

OPTIONS: Final = (
    Option(
        name="furthest_in",
        default=24.0,
        least=1.0,
        most=100.0,
        says="A token that lies further from the pin than this is out.",
    ),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Token:
    """One token, and how far from the pin it came to lie."""

    id: str
    side: str
    distance: Inches | None = None
    sigma: Inches = Inches(0.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """Everything but where things lie."""

    seats: tuple[Seat, ...]
    options: Options
    pin: str
    tokens: tuple[Token, ...]
    rolling: tuple[str, ...] = ()
    """Tokens that are rolled for; those that have their die stand in `dice`."""
    dice: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    is_over: bool = False
    winner: str | None = None

    @property
    def furthest(self) -> Inches:
        """How far from the pin a token may lie and still win."""
        return Inches(self.options.number("furthest_in"))

    @property
    def next_token(self) -> str | None:
        """Whose turn it is, to flick or to roll."""
        if self.is_over:
            return None
        left = [token for token in self.rolling if token not in self.dice]
        left += [token.id for token in self.tokens if token.distance is None]
        return left[0]

    def token(self, name: str) -> Token | None:
        return next((token for token in self.tokens if token.id == name), None)

    def with_token(self, token: Token) -> "State":
        """The state with one token changed."""
        tokens = (token if each.id == token.id else each for each in self.tokens)
        return replace(self, tokens=tuple(tokens))

    def plays(self, seat: str, side: str) -> bool:
        """Whether somebody at the table plays for a side."""
        return any(each.name == seat and side in each.sides for each in self.seats)


def initial(setup: Setup) -> State:
    """Before the first flick; needs one pin and at least one token."""
    pins = [entry.id for entry in setup.roster.entries if entry.kind == "marker"]
    tokens = [entry for entry in setup.roster.entries if entry.kind == "figure"]
    if len(pins) != 1 or not tokens:
        got = f"{len(pins)} of kind marker, {len(tokens)} of kind figure"
        raise BadInputError("roster", expected="one marker and a figure at least", got=got)
    return State(
        seats=setup.seats,
        options=setup.options,
        pin=pins[0],
        tokens=tuple(Token(id=entry.id, side=entry.side) for entry in tokens),
    )


def evolve(state: State, event: Any) -> State:
    """The state after an event."""
    after: State = event.after(state)
    return after


def say(event: Any) -> str:
    """An event as a sentence."""
    told: str = event.told()
    return told


def result(state: State) -> str | None:
    """How it ended."""
    if not state.is_over:
        return None
    return f"{state.winner} has won." if state.winner else "Nobody has won."


def view(state: State, seat: str) -> Mapping[str, object]:
    """What a player may know: here everybody may know everything."""
    return {
        "seat": seat,
        "next": state.next_token,
        "tokens": [
            {"id": token.id, "side": token.side, "distance_in": token.distance}
            for token in state.tokens
        ],
        "rolling": list(state.rolling),
        "dice": dict(state.dice),
    }
