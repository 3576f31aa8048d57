"""Checks cell by cell whether print and light could have made what a fit explains.

A share of the variance says little of one cell: where one of a square's is not the tag's, that cell
alone is left over in full contrast. And letters fit by light that no lamp makes: with strong
contrast on one side and next to none on the other.
"""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from vision.fit.settings import IdentitySettings
from vision.fit.solving.descent import SettledBatch
from vision.fit.solving.selected import some_of
from vision.fit.solving.system import columns_of, lit
from vision.fit.solving.tag_batch import on_tags, viewed

_OUTSIDE: Final = 0.35
"""Cells beyond the black edge where paper is looked for; it may be cut soon after."""
_SPOTS: Final = 13
"""Along each side."""
_LEAST_LIGHT: Final = 0.1
"""Of the brightest: in deeper shadow there is nothing to tell."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Remains:
    """What light and print leave unexplained of one tag, and how much light had to bend."""

    cell_px: float
    """Pixels along a cell."""
    slope: float
    """Change of the contrast over half a side, as a share of it."""
    oddest_cell: float
    """The largest mean of what is left over in one cell, as a share of the contrast."""
    grain: float
    """Mean square of the cells' means in that of noise as strong: one, where only noise is left."""

    def is_plausible(self, identity: IdentitySettings) -> bool:
        """Whether a tag can have been printed and lit like this."""
        return self.slope <= identity.most_slope and self.oddest_cell <= identity.oddest_cell


def remains(settled: SettledBatch, tag: int) -> Remains:
    """Of one tag of a batch, where it was placed; a cell out of view says nothing."""
    batch = some_of(settled.batch, [tag])
    view = viewed(batch, blur_px=settled.view.blur_px)
    columns = columns_of(batch, view)
    cells = batch.patterns.shape[1]
    light = lit(columns, slice(None), ways=batch.freedom.count)
    at = np.floor((on_tags(batch, view) + 1) * (cells / 2)).astype(np.int64)
    inside = ((at >= 0) & (at < cells)).all(axis=0)
    place, left = (at[1] * cells + at[0])[inside], light.left[inside]
    count = np.maximum(np.bincount(place, minlength=cells * cells), 1)
    means = np.bincount(place, weights=left, minlength=cells * cells) / count
    noise = float(light.left @ light.left) / max(light.left.size - len(columns.rows) + 1, 1)
    return Remains(
        cell_px=float(view.px[0]) * 2 / cells,
        slope=light.slope,
        oddest_cell=float(np.abs(means).max()),
        grain=float((count * means**2).mean()) / max(noise, 1e-12),
    )


def paper_around(settled: SettledBatch, tag: int) -> float:
    """How bright the ground around one tag is, from 0 for its black to 1 for its white.

    Paper is white there but for the blur, which lets in black and what lies beyond; under a shadow
    it is as dark as the shadow makes white.
    """
    batch = some_of(settled.batch, [tag])
    reach = 1 + 2 * _OUTSIDE / batch.patterns.shape[1]
    along = np.linspace(-1.0, 1.0, _SPOTS)
    beside = np.full(_SPOTS, reach)
    sides = ((along, -beside), (beside, along), (along, beside), (-beside, along))
    spots = batch.seen_at(np.concatenate([np.stack(side, axis=1) for side in sides]))[0]
    at = spots.astype(np.float32)
    seen = cv2.remap(
        batch.grey, at[:, 0], at[:, 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    shades = np.asarray(seen, dtype=np.float64).ravel()
    shadow = batch.shadows[0]
    if shadow is not None:
        x, y = np.round(spots).astype(np.int64).T
        shades = (shades - shadow.veil_at(x, y)) / np.maximum(shadow.at(x, y), _LEAST_LIGHT)
    white, contrast = float(settled.solved.white[tag]), float(settled.solved.contrast[tag])
    return (float(np.median(shades)) - (white - contrast)) / contrast
