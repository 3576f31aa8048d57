"""Knows where to look for tags that nobody expects: where something changed and has come to rest.

All else is searched too, part by part, so that nothing stays unseen for longer than one sweep.
"""

from dataclasses import dataclass
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
_BRIDGE: Final = 2
"""Patches between two changes that belong to one thing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Search:
    """Where to look in this frame."""

    boxes: tuple[Box, ...]
    is_whole: bool = False
    """The whole picture is searched at once."""


class Background:
    """Plans the search of frame after frame."""

    def __init__(self, *, settings: TrackingSettings = DEFAULTS) -> None:
        self._settings = settings
        self._swept_s: float | None = None
        self._tile = 0
        self._again: list[tuple[float, Box]] = []
        """When to look a second time, and where."""

    def plan(self, gate: ChangeGate, *, seconds: float, largest_px: float) -> Search:
        """Changed parts that are calm, wide enough for the largest tag; and a tile of the sweep.

        Where most of the picture has changed and is calm, all of it.
        """
        rows, columns = gate.small.shape
        whole = Search(
            boxes=((0, 0, columns * gate.patch, rows * gate.patch),), is_whole=True
        )  # fmt: skip
        calm = self._calm(gate)
        count = int(calm.sum())
        if count > self._settings.whole_share * calm.size:
            self._swept_s = seconds
            self._again = [(seconds + self._settings.second_look_s, whole.boxes[0])]
            return whole
        boxes: list[Box] = []
        # A tag that was covered in part reaches beyond what changed; one that is new does not.
        widths = ((largest_px, _FEW_SHARE), (largest_px / 3, self._settings.whole_share))
        for wider, most in widths if count else ():
            boxes = _around(calm, gate=gate, wider_px=wider)
            area = sum((box[2] - box[0]) * (box[3] - box[1]) for box in boxes)
            if area <= most * rows * columns * gate.patch**2:
                break
        else:
            if count:
                self._again = [(seconds + self._settings.second_look_s, whole.boxes[0])]
                return whole
        tile = self._next_tile(gate, seconds=seconds, wider_px=largest_px)
        second = self._second_look(boxes, seconds=seconds, wider_px=int(largest_px))
        return Search(boxes=(*boxes, *second, *tile))

    def _second_look(self, boxes: list[Box], *, seconds: float, wider_px: int) -> list[Box]:
        """Keep these for later, and give those whose time has come."""
        due = [box for at, box in self._again if at <= seconds]
        later = seconds + self._settings.second_look_s
        waiting = [each for each in self._again if each[0] > seconds]
        for left, top, right, bottom in boxes:
            wide = (left - wider_px, top - wider_px, right + wider_px, bottom + wider_px)
            # What goes on changing is looked at when it has stopped.
            waiting = [each for each in waiting if not _is_within(each[1], wide)]
            waiting.append((later, wide))
        self._again = waiting
        return due

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


def _is_within(box: Box, wider: Box) -> bool:
    return wider[0] <= box[0] and wider[1] <= box[1] and box[2] <= wider[2] and box[3] <= wider[3]


def _around(calm: np.typing.NDArray[np.uint8], *, gate: ChangeGate, wider_px: float) -> list[Box]:
    reach = np.ones((2 * _BRIDGE + 1,) * 2, dtype=np.uint8)
    joined = cv2.dilate(calm, reach)
    _, labels, stats, _ = cv2.connectedComponentsWithStats(joined, connectivity=8)
    counts = np.bincount(labels.ravel(), weights=calm.ravel())
    found = []
    for left, top, width, height, _ in stats[counts >= _LEAST_PATCHES].tolist():
        first = (left + _BRIDGE, top + _BRIDGE)
        last = (left + width - _BRIDGE, top + height - _BRIDGE)
        found.append(
            (
                int(first[0] * gate.patch - wider_px),
                int(first[1] * gate.patch - wider_px),
                int(last[0] * gate.patch + wider_px),
                int(last[1] * gate.patch + wider_px),
            )
        )
    # The label 0 is all that has not changed: its count is nothing.
    return found
