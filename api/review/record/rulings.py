"""A ruling as something that can be judged again: the battle before it, what was asked, and the
table it was asked on.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from api.review.record.archive import Archive, AskedCommand
from api.review.record.reworded import SINCE_ASKED, in_words_of_today
from rules.referee.court.asking import Ruling, ask
from rules.referee.log.battle import Battle, applied, folded, replayed
from rules.referee.log.entries import Entry, EntryKind, Stamp
from rules.referee.toolkit.game import Command, Game, Refusal
from rules.referee.toolkit.settings import Value
from rules.table.bad_input import BadInputError
from rules.table.snapshot import Snapshot

SAME_IN: Final = 1e-9
"""Inches; libraries of different machines may differ in the last digits of a number."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One measured ruling with all that it was judged by."""

    before: Battle
    """The battle as it stood."""
    asked: AskedCommand
    snapshot: Snapshot
    entries: tuple[Entry, ...]
    """What was ruled."""

    @property
    def number(self) -> int:
        """The first of its entries with evidence."""
        return next(entry.sequence for entry in self.entries if entry.evidence)


@dataclass(frozen=True, slots=True, kw_only=True)
class Contrast:
    """One thing that is not as it was when it was ruled."""

    entry: str
    what: str
    """Which field, as `evidence[0].value`."""
    kept: str
    now: str

    @property
    def says(self) -> str:
        return f"{self.entry}, {self.what}: kept {self.kept}, now {self.now}"


def case_of(battle: Battle, archive: Archive, *, sequence: int) -> Case:
    """The ruling that an event belongs to; a BadInputError says what is missing."""
    where = f"e{sequence}"
    if not 0 < sequence < battle.sequence:
        expected = f"an event from e1 to e{battle.sequence - 1}"
        raise BadInputError("event", expected=expected, got=where)
    asked = archive.command_of(sequence)
    if not isinstance(asked, AskedCommand):
        got = "an event that no command brought" if asked is None else asked.why
        raise BadInputError(where, expected="a command that was kept", got=got)
    entries = battle.entries[asked.first : asked.last + 1]
    if not any(entry.evidence for entry in entries):
        got = f"another event; {_nearest_measured(battle, sequence)}"
        raise BadInputError(where, expected="a ruling that rests on measuring", got=got)
    measured = next(entry.sequence for entry in entries if entry.evidence)
    snapshot = archive.snapshot_of(measured)
    if snapshot is None:
        raise BadInputError(where, expected="the table that it was judged on", got="none was kept")
    before = replayed(battle.game, battle.entries[: asked.first])
    return Case(before=before, asked=asked, snapshot=snapshot, entries=entries)


def _nearest_measured(battle: Battle, sequence: int) -> str:
    """Which event to ask about instead."""
    measured = [entry.sequence for entry in battle.entries if entry.evidence]
    nearest = min(measured, key=lambda each: abs(each - sequence), default=None)
    return "none does so far" if nearest is None else f"the nearest is e{nearest}"


def judged(case: Case, *, snapshot: Snapshot | None = None, before: Battle | None = None) -> Ruling:
    """The ruling again: as it was, on another table, or in a battle with other options."""
    first = case.entries[0]
    stamp = Stamp(time=first.time, command_id=case.asked.id, umpire_version=first.versions.umpire)
    command = Command(author=case.asked.author, body=case.asked.command)
    return ask(before or case.before, command, snapshot=snapshot or case.snapshot, stamp=stamp)


def contrasts(case: Case, ruling: Ruling) -> tuple[Contrast, ...]:
    """How a ruling differs from the one that was kept; empty where it is the same."""
    if isinstance(ruling.refusal, Refusal):
        told = f"refused by {ruling.refusal.clause}: {ruling.refusal.reason}"
        first = case.entries[0].id
        return (Contrast(entry=first, what="ruling", kept="accepted", now=told),)
    found: list[Contrast] = []
    if len(ruling.entries) != len(case.entries):
        kept, now = f"{len(case.entries)} events", f"{len(ruling.entries)} events"
        found.append(Contrast(entry=case.entries[0].id, what="ruling", kept=kept, now=now))
    for kept_entry, new in zip(case.entries, ruling.entries, strict=False):
        for what, one, other in (
            ("body", _of_today(case.before.game, kept_entry), new.body),
            ("clause", kept_entry.clause, new.clause),
            ("author", kept_entry.author, new.author),
            ("evidence", list(kept_entry.evidence), list(new.evidence)),
        ):
            found += (
                Contrast(entry=kept_entry.id, what=path, kept=was, now=is_)
                for path, was, is_ in unlike(one, other, where=what)
            )
    return tuple(found)


def _of_today(game: Game, entry: Entry) -> object:
    """What an entry says, as an umpire of today writes it."""
    if entry.body.get("kind") not in game.events.kinds:
        return entry.body
    return game.events.write(game.events.read(entry.body, entry.id))


def closest(case: Case) -> Case:
    """The case to judge many times: a refusal that was disputed later, right after it was given.

    Its entries have other ids then; whether it is ruled the same is not told from them.
    """
    command = case.asked.command
    entry = case.before.entry(str(command.get("after", "")))
    if command.get("kind") != "challenge_refusal" or entry is None:
        return case
    before = replayed(case.before.game, case.before.entries[: entry.sequence + 1])
    return replace(case, before=before)


def with_options(battle: Battle, **changed: Value) -> Battle:
    """The same battle as if other options had been agreed; events stay what they are."""
    return folded(battle, held=changed)


def battles_before(game: Game, entries: Sequence[Entry]) -> Iterator[tuple[int, Battle]]:
    """The battle before each command, by the sequence of its first event, in one walk."""
    battle = replayed(game, entries[:1])
    at = 1
    while at < len(entries):
        end = at + 1
        while end < len(entries) and entries[end].command == entries[at].command:
            end += 1
        yield at, battle
        battle = applied(battle, entries[at:end])
        at = end


def is_ruling(entry: Entry) -> bool:
    """Whether something was measured for it."""
    return bool(entry.evidence) and entry.kind is not EntryKind.HEADER


def unlike(kept: object, now: object, *, where: str) -> Iterator[tuple[str, str, str]]:
    """Where two JSON values differ: which field, what it was, what it is."""
    if isinstance(kept, Mapping) and isinstance(now, Mapping):
        left_out = SINCE_ASKED - set(kept) if where.endswith("question") else frozenset()
        for name in sorted({*kept, *now} - left_out):
            yield from unlike(kept.get(name), now.get(name), where=f"{where}.{name}")
    elif isinstance(kept, list | tuple) and isinstance(now, list | tuple):
        if len(kept) != len(now):
            yield where, f"{len(kept)} values", f"{len(now)} values"
        for index, (one, other) in enumerate(zip(kept, now, strict=False)):
            yield from unlike(one, other, where=f"{where}[{index}]")
    elif not _same(kept, now):
        yield where, _told(kept), _told(now)


def _same(kept: object, now: object) -> bool:
    if isinstance(kept, str) and isinstance(now, str):
        return in_words_of_today(kept) == in_words_of_today(now)
    if isinstance(kept, float) and isinstance(now, float | int) and not isinstance(now, bool):
        return math.isclose(kept, now, rel_tol=1e-12, abs_tol=SAME_IN)
    return type(kept) is type(now) and kept == now


def _told(value: object) -> str:
    if value is None:
        return "nothing"
    text = repr(value) if isinstance(value, str) else f"{value}"
    return text if len(text) <= 80 else f"{text[:79]}…"
