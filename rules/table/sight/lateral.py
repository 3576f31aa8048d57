"""Measures how far a sight line would have to shift sideways before its answer changed.

Seen along the line, an outline between its ends covers an interval of sideways shifts. Where the
shifted line would have an end inside the outline, a porous one lets it through again.
"""

from dataclasses import dataclass
from operator import itemgetter
from typing import Final

import numpy as np

from rules.table.shapes import Floats

_HAIR: Final = 1e-9
"""Intervals no longer than this are rounding."""

Interval = tuple[float, float]
_Span = tuple[float, float, float, float]
"""The least and the largest shift of an interval, then where on the line each touches."""
_Ends = tuple[Floats, Floats]
"""One end of every edge: how far along the line, and how far to its left."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Shift:
    """A sideways shift (positive to the left of the line) at which an outline starts or ends."""

    offset: float
    along: float
    """Where on the line, as a distance from its start, the outline would touch it."""
    blocker: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Covered:
    """One interval of blocked shifts, with the touching place at either end."""

    low: Shift
    high: Shift


def covered_by_ring(
    edges: Floats, *, line: tuple[Floats, Floats], porous: bool, blocker: int
) -> list[Covered]:
    """The shifts at which a ring blocks the line."""
    start, end = line
    span = end - start
    length = float(np.hypot(*span))
    if length <= 0:
        return []
    along = span / length
    x1, y1 = _in_line_frame(edges[:, :2] - start, along)
    x2, y2 = _in_line_frame(edges[:, 2:] - start, along)
    kept = (np.maximum(x1, x2) >= 0) & (np.minimum(x1, x2) <= length)
    if not kept.any():
        return []
    x1, y1, x2, y2 = x1[kept], y1[kept], x2[kept], y2[kept]
    left_x, left_y = _clip((x1, y1), (x2, y2), length=length)
    right_x, right_y = _clip((x2, y2), (x1, y1), length=length)
    rises = np.stack([left_y, right_y, left_x, right_x])
    rises[:, left_y > right_y] = rises[[1, 0, 3, 2]][:, left_y > right_y]
    spans: list[_Span] = list(zip(*rises.tolist(), strict=True))
    ends = [
        (at, interval)
        for at in (0.0, length)
        for interval in _held_at(at, x1=x1, y1=y1, x2=x2, y2=y2)
    ]
    spans += [(low, high, at, at) for at, (low, high) in ends]
    covered = [
        Covered(
            low=Shift(offset=low, along=low_at, blocker=blocker),
            high=Shift(offset=high, along=high_at, blocker=blocker),
        )
        for low, high, low_at, high_at in _joined(spans)
    ]
    if porous:
        for at, interval in ends:
            covered = [rest for part in covered for rest in _without(part, hole=interval, along=at)]
        # A corner that an end stands on covers one shift only, and that one sees into the area.
        covered = [each for each in covered if each.high.offset > each.low.offset + _HAIR]
    return covered


def covered_by_disc(
    centre: Floats, *, radius: float, line: tuple[Floats, Floats], blocker: int
) -> list[Covered]:
    """The shifts at which a round blocker covers the line."""
    start, end = line
    length = float(np.hypot(*(end - start)))
    if length <= 0:
        return []
    x, y = (float(v) for v in _in_line_frame(centre - start, (end - start) / length))
    beyond = max(0.0, -x, x - length)
    if beyond >= radius:
        return []
    half = float(np.sqrt(radius * radius - beyond * beyond))
    at = min(max(x, 0.0), length)
    return [
        Covered(
            low=Shift(offset=y - half, along=at, blocker=blocker),
            high=Shift(offset=y + half, along=at, blocker=blocker),
        )
    ]


def _joined(spans: list[_Span]) -> list[_Span]:
    """Spans that touch or overlap made one, in order, as `merge` does it."""
    joined: list[_Span] = []
    for span in sorted(spans, key=itemgetter(0)):
        low, high, _, high_at = span
        if joined and low <= joined[-1][1] + _HAIR:
            first = joined[-1]
            if high > first[1]:
                joined[-1] = (first[0], high, first[2], high_at)
        else:
            joined.append(span)
    return joined


def merge(covered: list[Covered]) -> list[Covered]:
    """The same shifts with intervals that touch or overlap made one, in order."""
    merged: list[Covered] = []
    for part in sorted(covered, key=lambda each: each.low.offset):
        if merged and part.low.offset <= merged[-1].high.offset + _HAIR:
            if part.high.offset > merged[-1].high.offset:
                merged[-1] = Covered(low=merged[-1].low, high=part.high)
        else:
            merged.append(part)
    return merged


def turning_points(covered: list[Covered], *, blocked: bool) -> list[Shift]:
    """The nearest shifts, to the left and to the right, at which the answer changes.

    ``covered`` must be merged. A line that only touches an outline changes at once, at shift 0.
    """
    if blocked:
        for part in covered:
            if part.low.offset <= _HAIR and part.high.offset >= -_HAIR:
                return [part.low, part.high]
        return []
    above = [part.low for part in covered if part.low.offset >= -_HAIR]
    below = [part.high for part in covered if part.high.offset <= _HAIR]
    nearest = []
    if above:
        nearest.append(min(above, key=lambda shift: shift.offset))
    if below:
        nearest.append(max(below, key=lambda shift: shift.offset))
    return nearest


def _in_line_frame(offsets: Floats, along: Floats) -> tuple[Floats, Floats]:
    x = offsets @ along
    y = along[0] * offsets[..., 1] - along[1] * offsets[..., 0]
    return x, y


def _clip(first: _Ends, second: _Ends, *, length: float) -> _Ends:
    """The first point of each edge, moved along it into the strip between the line's ends."""
    (x1, y1), (x2, y2) = first, second
    inside = np.minimum(np.maximum(x1, 0.0), length)
    run = np.where(x2 != x1, x2 - x1, 1.0)
    return inside, np.where(inside != x1, y1 + (y2 - y1) * (inside - x1) / run, y1)


def _held_at(at: float, *, x1: Floats, y1: Floats, x2: Floats, y2: Floats) -> list[Interval]:
    """The shifts at which a line's end at distance ``at`` lies inside the ring."""
    through = (x1 <= at) != (x2 <= at)
    run = x2[through] - x1[through]
    heights = np.sort(y1[through] + (y2[through] - y1[through]) * (at - x1[through]) / run)
    return [
        (float(low), float(high)) for low, high in zip(heights[::2], heights[1::2], strict=False)
    ]


def _without(part: Covered, *, hole: Interval, along: float) -> list[Covered]:
    """An interval less the open interval of a hole."""
    low, high = hole
    if high <= part.low.offset or low >= part.high.offset:
        return [part]
    rest = []
    if low > part.low.offset + _HAIR:
        edge = Shift(offset=low, along=along, blocker=part.low.blocker)
        rest.append(Covered(low=part.low, high=edge))
    if high < part.high.offset - _HAIR:
        edge = Shift(offset=high, along=along, blocker=part.low.blocker)
        rest.append(Covered(low=edge, high=part.high))
    return rest
