"""What may be asked for in Nearest the Pin and what can happen, and how that is said."""

from dataclasses import dataclass

from rules.referee.toolkit.vocabulary import Vocabulary
from rules.table.units import Inches, plain


@dataclass(frozen=True, slots=True, kw_only=True)
class Flick:
    """The token has been flicked and lies still."""

    token: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Roll:
    """The die that decides between tokens too close to call."""

    token: str
    dice: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Landed:
    """A token lies where it stays."""

    token: str
    distance: Inches
    sigma: Inches = Inches(0.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class RollCalled:
    """These tokens are rolled for."""

    tokens: tuple[str, ...]
    again: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Rolled:
    """The die of one token."""

    token: str
    face: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Won:
    """The end; without a token nobody has won."""

    token: str | None = None


COMMANDS = Vocabulary(Flick, Roll)
EVENTS = Vocabulary(Landed, RollCalled, Rolled, Won)


def say(event: object) -> str:
    """An event as a sentence."""
    match event:
        case Landed():
            return f"{event.token} lies {plain(event.distance)} in from the pin."
        case RollCalled():
            why = "Equal dice" if event.again else "Too close to call"
            return f"{why}: {' and '.join(event.tokens)} roll a die each."
        case Rolled():
            return f"{event.token} rolls {event.face}."
        case Won(token=None):
            return "Nobody came near enough to win."
        case Won():
            return f"{event.token} wins!"
        case _:
            raise TypeError(f"no event of this game: {event!r}")
