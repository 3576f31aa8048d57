"""Measures from which side one piece looks at another: the angle off its front, and its error."""

import math
from dataclasses import dataclass

import numpy as np

from rules.table.outlines.length_error import covariances
from rules.table.outlines.outline import place
from rules.table.seeing import on_whose_word, vouched, why_none_measurable
from rules.table.snapshot import Snapshot
from rules.table.units import Degrees
from rules.table.verdict import Answer, Doubt, judge


@dataclass(frozen=True, slots=True, kw_only=True)
class Facing:
    """Whether something lies within an arc to either side of a piece's front; all in degrees.

    Like a verdict in inches: TOO_CLOSE_TO_CALL exactly when the margin is within the bound.
    """

    answer: Answer
    angle: Degrees | None
    """From the heading to the other piece's centre, 0 to 180; to the left and right alike."""
    limit: Degrees
    margin: Degrees | None
    sigma: Degrees | None
    bound: Degrees | None
    why: str
    declared: tuple[str, ...] = ()


def facing(
    snapshot: Snapshot,
    pair: tuple[str, str],
    *,
    half_angle: Degrees = Degrees(45.0),
    doubt: Doubt = Doubt(),
) -> Facing:
    """Whether the second piece's centre lies within ``half_angle`` of the first one's front.

    On the limit is within it. The floor of ``doubt`` is a length, so it does not apply to angles.
    """
    pieces = (snapshot.piece(pair[0]), snapshot.piece(pair[1]))
    if reason := why_none_measurable(snapshot, pieces=pieces, doubt=doubt):
        return _unknown(reason, limit=half_angle)
    outlines = tuple(place(piece) for piece in pieces)
    span = outlines[1].centre - outlines[0].centre
    apart = math.hypot(*span)
    pose = pieces[0].pose
    if pose is None or apart <= 0:
        return _unknown(f"{pair[0]} and {pair[1]} are at the same place", limit=half_angle)
    bearing = math.degrees(math.atan2(span[1], span[0]))
    angle = abs((bearing - pose.heading + 180.0) % 360.0 - 180.0)
    across = np.array([-span[1], span[0]]) / apart
    per_inch = math.degrees(1.0 / apart)
    variance = 0.0
    for piece, outline, own in zip(pieces, outlines, (1.0, 0.0), strict=True):
        lever = outline.centre - outline.origin
        swing = math.radians(1.0) * (across[1] * lever[0] - across[0] * lever[1])
        sign = -1.0 if own else 1.0
        gradient = np.array([*(sign * per_inch * across), sign * per_inch * swing - own])
        variance += float(gradient @ covariances([piece])[0] @ gradient)
    sigma = math.sqrt(variance)
    bound = doubt.sigmas * sigma
    margin = half_angle - angle
    answer = judge(margin, bound)
    says = {
        Answer.YES: f"within {half_angle:g} by {margin:.1f}",
        Answer.NO: f"beyond {half_angle:g} by {-margin:.1f}",
    }.get(answer, f"too close to {half_angle:g} to call")
    return Facing(
        answer=answer,
        angle=Degrees(angle),
        limit=half_angle,
        margin=Degrees(margin),
        sigma=Degrees(sigma),
        bound=Degrees(bound),
        why=f"{pair[1]} is {angle:.1f} degrees off {pair[0]}'s front: {says} "
        f"(error {sigma:.1f} degrees)" + on_whose_word(pieces),
        declared=vouched(pieces),
    )


def _unknown(why: str, *, limit: Degrees) -> Facing:
    return Facing(
        answer=Answer.CANNOT_SEE,
        angle=None,
        limit=limit,
        margin=None,
        sigma=None,
        bound=None,
        why=why,
    )
