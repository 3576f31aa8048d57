"""Judges which cells an outline hides from a point, exactly and within the doubt.

All corners are turned into the frame of each cell's line at once: how far along it they lie and how
far to its left. Of an outline that lies wholly between the ends, the outermost corners to either
side say how far the line could shift; of any other, each corner at which the outline turns back.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import shapely

from rules.table.outlines.rings import Bools, Ints
from rules.table.shapes import Floats

_AT_ONCE: Final = 30_000
"""Corners times cells."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Outlook:
    """All cells, or some, as one point has them, in the order of their bearings."""

    point: Floats
    order: Ints
    """Which cells they are."""
    bearing: Floats
    """In radians, rising."""
    along: Floats
    """Unit vectors to the cells, in that order."""
    length: Floats

    @property
    def count(self) -> int:
        return len(self.order)


def outlook_from(point: Floats, cells: Floats, *, places: Ints | None = None) -> Outlook:
    """The cells as this point has them: all, or only those at these places."""
    span = (cells if places is None else cells[places]) - point
    bearing = np.arctan2(span[:, 1], span[:, 0])
    order = np.argsort(bearing, kind="stable")
    span = span[order]
    length = np.sqrt(span[:, 0] ** 2 + span[:, 1] ** 2)
    along = span / np.maximum(length, 1e-9)[:, None]
    return Outlook(
        point=point,
        order=order if places is None else places[order],
        bearing=bearing[order],
        along=along,
        length=length,
    )


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class HiddenCells:
    """The cells that one outline has to do with, as places in an `Outlook`; the rest are clear."""

    places: Ints
    blocked: Bools
    """Exactly."""
    inside: Bools
    surely: Bools
    """Blocked however the line shifts within the doubt."""
    doubtful: Bools


def hidden_by(ring: Floats, outlook: Outlook, *, bound: float, half: float) -> HiddenCells:
    """What an outline that does not hold the point hides; within ``bound`` is doubtful.

    A cell may be left by half a cell: at its end a line shifts by so much more.
    """
    corners = ring - outlook.point
    near = float(shapely.distance(shapely.linearrings(ring), shapely.Point(outlook.point)))
    far = float(np.sqrt((corners**2).sum(axis=1).max()))
    places = _before(corners, outlook, near=near, room=bound + half)
    beyond = outlook.length[places] >= far
    around: shapely.Geometry = shapely.convex_hull(shapely.MultiPoint(ring))
    if near <= bound + half or shapely.intersects(around, shapely.Point(outlook.point)):
        # Some of it may lie behind whoever stands there.
        beyond[:] = False
    elif _spans(around, outlook.point) + np.arcsin((bound + half) / near) >= np.pi / 2:
        # Of lines that lead away from it some of it does.
        rim = shapely.get_coordinates(around)[:-1] - outlook.point
        beyond[beyond] = (rim @ outlook.along[places[beyond]].T).min(axis=0) > 0
    past = _past(around, outlook, places=places[beyond], bound=bound, half=half, far=far)
    part = _beside(corners, outlook, places=places[~beyond], bound=bound, half=half)
    found = _together([past, part])
    if near <= bound:
        np.logical_or(found.doubtful, found.blocked, out=found.doubtful)
        found.surely[:] = False
    return found


def _spans(around: shapely.Geometry, point: Floats) -> float:
    """The angle at which a convex outline is seen from a point outside of it, in radians."""
    rim = shapely.get_coordinates(around)[:-1] - point
    turned = np.arctan2(rim[:, 1] * rim[0, 0] - rim[:, 0] * rim[0, 1], rim @ rim[0])
    return float(turned.max() - turned.min())


def _together(parts: Sequence[HiddenCells]) -> HiddenCells:
    return HiddenCells(
        places=np.concatenate([part.places for part in parts]),
        blocked=np.concatenate([part.blocked for part in parts]),
        inside=np.concatenate([part.inside for part in parts]),
        surely=np.concatenate([part.surely for part in parts]),
        doubtful=np.concatenate([part.doubtful for part in parts]),
    )


