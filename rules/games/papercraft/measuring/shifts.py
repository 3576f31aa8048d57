"""Knows how far a square stands from where it was ruled to be, and whether that is anything."""

import math
from dataclasses import dataclass

from rules.games.papercraft.battle_options import DOUBT
from rules.referee.toolkit.evidence import Measured
from rules.referee.toolkit.spots import Spot
from rules.table.outlines.length_error import covariances, point_variance
from rules.table.outlines.outline import Outline, place
from rules.table.snapshot import Piece, PieceState, Pose
from rules.table.units import Inches, plain, plain_error
from rules.table.verdict import Answer


@dataclass(frozen=True, slots=True, kw_only=True)
class Shift:
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


def shift_of(piece: Piece, *, spot: Spot, least: Inches) -> Shift | None:
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
    return Shift(far=Inches(far), sigma=Inches(sigma), limit=Inches(limit))


def _error(piece: Piece, *, now: Outline, then: Outline, corner: int) -> float:
    step = now.corners[corner] - then.corners[corner]
    length = math.hypot(*step)
    if length <= 0:
        return 0.0
    variance = point_variance(
        covariances([piece])[0], lever=now.corners[corner] - now.origin, along=step / length
    )
    return math.sqrt(max(0.0, 2 * float(variance)))
