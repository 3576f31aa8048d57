"""Writes the word of a judge into the log, and does what it decides as if all had agreed to it."""

from functools import partial
from typing import Final

from rules.referee.court.corrections import falling, granted
from rules.referee.court.differences import judge_of
from rules.referee.court.disputing.disputes import settled
from rules.referee.court.keeping_time import with_clock
from rules.referee.log.battle import UMPIRE, Battle, Pending, applied
from rules.referee.log.drafts import Draft, Drafts, entered
from rules.referee.log.entries import Entry, EntryKind, Stamp
from rules.referee.log.house_words import Objected, TakenBack
from rules.referee.log.judge_words import PASSES, STANDS, TAKEN_BACK, JudgeRuled
from rules.referee.toolkit.game import Refusal
from rules.referee.toolkit.vocabulary import kind_of
from rules.table.snapshot import Snapshot

CLAUSE: Final = "REF-17"


def is_written(battle: Battle, ruling: str) -> bool:
    """Whether this ruling of a judge is in the log already."""
    kind = kind_of(JudgeRuled)
    return any(
        entry.kind is EntryKind.REFEREE
        and entry.body.get("kind") == kind
        and entry.body.get("ruling") == ruling
        for entry in battle.entries
    )


def judged(
    battle: Battle, body: JudgeRuled, *, snapshot: Snapshot, stamp: Stamp
) -> tuple[Entry, ...]:
    """The entries that a judge's ruling brings; none where it is in the log already.

    What it decides and what can no longer be done is for the players to see to: the word of the
    judge stands in the log all the same.
    """
    if is_written(battle, body.ruling):
        return ()
    because = (body.entry,) if battle.entry(body.entry) is not None else ()
    word = Draft(author=UMPIRE, body=body, clause=CLAUSE, because=because)
    done = _done(battle, body, snapshot=snapshot)
    drafts = (word,) if isinstance(done, Refusal) else (word, *done)
    entries = entered(battle, drafts, stamp=stamp)
    noted, _ = with_clock(applied(battle, entries), stamp=stamp)
    return (*entries, *noted)


def _done(battle: Battle, body: JudgeRuled, *, snapshot: Snapshot) -> Drafts | Refusal:
    pending = next((each for each in battle.pending if each.ask == body.entry), None)
    if pending is not None and body.outcome == PASSES:
        settles = partial(settled, snapshot=snapshot)
        return granted(battle, pending, judge=judge_of(battle, snapshot), settles=settles)
    if pending is not None and body.outcome == STANDS:
        return _turned_down(pending, judge=body.judge)
    entry = battle.entry(body.entry)
    if body.outcome == TAKEN_BACK and entry is not None and battle.stands(entry):
        names = tuple(each.id for each in falling(battle, entry))
        taken = TakenBack(entries=names, reason=f"{body.judge} rules so")
        return (Draft(author=UMPIRE, body=taken, clause=CLAUSE, because=(entry.id,)),)
    return ()


def _turned_down(pending: Pending, *, judge: str) -> Drafts:
    said = Objected(ask=pending.ask, reason=f"{judge} rules so")
    return (Draft(author=UMPIRE, body=said, clause=CLAUSE, because=(pending.ask,)),)
