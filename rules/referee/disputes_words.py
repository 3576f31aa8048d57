"""Knows what is said in a dispute: the commands that carry it on, and what the log tells of it."""

from dataclasses import dataclass
from typing import Final

STANDS: Final = "stands"
CHANGED: Final = "changed"
ROLLED_OFF: Final = "rolled_off"
AGREED: Final = "agreed"
OUTCOMES: Final = (STANDS, CHANGED, ROLLED_OFF, AGREED)


@dataclass(frozen=True, slots=True, kw_only=True)
class Challenge:
    """Dispute a ruling that rests on measuring."""

    entry: str
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class MeasureAgain:
    """Judge a disputed ruling again on the table as it lies now."""

    dispute: str
    command: str
    """The command that was ruled on, as JSON; it is kept beside the log."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settle:
    """End a dispute: with the ruling as it stands, changed, by a die each, or as agreed."""

    dispute: str
    outcome: str
    terms: str = ""
    """What was agreed instead, in the players' words."""
    dice: tuple[int, ...] = ()
    """For a roll-off: the challenger's die, then the other side's."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Challenged:
    """A ruling is disputed; what depends on it waits."""

    entry: str
    entries: tuple[str, ...]
    """All events of the ruling."""
    subjects: tuple[str, ...]
    """The units that it is about."""
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class MeasuredAgain:
    """A disputed ruling was judged again; the evidence of this entry is the new one."""

    dispute: str
    says: str
    """What the ruling would be now, in a sentence."""
    same: bool
    """Whether it would be ruled as it was."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SettlementAsked:
    """Somebody asks to end a dispute in this way."""

    dispute: str
    outcome: str
    falls: tuple[str, ...] = ()
    """The entries that would fall, as they were read out."""
    terms: str = ""
    dice: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Settled:
    """A dispute is over."""

    dispute: str
    outcome: str
    changes: bool
    """Whether the ruling is taken back; the entry that does it follows."""
    terms: str = ""
    dice: tuple[int, ...] = ()
    agreed: tuple[str, ...] = ()
    """The seats that agreed."""


DISPUTE_COMMANDS: Final = (Challenge, MeasureAgain, Settle)
DISPUTE_EVENTS: Final = (Challenged, MeasuredAgain, SettlementAsked, Settled)
