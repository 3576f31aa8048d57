"""Lets players correct the referee: take back, overrule, and agree to either.

A game's state is a sequence: what came later was decided on what came before. So with an event
fall the other events of its command and every later event of the game, amendments among them. The
referee's notes stay: a declared pose or a logged proposal is as true as before, and an option that
was changed since is agreed as before.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from rules.referee.court.agreements import decide_changed
from rules.referee.court.consent import missing, missing_sides, question, sides_asked
from rules.referee.court.differences import Judge
from rules.referee.court.pausing import paused
from rules.referee.court.proposals import NOTICED
from rules.referee.log.agreement_words import AGREEMENT_ASKED, AmendmentAsked, OptionAsked
from rules.referee.log.battle import Battle, Pending
from rules.referee.log.clock_words import PauseAsked
from rules.referee.log.dispute_words import SettlementAsked
from rules.referee.log.drafts import Draft, Drafts, drafted, refused
from rules.referee.log.entries import Entry, canonical, entry_id
from rules.referee.log.house_options import AGREEMENT, FREE
from rules.referee.log.house_words import (
    Agree,
    Agreed,
    Object,
    Objected,
    Override,
    OverrideAsked,
    Overruled,
    TakeBack,
    TakeBackAsked,
    TakenBack,
)
from rules.referee.toolkit.evidence import Measured
from rules.referee.toolkit.game import Command, Refusal
from rules.referee.toolkit.ruling import waived_as
from rules.table.bad_input import BadInputError
from rules.table.files.strict_json import parse

TAKING_BACK: Final = "REF-5"
OVERRULING: Final = "REF-6"
AGREEING: Final = "REF-7"
ASKED: Final = AGREEMENT_ASKED | {
    "take_back_asked",
    "override_asked",
    "settlement_asked",
    "pause_asked",
}
MOST_PASSED: Final = 20
"""Refusals of one command that may be let pass together."""


def falling(battle: Battle, entry: Entry) -> tuple[Entry, ...]:
    """What falls when this event is taken back, itself included, in the order it happened."""
    own = battle.of_command(entry.command)
    ids = {each.id for each in own}
    return tuple(
        each
        for each in battle.entries[own[0].sequence :]
        if battle.stands(each) and (each.id in ids or each.body.get("kind") != "option_changed")
    )


def last_standing(battle: Battle) -> Entry | None:
    """The latest event of the game that counts."""
    return next((each for each in reversed(battle.entries) if battle.stands(each)), None)


def decide_take_back(battle: Battle, body: TakeBack, *, author: str) -> Drafts | Refusal:
    """Taking back at once, or asking for it."""
    entry = battle.entry(body.entry)
    if entry is None:
        return refused(TAKING_BACK, f"There is no entry {body.entry!r} in the log.")
    if entry.id in battle.fallen:
        return refused(TAKING_BACK, f"{entry.id} has been taken back already.")
    if not battle.stands(entry):
        return refused(
            TAKING_BACK, f"{entry.id} is a note of the referee's; only events are taken back."
        )
    names = tuple(each.id for each in falling(battle, entry))
    needed = battle.options.choice("take_back") != FREE
    if needed and missing(battle, author=author, agreed=()):
        asked = TakeBackAsked(entry=entry.id, falls=names, reason=body.reason)
        return question(battle, asked, author=author, clause=TAKING_BACK)
    taken = TakenBack(entries=names, reason=body.reason)
    return (Draft(author=author, body=taken, clause=TAKING_BACK, because=(entry.id,)),)


def decide_override(
    battle: Battle, body: Override, *, author: str, judge: Judge
) -> Drafts | Refusal:
    """Overruling at once where nobody has to agree, or asking for it."""
    if battle.options.choice("override") != AGREEMENT:
        return refused(OVERRULING, "It was agreed at set-up that no refusal is overruled.")
    command = _command(battle, body.command, author=author)
    if isinstance(command, Refusal):
        return command
    refusal = _waivable_refusal(body, command, judge=judge)
    if refusal.clause != body.clause or not refusal.waivable:
        return refusal
    passed = _let_pass(body.also, command, first=refusal, judge=judge)
    if isinstance(passed, Refusal):
        return passed
    waived = replace(command, waives=frozenset(each.clause for each in passed))
    asked = OverrideAsked(
        clause=body.clause,
        refusal=" ".join(each.reason for each in passed),
        command=canonical(battle.game.commands.write(command.body)),
        reason=body.reason,
        also=_further(passed, first=body.clause),
    )
    if missing(battle, author=author, agreed=()):
        return question(
            battle, asked, author=author, clause=OVERRULING, evidence=_evidence_of(passed)
        )
    return overruled(battle, asked, waived=waived, judge=judge)


Settles = Callable[[Battle, Pending], Drafts | Refusal]
"""Ends a dispute as it was agreed."""


def decide_agree(
    battle: Battle, body: Agree, *, author: str, judge: Judge, settles: Settles
) -> Drafts | Refusal:
    """One seat's yes; with the last that is needed, what was asked for is done."""
    pending = _open(battle, body.ask)
    if pending is None:
        return _closed(battle, body.ask)
    seat = battle.seat(author)
    sides = () if seat is None else seat.sides
    if not set(sides) & set(missing_sides(battle, pending)):
        return refused(AGREEING, f"{body.ask} does not wait for {author}.")
    agreed = (*pending.agreed, author)
    note = Draft(author=author, body=Agreed(ask=body.ask), clause=AGREEING, because=(body.ask,))
    if missing(battle, author=pending.author, agreed=agreed):
        return (note,)
    whole = replace(pending, agreed=agreed)
    done = granted(battle, whole, judge=judge, settles=settles)
    return done if isinstance(done, Refusal) else (note, *done)


