"""Knows whether a gun's crew came along when the gun was moved (PT1-D1e)."""

from collections.abc import Sequence
from typing import Final

from rules.games.paper_tigers.measuring.journey import Finding, MoveRules
from rules.games.paper_tigers.measuring.sighting import range_of
from rules.table.measuring.ranges import Metric
from rules.table.snapshot import Piece, PieceState, Snapshot
from rules.table.units import Inches, plain

TOGETHER: Final = Inches(3.0)
"""How far a crew may stand from its gun, as near as units that follow one another (PT1-E1)."""


def crew_findings(
    snapshot: Snapshot, end: Piece, *, pieces: Sequence[str], rules: MoveRules
) -> tuple[Finding, ...]:
    """How far each piece of the crew stands from the gun, which is the first of the pieces.

    Nothing where a player vouches for the place of the whole unit.
    """
    if end.state is not PieceState.SEEN:
        return ()
    return tuple(_near(snapshot, (pieces[0], crew), rules=rules) for crew in pieces[1:])


def _near(snapshot: Snapshot, pair: tuple[str, str], *, rules: MoveRules) -> Finding:
    outcome, found = range_of(
        snapshot,
        pair,
        limit=TOGETHER,
        metric=Metric.EDGE,
        tolerance=rules.tolerance,
        doubt=rules.doubt,
    )
    says = (
        f"{pair[1]} stands {plain(found.value or 0.0)} in from {pair[0]}: a gun and its crew move "
        f"together, within {plain(TOGETHER)} in"
    )
    return Finding(clause="PT1-D1e", outcome=outcome, says=says, measured=found)
