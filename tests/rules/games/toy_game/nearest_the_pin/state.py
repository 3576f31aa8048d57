"""What is true in a game of Nearest the Pin, and how an event changes it."""

from dataclasses import dataclass, replace
from typing import Final

from rules.referee.toolkit.game import Seat, Setup
from rules.referee.toolkit.settings import Option
from rules.table.bad_input import BadInputError
from rules.table.units import Inches
from tests.rules.games.toy_game.nearest_the_pin.vocabulary import Landed, RollCalled, Rolled, Won

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
    """One token, and where it came to lie."""

    id: str
    side: str
    landed: Landed | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """Everything but where things lie."""

    seats: tuple[Seat, ...]
    pin: str
    furthest: Inches
    tokens: tuple[Token, ...]
    rolling: tuple[str, ...] = ()
    """Tokens that are rolled for; those that have their die stand in `dice`."""
    dice: tuple[Rolled, ...] = ()
    end: Won | None = None

    @property
    def next_token(self) -> str | None:
        """Whose turn it is, to flick or to roll."""
        if self.end is not None:
            return None
        rolled = {each.token for each in self.dice}
        left = [token for token in self.rolling if token not in rolled]
        left += [token.id for token in self.tokens if token.landed is None]
        return left[0]

    def token(self, name: str) -> Token | None:
        return next((token for token in self.tokens if token.id == name), None)

    def plays(self, seat: str, side: str) -> bool:
        """Whether somebody at the table plays for a side."""
        return any(each.name == seat and side in each.sides for each in self.seats)


def initial(setup: Setup) -> State:
    """Before the first flick; needs one pin and at least one token."""
    pins = [entry.id for entry in setup.roster.entries if entry.kind == "pin"]
    tokens = [entry for entry in setup.roster.entries if entry.kind == "token"]
    if len(pins) != 1 or not tokens:
        got = f"{len(pins)} of kind pin, {len(tokens)} of kind token"
        raise BadInputError("roster", expected="one pin and a token at least", got=got)
    return State(
        seats=setup.seats,
        pin=pins[0],
        furthest=Inches(setup.options.number("furthest_in")),
        tokens=tuple(Token(id=entry.id, side=entry.side) for entry in tokens),
    )


def evolve(state: State, event: object) -> State:
    """The state after an event."""
    match event:
        case Landed():
            tokens = (
                replace(token, landed=event) if token.id == event.token else token
                for token in state.tokens
            )
            return replace(state, tokens=tuple(tokens))
        case RollCalled():
            return replace(state, rolling=event.tokens, dice=())
        case Rolled():
            return replace(state, dice=(*state.dice, event))
        case Won():
            return replace(state, end=event)
        case _:
            raise TypeError(f"no event of this game: {event!r}")


def result(state: State) -> str | None:
    """How it ended."""
    if state.end is None:
        return None
    return f"{state.end.token} has won." if state.end.token else "Nobody has won."
