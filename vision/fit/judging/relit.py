"""Places a tag that lies partly in shadow, and says how sure that place is.

Nothing tells a shadow from a sheet of paper but how well its light explains the tag: where paper
lies over black cells, or ink over white ones, no light that changes this slowly does.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np

from vision.fit.judging.plausible import remains
from vision.fit.pixels.shadows import hardened, shadow_over
from vision.fit.settings import ShadeSettings
from vision.fit.solving.descent import SettledBatch, step_of
from vision.fit.solving.selected import some_of
from vision.fit.solving.system import Solved, columns_of, solved
from vision.fit.solving.tag_batch import BatchView, TagBatch, viewed
from vision.sighting import Floats

_FEWEST: Final = 40
"""Pixels below which a tag has too little to show both a shadow and itself."""
_DARKEST_SHARE: Final = 0.02
"""The share of pixels that may have less light than the least: their own noise does that."""
_BLACKS: Final = (0.02, 0.9)
"""Of white, between which the grey level of black is looked for."""
_MOST_USUAL: Final = 0.03
"""Of the contrast: in a picture of many shaded tags nothing else says what noise is."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Relit:
    """A tag alone, explained under the light that is on it."""

    settled: SettledBatch
    darkest: float
    """Light of its darkest part, as a share of its brightest."""
    spread: float
    """Share of its pixels that are nearer to the darkest than to full light."""

    @property
    def share(self) -> float:
        """Residual as a share of the contrast."""
        return float(shares_of(self.settled.solved)[0])


def relight(
    settled: SettledBatch,
    *,
    usual_share: float,
    least_explained: list[float],
    settings: ShadeSettings,
) -> None:
    """Give every tag of a batch that only a shadow can explain its shadow, and its place there.

    A tag that light explains less well than it has to (`least_explained`, one for each) stays as it
    is: sharpening and tone curves leave residuals, too, and are no shadow.
    """
    usual = min(usual_share, _MOST_USUAL)
    shares = shares_of(settled.solved)
    is_odd = (shares > settings.from_ratio * usual) & (settled.solved.contrast > 0)
    for tag in np.nonzero(is_odd)[0].tolist():
        plain = remains(settled, tag)
        if plain.grain < settings.least_grain or plain.oddest_cell > settings.wrong_cell:
            continue
        again = relit(settled, tag, settings=settings)
        if again is None or again.darkest < settings.darkest or again.share > settings.most_share:
            continue
        explained = float(again.settled.solved.explained[0])
        gain = 1 - (again.share / float(shares[tag])) ** 2
        if gain < settings.least_gain or explained < least_explained[tag]:
            continue
        if plain.oddest_cell > settings.oddest_cell and again.spread < settings.least_spread:
            continue
        taken = 1 + ((1 - again.darkest) / settings.deep) ** 2
        again.settled.solved.covariance *= settings.widening * taken
        _replace(settled, tag, again=again.settled)


def shares_of(answer: Solved) -> Floats:
    """Residuals as shares of the contrast."""
    return np.asarray(answer.rms / np.maximum(np.abs(answer.contrast), 1e-6))


def relit(settled: SettledBatch, tag: int, *, settings: ShadeSettings) -> Relit | None:
    """One tag of a batch, from where it settled; None where too few of its pixels are in view."""
    soft = _relit(settled, tag, settings=settings, is_hard=False)
    if soft is None or soft.share <= settings.soft_share:
        return soft
    hard = _relit(settled, tag, settings=settings, is_hard=True)
    return hard if hard is not None and hard.share < soft.share else soft


def _relit(
    settled: SettledBatch, tag: int, *, settings: ShadeSettings, is_hard: bool
) -> Relit | None:
    batch = some_of(settled.batch, [tag])
    answer, own = settled.solved, tag
    found: Relit | None = None
    for _ in range(settings.steps):
        batch.shadows = [None]
        view = viewed(batch, blur_px=settled.view.blur_px)
        if len(view.levels) < _FEWEST:
            return None
        white, contrast = float(answer.white[own]), float(answer.contrast[own])
        black = (white - contrast) / max(white, 1.0)
        if not _shade(batch, view, black=black, settings=settings, is_hard=is_hard):
            return None
        assert view.light is not None
        answer, own = solved(batch, view, columns=columns_of(batch, view)), 0
        moved = step_of(batch, answer, view=view)
        if not np.isfinite(moved).all():
            return None
        darkest = float(np.quantile(view.light, _DARKEST_SHARE))
        found = Relit(
            settled=SettledBatch(batch=batch, view=view, solved=answer, last_step_px=moved),
            darkest=darkest,
            spread=float((view.light < (1 + darkest) / 2).mean()),
        )
    return found


def _shade(
    batch: TagBatch, view: BatchView, *, black: float, settings: ShadeSettings, is_hard: bool
) -> bool:
    """Find the shadow over the only tag of a batch, if it has such a one; `black` is a share of
    white.
    """
    black = min(max(black, _BLACKS[0]), _BLACKS[1])
    brightness = columns_of(batch, view).brightness
    shadow = shadow_over(
        view.pixels,
        view.levels,
        expected=(black + (1 - black) * brightness).astype(np.float32),
        softness_px=settings.softness_cells * float(view.px[0]) * 2 / batch.patterns.shape[1],
    )
    chosen = hardened(shadow, blur_px=view.blur_px) if is_hard else shadow
    if chosen is None:
        return False
    batch.shadows = [chosen]
    view.light = chosen.at(view.pixels.x, view.pixels.y)
    return True


def _replace(settled: SettledBatch, tag: int, *, again: SettledBatch) -> None:
    settled.batch.matrices[tag] = again.batch.matrices[0]
    settled.batch.shadows[tag] = again.batch.shadows[0]
    settled.last_step_px[tag] = again.last_step_px[0]
    for name in Solved.__slots__:
        getattr(settled.solved, name)[tag] = getattr(again.solved, name)[0]
