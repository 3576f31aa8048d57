"""Tries out errors in 256 fixed samples, and counts how many of them block a line.

A sample moves every piece and every area by a draw from its own error. The draws are one fixed
low-discrepancy set, put in an order that belongs to the id alone, so a replay gives the same number
and A to B the same as B to A.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from statistics import NormalDist
from typing import Final

import numpy as np

from rules.table.outlines.rings import Bools, Ints, Rings
from rules.table.shapes import Floats

SAMPLES: Final = 256


def _sobol_plane(count: int) -> Floats:
    """The first ``count`` points (a power of two) of the two-dimensional Sobol sequence."""
    bits = count.bit_length() - 1
    directions = [[1 << (bits - 1 - k) for k in range(bits)], [1 << (bits - 1)]]
    for k in range(1, bits):
        directions[1].append(directions[1][k - 1] ^ (directions[1][k - 1] >> 1))
    points = np.zeros((count, 2))
    for index in range(count):
        for axis in (0, 1):
            value = 0
            for k in range(bits):
                if index >> k & 1:
                    value ^= directions[axis][k]
            points[index, axis] = (value + 0.5) / count
    return points


def _normal_plane(count: int) -> Floats:
    """The same points as draws of two independent standard normals of mean 0 and variance 1."""
    inverse = NormalDist().inv_cdf
    draws = np.array([[inverse(float(x)), inverse(float(y))] for x, y in _sobol_plane(count)])
    scaled: Floats = draws / np.sqrt((draws**2).mean(axis=0))
    scaled.setflags(write=False)
    return scaled


_DRAWS: Final = _normal_plane(SAMPLES)


@lru_cache(maxsize=2048)
def draws_of(name: str) -> Floats:
    """The standard draws of one id, a row a sample: the fixed set in an order of its own."""
    stream = hashlib.shake_256(name.encode()).digest(8 * SAMPLES)
    order = np.argsort(np.frombuffer(stream, dtype="<u8"), kind="stable")
    draws: Floats = _DRAWS[order]
    draws.setflags(write=False)
    return draws


def shifts(names: Sequence[str], *, covariance: Floats) -> Floats:
    """How far each thing is displaced in each sample: things x samples x 2 inches."""
    displaced = np.zeros((len(names), SAMPLES, 2))
    for row, (name, matrix) in enumerate(zip(names, covariance, strict=True)):
        if matrix.any():
            displaced[row] = draws_of(name) @ _root(matrix).T
    return displaced


def turns(names: Sequence[str], *, variance: Floats) -> Floats:
    """How far each thing is turned in each sample, in radians, for a variance in square degrees."""
    turned = np.zeros((len(names), SAMPLES))
    for row, (name, square) in enumerate(zip(names, variance, strict=True)):
        if square > 0:
            turned[row] = draws_of(f"{name} turned")[:, 0] * np.radians(np.sqrt(square))
    return turned


def _root(matrix: Floats) -> Floats:
    """A lower triangular square root of a 2 x 2 covariance, which may be singular."""
    a = np.sqrt(max(matrix[0, 0], 0.0))
    b = matrix[0, 1] / a if a > 0 else 0.0
    c = np.sqrt(max(matrix[1, 1] - b * b, 0.0))
    return np.array([[a, 0.0], [b, c]])


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ErrorSamples:
    """Displaced outlines and the test of one observer against many targets in all of the samples.

    ``porous`` outlines do not block the sight of an end that they hold; the others always block.
    """

    rings: Rings
    ring_shifts: Floats
    ring_turns: Floats
    """How far each outline is turned in each sample, in radians."""
    ring_origins: Floats
    porous: Bools
    play: Floats = field(init=False)
    """No point of an outline is displaced farther than this in any sample."""
    _turned: Bools = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_turned", self.ring_turns.any(axis=1))
        object.__setattr__(self, "play", self._farthest())

    def share_blocked(
        self,
        start: Floats,
        ends: Floats,
        *,
        start_shift: Floats,
        end_shifts: Floats,
        ignored: Bools,
    ) -> Floats:
        """The share of samples in which each of the segments from ``start`` is blocked.

        ``ignored`` says which outline (column) never counts for which end (row).
        """
        if not len(self.rings):
            return np.zeros(len(ends))
        reach = farthest(start_shift[None])[0] + farthest(end_shifts)
        slack = reach[:, None] + self.play[None] + 1e-9
        surely, pair, ring = self._triage(start, ends, slack=slack, ignored=ignored)
        blocked = np.zeros((len(ends), SAMPLES), dtype=bool)
        blocked[surely] = True
        holds_start = self._may_hold(start, slack=slack[pair, ring], ring=ring)
        holds_end = self._may_hold(ends[pair], slack=slack[pair, ring], ring=ring)
        one = start + start_shift
        for k, (row, index) in enumerate(zip(pair, ring, strict=True)):
            left = np.nonzero(~blocked[row])[0]
            if not len(left):
                continue
            edges = self.rings.ring(index)
            lines = (
                self._seen_from(index, one[left], samples=left),
                self._seen_from(index, ends[row] + end_shifts[row][left], samples=left),
            )
            close = _beside(start, ends[row], edges=edges, slack=float(slack[row, index]))
            met = _segments_cross(*lines, edges=close)
            for end, may in zip(lines, (holds_start[k], holds_end[k]), strict=True):
                if may and (met.any() or not self.porous[index]):
                    held = _held(end, edges=edges)
                    met = met & ~held if self.porous[index] else met | held
            blocked[row, left] = met
        share: Floats = blocked.mean(axis=1)
        return share

    def _farthest(self) -> Floats:
        play: Floats = farthest(self.ring_shifts)
        for index in np.nonzero(self._turned)[0]:
            swing = np.abs(self.ring_turns[index]).max()
            offsets = self.rings.ring(int(index))[:, :2] - self.ring_origins[index]
            reach = float(np.sqrt((offsets**2).sum(axis=1).max()))
            play[index] += 2.0 * reach * float(np.sin(min(swing, np.pi) / 2.0))
        return play

    def _seen_from(self, index: int, points: Floats, *, samples: Ints) -> Floats:
        """Points in the frame of a displaced outline: it stays, and they move back."""
        moved: Floats = points - self.ring_shifts[index][samples]
        if not self._turned[index]:
            return moved
        turns = self.ring_turns[index][samples]
        offset = moved - self.ring_origins[index]
        cos, sin = np.cos(turns), np.sin(turns)
        x = cos * offset[:, 0] + sin * offset[:, 1]
        y = cos * offset[:, 1] - sin * offset[:, 0]
        back: Floats = np.column_stack([x, y]) + self.ring_origins[index]
        return back

    def _may_hold(self, points: Floats, *, slack: Floats, ring: Ints) -> Bools:
        """Whether a point comes near enough to a ring's box to be inside of it in some sample."""
        boxes = self.rings.boxes[ring]
        x, y = points[..., 0], points[..., 1]
        may: Bools = (x >= boxes[:, 0] - slack) & (x <= boxes[:, 2] + slack)
        may &= (y >= boxes[:, 1] - slack) & (y <= boxes[:, 3] + slack)
        return may

    def _triage(
        self, start: Floats, ends: Floats, *, slack: Floats, ignored: Bools
    ) -> tuple[Bools, Ints, Ints]:
        """Ends blocked in every sample; then end and outline of all that may differ by sample."""
        span = ends - start
        length = np.sqrt((span**2).sum(axis=1))
        along = span / np.where(length > 0, length, 1.0)[:, None]
        hulls = self.rings.hulls - start
        x = along @ hulls.T
        y = along[:, :1] * hulls[:, 1] - along[:, 1:] * hulls[:, 0]
        firsts = np.concatenate([[0], np.cumsum(self.rings.hull_counts)[:-1]])
        low_x, high_x = (f.reduceat(x, firsts, axis=1) for f in (np.minimum, np.maximum))
        low_y, high_y = (f.reduceat(y, firsts, axis=1) for f in (np.minimum, np.maximum))
        apart = (low_y > slack) | (high_y < -slack) | (high_x < -slack)
        apart |= low_x > length[:, None] + slack
        counts = ~ignored & ~apart
        across = (low_y < -slack) & (high_y > slack)
        between = (low_x > slack) & (high_x < length[:, None] - slack)
        surely: Bools = (counts & across & between).any(axis=1)
        counts[surely] = False
        pair, ring = np.nonzero(counts)
        return surely, pair, ring


