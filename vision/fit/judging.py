"""Knows what became of each tag after the last step: placed, covered, lost, unlike or rivalled."""

from dataclasses import dataclass, replace

import numpy as np

from vision.fit.covered import refit_covered
from vision.fit.crowd import SQUARE, Crowd
from vision.fit.descent import Settled, usual_rms
from vision.fit.identity import rivals_explain
from vision.fit.placed import Fit, Outcome
from vision.fit.settings import FitSettings, IdentitySettings
from vision.sighting import Floats
from vision.tag_family import TagFamily


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Judged:
    """A crowd's tags with everything that is known of them."""

    crowd: Crowd
    covariance: Floats
    """Of the last steps (n x ways x ways), widened where a tag is partly covered."""
    fits: tuple[Fit, ...]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Bench:
    """By what all tags of a picture are judged."""

    family: TagFamily
    settings: FitSettings
    identity: IdentitySettings
    usual: float
    """Median residual, in grey levels."""
    usual_share: float
    """Median residual as a share of the contrast."""
    tags: int
    """How many there are to say what is usual."""


def bench_for(
    found: list[Settled], *, family: TagFamily, settings: FitSettings, identity: IdentitySettings
) -> Bench:
    """What is usual in this picture."""
    shares = np.concatenate([_share(each) for each in found])
    good = np.isfinite(shares)
    return Bench(
        family=family,
        settings=settings,
        identity=identity,
        usual=usual_rms(found),
        usual_share=float(np.median(shares[good])) if good.any() else 1.0,
        tags=len(shares),
    )


def _share(settled: Settled) -> Floats:
    explained = settled.solved.explained
    found: Floats = np.where(
        explained > 0.5, settled.solved.rms / np.abs(settled.solved.contrast), np.nan
    )
    return found


def judged(settled: Settled, *, numbers: list[int], starts: Floats, bench: Bench,
           trusted: list[bool]) -> Judged:  # fmt: skip
    """Each tag's outcome; `starts` are the matrices that the descent began with."""
    answer, crowd, settings = settled.solved, settled.crowd, bench.settings
    # Noise is as strong everywhere, what the model lacks grows with contrast: a tag is covered
    # only where neither is an excuse.
    ratio = np.minimum(
        answer.rms / bench.usual,
        answer.rms / np.maximum(np.abs(answer.contrast), 1e-6) / bench.usual_share,
    )
    is_odd = ratio > settings.covered_ratio
    if bench.tags < 4:
        is_odd |= answer.explained < settings.covered_r2
    before = _corners_from(crowd, starts)
    kept = settled.view.pixels.inside.copy()
    covariance = answer.covariance.copy()
    explained = answer.explained.copy()
    outcomes = [Outcome.PLACED] * len(numbers)
    last = settled.last_step_px.copy()
    least = bench.identity.least_for(bench.family.cells)
    sides = _sides(before)
    for tag in range(len(numbers)):
        if not np.isfinite(covariance[tag]).all() or answer.contrast[tag] <= 0:
            outcomes[tag] = Outcome.LOST
        elif is_odd[tag] and trusted[tag]:
            again = refit_covered(settled, tag, start=starts[tag], noise=bench.usual)
            crowd.matrices[tag] = again.matrix
            covariance[tag] = again.covariance * settings.covered_widening
            kept[tag] = min(kept[tag], again.kept)
            last[tag], explained[tag] = again.last_step_px, again.explained
            if again.kept < settings.least_kept:
                outcomes[tag] = Outcome.COVERED
        elif is_odd[tag] and explained[tag] >= least / 2:
            outcomes[tag] = Outcome.COVERED
    after = crowd.seen_at(SQUARE)
    moved = np.hypot(*np.moveaxis(after - before, -1, 0)).max(axis=1)
    for tag, outcome in enumerate(outcomes):
        if outcome is not Outcome.PLACED:
            continue
        limit = settings.farthest_px if is_odd[tag] else 0.35 * sides[tag]
        if not (moved[tag] < limit and last[tag] < 0.5):
            outcomes[tag] = Outcome.COVERED if is_odd[tag] else Outcome.LOST
        elif explained[tag] < least:
            outcomes[tag] = Outcome.UNLIKE
        elif explained[tag] < bench.identity.sure_r2:
            rival = rivals_explain(
                settled, tag, number=numbers[tag], family=bench.family, identity=bench.identity
            )
            if rival > explained[tag] - bench.identity.lead:
                outcomes[tag] = Outcome.RIVALLED
    fits = tuple(
        Fit(
            outcome=outcomes[tag],
            explained=float(explained[tag]),
            residual_ratio=float(ratio[tag]),
            kept=float(kept[tag]),
            last_step_px=float(last[tag]),
            moved_px=float(moved[tag]),
            white=float(answer.white[tag]),
            contrast=float(answer.contrast[tag]),
        )
        for tag in range(len(numbers))
    )
    return Judged(crowd=crowd, covariance=covariance, fits=fits)


def _corners_from(crowd: Crowd, matrices: Floats) -> Floats:
    return replace(crowd, matrices=matrices).seen_at(SQUARE)


def _sides(corners: Floats) -> Floats:
    along = corners - np.roll(corners, 1, axis=1)
    found: Floats = np.hypot(along[..., 0], along[..., 1]).min(axis=1)
    return found
