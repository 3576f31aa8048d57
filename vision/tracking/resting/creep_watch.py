"""Notices tags that creep: that have shifted by less than any patch of the picture shows alone.

All patches of a tag together show a shift of some hundredths of a pixel, by how each of them would
change with it. That costs next to nothing, where a fit of every tag in every picture would not.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.sighting import Floats, Grey

Shifts = NDArray[np.float32]
"""Of each tag (3 x n): right, down, and by its turn at half a side from its middle, in pixels."""

_LEAST_PX: Final = 0.025
"""A shift that is worth a look: less is within the error of any lens."""
_SURE_PX: Final = 0.01
"""Error of where a tag was from which on it is known well enough."""
_MOST_BEGINNING: Final = 12
"""Pictures that may say so, in a dark room."""
_SLOW, _FAST = 1 / 8, 1 / 2
"""Shares of the latest picture in two running means: a slow creep and the beginning of a fast."""
_SIGMAS: Final = 4.0
"""Standard errors from which on a shift is looked at; of 60 tags one does so by chance every few
seconds, and costs a fit."""
_NOISE: Final = 1 / 16
"""Share of the latest picture in what is known of the noise."""
_NOISE_FIRST: Final = 4
"""Pictures after which it is known at all."""
_WAYS: Final = 3
_NEW_AT_ONCE: Final = 6
"""Tags that begin to be watched in one picture: each takes half as long as a fit."""
_LEAST_PATCHES: Final = 12
_FLAT: Final = 1e-6
_MOST: Final = 0.5
"""Share of the tags that hardly ever creep at once."""


@dataclass(slots=True, kw_only=True, eq=False)
class _Watched:
    """One tag at rest, as it looked when it was fitted last."""

    spots: NDArray[np.intp]
    """Its patches in the small picture."""
    looks: NDArray[np.float32]
    weights: Shifts
    """From how its patches differ to its shift (3 x patches)."""


class CreepWatch:
    """Compares tags at rest with how they looked when they were fitted."""

    def __init__(self) -> None:
        self._watched: dict[int, _Watched | None] = {}
        """None for a tag that fills too few patches."""
        self._is_arranged = True
        self._order: list[int] = []
        self._spots = np.zeros(0, dtype=np.intp)
        self._looks = np.zeros(0, dtype=np.float32)
        self._weights = np.zeros((_WAYS, 0), dtype=np.float32)
        self._starts = np.zeros(0, dtype=np.intp)
        self._count = np.zeros(0, dtype=np.int64)
        """Pictures since each tag is watched."""
        self._first = self._slow = self._fast = self._last = self._noise = _nothing(0)
        self.is_shared = False
        """Whether most tags have shifted as the last picture has them: then it is the camera's
        doing, whatever each of them has shifted by besides."""

    def forget(self, tags: Sequence[int]) -> None:
        """These were fitted anew, or are gone."""
        for tag in tags:
            self._is_arranged &= tag not in self._watched
            self._watched.pop(tag, None)

    def keep(
        self, tags: Sequence[int], *, corners: Floats, grey: Grey, small: Grey, patch: int
    ) -> None:
        """Watch exactly these tags, from this picture on those that are new."""
        if self._is_arranged and self._watched.keys() == set(tags):
            return
        before, self._watched = self._watched, {}
        left = _NEW_AT_ONCE
        for tag, square in zip(tags, corners, strict=True):
            if tag in before:
                self._watched[tag] = before[tag]
            elif left:
                self._watched[tag] = _watched(square, grey=grey, small=small, patch=patch)
                left -= 1
        self._arrange([tag for tag, each in self._watched.items() if each is not None])

    def _arrange(self, order: list[int]) -> None:
        """Put all that is known of these tags side by side."""
        self._is_arranged = True
        at = {tag: index for index, tag in enumerate(self._order)}
        known = [(index, at[tag]) for index, tag in enumerate(order) if tag in at]
        to, of = (np.array([each[side] for each in known], dtype=np.intp) for side in (0, 1))
        for name in ("_first", "_slow", "_fast", "_last", "_noise"):
            before, after = getattr(self, name), _nothing(len(order))
            after[:, to] = before[:, of]
            setattr(self, name, after)
        count = np.zeros(len(order), dtype=np.int64)
        count[to] = self._count[of]
        self._count, self._order = count, order
        watched = [each for tag in order if (each := self._watched[tag]) is not None]
        if not watched:
            self._spots = np.zeros(0, dtype=np.intp)
            return
        self._spots = np.concatenate([each.spots for each in watched])
        self._looks = np.concatenate([each.looks for each in watched])
        self._weights = np.concatenate([each.weights for each in watched], axis=1)
        lengths = [len(each.spots) for each in watched]
        self._starts = np.cumsum([0, *lengths[:-1]]).astype(np.intp)

    def crept(self, small: Grey, *, shared_by: int) -> set[int]:
        """Which tags have shifted since they were fitted; with so many, all by the same is none."""
        self.is_shared = False
        if not len(self._spots):
            return set()
        off = small.ravel()[self._spots] - self._looks
        shifts = np.add.reduceat(self._weights * off, self._starts, axis=1)
        self._learn(shifts)
        gone = [self._slow - self._first, self._fast - self._first]
        found = self._far(gone)
        if found.any() and len(self._order) >= shared_by:
            self.is_shared = bool(found.mean() >= _MOST)
            # What all tags share, the camera has moved by; a median takes as long as all else.
            found = self._far([each - np.median(each, axis=1, keepdims=True) for each in gone])
        return {self._order[at] for at in np.flatnonzero(found)}

    def _far(self, gone: Sequence[Shifts]) -> NDArray[np.bool_]:
        """Which tags are farther from where they were than noise alone makes them."""
        begun = np.maximum(np.minimum(self._count, self._beginning()), 1)
        reach = _SIGMAS**2 * self._noise.mean(axis=0)
        found = np.zeros(len(self._order), dtype=np.bool_)
        for mean, share in zip(gone, (_SLOW, _FAST), strict=True):
            error = reach * (share / (2 - share) + 1 / begun)
            found |= np.square(mean).sum(axis=0) > np.maximum(_LEAST_PX**2, error)
        return found & (self._count > _NOISE_FIRST)

    def _beginning(self) -> NDArray[np.int64]:
        """In how many pictures each tag's place is found out, by their noise."""
        needed = np.ceil(self._noise.mean(axis=0) / _SURE_PX**2)
        found: NDArray[np.int64] = np.clip(needed, _NOISE_FIRST, _MOST_BEGINNING).astype(np.int64)
        return found

    def _learn(self, shifts: Shifts) -> None:
        """Take in where one more picture has all tags."""
        self._count += 1
        count = self._count.astype(np.float32)
        is_first = self._count == 1
        step = np.where(is_first, 0.0, shifts - self._last)
        share = np.maximum(_NOISE, 1 / np.maximum(count - 1, 1))
        self._noise += np.where(is_first, 0.0, (step**2 / 2 - self._noise) * share)
        begins = self._count <= self._beginning()
        self._first += np.where(begins, (shifts - self._first) / count, 0.0)
        self._slow += (shifts - self._slow) * np.maximum(_SLOW, 1 / count)
        self._fast += (shifts - self._fast) * np.maximum(_FAST, 1 / count)
        self._last = shifts


