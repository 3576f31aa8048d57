"""Gathers tags into batches that are sampled equally finely, and restores their order."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.fit.judging.outcomes import Judged, bench_for, judged
from vision.fit.judging.relit import lit_tags, relight
from vision.fit.pixels.freedom import Freedom
from vision.fit.pixels.surfaces import Surface, neighbourhoods
from vision.fit.pixels.template_cache import TemplateCache
from vision.fit.pixels.templates import samples_for, side_of
from vision.fit.settings import FitSettings, IdentitySettings
from vision.fit.solving.descent import settle
from vision.fit.solving.tag_batch import TagBatch
from vision.sighting import Floats, Grey
from vision.tags.tag_family import TagFamily

_TALLEST: Final = 32_000
"""Rows of a picture in which OpenCV looks things up."""
_ALIKE: Final = 1.6
"""How much more finely than it needs a tag may be sampled, rather than get a batch of its own."""
_SMALLEST_PX: Final = 3.0
"""A tag with shorter sides has nothing to fit."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class FitRequest:
    """What is to be fitted: one row for each tag."""

    grey: Grey
    surface: Surface
    freedom: Freedom
    numbers: list[int]
    trusted: list[bool]
    corners: Floats
    """n x 4 x 2, where each tag is thought to be on its surface; NaN where none is known."""
    family: TagFamily
    settings: FitSettings
    identity: IdentitySettings
    hidden: NDArray[np.bool_] | None
    cache: TemplateCache | None = None
    bent: frozenset[int] = frozenset()
    """Those, counted from 0, whose paper was bent when they were placed last."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Gathered:
    """Some of the tags that were asked for, after the fit."""

    places: list[int]
    """Which of them, counted from 0."""
    judged: Judged


def fitted(
    asked: FitRequest, *, matrices: Callable[[list[int], Floats], Floats], blur_px: float
) -> tuple[list[Gathered], float, float]:
    """All tags that are in view, the picture's blur and its usual residual.

    `matrices` tells where tags start: from their places among all and their surfaces' origins.
    """
    groups = _groups(asked, blur_px=blur_px)
    batches = [
        _batch(asked, places=places, samples=samples, matrices=matrices)
        for samples, places in groups
    ]
    if not batches:
        return [], blur_px, 0.0
    starts = [batch.matrices.copy() for batch in batches]
    settled, blur_px = settle(
        batches, blur_px=blur_px, settings=asked.settings, are_trusted=all(asked.trusted)
    )
    judges = partial(
        bench_for, settled, family=asked.family, settings=asked.settings, identity=asked.identity
    )
    before, lit = judges().usual_share, lit_tags(settled)
    for each, (_, places) in zip(settled, groups, strict=True):
        least = [0.0 if asked.trusted[at] else asked.identity.shaded_r2 for at in places]
        relight(
            each,
            usual_share=before,
            lit=lit,
            least_explained=least,
            settings=asked.settings.shade,
        )
    # With many shadows there is no usual one: what covers a tag must stand out from lit tags.
    bench = judges()
    found = [
        Gathered(
            places=places,
            judged=judged(
                each,
                numbers=[asked.numbers[place] for place in places],
                trusted=[asked.trusted[place] for place in places],
                bent=[place in asked.bent for place in places],
                starts=start,
                bench=bench,
            ),
        )
        for each, start, (_, places) in zip(settled, starts, groups, strict=True)
    ]
    return found, blur_px, bench.usual


def _groups(asked: FitRequest, *, blur_px: float) -> list[tuple[int, list[int]]]:
    """Places of the tags in view, by how finely they are sampled."""
    height, width = asked.grey.shape
    seen = asked.surface.pixels(asked.corners)
    along = seen - np.roll(seen, 1, axis=1)
    sides = np.hypot(along[..., 0], along[..., 1])
    middles = seen.mean(axis=1)
    with np.errstate(invalid="ignore"):
        is_seen = (
            np.isfinite(seen).all(axis=(1, 2))
            & (sides.min(axis=1) >= _SMALLEST_PX)
            & (sides.max(axis=1) <= 2 * max(height, width))
            & (middles > 0).all(axis=1)
            & (middles < (width, height)).all(axis=1)
        )
    cells = asked.family.cells
    needed = {
        place: samples_for(blur_px * cells / float(sides[place].max()))
        for place in np.nonzero(is_seen)[0].tolist()
    }
    groups: list[tuple[int, list[int]]] = []
    for place in sorted(needed, key=needed.__getitem__, reverse=True):
        if groups:
            samples, places = groups[-1]
            is_full = len(places) >= _TALLEST // side_of(cells=cells, samples=samples)
            if needed[place] * _ALIKE >= samples and not is_full:
                places.append(place)
                continue
        groups.append((needed[place], [place]))
    return groups


def _batch(
    asked: FitRequest,
    *,
    places: list[int],
    samples: int,
    matrices: Callable[[list[int], Floats], Floats],
) -> TagBatch:
    surface = asked.surface.taken(places)
    near = neighbourhoods(surface, asked.corners[places])
    return TagBatch(
        grey=asked.grey,
        surface=surface,
        freedom=asked.freedom,
        patterns=np.array([asked.family.pattern(asked.numbers[place]) for place in places]),
        near=near,
        matrices=matrices(places, near.origin),
        samples=samples,
        settings=asked.settings,
        shadows=[None] * len(places),
        hidden=asked.hidden,
        cache=asked.cache,
    )
