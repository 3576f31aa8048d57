"""Lets players correct the referee: take back, overrule, and agree to either.

A game's state is a sequence: what came later was decided on what came before. So with an event
fall the other events of its command and every later event of the game. The referee's notes stay:
a declared pose or a logged proposal is as true as before.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from rules.referee.court.differences import Judge
from rules.referee.court.proposals import NOTICED
from rules.referee.log.battle import Battle, Pending
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
from rules.table.bad_input import BadInputError
from rules.table.files.strict_json import parse

TAKING_BACK: Final = "REF-5"
OVERRULING: Final = "REF-6"
AGREEING: Final = "REF-7"


def falling(battle: Battle, entry: Entry) -> tuple[Entry, ...]:
    """What falls when this event is taken back, itself included, in the order it happened."""
    first = next(each.sequence for each in battle.entries if each.command == entry.command)
    return tuple(each for each in battle.entries[first:] if battle.stands(each))


def missing_sides(battle: Battle, pending: Pending) -> tuple[str, ...]:
    """The sides that have not agreed yet; one seat of each suffices."""
    return _missing(battle, author=pending.author, agreed=pending.agreed)


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
    needed = battle.setup.options.choice("take_back") != FREE
    if needed and _missing(battle, author=author, agreed=()):
        asked = TakeBackAsked(entry=entry.id, falls=names, reason=body.reason)
        return _question(battle, asked, author=author, clause=TAKING_BACK)
    taken = TakenBack(entries=names, reason=body.reason)
    return (Draft(author=author, body=taken, clause=TAKING_BACK, because=(entry.id,)),)


def decide_override(
    battle: Battle, body: Override, *, author: str, judge: Judge
) -> Drafts | Refusal:
    """Overruling at once where nobody has to agree, or asking for it."""
    if battle.setup.options.choice("override") != AGREEMENT:
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
        also=tuple(each.clause for each in passed[1:]),
    )
    if _missing(battle, author=author, agreed=()):
        return _question(
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
    if _missing(battle, author=pending.author, agreed=agreed):
        return (note,)
    whole = replace(pending, agreed=agreed)
    settling = isinstance(pending.body, SettlementAsked)
    done = settles(battle, whole) if settling else _done(battle, whole, judge=judge)
    return done if isinstance(done, Refusal) else (note, *done)


def decide_object(battle: Battle, body: Object, *, author: str) -> Drafts | Refusal:
    """One seat's no closes the question."""
    pending = _open(battle, body.ask)
    if pending is None:
        return _closed(battle, body.ask)
    seat = battle.seat(author)
    theirs = () if seat is None else seat.sides
    if author != pending.author and not set(theirs) & set(_sides_asked(battle, pending.author)):
        return refused(AGREEING, f"{body.ask} does not wait for {author}.")
    said = Objected(ask=body.ask, reason=body.reason)
    return (Draft(author=author, body=said, clause=AGREEING, because=(body.ask,)),)


def _done(battle: Battle, pending: Pending, *, judge: Judge) -> Drafts | Refusal:
    """What was asked for, now that it is agreed."""
    asked = pending.body
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
        if not as_told(then, now=_evidence_of(passed)):
            told = " ".join(each.reason for each in passed)
            return refused(AGREEING, f"It is not any more as it was asked; ask again. {told}")
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

    Of the further clauses only those count that do refuse: nobody agrees to what he is not told.
    """
    passed = [first]
    while True:
        waives = frozenset(each.clause for each in passed)
        found = judge(replace(command, waives=waives))
        if not isinstance(found, Refusal):
            return tuple(passed)
        if not found.waivable or found.clause in waives or found.clause not in also:
            return found
        passed.append(found)


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
        return refused("REF-2", f"That is no command of the game: {error}.")
    return Command(author=author, body=body)


def _question(
    battle: Battle,
    asked: TakeBackAsked | OverrideAsked,
    *,
    author: str,
    clause: str,
    evidence: tuple[Measured, ...] = (),
) -> Drafts | Refusal:
    same = (
        each.author == author
        and not isinstance(each.body, SettlementAsked)
        and _bare(each.body) == _bare(asked)
        for each in battle.pending
    )
    if any(same):
        return refused(AGREEING, "That has been asked already; it waits for the others.")
    because = (asked.entry,) if isinstance(asked, TakeBackAsked) else ()
    return (Draft(author=author, body=asked, clause=clause, evidence=evidence, because=because),)


def _bare(asked: TakeBackAsked | OverrideAsked) -> TakeBackAsked | OverrideAsked:
    return replace(asked, reason="")


def _open(battle: Battle, ask: str) -> Pending | None:
    return next((each for each in battle.pending if each.ask == ask), None)


def _closed(battle: Battle, ask: str) -> Refusal:
    entry = battle.entry(ask)
    kind: Mapping[str, object] = {} if entry is None else entry.body
    if kind.get("kind") in {"take_back_asked", "override_asked", "settlement_asked"}:
        return refused(
            AGREEING, f"{ask} is no longer open: it was answered, or the game has moved on since."
        )
    return refused(AGREEING, f"Nobody asks anything under {ask!r}.")


def _sides_asked(battle: Battle, author: str) -> tuple[str, ...]:
    own = _sides_of(battle, (author,))
    every = dict.fromkeys(side for seat in battle.setup.seats for side in seat.sides)
    return tuple(side for side in every if side not in own)


def _missing(battle: Battle, *, author: str, agreed: tuple[str, ...]) -> tuple[str, ...]:
    heard = _sides_of(battle, agreed)
    return tuple(side for side in _sides_asked(battle, author) if side not in heard)


def _sides_of(battle: Battle, names: tuple[str, ...]) -> frozenset[str]:
    seats = (seat for seat in battle.setup.seats if seat.name in names)
    return frozenset(side for seat in seats for side in seat.sides)
