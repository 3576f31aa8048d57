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
    Rgb,
    RollFloor,
)

FLOOR_PX_PER_MM: Final = 6
AROUND_MM: Final = 40
FULL: Final = 60_000
"""Of a ground where all light is thrown back; half of the bytes of real numbers take half the time.
"""
_ROOM: Final = 256
"""Pixels each way by which one floor's grain is moved against another's."""
_PAPER: Final = (0.8, 0.8, 0.79)
_INK: Final = 0.035
TABLE: Final = (0.22, 0.16, 0.11)
_PRINTED: Final = (0.075, 0.245, 0.165)
_FELTS: Final = ((0.03, 0.16, 0.07), (0.03, 0.07, 0.22), (0.26, 0.03, 0.045))
_WOODS: Final = ((0.42, 0.24, 0.11), (0.28, 0.15, 0.065))


Ground = NDArray[np.uint16]
"""Red, green and blue, in parts of FULL."""


def floor_picture(floor: RollFloor, *, rng: np.random.Generator) -> tuple[Ground, float, float]:
    """The ground, and the x of its left and the y of its upper edge."""
    ground = _paper().copy()
    left, bottom, right, top = (_px(each) for each in FLOOR_MM)
    high = ground.shape[0]
    edge = _px(AROUND_MM)
    rows = slice(high - edge - top, high - edge - bottom)
    columns = slice(edge + left, edge + right)
    shape = (rows.stop - rows.start, columns.stop - columns.start)
    colour, grain = _filled(floor, shape, rng=rng)
    three = [
        cv2.addWeighted(grain, each * FULL, grain, 0.0, 0.0, dtype=cv2.CV_16U) for each in colour
    ]
    ground[rows, columns] = cv2.merge(three)
    return ground, -float(AROUND_MM), TRAY_MM[1] + AROUND_MM


def _px(length_mm: float) -> int:
    return round(length_mm * FLOOR_PX_PER_MM)


@cache
def _paper() -> Ground:
    edge, wide, high = _px(AROUND_MM), _px(TRAY_MM[0]), _px(TRAY_MM[1])
    ground = np.empty((high + 2 * edge, wide + 2 * edge, 3), dtype=np.float32)
    ground[:] = TABLE
    ground[edge : edge + high, edge : edge + wide] = _PAPER
    book: Any = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_250)
    side = _px(TAG_MM)
    for number, (x, y) in TAG_CENTRES_MM.items():
        cells = cv2.aruco.generateImageMarker(book, number, 6)
        tag = cv2.resize(cells, (side, side), interpolation=cv2.INTER_NEAREST) > 0
        column, row = edge + _px(x) - side // 2, edge + high - _px(y) - side // 2
        ink = np.where(tag[..., None], np.array(_PAPER), _INK)
        ground[row : row + side, column : column + side] = ink
    return np.asarray(ground * FULL, dtype=np.uint16)


def _filled(
    floor: RollFloor, shape: tuple[int, int], *, rng: np.random.Generator
) -> tuple[Rgb, NDArray[np.float32]]:
    """The colour, and by how much more or less of it there is at each place."""
    match floor:
        case RollFloor.PRINTED:
            return _PRINTED, 1 + np.float32(0.03) * _part(shape, 1.0, rng=rng)
        case RollFloor.FELT:
            colour = _FELTS[int(rng.integers(len(_FELTS)))]
            fine, wide = _part(shape, 1.5, rng=rng), _part(shape, 8.0, rng=rng)
            return colour, 1 + np.float32(0.12) * fine + np.float32(0.06) * wide
        case RollFloor.WOOD:
            colour = _WOODS[int(rng.integers(len(_WOODS)))]
            lines = cv2.resize(_grain((shape[0], 12), 3.0, rng=rng), shape[::-1])
            fine = np.asarray(cv2.resize(_grain((shape[0], 40), 0.8, rng=rng), shape[::-1]))
            grain = 1 + np.float32(0.16) * np.asarray(lines) + np.float32(0.06) * fine
            return colour, np.maximum(grain, np.float32(0.3))


def _part(shape: tuple[int, int], wide: float, *, rng: np.random.Generator) -> NDArray[np.float32]:
    """Some part of a grain that is larger, turned over or not: 65,536 places, four ways."""
    y, x = (int(each) for each in rng.integers(0, _ROOM, 2))
    down, across = (int(each) for each in rng.choice((-1, 1), 2))
    large = _large((shape[0] + _ROOM, shape[1] + _ROOM), wide)
    return large[y : y + shape[0], x : x + shape[1]][::down, ::across]


@cache
def _large(shape: tuple[int, int], wide: float) -> NDArray[np.float32]:
    return _grain(shape, wide, rng=np.random.default_rng(round(10 * wide)))


def _grain(shape: tuple[int, int], wide: float, *, rng: np.random.Generator) -> NDArray[np.float32]:
    """Noise of that width in pixels, with a spread of one."""
    coarse = max(1, int(wide))
    small = (shape[0] // coarse + 1, shape[1] // coarse + 1)
    noise = rng.standard_normal(small, dtype=np.float32)
    soft = cv2.GaussianBlur(noise, (0, 0), max(wide / coarse, 0.4))
    spread = np.asarray(cv2.resize(soft, shape[::-1]), dtype=np.float32)
    return np.asarray(spread / max(float(spread.std()), 1e-6), dtype=np.float32)
