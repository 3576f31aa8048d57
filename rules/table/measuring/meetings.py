"""Finds where two outlines cross: the places at which a covered edge begins and ends."""

import numpy as np

from rules.table.outlines.rings import Bools
from rules.table.shapes import Floats

_TOUCH = 1e-9
NOWHERE = np.zeros((0, 2))


def corners_of(points: Floats) -> tuple[Floats, Floats]:
    """The edges of a closed ring without its repeated first point: where each begins and ends."""
    return points, np.roll(points, -1, axis=0)


def edges_crossing(first: tuple[Floats, Floats], second: tuple[Floats, Floats]) -> Floats:
    """Where edges of one outline cross edges of another.

    Parallel ones cross nowhere: where they lie upon each other, a corner of one touches the other.

    >>> square = np.array([(0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 2.0)])
    >>> edges_crossing(corners_of(square), (np.array([(1.0, 1.0)]), np.array([(1.0, 5.0)])))
    array([[1., 2.]])
    """
    (a, b), (c, d) = first, second
    along, other = b - a, d - c
    cross = along[:, None, 0] * other[None, :, 1] - along[:, None, 1] * other[None, :, 0]
    offset = c[None] - a[:, None]
    with np.errstate(divide="ignore", invalid="ignore"):
        share = (offset[..., 0] * other[None, :, 1] - offset[..., 1] * other[None, :, 0]) / cross
        across = (offset[..., 0] * along[:, None, 1] - offset[..., 1] * along[:, None, 0]) / cross
    long = np.sqrt((along**2).sum(axis=1))[:, None]
    wide = np.sqrt((other**2).sum(axis=1))[None]
    with np.errstate(divide="ignore", invalid="ignore"):
        spare, room = _TOUCH / long, _TOUCH / wide
        meet = (np.abs(cross) > 1e-12 * long * wide) & _within(share, spare) & _within(across, room)
    at = np.nonzero(meet)
    points: Floats = a[at[0]] + share[at][:, None] * along[at[0]]
    return points


def _within(share: Floats, spare: Floats) -> Bools:
    found: Bools = (share >= -spare) & (share <= 1 + spare)
    return found


def edges_meeting_circle(edges: tuple[Floats, Floats], circle: tuple[Floats, float]) -> Floats:
    """Where edges cross a circle, or touch it.

    >>> edge = (np.array([(-5.0, 3.0)]), np.array([(5.0, 3.0)]))
    >>> edges_meeting_circle(edge, (np.array([0.0, 0.0]), 5.0))
    array([[ 4.,  3.],
           [-4.,  3.]])
    """
    (start, end), (centre, radius) = edges, circle
    span = end - start
    long = np.sqrt((span**2).sum(axis=1))
    kept = long > 0
    start, unit, long = start[kept], span[kept] / long[kept, None], long[kept]
    offset = centre - start
    middle = (offset * unit).sum(axis=1)
    apart = offset[:, 0] * unit[:, 1] - offset[:, 1] * unit[:, 0]
    found = []
    for side in (1.0, -1.0):
        half = np.sqrt(np.maximum(radius**2 - apart**2, 0.0))
        at = middle + side * half
        meets = (np.abs(apart) <= radius + _TOUCH) & (at >= -_TOUCH) & (at <= long + _TOUCH)
        found.append(start[meets] + at[meets, None] * unit[meets])
    return np.vstack(found)


def circles_crossing(first: tuple[Floats, float], second: tuple[Floats, float]) -> Floats:
    """Where two circles cross, or touch.

    >>> circles_crossing((np.array([0.0, 0.0]), 5.0), (np.array([6.0, 0.0]), 5.0))
    array([[ 3.,  4.],
           [ 3., -4.]])
    """
    (one, radius), (other, wide) = first, second
    span = other - one
    apart = float(np.hypot(*span))
    if apart <= _TOUCH or apart > radius + wide + _TOUCH or apart < abs(radius - wide) - _TOUCH:
        return NOWHERE
    unit = span / apart
    along = (apart**2 + radius**2 - wide**2) / (2 * apart)
    across = np.sqrt(max(radius**2 - along**2, 0.0))
    left = np.array([-unit[1], unit[0]])
    return np.array([one + along * unit + across * left, one + along * unit - across * left])
