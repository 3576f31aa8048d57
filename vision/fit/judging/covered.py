"""Places a tag that is partly hidden, from a place that is known well.

First only light is fitted, and pixels that differ grossly lose their say; then, step by step, the
limit of what differs grossly comes down to the noise (graduated non-convexity).
"""

from dataclasses import dataclass
from typing import Final

import numpy as np

from vision.fit.pixels.templates import Singles
from vision.fit.solving.descent import SettledBatch, step_of
from vision.fit.solving.selected import some_of
from vision.fit.solving.system import columns_of, residuals, solved
from vision.fit.solving.tag_batch import viewed
from vision.sighting import Floats

_SHARES: Final = (0.4, 0.3, 0.2, 0.15, 0.1)
"""Limits as shares of the contrast, one for each step down."""
_LAST: Final = 3
"""Steps at the limit of the noise."""
_TUKEY: Final = 4.7
"""Standard deviations beyond which Tukey's weight is nothing."""
_HAS_A_SAY: Final = 0.2
"""Weight above which a pixel counts as kept."""
_LEAST_WHITE: Final = 1.0
"""Grey levels; keeps a share of it defined in black pictures."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Refit:
    """A tag after its pixels were chosen."""

    matrix: Floats
    covariance: Floats
    kept: float
    """Share of its window's pixels."""
    explained: float
    """Share of the kept pixels' variance."""
    contrast: float
    """White less black by the kept pixels, as a share of white."""
    last_step_px: float


def refit_covered(settled: SettledBatch, tag: int, *, start: Floats, noise: float) -> Refit:
    """One tag of a batch from where it was trusted to be; noise in grey levels."""
    batch = some_of(settled.batch, [tag])
    batch.matrices = start[None].copy()
    view = viewed(batch, blur_px=settled.view.blur_px)
    columns = columns_of(batch, view)
    left, contrast = _by_medians(columns.brightness, view.levels)
    answer, moved = settled.solved, np.array([np.inf])
    weights = np.zeros_like(left)
    noise = max(noise, 0.5)
    for share in (*_SHARES, *(0.0,) * _LAST):
        limit = max(share * contrast, _TUKEY * noise)
        weights = np.clip(1 - (left / limit) ** 2, 0.0, None) ** 2
        answer = solved(batch, view, columns=columns, weights=weights)
        moved = step_of(batch, answer, view=view)
        if moved[0] > batch.settings.reselect_px:
            view = viewed(batch, blur_px=view.blur_px, before=view)
            columns = columns_of(batch, view)
            left, contrast = _by_medians(columns.brightness, view.levels)
            continue
        columns = columns_of(batch, view)
        left = residuals(view, columns, weights=weights)
    kept = float((weights > _HAS_A_SAY).mean()) if len(weights) else 0.0
    return Refit(
        matrix=batch.matrices[0],
        covariance=answer.covariance[0],
        kept=kept * float(view.pixels.inside[0]),
        explained=float(answer.explained[0]),
        contrast=float(answer.contrast[0] / max(answer.white[0], _LEAST_WHITE)),
        last_step_px=float(moved[0]),
    )


def _by_medians(brightness: Singles, levels: Singles) -> tuple[Singles, float]:
    """Residuals from the medians of what should be black and white, and the contrast."""
    dark, light = levels[brightness < 0.1], levels[brightness > 0.9]
    if not len(dark) or not len(light):
        return np.full_like(levels, np.inf), 1.0
    black, white = float(np.median(dark)), float(np.median(light))
    predicted = np.float32(black) + np.float32(white - black) * brightness
    return levels - predicted, max(abs(white - black), 1.0)
