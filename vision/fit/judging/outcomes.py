"""Decides what became of each tag at last: placed, covered, lost, unlike or rivalled."""

from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.fit.judging.bent import bending
from vision.fit.judging.covered import refit_covered
from vision.fit.judging.identity import rivals_explain
from vision.fit.judging.perspective import most_narrowings, narrowings
from vision.fit.judging.plausible import paper_around, remains
from vision.fit.placed import Fit, FitOutcome
from vision.fit.settings import FitSettings, IdentitySettings
from vision.fit.solving.descent import SettledBatch, usual_rms
from vision.fit.solving.tag_batch import SQUARE, TagBatch
from vision.sighting import Floats
from vision.tags.tag_family import TagFamily

_FEW: Final = 4
"""Tags that are too few to say what is usual."""
_LEAST_GREY: Final = 1e-6
"""Keeps divisions defined in pictures without any noise or contrast."""
_HUNDREDTH: Final = 0.01
"""Of an inch."""
_RESTLESS_PX: Final = 0.5
"""A last step that is longer leads nowhere."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Judged:
    """A batch's tags with everything that is known of them."""

    batch: TagBatch
    covariance: Floats
    """Of the last steps (n x ways x ways), widened where a tag is partly covered."""
    fits: tuple[Fit, ...]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Bench:
    """What all tags of a picture are judged by."""

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
    found: list[SettledBatch],
    *,
    family: TagFamily,
    settings: FitSettings,
    identity: IdentitySettings,
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


def _share(settled: SettledBatch) -> Floats:
    explained = settled.solved.explained
    found: Floats = np.where(
        explained > 0.5,
        settled.solved.rms / np.maximum(np.abs(settled.solved.contrast), _LEAST_GREY),
        np.nan,
    )
    return found


@dataclass(slots=True, kw_only=True, eq=False)
class _Evidence:
    """What is known of each tag; a second fit of a covered one replaces its rows."""

    outcomes: list[FitOutcome]
    is_odd: NDArray[np.bool_]
    ratio: Floats
    kept: Floats
    covariance: Floats
    explained: Floats
    last: Floats


def judged(
    settled: SettledBatch,
    *,
    numbers: list[int],
    starts: Floats,
    bench: Bench,
    trusted: list[bool],
    bent: list[bool],
) -> Judged:
    """Each tag's outcome; `starts` are the matrices that the descent began with."""
    batch, found = settled.batch, _evidence(settled, bench=bench)
    before = _corners_from(batch, starts)
    for tag, is_trusted in enumerate(trusted):
        _weigh(settled, tag, found=found, bench=bench, start=starts[tag] if is_trusted else None)
    moved = np.hypot(*np.moveaxis(batch.seen_at(SQUARE) - before, -1, 0)).max(axis=1)
    farthest = np.where(
        found.is_odd, bench.settings.farthest_px, bench.identity.farthest_sides * _sides(before)
    )
    is_warped = _is_warped(batch, found=found, identity=bench.identity).tolist()
    rms = settled.solved.rms.tolist()
    for tag, outcome in enumerate(found.outcomes):
        if outcome is not FitOutcome.PLACED:
            continue
        if not (moved[tag] < farthest[tag] and found.last[tag] < _RESTLESS_PX):
            found.outcomes[tag] = FitOutcome.COVERED if found.is_odd[tag] else FitOutcome.LOST
        elif is_warped[tag] and not trusted[tag]:
            found.outcomes[tag] = FitOutcome.UNLIKE
        else:
            found.outcomes[tag] = _identified(
                settled,
                tag,
                number=numbers[tag],
                explained=float(found.explained[tag]),
                rms=rms[tag],
                bench=bench,
                is_trusted=trusted[tag],
            )
    now_bent = _straightened(settled, bent, found=found, trusted=trusted, bench=bench)
    fits = _told(settled, found, moved=moved, bent=now_bent)
    return Judged(batch=batch, covariance=found.covariance, fits=fits)


