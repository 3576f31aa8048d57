"""Tells the lit part of a tag from the shaded one, each with a black and a white of its own.

Where the lit paper is burnt to white, or a camera lifts its shadows, light alone does not say what
is seen: paper in the shadow is as dark as lit ink. But in each part ink and paper still differ, and
which part a pixel is in shows by what it should be.
"""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.fit.pixels.shadows import Shadow
from vision.fit.pixels.templates import Singles
from vision.fit.pixels.windows import Pixels

Which = NDArray[np.bool_]

_ROUNDS: Final = 6
"""In which pixels go to the part that explains them better."""
_FEWEST: Final = 6
"""Pixels of ink and as many of paper that a part has; with less it may be anything."""
_DARK: Final = 0.3
"""Of what is expected of paper, below which a pixel is ink, and as near to one paper."""
_LEAST_CONTRAST: Final = 0.3
"""Of white, in either part: what covers a tag has next to none."""
_LEAST_GAIN: Final = 0.12
"""Of the lit contrast that is left in a shadow."""
_FOREIGN: Final = 0.25
"""Of the lit contrast by which what stands in a tag's margin differs from paper in any light."""
_WITHIN: Final = 0.04
"""Of half a side: so far into the frame reaches the blur of what stands beside it, or of its shadow
on burnt paper. Nothing nearer to the middle is taken for foreign."""
_MOST_FOREIGN: Final = 0.2
"""Share of a tag's pixels that may be."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Ink:
    """The grey levels of one part."""

    black: float
    contrast: float

    def shown(self, brightness: Singles) -> Singles:
        return np.asarray(self.black + self.contrast * brightness, dtype=np.float32)

    @property
    def is_print(self) -> bool:
        return self.contrast > _LEAST_CONTRAST * max(self.black + self.contrast, 1.0)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Parts:
    """Which pixels are in which light, and the print in either."""

    is_dark: Which
    is_foreign: Which
    lit: _Ink
    dim: _Ink | None
    cost: float
    """Mean square of what is unexplained, in grey levels."""

    @property
    def is_likely(self) -> bool:
        if self.is_foreign.mean() > _MOST_FOREIGN:
            return False
        return self.dim is None or (self.dim.is_print and _is_darker(self.dim, than=self.lit))


def parted(
    shadow: Shadow,
    pixels: Pixels,
    *,
    levels: Singles,
    brightness: Singles,
    out: Singles,
    blur_px: float,
    grain_px: float,
) -> Shadow | None:
    """A tag's pixels as lit, shaded, and foreign where something stands in its white margin.

    ``brightness`` is what is expected of each, 0 to 1; ``out`` how far it is from the tag's middle
    in half sides, along the farther axis. None where the parts are not both print.
    """
    grid = _Grid(pixels)
    inside = shadow.light[pixels.y - shadow.top, pixels.x - shadow.left]
    is_dark = inside < (float(np.quantile(inside, 0.05)) + 1) / 2
    split = _Splitter(
        grid=grid,
        levels=levels,
        brightness=brightness,
        may_be_foreign=out > 1 - _WITHIN,
        blur_px=blur_px,
        grain_px=grain_px,
    )
    tried = [split.parts(start) for start in (is_dark, np.zeros_like(is_dark))]
    likely = [each for each in tried if each is not None and each.is_likely]
    if not likely:
        return None
    best = min(likely, key=lambda each: each.cost)
    light = np.ones_like(grid.there)
    veil = np.zeros_like(light)
    if best.dim is not None:
        share = grid.spread(best.is_dark.astype(np.float32), by=blur_px)
        gain = best.dim.contrast / best.lit.contrast
        light = 1 - np.float32(1 - gain) * share
        veil = np.float32(best.dim.black - gain * best.lit.black) * share
    light[grid.rows[best.is_foreign], grid.columns[best.is_foreign]] = 0.0
    veil[grid.rows[best.is_foreign], grid.columns[best.is_foreign]] = levels[best.is_foreign]
    return Shadow(light=light, veil=veil, left=grid.left, top=grid.top)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Splitter:
    """One tag's pixels, which are sorted again and again into the part that explains them."""

    grid: "_Grid"
    levels: Singles
    brightness: Singles
    may_be_foreign: Which
    blur_px: float
    grain_px: float

    def parts(self, is_dark: Which) -> _Parts | None:
        """From these on; without any there is but one light."""
        has_dim, is_foreign = bool(is_dark.any()), np.zeros_like(is_dark)
        found: _Parts | None = None
        for _ in range(_ROUNDS):
            lit = self._ink(~is_dark & ~is_foreign)
            dim = self._ink(is_dark & ~is_foreign) if has_dim else None
            if lit is None or not lit.is_print or (has_dim and dim is None):
                return None
            off = np.abs(self.levels - lit.shown(self.brightness))
            if dim is not None:
                other = np.abs(self.levels - dim.shown(self.brightness))
                most = lit.contrast / 2
                told = np.minimum(off, most) ** 2 - np.minimum(other, most) ** 2
                is_dark = self.grid.smooth(told, by=self.grain_px) > 0
                off = np.where(is_dark, other, off)
            odd = self.grid.smooth(off, by=self.blur_px) > _FOREIGN * lit.contrast
            is_foreign = odd & self.may_be_foreign
            kept = np.where(is_foreign, np.float32(_FOREIGN * lit.contrast), off)
            found = _Parts(
                is_dark=is_dark,
                is_foreign=is_foreign,
                lit=lit,
                dim=dim,
                cost=float((kept**2).mean()),
            )
        return found

    def _ink(self, chosen: Which) -> _Ink | None:
        return _ink(self.levels[chosen], self.brightness[chosen])


