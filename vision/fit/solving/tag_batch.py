"""Holds the pixels of many tags at once, and what those pixels should look like.

Points on a tag are counted in half sides from its middle, to the right and down.
"""

from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.fit.pixels.freedom import Freedom
from vision.fit.pixels.shadows import Shadow
from vision.fit.pixels.surfaces import Neighbourhoods, Surface, terms
from vision.fit.pixels.template_cache import TemplateCache
from vision.fit.pixels.templates import Atlas, Singles, atlas_of
from vision.fit.pixels.windows import Pixels, pixels_within
from vision.fit.settings import FitSettings
from vision.sighting import Floats, Grey

SQUARE: Final = np.array([[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]])
"""The corners of a tag in the order of every sighting."""
_WIDE: Final = 256
"""OpenCV looks up tables of less than 32768 columns."""
_NEAR: Final = 1e-3
"""Half sides, for slopes by difference."""


@dataclass(slots=True, kw_only=True)
class TagBatch:
    """Tags of one family that are sampled equally finely, and where they are thought to be."""

    grey: Grey
    surface: Surface
    freedom: Freedom
    patterns: NDArray[np.bool_]
    near: Neighbourhoods
    matrices: Floats
    """n x 3 x 3: from the surface, less the neighbourhood's origin, to points on the tag."""
    samples: int
    settings: FitSettings
    shadows: list[Shadow | None]
    """Over each tag, where one has been found."""
    hidden: NDArray[np.bool_] | None = None
    cache: TemplateCache | None = None

    def seen_at(self, points: Floats) -> Floats:
        """Where points on each tag (k x 2) are in the picture (n x k x 2)."""
        back = np.linalg.inv(self.matrices)
        met = points @ back[:, :, :2].transpose(0, 2, 1) + back[:, None, :, 2]
        return self.surface.pixels(met[..., :2] / met[..., 2:] + self.near.origin[:, None])

    def pixel_slopes(self, points: Floats) -> Floats:
        """How pixels change with points on each tag (n x k x 2 x 2)."""
        right, down = np.array([_NEAR, 0.0]), np.array([0.0, _NEAR])
        around = np.concatenate([points + right, points - right, points + down, points - down])
        seen = self.seen_at(around).reshape(len(self.matrices), 4, len(points), 2)
        across, along = (seen[:, 0] - seen[:, 1]), (seen[:, 2] - seen[:, 3])
        return np.stack([across, along], axis=-1) / (2 * _NEAR)

    def tag_slopes(self) -> Floats:
        """How points in the middle of each tag change with pixels (n x 2 x 2)."""
        slopes = self.pixel_slopes(np.zeros((1, 2)))[:, 0]
        is_good = np.isfinite(slopes).all(axis=(1, 2)) & (np.abs(np.linalg.det(slopes)) > 1e-9)
        found = np.full_like(slopes, np.nan)
        found[is_good] = np.linalg.inv(slopes[is_good])
        return found


@dataclass(slots=True, kw_only=True, eq=False)
class BatchView:
    """The pixels of a batch, and what its tags look like under a blur."""

    pixels: Pixels
    levels: Singles
    """Grey, of each pixel."""
    on_surface: Singles
    """3 x pixels, homogeneous."""
    outlines: Floats
    """n x 4 x 2: the windows that the pixels are from."""
    atlas: Atlas
    blur_px: float
    px: Floats
    """Pixels to a half side of each tag."""
    every: int = 1
    """From every so many rows."""
    light: Singles | None = None
    """On each pixel, where a shadow is known."""
    veil: Singles | None = None
    """Grey levels on top of it."""

    def slices(self) -> list[slice]:
        """Of each tag among the pixels."""
        return [slice(start, end) for start, end in pairwise(self.pixels.starts.tolist())]


def viewed(
    batch: TagBatch, *, blur_px: float, before: BatchView | None = None, every: int = 1
) -> BatchView:
    """Choose the pixels anew, and predict anew where the blur is another than before."""
    slopes = batch.tag_slopes()
    half = batch.patterns.shape[1] / 2
    blur = np.linalg.norm(slopes, axis=2) * half * blur_px
    blur = np.clip(np.nan_to_num(blur, nan=1.0), 1e-3, 3.0)
    limits = batch.settings
    margin = np.clip(
        1 - limits.reach_blur * blur.max(axis=1), limits.least_margin, limits.most_margin
    )
    reach = 1 + margin / half
    outlines = _outlines(batch, reach)
    pixels = pixels_within(outlines, grey=batch.grey, hidden=batch.hidden, every=every)
    atlas = before.atlas if before is not None and before.blur_px == blur_px else None
    with np.errstate(divide="ignore", invalid="ignore"):
        px = 1 / np.sqrt(np.abs(np.linalg.det(slopes)))
    light, veil = _light_on(pixels, batch.shadows)
    return BatchView(
        px=px,
        light=light,
        veil=veil,
        pixels=pixels,
        levels=batch.grey.ravel()
        .take(pixels.y * batch.grey.shape[1] + pixels.x)
        .astype(np.float32),
        on_surface=_on_surface(batch.near, pixels),
        outlines=outlines,
        atlas=atlas or _predicted(batch, blur=blur),
        blur_px=blur_px,
        every=every,
    )