def _told(
    settled: SettledBatch, found: _Evidence, *, moved: Floats, bent: set[int]
) -> tuple[Fit, ...]:
    """What is known of each tag."""
    # Of all at once: a number taken out of an array costs as much as a whole row of a list.
    told = np.column_stack([found.explained, found.ratio, found.kept, found.last, moved])
    light = np.column_stack([settled.solved.white, settled.solved.contrast])
    return tuple(
        Fit(
            outcome=outcome,
            explained=explained,
            residual_ratio=ratio,
            kept=kept,
            last_step_px=last,
            moved_px=far,
            white=white,
            contrast=contrast,
            is_bent=tag in bent,
        )
        for tag, (outcome, (explained, ratio, kept, last, far), (white, contrast)) in enumerate(
            zip(found.outcomes, told.tolist(), light.tolist(), strict=True)
        )
    )


def _evidence(settled: SettledBatch, *, bench: Bench) -> _Evidence:
    answer, settings = settled.solved, bench.settings
    # Noise is equally strong everywhere, and what the model lacks grows with contrast: a tag is
    # covered only where neither explains the residual.
    share = answer.rms / np.maximum(np.abs(answer.contrast), _LEAST_GREY)
    ratio = np.minimum(
        answer.rms / max(bench.usual, _LEAST_GREY), share / max(bench.usual_share, _LEAST_GREY)
    )
    is_odd = (ratio > settings.covered_ratio) & (share > settings.covered_share)
    if bench.tags < _FEW:
        told = zip(answer.explained.tolist(), answer.rms.tolist(), strict=True)
        clean = [bench.identity.without_noise(share, rms=rms) for share, rms in told]
        is_odd |= np.array(clean) < settings.covered_r2
    return _Evidence(
        outcomes=[FitOutcome.PLACED] * len(ratio),
        is_odd=is_odd,
        ratio=ratio,
        kept=settled.view.pixels.inside.copy(),
        covariance=answer.covariance.copy(),
        explained=answer.explained.copy(),
        last=settled.last_step_px.copy(),
    )


def _weigh(
    settled: SettledBatch, tag: int, *, found: _Evidence, bench: Bench, start: Floats | None
) -> None:
    """Tell lost tags, and fit covered ones again from a start that is trusted."""
    settings = bench.settings
    white, contrast = float(settled.solved.white[tag]), float(settled.solved.contrast[tag])
    is_faint = contrast <= max(0.0, bench.identity.least_contrast * white)
    if is_faint or not np.isfinite(found.covariance[tag]).all():
        found.outcomes[tag] = FitOutcome.LOST
    elif found.is_odd[tag] and start is not None:
        again = refit_covered(settled, tag, start=start, noise=bench.usual)
        settled.batch.matrices[tag] = again.matrix
        found.covariance[tag] = again.covariance * settings.covered_widening
        found.kept[tag] = min(found.kept[tag], again.kept)
        found.last[tag], found.explained[tag] = again.last_step_px, again.explained
        least = settings.covered_contrast * contrast / max(white, _LEAST_GREY)
        if again.kept < settings.least_kept or again.contrast < least:
            found.outcomes[tag] = FitOutcome.COVERED
    elif found.is_odd[tag]:
        # What explains next to nothing is not a covered tag: there is no tag.
        least = bench.identity.least_for(bench.family.cells)
        if found.explained[tag] >= least / 2:
            # Noise spoils pixels, what lies over a tag spoils whole cells.
            is_noise = remains(settled, tag).grain < settings.covered_grain
            found.outcomes[tag] = FitOutcome.UNLIKE if is_noise else FitOutcome.COVERED


