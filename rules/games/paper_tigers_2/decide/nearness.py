"""Knows who is within so many inches of whom, by the courtesy and doubt that were agreed."""

from rules.games.paper_tigers.decide.draft import Draft
from rules.games.paper_tigers.measuring.sighting import range_of
from rules.games.paper_tigers.measuring.sure_lines import surely_beyond
from rules.referee.toolkit.evidence import Measured, Outcome
from rules.referee.toolkit.phrases import ended
from rules.table.measuring.ranges import Metric
from rules.table.units import Inches


def gap_between(
    draft: Draft, pair: tuple[str, str], *, limit: Inches, reaches: str = "it"
) -> tuple[Outcome, Measured]:
    """The gap of two units against a limit; which of them is named first makes no difference."""
    return draft.once(
        (f"within {limit}", *pair),
        lambda table: range_of(
            table,
            pair,
            limit=limit,
            metric=Metric(draft.state.options.choice("proximity_metric")),
            tolerance=draft.tolerance,
            doubt=draft.doubt,
            reaches=reaches,
        ),
    )


def is_within(draft: Draft, pair: tuple[str, str], *, limit: Inches) -> bool:
    """Whether two units are so near to each other that nobody has to agree on it."""
    if surely_beyond(draft.table, pair, limit=limit, tolerance=draft.tolerance, doubt=draft.doubt):
        return False
    outcome, _ = gap_between(draft, pair, limit=limit)
    return outcome in {Outcome.KEPT, Outcome.OVERLOOKED}


def require_within(
    draft: Draft, pair: tuple[str, str], *, limit: Inches, clause: str, reaches: str
) -> Measured:
    """Hold two units to a gap; the evidence."""
    outcome, found = gap_between(draft, pair, limit=limit, reaches=reaches)
    return draft.hold(clause, outcome, says=ended(found.why), found=found)
