"""Finds the parts of a picture that differ from how they looked when last understood.

Pictures are compared in patches of a few pixels, so that the gate costs next to nothing.
"""

import math
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.sighting import Floats, Grey
from vision.tracking.settings import DEFAULTS, TrackingSettings

Bools = NDArray[np.bool_]
Whole = NDArray[np.int32]
"""Boxes: n x 4 of left, top, right, bottom in patches; right and bottom are not in it."""

_Part = tuple[slice, slice]
_PATCHES_WIDE: Final = 480
_GAIN: Final = 0.004
"""Share by which the light may change before pictures are compared in proportion."""
_OTHER_LIGHT: Final = 4.0
"""Times as light or as dark: a picture so far from what was understood shows nothing in proportion,
and is looked at as the first one is. A covered lens is black, whatever the light."""
_TELLING: Final = 0.2
"""Share of what paper is lighter than ink: no noise hides a tag that has lost so much."""
_LEAST_LEVELS: Final = 2.0
_SIGMA: Final = 0.6745
"""A median of absolute differences as a share of the standard deviation."""


class ChangeGate:
    """Compares each picture with the one before, and with what was understood."""

    def __init__(self, *, settings: TrackingSettings = DEFAULTS) -> None:
        self._settings = settings
        self.patch = 1
        """Pixels to a side of a patch."""
        self.small: Grey = np.zeros((0, 0), dtype=np.uint8)
        self._before: Grey | None = None
        self._understood: NDArray[np.float32] = np.zeros((0, 0), dtype=np.float32)
        """In the light of the first picture, whenever each part was last looked at."""
        self._gain = 1.0
        """The light now, in that light."""
        self._forced: Grey = self.small
        """Patches that nobody has looked at yet."""
        self._changed: NDArray[np.int32] | None = None
        """Sums of the changed map; None until somebody asks."""
        self._moving = np.zeros((1, 1), dtype=np.int32)
        self.changed_map: Grey = self.small
        self.moving_map: Grey = self.small

    def look(self, grey: Grey, *, contrast: float = math.nan) -> None:
        """Take the next picture; at the first one, or in another light, everything has changed.

        ``contrast`` is by how many grey levels paper was lighter than ink when last measured.
        """
        halvings = max(0, round(math.log2(grey.shape[1] / _PATCHES_WIDE)))
        self.patch = 2**halvings
        small = grey[
            : grey.shape[0] // self.patch * self.patch, : grey.shape[1] // self.patch * self.patch
        ]
        # Two halvings are eight times as fast as a quarter at once.
        for _ in range(halvings):
            half = (small.shape[1] // 2, small.shape[0] // 2)
            small = np.asarray(cv2.resize(small, half, interpolation=cv2.INTER_AREA), np.uint8)
        small = small.copy() if small is grey or small.base is grey else small
        if self._before is None or self._before.shape != small.shape:
            self._begin(small)
            self.moving_map = np.zeros_like(small)
        else:
            since = _gain(small, self._before)
            most = _most_levels(since * contrast, by=float(self._settings.gate_most_levels))
            self.moving_map = self._differing(small, _lit(self._before, by=since), most=most)
            self._gain = _gain(small, self._understood)
            if not 1 / _OTHER_LIGHT < self._gain < _OTHER_LIGHT:
                self._begin(small)
            else:
                understood = _lit(self._understood, by=self._gain)
                self.changed_map = self._differing(small, understood, most=most)
                cv2.bitwise_or(self.changed_map, self._forced, dst=self.changed_map)
        self._before = self.small = small
        self._changed = None
        self._moving = np.asarray(cv2.integral(self.moving_map), dtype=np.int32)

    def _begin(self, small: Grey) -> None:
        self._understood, self._gain = small.astype(np.float32), 1.0
        self._forced = np.ones_like(small)
        self.changed_map = np.ones_like(small)

    def _differing(self, small: Grey, other: Grey, *, most: float) -> Grey:
        off = cv2.absdiff(small, other)
        # The median of whole grey levels is coarse; rounding leaves half a level.
        sigma = (float(np.median(off[::7, ::7])) + 0.5) / _SIGMA
        # Where the whole picture has changed, the usual difference says nothing about noise.
        limit = min(
            max(float(self._settings.gate_levels), self._settings.gate_sigmas * sigma), most
        )
        return np.asarray(cv2.threshold(off, limit, 1, cv2.THRESH_BINARY)[1], dtype=np.uint8)

    def boxes(self, corners: Floats, *, margin: float) -> Whole:
        """The patches under quadrilaterals (n x 4 x 2 pixels), wider by a share of their size."""
        if not len(corners):
            return np.zeros((0, 4), dtype=np.int32)
        low, high = corners.min(axis=1), corners.max(axis=1)
        wide = margin * (high - low).max(axis=1, keepdims=True)
        rows, columns = self.small.shape
        most = np.array([columns, rows])
        first = np.clip(np.floor((low - wide + 0.5) / self.patch), 0, most)
        last = np.clip(np.ceil((high + wide + 0.5) / self.patch), 0, most)
        return np.concatenate([first, last], axis=1).astype(np.int32)

    def changed(self, boxes: Whole) -> NDArray[np.int32]:
        """How many patches of each box are not as they were understood."""
        return _within(self._sums(), boxes)

    def moving(self, boxes: Whole) -> NDArray[np.int32]:
        """How many patches of each box have changed since the picture before."""
        return _within(self._moving, boxes)

    @property
    def changed_share(self) -> float:
        """Of the picture."""
        return float(self._sums()[-1, -1]) / max(1, self.small.size)

    def _sums(self) -> NDArray[np.int32]:
        if self._changed is None:
            self._changed = np.asarray(cv2.integral(self.changed_map), dtype=np.int32)
        return self._changed

    def understood(self, boxes: Whole, *, kept: Whole | None = None) -> None:
        """Take what these boxes show as understood from now on, except what is `kept`.

        A tag that has a place is compared with how it looked when it was fitted there. Compared
        with how it looked in the last search, a tag that creeps by less than a change from search
        to search would never have moved.
        """
        if not len(boxes):
            return
        before = [] if kept is None else [self._state(_part(box)) for box in kept.tolist()]
        # All at once: part by part takes three times as long where many tags move.
        is_in = np.zeros(self.small.shape, dtype=np.bool_)
        for box in boxes.tolist():
            is_in[_part(box)] = True
        # One gain for all parts needs all of them in one light, whenever they were looked at.
        now = (self.small + np.float32(1.0)) / np.float32(self._gain) - np.float32(1.0)
        np.copyto(self._understood, now, where=is_in)
        np.copyto(self._forced, 0, where=is_in)
        np.copyto(self.changed_map, 0, where=is_in)
        for box, state in zip(() if kept is None else kept.tolist(), before, strict=True):
            part = _part(box)
            self._understood[part], self._forced[part], self.changed_map[part] = state
        self._changed = None

    def _state(self, part: _Part) -> tuple[NDArray[np.float32], Grey, Grey]:
        """What is known of a part, to be put back."""
        return (
            self._understood[part].copy(),
            self._forced[part].copy(),
            self.changed_map[part].copy(),
        )


def _part(box: list[int]) -> _Part:
    left, top, right, bottom = box
    return (slice(top, bottom), slice(left, right))


def _gain(small: Grey, other: Grey | NDArray[np.float32]) -> float:
    """How much lighter a picture is than another; exactly 1 where noise could say so."""
    gain = float(np.median((small[::7, ::7] + 1.0) / (other[::7, ::7] + 1.0)))
    return gain if abs(gain - 1) > _GAIN else 1.0


def _most_levels(contrast: float, *, by: float) -> float:
    """The most that noise may excuse, where tags have so much contrast.

    >>> _most_levels(math.nan, by=24.0), _most_levels(60.0, by=24.0), _most_levels(200.0, by=24.0)
    (24.0, 12.0, 24.0)
    """
    return by if math.isnan(contrast) else min(by, max(_LEAST_LEVELS, _TELLING * contrast))


def _lit(other: Grey | NDArray[np.float32], *, by: float) -> Grey:
    """A picture as it would be in so much more light."""
    if by == 1.0 and other.dtype == np.uint8:
        return np.asarray(other, dtype=np.uint8)
    return np.asarray(cv2.convertScaleAbs(other, alpha=by, beta=by - 1), dtype=np.uint8)


def _within(sums: NDArray[np.int32], boxes: Whole) -> NDArray[np.int32]:
    left, top, right, bottom = boxes.T
    found: NDArray[np.int32] = (
        sums[bottom, right] - sums[top, right] - sums[bottom, left] + sums[top, left]
    )
    return found
