"""Says what a move is held against, and how a ruling on it is put to a player."""

import math
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from rules.referee.toolkit.evidence import Outcome, measured, rule_on
from rules.referee.toolkit.findings import Agreed, Finding
from rules.table.moves.lengths import MoveMetric
from rules.table.moves.ways import Way
from rules.table.seeing import on_whose_word, vouched
from rules.table.snapshot import Piece, Snapshot
from rules.table.units import Inches, plain_error
from rules.table.verdict import Doubt, Verdict, cannot_see, judge


class MembershipTest(StrEnum):
    """When a model counts as being in an area (AMB1-17)."""

    CENTRE = "centre"
    MAJORITY = "majority"
    ANY_OVERLAP = "any_overlap"
    ALL = "all"


DIFFICULT: Final = frozenset({"woods", "building", "hill", "difficult"})
IMPASSABLE: Final = frozenset({"river", "water"})


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveRules:
    """What a move is held against."""

    allowance: Inches
    """With 0 the unit may not move at all (PT1-D1c)."""
    vehicle: bool
    """It may not enter buildings."""
    metric: MoveMetric = MoveMetric.FRONT_AFTER_PIVOT
    exact: bool = False
    """The whole allowance or, once something stops it, less (AMB1-15)."""
    pivot_cost: Inches = Inches(0.0)
    """For each 90 degrees turned (AMB1-16); leave it at 0 for infantry, which have no front."""
    entry_depth: Inches | None = None
    """How far the leading point may go into ground that it enters (AMB1-18): None is the model's
    own length, infinite is anywhere inside."""
    membership: MembershipTest = MembershipTest.CENTRE
    stop_on_exit: bool = False
    """Leaving difficult ground ends the move too (AMB1-19)."""
    edge_exit: bool = False
    """It may leave the table (AMB1-47)."""
    overlap_end: bool = False
    """Models may end on one another (AMB1-48)."""
    pass_through: frozenset[str] = frozenset()
    """Pieces that it may pass, but not end on: its friends."""
    ignored: frozenset[str] = frozenset()
    """Pieces that are in nobody's way: markers, its own passengers, the carrier it gets on."""
    difficult_kinds: frozenset[str] = DIFFICULT
    impassable_kinds: frozenset[str] = IMPASSABLE
    """Where a bridge lies over them they are open ground (GEO-07c)."""
    agreed: Agreed = Agreed()

    def stops(self, kind: str) -> bool:
        """Whether ground of this kind ends the move of a model that enters it."""
        return kind in self.difficult_kinds and not self.forbids(kind)

    def forbids(self, kind: str) -> bool:
        """Whether the mover may not be on ground of this kind at all."""
        return kind in self.impassable_kinds or (self.vehicle and kind == "building")


def unseen(reason: str, *, clause: str, what: str, snapshot: Snapshot) -> Finding:
    """The finding on something that cannot be measured."""
    return Finding(
        clause=clause,
        outcome=Outcome.UNSEEN,
        says=reason,
        measured=measured(cannot_see(reason), what=what, snapshot=snapshot.number),
    )


def held(
    value: float,
    *,
    limit: float | None,
    over: float | None = None,
    sigma: float,
    doubt: Doubt,
    pieces: tuple[Piece, ...],
    what: str,
) -> Verdict:
    """The verdict on a value that may not go past its limit.

    ``over`` says how far the model is from being legal, where that is less than the value's excess.
    """
    margin = None if limit is None else limit - value if over is None else -over
    bound = doubt.bound(sigma)
    return Verdict(
        answer=judge(math.inf if margin is None else margin, bound),
        value=Inches(value),
        limit=None if limit is None else Inches(limit),
        margin=None if margin is None else Inches(margin),
        sigma=Inches(sigma),
        bound=bound,
        why=f"{what} (error {plain_error(sigma)} in)" + on_whose_word(pieces),
        declared=vouched(pieces),
    )


def finding(
    verdict: Verdict,
    *,
    clause: str,
    what: str,
    says: str,
    snapshot: Snapshot,
    agreed: Agreed,
    line: Way = (),
    blockers: tuple[str, ...] = (),
) -> Finding:
    """A verdict ruled on; what courtesy overlooked stands in the evidence."""
    if verdict.margin is not None:
        # A value past its limit by just the courtesy is not past that, whatever rounding adds.
        verdict = replace(verdict, margin=Inches(round(verdict.margin, 9)))
    found = measured(verdict, what=what, snapshot=snapshot.number, line=line, blockers=blockers)
    outcome = rule_on(found, agreed.tolerance)
    if outcome is Outcome.OVERLOOKED:
        found = replace(found, courtesy=agreed.tolerance.courtesy)
    return Finding(clause=clause, outcome=outcome, says=says, measured=found)
