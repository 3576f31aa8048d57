"""Challenges a ruling, measures it again, and lets the players settle it.

Nobody but the players settles a dispute. The one who challenges may give in alone; whatever else
ends it is agreed by every side, and the log says by whom.
"""

from collections.abc import Mapping
from dataclasses import replace

from rules.referee.court.consent import missing_sides
from rules.referee.court.corrections import falling
from rules.referee.court.differences import judge_of
from rules.referee.court.disputing.dispute_limit import CLAUSE, spent
from rules.referee.court.disputing.refusal_disputes import let_pass, refusal_in, refused_again
from rules.referee.court.disputing.second_opinion import differing_lengths
from rules.referee.log.battle import Battle, Pending, body_of, replayed
from rules.referee.log.dispute_words import (
    AGREED,
    CHANGED,
    OUTCOMES,
    ROLLED_OFF,
    STANDS,
    Challenge,
    Challenged,
    CommandRefused,
    MeasureAgain,
    MeasuredAgain,
    Settle,
    Settled,
    SettlementAsked,
)
from rules.referee.log.drafts import Draft, Drafts, refused
from rules.referee.log.entries import Entry
from rules.referee.log.house_words import TakenBack
from rules.referee.log.open_disputes import Dispute, subjects_of
from rules.referee.toolkit.dice import dice_fault
from rules.referee.toolkit.evidence import Measured
from rules.referee.toolkit.game import Command, Decision, Event, Refusal
from rules.table.bad_input import BadInputError
from rules.table.files.strict_json import parse
from rules.table.snapshot import Snapshot


def decide_challenge(battle: Battle, body: Challenge, *, author: str) -> Drafts | Refusal:
    """Disputing a ruling: once each, and so often as was agreed."""
    entry = battle.entry(body.entry)
    if entry is None or not battle.stands(entry):
        return refused(CLAUSE, f"{body.entry!r} is not an event that counts.")
    ruled = ruling_of(battle, entry)
    if not any(each.evidence for each in ruled):
        return refused(CLAUSE, f"{entry.id} rests on no measurement; it can be taken back instead.")
    names = tuple(each.id for each in ruled)
    same = next((each for each in battle.disputes if each.entries == names), None)
    if same is not None:
        state = "is disputed already" if same.is_open else f"was settled: {same.outcome}"
        return refused(CLAUSE, f"That ruling {state} ({same.id}).")
    too_many = spent(battle, author)
    if too_many is not None:
        return too_many
    told = Challenged(
        entry=entry.id,
        entries=names,
        subjects=subjects_of(battle.setup, (body_of(battle.game, each) for each in ruled)),
        reason=body.reason,
    )
    evidence = tuple(found for each in ruled for found in each.measured)
    draft = Draft(author=author, body=told, clause=CLAUSE, evidence=evidence, because=(entry.id,))
    return (draft,)


def decide_measure_again(
    battle: Battle, body: MeasureAgain, *, author: str, snapshot: Snapshot
) -> Drafts | Refusal:
    """Judging a disputed ruling again as if it were asked for now, with what stood before it."""
    dispute = _open(battle, body.dispute)
    if isinstance(dispute, Refusal):
        return dispute
    refusal = refusal_in(battle, dispute)
    if refusal is not None:
        # What was asked for is in the log; nobody has to be believed about it.
        found = refused_again(battle, dispute, refusal=refusal, snapshot=snapshot)
        told = _refused_again(dispute, refusal, found=found)
    else:
        first = _first(battle, dispute)
        try:
            words = battle.game.commands.read(parse(body.command, what="command"), "command")
        except BadInputError as error:
            return refused("REF-2", f"That is not a command of this game: {error}.")
        before = replayed(battle.game, battle.entries[: first.sequence])
        found = judge_of(before, snapshot)(Command(author=first.author, body=words))
        told = _again(battle, dispute, found=found)
    evidence = found.evidence if isinstance(found, Refusal) else _evidence(found)
    if not evidence:
        return refused(CLAUSE, f"Nothing could be measured: {told.says}")
    if body.photograph:
        then = tuple(each for kept in _kept(battle, dispute) for each in kept.measured)
        apart = (*body.apart, *differing_lengths(then, evidence))
        told = replace(told, photograph=True, apart=apart)
    return (
        Draft(author=author, body=told, clause=CLAUSE, evidence=evidence, because=(dispute.id,)),
    )


def decide_settle(
    battle: Battle, body: Settle, *, author: str, snapshot: Snapshot
) -> Drafts | Refusal:
    """Ending a dispute, or asking the other sides to agree to end it so."""
    dispute = _open(battle, body.dispute)
    if isinstance(dispute, Refusal):
        return dispute
    fault = _fault(body)
    if fault:
        return refused(CLAUSE, fault)
    entry = battle.entry(dispute.entry)
    assert entry is not None
    passes = refusal_in(battle, dispute) is not None
    falls = () if passes or not changes(body) else falling(battle, entry)
    asked = SettlementAsked(
        dispute=dispute.id,
        outcome=body.outcome,
        falls=tuple(each.id for each in falls),
        terms=body.terms,
        dice=body.dice,
        passes=passes,
    )
    pending = Pending(ask="", author=author, body=asked)
    gives_in = body.outcome == STANDS and author == dispute.author
    done = settled(battle, pending, snapshot=snapshot)
    # What could not be done when all agree is not asked of anybody.
    if gives_in or isinstance(done, Refusal) or not missing_sides(battle, pending):
        return done
    if any(each.body == asked and each.author == author for each in battle.pending):
        return refused("REF-7", "That has been asked already; it waits for the others.")
    return (Draft(author=author, body=asked, clause=CLAUSE, because=(dispute.id,)),)


