"""Places a tag that lies partly in shadow, and says how sure that place is.

Nothing tells a shadow from a sheet of paper but how well its light explains the tag: where paper
lies over black cells, or ink over white ones, no light that changes this slowly does.
"""

from dataclasses import dataclass, replace
from enum import Enum, auto
from typing import Final

import numpy as np

from vision.fit.judging.plausible import Remains, remains
from vision.fit.pixels.shadows import Shadow, hardened, shadow_over, straightened
from vision.fit.pixels.two_lights import parted, shows_print
from vision.fit.settings import ShadeSettings
from vision.fit.solving.descent import SettledBatch, step_of
from vision.fit.solving.selected import some_of
from vision.fit.solving.system import Solved, columns_of, solved
from vision.fit.solving.tag_batch import BatchView, TagBatch, on_tags, viewed
from vision.sighting import Floats

_FEWEST: Final = 40
"""Pixels below which a tag has too little to show both a shadow and itself."""
_DARKEST_SHARE: Final = 0.02
"""The share of pixels that may have less light than the least: their own noise does that."""
_BLACKS: Final = (0.02, 0.9)
"""Of white, between which the grey level of black is looked for."""
_SOME_TAG: Final = 0.8
"""Share of the variance from which on a square is counted as some tag or other."""
_FEWEST_LIT: Final = 8
"""Tags, of which half may lie in shadows."""
_LIT: Final = 0.75
"""The middle of the better half."""
_MOST_USUAL: Final = 0.03
"""Of the contrast: in a picture of many shaded tags nothing else says what noise is."""


class _Edges(Enum):
    """How light may change over a tag."""

    SOFT = auto()
    """In any way, but slowly."""
    HARD = auto()
    """At once, from full light to one depth."""
    STRAIGHT = auto()
    """Along one line."""
    PARTED = auto()
    """At once, and black and white are otherwise in either part."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Relit:
    """A tag alone, explained under the light that is on it."""

    settled: SettledBatch
    darkest: float
    """Light of its darkest part, as a share of its brightest."""
    spread: float
    """Share of its pixels that are nearer to the darkest than to full light."""
    is_stiff: bool
    """Whether such light has too few ways to bend to what is no shadow, and ink and paper differ in
    the dark, too."""

    @property
    def share(self) -> float:
        """Residual as a share of the contrast."""
        return float(shares_of(self.settled.solved)[0])


@dataclass(frozen=True, slots=True, kw_only=True)
class LitTags:
    """What is left of the tags of a picture on which no shadow lies.

    Glare, sharpening and coarse noise spoil them all alike, and a shaded tag cannot do better.
    """

    explained: float
    share: float
    """Residual as a share of the contrast."""


def lit_tags(found: list[SettledBatch]) -> LitTags | None:
    """What is usual of the better half; None where too few tags say so."""
    explained = np.concatenate([each.solved.explained for each in found])
    shares = np.concatenate([shares_of(each.solved) for each in found])
    is_tag = np.isfinite(shares) & (explained > _SOME_TAG)
    if is_tag.sum() < _FEWEST_LIT:
        return None
    return LitTags(
        explained=float(np.quantile(explained[is_tag], _LIT)),
        share=float(np.quantile(shares[is_tag], 1 - _LIT)),
    )


def relight(
    settled: SettledBatch,
    *,
    usual_share: float,
    lit: LitTags | None,
    least_explained: list[float],
    settings: ShadeSettings,
) -> None:
    """Give every tag of a batch that only a shadow can explain its shadow, and its place there.

    A tag that light explains less well than it has to (`least_explained`, one for each, or nearly
    what is usual of `lit` tags) stays as it is: sharpening and tone curves leave residuals, too,
    and are no shadow.
    """
    limits = _Limits(most_share=settings.most_share, as_lit=1.0, settings=settings)
    if lit is not None:
        rough = min(settings.than_lit * lit.share, settings.most_rough_share)
        limits = replace(
            limits,
            most_share=max(settings.most_share, rough),
            as_lit=max(lit.explained - settings.below_lit, settings.least_rough),
        )
    usual = min(usual_share, _MOST_USUAL)
    shares = shares_of(settled.solved)
    is_odd = (shares > settings.from_ratio * usual) & (settled.solved.contrast > 0)
    for tag in np.nonzero(is_odd)[0].tolist():
        plain = remains(settled, tag)
        if plain.grain < settings.least_grain or plain.oddest_cell > settings.wrong_if_stiff:
            continue
        most = float(shares[tag]) * (1 - settings.least_gain) ** 0.5
        allowed = [
            each
            for each in relit(settled, tag, settings=settings)
            if each.share <= most
            and limits.allow(each, plain=plain, least_explained=least_explained[tag])
        ]
        if not allowed:
            continue
        # What explains a tag with few ways to bend is so, even if slow light leaves less.
        again = min(allowed, key=lambda it: it.share / (settings.than_slow if it.is_stiff else 1))
        taken = 1 + ((1 - again.darkest) / settings.deep) ** 2
        again.settled.solved.covariance *= settings.widening * taken
        _replace(settled, tag, again=again.settled)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Limits:
    """What a shadow's light has to leave of a tag in one picture."""

    most_share: float
    as_lit: float
    settings: ShadeSettings

    def allow(self, again: Relit, *, plain: Remains, least_explained: float) -> bool:
        explained, settings = float(again.settled.solved.explained[0]), self.settings
        if again.is_stiff and again.share <= settings.most_stiff_share:
            after = remains(again.settled, 0)
            # Letters bend to a tag of any size and lean, but not to one that is known.
            is_known = again.settled.batch.freedom.kind == "rigid"
            least = min(self.as_lit, settings.least_stiff) if is_known else self.as_lit
            if (
                explained >= min(least, least_explained)
                and after.grain <= settings.stiff_grain
                and after.oddest_cell <= settings.stiff_cell
            ):
                return True
        is_wide = again.spread >= settings.least_spread
        return (
            again.darkest >= settings.darkest
            and again.share <= self.most_share
            and explained >= min(self.as_lit, least_explained)
            and plain.oddest_cell <= settings.wrong_cell
            and (is_wide or plain.oddest_cell <= settings.oddest_cell)
        )


