"""Knows where to look for tags that nobody expects: where something changed and has come to rest.

All else is searched too, part by part, so that nothing stays unseen for longer than one sweep.
"""

from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np

from vision.tracking.atlas import Box
from vision.tracking.change_gate import ChangeGate
from vision.tracking.settings import DEFAULTS, TrackingSettings

_COLUMNS: Final = 6
_ROWS: Final = 4
_LEAST_PATCHES: Final = 6
"""A change of fewer patches, nowhere near a tag, is noise."""
_FEW_SHARE: Final = 0.1
"""Of the picture, up to which changed parts are searched with a wide margin."""
_MOST_AT_ONCE: Final = 12
"""Changed parts that are searched in one frame where frames follow quickly."""
_FEW_AT_ONCE: Final = 4
"""Changed parts beside which there is time for a second look: what a hand or two leave behind."""
_BRIDGE: Final = 2
"""Patches between two changes that belong to one thing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Search:
    """Where to look in this frame."""

    boxes: tuple[Box, ...]
    core: tuple[Box, ...]
    """What is understood after that: what lies in the middle of a tag here is wholly in a box."""
    again: tuple[Box, ...] = ()
    """Where to look a second time, and more closely."""
    is_whole: bool = False
    """The whole picture is searched at once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Again:
    """Where to look once more."""

    at_s: float
    box: Box
    left: int
    """So many more looks come after that one."""


