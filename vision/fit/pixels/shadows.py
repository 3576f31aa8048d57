"""Models the light on one tag where a shadow's edge lies across it.

A shadow takes the same share of the light from black and from white, so what a pixel shows divided
by what it should show is the light on it. White tells most of it, black next to nothing.
"""

from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np

from vision.fit.pixels.templates import Singles
from vision.fit.pixels.windows import Ints, Pixels

_NEARLY_ALL: Final = 0.95
"""The share of pixels that have less than full light, so that noise does not say what full is."""
_DARK: Final = 0.05
"""The share of pixels that have less light than a shadow's depth: their own noise does that."""
_FAINT: Final = 0.85
"""Light, as a share, from which on a shadow's edge is of no account."""
_FAR: Final = 1e-3
"""Say of the tag's mean light, against that of white pixels nearby."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Shadow:
    """The light on a part of the picture, as a share of the brightest."""

    light: Singles
    left: int
    top: int

    def at(self, x: Ints, y: Ints) -> Singles:
        """Of pixels; beyond the part it is that of its rim."""
        rows, columns = self.light.shape
        row = np.clip(y - self.top, 0, rows - 1)
        column = np.clip(x - self.left, 0, columns - 1)
        return np.asarray(self.light[row, column])


def shadow_over(
    pixels: Pixels, levels: Singles, *, expected: Singles, softness_px: float
) -> Shadow:
    """The light that best turns what is expected of a tag's pixels into what they show.

    It changes over `softness_px`, a standard deviation, and no faster.
    """
    left, top = int(pixels.x.min()), int(pixels.y.min())
    size = (int(pixels.y.max()) - top + 1, int(pixels.x.max()) - left + 1)
    row, column = pixels.y - top, pixels.x - left
    shown = _spread(levels * expected, row=row, column=column, size=size, by=softness_px)
    full = _spread(expected * expected, row=row, column=column, size=size, by=softness_px)
    mean = float(levels @ expected) / max(float(expected @ expected), 1e-9)
    light = (shown + _FAR * mean) / (full + _FAR)
    light /= max(float(np.quantile(light[row, column], _NEARLY_ALL)), 1e-6)
    return Shadow(light=light.astype(np.float32, copy=False), left=left, top=top)


def hardened(shadow: Shadow, *, blur_px: float) -> Shadow | None:
    """The same as a hard edge between full light and one depth; None where it is no such thing."""
    light = shadow.light
    darkest = float(np.quantile(light, _DARK))
    is_dark = light < (1 + darkest) / 2
    if darkest > _FAINT or not is_dark.any() or is_dark.all():
        return None
    depth = float(np.median(light[light < (1 + 2 * darkest) / 3]))
    sharp = np.where(is_dark, np.float32(depth), np.float32(1.0)).astype(np.float32)
    soft = cv2.GaussianBlur(sharp, (0, 0), blur_px, borderType=cv2.BORDER_REPLICATE)
    return replace(shadow, light=np.asarray(soft, dtype=np.float32))


def _spread(
    values: Singles, *, row: Ints, column: Ints, size: tuple[int, int], by: float
) -> Singles:
    picture = np.zeros(size, dtype=np.float32)
    picture[row, column] = values
    soft = cv2.GaussianBlur(picture, (0, 0), by, borderType=cv2.BORDER_CONSTANT)
    return np.asarray(soft, dtype=np.float32)
