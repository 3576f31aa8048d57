"""Measures how far a square has gone: from front to front (PC-GEO-09), or by any of its corners."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
import shapely

from rules.games.papercraft.options import DOUBT
from rules.referee.toolkit.evidence import Measured, at_most, unseen
from rules.referee.toolkit.spots import Spot
from rules.table.measuring.path import way_length
from rules.table.outlines.length_error import covariances, length_error, point_variance
from rules.table.outlines.outline import Outline, place
from rules.table.seeing import on_whose_word, vouched, why_none_measurable
from rules.table.shapes import Floats, Point, point
from rules.table.snapshot import Piece, PieceState, Pose, Snapshot
from rules.table.units import Inches, plain, plain_error
from rules.table.verdict import Answer, Doubt


class FrontMetric(StrEnum):
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
class FrontMove:
    """How far a square went, along which line, and how surely that is known."""

    length: float
    line: tuple[Point, ...]
    """Of the middle of the front."""
    sigma: float


def move_between(
    snapshot: Snapshot, pair: tuple[Piece, Piece], *, metric: FrontMetric, way: Sequence[Point] = ()
) -> FrontMove:
    """The length of a move from the first pose of a square to the second."""
    before, after = (place(piece) for piece in pair)
    old, new = front_of(before), front_of(after)
    line = (point(old.middle), *way, point(new.middle))
    start, end = _ends(old, new, metric=metric)
    length = math.dist(start, end)
    if way:
        length = max(length, way_length(line))
    ends = ((pair[0], before), (pair[1], after))
    return FrontMove(
        length=length, line=line, sigma=length_error(snapshot, ends=ends, start=start, end=end)
    )


def _ends(old: Front, new: Front, *, metric: FrontMetric) -> tuple[Floats, Floats]:
    """The two points whose distance counts."""
    if metric is FrontMetric.FRONT_MID:
        return old.middle, new.middle
    if metric is FrontMetric.FRONT_CORNERS:
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
    move = move_between(snapshot, pair, metric=FrontMetric.FRONT_MID)
    return move.length, move.length > limit


def measured_move(
    snapshot: Snapshot,
    pair: tuple[Piece, Piece],
    *,
    move: FrontMove,
    walked: float,
    allowance: Inches,
    doubt: Doubt,
) -> Measured:
    """The whole of a unit's moves in this turn against its Movement (PC-MOV-02, MOV-04)."""
    if hidden := why_none_measurable(snapshot, pieces=pair, doubt=doubt):
        return unseen("move", hidden, table=snapshot, limit=allowance)
    before = f" and {plain(walked)} in before" if walked else ""
    return at_most(
        allowance,
        value=walked + move.length,
        sigma=move.sigma,
        doubt=doubt,
        what="move",
        why=f"{pair[1].id}'s front moves {plain(move.length)} in{before}, {plain(allowance)} in "
        f"allowed (error {plain_error(move.sigma)} in)" + on_whose_word(pair),
        table=snapshot,
        declared=vouched(pair[1:]),
        line=move.line,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class SquareShift:
    """How far the corner of a square has gone that went farthest."""

    far: Inches
    sigma: Inches
    """Standard error, of both places together."""
    limit: Inches
    """Less than this is nothing: overlooked by agreement, or not to be told by the camera."""

    @property
    def told(self) -> str:
        error = f" (error {plain_error(self.sigma)} in)" if self.sigma else ""
        return f"{plain(self.far)} in from where it was ruled to be{error}"

    def measured(self, unit: str, *, snapshot: int) -> Measured:
        """The same as a line of evidence."""
        return Measured(
            what="shift",
            answer=Answer.NO,
            why=f"{unit} stands {self.told}",
            snapshot=snapshot,
            value=self.far,
            limit=self.limit,
            margin=Inches(self.limit - self.far),
            sigma=self.sigma,
        )


def shift_of(piece: Piece, *, spot: Spot, least: Inches) -> SquareShift | None:
    """How far a square was shifted or turned; None when it is not seen at rest.

    What all poses share is left out: it is the same at both places. That the ruled place was
    measured too, about as well as the present one, doubles the variance.
    """
    if piece.pose is None or piece.state is not PieceState.SEEN:
        return None
    pose = piece.pose
    ruled = Pose(x=spot.x_in, y=spot.y_in, heading=spot.heading_deg)
    now, then = place(piece), place(Piece(id=piece.id, footprint=piece.footprint, pose=ruled))
    far, corner = max(
        (math.dist(old, new), index)
        for index, (old, new) in enumerate(zip(then.corners, now.corners, strict=True))
    )
    sigma = _error(piece, now=now, then=then, corner=corner) if pose.covariance.xx else 0.0
    limit = max(least, DOUBT.bound(sigma))
    return SquareShift(far=Inches(far), sigma=Inches(sigma), limit=Inches(limit))


def _error(piece: Piece, *, now: Outline, then: Outline, corner: int) -> float:
    step = now.corners[corner] - then.corners[corner]
    length = math.hypot(*step)
    if length <= 0:
        return 0.0
    variance = point_variance(
        covariances([piece])[0], lever=now.corners[corner] - now.origin, along=step / length
    )
    return math.sqrt(max(0.0, 2 * float(variance)))


def measured_shift(
    table: Snapshot, pair: tuple[Piece, Piece], *, limit: Inches, doubt: Doubt
) -> Measured:
    """How far the middle of a square went, against how far it may go."""
    if hidden := why_none_measurable(table, pieces=pair, doubt=doubt):
        return unseen("shift", hidden, table=table, limit=limit)
    before, after = (place(piece) for piece in pair)
    far = math.dist(before.centre, after.centre)
    ends = ((pair[0], before), (pair[1], after))
    sigma = length_error(table, ends=ends, start=before.centre, end=after.centre)
    return at_most(
        limit,
        value=far,
        sigma=sigma,
        doubt=doubt,
        what="shift",
        why=f"{pair[1].id} is shifted by {plain(far)} in, {plain(limit)} allowed "
        f"(error {plain_error(sigma)} in)" + on_whose_word(pair),
        table=table,
        declared=vouched(pair[1:]),
        line=(point(before.centre), point(after.centre)),
    )
