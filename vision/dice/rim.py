"""Tells whether something lies over the white paper around the floor, as a hand does.

Whatever reaches over the floor from outside crosses this paper, and is told there even where it has
the floor's own colour. A side on which no white paper is seen tells nothing.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.dice.tray_view import FLOOR_MM, PAPER_MM, PAPER_PX_PER_MM, Bgr, TrayPicture
from vision.sighting import Floats

_BESIDE_MM: Final = (0.5, 2.0)
"""Out from the floor's edge: nearer the floor shines over, farther the paper ends."""
_HUE: Final = 0.07
"""Share of all light by which what lies there differs from the paper; skin differs by 0.15 and
more."""
_WHITE: Final = 0.08
"""The same between the paper of a side and that of the tags."""
_LIGHT: Final = 0.6
"""Times the lightest of a tag: its white cells."""
_LEAST_WHITE: Final = 0.25
"""Of a side in the picture, where it is paper; a hand covers 80 of its 132 mm."""
_LEAST_SEEN: Final = 0.5
"""Of a side's length."""
_LINEAR: Final[Floats] = (np.arange(256) / 255.0) ** 2.2 + 0.002


def crossed_mm(view: TrayPicture) -> float:
    """The longest stretch of the floor's edge at which something lies over the paper."""
    white = _white(view.paper)
    return max(
        _longest_mm(_hue(view.paper[side])[0], view.is_in_picture[side], white=white)
        for side in _sides()
    )


def _hue(colours: Bgr) -> tuple[Floats, Floats]:
    """Shares of green and red, and the light in all."""
    linear = _LINEAR[colours]
    total = linear.sum(axis=2)
    return linear[..., 1:] / total[..., None], total


def _white(paper: Bgr) -> Floats:
    """The hue of the tags' white cells."""
    high, wide = paper.shape[:2]
    side = round(FLOOR_MM[0] * PAPER_PX_PER_MM)
    found = []
    for columns in (slice(0, side), slice(wide - side, wide)):
        for rows in (slice(0, side), slice(high - side, high)):
            hue, total = _hue(paper[rows, columns])
            is_white = total > _LIGHT * np.percentile(total, 95)
            found.append(np.median(hue[is_white], axis=0))
    white: Floats = np.median(found, axis=0)
    return white


def _sides() -> tuple[tuple[slice, slice], ...]:
    """Rows and columns of the paper beside each edge of the floor."""
    left, bottom, right, top = FLOOR_MM
    high = PAPER_MM[1]
    near, far = _BESIDE_MM

    def pixels(begin: float, end: float) -> slice:
        return slice(round(begin * PAPER_PX_PER_MM), round(end * PAPER_PX_PER_MM))

    across, down = pixels(left, right), pixels(high - top, high - bottom)
    return (
        (down, pixels(left - far, left - near)),
        (down, pixels(right + near, right + far)),
        (pixels(high - top - far, high - top - near), across),
        (pixels(high - bottom + near, high - bottom + far), across),
    )


def _longest_mm(hue: Floats, is_seen: NDArray[np.bool_], *, white: Floats) -> float:
    across = int(np.argmin(hue.shape[:2]))
    is_known = is_seen.all(axis=across)
    if is_known.mean() < _LEAST_SEEN:
        return 0.0
    along = np.median(hue, axis=across)[is_known]
    is_white = np.linalg.norm(along - white, axis=1) < _WHITE
    if is_white.mean() < _LEAST_WHITE:
        return 0.0
    usual = np.median(along[is_white], axis=0)
    is_other = np.linalg.norm(along - usual, axis=1) > _HUE
    edges = np.flatnonzero(np.diff(np.concatenate([[False], is_other, [False]]).astype(int)))
    runs = edges[1::2] - edges[::2]
    return float(runs.max(initial=0)) / PAPER_PX_PER_MM
