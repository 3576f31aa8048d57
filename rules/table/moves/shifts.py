"""Tells how far a piece was shifted from where it was ruled to be."""

import math
from dataclasses import dataclass

from rules.table.outlines.length_error import covariances, point_variance
from rules.table.outlines.outline import Outline, lay, place
from rules.table.snapshot import Piece, PieceState, Pose
from rules.table.units import Inches, is_told, plain, plain_error
from rules.table.verdict import Doubt


@dataclass(frozen=True, slots=True, kw_only=True)
class PieceShift:
    """How far the corner of a piece has gone that went farthest."""

    far: Inches
    sigma: Inches
    """Standard error, of both places together."""
    limit: Inches
    """Less than this is nothing: overlooked by agreement, or not to be told by the camera."""

    @property
    def told(self) -> str:
        error = f" (error {plain_error(self.sigma)} in)" if is_told(self.sigma) else ""
        return f"{plain(self.far)} in from where it was ruled to be{error}"


def shift_of(piece: Piece, *, ruled: Pose, least: Inches, doubt: Doubt) -> PieceShift | None:
    """How far a piece was shifted or turned; None when it is not seen at rest.

    What all poses share is left out: it is the same at both places. That the ruled place was
    measured too, about as well as the present one, doubles the variance.
    """
    if piece.pose is None or piece.state is not PieceState.SEEN:
        return None
    now, then = place(piece), lay(piece.footprint, at=ruled)
    far = sigma = 0.0
    if now is not then:
        far, corner = max(
            (math.dist(old, new), index)
            for index, (old, new) in enumerate(zip(then.corners, now.corners, strict=True))
        )
        known = piece.pose.covariance.xx
        sigma = _error(piece, now=now, then=then, corner=corner) if known else 0.0
    limit = max(least, doubt.bound(sigma))
    return PieceShift(far=Inches(far), sigma=Inches(sigma), limit=Inches(limit))


def _error(piece: Piece, *, now: Outline, then: Outline, corner: int) -> float:
    step = now.corners[corner] - then.corners[corner]
    length = math.hypot(*step)
    if length <= 0:
        return 0.0
    variance = point_variance(
        covariances([piece])[0], lever=now.corners[corner] - now.origin, along=step / length
    )
    return math.sqrt(max(0.0, 2 * float(variance)))
