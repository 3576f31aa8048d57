"""Paints what the dice lie on: the tray's paper with its tags, its floor, the table around it."""

from functools import cache
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.synthetic.rolls.described import (
    FLOOR_MM,
    TAG_CENTRES_MM,
    TAG_MM,
    TRAY_MM,
    RollFloor,
)

FLOOR_PX_PER_MM: Final = 6
AROUND_MM: Final = 40
_PAPER: Final = (0.8, 0.8, 0.79)
_INK: Final = 0.035
_TABLE: Final = (0.22, 0.16, 0.11)
_PRINTED: Final = (0.075, 0.245, 0.165)
_FELTS: Final = ((0.03, 0.16, 0.07), (0.03, 0.07, 0.22), (0.26, 0.03, 0.045))
_WOODS: Final = ((0.42, 0.24, 0.11), (0.28, 0.15, 0.065))


def floor_picture(
    floor: RollFloor, *, rng: np.random.Generator
) -> tuple[NDArray[np.float32], float, float]:
    """Red, green and blue of the ground, and the x of its left and the y of its upper edge."""
    ground = _paper().copy()
    left, bottom, right, top = (_px(each) for each in FLOOR_MM)
    high = ground.shape[0]
    edge = _px(AROUND_MM)
    rows = slice(high - edge - top, high - edge - bottom)
    columns = slice(edge + left, edge + right)
    shape = (rows.stop - rows.start, columns.stop - columns.start)
    ground[rows, columns] = _filled(floor, shape, rng=rng)
    return ground, -float(AROUND_MM), TRAY_MM[1] + AROUND_MM


def _px(length_mm: float) -> int:
    return round(length_mm * FLOOR_PX_PER_MM)


@cache
def _paper() -> NDArray[np.float32]:
    edge, wide, high = _px(AROUND_MM), _px(TRAY_MM[0]), _px(TRAY_MM[1])
    ground = np.empty((high + 2 * edge, wide + 2 * edge, 3), dtype=np.float32)
    ground[:] = _TABLE
    ground[edge : edge + high, edge : edge + wide] = _PAPER
    book: Any = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_250)
    side = _px(TAG_MM)
    for number, (x, y) in TAG_CENTRES_MM.items():
        cells = cv2.aruco.generateImageMarker(book, number, 6)
        tag = cv2.resize(cells, (side, side), interpolation=cv2.INTER_NEAREST) > 0
        column, row = edge + _px(x) - side // 2, edge + high - _px(y) - side // 2
        ink = np.where(tag[..., None], np.array(_PAPER), _INK)
        ground[row : row + side, column : column + side] = ink
    return ground


def _filled(
    floor: RollFloor, shape: tuple[int, int], *, rng: np.random.Generator
) -> NDArray[np.float32]:
    match floor:
        case RollFloor.PRINTED:
            grain = 1 + 0.03 * _grain(shape, 1.0, rng=rng)
            return np.asarray(grain[..., None] * np.array(_PRINTED), dtype=np.float32)
        case RollFloor.FELT:
            colour = np.array(_FELTS[int(rng.integers(len(_FELTS)))])
            grain = 1 + 0.12 * _grain(shape, 1.5, rng=rng) + 0.06 * _grain(shape, 8.0, rng=rng)
            return np.asarray(grain[..., None] * colour, dtype=np.float32)
        case RollFloor.WOOD:
            colour = np.array(_WOODS[int(rng.integers(len(_WOODS)))])
            lines = cv2.resize(_grain((shape[0], 12), 3.0, rng=rng), shape[::-1])
            fine = cv2.resize(_grain((shape[0], 40), 0.8, rng=rng), shape[::-1])
            grain = 1 + 0.16 * np.asarray(lines) + 0.06 * np.asarray(fine)
            return np.asarray(np.maximum(grain, 0.3)[..., None] * colour, dtype=np.float32)


def _grain(shape: tuple[int, int], wide: float, *, rng: np.random.Generator) -> NDArray[np.float32]:
    """Noise of that width in pixels, with a spread of one."""
    coarse = max(1, int(wide))
    small = (shape[0] // coarse + 1, shape[1] // coarse + 1)
    noise = rng.standard_normal(small, dtype=np.float32)
    soft = cv2.GaussianBlur(noise, (0, 0), max(wide / coarse, 0.4))
    spread = np.asarray(cv2.resize(soft, shape[::-1]), dtype=np.float32)
    return np.asarray(spread / max(float(spread.std()), 1e-6), dtype=np.float32)
