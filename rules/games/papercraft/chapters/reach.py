"""Measures whom a unit reaches: along a clear line, or all around it (PC-RNG)."""

from rules.games.papercraft.draft import Draft
from rules.games.papercraft.measuring.lines import judge_distance, judge_range
from rules.games.papercraft.measuring.pieces import blockers
from rules.games.papercraft.state import Unit
from rules.referee.toolkit.evidence import Measured
from rules.referee.toolkit.findings import Finding
from rules.table.units import ROUNDING, Inches


def stands_for(unit: Unit) -> str:
    """PC-ABL-17: the square that lines are measured from: an occupant's is its building's."""
    return unit.inside or unit.id


def line_to(draft: Draft, unit: Unit, *, target: Unit, limit: Inches, far: str) -> Finding:
    """The shortest line between two units that crosses no other, against a limit."""
    pair = (stands_for(unit), stands_for(target))
    state = draft.state
    return draft.once(
        ("line", pair, limit, far),
        lambda table: judge_range(
            table,
            pair,
            limit=limit,
            blockers=blockers(state, pair, table=table),
            graze=draft.length("graze_eps_in"),
            agreed=draft.agreed,
            far=far,
        ),
    )


def within(
    draft: Draft, unit: Unit, *, radius: Inches, clause: str
) -> tuple[tuple[str, Measured], ...]:
    """All living units around one, by the measured distance as it stands.

    Nobody can be asked in the middle of a blast, so doubt decides nothing: courtesy is for the one
    whose ability it is, and a unit that nobody sees is where it was ruled to be.
    """
    agreed, middle = draft.agreed, stands_for(unit)
    reach = radius + agreed.tolerance.courtesy + ROUNDING
    table = draft.ruled_table(unit)
    found = []
    for other in draft.state.units.values():
        if other.id in {unit.id, middle} or not other.alive or not other.on_table:
            continue
        pair = (middle, other.id)
        finding = judge_distance(table, pair, limit=radius, clause=clause, agreed=agreed)
        value = finding.measured.value
        if value is not None and value <= reach:
            found.append((other.id, finding.measured))
    return tuple(found)
