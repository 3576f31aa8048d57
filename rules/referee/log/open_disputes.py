"""Keeps which rulings are disputed, and makes what depends on one wait."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

from rules.referee.log.dispute_words import Challenged, MeasuredAgain, Settled
from rules.referee.log.subjects import mentions
from rules.referee.toolkit.game import Command, Event, Setup
from rules.referee.toolkit.settings import Options

FREEZES: Final = "dispute_freezes"
EVERYTHING: Final = "everything"
DEPENDANTS: Final = "what_depends"
LIMIT: Final = "challenges"


@dataclass(frozen=True, slots=True, kw_only=True)
class Dispute:
    """One dispute, from its challenge to its outcome."""

    id: str
    """The id of the entry that challenges."""
    author: str
    entry: str
    entries: tuple[str, ...]
    subjects: tuple[str, ...]
    reason: str
    measured: tuple[str, ...] = ()
    """The entries in which it was measured again."""
    outcome: str = ""
    changed: bool = False

    @property
    def is_open(self) -> bool:
        """Whether play still waits for it."""
        return not self.outcome


def noted(
    disputes: tuple[Dispute, ...], body: object, *, entry: str, author: str
) -> tuple[Dispute, ...]:
    """The disputes after a word of the referee's."""
    match body:
        case Challenged():
            found = Dispute(
                id=entry,
                author=author,
                entry=body.entry,
                entries=body.entries,
                subjects=body.subjects,
                reason=body.reason,
            )
            return (*disputes, found)
        case MeasuredAgain(dispute=name):
            return tuple(
                replace(each, measured=(*each.measured, entry)) if each.id == name else each
                for each in disputes
            )
        case Settled(dispute=name):
            return tuple(
                replace(each, outcome=body.outcome, changed=body.changes)
                if each.id == name
                else each
                for each in disputes
            )
    return disputes


def fallen(disputes: tuple[Dispute, ...], names: Iterable[str]) -> tuple[Dispute, ...]:
    """The disputes after some entries were taken back: there is nothing left to dispute in them."""
    lost = frozenset(names)
    return tuple(
        replace(each, outcome="taken_back", changed=True)
        if each.is_open and each.entry in lost
        else each
        for each in disputes
    )


def holding(
    disputes: tuple[Dispute, ...],
    options: Options,
    *,
    command: Command,
    events: Iterable[Event] = (),
) -> Dispute | None:
    """The open dispute that a command has to wait for.

    It waits where it names a unit that the disputed ruling is about, or would befall one.
    """
    everything = options.choice(FREEZES) == EVERYTHING
    bodies = (command.body, *(event.body for event in events))
    for each in disputes:
        if each.is_open and (everything or _touches(each, bodies)):
            return each
    return None


def _touches(dispute: Dispute, bodies: tuple[object, ...]) -> bool:
    return any(mentions(body, name) for name in dispute.subjects for body in bodies)


def subjects_of(setup: Setup, bodies: Iterable[object]) -> tuple[str, ...]:
    """The units and pieces of the roster that some events are about."""
    told = tuple(bodies)
    names: dict[str, None] = {}
    for entry in setup.roster.entries:
        names[entry.id] = None
        unit = entry.extra.get("unit")
        if isinstance(unit, str) and unit:
            names[unit] = None
    return tuple(name for name in names if any(mentions(body, name) for body in told))
