"""Measures the strips along the table's edges where sides deploy."""

from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from rules.referee.toolkit.evidence import Measured, Outcome, measured
from rules.referee.toolkit.findings import Agreed, weighed
from rules.table.edges import INWARD, TableEdge, depth_from, extent_from
from rules.table.measuring.ranges import within_verdict
from rules.table.outlines.length_error import covariances, point_variance, shared_variance
from rules.table.outlines.outline import Outline, place
from rules.table.outlines.unit_table import reference_of
from rules.table.seeing import why_unmeasurable
from rules.table.shapes import Floats, point
from rules.table.snapshot import Piece, Snapshot
from rules.table.units import Inches, is_told, plain, plain_error
from rules.table.verdict import cannot_see


class DeployTest(StrEnum):
    """What of a unit has to be in its zone, as agreed."""

    WHOLE_FOOTPRINT = "whole_footprint"
    CENTRE = "centre"
    FRONT = "front"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceFinding:
    """Whether something stands where it has to; the clause is the asker's."""

    outcome: Outcome
    measured: Measured
    says: str


def judge_deployment(
    snapshot: Snapshot,
    unit: str,
    *,
    edge: TableEdge,
    share: float = 1 / 3,
    test: DeployTest = DeployTest.WHOLE_FOOTPRINT,
    agreed: Agreed,
) -> PlaceFinding:
    """Whether a unit keeps to its share of the table from its edge."""
    limit = Inches(share * extent_from(edge, snapshot.table))
    piece = snapshot.piece(unit)
    if reason := why_unmeasurable(snapshot, piece=piece, doubt=agreed.doubt):
        unseen = measured(cannot_see(reason, limit=limit), what="zone", snapshot=snapshot.number)
        return PlaceFinding(outcome=Outcome.UNSEEN, measured=unseen, says=reason)
    outline = place(piece)
    farthest, at = _farthest(outline, piece=piece, edge=edge, test=test)
    value = depth_from(edge, farthest, table=snapshot.table)
    sigma = _depth_error(snapshot, piece=piece, outline=outline, at=at, edge=edge)
    verdict = within_verdict(
        Inches(value),
        subject=f"{unit} reaches {plain(value)} in from the {edge} edge",
        limit=limit,
        sigma=Inches(sigma),
        doubt=agreed.doubt,
        pieces=(piece,),
    )
    foot = farthest - value * np.array(INWARD[edge])
    evidence = measured(
        verdict, what="zone", snapshot=snapshot.number, line=(point(foot), point(farthest))
    )
    return judged(evidence, agreed, says=_zone_in_words(unit, edge=edge, found=evidence))


def judged(found: Measured, agreed: Agreed, *, says: str) -> PlaceFinding:
    """A measured place held against what the players agreed to overlook."""
    outcome, found = weighed(found, agreed)
    return PlaceFinding(outcome=outcome, measured=found, says=says)


def _zone_in_words(unit: str, *, edge: TableEdge, found: Measured) -> str:
    error = f" (error {plain_error(found.sigma)} in)" if is_told(found.sigma) else ""
    return (
        f"{unit} reaches {plain(found.value or 0.0)} in from the {edge} edge{error}; "
        f"its zone ends at {plain(found.limit or 0.0)} in"
    )


def _farthest(
    outline: Outline, *, piece: Piece, edge: TableEdge, test: DeployTest
) -> tuple[Floats, Floats]:
    """The point of a unit that counts, and the point of its core whose error it shares."""
    if test is DeployTest.CENTRE:
        centre = reference_of(piece)
        return centre, centre
    if test is DeployTest.FRONT:
        return outline.front, outline.front
    along = np.array(INWARD[edge])
    corner: Floats = outline.corners[int(np.argmax(outline.corners @ along))]
    return corner + outline.radius * along, corner


def _depth_error(
    snapshot: Snapshot, *, piece: Piece, outline: Outline, at: Floats, edge: TableEdge
) -> float:
    """Standard error of how far a point of a piece is from an edge."""
    along = np.array(INWARD[edge])
    own = point_variance(covariances([piece])[0], lever=at - outline.origin, along=along)
    foot = at - depth_from(edge, at, table=snapshot.table) * along
    shared = shared_variance(snapshot.shared, table=snapshot.table, start=foot, end=at)
    return float(np.sqrt(own + shared))
