"""Tells how much squares on the table look like each tag, through the blur of their picture."""

from functools import cache
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.sighting import Floats, Grey
from vision.tags.tag_family import Cells, TagFamily
from vision.tags.tag_reading import sampled_cells

_BLURS: Final = (0.25, 0.4, 0.6, 0.85, 1.1)
"""Standard deviations in cells, of which the nearest is taken."""
_FINE: Final = 6
"""Samples along a cell of a pattern that is blurred."""
_REACH: Final = 3
"""Cells beyond the frame that blur may bring in: paper, then the table."""
_TABLE: Final = 0.6
"""How bright a table is on average between ink and paper."""
_LEAST_SPREAD: Final = 1.5
"""Grey levels between cells, below which there is only noise."""


def likeness(grey: Grey, squares: Floats, *, family: TagFamily, blur_px: float) -> Floats:
    """The correlation of each square (n x 4 x 2) with each tag in its four turns (n x tags x 4).

    Minus one for what is out of view, or all of one shade.
    """
    is_seen: NDArray[np.bool_] = np.asarray(np.isfinite(squares).all(axis=(1, 2)))
    there = np.where(is_seen[:, None, None], squares, 0.0)
    cells = sampled_cells(grey, there, cells=family.cells)
    cells -= cells.mean(axis=1, keepdims=True)
    is_seen &= cells.std(axis=1) >= _LEAST_SPREAD
    cells /= np.maximum(np.linalg.norm(cells, axis=1, keepdims=True), 1e-9)
    sides = np.linalg.norm(there - np.roll(there, 1, axis=1), axis=2).mean(axis=1)
    blurs = blur_px * family.cells / np.maximum(sides, 1e-6)
    nearest = np.abs(np.log(np.maximum(blurs, 1e-6))[:, None] - np.log(_BLURS)).argmin(axis=1)
    alike = np.empty((len(squares), len(family.numbers) * 4))
    for at in set(nearest.tolist()):
        rows = nearest == at
        alike[rows] = cells[rows] @ _blurred(family, at).T
    alike[~is_seen] = -1.0
    return alike.reshape(len(squares), -1, 4)


@cache
def _blurred_whole(cells: bytes, *, count: int, at: int) -> Floats:
    """One turned pattern as a blurred picture shows its cells, of mean 0 and length 1."""
    pattern = np.frombuffer(cells, dtype=np.bool_).reshape(count, count).astype(np.float32)
    papered = np.pad(pattern, 1, constant_values=1.0)
    whole = np.pad(papered, _REACH - 1, constant_values=_TABLE)
    fine = np.kron(whole, np.ones((_FINE, _FINE), dtype=np.float32))
    soft = np.asarray(cv2.GaussianBlur(fine, (0, 0), _BLURS[at] * _FINE), dtype=np.float64)
    wide = len(whole)
    means = soft.reshape(wide, _FINE, wide, _FINE).mean(axis=(1, 3))
    own = means[_REACH:-_REACH, _REACH:-_REACH].ravel()
    own = own - own.mean()
    found: Floats = own / np.linalg.norm(own)
    return found


def _blurred(family: TagFamily, at: int) -> Floats:
    """All patterns in their four turns (4n x cells²)."""
    turned: Cells = family.turned_patterns.reshape(-1, family.cells, family.cells)
    return np.array([_blurred_whole(each.tobytes(), count=family.cells, at=at) for each in turned])
