"""Judges whether a square keeps to the zone at its edge, and to the table."""

from enum import StrEnum

import numpy as np

from rules.referee.toolkit.evidence import measured, unseen
from rules.referee.toolkit.findings import Agreed, Finding, judged
from rules.table.edges import INWARD, TableEdge, depth_from
from rules.table.measuring.ranges import within_verdict
from rules.table.outlines.length_error import covariances, point_variance, shared_variance
from rules.table.outlines.outline import Outline, place
from rules.table.seeing import why_unmeasurable
from rules.table.shapes import Floats, Point, point
from rules.table.snapshot import Piece, Snapshot
from rules.table.units import Inches, is_told, plain, plain_error


class ZoneRule(StrEnum):
    """How much of a square has to be in its start zone, as agreed."""

    WHOLE_SQUARE = "whole_square"
    ANY_PART = "any_part"
    CENTRE = "centre"


def judge_zone(
    table: Snapshot,
    piece: Piece,
    *,
    clause: str,
    edge: TableEdge,
    deep: Inches,
    rule: ZoneRule,
    agreed: Agreed,
) -> Finding:
    """Whether a square stands in a zone so deep from its edge."""
    if reason := why_unmeasurable(table, piece=piece, doubt=agreed.doubt):
        nothing = unseen("zone", why=reason, table=table, limit=deep)
        return judged(clause, nothing, says=reason, agreed=agreed)
    at = _deciding(place(piece), edge=edge, rule=rule)
    value = depth_from(edge, at, table=table.table)
    line, sigma = _line_from(edge, piece, at=at, deep=value, table=table)
    error = f" (error {plain_error(sigma)} in)" if is_told(sigma) else ""
    subject = f"{piece.id} reaches {plain(value)} in from the {edge} edge"
    says = f"{subject}{error}; its start zone ends at {plain(deep)} in"
    verdict = within_verdict(
        Inches(value),
        subject=subject,
        limit=deep,
        sigma=Inches(sigma),
        doubt=agreed.doubt,
        pieces=(piece,),
    )
    found = measured(verdict, what="zone", snapshot=table.number, line=line)
    return judged(clause, found, says=says, agreed=agreed)


def _deciding(outline: Outline, *, edge: TableEdge, rule: ZoneRule) -> Floats:
    """The point of a square that has to be in the zone, by its corners."""
    if rule is ZoneRule.CENTRE:
        return outline.centre
    depths = outline.corners @ np.array(INWARD[edge])
    pick = np.argmax if rule is ZoneRule.WHOLE_SQUARE else np.argmin
    corner: Floats = outline.corners[int(pick(depths))]
    return corner


def _line_from(
    edge: TableEdge, piece: Piece, *, at: Floats, deep: float, table: Snapshot
) -> tuple[tuple[Point, Point], float]:
    """The line from an edge to a point of a square so deep on the table, and its error."""
    foot = at - deep * np.array(INWARD[edge])
    span = at - foot
    length = float(np.hypot(*span))
    along = span / length if length > 0 else np.array([0.0, 1.0])
    lever = at - place(piece).origin
    own = point_variance(covariances([piece])[0], lever=lever, along=along)
    shared = shared_variance(table.shared, table=table.table, start=foot, end=at)
    return (point(foot), point(at)), float(np.sqrt(own + shared))


def judge_on_table(table: Snapshot, piece: Piece, *, clause: str, agreed: Agreed) -> Finding:
    """Whether the whole square lies on the table."""
    if reason := why_unmeasurable(table, piece=piece, doubt=agreed.doubt):
        nothing = unseen("edge", why=reason, table=table)
        return judged(clause, nothing, says=reason, agreed=agreed)
    out, edge, corner = max(
        (
            (-depth_from(edge, corner, table=table.table), edge, corner)
            for edge in TableEdge
            for corner in place(piece).corners
        ),
        key=lambda each: each[0],
    )
    line, sigma = _line_from(edge, piece, at=corner, deep=-out, table=table)
    length = f"{plain(abs(out))} in"
    told = f"hangs {length} over" if out > 0 else f"reaches to {length} from"
    subject = f"{piece.id} {told} the {edge} edge"
    error = f" (error {plain_error(sigma)} in)" if is_told(sigma) else ""
    says = f"{subject} of the table{error}"
    verdict = within_verdict(
        Inches(max(out, 0.0)),
        subject=subject,
        limit=Inches(0.0),
        sigma=Inches(sigma),
        overlap=Inches(max(-out, 0.0)),
        doubt=agreed.doubt,
        pieces=(piece,),
    )
    found = measured(verdict, what="edge", snapshot=table.number, line=line)
    return judged(clause, found, says=says, agreed=agreed)
