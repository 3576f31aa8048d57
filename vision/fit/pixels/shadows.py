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
from vision.sighting import Floats

_NEARLY_ALL: Final = 0.95
"""The share of pixels that have less than full light, so that noise does not say what full is."""
_DARK: Final = 0.05
"""The share of pixels that have less light than a shadow's depth: their own noise does that."""
_FAINT: Final = 0.85
"""Light, as a share, from which on a shadow's edge is of no account."""
_FAR: Final = 1e-3
"""Say of the tag's mean light, against that of white pixels nearby."""

_SOFTER_PX: Final = 0.5
"""Than the lens: how a straight edge begins."""
_SOFTEST: Final = 4.0
"""Logarithm of pixels: a softer edge is none."""
_LOGISTIC: Final = 1.7
"""A logistic step so much steeper is nearly the bell's."""
_EDGE_STEPS: Final = 8
_DAMPING: Final = 0.01
_TINY: Final = np.diag([1e-3, 1e-2, 1e-2, 1e-3])
"""Changes of turn, place, softness and depth for slopes by difference."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Shadow:
    """The light on a part of the picture, as a share of the brightest."""

    light: Singles
    left: int
    top: int
    veil: Singles | None = None
    """Grey levels on top of it, where light alone does not say what is seen."""

    def at(self, x: Ints, y: Ints) -> Singles:
        """Of pixels; beyond the part it is that of its rim."""
        return np.asarray(self.light[self._near(x, y)])

    def veil_at(self, x: Ints, y: Ints) -> Singles:
        """Grey levels on top of the light of pixels."""
        if self.veil is None:
            return np.zeros(len(x), dtype=np.float32)
        return np.asarray(self.veil[self._near(x, y)])

    def _near(self, x: Ints, y: Ints) -> tuple[Ints, Ints]:
        rows, columns = self.light.shape
        row = np.clip(y - self.top, 0, rows - 1)
        return row, np.clip(x - self.left, 0, columns - 1)


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


def straightened(
    shadow: Shadow, pixels: Pixels, *, levels: Singles, expected: Singles, blur_px: float
) -> Shadow | None:
    """The same as one straight edge, as sharp or as soft as fits best; None where it is none.

    It has four ways to bend to what it sees, so it explains a shadow and hardly anything else.
    """
    light, (rows, columns) = shadow.light, shadow.light.shape
    inside = light[pixels.y - shadow.top, pixels.x - shadow.left]
    darkest = float(np.quantile(inside, _DARK))
    is_dark = inside < (1 + darkest) / 2
    if darkest > _FAINT or not is_dark.any() or is_dark.all():
        return None
    middle = np.array([pixels.x.mean(), pixels.y.mean()])
    at = np.stack([pixels.x, pixels.y]) - middle[:, None]
    towards = at[:, is_dark].mean(axis=1) - at[:, ~is_dark].mean(axis=1)
    turn = float(np.arctan2(towards[1], towards[0]))
    along = at[0] * np.cos(turn) + at[1] * np.sin(turn)
    edge = _Edge(
        turn=turn,
        aside=float(np.quantile(along, 1 - is_dark.mean())),
        softness=float(np.log(blur_px + _SOFTER_PX)),
        depth=darkest,
    )
    edge = _settled(edge, at, levels=levels, expected=expected, least_px=blur_px / 2)
    if not 0.0 < edge.depth < _FAINT:
        return None
    y, x = np.mgrid[0:rows, 0:columns].astype(np.float64)
    around = np.stack([x + shadow.left, y + shadow.top]).reshape(2, -1) - middle[:, None]
    sharp = edge.light(around, least_px=blur_px / 2).reshape(rows, columns)
    return replace(shadow, light=sharp.astype(np.float32))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Edge:
    """Full light on one side of a line and less of it on the other."""

    turn: float
    """Radians from the picture's x to where it gets darker."""
    aside: float
    """Pixels from the middle to the line."""
    softness: float
    """Logarithm of the standard deviation, in pixels, over which light changes."""
    depth: float
    """What is left of the light."""

    def light(self, at: Floats, *, least_px: float) -> Floats:
        along = at[0] * np.cos(self.turn) + at[1] * np.sin(self.turn) - self.aside
        wide = max(least_px, float(np.exp(min(self.softness, _SOFTEST))))
        gone: Floats = 1 / (1 + np.exp(np.clip(-_LOGISTIC * along / wide, -50, 50)))
        return 1 - (1 - self.depth) * gone

    def moved(self, by: Floats) -> "_Edge":
        turn, aside, softness, depth = by.tolist()
        return _Edge(
            turn=self.turn + turn,
            aside=self.aside + aside,
            softness=self.softness + softness,
            depth=self.depth + depth,
        )


def _settled(
    edge: _Edge, at: Floats, *, levels: Singles, expected: Singles, least_px: float
) -> _Edge:
    """The line that leaves least, by Levenberg's and Marquardt's steps."""

    def left(tried: _Edge) -> Floats:
        shown = expected * tried.light(at, least_px=least_px)
        white = float(levels @ shown) / max(float(shown @ shown), 1e-9)
        found: Floats = (levels - white * shown).astype(np.float64)
        return found

    here, damping = left(edge), _DAMPING
    for _ in range(_EDGE_STEPS):
        slopes = np.stack([(left(edge.moved(by)) - here) / by.sum() for by in _TINY], axis=1)
        normal = slopes.T @ slopes
        step = np.linalg.lstsq(
            normal + damping * np.diag(np.diag(normal) + 1e-9), -slopes.T @ here, rcond=None
        )[0]
        tried = edge.moved(step)
        there = left(tried)
        if there @ there < here @ here:
            edge, here, damping = tried, there, damping / 5
        else:
            damping *= 5
    return edge


def _spread(
    values: Singles, *, row: Ints, column: Ints, size: tuple[int, int], by: float
) -> Singles:
    picture = np.zeros(size, dtype=np.float32)
    picture[row, column] = values
    soft = cv2.GaussianBlur(picture, (0, 0), by, borderType=cv2.BORDER_CONSTANT)
    return np.asarray(soft, dtype=np.float32)