def _identified(
    settled: SettledBatch,
    tag: int,
    *,
    number: int,
    explained: float,
    rms: float,
    bench: Bench,
    is_trusted: bool,
) -> FitOutcome:
    """Whether what is there looks like this number, and like no other."""
    identity = bench.identity
    if identity.without_noise(explained, rms=rms) < identity.least_for(bench.family.cells):
        return FitOutcome.UNLIKE
    if not is_trusted and explained < identity.clean_r2:
        # Of a tag that was there before, an odd cell is dirt; of a new square it says too much.
        found = remains(settled, tag)
        if found.cell_px < identity.least_cell_px:
            return FitOutcome.LOST
        if not found.is_plausible(identity):
            return FitOutcome.UNLIKE
        is_doubtful = explained < identity.papered_r2
        if is_doubtful and paper_around(settled, tag) < identity.least_paper:
            return FitOutcome.UNLIKE
    if explained >= identity.sure_r2:
        return FitOutcome.PLACED
    rival = rivals_explain(settled, tag, number=number, family=bench.family, identity=identity)
    is_rivalled = identity.is_rivalled(explained, by=rival)
    return FitOutcome.RIVALLED if is_rivalled else FitOutcome.PLACED


def _straightened(
    settled: SettledBatch,
    before: list[bool],
    *,
    found: _Evidence,
    trusted: list[bool],
    bench: Bench,
) -> set[int]:
    """Lay bent paper where its lowest part lies, or refuse it; what lies flat stays as it is."""
    limits, batch = bench.settings.bend, settled.batch
    chosen = [
        tag
        for tag, outcome in enumerate(found.outcomes)
        if outcome is FitOutcome.PLACED and (before[tag] or (limits.of_new and not trusted[tag]))
    ]
    if batch.freedom.kind != "rigid" or not chosen:
        return set()
    bent = bending(settled, chosen, settings=limits)
    half_in = 1 / np.hypot(batch.matrices[chosen, 0, 0], batch.matrices[chosen, 0, 1])
    unsure = half_in * np.sqrt(bent.covariance[:, 0, 0] + bent.covariance[:, 1, 1])
    least = np.where(np.array(before)[chosen], limits.still_bent, 1.0)
    is_bent = bent.seen_in > least * limits.least_in
    is_bent &= (bent.gain * bent.seen_in > least * limits.least_gain * _HUNDREDTH) & (
        bent.share > least * limits.least_share
    )
    # A shadow's edge displaces cells as well: what explains the tag better is believed.
    shadows = np.array([batch.shadows[tag] is not None for tag in chosen])
    is_bent &= ~shadows | (bent.rms < limits.than_shadow * settled.solved.rms[chosen])
    is_lost = is_bent & ((unsure > limits.most_sigma_in) | (bent.strain > limits.most_strain))
    for row in np.nonzero(is_lost)[0].tolist():
        found.outcomes[chosen[row]] = FitOutcome.BENT
    laid = np.nonzero(is_bent & ~is_lost)[0].tolist()
    for row in laid:
        batch.matrices[chosen[row]], batch.shadows[chosen[row]] = bent.matrices[row], None
        found.covariance[chosen[row]] = bent.covariance[row]
    return {chosen[row] for row in laid}


def _is_warped(
    batch: TagBatch, *, found: _Evidence, identity: IdentitySettings
) -> NDArray[np.bool_]:
    """Which tags narrow as no camera shows them; one of known size on its plane never does."""
    errors = batch.freedom.narrowing_errors(found.covariance)
    if errors is None:
        return np.zeros(len(found.outcomes), dtype=np.bool_)
    corners = batch.seen_at(SQUARE)
    most = most_narrowings(
        corners, errors=errors, long_side_px=max(batch.grey.shape), identity=identity
    )
    return np.asarray(narrowings(corners) > most)


def _corners_from(batch: TagBatch, matrices: Floats) -> Floats:
    return replace(batch, matrices=matrices).seen_at(SQUARE)


def _sides(corners: Floats) -> Floats:
    along = corners - np.roll(corners, 1, axis=1)
    found: Floats = np.hypot(along[..., 0], along[..., 1]).min(axis=1)
    return found
