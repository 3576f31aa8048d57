"""Finds dark squares in a picture by how dark they are, whatever lies right around them.

Where a shadow's edge crosses a tag, its paper in the shadow may be as dark as the mean around it: a
threshold that follows so small a part of the picture joins frame and shadow. Several that follow
the light of a larger part leave one that lies between ink in the light and paper in the shadow.
"""

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.sighting import Floats, Grey

_SHARES: Final = (0.25, 0.3, 0.36, 0.42, 0.5, 0.6)
"""Of white nearby, between which ink and paper are told apart: ink has a fifth of the light that
paper has, and the deep shadows of one lamp leave a third of it."""
_AROUND: Final = 5.0
"""Of the shortest side: how far away white is looked for."""
_CORNER: Final = 0.04
"""Of a square's circumference, by which its sides may bend."""
_FILLED: Final = 0.75
"""Share of its four corners' area that a square's own outline has at least."""
_THINNEST: Final = 0.02
"""Area by the squared circumference; a square has a sixteenth."""
_ENDS: Final = 0.15
"""Of a side, near each corner, where the lens has rounded it off."""
_FARTHEST_PX: Final = 3.0
"""That a corner may lie beside the point of the outline that is nearest to one."""


def dark_squares(grey: Grey, *, least_px: float) -> Floats:
    """Corners (n x 4 x 2, clockwise) of squares whose sides are at least so long."""
    # A pixel of noise must not open a frame.
    soft = np.asarray(cv2.GaussianBlur(grey, (0, 0), 0.5))
    wide = 2 * round(_AROUND * least_px / 2) + 1
    white = cv2.dilate(soft, np.ones((wide, wide), dtype=np.uint8))
    white = cv2.GaussianBlur(white, (0, 0), wide / 4)
    found = []
    for share in _SHARES:
        limit = cv2.convertScaleAbs(white, alpha=share)
        dark = np.asarray(soft < limit, dtype=np.uint8)
        outlines, _ = cv2.findContours(dark, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)
        long = [np.asarray(each, dtype=np.int32) for each in outlines if len(each) >= 3 * least_px]
        found += [square for each in long if (square := _square(each)) is not None]
    squares = np.array(found, dtype=np.float64).reshape(-1, 4, 2)
    sides = np.linalg.norm(squares - np.roll(squares, 1, axis=1), axis=2)
    kept: Floats = squares[sides.min(axis=1, initial=np.inf) >= least_px]
    return kept


def _square(outline: NDArray[np.int32]) -> Floats | None:
    """The four corners of an outline that has four."""
    around = cv2.arcLength(outline, closed=True)
    few = np.asarray(cv2.approxPolyDP(outline, _CORNER * around, closed=True))
    if len(few) != 4 or not cv2.isContourConvex(few):
        return None
    whole = abs(cv2.contourArea(few))
    if abs(cv2.contourArea(outline)) < _FILLED * whole or whole < _THINNEST * around**2:
        return None
    corners = _sharpened(outline[:, 0].astype(np.float64), few[:, 0].astype(np.float64))
    first, second = corners[1] - corners[0], corners[2] - corners[1]
    is_clockwise = first[0] * second[1] - first[1] * second[0] > 0
    return corners if is_clockwise else corners[::-1]


def _sharpened(outline: Floats, corners: Floats) -> Floats:
    """Where the straight parts of the four sides would meet; corners where they do not."""
    at = [int(np.abs(outline - corner).sum(axis=1).argmin()) for corner in corners]
    sides = []
    for first, last in zip(at, [*at[1:], at[0]], strict=True):
        length = (last - first) % len(outline)
        end = max(1, round(_ENDS * length))
        points = outline[(first + np.arange(end, max(length - end, end + 2))) % len(outline)]
        middle = points.mean(axis=0)
        _, _, ways = np.linalg.svd(points - middle, full_matrices=False)
        sides.append((ways[1], float(ways[1] @ middle)))
    found = corners.copy()
    for corner in range(4):
        (one, far), (other, farther) = sides[corner - 1], sides[corner]
        normals = np.array([one, other])
        if abs(float(np.linalg.det(normals))) > 0.2:
            met = np.linalg.solve(normals, np.array([far, farther]))
            if np.abs(met - corners[corner]).max() < _FARTHEST_PX:
                found[corner] = met
    return found
