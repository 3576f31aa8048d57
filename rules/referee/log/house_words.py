"""The referee's own commands and events, whatever the game."""

import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from rules.referee.log.agreement_words import (
    AGREEMENT_COMMANDS,
    AGREEMENT_EVENTS,
    AmendmentAsked,
    OptionAsked,
)
from rules.referee.log.clock_words import CLOCK_COMMANDS, CLOCK_EVENTS, PauseAsked
from rules.referee.log.dealing_words import DEALING_COMMANDS, DEALING_EVENTS
from rules.referee.log.dispute_words import DISPUTE_COMMANDS, DISPUTE_EVENTS, SettlementAsked
from rules.referee.log.entries import canonical
from rules.referee.log.judge_words import JUDGE_EVENTS
from rules.referee.toolkit.game import Game
from rules.referee.toolkit.vocabulary import Vocabulary
from rules.table.bad_input import BadInputError


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeBack:
    """Take back a game event and all that came of it."""

    entry: str
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Override:
    """Let a command pass that a rule refuses."""

    clause: str
    """The clause of the refusal."""
    command: str
    """The game's command as JSON: an object on the wire and in the log, canonical text inside."""
    reason: str = ""
    also: tuple[str, ...] = ()
    """Further clauses that would refuse it next."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Agree:
    """Agree to what somebody asks."""

    ask: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Object:
    """Turn down what somebody asks, or withdraw what one has asked oneself."""

    ask: str
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Declare:
    """Vouch for where a piece stands that the camera does not see."""

    piece: str
    x_in: float
    y_in: float
    heading_deg: float
    sigma_in: float = 0.25
    heading_sigma_deg: float = 10.0


@dataclass(frozen=True, slots=True, kw_only=True)
class DeclareUnmoved:
    """Vouch that a piece stands where the camera saw it last."""

    piece: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WithdrawDeclared:
    """Stop vouching for a piece."""

    piece: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AcceptProposal:
    """Do what the camera proposes."""

    proposal: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DismissProposal:
    """Turn down what the camera proposes, until something changes about it."""

    proposal: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LogProposal:
    """Write down what the camera proposes, and do nothing."""

    proposal: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeBackAsked:
    """Somebody asks to take something back."""

    entry: str
    falls: tuple[str, ...]
    """The entries that would fall with it, as they were read out."""
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class OverrideAsked:
    """Somebody asks to let a refused command pass."""

    clause: str
    refusal: str
    """The refusal's sentence."""
    command: str
    reason: str = ""
    also: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Agreed:
    """A seat has agreed."""

    ask: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Objected:
    """A seat has turned it down, or its author has withdrawn it; the question is closed."""

    ask: str
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TakenBack:
    """These entries have fallen; they stay in the log and count no more."""

    entries: tuple[str, ...]
    reason: str = ""
    agreed: tuple[str, ...] = ()
    """The seats that agreed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Overruled:
    """A refusal was overruled; the events that follow rest on it."""

    clause: str
    refusal: str
    command: str
    reason: str = ""
    also: tuple[str, ...] = ()
    agreed: tuple[str, ...] = ()
    """The seats that agreed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PoseDeclared:
    """The author of this entry vouches for a pose."""

    piece: str
    x_in: float
    y_in: float
    heading_deg: float
    sigma_in: float
    heading_sigma_deg: float
    last_seen: tuple[float, ...] = ()
    """Where the camera had it then: x, y and heading. Once it has another, it has seen it since."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PoseWithdrawn:
    """Nobody vouches for this piece any more."""

    piece: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ProposalAccepted:
    """What the camera proposed was done; the events that follow rest on it."""

    proposal: str
    subject: str
    says: str
    origin: str = "camera"


@dataclass(frozen=True, slots=True, kw_only=True)
class ProposalDismissed:
    """What the camera proposed was turned down."""

    proposal: str
    subject: str
    says: str
    numbers: tuple[float, ...] = ()
    """What the camera measured, to tell when something has changed."""
    origin: str = "camera"


@dataclass(frozen=True, slots=True, kw_only=True)
class ProposalLogged:
    """What the camera saw, for the record."""

    proposal: str
    subject: str
    says: str
    numbers: tuple[float, ...] = ()
    origin: str = "camera"


AskedOfOthers = (
    TakeBackAsked | OverrideAsked | SettlementAsked | OptionAsked | AmendmentAsked | PauseAsked
)
"""What the other sides have to agree to."""


class HouseVocabulary(Vocabulary):
    """A vocabulary in which a field ``command`` holds a game's command as an object, and a field
    ``value`` may be given as a number, or as yes or no.
    """

    __slots__ = ()

    def write(self, body: object) -> dict[str, object]:
        """A body as JSON."""
        value = super().write(body)
        command = value.get("command")
        if isinstance(command, str):
            with suppress(ValueError, RecursionError):
                value["command"] = json.loads(command)
        return value

    def read(self, value: object, where: str) -> object:
        """A body from JSON; a BadInputError names the field that is wrong."""
        if isinstance(value, dict) and isinstance(value.get("command"), Mapping):
            value = {**value, "command": canonical(value["command"])}
        if isinstance(value, dict) and isinstance(value.get("value"), bool | int | float):
            value = {**value, "value": _typed(value["value"])}
        return super().read(value, where)


def _typed(value: object) -> str:
    """A value as one types it."""
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


REFEREE_COMMANDS: Final = HouseVocabulary(
    TakeBack,
    Override,
    Agree,
    Object,
    Declare,
    DeclareUnmoved,
    WithdrawDeclared,
    AcceptProposal,
    DismissProposal,
    LogProposal,
    *DISPUTE_COMMANDS,
    *AGREEMENT_COMMANDS,
    *DEALING_COMMANDS,
    *CLOCK_COMMANDS,
)
REFEREE_EVENTS: Final = HouseVocabulary(
    TakeBackAsked,
    OverrideAsked,
    Agreed,
    Objected,
    TakenBack,
    Overruled,
    PoseDeclared,
    PoseWithdrawn,
    ProposalAccepted,
    ProposalDismissed,
    ProposalLogged,
    *DISPUTE_EVENTS,
    *AGREEMENT_EVENTS,
    *DEALING_EVENTS,
    *CLOCK_EVENTS,
    *JUDGE_EVENTS,
)


def refuse_shared_kinds(game: Game) -> None:
    """Refuse a game that has a word of the referee's among its own."""
    for what, theirs, ours in (
        ("command", game.commands, REFEREE_COMMANDS),
        ("event", game.events, REFEREE_EVENTS),
    ):
        shared = sorted(set(theirs.kinds) & set(ours.kinds))
        if shared:
            raise BadInputError(
                game.slug,
                expected=f"{what}s with names of their own",
                got=f"{shared[0]!r}, which is one of the referee's",
            )
