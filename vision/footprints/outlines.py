"""Holds outlines of terrain, what was taken for granted for them, and how they are drawn."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

import cv2
import numpy as np
import shapely

from rules.table.shapes import Point
from rules.table.snapshot import TableSize
from rules.table.units import Inches
from vision.footprints.mat_pattern import WithinBeyond
from vision.footprints.top_view import Mask, TopView
from vision.sighting import Floats


class FoundBy(StrEnum):
    """How an outline was found."""

    COLOUR = "by its colour"
    LINE = "by the line around it"
    CHANGE = "by what differs from the empty table"


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
    bay: float = 0.6
    """Beside an empty table, gaps narrower than this are terrain that looks like the mat there."""
    unsure: float = 0.15
    """Standard error from which on an outline is to be checked."""


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


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class MarkedPlace:
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
        cls,
        view: TopView,
        *,
        paper: float,
        table: TableSize | None,
        also: Sequence[tuple[float, float]],
        asked: OutlineSettings,
    ) -> "MarkedPlace":
        count = len(view.picture)
        axis = (np.arange(count) + 0.5 - count / 2) / view.px_per_in
        far = np.hypot(axis[:, None], axis)
        # Paper may lie in any direction, so its circle is passed over.
        blind = paper / np.sqrt(2) + (0.08 if paper else 0.0)
        edge = np.maximum(np.abs(axis[:, None]), np.abs(axis))
        covered = far <= blind
        on_table = view.seen & on_table_of(table, view)
        ring = edge >= edge.max() - asked.ring
        beside = view.seen & ~on_table
        if beside.any() and on_table.any():
            # The table ends within reach: what of it is farthest away stands for all of it.
            ring = far >= np.quantile(far[on_table], 1 - asked.farthest)
        inner = far <= blind + asked.around
        for x, y in view.pixels(np.array(also, dtype=float).reshape(-1, 2)).tolist():
            rows, columns = np.ogrid[:count, :count]
            inner |= np.hypot(rows - y, columns - x) <= asked.around * view.px_per_in
        return cls(
            inner=inner & ~covered & on_table,
            outer=ring & on_table & ~inner,
            beside=beside,
            paper=covered,
            seen_share=float(on_table.mean() / max(on_table_of(table, view).mean(), 1e-9)),
        )


def on_table_of(table: TableSize | None, view: TopView) -> Mask:
    count = len(view.picture)
    if table is None:
        return np.ones((count, count), dtype=np.bool_)
    steps = (np.arange(count) + 0.5) / view.px_per_in
    x, y = view.west + steps, view.north - steps
    within: Mask = ((x >= 0) & (x <= table.width)) & ((y >= 0) & (y <= table.depth))[:, None]
    return within


def smoothed(mask: Mask, view: TopView, *, asked: OutlineSettings) -> Mask:
    """Without what is narrower than anything that somebody cut out."""
    width = max(3, 2 * round(asked.smallest * view.px_per_in / 2) + 1)
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (width, width))
    closed = cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_CLOSE, disc)
    return np.asarray(cv2.morphologyEx(closed, cv2.MORPH_OPEN, disc) > 0)


def only_marked(mask: Mask, marked: MarkedPlace) -> Mask:
    """The part that the mark lies in."""
    _, parts = cv2.connectedComponents((mask | marked.paper).astype(np.uint8))
    names = parts[marked.inner & mask]
    if not len(names):
        return np.zeros_like(mask)
    return np.asarray(parts == int(np.bincount(names).argmax()))


# --- outlines ------------------------------------------------------------------------------------


def ring_of(view: TopView, mask: Mask, *, asked: OutlineSettings) -> shapely.Polygon | None:
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
    parts = [part for part in polygons_of(whole) if part.area > asked.smallest**2]
    return max(parts, key=lambda part: part.area, default=None)


def polygons_of(shape: shapely.Geometry) -> list[shapely.Polygon]:
    return [part for part in shapely.get_parts(shape) if isinstance(part, shapely.Polygon)]


def outline_told(
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


def sides_of(told: FoundOutline, *, view: TopView, marked: MarkedPlace) -> WithinBeyond:
    ring = view.pixels(np.array(told.outline, dtype=float))
    on_table = view.seen & ~marked.beside
    return WithinBeyond.of(ring, on_table=on_table, px_per_in=view.px_per_in)
