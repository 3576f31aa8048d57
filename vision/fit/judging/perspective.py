"""Limits how much a small flat square may narrow in a picture: cameras are not that near.

A fit of any quadrilateral can turn letters into a tag that leans away as from an eye a few inches
off. The lens that made the picture bounds it: a tag has to be large in it to narrow much.
"""

from typing import Final

import numpy as np

from vision.fit.settings import IdentitySettings
from vision.sighting import Floats
from vision.tags.tag_reading import unit_squares_to

_WIDEST: Final = 3.5
"""Long side of a picture in focal lengths, of a lens that sees 120 degrees."""
_SIGMAS: Final = 1.0
"""Standard errors beyond that; rendered tags, aslant and noisy, stay 2.5 of them below it."""


def narrowings(corners: Floats) -> Floats:
    """Change of scale over half a side of squares (n x 4 x 2), in its steepest direction.

    >>> even, narrow = [(0, 0), (9, 0), (9, 9), (0, 9)], [(1, 0), (8, 0), (9, 9), (0, 9)]
    >>> [round(float(each), 3) for each in narrowings(np.array([even, narrow], dtype=float))]
    [0.0, 0.125]
    """
    slopes = unit_squares_to(corners)[:, 2, :2] / 2
    middles = 1 + slopes.sum(axis=1)
    found: Floats = np.hypot(*slopes.T) / np.maximum(np.abs(middles), 1e-9)
    return found


def most_narrowings(
    corners: Floats, *, errors: Floats, long_side_px: float, identity: IdentitySettings
) -> Floats:
    """The most that is believed of squares, whose own standard errors are given."""
    along = corners - np.roll(corners, 1, axis=1)
    halves = np.hypot(along[..., 0], along[..., 1]).max(axis=1) / 2
    # Paper curls, and that narrows a small tag more than any lens.
    flat = np.maximum(_WIDEST * halves / long_side_px, identity.most_curl)
    found: Floats = flat + _SIGMAS * errors
    return found
