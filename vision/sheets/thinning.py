"""Thins strokes to their middle line, one pixel wide, and finds its ends."""

from functools import cache
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.sheets.strokes import Mask

MOST_ROUNDS = 60
"""Half of the widest stroke in pixels; the loop stops by itself long before."""


_STEPS: Final = ((-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1))


def thinned(mask: Mask) -> Mask:
    """The middle line of a mask (Zhang and Suen), connected as the mask is.

    >>> bar = np.zeros((7, 30), dtype=bool)
    >>> bar[2:5, 3:27] = True
    >>> int(thinned(bar).sum(axis=0).max())
    1
    """
    left = np.pad(mask, 1).astype(np.uint8)
    for _ in range(MOST_ROUNDS):
        changed = False
        for first in (True, False):
            gone = np.take(_removable()[not first], _codes(left)) & left
            if gone.any():
                left -= gone
                changed = True
        if not changed:
            break
    return np.asarray(left[1:-1, 1:-1] > 0)


def _codes(left: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The neighbours of each pixel as the bits of a number, the northern one first."""
    codes = np.zeros_like(left)
    for bit, (dy, dx) in enumerate(_STEPS):
        codes |= np.roll(left, (-dy, -dx), axis=(0, 1)) << bit
    return codes


@cache
def _removable() -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """For every code whether such a pixel goes, in the first half of a round and the second."""
    around = (np.arange(256, dtype=np.uint8)[None, :] >> np.arange(8, dtype=np.uint8)[:, None]) & 1
    count = around.sum(axis=0)
    turns = ((around == 0) & (np.roll(around, -1, axis=0) == 1)).sum(axis=0)
    north, _, east, _, south, _, west, _ = around
    loose = (count >= 2) & (count <= 6) & (turns == 1)
    first = loose & (((north & east & south) | (east & south & west)) == 0)
    second = loose & (((north & east & west) | (north & south & west)) == 0)
    return first.astype(np.uint8), second.astype(np.uint8)


def _around(left: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The eight neighbours of each pixel, clockwise from north."""
    return np.stack([np.roll(left, (-dy, -dx), axis=(0, 1)) for dy, dx in _STEPS])


def ends_of(line: Mask) -> NDArray[np.int64]:
    """The ends of a middle line: n x 2, row and column."""
    kernel = np.array([[1, 1, 1], [1, 10, 1], [1, 1, 1]], dtype=np.float32)
    count = cv2.filter2D(line.astype(np.float32), -1, kernel, borderType=cv2.BORDER_CONSTANT)
    return np.argwhere(np.round(count) == 11)


def forks_of(line: Mask) -> Mask:
    """Where a middle line parts into three or more, with the pixels right around."""
    around = _around(np.pad(line, 1).astype(np.uint8))[:, 1:-1, 1:-1]
    turns = ((around == 0) & (np.roll(around, -1, axis=0) == 1)).sum(axis=0)
    forks = (line & (turns >= 3)).astype(np.uint8)
    return np.asarray(cv2.dilate(forks, np.ones((3, 3), np.uint8)) > 0) & line
