"""Makes entries of the log from decisions: drafted, numbered, sealed and chained."""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from rules.referee.log.battle import Battle
from rules.referee.log.entries import Entry, EntryKind, Stamp, Versions, sealed
from rules.referee.log.house_words import REFEREE_EVENTS
from rules.referee.toolkit.book.clauses import Clauses, clauses_of
from rules.referee.toolkit.evidence import Measured
from rules.referee.toolkit.game import Event, Refusal
from rules.referee.toolkit.vocabulary import written

REFEREE_CLAUSES: Final = clauses_of("rules.referee")


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """An entry before it has a place in the log."""

    author: str
    body: object
    """One of the referee's events, or one of the game's."""
    clause: str
    evidence: tuple[Measured, ...] = ()
    because: tuple[str, ...] = ()
    """The ids of the entries that led to it."""


Drafts = tuple[Draft, ...]


def refused(clause: str, reason: str) -> Refusal:
    """A refusal of the referee's own."""
    return Refusal(clause=REFEREE_CLAUSES[clause].id, reason=reason)


def helped(refusal: Refusal, clauses: Clauses) -> Refusal:
    """A refusal with what would do instead, by these rules or the referee's."""
    remedy = clauses.remedy(refusal.reason) or REFEREE_CLAUSES.remedy(refusal.reason)
    return replace(refusal, remedy=remedy) if remedy else refusal


def drafted(events: Iterable[Event], *, author: str, because: tuple[str, ...] = ()) -> Drafts:
    """The game's events in somebody's name."""
    return tuple(
        Draft(
            author=author,
            body=event.body,
            clause=event.clause,
            evidence=event.evidence,
            because=because,
        )
        for event in events
    )


def entered(battle: Battle, drafts: Sequence[Draft], *, stamp: Stamp) -> tuple[Entry, ...]:
    """The entries that follow on the log of this battle."""
    made = Versions(game=battle.game.slug, rules=battle.game.version, umpire=stamp.umpire_version)
    entries: list[Entry] = []
    head = battle.head
    for offset, draft in enumerate(drafts):
        ours = type(draft.body) in REFEREE_EVENTS.kinds.values()
        entry = sealed(
            Entry(
                sequence=battle.sequence + offset,
                time=stamp.time,
                author=draft.author,
                causes=(stamp.command_id, *draft.because),
                kind=EntryKind.REFEREE if ours else EntryKind.EVENT,
                body=_body(battle, draft.body, ours=ours),
                clause=draft.clause,
                evidence=tuple(written_evidence(each) for each in draft.evidence),
                versions=made,
                previous=head,
            )
        )
        entries.append(entry)
        head = entry.hash
    return tuple(entries)


def _body(battle: Battle, body: object, *, ours: bool) -> Mapping[str, object]:
    """A body as JSON, read back once, so that 9 and 9.0 are the same from the start."""
    words = REFEREE_EVENTS if ours else battle.game.events
    return words.write(words.read(words.write(body), "event"))


def written_evidence(found: Measured) -> Mapping[str, object]:
    """A measurement as JSON; endless numbers, which JSON lacks, are left out."""
    value = written(found)
    assert isinstance(value, dict)
    return {
        name: each
        for name, each in value.items()
        if not isinstance(each, float) or math.isfinite(each)
    }