class Background:
    """Plans the search of frame after frame."""

    def __init__(self, *, settings: TrackingSettings = DEFAULTS) -> None:
        self._settings = settings
        self._swept_s: float | None = None
        self._tile = 0
        self._before_s = -np.inf
        self._next_row = 0
        """Where a search that is spread over frames goes on, in patches."""
        self._again: list[_Again] = []

    def plan(self, gate: ChangeGate, *, seconds: float, largest_px: float) -> Search:
        """Changed parts that are calm, wide enough for the largest tag; and a tile of the sweep.

        Where most of the picture has changed and is calm, all of it.
        """
        parts = self._parts(seconds)
        rows, columns = gate.small.shape
        calm = self._calm(gate)
        count = int(calm.sum())
        if count > self._settings.whole_share / parts * calm.size:
            self._swept_s = seconds
            return self._band(calm, gate=gate, parts=parts, seconds=seconds, wider_px=largest_px)
        boxes: list[Box] = []
        things = _things(calm) if count >= _LEAST_PATCHES else np.zeros((0, 4), dtype=np.int32)
        # A tag that was covered in part reaches beyond what changed; one that is new does not.
        most_share = self._settings.whole_share / parts
        widths = ((largest_px, min(_FEW_SHARE, most_share)), (largest_px / 3, most_share))
        for wider, most in widths if len(things) else ():
            boxes = _around(things, gate=gate, wider_px=wider)
            if sum(map(_area, boxes)) <= most * rows * columns * gate.patch**2:
                break
        else:
            if len(things):
                return self._band(
                    calm, gate=gate, parts=parts, seconds=seconds, wider_px=largest_px
                )  # fmt: skip
        if parts > 1:
            # The others stay changed, and their turn comes with the next frames.
            boxes = boxes[:_MOST_AT_ONCE]
        tile = self._next_tile(gate, seconds=seconds, wider_px=largest_px)
        is_free = parts == 1 or len(boxes) <= _FEW_AT_ONCE
        most_px = rows * columns * gate.patch**2 / parts if is_free else 0.0
        second = self._second_look(most_px=most_px, seconds=seconds, wider_px=int(largest_px))
        for left, top, right, bottom in boxes:
            wide = int(largest_px)
            self._look_again(
                (left - wide, top - wide, right + wide, bottom + wide), seconds=seconds
            )
        return Search(boxes=(*boxes, *tile), core=(*boxes, *second, *tile), again=tuple(second))

    def _parts(self, seconds: float) -> int:
        """In how many frames a search of the whole picture is done: one, where frames are rare."""
        interval, self._before_s = seconds - self._before_s, seconds
        return max(1, int(self._settings.search_spread_s / max(interval, 1e-3)))

    def _band(
        self,
        calm: np.typing.NDArray[np.uint8],
        *,
        gate: ChangeGate,
        parts: int,
        seconds: float,
        wider_px: float,
    ) -> Search:
        """The next part of a picture of which too much has changed to look at single changes.

        What is not in it stays changed, and its turn comes with the next frames.
        """
        rows, columns = calm.shape
        left = np.flatnonzero(calm.any(axis=1))
        later = left[left >= self._next_row]
        first = int(later[0] if len(later) else left[0])
        last = min(rows, first + -(-rows // parts))
        self._next_row = last
        wider = 0 if parts == 1 else int(wider_px / 2)
        top, bottom = first * gate.patch - wider, last * gate.patch + wider
        wide = columns * gate.patch
        band = (0, max(0, top), wide, min(rows * gate.patch, bottom))
        self._look_again(band, seconds=seconds)
        core = (0, first * gate.patch, wide, last * gate.patch)
        return Search(boxes=(band,), core=(core,), is_whole=parts == 1)

    def _second_look(self, *, most_px: float, seconds: float, wider_px: int) -> list[Box]:
        """Where it is time to look once more, in no more than so many pixels."""
        later = seconds + self._settings.second_look_s
        found: list[Box] = []
        waiting: list[_Again] = []
        for each in self._again:
            if each.at_s > seconds or not most_px or (found and _area(each.box) > most_px):
                waiting.append(each)
                continue
            now, rest = _top_of(each.box, most_px=most_px, wider_px=wider_px)
            found.append(now)
            most_px = max(0.0, most_px - _area(now))
            if rest is not None:
                waiting.append(replace(each, box=rest))
            if each.left:
                waiting.append(replace(each, box=now, at_s=later, left=each.left - 1))
        self._again = waiting
        return found

    def _look_again(self, box: Box, *, seconds: float) -> None:
        """What goes on changing is looked at when it has stopped."""
        self._again = [each for each in self._again if not _is_within(each.box, box)]
        if more := self._settings.looks_again:
            at_s = seconds + self._settings.second_look_s
            self._again.append(_Again(at_s=at_s, box=box, left=more - 1))

    def _calm(self, gate: ChangeGate) -> np.typing.NDArray[np.uint8]:
        """Changed patches about which nothing moves."""
        if not gate.changed_share:
            return gate.changed_map
        reach = np.ones((2 * _BRIDGE + 1,) * 2, dtype=np.uint8)
        moving = np.asarray(cv2.dilate(gate.moving_map, reach), dtype=np.uint8)
        return np.asarray(np.where(moving, 0, gate.changed_map), dtype=np.uint8)

    def _next_tile(self, gate: ChangeGate, *, seconds: float, wider_px: float) -> tuple[Box, ...]:
        if self._swept_s is None:
            self._swept_s = seconds
        if seconds - self._swept_s < self._settings.sweep_s / (_COLUMNS * _ROWS):
            return ()
        self._swept_s = seconds
        rows, columns = gate.small.shape
        row, column = divmod(self._tile, _COLUMNS)
        self._tile = (self._tile + 1) % (_COLUMNS * _ROWS)
        wide, high = columns * gate.patch / _COLUMNS, rows * gate.patch / _ROWS
        left, top = column * wide - wider_px / 2, row * high - wider_px / 2
        return (
            (int(left), int(top), int(left + wide + wider_px) + 1, int(top + high + wider_px) + 1),
        )


def _area(box: Box) -> int:
    return (box[2] - box[0]) * (box[3] - box[1])


def _top_of(box: Box, *, most_px: float, wider_px: int) -> tuple[Box, Box | None]:
    """So much of a box as one frame has time for, and what is left; a tag on the cut is in both.

    >>> _top_of((0, 0, 10, 10), most_px=40.0, wider_px=1)
    ((0, 0, 10, 5), (0, 4, 10, 10))
    >>> _top_of((0, 0, 10, 10), most_px=90.0, wider_px=1)
    ((0, 0, 10, 10), None)
    """
    left, top, right, bottom = box
    cut = top + max(1, int(most_px / max(1, right - left)))
    if cut + wider_px >= bottom:
        return box, None
    return (left, top, right, cut + wider_px), (left, cut, right, bottom)


def _is_within(box: Box, wider: Box) -> bool:
    return wider[0] <= box[0] and wider[1] <= box[1] and box[2] <= wider[2] and box[3] <= wider[3]


def _things(calm: np.typing.NDArray[np.uint8]) -> np.typing.NDArray[np.int32]:
    """Left, top, width and height of each group of changed patches that is more than noise."""
    reach = np.ones((2 * _BRIDGE + 1,) * 2, dtype=np.uint8)
    joined = cv2.dilate(calm, reach)
    found, labels, stats, _ = cv2.connectedComponentsWithStats(joined, connectivity=8)
    # The label 0 is all that has not changed: its count is nothing.
    counts = np.bincount(labels[calm > 0], minlength=found)
    boxes = stats[counts >= _LEAST_PATCHES, :4] + (_BRIDGE, _BRIDGE, -2 * _BRIDGE, -2 * _BRIDGE)
    return np.asarray(boxes, dtype=np.int32)


def _around(things: np.typing.NDArray[np.int32], *, gate: ChangeGate, wider_px: float) -> list[Box]:
    first = (things[:, :2] * gate.patch - wider_px).astype(int)
    last = ((things[:, :2] + things[:, 2:]) * gate.patch + wider_px).astype(int)
    return [
        (left, top, right, bottom)
        for (left, top), (right, bottom) in zip(first.tolist(), last.tolist(), strict=True)
    ]
