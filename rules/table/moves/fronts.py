"""Measures a move of a rectangle from where its front was to where its front ends up."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
import shapely

from rules.table.measuring.path import way_length
from rules.table.outlines.length_error import length_error
from rules.table.outlines.outline import Outline, place
from rules.table.shapes import Floats, Point, point
from rules.table.snapshot import Piece, Snapshot


class FrontMetric(StrEnum):
    """Between which points a move is measured."""

    FRONT_MID = "front_mid"
    FRONT_CORNERS = "front_corners"
    EDGE_REACH = "edge_reach"


@dataclass(frozen=True, slots=True, kw_only=True)
class Front:
    """The front edge of a square where it stands."""

    middle: Floats
    left: Floats
    right: Floats


def front_of(outline: Outline) -> Front:
    """The front of a rectangle: its two corners furthest ahead, left and right as it looks.

    The corners of an outline run from the rear right one counter-clockwise.
    """
    corners = outline.corners
    return Front(middle=outline.front, right=corners[1], left=corners[2])


@dataclass(frozen=True, slots=True, kw_only=True)
class FrontMove:
    """How far a square went, along which line, and how surely that is known."""

    length: float
    line: tuple[Point, ...]
    """Of the middle of the front."""
    sigma: float


def move_between(
    snapshot: Snapshot, pair: tuple[Piece, Piece], *, metric: FrontMetric, way: Sequence[Point] = ()
) -> FrontMove:
    """The length of a move from the first pose of a square to the second."""
    before, after = (place(piece) for piece in pair)
    old, new = front_of(before), front_of(after)
    line = (point(old.middle), *way, point(new.middle))
    start, end = _ends(old, new, metric=metric)
    length = math.dist(start, end)
    if way:
        length = max(length, way_length(line))
    ends = ((pair[0], before), (pair[1], after))
    return FrontMove(
        length=length, line=line, sigma=length_error(snapshot, ends=ends, start=start, end=end)
    )


def _ends(old: Front, new: Front, *, metric: FrontMetric) -> tuple[Floats, Floats]:
    """The two points whose distance counts."""
    if metric is FrontMetric.FRONT_MID:
        return old.middle, new.middle
    if metric is FrontMetric.FRONT_CORNERS:
        pairs = ((old.left, new.left), (old.right, new.right))
        return max(pairs, key=lambda pair: math.dist(*pair))
    edge = shapely.LineString([old.left, old.right])
    nearest = [
        shapely.get_coordinates(shapely.shortest_line(edge, shapely.Point(corner)))
        for corner in (new.left, new.right)
    ]
    start, end = max(nearest, key=lambda pair: math.dist(*pair))
    return np.asarray(start), np.asarray(end)