def farthest(displaced: Floats) -> Floats:
    """The farthest that each thing is displaced in any sample."""
    squared = displaced[..., 0] ** 2 + displaced[..., 1] ** 2
    farthest: Floats = np.sqrt(squared.max(axis=1, initial=0.0))
    return farthest


def _beside(start: Floats, end: Floats, *, edges: Floats, slack: float) -> Floats:
    """The edges that a segment can touch when its ends are displaced by at most ``slack``.

    Between its ends a segment strays from its old line no farther than the ends themselves do.
    """
    span = end - start
    length = float(np.hypot(*span))
    along = span / (length or 1.0)
    corners = edges.reshape(-1, 2, 2) - start
    x = corners @ along
    y = along[0] * corners[..., 1] - along[1] * corners[..., 0]
    kept = (y.min(axis=1) <= slack) & (y.max(axis=1) >= -slack)
    kept &= (x.min(axis=1) <= length + slack) & (x.max(axis=1) >= -slack)
    near: Floats = edges[kept]
    return near


def _segments_cross(one: Floats, other: Floats, *, edges: Floats) -> Bools:
    """Which of these segments cross at least one of the edges.

    A row an edge and a column a segment: there are few edges, and numpy goes along rows quickest.
    """
    x, y = one.T
    dx, dy = other[:, 0] - x, other[:, 1] - y
    x1, y1, x2, y2 = edges.T[:, :, None]
    straddles = (dx * (y1 - y) - dy * (x1 - x) > 0) != (dx * (y2 - y) - dy * (x2 - x) > 0)
    ex, ey = x2 - x1, y2 - y1
    splits = (ex * (y - y1) - ey * (x - x1) > 0) != (ex * (y + dy - y1) - ey * (x + dx - x1) > 0)
    crossed: Bools = (straddles & splits).any(axis=0)
    return crossed


def _held(points: Floats, *, edges: Floats) -> Bools:
    """Which points lie inside a ring, by the number of edges to the right of them."""
    x, y = points.T
    x1, y1, x2, y2 = edges.T[:, :, None]
    spans = (y1 > y) != (y2 > y)
    with np.errstate(divide="ignore", invalid="ignore"):
        right = x < (x2 - x1) * (y - y1) / (y2 - y1) + x1
    inside: Bools = ((spans & right).sum(axis=0) % 2).astype(bool)
    return inside
