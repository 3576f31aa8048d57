"""Knows how far a square has moved: from its front to where its front ends up (PC-GEO-09)."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
import shapely

from rules.referee.toolkit.evidence import Measured
from rules.table.measuring.path import way_length
from rules.table.outlines.length_error import length_error
from rules.table.outlines.outline import Outline, place
from rules.table.seeing import on_whose_word, vouched, why_none_measurable
from rules.table.shapes import Floats, Point, point
from rules.table.snapshot import Piece, Snapshot
from rules.table.units import Inches, plain, plain_error
from rules.table.verdict import Answer, Doubt, judge


class MoveMetric(StrEnum):
    """Between which points a move is measured, as agreed (PC-AMB-05)."""

    FRONT_MID = "front_mid"
    FRONT_CORNERS = "front_corners"
    EDGE_REACH = "edge_reach"


@dataclass(frozen=True, slots=True, kw_only=True)
class Front:
    """The front edge of a square where it stands."""

    middle: Floats
    left: Floats
    right: Floats


def front_of(outline: Outline) -> Front:
    """The front of a rectangle: its two corners furthest ahead, left and right as it looks.

    The corners of an outline run from the rear right one counter-clockwise.
    """
    corners = outline.corners
    return Front(middle=outline.front, right=corners[1], left=corners[2])


@dataclass(frozen=True, slots=True, kw_only=True)
class Walk:
    """How far a square went, along which line, and how surely that is known."""

    length: float
    line: tuple[Point, ...]
    """Of the middle of the front."""
    sigma: float


def walk_between(
    snapshot: Snapshot,
    pair: tuple[Piece, Piece],
    *,
    metric: MoveMetric,
    way: Sequence[Point] = (),
) -> Walk:
    """The length of a move from the first pose of a square to the second."""
    before, after = (place(piece) for piece in pair)
    old, new = front_of(before), front_of(after)
    line = (point(old.middle), *way, point(new.middle))
    start, end = _ends(old, new, metric=metric)
    length = math.dist(start, end)
    if way:
        length = max(length, way_length(line))
    ends = ((pair[0], before), (pair[1], after))
    return Walk(
        length=length,
        line=line,
        sigma=length_error(snapshot, ends=ends, start=start, end=end),
    )


def _ends(old: Front, new: Front, *, metric: MoveMetric) -> tuple[Floats, Floats]:
    """The two points whose distance counts."""
    if metric is MoveMetric.FRONT_MID:
        return old.middle, new.middle
    if metric is MoveMetric.FRONT_CORNERS:
        pairs = ((old.left, new.left), (old.right, new.right))
        return max(pairs, key=lambda pair: math.dist(*pair))
    edge = shapely.LineString([old.left, old.right])
    nearest = [
        shapely.get_coordinates(shapely.shortest_line(edge, shapely.Point(corner)))
        for corner in (new.left, new.right)
    ]
    start, end = max(nearest, key=lambda pair: math.dist(*pair))
    return np.asarray(start), np.asarray(end)


def moved_from(
    snapshot: Snapshot, pair: tuple[Piece, Piece], *, limit: Inches
) -> tuple[float, bool]:
    """PC-MOV-11: how far the middle of a front is from where it began, and whether that counts."""
    walk = walk_between(snapshot, pair, metric=MoveMetric.FRONT_MID)
    return walk.length, walk.length > limit


def measured_walk(
    snapshot: Snapshot,
    pair: tuple[Piece, Piece],
    *,
    walk: Walk,
    walked: float,
    allowance: Inches,
    doubt: Doubt,
) -> Measured:
    """The whole of a unit's moves in this turn against its Movement (PC-MOV-02, MOV-04)."""
    unseen = why_none_measurable(snapshot, pieces=pair, doubt=doubt)
    if unseen is not None:
        return Measured(
            what="move", answer=Answer.CANNOT_SEE, why=unseen, snapshot=snapshot.number,
            limit=allowance,
        )  # fmt: skip
    total = walked + walk.length
    margin, bound = Inches(allowance - total), doubt.bound(walk.sigma)
    before = f" and {plain(walked)} in before" if walked else ""
    return Measured(
        what="move",
        answer=judge(margin, bound),
        why=f"{pair[1].id}'s front moves {plain(walk.length)} in{before}, {plain(allowance)} in "
        f"allowed (error {plain_error(walk.sigma)} in)" + on_whose_word(pair),
        snapshot=snapshot.number,
        value=Inches(total),
        limit=allowance,
        margin=margin,
        sigma=Inches(walk.sigma),
        bound=bound,
        declared=vouched(pair[1:]),
        line=walk.line,
    )
