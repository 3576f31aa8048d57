"""Maps a photograph to a flat page in it: perspective, and the lens's bulge."""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.kit.drawing.marks import Spot

Floats = NDArray[np.float64]

BULGES: Final = np.linspace(-0.12, 0.12, 49)
"""Radial distortion at the corner of the picture, as a share of its distance from the middle."""
WORTH: Final = 0.7
"""A bulge is believed only if it reduces the misfit of a straight lens to this share."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Flattening:
    """From inches on the page (x right, y up) to pixels of the photograph."""

    matrix: Floats
    """From inches to pixels that a straight lens would have."""
    bulge: float
    middle: tuple[float, float]
    reach: float
    """Half the diagonal of the picture, in pixels."""
    misfit_px: float

    def to_pixels(self, page: Floats) -> Floats:
        """Where points of the page are in the photograph."""
        flat = np.asarray(page, dtype=np.float64).reshape(-1, 2)
        straight = cv2.perspectiveTransform(flat[None], self.matrix)[0]
        away = (straight - self.middle) / self.reach
        # The way back from `_straightened`, which divides: two rounds are exact to a 1000th px.
        bent = away
        for _ in range(4):
            bent = away * (1 + self.bulge * (bent**2).sum(axis=1, keepdims=True))
        return np.asarray(bent * self.reach + self.middle, dtype=np.float64)

    def px_per_in(self, spot: Spot) -> float:
        """How many pixels an inch has at a place on the page."""
        x, y = spot
        pixels = self.to_pixels(np.array([(x, y), (x + 0.1, y), (x, y + 0.1)]))
        right, up = pixels[1] - pixels[0], pixels[2] - pixels[0]
        area = float(abs(right[0] * up[1] - right[1] * up[0]))
        return float(np.sqrt(area)) * 10


def flattening(*, pixels: Floats, page: Floats, size: tuple[int, int]) -> Flattening:
    """The best way between points seen and where they are on the page; four tags or more."""
    middle = ((size[0] - 1) / 2, (size[1] - 1) / 2)
    reach = float(np.hypot(*size)) / 2
    tried = []
    for bulge in (0.0, *BULGES):
        straight = _straightened(pixels, bulge=bulge, middle=middle, reach=reach)
        matrix, misfit = _fitted(straight, page)
        tried.append((misfit, bulge, matrix))
    best = min(tried[1:], key=lambda each: each[0])
    if best[0] > WORTH * tried[0][0]:
        best = tried[0]
    misfit, bulge, matrix = best
    return Flattening(
        matrix=matrix, bulge=float(bulge), middle=middle, reach=reach, misfit_px=misfit
    )


def _straightened(
    pixels: Floats, *, bulge: float, middle: tuple[float, float], reach: float
) -> Floats:
    away = (pixels - middle) / reach
    square = (away**2).sum(axis=1, keepdims=True)
    return np.asarray(away / (1 + bulge * square) * reach + middle, dtype=np.float64)


def _fitted(pixels: Floats, page: Floats) -> tuple[Floats, float]:
    matrix, _ = cv2.findHomography(page, pixels, 0)
    again = cv2.perspectiveTransform(np.asarray(page, dtype=np.float64)[None], matrix)[0]
    misfit = float(np.sqrt(((again - pixels) ** 2).sum(axis=1).mean()))
    return np.asarray(matrix, dtype=np.float64), misfit
