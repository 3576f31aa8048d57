"""Remembers which parts of the picture are owed another look, and when it is due.

Where a hand has been, things change in frame after frame; each part is looked at again after its
last change, and never once for every change.
"""

import math
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.tracking.atlas import Box
from vision.tracking.change_gate import ChangeGate
from vision.tracking.settings import DEFAULTS, TrackingSettings

_CELL: Final = 4
"""Patches to a side of what is owed together."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DueLook:
    """A part that is due for another look."""

    core: Box
    """What is owed."""
    box: Box
    """The core with enough around it that a tag on its rim is wholly in view."""


class LaterLooks:
    """What is owed in one camera's picture."""

    def __init__(self, *, settings: TrackingSettings = DEFAULTS) -> None:
        self._settings = settings
        self._cell_px = 1
        self._left: NDArray[np.uint8] = np.zeros((0, 0), dtype=np.uint8)
        """Looks that each cell is still owed."""
        self._due_s: NDArray[np.float64] = np.zeros((0, 0))

    def owe(self, box: Box, *, gate: ChangeGate, seconds: float) -> None:
        """A part that has just changed, and was looked at for the first time."""
        rows, columns = (-(-each // _CELL) for each in gate.small.shape)
        if self._left.shape != (rows, columns):
            self._left, self._due_s = np.zeros((rows, columns), np.uint8), np.zeros((rows, columns))
        self._cell_px = _CELL * gate.patch
        left, top, right, bottom = (each / self._cell_px for each in box)
        part = (
            slice(max(0, math.floor(top)), max(0, math.ceil(bottom))),
            slice(max(0, math.floor(left)), max(0, math.ceil(right))),
        )
        self._left[part] = self._settings.looks_again
        self._due_s[part] = seconds + self._settings.second_look_s

    def is_overdue(self, since_s: float) -> bool:
        """Whether some part has been due since then."""
        return bool(((self._left > 0) & (self._due_s <= since_s)).any())

    def due(self, *, seconds: float, most_px: float, wider_px: float) -> list[DueLook]:
        """What to look at now, the longest due first: about so many pixels, and at least a row.

        A tag is at most `wider_px` from corner to corner.
        """
        is_due = (self._left > 0) & (self._due_s <= seconds)
        if most_px <= 0 or not is_due.any():
            return []
        count, labels, stats, _ = cv2.connectedComponentsWithStats(
            is_due.astype(np.uint8), connectivity=8
        )
        things = [(float(self._due_s[labels == each].min()), each) for each in range(1, count)]
        found: list[DueLook] = []
        for _, label in sorted(things):
            column, row, wide, high = stats[label, :4].tolist()
            area_px = wide * high * self._cell_px**2
            if found and area_px > most_px:
                continue
            high = min(high, max(1, math.ceil(most_px / (wide * self._cell_px**2))))
            most_px -= wide * high * self._cell_px**2
            part = (slice(row, row + high), slice(column, column + wide))
            looked = labels[part] == label
            self._left[part][looked] -= 1
            self._due_s[part][looked] = seconds + self._settings.second_look_s
            core = (
                column * self._cell_px,
                row * self._cell_px,
                (column + wide) * self._cell_px,
                (row + high) * self._cell_px,
            )
            found.append(DueLook(core=core, box=_wider(core, by=math.ceil(wider_px / 2))))
        return found


def _wider(box: Box, *, by: int) -> Box:
    left, top, right, bottom = box
    return (left - by, top - by, right + by, bottom + by)
