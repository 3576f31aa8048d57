"""Knows start zones and the table's edge: how far a square sticks out of where it has to be."""

from enum import StrEnum
from types import MappingProxyType
from typing import Final

import numpy as np

from rules.games.papercraft.profiles import START_ZONE
from rules.games.papercraft.vocabulary import Edge
from rules.referee.toolkit.evidence import Measured, measured
from rules.referee.toolkit.findings import Agreed, Finding, judged
from rules.table.measuring.ranges import within_verdict
from rules.table.outlines.length_error import covariances, point_variance, shared_variance
from rules.table.outlines.outline import Outline, place
from rules.table.seeing import why_unmeasurable
from rules.table.shapes import Floats, point
from rules.table.snapshot import Piece, Snapshot, TableSize
from rules.table.units import Inches, plain, plain_error
from rules.table.verdict import Answer


class ZoneRule(StrEnum):
    """How much of a square has to be in its start zone, as agreed (PC-AMB-04)."""

    WHOLE_SQUARE = "whole_square"
    ANY_PART = "any_part"
    CENTRE = "centre"


INWARD: Final = MappingProxyType(
    {
        Edge.SOUTH: (0.0, 1.0),
        Edge.NORTH: (0.0, -1.0),
        Edge.WEST: (1.0, 0.0),
        Edge.EAST: (-1.0, 0.0),
    }
)
"""The direction from an edge across the table."""
OPPOSITE: Final = MappingProxyType(
    {
        Edge.SOUTH: Edge.NORTH,
        Edge.NORTH: Edge.SOUTH,
        Edge.WEST: Edge.EAST,
        Edge.EAST: Edge.WEST,
    }
)


def depth_from(edge: Edge, spot: Floats | tuple[float, float], *, table: TableSize) -> float:
    """How far a point is from an edge; less than nothing beyond it.

    >>> depth_from(Edge.EAST, (30, 5), table=TableSize(width=36, depth=48))
    6.0
    """
    x, y = float(spot[0]), float(spot[1])
    return {
        Edge.SOUTH: y,
        Edge.NORTH: float(table.depth) - y,
        Edge.WEST: x,
        Edge.EAST: float(table.width) - x,
    }[edge]


def judge_zone(
    table: Snapshot, piece: Piece, *, edge: Edge, rule: ZoneRule, agreed: Agreed
) -> Finding:
    """PC-SET-07: whether a square stands in the ten inches from its edge."""
    if reason := why_unmeasurable(table, piece=piece, doubt=agreed.doubt):
        unseen = Measured(
            what="zone", answer=Answer.CANNOT_SEE, why=reason, snapshot=table.number,
            limit=START_ZONE,
        )  # fmt: skip
        return judged("PC-SET-07", unseen, says=reason, agreed=agreed)
    outline = place(piece)
    at = _deciding(outline, edge=edge, rule=rule)
    value = depth_from(edge, at, table=table.table)
    along = np.array(INWARD[edge])
    foot = at - value * along
    sigma = _depth_error(table, piece=piece, outline=outline, at=at, foot=foot)
    error = f" (error {plain_error(sigma)} in)" if sigma else ""
    says = (
        f"{piece.id} reaches {plain(value)} in from the {edge} edge{error}; its start zone ends at "
        f"{plain(START_ZONE)} in"
    )
    verdict = within_verdict(
        Inches(value),
        subject=f"{piece.id} reaches {plain(value)} in from the {edge} edge",
        limit=START_ZONE,
        sigma=Inches(sigma),
        doubt=agreed.doubt,
        pieces=(piece,),
    )
    line = (point(foot), point(at))
    found = measured(verdict, what="zone", snapshot=table.number, line=line)
    return judged("PC-SET-07", found, says=says, agreed=agreed)


def _deciding(outline: Outline, *, edge: Edge, rule: ZoneRule) -> Floats:
    """The point of a square that has to be in the zone."""
    if rule is ZoneRule.CENTRE:
        return outline.centre
    depths = outline.corners @ np.array(INWARD[edge])
    pick = np.argmax if rule is ZoneRule.WHOLE_SQUARE else np.argmin
    corner: Floats = outline.corners[int(pick(depths))]
    return corner


def _depth_error(
    table: Snapshot, *, piece: Piece, outline: Outline, at: Floats, foot: Floats
) -> float:
    span = at - foot
    length = float(np.hypot(*span))
    along = span / length if length > 0 else np.array([0.0, 1.0])
    own = point_variance(covariances([piece])[0], lever=at - outline.origin, along=along)
    shared = shared_variance(table.shared, table=table.table, start=foot, end=at)
    return float(np.sqrt(own + shared))


def judge_on_table(table: Snapshot, piece: Piece, *, agreed: Agreed) -> Finding:
    """PC-MOV-09: whether the whole square lies on the table."""
    if reason := why_unmeasurable(table, piece=piece, doubt=agreed.doubt):
        unseen = Measured(what="edge", answer=Answer.CANNOT_SEE, why=reason, snapshot=table.number)
        return judged("PC-MOV-09", unseen, says=reason, agreed=agreed)
    outline = place(piece)
    out, edge, corner = max(
        (
            (-depth_from(edge, corner, table=table.table), edge, corner)
            for edge in Edge
            for corner in outline.corners
        ),
        key=lambda each: each[0],
    )
    along = np.array(INWARD[edge])
    foot = corner + out * along
    sigma = _depth_error(table, piece=piece, outline=outline, at=corner, foot=foot)
    where = f"{plain(abs(out))} in {'beyond' if out > 0 else 'from'} the {edge} edge"
    says = f"{piece.id} reaches to {where} of the table (error {plain_error(sigma)} in)"
    verdict = within_verdict(
        Inches(max(out, 0.0)),
        subject=f"{piece.id} reaches to {where}",
        limit=Inches(0.0),
        sigma=Inches(sigma),
        overlap=Inches(max(-out, 0.0)),
        doubt=agreed.doubt,
        pieces=(piece,),
    )
    line = (point(foot), point(corner))
    found = measured(verdict, what="edge", snapshot=table.number, line=line)
    return judged("PC-MOV-09", found, says=says, agreed=agreed)
