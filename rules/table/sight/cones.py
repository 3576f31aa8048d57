"""Finds the cone in which an observer sees each outline, and what that settles at once.

An outline is connected, so from outside of its hull it fills one interval of bearings. A target
off that interval, or nearer than all of the outline, is clear of it; a target strictly inside and
beyond all of it is hidden by it. What lies between is left to an exact test. No angle is computed:
three half-planes through the observer, stacked for all outlines, are one small matrix product.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np

from rules.table.outlines.rings import Bools, Ints, Rings
from rules.table.shapes import Floats

_SURE: Final = 1e-9


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Cones:
    """The cones of all outlines from one observer."""

    observer: Floats
    planes: Floats
    """Unit normals, three blocks of a row an outline: left bound, right bound, depth."""
    near: Floats
    far: Floats

    def settle(self, targets: Floats, *, held: Bools) -> tuple[Bools, Ints, Ints]:
        """Which targets are surely hidden; then the rows of outline and target left to test.

        ``held`` says which outline (column) holds which target (row): it never blocks that one.
        """
        count = len(self.near)
        sides = self.planes @ (targets - self.observer).T
        inward = np.minimum(sides[:count], sides[count : 2 * count])
        depth = sides[2 * count :]
        hidden = (inward > _SURE) & (depth > self.far[:, None])
        blocked: Bools = np.any(hidden, axis=0)
        open_ = (inward >= -_SURE) & (depth >= self.near[:, None])
        open_ &= ~blocked
        outline, target = np.nonzero(open_)
        keep = ~held[target, outline]
        return blocked, outline[keep], target[keep]


def cones_from(points: Floats, *, rings: Rings, held: Bools, rough: Bools) -> list[Cones]:
    """The cones of every observer; outlines that hold one never hide anything from it.

    A ``rough`` outline is drawn a little too large: what misses it is clear, but what seems hidden
    by it is left to the exact test.
    """
    if not len(rings):
        empty = np.zeros(0)
        return [
            Cones(observer=point, planes=np.zeros((0, 2)), near=empty, far=empty)
            for point in points
        ]
    chunk = max(1, 200_000 // max(1, len(rings.hulls)))
    cones: list[Cones] = []
    for first in range(0, len(points), chunk):
        part = slice(first, first + chunk)
        cones += _cones_of_chunk(points[part], rings=rings, held=held[part], rough=rough)
    return cones


def _cones_of_chunk(points: Floats, *, rings: Rings, held: Bools, rough: Bools) -> list[Cones]:
    starts = np.concatenate([[0], np.cumsum(rings.hull_counts)[:-1]])
    middle = np.add.reduceat(rings.hulls, starts) / rings.hull_counts[:, None]
    axis = middle[None] - points[:, None]
    length = np.sqrt((axis**2).sum(axis=2, keepdims=True))
    axis /= np.where(length > 0, length, 1.0)
    spread = np.repeat(axis, rings.hull_counts, axis=1)
    x = rings.hulls[None, :, 0] - points[:, 0, None]
    y = rings.hulls[None, :, 1] - points[:, 1, None]
    depth = spread[..., 0] * x + spread[..., 1] * y
    offset = spread[..., 0] * y - spread[..., 1] * x
    near = np.minimum.reduceat(depth, starts, axis=1)
    far = np.maximum.reduceat(depth, starts, axis=1)
    ahead = near > 1e-6
    with np.errstate(divide="ignore", invalid="ignore"):
        slope = offset / depth
    right = np.where(ahead, np.minimum.reduceat(slope, starts, axis=1), 0.0)
    left = np.where(ahead, np.maximum.reduceat(slope, starts, axis=1), 0.0)
    across = np.stack([-axis[..., 1], axis[..., 0]], axis=2)
    blocks = (
        _bound(across, axis=axis, slope=right, sign=1.0),
        _bound(across, axis=axis, slope=left, sign=-1.0),
        axis,
    )
    # Too near for a cone: both bounds vanish, so that only the exact test settles anything.
    planes = np.concatenate([np.where(ahead[..., None], block, 0.0) for block in blocks], axis=1)
    near = np.where(held, np.inf, np.where(ahead, near - _SURE, -np.inf))
    far = np.where(ahead & ~held & ~rough, far + _SURE, np.inf)
    return [
        Cones(observer=point, planes=planes[k], near=near[k], far=far[k])
        for k, point in enumerate(points)
    ]


def _bound(across: Floats, *, axis: Floats, slope: Floats, sign: float) -> Floats:
    """Unit normal of the half-plane on the inner side of a bound of that slope."""
    normal = sign * (across - slope[..., None] * axis)
    unit: Floats = normal / np.sqrt(1.0 + slope * slope)[..., None]
    return unit
