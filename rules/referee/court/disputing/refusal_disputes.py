"""Disputes a refusal that rests on measuring, until it is let pass or stands.

A refusal is no event: it has changed nothing, and only whoever asked has heard of it. Challenging
it makes it known, with what was asked for. It is judged again for that, on the table that it was
judged on, so that nobody can bring up a refusal that never was.
"""

from dataclasses import replace
from typing import Final

from rules.referee.court.corrections import as_told, overruled
from rules.referee.court.differences import judge_of
from rules.referee.court.disputing.dispute_limit import CLAUSE, spent
from rules.referee.log.battle import Battle, Pending, applied, body_of
from rules.referee.log.dispute_words import Challenged, ChallengeRefusal, CommandRefused
from rules.referee.log.drafts import Draft, Drafts, refused
from rules.referee.log.entries import canonical, entry_id
from rules.referee.log.growing import Entries
from rules.referee.log.house_options import AGREEMENT
from rules.referee.log.house_words import OverrideAsked
from rules.referee.log.open_disputes import Dispute, subjects_of
from rules.referee.toolkit.game import Command, Decision, Refusal
from rules.table.bad_input import BadInputError
from rules.table.files.strict_json import parse
from rules.table.snapshot import Snapshot

PASSES: Final = "Nothing refuses that command by measuring."


def decide_challenge_refusal(
    battle: Battle, body: ChallengeRefusal, *, author: str, snapshot: Snapshot
) -> Drafts | Refusal:
    """Telling everybody of a refusal and disputing it, both at once."""
    command = _command(battle, body.command, author=author)
    if isinstance(command, Refusal):
        return command
    before = _just_after(battle, body.after)
    if before is None:
        return refused(CLAUSE, f"{body.after!r} is not in the log.")
    told = canonical(battle.game.commands.write(command.body))
    same = next(
        (each for each in battle.disputes if _is_about(battle, each, told=told, body=body)), None
    )
    if same is not None:
        state = "is disputed already" if same.is_open else f"was settled: {same.outcome}"
        return refused(CLAUSE, f"That refusal {state} ({same.id}).")
    too_many = spent(battle, author)
    if too_many is not None:
        return too_many
    found = judge_of(before, snapshot)(command)
    if not isinstance(found, Refusal) or not found.evidence:
        return refused(CLAUSE, PASSES)
    refusal = CommandRefused(
        clause=found.clause,
        refusal=found.reason,
        command=told,
        after=body.after,
        waivable=found.waivable,
        name=body.refusal,
    )
    name = entry_id(battle.sequence)
    challenged = Challenged(
        entry=name,
        entries=(name,),
        subjects=subjects_of(battle.setup, (command.body,)),
        reason=body.reason,
    )
    return (
        Draft(author=author, body=refusal, clause=found.clause, evidence=found.evidence),
        Draft(author=author, body=challenged, clause=CLAUSE, because=(name,)),
    )


def refusal_in(battle: Battle, dispute: Dispute) -> CommandRefused | None:
    """The refusal that a dispute is about; None where it is about something that has happened."""
    entry = battle.entry(dispute.entry)
    body = None if entry is None else body_of(battle.game, entry)
    return body if isinstance(body, CommandRefused) else None


def may_pass(battle: Battle, refusal: CommandRefused | Refusal) -> bool:
    """Whether the players may agree that what was refused is done nevertheless."""
    return refusal.waivable and battle.options.choice("override") == AGREEMENT


def refused_again(
    battle: Battle, dispute: Dispute, *, refusal: CommandRefused, snapshot: Snapshot
) -> Decision:
    """What would be decided on another table, as things stood when it was refused."""
    before = _just_after(battle, refusal.after)
    command = _command(battle, refusal.command, author=dispute.author)
    assert before is not None
    return command if isinstance(command, Refusal) else judge_of(before, snapshot)(command)


def let_pass(
    battle: Battle, dispute: Dispute, *, pending: Pending, snapshot: Snapshot
) -> Drafts | Refusal:
    """What was refused is done now, as all have agreed, if it is as it was when it was refused."""
    refusal, entry = refusal_in(battle, dispute), battle.entry(dispute.entry)
    assert refusal is not None
    assert entry is not None
    if not may_pass(battle, refusal):
        why = f"No agreement lets that pass ({refusal.clause}): {refusal.refusal}"
        agreed = "It was agreed at set-up that no refusal is overruled."
        return refused(CLAUSE, agreed if refusal.waivable else why)
    command = _command(battle, refusal.command, author=dispute.author)
    if isinstance(command, Refusal):
        return command
    others = tuple(each for each in battle.disputes if each.id != dispute.id)
    judge = judge_of(replace(battle, disputes=others), snapshot)
    now = judge(command)
    if isinstance(now, Refusal) and now.clause == refusal.clause:
        if not as_told(entry.measured, now=now.evidence):
            return refused(
                CLAUSE, f"Things have changed since it was refused; ask again. {now.reason}"
            )
    elif isinstance(now, Refusal):
        return now
    asked = OverrideAsked(
        clause=refusal.clause,
        refusal=refusal.refusal,
        command=refusal.command,
        reason=f"dispute {dispute.id}",
    )
    waived = replace(command, waives=frozenset({refusal.clause}))
    # The note of the settlement stands before what it brings about.
    after = 2 if pending.ask else 1
    return overruled(battle, asked, waived=waived, judge=judge, after=after, pending=pending)


def _just_after(battle: Battle, name: str) -> Battle | None:
    entry = battle.entry(name)
    if entry is None:
        return None
    if entry.sequence == battle.sequence - 1:
        return battle
    # Not replayed: whoever judges under other options has changed them in this battle only.
    state = battle.game.initial(battle.setup)
    header, *later = battle.entries[: entry.sequence + 1]
    begun = Battle(game=battle.game, setup=battle.setup, state=state, entries=Entries((header,)))
    return applied(begun, later)


def _is_about(battle: Battle, dispute: Dispute, *, told: str, body: ChallengeRefusal) -> bool:
    known = refusal_in(battle, dispute)
    return known is not None and (known.command, known.after) == (told, body.after)


def _command(battle: Battle, text: str, *, author: str) -> Command | Refusal:
    try:
        body = battle.game.commands.read(parse(text, what="command"), "command")
    except BadInputError as error:
        return refused("REF-2", f"That is not a command of this game: {error}.")
    return Command(author=author, body=body)
