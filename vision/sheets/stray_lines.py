"""Finds lines on a sheet that are part of no wall, and faint ones that may have been rubbed out."""

import math
from collections.abc import Iterator
from typing import Final

import cv2
import numpy as np

from vision.sheets.found_sheet import PX_PER_IN
from vision.sheets.marks import is_straight
from vision.sheets.plan import SheetPlan
from vision.sheets.regions import Region, Spot, in_inches, in_pixels
from vision.sheets.strokes import Mask, Strokes

LONG_IN: Final = 0.5
"""Inches of a line beyond which it may have been meant as a wall."""
AT_WALL_IN: Final = 0.3
"""Inches from the walls that were read within which strokes are theirs, second lines too."""


def unbound(regions: tuple[Region, ...], *, strokes: Strokes, plan: SheetPlan) -> Iterator[Spot]:
    """Where lines were drawn that are part of no wall."""
    left = strokes.sure.astype(np.uint8)
    for region in regions:
        ring = np.round(in_pixels(np.array(region.outline), plan)).astype(np.int32)
        width = round(2 * AT_WALL_IN * PX_PER_IN)
        cv2.polylines(left, [ring], isClosed=True, color=0, thickness=width)
    for spot, _ in _long_parts(left > 0, plan):
        yield spot


def faint(strokes: Strokes, plan: SheetPlan) -> Iterator[Spot]:
    """Lines between what is surely drawn and what was surely rubbed out."""
    near = cv2.dilate(strokes.sure.astype(np.uint8), np.ones((9, 9), np.uint8)) > 0
    for spot, part in _long_parts(strokes.possible & ~near, plan):
        if is_straight(part):
            yield spot


def _long_parts(mask: Mask, plan: SheetPlan) -> Iterator[tuple[Spot, Mask]]:
    count, parts, stats, middles = cv2.connectedComponentsWithStats(
        mask.astype(np.uint8), connectivity=8
    )
    for number in range(1, count):
        long = math.hypot(stats[number, cv2.CC_STAT_WIDTH], stats[number, cv2.CC_STAT_HEIGHT])
        if long >= LONG_IN * PX_PER_IN:
            (spot,) = in_inches(np.asarray(middles[number], dtype=np.float64).reshape(1, 2), plan)
            yield (float(spot[0]), float(spot[1])), np.asarray(parts == number)