def _ink(levels: Singles, brightness: Singles) -> _Ink | None:
    """Black and contrast by least squares, where enough of both is to be seen."""
    x, y = brightness.astype(np.float64), levels.astype(np.float64)
    if min((x < _DARK).sum(), (x > 1 - _DARK).sum()) < _FEWEST:
        return None
    x0, y0 = x.mean(), y.mean()
    contrast = float(((x - x0) * (y - y0)).sum()) / float(((x - x0) ** 2).sum())
    return _Ink(black=float(y0 - contrast * x0), contrast=contrast)


def shows_print(levels: Singles, brightness: Singles) -> bool:
    """Whether pixels that should be ink and paper differ as these do; what covers a tag has one
    shade.
    """
    found = _ink(levels, brightness)
    return found is not None and found.is_print


def _is_darker(dim: _Ink, *, than: _Ink) -> bool:
    gain = dim.contrast / than.contrast
    return (
        _LEAST_GAIN < gain < 1.0
        and dim.black <= than.black + 0.1 * than.contrast
        and dim.black + dim.contrast < than.black + 0.9 * than.contrast
    )


class _Grid:
    """The box around some pixels."""

    def __init__(self, pixels: Pixels) -> None:
        self.left, self.top = int(pixels.x.min()), int(pixels.y.min())
        self.rows, self.columns = pixels.y - self.top, pixels.x - self.left
        self._size = (int(self.rows.max()) + 1, int(self.columns.max()) + 1)
        self.there = self.of(np.ones(len(pixels.x), dtype=np.float32), beyond=0.0)

    def of(self, values: Singles, *, beyond: float = 1.0) -> Singles:
        box = np.full(self._size, beyond, dtype=np.float32)
        box[self.rows, self.columns] = values
        return box

    def spread(self, values: Singles, *, by: float) -> Singles:
        """Blurred over the whole box, as if there were nothing but these pixels."""
        shown = _blurred(self.of(values, beyond=0.0), by)
        return np.asarray(shown / np.maximum(_blurred(self.there, by), 1e-3), dtype=np.float32)

    def smooth(self, values: Singles, *, by: float) -> Singles:
        return np.asarray(self.spread(values, by=by)[self.rows, self.columns])


def _blurred(box: Singles, by: float) -> Singles:
    return np.asarray(cv2.GaussianBlur(box, (0, 0), by, borderType=cv2.BORDER_REPLICATE))
