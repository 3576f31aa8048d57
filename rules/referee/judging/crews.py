"""Measures how near a crew keeps to its gun."""

from collections.abc import Sequence

from rules.referee.judging.sighting import range_of
from rules.referee.toolkit.findings import Agreed, Finding
from rules.table.measuring.ranges import Metric
from rules.table.snapshot import Piece, PieceState, Snapshot
from rules.table.units import Inches, plain


def crew_findings(
    snapshot: Snapshot,
    end: Piece,
    *,
    pieces: Sequence[str],
    clause: str,
    limit: Inches,
    agreed: Agreed,
) -> tuple[Finding, ...]:
    """How far each piece of the crew stands from the gun, which is the first of the pieces.

    Nothing where a player vouches for the place of the whole unit.
    """
    if end.state is not PieceState.SEEN:
        return ()
    return tuple(
        _near(snapshot, (pieces[0], crew), clause=clause, limit=limit, agreed=agreed)
        for crew in pieces[1:]
    )


def _near(
    snapshot: Snapshot, pair: tuple[str, str], *, clause: str, limit: Inches, agreed: Agreed
) -> Finding:
    outcome, found = range_of(snapshot, pair, limit=limit, metric=Metric.EDGE, agreed=agreed)
    says = (
        f"{pair[1]} stands {plain(found.value or 0.0)} in from {pair[0]}: a gun and its crew move "
        f"together, within {plain(limit)} in"
    )
    return Finding(clause=clause, outcome=outcome, says=says, measured=found)
