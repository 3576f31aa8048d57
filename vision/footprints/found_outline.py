"""Finds the outline of felt, cloth or string that a tag or a pointing finger marks.

What lies right around the mark is taken for the terrain, what lies far away for the table; between
them colour decides, and neighbours that look alike stay together. Where colour tells nothing apart,
a line drawn around the mark - string, chalk, a seam - is looked for.
"""

from dataclasses import dataclass
from enum import StrEnum

import cv2
import numpy as np
import shapely

from calibration.camera_model import CameraModel
from rules.table.shapes import Point
from rules.table.snapshot import TableSize
from rules.table.units import Inches
from vision.footprints.top_view import Colours, Mask, TopView, top_view
from vision.sighting import Floats


class FoundBy(StrEnum):
    """How an outline was found."""

    COLOUR = "by its colour"
    LINE = "by the line around it"


@dataclass(frozen=True, slots=True, kw_only=True)
class OutlineSettings:
    """Thresholds of the search, in inches but where said."""

    around: float = 0.45
    """How far around a mark everything is taken to be terrain. More fails on small pieces of
    felt."""
    ring: float = 0.9
    """How wide the outermost ring of the straightened picture is that is taken for the table."""
    farthest: float = 0.2
    """Share of the table in reach that is taken for the table instead, where that ends before."""
    smallest: float = 0.12
    """Bays and bumps narrower than this are smoothed away: threads, tufts, glints."""
    tolerance: float = 0.05
    """How far the simplified outline may be from the one that was seen."""
    least_apart: float = 2.0
    """Standard deviations of colour between terrain and table, below which colour tells nothing."""
    least_sigma: float = 0.04
    """Standard error of any outline: cloth frays, and its edge is as thick as this."""
    most_filled: float = 0.92
    """Share of the straightened picture beyond which the outline must have run off."""
    rounds: int = 4
    """Of learning the colours of both sides and parting them again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundOutline:
    """An outline in inches, for people to confirm."""

    outline: tuple[Point, ...]
    sigma: Inches
    """Standard error of its place: how far two ways of looking differ, and the picture's grain."""
    way: FoundBy
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class NoOutline:
    """Why there is none, and what to do."""

    says: str


def outline_around(
    picture: Colours,
    *,
    camera: CameraModel,
    mark: tuple[float, float],
    paper: float = 0.0,
    reach: float = 9.0,
    height: float = 0.0,
    table: TableSize | None = None,
    settings: OutlineSettings | None = None,
) -> FoundOutline | NoOutline:
    """The outline of what lies at a place of the table.

    ``mark`` is the place of a tag, whose paper is ``paper`` inches wide and is passed over, or of a
    finger that points into the terrain. ``reach`` is how far the terrain may go from there. What
    lies beside the ``table`` is neither terrain nor what the table looks like.
    """
    asked = settings or OutlineSettings()
    view = top_view(picture, camera=camera, middle=mark, reach=reach, height=height)
    marked = _Marked.of(view, paper=paper, table=table, asked=asked)
    if not marked.inner.any() or marked.seen_share < 0.5:
        return NoOutline(
            says="the place is not in the picture: turn the camera, or point elsewhere"
        )
    apart = _apart(view, marked)
    found: FoundOutline | NoOutline | None = None
    if apart >= asked.least_apart:
        found = _by_colour(view, marked, asked=asked)
    if not isinstance(found, FoundOutline):
        line = _by_line(view, marked, asked=asked)
        if line is not None:
            return line
    if found is None:
        return NoOutline(
            says="terrain and table look alike here: lay string around it, draw it by hand, or "
            "take felt of another colour"
        )
    return found


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Marked:
    """What is taken for granted in a straightened picture."""

    inner: Mask
    """Terrain: around the mark, but for the tag's paper."""
    outer: Mask
    """Table: the outermost ring."""
    beside: Mask
    """What is not on the table."""
    paper: Mask
    seen_share: float

    @classmethod
    def of(
        cls, view: TopView, *, paper: float, table: TableSize | None, asked: OutlineSettings
    ) -> "_Marked":
        count = len(view.picture)
        axis = (np.arange(count) + 0.5 - count / 2) / view.px_per_in
        far = np.hypot(axis[:, None], axis)
        # Paper may lie in any direction, so its circle is passed over.
        blind = paper / np.sqrt(2) + (0.08 if paper else 0.0)
        edge = np.maximum(np.abs(axis[:, None]), np.abs(axis))
        covered = far <= blind
        on_table = view.seen & _on(table, view)
        ring = edge >= edge.max() - asked.ring
        beside = view.seen & ~on_table
        if beside.any() and on_table.any():
            # The table ends within reach: what of it is farthest away stands for all of it.
            ring = far >= np.quantile(far[on_table], 1 - asked.farthest)
        return cls(
            inner=(far <= blind + asked.around) & ~covered & on_table,
            outer=ring & on_table,
            beside=beside,
            paper=covered,
            seen_share=float(on_table.mean() / max(_on(table, view).mean(), 1e-9)),
        )


def _on(table: TableSize | None, view: TopView) -> Mask:
    count = len(view.picture)
    if table is None:
        return np.ones((count, count), dtype=np.bool_)
    steps = (np.arange(count) + 0.5) / view.px_per_in
    x, y = view.west + steps, view.north - steps
    within: Mask = ((x >= 0) & (x <= table.width)) & ((y >= 0) & (y <= table.depth))[:, None]
    return within


