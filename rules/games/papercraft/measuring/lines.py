"""Knows the measured range: the shortest line between squares that crosses no other (PC-RNG)."""

from collections.abc import Collection
from dataclasses import replace
from typing import Final

from rules.referee.toolkit.evidence import Measured, measured
from rules.referee.toolkit.findings import Agreed, Finding, judged
from rules.table.measuring.clear_line import clear_line
from rules.table.measuring.ranges import Metric, range_between
from rules.table.snapshot import Snapshot
from rules.table.units import Inches
from rules.table.verdict import Answer

FAR: Final = "range"
BLOCKED: Final = "line"


def measured_range(
    table: Snapshot,
    pair: tuple[str, str],
    *,
    limit: Inches,
    blockers: Collection[str],
    graze: Inches,
    agreed: Agreed,
) -> Measured:
    """The range between two squares as PC-GEO-07 has it, with the line and whoever blocks it.

    The line evidence is drawn along is the shortest clear one; where there is none, the closest,
    with the units that stand in it.
    """
    gap = range_between(table, pair, metric=Metric.EDGE, limit=limit, doubt=agreed.doubt)
    line = () if gap.start is None or gap.end is None else (gap.start, gap.end)
    # Past a blocker a line is only longer: what is out of range without any needs no more.
    if not blockers or gap.verdict.answer in {Answer.NO, Answer.CANNOT_SEE}:
        return measured(gap.verdict, what=FAR, snapshot=table.number, line=line)
    found = clear_line(table, pair, blockers=blockers, limit=limit, graze=graze, doubt=agreed.doubt)
    drawn = found.line or found.closest or ()
    evidence = measured(
        found.verdict,
        what=FAR if found.verdict.value is not None else BLOCKED,
        snapshot=table.number,
        line=tuple(drawn),
        blockers=found.blocked_by,
    )
    if found.verdict.answer is Answer.YES and found.verdict.margin is None:
        return replace(evidence, margin=Inches(0.0))
    return evidence


def judge_range(
    table: Snapshot,
    pair: tuple[str, str],
    *,
    limit: Inches,
    blockers: Collection[str],
    graze: Inches,
    agreed: Agreed,
    far: str = "PC-RNG-01",
) -> Finding:
    """Whether one unit reaches another: `far` is the clause when it is merely too far away."""
    found = measured_range(table, pair, limit=limit, blockers=blockers, graze=graze, agreed=agreed)
    clause = "PC-RNG-02" if found.blockers and found.answer is not Answer.YES else far
    return judged(clause, found, says=found.why, agreed=agreed)


def judge_distance(
    table: Snapshot, pair: tuple[str, str], *, limit: Inches, clause: str, agreed: Agreed
) -> Finding:
    """Whether two squares are within a distance, whatever stands between (PC-GEO-05)."""
    gap = range_between(table, pair, metric=Metric.EDGE, limit=limit, doubt=agreed.doubt)
    line = () if gap.start is None or gap.end is None else (gap.start, gap.end)
    found = measured(gap.verdict, what=FAR, snapshot=table.number, line=line)
    return judged(clause, found, says=found.why, agreed=agreed)
