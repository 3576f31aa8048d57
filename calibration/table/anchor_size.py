"""Compares how large anchors look with how large they were printed, on a table of the told size."""

import math
from collections.abc import Sequence
from typing import Final

import numpy as np

from calibration.anchors import Anchor
from calibration.camera_model import CameraModel
from calibration.lens import Lens
from calibration.table.table_problem import Photograph
from calibration.table.table_start import starting_stand

_OFF: Final = 0.08
"""Share from which anchors were printed for another table: careful hands lay them truer."""
_BY_HAND: Final = 4.0
"""Standard errors by which hands may have laid all of them too far apart, or too near."""
_SQUARE: Final = 0.08
"""Share by which both ways may differ: a table of another shape makes anchors oblong."""


def misprinted(
    photographs: Sequence[Photograph],
    *,
    anchors: Sequence[Anchor],
    lens: Lens,
    size: float,
    placed: float,
) -> float | None:
    """How much too large all anchors look, as a share; None where they look as they should.

    ``placed`` is the standard error in inches of an anchor's place. Where they are off by as much
    both ways, either the kit was printed for another table, or the table is another one.
    """
    meant = {anchor.number: (anchor.x, anchor.y) for anchor in anchors}
    sides, across, along = [], [], []
    for tags in photographs:
        places = np.array([meant[tag.number] for tag in tags])
        model = CameraModel(lens=lens, stand=starting_stand(tags, places=places, lens=lens))
        for tag in tags:
            corners = model.places(tag.corners)
            if np.isfinite(corners).all():
                one, other = corners[2] - corners[0], corners[3] - corners[1]
                sides.append(math.sqrt(abs(one[0] * other[1] - one[1] * other[0]) / 2))
                extent = np.ptp(corners, axis=0)
                across.append(float(extent[0]))
                along.append(float(extent[1]))
    if not sides:
        return None
    oblong = math.log(float(np.median(across)) / float(np.median(along)))
    spread = np.array(list(meant.values())).std(axis=0).min() * math.sqrt(2 * len(meant))
    least = max(_OFF, _BY_HAND * placed / max(float(spread), 1e-9))
    off = float(np.median(sides)) / size
    is_square = abs(oblong) < _SQUARE + least / 2
    return off - 1 if is_square and abs(math.log(off)) > math.log1p(least) else None