def shares_of(answer: Solved) -> Floats:
    """Residuals as shares of the contrast."""
    return np.asarray(answer.rms / np.maximum(np.abs(answer.contrast), 1e-6))


def relit(settled: SettledBatch, tag: int, *, settings: ShadeSettings) -> list[Relit]:
    """One tag of a batch, from where it settled, under each light that may be over it.

    Where slow light explains too little, no other is tried.
    """
    slow = _relit(settled, tag, settings=settings, kind=_Edges.SOFT)
    if slow is None:
        return []
    found = [slow]
    for kind in (_Edges.HARD, _Edges.STRAIGHT, _Edges.PARTED):
        least = min(found, key=lambda each: each.share)
        is_deep = kind is _Edges.PARTED and least.darkest < settings.darkest
        if not (is_deep or settings.soft_share < least.share) or (
            least.share >= settings.hopeless_share
        ):
            continue
        other = _relit(settled, tag, settings=settings, kind=kind)
        found += [other] if other is not None else []
    return found


def _relit(
    settled: SettledBatch, tag: int, *, settings: ShadeSettings, kind: _Edges
) -> Relit | None:
    batch = some_of(settled.batch, [tag])
    answer, at = settled.solved, tag
    found: Relit | None = None
    for _ in range(settings.steps):
        batch.shadows = [None]
        view = viewed(batch, blur_px=settled.view.blur_px)
        if len(view.levels) < _FEWEST:
            return None
        white, contrast = float(answer.white[at]), float(answer.contrast[at])
        black = (white - contrast) / max(white, 1.0)
        if not _shade(batch, view, black=black, settings=settings, kind=kind):
            return None
        assert view.light is not None
        answer, at = solved(batch, view, columns=columns_of(batch, view)), 0
        moved = step_of(batch, answer, view=view)
        if not np.isfinite(moved).all():
            return None
        own = view.light[view.light > 0]
        darkest = float(np.quantile(own, _DARKEST_SHARE)) if len(own) else 0.0
        found = Relit(
            settled=SettledBatch(batch=batch, view=view, solved=answer, last_step_px=moved),
            darkest=darkest,
            spread=float((view.light < (1 + darkest) / 2).mean()),
            is_stiff=kind is _Edges.PARTED
            or (kind is _Edges.STRAIGHT and _shows_print(batch, view, darkest=darkest)),
        )
    return found


def _shows_print(batch: TagBatch, view: BatchView, *, darkest: float) -> bool:
    assert view.light is not None
    is_dark = view.light < (1 + darkest) / 2
    brightness = columns_of(batch, view).brightness
    return shows_print(view.levels[is_dark], brightness[is_dark])


def _shade(
    batch: TagBatch, view: BatchView, *, black: float, settings: ShadeSettings, kind: _Edges
) -> bool:
    """Find the shadow over the only tag of a batch, if it has such a one; `black` is a share of
    white.
    """
    black = min(max(black, _BLACKS[0]), _BLACKS[1])
    brightness = columns_of(batch, view).brightness
    expected = (black + (1 - black) * brightness).astype(np.float32)
    shadow = shadow_over(
        view.pixels,
        view.levels,
        expected=expected,
        softness_px=settings.softness_cells * float(view.px[0]) * 2 / batch.patterns.shape[1],
    )
    chosen: Shadow | None = shadow
    if kind is _Edges.PARTED:
        at = on_tags(batch, view)
        cell_px = float(view.px[0]) * 2 / batch.patterns.shape[1]
        chosen = parted(
            shadow,
            view.pixels,
            levels=view.levels,
            brightness=brightness,
            out=np.abs(at).max(axis=0),
            blur_px=view.blur_px,
            grain_px=0.3 * cell_px,
        )
    elif kind is _Edges.HARD:
        chosen = hardened(shadow, blur_px=view.blur_px)
    elif kind is _Edges.STRAIGHT:
        chosen = straightened(
            shadow, view.pixels, levels=view.levels, expected=expected, blur_px=view.blur_px
        )
    if chosen is None:
        return False
    batch.shadows = [chosen]
    view.light = chosen.at(view.pixels.x, view.pixels.y)
    view.veil = chosen.veil_at(view.pixels.x, view.pixels.y)
    return True


def _replace(settled: SettledBatch, tag: int, *, again: SettledBatch) -> None:
    settled.batch.matrices[tag] = again.batch.matrices[0]
    settled.batch.shadows[tag] = again.batch.shadows[0]
    settled.last_step_px[tag] = again.last_step_px[0]
    for name in Solved.__slots__:
        getattr(settled.solved, name)[tag] = getattr(again.solved, name)[0]
