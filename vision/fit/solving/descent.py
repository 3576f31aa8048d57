"""Moves a picture's tags to their places together, step by step, under one blur."""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.fit.settings import FitSettings
from vision.fit.solving.selected import some_of
from vision.fit.solving.system import Solved, columns_of, solved
from vision.fit.solving.tag_batch import SQUARE, BatchView, TagBatch, viewed
from vision.sighting import Floats

_LONGEST: Final = 0.12
"""Half sides: a third of a cell, beyond which the slopes say nothing."""
_LARGEST_BLUR_STEP: Final = 0.5
_STILL: Final = 0.9
"""Share of tags that no longer move; squares that are no tags may go on wandering."""
_STEADY_BLUR: Final = 0.05
"""A change of the blur's logarithm that is no reason for another step."""
_REJECTED_RATIO: Final = 1.5
"""Residual over the median beyond which a tag has no say in the blur."""


@dataclass(slots=True, kw_only=True, eq=False)
class SettledBatch:
    """A batch after its last step."""

    batch: TagBatch
    view: BatchView
    solved: Solved
    last_step_px: Floats
    """How far the farthest corner of each tag moved last; NaN without contrast."""


def settle(
    batches: list[TagBatch], *, blur_px: float, settings: FitSettings, are_trusted: bool
) -> tuple[list[SettledBatch], float]:
    """All batches of a picture where they fit best, and the picture's blur."""
    views: list[BatchView | None] = [None] * len(batches)
    drift = [np.full(len(batch.matrices), np.inf) for batch in batches]
    found: list[SettledBatch] = []
    made_for = blur_px
    for number in range(settings.steps):
        is_first_look = not (number or are_trusted)
        every = max(settings.every, settings.first_every) if is_first_look else settings.every
        if abs(np.log(blur_px / made_for)) > settings.rebuild_blur:
            made_for = blur_px
        found = []
        for index, batch in enumerate(batches):
            view = views[index]
            is_stale = view is None or view.blur_px != made_for or view.every != every
            if is_stale or np.nanmax(drift[index], initial=0.0) > settings.reselect_px:
                view = viewed(batch, blur_px=made_for, before=view, every=every)
                drift[index] = np.zeros(len(batch.matrices))
            assert view is not None
            views[index] = view
            answer = solved(batch, view, columns=columns_of(batch, view))
            moved = step_of(batch, answer, view=view)
            drift[index] += np.nan_to_num(moved)
            found.append(SettledBatch(batch=batch, view=view, solved=answer, last_step_px=moved))
        step = common_blur_step(found)
        blur_px = float(
            np.clip(made_for * np.exp(step), settings.least_blur_px, settings.most_blur_px)
        )
        is_due = number + 1 >= settings.least_steps and every == settings.every
        if is_due and _is_still(
            found,
            settings,
            blur_change=abs(np.log(blur_px / made_for)),
            most_moving=1 - _STILL if number else 0.0,
        ):
            break
    for each in found:
        _finish(each, settings=settings)
    return found, blur_px


def _finish(settled: SettledBatch, *, settings: FitSettings) -> None:
    """Let the few tags that still move continue alone, under the blur that all have agreed on."""
    for _ in range(settings.steps):
        moving = np.nonzero(settled.last_step_px >= settings.still_px)[0].tolist()
        if not moving:
            return
        few = some_of(settled.batch, moving)
        view = viewed(few, blur_px=settled.view.blur_px)
        answer = solved(few, view, columns=columns_of(few, view))
        settled.last_step_px[moving] = step_of(few, answer, view=view)
        settled.batch.matrices[moving] = few.matrices
        settled.view.pixels.inside[moving] = view.pixels.inside
        for name in Solved.__slots__:
            getattr(settled.solved, name)[moving] = getattr(answer, name)


def _is_still(
    found: list[SettledBatch], settings: FitSettings, *, blur_change: float, most_moving: float
) -> bool:
    """Whether no more than a share of the tags still move, under a blur that hardly changes."""
    moved = np.concatenate([each.last_step_px for each in found])
    still = np.nan_to_num(moved, nan=0.0) < settings.still_px
    is_steady = blur_change < settings.rebuild_blur + _STEADY_BLUR
    return bool(1 - still.mean() <= most_moving) and is_steady


def step_of(batch: TagBatch, answer: Solved, *, view: BatchView) -> Floats:
    """Move each tag by its step, shortened where the step is too bold; how far, in pixels."""
    moves = batch.freedom.moves(SQUARE)
    apart = np.einsum("kdc,nc->nkd", moves, answer.steps)
    longest = np.hypot(apart[..., 0], apart[..., 1]).max(axis=1)
    shorter = np.minimum(1.0, _LONGEST / np.maximum(longest, 1e-12))
    is_known = np.isfinite(longest)
    steps = np.where(is_known[:, None], answer.steps * shorter[:, None], 0.0)
    batch.matrices = batch.freedom.moved(batch.matrices, steps)
    return np.where(is_known, longest * shorter * view.px, np.nan)


def common_blur_step(found: list[SettledBatch]) -> float:
    """The change of the blur's logarithm on which the open tags agree best."""
    steps = np.concatenate([each.solved.blur_step for each in found])
    weights = np.concatenate([each.solved.blur_weight for each in found])
    rms = np.concatenate([each.solved.rms for each in found])
    explained = np.concatenate([each.solved.explained for each in found])
    is_heard = np.isfinite(steps) & np.isfinite(weights) & (explained > 0.5)
    if not is_heard.any():
        return 0.0
    is_heard &= rms <= _REJECTED_RATIO * np.median(rms[is_heard])
    middle = _median(steps[is_heard], weights[is_heard])
    return float(np.clip(middle, -_LARGEST_BLUR_STEP, _LARGEST_BLUR_STEP))


def _median(values: Floats, weights: Floats) -> float:
    """The weighted median: one covered tag must not blur all others.

    >>> _median(np.array([0.1, 5.0, 0.2]), np.array([1.0, 1.0, 1.0]))
    0.2
    """
    order = np.argsort(values)
    heap = np.cumsum(weights[order])
    return float(values[order][int(np.searchsorted(heap, heap[-1] / 2))])


def usual_rms(found: list[SettledBatch]) -> float:
    """The median residual of what really are tags."""
    rms = np.concatenate([each.solved.rms for each in found])
    explained = np.concatenate([each.solved.explained for each in found])
    good: NDArray[np.bool_] = explained > 0.5
    return float(np.median(rms[good] if good.any() else rms))
