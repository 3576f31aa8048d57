"""The words of a dispute: the commands that carry it on, and what the log tells of it."""

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
class ChallengeRefusal:
    """Dispute that a command of one's own was refused by measuring; all are told of it so."""

    command: str
    """The command that was refused, as JSON."""
    after: str
    """The id of the last entry of the log when it was refused."""
    refusal: str = ""
    """What the refusal is called where it is kept."""
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class MeasureAgain:
    """Judge a disputed ruling again on the table as it lies now."""

    dispute: str
    command: str
    """The command that was ruled on, as JSON; it is kept beside the log."""
    photograph: bool = False
    """Whether the table is that of a photograph, as a second opinion beside the camera's."""
    apart: tuple[str, ...] = ()
    """Where the photograph and the camera differ by more than their errors, a sentence each."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settle:
    """End a dispute: with the ruling as it stands, changed, by a die each, or as agreed."""

    dispute: str
    outcome: str
    terms: str = ""
    """What was agreed instead, in the players' words."""
    dice: tuple[int, ...] = ()
    """For a roll-off: the die of whoever disputes, then the other side's."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandRefused:
    """A command was refused by measuring, which is disputed; the entry's evidence is what by."""

    clause: str
    """The clause of the refusal."""
    refusal: str
    """Its sentence."""
    command: str
    after: str
    """The id of the last entry of the log when it was refused."""
    waivable: bool
    name: str = ""
    """What the refusal is called where it is kept."""


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
    photograph: bool = False
    """Whether it was judged by a photograph that somebody took, and not by the camera."""
    apart: tuple[str, ...] = ()
    """Where the two differ by more than their errors, a sentence each."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SettlementAsked:
    """Somebody asks to end a dispute in this way."""

    dispute: str
    outcome: str
    falls: tuple[str, ...] = ()
    """The entries that would fall, as they were read out."""
    terms: str = ""
    dice: tuple[int, ...] = ()
    passes: bool = False
    """Whether it is about a refusal, so that nothing falls and something is let pass."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settled:
    """A dispute is over."""

    dispute: str
    outcome: str
    changes: bool
    """Whether the ruling is taken back, or what was refused is let pass; that follows."""
    terms: str = ""
    dice: tuple[int, ...] = ()
    agreed: tuple[str, ...] = ()
    """The seats that agreed."""
    passes: bool = False
    """Whether it was about a refusal, so that nothing falls and something is let pass."""


DISPUTE_COMMANDS: Final = (Challenge, ChallengeRefusal, MeasureAgain, Settle)
DISPUTE_EVENTS: Final = (CommandRefused, Challenged, MeasuredAgain, SettlementAsked, Settled)
