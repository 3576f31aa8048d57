"""A measurement held against one clause, with doubt and courtesy taken into account."""

from dataclasses import dataclass, replace
from typing import Final

from rules.referee.toolkit.evidence import Measured, Outcome, Tolerance, rule_on
from rules.table.units import ROUNDING, Inches
from rules.table.verdict import Answer, Doubt

SETTLED: Final = frozenset({Outcome.KEPT, Outcome.OVERLOOKED})
"""What lets a command pass."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One limit that was measured."""

    clause: str
    outcome: Outcome
    measured: Measured
    says: str

    @property
    def holds(self) -> bool:
        return self.outcome in SETTLED


@dataclass(frozen=True, slots=True, kw_only=True)
class Agreed:
    """What the players agreed about measuring, for one sort of limit."""

    tolerance: Tolerance = Tolerance()
    doubt: Doubt = Doubt()
    band: Inches = Inches(0.0)
    """How near to its limit a length is too close to call, however exact the camera."""


def judged(clause: str, found: Measured, *, says: str, agreed: Agreed) -> Finding:
    """A measured limit held against what the players agreed."""
    outcome, found = weighed(found, agreed)
    return Finding(clause=clause, outcome=outcome, measured=found, says=says)


def weighed(found: Measured, agreed: Agreed) -> tuple[Outcome, Measured]:
    """What becomes of a measured limit, and the evidence with the courtesy that overlooked it."""
    found = banded(found, agreed.band)
    outcome = rule_on(found, agreed.tolerance)
    over = 0.0 if found.margin is None else -found.margin
    if outcome is Outcome.OVERLOOKED and over <= agreed.tolerance.courtesy:
        found = replace(found, courtesy=agreed.tolerance.courtesy)
    return outcome, found


def banded(found: Measured, band: Inches) -> Measured:
    """The same, too close to call when it is within the agreed band of its limit.

    The band is for lengths that came out one way or the other; what has no margin has no band.
    """
    if found.margin is None or found.answer not in {Answer.YES, Answer.NO}:
        return found
    if not band > ROUNDING or abs(found.margin) > band + ROUNDING:
        return found
    bound = Inches(max(band, found.bound or 0.0))
    return replace(found, answer=Answer.TOO_CLOSE_TO_CALL, bound=bound)
