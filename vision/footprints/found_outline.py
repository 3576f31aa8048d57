"""Finds the outline of felt, cloth or string that a tag or a pointing finger marks.

What lies right around the mark is taken for the terrain, what lies far away for the table; between
them colour decides, and neighbours that look alike stay together. Where colour tells nothing apart,
a line drawn around the mark - string, chalk, a seam - is looked for. A picture of the table without
anything on it tells better than both.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import cv2
import numpy as np
import shapely

from calibration.camera_model import CameraModel
from rules.table.snapshot import TableSize
from rules.table.units import Inches
from vision.footprints.by_change import outline_by_change
from vision.footprints.empty_table import EmptyTable, changed
from vision.footprints.mat_pattern import (
    EDGED_IN,
    OWN_COLOURS,
    OWN_LINES,
    has_own_lines,
    is_edged,
    line_level,
    lined_share,
    off_surroundings,
    shows_own_colours,
)
from vision.footprints.outlines import (
    FoundBy,
    FoundOutline,
    MarkedPlace,
    NoOutline,
    OutlineSettings,
    on_table_of,
    only_marked,
    outline_told,
    ring_of,
    sides_of,
    smoothed,
)
from vision.footprints.top_view import Colours, Mask, TopView, top_view

_MORE: Final = 1.5
"""By how much a line around the mark may take in more than a colour does, before they are not the
same: cloth has a hem."""


def outline_around(
    picture: Colours,
    *,
    camera: CameraModel,
    mark: tuple[float, float],
    paper: float = 0.0,
    reach: float = 9.0,
    height: float = 0.0,
    table: TableSize | None = None,
    also: Sequence[tuple[float, float]] = (),
    bare: EmptyTable | None = None,
    settings: OutlineSettings | None = None,
) -> FoundOutline | NoOutline:
    """The outline of what lies at a place of the table.

    ``mark`` is the place of a tag, whose paper is ``paper`` inches wide and is passed over, or of a
    finger that points into the terrain; ``also`` are further places in it. ``reach`` is how far the
    terrain may go from there. What lies beside the ``table`` is neither terrain nor what the table
    looks like. ``bare`` is the table before anything lay on it.
    """
    asked = settings or OutlineSettings()
    view = top_view(picture, camera=camera, middle=mark, reach=reach, height=height)
    marked = MarkedPlace.of(view, paper=paper, table=table, also=also, asked=asked)
    if not marked.inner.any() or marked.seen_share < 0.5:
        return NoOutline(
            says="the place is not in the picture: turn the camera, or point elsewhere"
        )
    if bare is not None:
        differs = changed(
            view, bare=bare, middle=mark, on_table=on_table_of(table, view), height=height
        )
        told = (
            None
            if differs is None
            else outline_by_change(view, marked, differs=differs, asked=asked)
        )
        if told is not None:
            return told
    return _by_itself(view, marked, asked=asked)


def _by_itself(
    view: TopView, marked: MarkedPlace, *, asked: OutlineSettings
) -> FoundOutline | NoOutline:
    """By its colour or the line around it, without a picture of the empty table."""
    line = _by_line(view, marked, asked=asked)
    found: FoundOutline | NoOutline | None = None
    if _apart(view, marked) >= asked.least_apart:
        found = _by_colour(view, marked, asked=asked)
    if line is not None and not isinstance(found, FoundOutline):
        return line
    if found is None:
        return NoOutline(
            says="terrain and table look alike here: lay string around it, draw it by hand, or "
            "take felt of another colour"
        )
    if line is not None and isinstance(found, FoundOutline) and _area(line) > _MORE * _area(found):
        # On a mottled mat one of its own patches may lie within string.
        return replace(found, warnings=tuple(dict.fromkeys((*found.warnings, OWN_COLOURS))))
    return found


def _area(found: FoundOutline) -> float:
    return float(shapely.Polygon(found.outline).area)


def _apart(view: TopView, marked: MarkedPlace) -> float:
    """How many standard deviations the two colours are apart, along the line that parts them."""
    lab = cv2.cvtColor(cv2.GaussianBlur(view.picture, (0, 0), 2.0), cv2.COLOR_BGR2LAB)
    one, other = (lab[mask].astype(np.float64) for mask in (marked.inner, marked.outer))
    if len(one) < 20 or len(other) < 20:
        return 0.0
    spread = np.cov(one.T) + np.cov(other.T) + np.eye(3)
    span = one.mean(axis=0) - other.mean(axis=0)
    return float(np.sqrt(2 * span @ np.linalg.solve(spread, span)))


# --- by colour -----------------------------------------------------------------------------------


def _by_colour(
    view: TopView, marked: MarkedPlace, *, asked: OutlineSettings
) -> FoundOutline | NoOutline:
    """Parted twice, with the texture smoothed less and more: what differs is the error."""
    masks = [_parted(view, marked, blur=blur, asked=asked) for blur in (5, 9)]
    rings = [ring_of(view, mask, asked=asked) for mask in masks]
    if any(ring is None for ring in rings):
        return NoOutline(says="no even patch lies around the mark: smooth the cloth, or draw it")
    one, other = (ring for ring in rings if ring is not None)
    if float(masks[0].mean()) > asked.most_filled:
        return NoOutline(says="the terrain reaches beyond the picture of it: mark it in its middle")
    apart = one.symmetric_difference(other).area / max(one.length, 1e-9)
    # A band of that width on both sides of the line between: a third of it is a standard error.
    sigma = max(asked.least_sigma, apart, 0.5 / view.px_per_in)
    warnings = []
    if (masks[0] & marked.outer).any():
        warnings.append("its edge reaches the end of what was looked at: check it there")
    if (masks[0] & ~view.seen).any():
        warnings.append("a part of it is out of the picture")
    told = outline_told(one, sigma=sigma, way=FoundBy.COLOUR, warnings=tuple(warnings), asked=asked)
    sides = sides_of(told, view=view, marked=marked)
    if shows_own_colours(view.picture, sides, px_per_in=view.px_per_in):
        told = replace(told, warnings=(*told.warnings, OWN_COLOURS))
    share = lined_share(view.picture, sides, among=sides.beyond, px_per_in=view.px_per_in)
    if is_edged(share):
        told = replace(told, sigma=Inches(max(told.sigma, EDGED_IN)))
    return told


def _parted(view: TopView, marked: MarkedPlace, *, blur: int, asked: OutlineSettings) -> Mask:
    """Which pixels are terrain, by the colours of both sides and by what their neighbours are."""
    smooth = cv2.medianBlur(view.picture, blur)
    lab = np.asarray(cv2.cvtColor(smooth, cv2.COLOR_BGR2LAB), dtype=np.uint8)
    labels = np.full(lab.shape[:2], cv2.GC_PR_BGD, dtype=np.uint8)
    labels[_nearer(lab, marked)] = cv2.GC_PR_FGD
    labels[marked.outer | marked.beside | ~view.seen] = cv2.GC_BGD
    labels[marked.inner | marked.paper] = cv2.GC_FGD
    behind, before = np.zeros((1, 65)), np.zeros((1, 65))
    # Its starting points are random: the same picture has to give the same outline.
    cv2.setRNGSeed(1)
    cv2.grabCut(lab, labels, (0, 0, 0, 0), behind, before, asked.rounds, cv2.GC_INIT_WITH_MASK)
    is_terrain = (labels == cv2.GC_FGD) | (labels == cv2.GC_PR_FGD)
    return only_marked(smoothed(is_terrain, view, asked=asked), marked)


def _nearer(lab: Colours, marked: MarkedPlace) -> Mask:
    """Pixels whose colour is nearer to the terrain's than to the table's, in their spreads."""
    values = lab.reshape(-1, 3).astype(np.float64)
    far = []
    for mask in (marked.inner, marked.outer):
        sample = lab[mask].astype(np.float64)
        spread = np.cov(sample.T) + 4.0 * np.eye(3)
        off = values - sample.mean(axis=0)
        far.append(np.einsum("ni,ij,nj->n", off, np.linalg.inv(spread), off))
    nearer: Mask = (far[0] < far[1]).reshape(lab.shape[:2])
    return nearer


# --- by a line around it -------------------------------------------------------------------------


def _by_line(view: TopView, marked: MarkedPlace, *, asked: OutlineSettings) -> FoundOutline | None:
    """What is inside of a thin closed line; None where it has a gap or there is none."""
    off = off_surroundings(view.picture, px_per_in=view.px_per_in)
    is_line = (off > line_level(off, among=marked.inner)).astype(np.uint8)
    gap = max(3, 2 * round(0.15 * view.px_per_in) + 1)
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (gap, gap))
    closed = cv2.morphologyEx(is_line, cv2.MORPH_CLOSE, disc)
    free = ((closed == 0) | marked.inner | marked.paper) & view.seen
    inside = only_marked(free, marked)
    if (inside & marked.outer).any() or inside.mean() < 1.5 * marked.inner.mean():
        return None
    # The line itself belongs half to the terrain.
    thick = float(is_line.sum()) / max(cv2.Laplacian(is_line, cv2.CV_8U).sum() / 2, 1.0)
    grown = cv2.dilate(
        inside.astype(np.uint8),
        cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (3, 3)),
        iterations=max(1, round(thick)),
    )
    ring = ring_of(view, smoothed(grown > 0, view, asked=asked), asked=asked)
    if ring is None:
        return None
    sigma = max(asked.least_sigma, 1.0 / view.px_per_in)
    told = outline_told(ring, sigma=sigma, way=FoundBy.LINE, warnings=(), asked=asked)
    sides = sides_of(told, view=view, marked=marked)
    share = lined_share(view.picture, sides, among=marked.inner, px_per_in=view.px_per_in)
    return replace(told, warnings=(OWN_LINES,)) if has_own_lines(share) else told