def _past(
    around: shapely.Geometry,
    outlook: Outlook,
    *,
    places: Ints,
    bound: float,
    half: float,
    far: float,
) -> HiddenCells:
    """Cells beyond all of it: the outermost corners to either side say it all."""
    corners = shapely.get_coordinates(around)[:-1] - outlook.point
    along, length = outlook.along[places], outlook.length[places]
    ahead = corners @ along.T
    y = np.outer(corners[:, 1], along[:, 0])
    y -= np.outer(corners[:, 0], along[:, 1])
    low, high = y.min(axis=0), y.max(axis=0)
    room = bound + half * np.minimum(1.0, far / np.maximum(length, 1e-9))
    is_ahead = ahead.min(axis=0) > 0
    surely = is_ahead & (low < -room) & (high > room)
    clear = (low > room) | (high < -room)
    blocked = is_ahead & (low <= 0) & (high >= 0)
    return HiddenCells(
        places=places,
        blocked=blocked,
        inside=np.zeros(len(places), dtype=bool),
        surely=surely,
        doubtful=~surely & ~clear,
    )


def _beside(
    corners: Floats, outlook: Outlook, *, places: Ints, bound: float, half: float
) -> HiddenCells:
    """Cells as far as some of it: each corner at which it turns back counts."""
    # Of more at once the numbers on the way leave the processor's own memory.
    most = max(1, _AT_ONCE // len(corners))
    blocks = [places[first : first + most] for first in range(0, len(places), most)] or [places]
    return _together(
        [_beside_few(corners, outlook, places=each, bound=bound, half=half) for each in blocks]
    )


def _beside_few(
    corners: Floats, outlook: Outlook, *, places: Ints, bound: float, half: float
) -> HiddenCells:
    along, length = outlook.along[places], outlook.length[places]
    x = corners @ along.T
    y = np.outer(corners[:, 1], along[:, 0]) - np.outer(corners[:, 0], along[:, 1])
    crossings = _crossings(x, y, length=length)
    blocked = crossings > 0
    doubtful = _turns_near(x, y, length=length, bound=bound, half=half)
    return HiddenCells(
        places=places,
        blocked=blocked,
        inside=crossings % 2 == 1,
        surely=blocked & ~doubtful,
        doubtful=doubtful,
    )


def _before(corners: Floats, outlook: Outlook, *, near: float, room: float) -> Ints:
    """The cells whose line comes so near to the outline's bearings, and that are far enough off."""
    if near <= room:
        return np.arange(outlook.count)
    bearings = np.arctan2(corners[:, 1], corners[:, 0])
    steps = np.diff(bearings, append=bearings[:1])
    turned = bearings[0] + np.cumsum((steps + np.pi) % (2 * np.pi) - np.pi)
    wider = float(np.arcsin(min(1.0, room / near))) + 1e-9
    low, high = float(turned.min()) - wider, float(turned.max()) + wider
    if high - low >= 2 * np.pi:
        found = np.arange(outlook.count)
    else:
        parts = []
        for turn in (-2 * np.pi, 0.0, 2 * np.pi):
            first, last = np.searchsorted(outlook.bearing, [low + turn, high + turn])
            parts.append(np.arange(first, last))
        found = np.concatenate(parts)
    return found[outlook.length[found] >= near - room]


def _crossings(x: Floats, y: Floats, *, length: Floats) -> Ints:
    """How often each line crosses the outline before its end."""
    x2, y2 = np.roll(x, -1, axis=0), np.roll(y, -1, axis=0)
    edge, line = np.nonzero((y > 0) != (y2 > 0))
    one, other = y[edge, line], y2[edge, line]
    at = (x[edge, line] * other - x2[edge, line] * one) / (other - one)
    met = (at > 0) & (at <= length[line])
    return np.bincount(line[met], minlength=len(length))


def _turns_near(x: Floats, y: Floats, *, length: Floats, bound: float, half: float) -> Bools:
    """Lines beside which the outline turns back, so near that the line may lose or meet it."""
    before, after = np.roll(y, 1, axis=0) - y, np.roll(y, -1, axis=0) - y
    share = np.clip(x / np.maximum(length, 1e-9), 0.0, 1.0)
    near = (before * after >= 0) & (np.abs(y) <= bound + half * share)
    near &= (x >= -bound) & (x <= length + bound + half)
    found: Bools = np.any(near, axis=0)
    return found
