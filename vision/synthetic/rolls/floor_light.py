"""Lights the floor of a drawn roll: what each lamp gives, without the shadows that dice throw."""

from itertools import product
from typing import Final

import cv2
import numpy as np

from vision.synthetic.rolls.described import DrawnDie, DrawnRoll, Floats
from vision.synthetic.rolls.roll_eye import Reals, RollEye, RollLamps

_FINER: Final = 2
"""Pixels across one of the shadows' picture."""
COARSE: Final = 16
"""The same of the light's, which changes slowly."""
_SHIFT: Final = 4
"""Binary digits of a pixel to which the corners of a shadow are drawn."""
_CORNERS: Final = np.array(list(product((-1.0, 1.0), repeat=3)))


def floor_light(roll: DrawnRoll, *, eye: RollEye, lamps: RollLamps) -> Reals:
    """How much light falls on the floor at each pixel, of any colour."""
    size = (-(-eye.size[0] // _FINER), -(-eye.size[1] // _FINER))
    each = bare_light(eye, lamps)
    lit = lamps.ambient + _finer(np.sum(each, axis=0), (0, 0, *size))
    for lamp, coarse in zip(lamps.places_mm, each, strict=True):
        mask = _shadows(roll, eye=eye, lamp=lamp, size=size)
        x, y, wide, high = cv2.boundingRect(mask)
        if wide and high:
            part = (slice(y, y + high), slice(x, x + wide))
            lit[part] -= _finer(coarse, (x, y, wide, high)) * mask[part]
    for die in roll.dice:
        _darken_beside(lit, die, eye=eye)
    return np.asarray(cv2.resize(lit, eye.size), dtype=np.float32)


def _finer(coarse: Reals, box: tuple[int, int, int, int]) -> Reals:
    """A part of the light in the shadows' picture: left, top, width and height."""
    x, y, wide, high = box
    step = _FINER / COARSE
    left, top = ((_FINER * each + (_FINER - 1) / 2) / COARSE for each in (x, y))
    way = np.array([(step, 0.0, left), (0.0, step, top)])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    size = (wide, high)
    finer = cv2.warpAffine(coarse, way, size, flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(finer, dtype=np.float32)


def bare_light(eye: RollEye, lamps: RollLamps) -> list[Reals]:
    """What each lamp gives where nothing stands: for every COARSE pixels one, from the first to
    the first outside of the picture.
    """
    rows, columns = np.mgrid[0 : eye.size[1] + COARSE : COARSE, 0 : eye.size[0] + COARSE : COARSE]
    spots = _on_floor(eye, columns=columns, rows=rows)
    given = []
    for lamp in lamps.places_mm.astype(np.float32):
        x, y, z = (lamp[axis] - spots[axis] for axis in range(3))
        far2 = x * x + y * y + z * z
        given.append(np.float32(lamps.each * lamps.usual_mm**2) * z / (np.sqrt(far2) * far2))
    return given


def _on_floor(eye: RollEye, *, columns: Floats, rows: Floats) -> Reals:
    rays = eye.rays(columns, rows)
    centre = eye.centre.astype(np.float32)
    spots: Reals = centre[:, None, None] - rays * (centre[2] / rays[2])
    return spots


def _shadows(
    roll: DrawnRoll, *, eye: RollEye, lamp: Floats, size: tuple[int, int]
) -> "np.typing.NDArray[np.uint8]":
    """What no ray of one lamp reaches: on a plane the shadow of a cube has straight edges."""
    mask = np.zeros(size[::-1], dtype=np.uint8)
    for die in roll.dice:
        half = die.size_mm / 2 - 0.3 * die.rounding_mm
        corners = die.centre_mm + half * _CORNERS @ die.turn.T
        reach = lamp[2] / (lamp[2] - corners[:, 2:])
        floor = lamp + (corners - lamp) * reach
        pixels = (eye.pixels(floor) + 0.5) / _FINER - 0.5
        hull = cv2.convexHull(np.round(pixels * 2**_SHIFT).astype(np.int32))
        cv2.fillConvexPoly(mask, hull, 1, cv2.LINE_8, _SHIFT)
    return mask


def _darken_beside(lit: Reals, die: DrawnDie, *, eye: RollEye) -> None:
    """Close to a die little light comes from around."""
    reach = 2.0 * die.size_mm
    x, y = die.centre_mm[:2]
    around = [(x + i * reach, y + j * reach, 0.0) for i in (-1, 1) for j in (-1, 1)]
    box = eye.box(np.array(around), step=_FINER)
    if box is None:
        return
    x0, y0, x1, y1 = box
    middle = (_FINER - 1) / 2
    rows, columns = np.mgrid[y0:y1:_FINER, x0:x1:_FINER].astype(np.float64) + middle
    spots = _on_floor(eye, columns=columns, rows=rows)
    lowest = die.centre_mm[2] - die.size_mm / 2
    depth = np.float32(0.45 * np.exp(-max(lowest, 0.0) / die.size_mm))
    away = np.hypot(spots[0] - np.float32(x), spots[1] - np.float32(y))
    gap = np.maximum(away - 0.55 * die.size_mm, 0.0) / (0.25 * die.size_mm)
    high, wide = gap.shape
    part = (slice(y0 // _FINER, y0 // _FINER + high), slice(x0 // _FINER, x0 // _FINER + wide))
    lit[part] *= 1 - depth * np.exp(-gap)
