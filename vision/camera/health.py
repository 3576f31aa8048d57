"""Judges from a picture what ails its camera: too dark, white, blurred, or nothing there.

It knows nothing of tables and tags, and nothing of time but what it is given.
"""

import math
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from rules.table.snapshot import Health, HealthState
from vision.camera.source import Bytes
from vision.sighting import Floats

_STEP: Final = 4
"""Every fourth pixel of every fourth row tells light and sameness, in a tenth of a millisecond."""
_EXTREME: Final = 0.005
"""The share of pixels that may be darker or lighter than what counts as dark and light."""
_TILES: Final = (3, 2)
_TILE_PX: Final = (320, 240)
"""Edges are looked for in so many parts at full size, half a megapixel: two milliseconds. Every
other one comes first, and is enough where it is sharp."""
_SHARP_PX: Final = 2.0
"""Sigma up to which nobody needs to look any farther; a table's own shades measure as much."""
_SMOOTHING_PX: Final = 1.0
"""Sigma, which keeps noise from passing for edges; it is taken off the result again."""
_REACH_PX: Final = 25
"""An edge's light and dark side lie no farther apart; blur of sigma 5 px still fits."""
_LEAST_EDGE: Final = 40
"""Grey levels from its dark to its light side; noise makes no edge as high."""
_SHARPEST: Final = 0.1
"""The share of edges that is believed: shadows and drawn shades are soft in a sharp picture."""
_LEAST_EDGE_PX: Final = 50
"""With fewer pixels on edges nobody can say whether the picture is sharp."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HealthSettings:
    """When a picture is no longer good for ruling."""

    dark_below: float = 60.0
    """Grey levels, 0 to 255, of the lightest parts. White paper that is darker than this leaves
    tags so little contrast over noise that their corners wander. Higher: refuses dim rooms that
    could be played in. Lower: rules on guessed corners."""
    light_above: float = 235.0
    """Grey levels of the darkest parts. Above, black print is as good as white, and no tag is
    found anyway; the player is told why."""
    flat_below: float = 12.0
    """Grey levels between the darkest and the lightest parts. Below, the lens is covered, or
    the driver sends an empty picture."""
    blur_above_px: float = 2.5
    """Pixels, sigma, of the sharpest edges. Above, hardly a tag of the example tables is found.
    Higher: a lens out of focus passes for a table without pieces. Lower: refuses tables with few
    edges, which measure up to 2 px."""
    frozen_s: float = 1.0
    """Seconds without any change, to the last bit, in a live camera: noise alone changes
    every picture of a sensor. Shorter: a stream that sends few new pictures is suspected."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Measures:
    """What was measured on one picture."""

    dark: float
    """Grey levels that the darkest parts have."""
    light: float
    blur_px: float
    """Sigma of the sharpest edges; NaN where there are too few to tell."""
    digest: int
    """The same for two pictures only if they are the same, but for one in four billion."""


def measures_of(grey: Bytes) -> Measures:
    """Measured on every picture: one that is blurred must not be ruled from, not even once."""
    few = np.ascontiguousarray(grey[::_STEP, ::_STEP])
    counts = np.cumsum(np.bincount(few.ravel(), minlength=256))
    dark, light = np.searchsorted(counts, [counts[-1] * _EXTREME, counts[-1] * (1 - _EXTREME)])
    return Measures(
        dark=float(dark),
        light=float(light),
        blur_px=blur_of(grey),
        digest=zlib.crc32(few.data),
    )


def blur_of(grey: Bytes) -> float:
    """Sigma of the sharpest edges in pixels; NaN where there are too few to tell.

    Across an edge that a Gaussian has blurred, its height divided by its steepest slope is sigma
    times the root of two pi.
    """
    tiles = _tiles(grey)
    widths = _widths_of(tiles[::2])
    first = _sharpest(widths)
    if first <= _SHARP_PX:
        return first
    return _sharpest(np.concatenate([widths, _widths_of(tiles[1::2])]))


def _widths_of(tiles: Sequence[Bytes]) -> Floats:
    return np.concatenate([_widths(tile) for tile in tiles])


def _sharpest(widths: Floats) -> float:
    """Sigma of the sharpest of all edges, by their heights over their slopes."""
    if widths.size < _LEAST_EDGE_PX:
        return math.nan
    sharpest = float(np.quantile(widths, _SHARPEST)) / math.sqrt(2 * math.pi)
    return math.sqrt(max(0.0, sharpest**2 - _SMOOTHING_PX**2))


def _tiles(grey: Bytes) -> list[Bytes]:
    height, width = grey.shape
    across, down = _TILES
    wide, high = min(_TILE_PX[0], width // across), min(_TILE_PX[1], height // down)
    lefts = [(2 * at + 1) * width // (2 * across) - wide // 2 for at in range(across)]
    tops = [(2 * at + 1) * height // (2 * down) - high // 2 for at in range(down)]
    return [grey[top : top + high, left : left + wide] for top in tops for left in lefts]


def _widths(tile: Bytes) -> Floats:
    smooth = cv2.GaussianBlur(tile, (0, 0), _SMOOTHING_PX)
    across = cv2.Sobel(smooth, cv2.CV_32F, 1, 0, ksize=1, scale=0.5)
    down = cv2.Sobel(smooth, cv2.CV_32F, 0, 1, ksize=1, scale=0.5)
    slope = cv2.magnitude(across, down)
    around = np.ones((_REACH_PX, _REACH_PX), np.uint8)
    height = cv2.dilate(smooth, around) - cv2.erode(smooth, around)
    steepest = slope >= cv2.dilate(slope, np.ones((3, 3), np.uint8))
    on_edge = steepest & (height >= _LEAST_EDGE) & (slope > 2)
    return np.asarray(height[on_edge] / slope[on_edge], dtype=np.float64)


def judge(measures: Measures, *, unchanged_s: float | None, settings: HealthSettings) -> Health:
    """The state of the camera by one picture, with what to do about it.

    ``unchanged_s`` is how long the pictures have been the same; None where they may well be, as in
    a video or on a drawn table.
    """
    if measures.light < settings.dark_below:
        note = (
            f"the lightest parts have {measures.light:.0f} of 255 grey levels, and tags need "
            f"{settings.dark_below:.0f}: switch on a lamp, or take off what covers the lens"
        )
        return Health(state=HealthState.TOO_DARK, note=note)
    if measures.dark > settings.light_above:
        note = "the picture is white all over: dim the light, or lower the exposure"
        return Health(state=HealthState.BLURRED, note=note)
    if measures.light - measures.dark < settings.flat_below:
        note = "nothing can be made out in the picture: is something before the lens?"
        return Health(state=HealthState.BLURRED, note=note)
    if unchanged_s is not None and unchanged_s >= settings.frozen_s:
        note = f"the camera has sent the same picture for {unchanged_s:.1f} s: plug it in anew"
        return Health(state=HealthState.FROZEN, note=note)
    if math.isnan(measures.blur_px):
        note = "no edge is sharp enough to be one: focus the camera, or wipe its lens"
        return Health(state=HealthState.BLURRED, note=note)
    if measures.blur_px > settings.blur_above_px:
        note = (
            f"edges are {measures.blur_px:.1f} px wide, and may be {settings.blur_above_px:.1f}: "
            "focus the camera, wipe its lens, or let it stand still"
        )
        return Health(state=HealthState.BLURRED, note=note)
    return Health()
