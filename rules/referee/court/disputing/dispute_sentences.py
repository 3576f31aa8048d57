"""Puts a dispute into sentences, and says what a seat may ask for in one."""

from collections.abc import Iterator
from types import MappingProxyType
from typing import Final

from rules.referee.court.disputing.dispute_limit import is_spent
from rules.referee.court.disputing.disputes import ruling_of
from rules.referee.court.disputing.refusal_disputes import may_pass, refusal_in
from rules.referee.log.battle import Battle
from rules.referee.log.dispute_words import (
    AGREED,
    CHANGED,
    OUTCOMES,
    ROLLED_OFF,
    STANDS,
    Challenged,
    CommandRefused,
    MeasuredAgain,
    Settled,
    SettlementAsked,
)
from rules.referee.log.entries import Entry
from rules.referee.log.open_disputes import Dispute
from rules.referee.toolkit.dice import faces
from rules.referee.toolkit.game import Hole, Template

REASON: Final = Hole(name="reason", kind="text", optional=True)
LOOKS_BACK: Final = 60
"""How many of the latest events are looked through for a ruling to dispute."""


def say_dispute(entry: Entry, *, body: object, told: str) -> str | None:
    """An entry of a dispute in words, or None for any other; `told` is what it is about."""
    author = entry.author
    match body:
        case CommandRefused():
            return f"{author} asked for something that was refused ({body.clause}): {body.refusal}"
        case Challenged(entry=name, reason=reason):
            because = f" ({reason})" if reason else ""
            return f"{author} disputes {name}{because}: {told}"
        case MeasuredAgain(dispute=name, says=says, same=same):
            verdict = "The ruling would be the same" if same else "The ruling would be another"
            by = " by a photograph" if body.photograph else ""
            return f"{author} has {name} measured again{by}. {verdict}: {says}{_apart(body)}"
        case SettlementAsked():
            return f"{author} proposes to settle {body.dispute}: {_ending(body)}"
        case Settled(agreed=agreed):
            by = f", agreed by {' and '.join(agreed)}" if agreed else ""
            return f"{author} settles {body.dispute}{by}: {_ending(body)}"
    return None


def _apart(body: MeasuredAgain) -> str:
    if not body.apart:
        return ""
    told = " ".join(body.apart)
    return f" The photograph and the camera differ by more than their errors: {told}"


def _ending(body: SettlementAsked | Settled) -> str:
    match body.outcome:
        case "stands":
            return "the ruling stands."
        case "changed":
            return f"the ruling is {_changed(body)}."
        case "rolled_off":
            won = body.dice[0] > body.dice[1]
            ends = _changed(body) if won else "kept"
            return f"rolled off with {faces(body.dice)}: the ruling is {ends}."
    return f"agreed otherwise: {body.terms.rstrip('.')}."


def _changed(body: SettlementAsked | Settled) -> str:
    return (
        "changed, and what was refused is done" if body.passes else "taken back, with what followed"
    )


def shown_disputes(battle: Battle) -> list[dict[str, object]]:
    """The disputes, as every seat sees them."""
    return [
        {
            "dispute": each.id,
            "author": each.author,
            "entry": each.entry,
            "entries": list(each.entries),
            "subjects": list(each.subjects),
            "reason": each.reason,
            "measured": list(each.measured),
            "photographs": [name for name in each.measured if _is_photograph(battle, name)],
            "outcome": each.outcome,
            "changed": each.changed,
            "open": each.is_open,
            "refusal": _refusal(battle, each),
        }
        for each in battle.disputes
    ]


def _is_photograph(battle: Battle, name: str) -> bool:
    entry = battle.entry(name)
    return entry is not None and bool(entry.body.get("photograph"))


def _refusal(battle: Battle, dispute: Dispute) -> str:
    """What the disputed refusal is called where it is kept; nothing for other disputes."""
    found = refusal_in(battle, dispute)
    return "" if found is None else found.name


def dispute_templates(battle: Battle, seat: str, *, told: str) -> Iterator[Template]:
    """What a seat may ask for in the open disputes, and the ruling it might challenge now.

    `told` is what the ruling in question says.
    """
    for each in battle.disputes:
        if each.is_open:
            refusal = refusal_in(battle, each)
            every = _settlements(each, seat, is_refusal=refusal is not None)
            # What nobody may let pass is not offered.
            sticks = refusal is not None and not may_pass(battle, refusal)
            outcomes = {STANDS, AGREED} if sticks else set(OUTCOMES)
            yield from (one for one in every if one.fixed["outcome"] in outcomes)
    found = challengeable(battle, seat)
    if found is not None:
        yield Template(
            command="challenge",
            says=f"Dispute the ruling: {told}",
            verb="Dispute",
            fixed=MappingProxyType({"entry": found.id}),
            holes=(REASON,),
        )


def challengeable(battle: Battle, seat: str) -> Entry | None:
    """The latest measured ruling, if this seat may challenge it."""
    sitting = battle.seat(seat)
    if sitting is None or not sitting.sides or is_spent(battle, seat):
        return None
    latest = reversed(battle.entries[-LOOKS_BACK:])
    entry = next((each for each in latest if each.evidence and battle.stands(each)), None)
    if entry is None:
        return None
    names = tuple(each.id for each in ruling_of(battle, entry))
    return None if any(each.entries == names for each in battle.disputes) else entry


def _settlements(dispute: Dispute, seat: str, *, is_refusal: bool) -> Iterator[Template]:
    name = {"dispute": dispute.id}
    is_own = seat == dispute.author
    stays = "Withdraw the challenge" if is_own else "Let it stand"
    gives_in = stays if is_own else "Settle"
    changed = "what was refused is done" if is_refusal else "is taken back, with what followed"
    about = "" if is_refusal else f"{dispute.entry} "
    falls = "Do what was refused" if is_refusal else "Take it back, with what followed"
    terms = Hole(name="terms", kind="text")
    dice = Hole(name="dice", kind="dice", count=2)
    for outcome, verb, says, holes in (
        (STANDS, stays, f"{gives_in}: {dispute.entry} stands.", ()),
        (CHANGED, falls, f"Settle: {about}{changed}.", ()),
        (ROLLED_OFF, "Roll off", "Settle by a die each, first that of whoever disputes.", (dice,)),
        (AGREED, "Agree otherwise", "Settle as you have agreed otherwise.", (terms,)),
    ):
        fixed = MappingProxyType({**name, "outcome": outcome})
        yield Template(command="settle", says=says, verb=verb, fixed=fixed, holes=holes)
