"""Draws a roll: its own projection, rays against rounded cubes, shadows, blur, noise and JPEG."""

from functools import cache
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.synthetic.rolls.described import DrawnRoll, Overlay
from vision.synthetic.rolls.die_body import lay_die
from vision.synthetic.rolls.floor_light import floor_light
from vision.synthetic.rolls.grounds import FLOOR_PX_PER_MM, FULL, floor_picture
from vision.synthetic.rolls.roll_eye import Reals, RollEye, RollLamps, roll_eye, roll_lamps

Colours = NDArray[np.uint8]
"""Rows x columns x (blue, green, red)."""

_LINEAR: Final = 2.2
_LEVELS: Final = 65535
_NOISE_ROOM: Final = 256
"""Pixels each way by which one picture's noise is moved against another's."""


def drawn_roll(roll: DrawnRoll) -> Colours:
    """The picture that the camera gives of a roll."""
    rng = np.random.default_rng(roll.seed)
    eye = roll_eye(roll.camera)
    lamps = roll_lamps(roll, rng)
    picture = _lit_floor(roll, eye=eye, lamps=lamps, rng=rng)
    order = sorted(roll.dice, key=lambda die: -float(np.linalg.norm(die.centre_mm - eye.centre)))
    for die in order:
        lay_die(picture, die, roll=roll, eye=eye, lamps=lamps)
    if roll.moved_mm != (0.0, 0.0):
        picture = _smeared(picture, roll.moved_mm, eye=eye)
    for overlay in roll.overlays:
        _cover(picture, overlay, eye=eye)
    return _taken(picture, roll, rng=rng)


def _lit_floor(
    roll: DrawnRoll, *, eye: RollEye, lamps: RollLamps, rng: np.random.Generator
) -> Reals:
    ground, left, top = floor_picture(roll.floor, rng=rng)
    corners = np.array([(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)]) * ground.shape[1::-1]
    on_floor = np.column_stack(
        [corners[:, 0] / FLOOR_PX_PER_MM + left, top - corners[:, 1] / FLOOR_PX_PER_MM]
    )
    seen = eye.pixels(np.column_stack([on_floor, np.zeros(4)]))
    way = cv2.getPerspectiveTransform((corners - 0.5).astype(np.float32), seen.astype(np.float32))
    flat = cv2.warpPerspective(
        ground, way, eye.size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    lit = floor_light(roll, eye=eye, lamps=lamps)
    light = cv2.merge([lit * tint for tint in lamps.tint])
    picture = cv2.multiply(flat, light, scale=1 / FULL, dtype=cv2.CV_32F)
    return np.asarray(picture, dtype=np.float32)


def _smeared(picture: Reals, moved: tuple[float, float], *, eye: RollEye) -> Reals:
    """As if the dice and the floor moved by so much while the shutter was open."""
    middle = np.array([(94.0, 68.0, 0.0), (94.0 + moved[0], 68.0 + moved[1], 0.0)])
    one, other = eye.pixels(middle)
    steps = max(2, int(np.hypot(*(other - one))))
    total = np.zeros_like(picture)
    for share in np.linspace(-0.5, 0.5, steps):
        shift = share * (other - one)
        way = np.array([(1.0, 0.0, shift[0]), (0.0, 1.0, shift[1])])
        total += cv2.warpAffine(picture, way, picture.shape[1::-1], borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(total / steps, dtype=np.float32)


def _cover(picture: Reals, overlay: Overlay, *, eye: RollEye) -> None:
    outline = eye.pixels(np.column_stack([overlay.outline_mm, np.zeros(len(overlay.outline_mm))]))
    mask = np.zeros(picture.shape[:2], dtype=np.float32)
    cv2.fillPoly(mask, [np.round(outline * 16).astype(np.int32)], 1.0, cv2.LINE_8, 4)
    wide = float(np.ptp(outline, axis=0).min())
    soft = cv2.GaussianBlur(mask, (0, 0), max(0.15 * wide, 0.7) if overlay.adds else 0.7)
    share = np.asarray(soft)[..., None]
    colour = np.array(overlay.colour, dtype=np.float32)
    if overlay.adds:
        picture += share * colour
    else:
        picture *= 1 - share
        picture += share * colour


def _taken(picture: Reals, roll: DrawnRoll, *, rng: np.random.Generator) -> Colours:
    """Through lens, sensor and coder."""
    soft = cv2.GaussianBlur(picture, (0, 0), max(roll.blur_px, 0.3))
    light = cv2.addWeighted(soft, roll.exposure * _LEVELS, soft, 0.0, 0.0, dtype=cv2.CV_16U)
    levels = _curve()[np.asarray(light)]
    noise = _noise(picture.shape[:2])
    x, y = (int(each) for each in rng.integers(0, _NOISE_ROOM, 2))
    here = noise[y : y + picture.shape[0], x : x + picture.shape[1]]
    rgb = cv2.addWeighted(
        levels, 1.0, here, roll.noise * rng.choice((-1.0, 1.0)), 0.0, dtype=cv2.CV_8U
    )
    _, packed = cv2.imencode(
        ".jpg", cv2.cvtColor(rgb, cv2.COLOR_RGB2BGR), [cv2.IMWRITE_JPEG_QUALITY, roll.jpeg]
    )
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), dtype=np.uint8)


@cache
def _curve() -> Reals:
    """Grey levels of each amount of light."""
    return np.asarray(255.0 * (np.arange(_LEVELS + 1) / _LEVELS) ** (1 / _LINEAR), dtype=np.float32)


@cache
def _noise(shape: tuple[int, int]) -> Reals:
    """More than a picture's: each picture has a part of it."""
    rng = np.random.default_rng(7)
    room = (shape[0] + _NOISE_ROOM, shape[1] + _NOISE_ROOM, 3)
    return rng.standard_normal(room, dtype=np.float32)
