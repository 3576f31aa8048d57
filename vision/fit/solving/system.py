"""Solves each tag's least squares: which step explains its pixels best, and how surely."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from vision.fit.pixels.templates import Singles
from vision.fit.solving.tag_batch import BatchView, TagBatch, looked_up, on_tags
from vision.sighting import Floats

LIGHTS: Final = 8
"""Columns after the ways to move: contrast, brightness, the slopes of both to the right and down,
how the picture changes with blur, and with the curve between light and grey level."""
_CONTRAST: Final = 0
_BLUR: Final = 6
GREY: Final = 64.0
"""Grey levels are divided by it, so that all columns are of one size."""
_MIDDLE: Final = 128.0
"""Grey level that is taken off all others, for sums of small numbers."""
_RIDGE: Final = 1e-9
"""Keeps a system solvable in which columns are alike; far below what noise does."""
_FAINT: Final = 1.0
"""Contrast in grey levels below which nothing is known of a tag."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Lit:
    """With what light a tag is explained at its place, all as shares of its contrast."""

    left: Singles
    """Of each pixel, unexplained."""
    slope: float
    """Change of the contrast over half a side, in its steepest direction."""


@dataclass(slots=True, kw_only=True, eq=False)
class Columns:
    """The system of all pixels: what explains them, and what is to be explained."""

    rows: Singles
    """The ways to move, eight of light, and last the pixels themselves."""
    brightness: Singles
    """Predicted, 0 to 1."""


@dataclass(slots=True, kw_only=True, eq=False)
class Solved:
    """What the least squares say of n tags."""

    steps: Floats
    """n x ways to move; NaN where a tag has no contrast."""
    covariance: Floats
    """n x ways x ways, of the steps."""
    contrast: Floats
    """White less black, in grey levels; below 0 the tag is a negative."""
    white: Floats
    """Grey level of the tag's paper."""
    blur_step: Floats
    """By which the logarithm of the blur should change."""
    blur_weight: Floats
    """One over its variance."""
    squares: Floats
    """Sum of the squared residuals, in grey levels."""
    freely: Floats
    """Pixels less parameters."""
    explained: Floats
    """Share of the variance that the tag explains at this place and blur, the light adapted."""

    @property
    def rms(self) -> Floats:
        """Residual of each tag in grey levels."""
        found: Floats = np.sqrt(np.maximum(self.squares, 0.0) / self.freely)
        return found


def columns_of(batch: TagBatch, view: BatchView, *, at: Singles | None = None) -> Columns:
    """What explains each pixel, from where the tags are now thought to be, or from points on them
    that pixels show (`at`).
    """
    at = on_tags(batch, view) if at is None else at
    bright, right, down, blurred = looked_up(view, at=at)
    half = np.float32(batch.patterns.shape[1] / 2)
    count = batch.freedom.count
    rows = np.empty((count + LIGHTS + 1, bright.size), dtype=np.float32)
    batch.freedom.columns(at, np.stack([right * half, down * half]), into=rows)
    light = rows[count:]
    light[0], light[1] = bright, 1.0
    light[2:4] = at
    np.multiply(at, bright, out=light[4:6])
    # Contrast keeps its column; these two are gradients of it.
    light[_BLUR] = blurred
    light[7] = bright * (1 - bright)
    light[8] = (view.levels - _MIDDLE) / np.float32(GREY)
    if view.light is not None:
        # What is explained lies in the shadow as well, so that noise weighs the same everywhere.
        rows[:-1] *= view.light
        rows[-1] += (1 - view.light) * np.float32(_MIDDLE / GREY)
    if view.veil is not None:
        rows[-1] -= view.veil / np.float32(GREY)
    return Columns(rows=rows, brightness=bright)


