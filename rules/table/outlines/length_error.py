"""Turns the error of poses, and the error they share, into the error of a length.

Everything is first order: a length's error is the error of its two ends along it.
"""

import math
from collections.abc import Sequence

import numpy as np

from rules.table.outlines.outline import Outline
from rules.table.shapes import Floats
from rules.table.snapshot import Piece, SharedError, Snapshot, TableSize

_DEGREE = math.radians(1.0)


def covariances(pieces: Sequence[Piece]) -> Floats:
    """One 3 x 3 matrix a piece: x and y in inches, heading in degrees."""
    matrices = np.zeros((len(pieces), 3, 3))
    for matrix, piece in zip(matrices, pieces, strict=True):
        if piece.pose is not None:
            c = piece.pose.covariance
            matrix[:] = [[c.xx, c.xy, c.xh], [c.xy, c.yy, c.yh], [c.xh, c.yh, c.hh]]
    return matrices


def point_variance(covariance: Floats, *, lever: Floats, along: Floats) -> Floats:
    """Variance, along unit vectors, of points that lie ``lever`` from their pose's origin.

    Works on single vectors and on rows of them alike.
    """
    if along.ndim == lever.ndim == 1 and covariance.ndim == 2:
        return _one_variance(covariance, lever=lever, along=along)
    swing = _DEGREE * (along[..., 1] * lever[..., 0] - along[..., 0] * lever[..., 1])
    gradient = np.concatenate([along, swing[..., None]], axis=-1)
    variance: Floats = np.einsum("...i,...ij,...j->...", gradient, covariance, gradient)
    return variance


def _one_variance(covariance: Floats, *, lever: Floats, along: Floats) -> Floats:
    """The same for a single point, without the cost of one-row arrays."""
    (x, y), (i, j) = lever.tolist(), along.tolist()
    swing = _DEGREE * (j * x - i * y)
    (xx, xy, xh), (yx, yy, yh), (hx, hy, hh) = covariance.tolist()
    return np.array(
        i * (xx * i + xy * j + xh * swing)
        + j * (yx * i + yy * j + yh * swing)
        + swing * (hx * i + hy * j + hh * swing)
    )


def shared_variance(shared: SharedError, *, table: TableSize, start: Floats, end: Floats) -> Floats:
    """Variance that the common error adds to the length from ``start`` to ``end``.

    A wrong scale stretches every length by the same share. A wrong tilt of the plane moves a point
    by the square of its distance from the middle of the table, by ``shared.plane`` at a corner.
    """
    if start.ndim == end.ndim == 1:
        return _one_shared(shared, table=table, start=start, end=end)
    span = end - start
    length = np.sqrt((span**2).sum(axis=-1))
    along = span / np.where(length > 0, length, 1.0)[..., None]
    middle = np.array([table.width, table.depth]) / 2
    reach = math.hypot(*middle)
    tilt = np.zeros_like(span)
    for end_point, sign in ((end, 1.0), (start, -1.0)):
        offset = (end_point - middle) / reach
        tilt += sign * offset * (offset * along).sum(axis=-1)[..., None]
    variance: Floats = (length * shared.scale) ** 2 + shared.plane**2 * (tilt**2).sum(axis=-1)
    return variance


def _one_shared(shared: SharedError, *, table: TableSize, start: Floats, end: Floats) -> Floats:
    """The same for a single length, without the cost of one-row arrays."""
    (ax, ay), (bx, by) = start.tolist(), end.tolist()
    length = math.hypot(bx - ax, by - ay)
    stretch = (length * shared.scale) ** 2
    if not shared.plane or length <= 0:
        return np.array(stretch)
    i, j = (bx - ax) / length, (by - ay) / length
    x, y = table.width / 2, table.depth / 2
    reach = math.hypot(x, y)
    after = ((bx - x) * i + (by - y) * j) / reach**2
    before = ((ax - x) * i + (ay - y) * j) / reach**2
    tilt = math.hypot((bx - x) * after - (ax - x) * before, (by - y) * after - (ay - y) * before)
    return np.array(stretch + (shared.plane * tilt) ** 2)


def length_error(
    snapshot: Snapshot,
    *,
    ends: tuple[tuple[Piece, Outline] | None, ...],
    start: Floats,
    end: Floats,
) -> float:
    """Standard error of the length from ``start`` to ``end``, each fixed to its piece, if any."""
    span = end - start
    length = math.hypot(*span)
    directions = [span / length] if length > 0 else [np.array([1.0, 0.0]), np.array([0.0, 1.0])]
    worst = 0.0
    for along in directions:
        variance = float(
            shared_variance(snapshot.shared, table=snapshot.table, start=start, end=end)
        )
        for at, owner in zip((start, end), ends, strict=True):
            if owner is not None:
                piece, outline = owner
                matrix = covariances([piece])[0]
                variance += float(point_variance(matrix, lever=at - outline.origin, along=along))
        worst = max(worst, variance)
    return math.sqrt(worst)
