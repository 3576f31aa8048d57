"""Lists the pixels that belong to tags: rows of convex outlines, without a loop over pixels."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.sighting import Floats, Grey

Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Pixels:
    """The pixels of n tags, one tag after the other."""

    x: Ints
    y: Ints
    starts: Ints
    """n + 1: where each tag's pixels begin, and their number."""
    inside: Floats
    """Of each tag, the share of its window that is in the picture and not known to be hidden."""

    @property
    def counts(self) -> Ints:
        return np.diff(self.starts)


def pixels_within(
    outlines: Floats, *, grey: Grey, hidden: NDArray[np.bool_] | None, every: int = 1
) -> Pixels:
    """The pixels within convex outlines (n x k x 2) of all rows, or of every second row, ...

    `hidden` is true where something covers.
    """
    height, width = grey.shape
    top = np.ceil(outlines[:, :, 1].min(axis=1))
    tall = np.floor(outlines[:, :, 1].max(axis=1)) - top + 1
    # An outline that a failed fit has thrown far out must not ask for memory.
    tall = np.clip(tall, 0, 2 * height)
    rows = top[:, None] + np.arange(0, int(tall.max(initial=0)), every)
    first, last = _spans(outlines, rows)
    is_row = rows - top[:, None] < tall[:, None]
    whole = np.where(is_row, np.clip(last - first + 1, 0, 2 * width), 0).sum(axis=1)
    first, last = np.maximum(first, 0), np.minimum(last, width - 1)
    is_row &= (rows >= 0) & (rows < height)
    lengths = np.where(is_row, np.maximum(last - first + 1, 0), 0).astype(np.int64)
    flat = lengths.ravel()
    before = np.cumsum(flat) - flat
    x = np.arange(int(flat.sum())) + np.repeat(first.ravel().astype(np.int64) - before, flat)
    y = np.repeat(rows.ravel().astype(np.int64), flat)
    counts = lengths.sum(axis=1)
    if hidden is not None:
        is_open = ~hidden[y, x]
        owner = np.repeat(np.arange(len(counts)), counts)
        counts = np.bincount(owner[is_open], minlength=len(counts)).astype(np.int64)
        x, y = x[is_open], y[is_open]
    return Pixels(
        x=x,
        y=y,
        starts=np.concatenate([[0], np.cumsum(counts)]),
        inside=counts / np.maximum(whole, 1),
    )


def _spans(outlines: Floats, rows: Floats) -> tuple[Floats, Floats]:
    """The first and the last column within each outline, for each row (n x rows)."""
    ahead = np.roll(outlines, -1, axis=1) - outlines
    x, y = outlines[..., 0], outlines[..., 1]
    turn = np.sign((x * np.roll(y, -1, axis=1) - y * np.roll(x, -1, axis=1)).sum(axis=1))
    ahead *= turn[:, None, None]
    dx, dy = ahead[..., 0, None], ahead[..., 1, None]
    # Inside of a side: dx (row - y) - dy (column - x) >= 0.
    with np.errstate(divide="ignore", invalid="ignore"):
        column = x[..., None] + dx * (rows[:, None] - y[..., None]) / dy
    left = np.where(dy < 0, column, -np.inf).max(axis=1)
    right = np.where(dy > 0, column, np.inf).min(axis=1)
    has_area = np.isfinite(left) & np.isfinite(right)
    return np.ceil(np.where(has_area, left, 0.0)), np.floor(np.where(has_area, right, -1.0))
