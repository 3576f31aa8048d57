"""Judges measured limits: doubt, courtesy, and what a ruling keeps of a measurement.

Doubt is measured: two standard errors of what was measured. Courtesy is agreed: how far past a
limit the players overlook. The two are never added up; a value has to be past both to be refused.
"""

import math
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from rules.table.shapes import Point
from rules.table.snapshot import Snapshot
from rules.table.units import ROUNDING, Inches, is_told, plain, plain_error
from rules.table.verdict import Answer, Doubt, Verdict, judge


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """One measurement that a ruling rests on, as it stands in the log for later."""

    what: str
    """What was measured, in a word: range, sight, move, gap, inside ..."""
    answer: Answer
    why: str
    snapshot: int
    value: Inches | None = None
    limit: Inches | None = None
    margin: Inches | None = None
    sigma: Inches | None = None
    bound: Inches | None = None
    courtesy: Inches = Inches(0.0)
    """How far past the limit was overlooked by agreement."""
    declared: tuple[str, ...] = ()
    line: tuple[Point, ...] = ()
    """The line or way it was measured along."""
    blockers: tuple[str, ...] = ()


def measured(
    verdict: Verdict,
    *,
    what: str,
    snapshot: int,
    courtesy: Inches = Inches(0.0),
    line: tuple[Point, ...] = (),
    blockers: tuple[str, ...] = (),
) -> Measured:
    """A verdict of the table as a line of evidence."""
    return Measured(
        what=what,
        answer=verdict.answer,
        why=verdict.why,
        snapshot=snapshot,
        value=verdict.value,
        limit=verdict.limit,
        margin=verdict.margin,
        sigma=verdict.sigma,
        bound=verdict.bound,
        courtesy=courtesy,
        declared=verdict.declared,
        line=line,
        blockers=blockers,
    )


def at_most(
    limit: Inches,
    *,
    value: float,
    sigma: float,
    doubt: Doubt,
    what: str,
    why: str,
    table: Snapshot,
    declared: tuple[str, ...] = (),
    line: tuple[Point, ...] = (),
    blockers: tuple[str, ...] = (),
) -> Measured:
    """A length that may reach a limit and no farther, as a line of evidence.

    >>> from rules.table.snapshot import TableSize
    >>> table = Snapshot(table=TableSize(width=36, depth=36))
    >>> asked = {"sigma": 0.1, "doubt": Doubt(), "what": "move", "why": "", "table": table}
    >>> [str(at_most(8, value=each, **asked).answer) for each in (7.7, 8.1, 8.3)]
    ['YES', 'TOO_CLOSE_TO_CALL', 'NO']
    """
    margin, bound = Inches(limit - value), doubt.bound(sigma)
    return Measured(
        what=what,
        answer=judge(margin, bound),
        why=why,
        snapshot=table.number,
        value=Inches(value),
        limit=limit,
        margin=margin,
        sigma=Inches(sigma),
        bound=bound,
        declared=declared,
        line=line,
        blockers=blockers,
    )


def unseen(what: str, *, why: str, table: Snapshot, limit: Inches | None = None) -> Measured:
    """What cannot be measured, as a line of evidence."""
    return Measured(
        what=what, answer=Answer.CANNOT_SEE, why=why, snapshot=table.number, limit=limit
    )


class Leaning(StrEnum):
    """What the players agreed for a value that is past a limit, but not surely or not by much."""

    ALLOW = "allow"
    """For the one who acts."""
    ASK = "ask"
    """The players decide between them."""
    STRICT = "strict"
    """The measured value counts as it stands."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tolerance:
    """Courtesy and the two policies, as chosen at set-up."""

    courtesy: Inches = Inches(0.25)
    borderline: Leaning = Leaning.ALLOW
    """For a value past its limit by no more than the courtesy."""
    doubt: Leaning = Leaning.ALLOW
    """For a value that is too close to its limit to call."""


class Outcome(StrEnum):
    """What becomes of a measured limit."""

    KEPT = "kept"
    OVERLOOKED = "overlooked"
    """Past the limit, accepted by courtesy or in doubt; the log says so."""
    ASKED = "asked"
    """For the players to agree on."""
    BROKEN = "broken"
    UNSEEN = "unseen"


MILDEST_FIRST: Final = (
    Outcome.KEPT,
    Outcome.OVERLOOKED,
    Outcome.ASKED,
    Outcome.UNSEEN,
    Outcome.BROKEN,
)


def rule_on(found: Measured, tolerance: Tolerance) -> Outcome:
    """Whether a limit counts as kept: the milder of what courtesy and what doubt make of it.

    So a value that is further past its limit never fares better than one that is less far.

    >>> def at(value, bound=0.0, **policy):
    ...     margin = 12 - value
    ...     close = bound and abs(margin) <= bound
    ...     answer = Answer.TOO_CLOSE_TO_CALL if close else Answer.YES if margin >= 0 else Answer.NO
    ...     found = Measured(what="range", answer=answer, why="", snapshot=1, margin=margin)
    ...     return str(rule_on(found, Tolerance(**policy)))
    >>> at(11.9), at(12.1), at(12.6), at(12.6, bound=0.7)
    ('kept', 'overlooked', 'broken', 'overlooked')
    >>> at(12.1, borderline=Leaning.STRICT), at(12.1, borderline=Leaning.ASK)
    ('broken', 'asked')
    >>> at(12.6, bound=0.7, doubt=Leaning.ASK), at(11.9, bound=0.2, doubt=Leaning.STRICT)
    ('asked', 'kept')
    """
    if found.answer is Answer.CANNOT_SEE:
        return Outcome.UNSEEN
    if found.answer is Answer.YES:
        return Outcome.KEPT
    close = found.answer is Answer.TOO_CLOSE_TO_CALL
    over = math.inf if found.margin is None else -found.margin
    allowed = Outcome.KEPT if over <= ROUNDING else Outcome.OVERLOOKED
    by_courtesy = by_doubt = Outcome.BROKEN
    # A plain NO with nothing over is about no length at all, so there is nothing to overlook.
    near = tolerance.courtesy > 0 and over <= tolerance.courtesy + ROUNDING
    if near and (close or over > 0):
        by_courtesy = _leant(tolerance.borderline, allowed)
    if close:
        by_doubt = _leant(tolerance.doubt, allowed)
        if tolerance.doubt is Leaning.STRICT and allowed is Outcome.KEPT:
            by_doubt = allowed
    return min(by_courtesy, by_doubt, key=MILDEST_FIRST.index)


def _leant(leaning: Leaning, allowed: Outcome) -> Outcome:
    """What a policy makes of a value that it is for."""
    if leaning is Leaning.ALLOW:
        return allowed
    return Outcome.ASKED if leaning is Leaning.ASK else Outcome.BROKEN


def how_far(found: Measured) -> str:
    """The numbers behind a ruling, for the end of a sentence.

    >>> how_far(
    ...     Measured(
    ...         what="move", answer=Answer.NO, why="", snapshot=1, value=9.62, limit=9, sigma=0.015
    ...     )
    ... )
    '9.62 in, 9 allowed (error 0.015)'
    """
    if found.value is None or found.limit is None:
        return found.why
    error = f" (error {plain_error(found.sigma)})" if is_told(found.sigma) else ""
    return f"{plain(found.value)} in, {plain(found.limit)} allowed{error}"
