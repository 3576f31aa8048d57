"""Finds what is small on a sheet and stands free of all lines: letters, stains, pieces of wall."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from vision.sheets.found_sheet import PX_PER_IN
from vision.sheets.strokes import Mask, Strokes, without

LARGEST_IN: Final = 0.85
"""Inches, from corner to corner: what is larger is a line, or a room."""
NEAR_IN: Final = 0.03
"""Inches that a mark keeps off every line: nearer to one it is a piece of it."""
FREE_IN: Final = 0.1
"""The same of a mark that may be anything; nearer to a line it has to be a letter for sure."""
LINE_IN: Final = 0.45
"""Inches: what is straight and longer is a piece of wall, and no letter."""
TOGETHER_IN: Final = 0.13
"""Inches between the parts of one mark, as an i and its dot."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class FreeMark:
    """Something small that stands free in a room."""

    middle: tuple[float, float]
    """In pixels (x, y) of the straightened sheet."""
    long_in: float
    gap_in: float
    """How far it keeps off the lines."""
    drawn: Mask
    """It alone, cut out."""
    dotted: Mask
    """The same with the specks beside it: the dot of an i is one, and so is a crumb."""
    whole: Mask
    """It alone, on the sheet."""


def marks_on(strokes: Strokes) -> tuple[FreeMark, ...]:
    """The marks among strokes."""
    sure = strokes.sure
    _, parts, stats, _ = cv2.connectedComponentsWithStats(sure.astype(np.uint8), connectivity=8)
    wide, high = stats[:, cv2.CC_STAT_WIDTH], stats[:, cv2.CC_STAT_HEIGHT]
    small = np.hypot(wide, high) <= LARGEST_IN * PX_PER_IN
    small[0] = False
    lines = sure & ~small[parts]
    reach = 2 * round(TOGETHER_IN * PX_PER_IN / 2) + 1
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (reach, reach))
    near = cv2.dilate((sure & small[parts]).astype(np.uint8), disc)
    groups, grouped = cv2.connectedComponents(near, connectivity=8)
    gap = cv2.distanceTransform((~lines).astype(np.uint8), cv2.DIST_L2, 5) / PX_PER_IN
    found = []
    for number in range(1, groups):
        own = sure & small[parts] & (grouped == number)
        rows, columns = np.nonzero(own)
        long = math.hypot(np.ptp(rows) + 1, np.ptp(columns) + 1) / PX_PER_IN
        nearest = float(gap[own].min())
        if long > LARGEST_IN or nearest <= NEAR_IN or (long > LINE_IN and is_straight(own)):
            continue
        dotted = own | (strokes.specks & (grouped == number))
        found.append(
            FreeMark(
                middle=(float(columns.mean()), float(rows.mean())),
                long_in=long,
                gap_in=nearest,
                drawn=_cut_out(own),
                dotted=_cut_out(dotted),
                whole=own,
            )
        )
    return tuple(found)


def without_marks(strokes: Strokes, marks: Sequence[FreeMark]) -> Strokes:
    """The strokes that are lines."""
    gone = np.zeros_like(strokes.sure)
    for mark in marks:
        gone |= mark.whole
    return without(strokes, gone)


BENT: Final = 0.07
"""Share of its length by which a line may bend: the rim of a cup bends more."""


def is_straight(part: Mask) -> bool:
    """Whether all of it lies along one straight line."""
    spots = np.argwhere(part).astype(np.float32)
    (_, (one, other), _) = cv2.minAreaRect(spots)
    return bool(min(one, other) <= max(BENT * max(one, other), 0.06 * PX_PER_IN))


def _cut_out(mask: Mask) -> Mask:
    rows, columns = np.nonzero(mask)
    return mask[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1]
