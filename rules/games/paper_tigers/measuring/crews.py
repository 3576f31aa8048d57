"""Measures how near a crew keeps to its gun."""

from collections.abc import Sequence
from typing import Final

from rules.referee.judging.sighting import range_of
from rules.referee.toolkit.findings import Agreed, Finding
from rules.table.measuring.ranges import Metric
from rules.table.snapshot import Piece, PieceState, Snapshot
from rules.table.units import Inches, plain

TOGETHER: Final = Inches(3.0)
"""PT1-D1e: how far a crew may stand from its gun, as near as followers from a leader (PT1-E1)."""


def crew_findings(
    snapshot: Snapshot, end: Piece, *, pieces: Sequence[str], agreed: Agreed
) -> tuple[Finding, ...]:
    """How far each piece of the crew stands from the gun, which is the first of the pieces.

    Nothing where a player vouches for the place of the whole unit.
    """
    if end.state is not PieceState.SEEN:
        return ()
    return tuple(_near(snapshot, (pieces[0], crew), agreed=agreed) for crew in pieces[1:])


def _near(snapshot: Snapshot, pair: tuple[str, str], *, agreed: Agreed) -> Finding:
    outcome, found = range_of(snapshot, pair, limit=TOGETHER, metric=Metric.EDGE, agreed=agreed)
    says = (
        f"{pair[1]} stands {plain(found.value or 0.0)} in from {pair[0]}: a gun and its crew move "
        f"together, within {plain(TOGETHER)} in"
    )
    return Finding(clause="PT1-D1e", outcome=outcome, says=says, measured=found)