def _nothing(count: int) -> Shifts:
    return np.zeros((_WAYS, count), dtype=np.float32)


def _watched(square: Floats, *, grey: Grey, small: Grey, patch: int) -> _Watched | None:
    """How the patches of a tag look now, and how they would change with its place.

    Of light that changes, and of a haze over it, nothing is left.
    """
    rows, columns = small.shape
    low, high = square.min(axis=0), square.max(axis=0)
    wide = 0.1 * float((high - low).max())
    first = np.clip(np.floor((low - wide + 0.5) / patch), 0, (columns, rows)).astype(int)
    last = np.clip(np.ceil((high + wide + 0.5) / patch), 0, (columns, rows)).astype(int)
    (left, top), (right, bottom) = first.tolist(), last.tolist()
    if (right - left) * (bottom - top) < _LEAST_PATCHES:
        return None
    across, down = _slopes(grey, box=(left, top, right, bottom), patch=patch)
    y, x = np.mgrid[top:bottom, left:right]
    middle, half = square.mean(axis=0), float((high - low).max()) / 2
    turned = ((x + 0.5) * patch - middle[0]) * down - ((y + 0.5) * patch - middle[1]) * across
    looks = small[top:bottom, left:right].astype(np.float32)
    ways = np.stack([across, down, turned / half, looks, np.ones_like(looks)])
    ways = ways.reshape(len(ways), -1)
    square_of = ways @ ways.T
    size = np.sqrt(np.maximum(square_of.diagonal(), _FLAT))
    alike = square_of / np.outer(size, size) + _FLAT * np.eye(len(size))
    weights = np.linalg.solve(alike, ways / size[:, None])[:_WAYS] / size[:_WAYS, None]
    spots = (y * columns + x).ravel()
    return _Watched(
        spots=spots.astype(np.intp),
        looks=looks.ravel(),
        weights=weights.astype(np.float32),
    )


def _slopes(
    grey: Grey, *, box: tuple[int, int, int, int], patch: int
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """By how much each patch gets lighter if what it shows goes right, or down, by a pixel."""
    left, top, right, bottom = box
    part = grey[top * patch : bottom * patch, left * patch : right * patch]
    wide = cv2.copyMakeBorder(part, 1, 1, 1, 1, cv2.BORDER_REPLICATE).astype(np.float32)
    across = (wide[1:-1, :-2] - wide[1:-1, 2:]) / 2
    down = (wide[:-2, 1:-1] - wide[2:, 1:-1]) / 2
    size = (right - left, bottom - top)
    found = [cv2.resize(each, size, interpolation=cv2.INTER_AREA) for each in (across, down)]
    return np.asarray(found[0], dtype=np.float32), np.asarray(found[1], dtype=np.float32)
