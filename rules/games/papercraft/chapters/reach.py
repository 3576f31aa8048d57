"""Measures whom a unit reaches: along the shortest line that crosses no other, or all around it.

That is PC-RNG, and PC-GEO-05 to GEO-07.
"""

from collections.abc import Collection
from dataclasses import replace
from typing import Final

from rules.games.papercraft.draft import Draft
from rules.games.papercraft.measuring.pieces import blockers
from rules.games.papercraft.state import Unit
from rules.referee.toolkit.evidence import Measured, measured
from rules.referee.toolkit.findings import Agreed, Finding, judged
from rules.table.measuring.clear_line import clear_line
from rules.table.measuring.ranges import Metric, range_between
from rules.table.snapshot import Snapshot
from rules.table.units import ROUNDING, Inches
from rules.table.verdict import Answer, Doubt

FAR: Final = "range"
BLOCKED: Final = "line"


def measured_range(
    table: Snapshot,
    pair: tuple[str, str],
    *,
    limit: Inches,
    blockers: Collection[str],
    graze: Inches,
    seams_open: bool,
    doubt: Doubt,
) -> Measured:
    """The range as PC-GEO-06 and 07 have it, with the line and whoever blocks it.

    The line evidence is drawn along is the shortest clear one; where there is none, the closest,
    with the units that stand in it.
    """
    closest = _closest(table, pair, limit=limit, doubt=doubt)
    # Past a blocker a line is only longer: what is out of range without any needs no more.
    if not blockers or closest.answer in {Answer.NO, Answer.CANNOT_SEE}:
        return closest
    found = clear_line(
        table, pair, blockers=blockers, limit=limit, graze=graze, seams_open=seams_open, doubt=doubt
    )
    evidence = measured(
        found.verdict,
        what=FAR if found.verdict.value is not None else BLOCKED,
        snapshot=table.number,
        line=tuple(found.line or found.closest or ()),
        blockers=found.blocked_by,
    )
    if found.verdict.answer is Answer.YES and found.verdict.margin is None:
        return replace(evidence, margin=Inches(0.0))
    return evidence


def _closest(table: Snapshot, pair: tuple[str, str], *, limit: Inches, doubt: Doubt) -> Measured:
    """How far two squares are apart, whatever stands between."""
    gap = range_between(table, pair, metric=Metric.EDGE, limit=limit, doubt=doubt)
    line = () if gap.start is None or gap.end is None else (gap.start, gap.end)
    return measured(gap.verdict, what=FAR, snapshot=table.number, line=line)


def judge_distance(
    table: Snapshot, pair: tuple[str, str], *, limit: Inches, clause: str, agreed: Agreed
) -> Finding:
    """Whether two squares are within a distance, whatever stands between."""
    found = _closest(table, pair, limit=limit, doubt=agreed.doubt)
    return judged(clause, found, says=found.why, agreed=agreed)


def stands_for(unit: Unit) -> str:
    """PC-ABL-17: the square that lines are measured from: an occupant's is its building's."""
    return unit.inside or unit.id


def line_to(draft: Draft, unit: Unit, *, target: Unit, limit: Inches, far: str) -> Finding:
    """The shortest line between two units that crosses no other, against a limit (PC-RNG-01).

    `far` is the clause when the target is merely too far away.
    """
    pair = (stands_for(unit), stands_for(target))

    def measure(table: Snapshot) -> Finding:
        others = blockers(draft.state, pair, table=table)
        options, agreed = draft.state.options, draft.agreed
        found = measured_range(
            table,
            pair,
            limit=limit,
            blockers=others,
            graze=draft.length("graze_eps_in"),
            seams_open=options.flag("seam_open"),
            doubt=agreed.doubt,
        )
        clause = "PC-RNG-02" if found.blockers and found.answer is not Answer.YES else far
        return judged(clause, found, says=found.why, agreed=agreed)

    return draft.once(("line", pair, limit, far), measure)


def within(
    draft: Draft, unit: Unit, *, radius: Inches, clause: str
) -> tuple[tuple[str, Measured], ...]:
    """All living units around one, by the measured distance as it stands (PC-GEO-05).

    Nobody can be asked in the middle of a blast, so doubt decides nothing: courtesy is for the one
    whose ability it is, and a unit that nobody sees is where it was ruled to be. Where it was
    agreed (PC-AMB-12), units in between stop it, but for what goes off at a death.
    """
    agreed, middle = draft.agreed, stands_for(unit)
    reach = radius + agreed.tolerance.courtesy + ROUNDING
    sighted = unit.alive and draft.state.options.choice("ability_los") == "as_attacks"
    table = draft.ruled_table(unit)
    found = []
    for other in draft.state.units.values():
        if other.id in {unit.id, middle} or not other.alive or not other.on_table:
            continue
        pair = (middle, other.id)
        finding = judge_distance(table, pair, limit=radius, clause=clause, agreed=agreed)
        value = finding.measured.value
        if value is None or value > reach:
            continue
        if not sighted or line_to(draft, unit, target=other, limit=radius, far=clause).holds:
            found.append((other.id, finding.measured))
    return tuple(found)
