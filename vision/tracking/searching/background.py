"""Chooses where to look for new tags: where something changed and has come to rest.

All else is searched too, part by part, so that nothing stays unseen for longer than one sweep.
"""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from vision.tracking.atlas import Box
from vision.tracking.change_gate import ChangeGate
from vision.tracking.searching.later_looks import LaterLooks
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
_WAITS_S: Final = 1.0
"""By which a second look may be late where many tags move: following them comes first."""
_BRIDGE: Final = 2
"""Patches between two changes that belong to one thing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Search:
    """Where to look in this frame."""

    boxes: tuple[Box, ...]
    core: tuple[Box, ...]
    """What is understood after that: what lies in the middle of a tag here is wholly in a box."""
    again: tuple[Box, ...] = ()
    """Where to look a second time, more closely."""
    is_whole: bool = False
    """The whole picture is searched at once."""


class Background:
    """Plans the search of frame after frame."""

    def __init__(self, *, settings: TrackingSettings = DEFAULTS) -> None:
        self._settings = settings
        self._swept_s: float | None = None
        self._tile = 0
        self._before_s = -np.inf
        self._next_row = 0
        """Where a search that is spread over frames goes on, in patches."""
        self._later = LaterLooks(settings=settings)

    def plan(
        self, gate: ChangeGate, *, seconds: float, largest_px: float, is_busy: bool = False
    ) -> Search:
        """Changed parts that are calm, wide enough for the largest tag; and a tile of the sweep.

        Where most of the picture has changed and is calm, all of it. Where the frame is busy with
        tags that move, second looks wait a while.
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
        # A partly covered tag reaches beyond what changed; a new one does not.
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
                )
        if parts > 1:
            # The others stay marked as changed, and get their turn in the next frames.
            boxes = boxes[:_MOST_AT_ONCE]
        tile = self._next_tile(gate, seconds=seconds, wider_px=largest_px)
        is_free = parts == 1 or len(boxes) <= _FEW_AT_ONCE
        is_free &= not is_busy or self._later.is_overdue(seconds - _WAITS_S)
        most_px = rows * columns * gate.patch**2 / parts if is_free else 0.0
        second = self._later.due(seconds=seconds, most_px=most_px, wider_px=largest_px)
        for box in boxes:
            self._later.owe(box, gate=gate, seconds=seconds)
        return Search(
            boxes=(*boxes, *tile),
            core=(*boxes, *(look.core for look in second), *tile),
            again=tuple(look.box for look in second),
        )

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

        What is not in it stays marked as changed, and gets its turn in the next frames.
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
        self._later.owe(band, gate=gate, seconds=seconds)
        core = (0, first * gate.patch, wide, last * gate.patch)
        return Search(boxes=(band,), core=(core,), is_whole=parts == 1)

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