def granted(
    battle: Battle, pending: Pending, *, judge: Judge, settles: Settles
) -> Drafts | Refusal:
    """What was asked for, now that it is to be; one note stands before it."""
    if isinstance(pending.body, SettlementAsked):
        return settles(battle, pending)
    return _done(battle, pending, judge=judge)


def decide_object(battle: Battle, body: Object, *, author: str) -> Drafts | Refusal:
    """One seat's no closes the question."""
    pending = _open(battle, body.ask)
    if pending is None:
        return _closed(battle, body.ask)
    seat = battle.seat(author)
    theirs = () if seat is None else seat.sides
    if author != pending.author and not set(theirs) & set(sides_asked(battle, pending.author)):
        return refused(AGREEING, f"{body.ask} does not wait for {author}.")
    said = Objected(ask=body.ask, reason=body.reason)
    return (Draft(author=author, body=said, clause=AGREEING, because=(body.ask,)),)


def _done(battle: Battle, pending: Pending, *, judge: Judge) -> Drafts | Refusal:
    """What was asked for, now that it is agreed."""
    asked = pending.body
    if isinstance(asked, OptionAsked | AmendmentAsked):
        return decide_changed(battle, asked, author=pending.author, pending=pending)
    if isinstance(asked, PauseAsked):
        return paused(pending)
    if isinstance(asked, TakeBackAsked):
        taken = TakenBack(entries=asked.falls, reason=asked.reason, agreed=pending.agreed)
        because = (asked.entry, pending.ask)
        draft = Draft(author=pending.author, body=taken, clause=TAKING_BACK, because=because)
        return (draft,)
    assert isinstance(asked, OverrideAsked)
    command = _command(battle, asked.command, author=pending.author)
    if isinstance(command, Refusal):
        return command
    waived = replace(command, waives=frozenset((asked.clause, *asked.also)))
    now = judge(command)
    if isinstance(now, Refusal) and now.clause == asked.clause:
        passed = _let_pass(asked.also, command, first=now, judge=judge)
        if isinstance(passed, Refusal):
            return passed
        entry = battle.entry(pending.ask)
        then = () if entry is None else entry.measured
        same = all(each.evidence or each.reason in asked.refusal for each in passed)
        if not (same and as_told(then, now=_evidence_of(passed))):
            told = " ".join(each.reason for each in passed)
            return refused(AGREEING, f"Things have changed since it was asked; ask again. {told}")
    return overruled(battle, asked, waived=waived, judge=judge, after=1, pending=pending)


