"""Knows where units may come onto the table in the middle of a battle (PT1-J1d)."""

from collections.abc import Sequence

from rules.games.paper_tigers.decide.draft import Draft
from rules.games.paper_tigers.decide.placing import spot_of
from rules.games.paper_tigers.measuring.zones import Edge
from rules.games.paper_tigers.state import Unit
from rules.games.paper_tigers.vocabulary import UnitSpot
from rules.referee.toolkit.evidence import Measured, measured, rule_on
from rules.table.outlines.outline import place
from rules.table.seeing import why_unmeasurable
from rules.table.snapshot import Piece, TableSize
from rules.table.units import Inches, plain
from rules.table.verdict import Verdict, cannot_see, judge

TOUCHING = Inches(0.5)
"""How near to its edge a unit counts as touching it."""


def judge_arrival(
    draft: Draft, units: Sequence[Unit]
) -> tuple[tuple[UnitSpot, ...], list[Measured]]:
    """Hold each of these units to its side's own edge; where they stand, and the evidence."""
    spots, evidence = [], []
    for unit in units:
        side = unit.side == draft.state.defender
        edge = Edge(draft.state.edge) if side else Edge(draft.state.edge).opposite
        # Passengers come as far as their carrier does.
        found = _touches(draft, draft.table.piece(unit.aboard or unit.id), edge=edge)
        outcome = rule_on(found, draft.tolerance)
        evidence.append(draft.hold("PT1-J1d", outcome, says=f"{found.why}.", found=found))
        spot = spot_of(draft.table.piece(unit.id))
        if spot is None:
            draft.refuse("PT1-J1d", f"{unit.id} is not on the table; nobody sees it.")
        spots.append(UnitSpot(unit=unit.id, spot=spot))
    return tuple(spots), evidence


def _touches(draft: Draft, piece: Piece, *, edge: Edge) -> Measured:
    number = draft.snapshot.number
    if reason := why_unmeasurable(draft.table, piece=piece, doubt=draft.doubt):
        return measured(cannot_see(reason, limit=TOUCHING), what="edge", snapshot=number)
    gap = edge_gap(piece, edge=edge, table=draft.table.table)
    assert piece.pose is not None
    error = piece.pose.covariance
    across = error.yy if edge in {Edge.SOUTH, Edge.NORTH} else error.xx
    sigma = Inches(across**0.5)
    bound = draft.doubt.bound(sigma)
    verdict = Verdict(
        answer=judge(TOUCHING - gap, bound),
        value=gap,
        limit=TOUCHING,
        margin=Inches(TOUCHING - gap),
        sigma=sigma,
        bound=bound,
        why=f"{piece.id} stands {plain(gap)} in from the {edge} edge, where it has to touch it",
    )
    return measured(verdict, what="edge", snapshot=number)


def edge_gap(piece: Piece, *, edge: Edge, table: TableSize) -> Inches:
    """From an edge of the table to the nearest point of a piece."""
    outline = place(piece)
    x, y = outline.corners[:, 0], outline.corners[:, 1]
    nearest = {
        Edge.SOUTH: float(y.min()),
        Edge.NORTH: table.depth - float(y.max()),
        Edge.WEST: float(x.min()),
        Edge.EAST: table.width - float(x.max()),
    }[edge]
    return Inches(max(0.0, nearest - outline.radius))
