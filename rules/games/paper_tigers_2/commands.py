"""Knows what players may ask for in this edition beyond the basic game."""

from dataclasses import dataclass

from rules.games.paper_tigers.commands import COMMANDS as BASIC_COMMANDS
from rules.games.paper_tigers.vocabulary import Follower
from rules.referee.toolkit.spots import Spot
from rules.referee.toolkit.vocabulary import Vocabulary


@dataclass(frozen=True, slots=True, kw_only=True)
class CloseCombat:
    """The unit whose card it is attacks at close quarters, alone or with followers."""

    target: str
    followers: tuple[Follower, ...] = ()
    """Each with whom it attacks."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BreakOff:
    """An attacker that cannot get beside its target gives the attack up."""

    unit: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeCover:
    """The unit whose card it is takes cover, alone or with followers."""

    followers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class CallSupport:
    """An ace calls artillery when it is black, and aircraft when it is red."""

    target: str
    card: str = ""
    """Which ace of the open hand, where it is agreed that support is called from there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Enter:
    """PT2-S3b: units come onto the table at the edge that the card names; nobody when empty."""

    units: tuple[str, ...] = ()
    force: str = ""
    """For which battle group, where one seat has several."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DropAt:
    """PT2-K3a: where a unit is to come down, and which way a glider points."""

    unit: str
    at: Spot


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeFlames:
    """PT2-M4: one of the Attacker's units is equipped with a flamethrower."""

    unit: str


COMMANDS = Vocabulary(
    *BASIC_COMMANDS.kinds.values(),
    CloseCombat,
    BreakOff,
    TakeCover,
    CallSupport,
    Enter,
    DropAt,
    TakeFlames,
)