def overruled(
    battle: Battle,
    asked: OverrideAsked,
    *,
    waived: Command,
    judge: Judge,
    after: int = 0,
    pending: Pending | None = None,
) -> Drafts | Refusal:
    """The note that says why, and the game's events; ``after`` entries stand before the note."""
    events = judge(waived)
    if isinstance(events, Refusal):
        return events
    if not events:
        return refused("REF-10", "That would change nothing.")
    note = Overruled(
        clause=asked.clause,
        refusal=asked.refusal,
        command=asked.command,
        reason=asked.reason,
        also=asked.also,
        agreed=() if pending is None else pending.agreed,
    )
    because = () if pending is None or not pending.ask else (pending.ask,)
    draft = Draft(author=waived.author, body=note, clause=OVERRULING, because=because)
    rests_on = (entry_id(battle.sequence + after),)
    return (draft, *drafted(events, author=waived.author, because=rests_on))


def _waivable_refusal(body: Override, command: Command, *, judge: Judge) -> Refusal:
    """What the game says without agreement; a refusal of our own where nothing can be waived."""
    found = judge(command)
    if not isinstance(found, Refusal):
        return refused(OVERRULING, "Nothing refuses that command; give it as it is.")
    if not found.waivable:
        return refused(OVERRULING, f"No agreement lets that pass ({found.clause}): {found.reason}")
    if found.clause != body.clause:
        return refused(
            OVERRULING,
            f"{body.clause} does not refuse that command; {found.clause} does: {found.reason}",
        )
    return found


def _let_pass(
    also: tuple[str, ...], command: Command, *, first: Refusal, judge: Judge
) -> tuple[Refusal, ...] | Refusal:
    """All that agreement would let pass, so that it can be told; or what refuses nevertheless.

    Each is waived by its own sentence, so that a second refusal by the same clause is told too. Of
    further clauses only those count that do refuse: nobody agrees to what he is not told.
    """
    passed = [first]
    while len(passed) < MOST_PASSED:
        told = {(each.clause, each.reason) for each in passed}
        waives = frozenset(waived_as(*each) for each in told)
        found = judge(replace(command, waives=waives))
        if isinstance(found, Refusal) and (found.clause, found.reason) in told:
            # A game that rules in its own way knows clauses alone.
            found = judge(replace(command, waives=frozenset(each.clause for each in passed)))
        if not isinstance(found, Refusal):
            return tuple(passed)
        if (found.clause, found.reason) in told:
            return found
        if not found.waivable or found.clause not in {first.clause, *also}:
            return found
        passed.append(found)
    return passed[-1]


def _further(passed: tuple[Refusal, ...], *, first: str) -> tuple[str, ...]:
    """The clauses besides the first, each once."""
    return tuple(name for name in dict.fromkeys(each.clause for each in passed) if name != first)


def _evidence_of(passed: tuple[Refusal, ...]) -> tuple[Measured, ...]:
    return tuple(found for each in passed for found in each.evidence)


def as_told(then: tuple[Measured, ...], *, now: tuple[Measured, ...]) -> bool:
    """Whether what is measured now is what those who agree were told, but for the last digits."""
    return len(then) == len(now) and all(
        one.what == other.what
        and abs(_value(one) - _value(other)) <= NOTICED
        and math.dist(_ends(one), _ends(other)) <= NOTICED
        for one, other in zip(then, now, strict=True)
    )


def _value(found: Measured) -> float:
    return found.value if found.value is not None and math.isfinite(found.value) else 0.0


def _ends(found: Measured) -> tuple[float, ...]:
    """Where a measured line begins and ends; on its way between it may waver."""
    return (*found.line[0], *found.line[-1]) if found.line else (0.0,) * 4


def _command(battle: Battle, text: str, *, author: str) -> Command | Refusal:
    try:
        body = battle.game.commands.read(parse(text, what="command"), "command")
    except BadInputError as error:
        return refused("REF-2", f"That is not a command of this game: {error}.")
    return Command(author=author, body=body)


def _open(battle: Battle, ask: str) -> Pending | None:
    return next((each for each in battle.pending if each.ask == ask), None)


def _closed(battle: Battle, ask: str) -> Refusal:
    entry = battle.entry(ask)
    kind: Mapping[str, object] = {} if entry is None else entry.body
    if kind.get("kind") in ASKED:
        return refused(
            AGREEING, f"{ask} is no longer open: it was answered, or the game has moved on since."
        )
    return refused(AGREEING, f"Nobody asks anything under {ask!r}.")