def solved(
    batch: TagBatch, view: BatchView, *, columns: Columns, weights: Singles | None = None
) -> Solved:
    """The best step of each tag; with weights (one a pixel) the covariance is the sandwich's."""
    rows, count = columns.rows, batch.freedom.count
    size = len(rows)
    grams = np.empty((len(batch.matrices), size, size))
    seconds = np.empty_like(grams) if weights is not None else None
    for tag, part in enumerate(view.slices()):
        own = rows[:, part]
        if weights is None or seconds is None:
            grams[tag] = own @ own.T
        else:
            weighted = own * weights[part]
            grams[tag], seconds[tag] = weighted @ own.T, weighted @ weighted.T
    inverse = _inverse(grams[:, :-1, :-1])
    parts = (inverse @ grams[:, :-1, -1:])[..., 0]
    squares = np.empty(len(grams))
    unexplained = np.concatenate([-parts, np.ones((len(parts), 1))], axis=1).astype(np.float32)
    for tag, part in enumerate(view.slices()):
        left = unexplained[tag] @ rows[:, part]
        squares[tag] = left @ left if weights is None else (left * weights[part]) @ left
    amount = view.pixels.counts.astype(np.float64)
    if weights is not None:
        amount = np.array([float(weights[part].sum()) for part in view.slices()])
    freely = np.maximum(amount - (size - 1), 1.0)
    spread = inverse if seconds is None else inverse @ seconds[:, :-1, :-1] @ inverse
    spread = spread * (squares / freely)[:, None, None]
    contrast = parts[:, count + _CONTRAST]
    is_seen = np.abs(contrast) * GREY > _FAINT
    by = np.where(is_seen, contrast, np.nan)
    return Solved(
        steps=parts[:, :count] / by[:, None],
        covariance=spread[:, :count, :count] / by[:, None, None] ** 2,
        contrast=contrast * GREY,
        white=(contrast + parts[:, count + 1]) * GREY + _MIDDLE,
        blur_step=parts[:, count + _BLUR] / by + view.atlas.over,
        blur_weight=by**2 / np.maximum(spread[:, count + _BLUR, count + _BLUR], 1e-30),
        squares=squares * GREY**2,
        freely=freely,
        explained=_explained(grams, count=count),
    )


def _inverse(grams: Floats) -> Floats:
    """Of symmetric matrices (n x k x k)."""
    unit, scale = _with_unit_diagonal(grams)
    found: Floats = np.linalg.inv(unit) / (scale[:, :, None] * scale[:, None, :])
    return found


def _with_unit_diagonal(grams: Floats) -> tuple[Floats, Floats]:
    """Symmetric matrices (n x k x k) brought to ones on their diagonals, and by what (n x k)."""
    scale = np.sqrt(np.maximum(np.diagonal(grams, axis1=1, axis2=2), 1e-12))
    unit = grams / (scale[:, :, None] * scale[:, None, :])
    along = np.arange(grams.shape[1])
    # A tag without pixels has a row of zeros.
    is_empty = unit[:, along, along] < 0.5
    unit[:, along, along] += np.where(is_empty, 1.0, _RIDGE)
    return unit, scale


def _explained(grams: Floats, *, count: int) -> Floats:
    """R² of light alone: no step and no other blur may help a wrong number to fit."""
    chosen = [count, count + 1, count + 2, count + 3, count + 4, count + 5, count + 7]
    normal = grams[:, chosen][:, :, chosen]
    right = grams[:, chosen, -1]
    unit, scale = _with_unit_diagonal(normal)
    right = right / scale
    fitted = (right * np.linalg.solve(unit, right[..., None])[..., 0]).sum(axis=1)
    number = grams[:, count + 1, count + 1]
    total = grams[:, -1, -1] - grams[:, count + 1, -1] ** 2 / np.maximum(number, 1e-9)
    left = grams[:, -1, -1] - fitted
    found: Floats = np.where(total > 1e-6, 1 - left / np.maximum(total, 1e-6), 0.0)
    return found


def residuals(view: BatchView, columns: Columns, *, weights: Singles) -> Singles:
    """Grey levels that the best light and step leave unexplained, of each pixel."""
    rows = columns.rows
    found = np.empty(rows.shape[1], dtype=np.float32)
    for part in view.slices():
        own = rows[:, part]
        weighted = own * weights[part]
        gram = (weighted @ own.T).astype(np.float64)[None]
        parts = (_inverse(gram[:, :-1, :-1]) @ gram[:, :-1, -1:])[0, :, 0]
        found[part] = (own[-1] - parts.astype(np.float32) @ own[:-1]) * np.float32(GREY)
    return found


def lit(columns: Columns, part: slice, *, ways: int) -> Lit:
    """The light of the tag whose pixels those are; `ways` is in how many it may move."""
    own = columns.rows[:, part]
    gram = (own @ own.T).astype(np.float64)[None]
    parts = (_inverse(gram[:, :-1, :-1]) @ gram[:, :-1, -1:])[0, :, 0]
    scale = 1 / max(abs(float(parts[ways + _CONTRAST])), _FAINT / GREY)
    light = parts[ways:] * scale
    left = (own[-1] - parts.astype(np.float32) @ own[:-1]) * np.float32(scale)
    return Lit(
        left=np.asarray(left, dtype=np.float32),
        slope=float(np.hypot(light[4], light[5])),
    )