def settled(battle: Battle, pending: Pending, *, snapshot: Snapshot) -> Drafts | Refusal:
    """The end of a dispute that all sides agree to."""
    asked = pending.body
    assert isinstance(asked, SettlementAsked)
    dispute = _open(battle, asked.dispute)
    if isinstance(dispute, Refusal):
        return dispute
    changed = changes(asked)
    because = (dispute.id, pending.ask) if pending.ask else (dispute.id,)
    told = Settled(
        dispute=dispute.id,
        outcome=asked.outcome,
        changes=changed,
        terms=asked.terms,
        dice=asked.dice,
        agreed=pending.agreed,
        passes=asked.passes,
    )
    drafts: Drafts = (Draft(author=pending.author, body=told, clause=CLAUSE, because=because),)
    if not changed:
        return drafts
    if asked.passes:
        passed = let_pass(battle, dispute, pending=pending, snapshot=snapshot)
        return passed if isinstance(passed, Refusal) else (*drafts, *passed)
    taken = TakenBack(entries=asked.falls, reason=f"dispute {dispute.id}", agreed=pending.agreed)
    return (*drafts, Draft(author=pending.author, body=taken, clause=CLAUSE, because=because))


def changes(body: Settle | SettlementAsked) -> bool:
    """Whether a settlement takes the ruling back; a roll-off does where the first die is higher."""
    if body.outcome == ROLLED_OFF:
        return body.dice[0] > body.dice[1]
    return body.outcome == CHANGED


def ruling_of(battle: Battle, entry: Entry) -> tuple[Entry, ...]:
    """All events of the command that an event belongs to."""
    return tuple(
        each
        for each in battle.entries[max(0, entry.sequence - 200) : entry.sequence + 200]
        if each.command == entry.command and battle.stands(each)
    )


def _fault(body: Settle) -> str:
    """Why a settlement makes no sense; nothing where it does."""
    if body.outcome not in OUTCOMES:
        return f"A dispute ends {', '.join(OUTCOMES[:-1])} or {AGREED}; got {body.outcome!r}."
    if body.outcome == AGREED and not body.terms.strip():
        return "Say in a sentence what was agreed."
    if body.outcome == ROLLED_OFF:
        fault = dice_fault(body.dice, count=2)
        if fault:
            return f"A roll-off takes a die of whoever disputes and one of the others: {fault}."
        if body.dice[0] == body.dice[1]:
            return f"Both rolled {body.dice[0]}: roll again."
    elif body.dice:
        return "Dice are for a roll-off only."
    return ""


def _again(
    battle: Battle, dispute: Dispute, *, found: tuple[Event, ...] | Refusal
) -> MeasuredAgain:
    if isinstance(found, Refusal):
        says = f"{found.reason} It would be refused now ({found.clause})."
        return MeasuredAgain(dispute=dispute.id, says=says, same=False)
    now = [_bare(battle.game.events.write(event.body)) for event in found]
    same = now == [_bare(each.body) for each in _kept(battle, dispute)]
    says = " ".join(battle.game.say(event.body) for event in found if event.evidence)
    return MeasuredAgain(dispute=dispute.id, says=says, same=same)


def _refused_again(dispute: Dispute, refusal: CommandRefused, *, found: Decision) -> MeasuredAgain:
    if not isinstance(found, Refusal):
        says = "Nothing would refuse it now: settle the dispute, and ask for it again."
        return MeasuredAgain(dispute=dispute.id, says=says, same=False)
    says = f"{found.reason} It would be refused now ({found.clause})."
    return MeasuredAgain(dispute=dispute.id, says=says, same=found.clause == refusal.clause)


def _bare(body: object) -> object:
    """What an event says apart from lengths, which waver from one look to the next."""
    if isinstance(body, Mapping):
        return {name: _bare(each) for name, each in body.items()}
    if isinstance(body, list):
        return [_bare(each) for each in body]
    return "measured" if isinstance(body, float) else body


def _evidence(events: tuple[Event, ...]) -> tuple[Measured, ...]:
    return tuple(found for event in events for found in event.evidence)


def _kept(battle: Battle, dispute: Dispute) -> tuple[Entry, ...]:
    """The entries of the ruling that is disputed."""
    found = (battle.entry(name) for name in dispute.entries)
    return tuple(each for each in found if each is not None)


def _first(battle: Battle, dispute: Dispute) -> Entry:
    entry = battle.entry(dispute.entries[0])
    assert entry is not None
    return entry


def _open(battle: Battle, name: str) -> Dispute | Refusal:
    found = next((each for each in battle.disputes if each.id == name), None)
    if found is None:
        return refused(CLAUSE, f"There is no dispute {name!r}.")
    if not found.is_open:
        return refused(CLAUSE, f"The dispute {name} is settled: {found.outcome}.")
    return found
