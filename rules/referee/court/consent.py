"""Says who has still to agree to what somebody asks, and asks it once."""

from dataclasses import replace

from rules.referee.log.agreement_words import AmendmentAsked, OptionAsked
from rules.referee.log.battle import Battle, Pending
from rules.referee.log.clock_words import PauseAsked
from rules.referee.log.dispute_words import SettlementAsked
from rules.referee.log.drafts import Draft, Drafts, helped, refused
from rules.referee.log.house_options import AGREEMENT
from rules.referee.log.house_words import OverrideAsked, TakeBackAsked
from rules.referee.toolkit.evidence import Measured
from rules.referee.toolkit.game import Refusal

CLAUSE = "REF-7"
Asked = TakeBackAsked | OverrideAsked | OptionAsked | AmendmentAsked | PauseAsked


def told_refusal(battle: Battle, refusal: Refusal) -> Refusal:
    """A refusal as it is told: with what would do instead, and to be let pass only where the
    players have not ruled that out.
    """
    told = helped(refusal, battle.game.clauses)
    if told.waivable and battle.options.choice("override") != AGREEMENT:
        return replace(told, waivable=False)
    return told


def missing_sides(battle: Battle, pending: Pending) -> tuple[str, ...]:
    """The sides that have not agreed yet; one seat of each suffices."""
    return missing(battle, author=pending.author, agreed=pending.agreed)


def missing(battle: Battle, *, author: str, agreed: tuple[str, ...]) -> tuple[str, ...]:
    """The sides that have not agreed to what the author asks."""
    heard = _sides_of(battle, agreed)
    return tuple(side for side in sides_asked(battle, author) if side not in heard)


def sides_asked(battle: Battle, author: str) -> tuple[str, ...]:
    """The sides that the author does not play for."""
    own = _sides_of(battle, (author,))
    every = dict.fromkeys(side for seat in battle.setup.seats for side in seat.sides)
    return tuple(side for side in every if side not in own)


def question(
    battle: Battle,
    asked: Asked,
    *,
    author: str,
    clause: str,
    evidence: tuple[Measured, ...] = (),
) -> Drafts | Refusal:
    """The note that asks, unless the same author has asked the same already."""
    same = (
        each.author == author
        and not isinstance(each.body, SettlementAsked)
        and replace(each.body, reason="") == replace(asked, reason="")
        for each in battle.pending
    )
    if any(same):
        return refused(CLAUSE, "That has been asked already; it waits for the others.")
    because = (asked.entry,) if isinstance(asked, TakeBackAsked) else ()
    return (Draft(author=author, body=asked, clause=clause, evidence=evidence, because=because),)


def _sides_of(battle: Battle, names: tuple[str, ...]) -> frozenset[str]:
    seats = (seat for seat in battle.setup.seats if seat.name in names)
    return frozenset(side for seat in seats for side in seat.sides)
