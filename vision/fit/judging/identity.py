"""Measures how well other numbers would explain what a tag was taken for."""

from dataclasses import replace

import numpy as np

from vision.fit.settings import IdentitySettings
from vision.fit.solving.descent import SettledBatch
from vision.fit.solving.selected import some_of
from vision.fit.solving.system import columns_of, solved
from vision.fit.solving.tag_batch import SQUARE, viewed
from vision.tags.tag_family import TagFamily
from vision.tags.tag_reading import normalised_patterns, sampled_cells


def rivals_explain(
    settled: SettledBatch, tag: int, *, number: int, family: TagFamily, identity: IdentitySettings
) -> float:
    """The share of the variance that the best other number explains at this place and blur."""
    batch = some_of(settled.batch, [tag])
    corners = batch.seen_at(SQUARE)
    if not np.isfinite(corners).all():
        return 0.0
    cells = sampled_cells(batch.grey, corners, cells=family.cells)[0]
    plain = cells - cells.mean()
    alike = normalised_patterns(family) @ plain
    own = family.numbers.index(number)
    # The tag itself in another turn is a rival, too.
    alike[4 * own] = -np.inf
    chosen = np.argsort(alike)[::-1][: identity.rivals]
    chosen = chosen[np.isfinite(alike[chosen])]
    if not len(chosen):
        return 0.0
    patterns = family.turned_patterns.reshape(-1, family.cells, family.cells)[chosen]
    rivals = replace(some_of(settled.batch, [tag] * len(chosen)), patterns=patterns)
    view = viewed(rivals, blur_px=settled.view.blur_px)
    answer = solved(rivals, view, columns=columns_of(rivals, view))
    # A rival that only fits as a negative does not count.
    return float(np.where(answer.contrast > 0, answer.explained, 0.0).max())