def _apart(view: TopView, marked: _Marked) -> float:
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
    view: TopView, marked: _Marked, *, asked: OutlineSettings
) -> FoundOutline | NoOutline:
    """Parted twice, with the texture smoothed less and more: what differs is the error."""
    masks = [_parted(view, marked, blur=blur, asked=asked) for blur in (5, 9)]
    rings = [_ring(view, mask, asked=asked) for mask in masks]
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
    return _told(one, sigma=sigma, way=FoundBy.COLOUR, warnings=tuple(warnings), asked=asked)


def _parted(view: TopView, marked: _Marked, *, blur: int, asked: OutlineSettings) -> Mask:
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
    return _only_marked(_smoothed(is_terrain, view, asked=asked), marked)


def _nearer(lab: Colours, marked: _Marked) -> Mask:
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


def _smoothed(mask: Mask, view: TopView, *, asked: OutlineSettings) -> Mask:
    """Without what is narrower than anything that somebody cut out."""
    width = max(3, 2 * round(asked.smallest * view.px_per_in / 2) + 1)
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (width, width))
    closed = cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_CLOSE, disc)
    return np.asarray(cv2.morphologyEx(closed, cv2.MORPH_OPEN, disc) > 0)


def _only_marked(mask: Mask, marked: _Marked) -> Mask:
    """The part that the mark lies in."""
    _, parts = cv2.connectedComponents((mask | marked.paper).astype(np.uint8))
    names = parts[marked.inner & mask]
    if not len(names):
        return np.zeros_like(mask)
    return np.asarray(parts == int(np.bincount(names).argmax()))


# --- by a line around it -------------------------------------------------------------------------


def _by_line(view: TopView, marked: _Marked, *, asked: OutlineSettings) -> FoundOutline | None:
    """What is inside of a thin closed line; None where it has a gap or there is none."""
    lab = cv2.cvtColor(cv2.medianBlur(view.picture, 3), cv2.COLOR_BGR2LAB)
    wide = max(7, 2 * round(0.25 * view.px_per_in) + 1)
    even = cv2.medianBlur(lab, wide)
    off = np.abs(lab.astype(np.int16) - even).max(axis=2)
    quiet = float(np.median(off[marked.inner])) + 1.0
    is_line = (off > 6 * quiet).astype(np.uint8)
    gap = max(3, 2 * round(0.15 * view.px_per_in) + 1)
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (gap, gap))
    closed = cv2.morphologyEx(is_line, cv2.MORPH_CLOSE, disc)
    free = ((closed == 0) | marked.inner | marked.paper) & view.seen
    inside = _only_marked(free, marked)
    if (inside & marked.outer).any() or inside.mean() < 1.5 * marked.inner.mean():
        return None
    # The line itself belongs half to the terrain.
    thick = float(is_line.sum()) / max(cv2.Laplacian(is_line, cv2.CV_8U).sum() / 2, 1.0)
    grown = cv2.dilate(
        inside.astype(np.uint8),
        cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (3, 3)),
        iterations=max(1, round(thick)),
    )
    ring = _ring(view, _smoothed(grown > 0, view, asked=asked), asked=asked)
    if ring is None:
        return None
    sigma = max(asked.least_sigma, 1.0 / view.px_per_in)
    return _told(ring, sigma=sigma, way=FoundBy.LINE, warnings=(), asked=asked)


# --- outlines ------------------------------------------------------------------------------------


def _ring(view: TopView, mask: Mask, *, asked: OutlineSettings) -> shapely.Polygon | None:
    """The outer edge of a part, half-way between its pixels and the others."""
    soft = cv2.GaussianBlur(mask.astype(np.float32), (0, 0), 1.0)
    scale = 4
    large = cv2.resize(soft, None, fx=scale, fy=scale, interpolation=cv2.INTER_LINEAR)
    contours, _ = cv2.findContours(
        (large > 0.5).astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE
    )
    if not contours:
        return None
    contour = max(contours, key=cv2.contourArea).reshape(-1, 2).astype(np.float64)
    if len(contour) < 3:
        return None
    places: Floats = view.places((contour + 0.5) / scale - 0.5)
    whole = shapely.make_valid(shapely.Polygon(places))
    parts = [part for part in _polygons(whole) if part.area > asked.smallest**2]
    return max(parts, key=lambda part: part.area, default=None)


def _polygons(shape: shapely.Geometry) -> list[shapely.Polygon]:
    return [part for part in shapely.get_parts(shape) if isinstance(part, shapely.Polygon)]


def _told(
    ring: shapely.Polygon,
    *,
    sigma: float,
    way: FoundBy,
    warnings: tuple[str, ...],
    asked: OutlineSettings,
) -> FoundOutline:
    # Contours run along pixels' centres; half a pixel of the fine grid is nothing here.
    simple = shapely.simplify(ring, asked.tolerance, preserve_topology=True)
    corners = [(Inches(float(x)), Inches(float(y))) for x, y in shapely.get_coordinates(simple)]
    return FoundOutline(
        outline=tuple(corners[:-1]), sigma=Inches(sigma), way=way, warnings=warnings
    )
