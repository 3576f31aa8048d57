"""Finds the outline of terrain by what differs from a picture of the empty table."""

from dataclasses import replace
from typing import Final

import cv2
import numpy as np

from vision.footprints.mat_pattern import is_alike_beside
from vision.footprints.outlines import (
    FoundBy,
    FoundOutline,
    MarkedPlace,
    OutlineSettings,
    only_marked,
    outline_told,
    polygons_of,
    ring_of,
    sides_of,
    smoothed,
)
from vision.footprints.top_view import Mask, TopView

_COVERS: Final = 0.3
"""Share of what lies around a mark that has to differ from the empty table for cloth to lie there,
and no line around it."""
_SPARSE: Final = 0.15
"""And the share of all within a line up to which nothing else than the line lies there."""
_LEAST_GROWN: Final = 1.2
"""Times what is taken for terrain anyway that an outline has to hold."""
_THIN_IN: Final = 0.3
LOOKS_ALIKE: Final = "parts of it look like the mat under them: check its edge there"


def outline_by_change(
    view: TopView, marked: MarkedPlace, *, differs: Mask, asked: OutlineSettings
) -> FoundOutline | None:
    """What differs about the mark, or what a line that differs encloses; None where nothing does.

    Where terrain looks like the mat under it, its edge has gaps: closed less and more, what
    differs is the error.
    """
    is_line = float(differs[marked.inner].mean()) < _COVERS
    sure = marked.paper if is_line else marked.paper | marked.inner
    rings = []
    for gap in (asked.smallest, asked.bay):
        width = max(3, 2 * round(gap * view.px_per_in / 2) + 1)
        disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (width, width))
        closed = cv2.morphologyEx(
            (differs | sure).astype(np.uint8),
            cv2.MORPH_CLOSE,
            disc,
        )
        whole = _filled(closed > 0)
        part = only_marked(whole if not is_line else whole & ~_open_lines(whole, view), marked)
        if not part.any() or (part & marked.outer).any():
            continue
        rings.append(ring_of(view, smoothed(part, view, asked=asked), asked=asked))
    kept = [ring for ring in rings if ring is not None]
    if not kept or kept[-1].area < _LEAST_GROWN * marked.inner.sum() / view.px_per_in**2:
        return None
    ring = kept[-1]
    apart = kept[0].symmetric_difference(ring).area / ring.length
    told = outline_told(ring, sigma=apart, way=FoundBy.CHANGE, warnings=(), asked=asked)
    sides = sides_of(told, view=view, marked=marked)
    # Cloth may look like the mat at the very mark.
    is_line &= not sides.within.any() or float(differs[sides.within].mean()) < _SPARSE
    if is_line:
        # The line itself belongs half to the terrain.
        thick = float((differs & ~marked.inner).sum()) / view.px_per_in**2 / ring.length
        ring = max(polygons_of(ring.buffer(-min(thick, 0.5) / 2)), key=lambda each: each.area)
        apart = 0.0
    sigma = max(asked.least_sigma, apart / 2, 0.5 / view.px_per_in)
    told = outline_told(ring, sigma=sigma, way=FoundBy.CHANGE, warnings=(), asked=asked)
    is_missed = not is_line and is_alike_beside(view.picture, sides, px_per_in=view.px_per_in)
    return replace(told, warnings=(LOOKS_ALIKE,)) if sigma > asked.unsure or is_missed else told


def _filled(mask: Mask) -> Mask:
    """With what it encloses."""
    padded = np.pad(mask.astype(np.uint8), 1)
    outside = padded.copy()
    cv2.floodFill(outside, None, (0, 0), 2)
    return np.asarray(outside[1:-1, 1:-1] != 2)


def _open_lines(whole: Mask, view: TopView) -> Mask:
    """What is thin of a filled mask: lines that enclose nothing."""
    width = max(3, 2 * round(_THIN_IN * view.px_per_in / 2) + 1)
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (width, width))
    thick = cv2.morphologyEx(whole.astype(np.uint8), cv2.MORPH_OPEN, disc)
    return np.asarray(whole & (thick == 0))
