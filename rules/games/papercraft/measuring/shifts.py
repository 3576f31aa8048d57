"""Tells how far a square was shifted: from where it was ruled to be, or by another's will."""

import math
from dataclasses import dataclass

from rules.games.papercraft.options import DOUBT
from rules.referee.toolkit.evidence import Measured
from rules.referee.toolkit.spots import Spot
from rules.table.outlines.length_error import covariances, length_error, point_variance
from rules.table.outlines.outline import Outline, place
from rules.table.seeing import on_whose_word, vouched, why_none_measurable
from rules.table.shapes import point
from rules.table.snapshot import Piece, PieceState, Pose, Snapshot
from rules.table.units import Inches, plain, plain_error
from rules.table.verdict import Answer, Doubt, judge


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
    if unseen := why_none_measurable(table, pieces=pair, doubt=doubt):
        return Measured(
            what="shift", answer=Answer.CANNOT_SEE, why=unseen, snapshot=table.number, limit=limit
        )
    before, after = (place(piece) for piece in pair)
    far = math.dist(before.centre, after.centre)
    ends = ((pair[0], before), (pair[1], after))
    sigma = length_error(table, ends=ends, start=before.centre, end=after.centre)
    margin, bound = Inches(limit - far), doubt.bound(sigma)
    return Measured(
        what="shift",
        answer=judge(margin, bound),
        why=f"{pair[1].id} is shifted by {plain(far)} in, {plain(limit)} allowed "
        f"(error {plain_error(sigma)} in)" + on_whose_word(pair),
        snapshot=table.number,
        value=Inches(far),
        limit=limit,
        margin=margin,
        sigma=Inches(sigma),
        bound=bound,
        declared=vouched(pair[1:]),
        line=(point(before.centre), point(after.centre)),
    )