def _predicted(batch: TagBatch, *, blur: Floats) -> Atlas:
    made = atlas_of if batch.cache is None else batch.cache.atlas
    return made(batch.patterns, blur=blur, samples=batch.samples)


def _light_on(
    pixels: Pixels, shadows: list[Shadow | None]
) -> tuple[Singles | None, Singles | None]:
    """The light on each pixel and what veils it; None where there is no shadow at all."""
    if not any(shadows):
        return None, None
    light = np.ones(len(pixels.x), dtype=np.float32)
    veil = np.zeros(len(pixels.x), dtype=np.float32)
    for shadow, (start, end) in zip(shadows, pairwise(pixels.starts.tolist()), strict=True):
        if shadow is not None:
            x, y = pixels.x[start:end], pixels.y[start:end]
            light[start:end], veil[start:end] = shadow.at(x, y), shadow.veil_at(x, y)
    return light, veil


def _outlines(batch: TagBatch, reach: Floats) -> Floats:
    """The tags' squares, larger by a factor each, in the picture."""
    back = np.linalg.inv(batch.matrices)
    corners = SQUARE * reach[:, None, None]
    met = corners @ back[:, :, :2].transpose(0, 2, 1) + back[:, None, :, 2]
    seen = batch.surface.pixels(met[..., :2] / met[..., 2:] + batch.near.origin[:, None])
    # What is behind the camera has no pixels.
    is_seen = np.asarray((np.abs(np.nan_to_num(seen, nan=np.inf)) < 1e6).all(axis=(1, 2)))
    return np.where(is_seen[:, None, None], seen, -1.0)


def _on_surface(near: Neighbourhoods, pixels: Pixels) -> Singles:
    counts = pixels.counts
    scale, middle = np.repeat(1 / near.reach, counts), np.repeat(near.middle, counts, axis=0)
    at = np.empty((2, len(pixels.x)), dtype=np.float32)
    at[0] = (pixels.x - middle[:, 0]) * scale
    at[1] = (pixels.y - middle[:, 1]) * scale
    monomials = terms(at)
    found = np.ones((3, len(pixels.x)), dtype=np.float32)
    ways = near.coefficients.astype(np.float32)
    for tag, start in enumerate(pixels.starts[:-1].tolist()):
        end = int(pixels.starts[tag + 1])
        found[:2, start:end] = ways[tag] @ monomials[:, start:end]
    return found


def on_tags(batch: TagBatch, view: BatchView) -> Singles:
    """Where each pixel is on its tag (2 x pixels)."""
    ways = batch.matrices.astype(np.float32)
    found = np.empty((3, view.on_surface.shape[1]), dtype=np.float32)
    for tag, part in enumerate(view.slices()):
        np.matmul(ways[tag], view.on_surface[:, part], out=found[:, part])
    if batch.freedom.kind == "rigid":
        return found[:2]
    return np.asarray(found[:2] / found[2], dtype=np.float32)


def looked_up(view: BatchView, *, at: Singles) -> Singles:
    """The predicted brightness of each pixel and its three slopes (4 x pixels)."""
    atlas, count = view.atlas, at.shape[1]
    half = atlas.cells / 2
    rows = -(-max(count, 1) // _WIDE)
    maps = np.zeros((2, rows * _WIDE), dtype=np.float32)
    spots = maps[:, :count]
    np.multiply(at, half * atlas.samples, out=spots)
    spots += (half + 1) * atlas.samples
    # Beyond its own picture a tag must not see its neighbour's.
    np.clip(spots, 0.0, atlas.rows - 1.0, out=spots)
    spots[1] += np.repeat(atlas.places * atlas.rows, view.pixels.counts)
    across, down = maps.reshape(2, rows, _WIDE)
    seen = cv2.remap(atlas.picture, across, down, cv2.INTER_LINEAR)
    found = np.asarray(seen).reshape(-1, 4)[:count].T
    return np.ascontiguousarray(found, dtype=np.float32)
