"""Marks the front of a piece with an arrow that leaves the tag's white margin readable."""

from collections.abc import Sequence
from typing import Final

import shapely

from vision.kit.drawing.fitting import FIGURE, apart, inside
from vision.kit.drawing.marks import BRIGHT, GREY, Area, Ink, InkLine, Mark, PrintedTag, Spot

_HEIGHTS: Final = (0.3, 0.24, 0.19, 0.15, 0.12, 0.09)
_FROM_EDGE: Final = 0.04


def front_arrow(
    outline: tuple[Spot, ...],
    *,
    tags: Sequence[PrintedTag],
    quiet: Sequence[tuple[Spot, ...]],
    ink: Ink,
) -> list[Mark]:
    """An arrow to the front; `quiet` are the tags with their white margins.

    Dark where there is room for it; otherwise beside the figure; otherwise bright in the margin of
    the foremost tag, where a detector takes it for white.
    """
    x = max(tags, key=lambda tag: tag.centre[1]).centre[0]
    top = _top(outline, x)
    for height in _HEIGHTS:
        arrow = _triangle((x, top - _FROM_EDGE), height=height)
        if inside(outline, arrow, gap=0.015) and all(apart(arrow, each) for each in quiet):
            return [Area(points=arrow, ink=ink)]
    beside = []
    if len(tags) == 2:
        beside = _beside_tag(outline, quiet=quiet) or _beside_figure(outline, quiet=quiet)
    if beside:
        return [Area(points=arrow, ink=ink) for arrow in beside]
    foremost = max(tags, key=lambda tag: tag.centre[1])
    room = top - (foremost.centre[1] + foremost.size / 2)
    bright = _triangle((x, top - 0.12 * room), height=0.76 * room, slope=1.1)
    rim = InkLine(points=bright, ink=GREY, width=0.003, closed=True)
    return [Area(points=bright, ink=BRIGHT), rim]


def _beside_tag(
    outline: tuple[Spot, ...], *, quiet: Sequence[tuple[Spot, ...]]
) -> list[tuple[Spot, ...]]:
    """Two arrows to the left and the right of the foremost tag."""
    foremost = max(quiet, key=lambda ring: ring[0][1])
    xs = [x for x, _ in foremost]
    top = max(y for _, y in foremost)
    left, _, right, _ = shapely.Polygon(outline).bounds
    for height in _HEIGHTS[:4]:
        for drop in (0.05, 0.15, 0.3):
            apexes = [
                ((left + min(xs)) / 2, top - drop),
                ((right + max(xs)) / 2, top - drop),
            ]
            arrows = [_triangle(apex, height=height, slope=0.5) for apex in apexes]
            fits = all(inside(outline, arrow, gap=0.02) for arrow in arrows)
            if fits and all(apart(arrow, each) for arrow in arrows for each in quiet):
                return arrows
    return []


def _beside_figure(
    outline: tuple[Spot, ...], *, quiet: Sequence[tuple[Spot, ...]]
) -> list[tuple[Spot, ...]]:
    """Two small arrows at the ends of the strip that the figure stands on."""
    left, _, right, _ = shapely.Polygon(outline).bounds
    height = FIGURE * 0.8
    arrows = [_triangle((x, height / 2), height=height) for x in (left + 0.13, right - 0.13)]
    fits = all(inside(outline, arrow, gap=0.01) for arrow in arrows)
    return arrows if fits and all(apart(a, q) for a in arrows for q in quiet) else []


def _triangle(apex: Spot, *, height: float, slope: float = 0.6) -> tuple[Spot, ...]:
    x, y = apex
    return ((x, y), (x - slope * height, y - height), (x + slope * height, y - height))


def _top(outline: tuple[Spot, ...], x: float) -> float:
    """The foremost point of the outline at an x."""
    area = shapely.Polygon(outline)
    left, low, right, high = area.bounds
    cut = area.intersection(shapely.LineString([(x, low - 1), (x, high + 1)]))
    return float(cut.bounds[3]) if not cut.is_empty and left <= x <= right else float(high)
