"""Draws a roll: its own projection, rays against rounded cubes, shadows, blur, noise and JPEG."""

from functools import cache
from itertools import product
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.synthetic.rolls.described import TRAY_MM, DrawnRoll, Overlay
from vision.synthetic.rolls.die_body import lay_die
from vision.synthetic.rolls.floor_light import COARSE, bare_light, floor_light
from vision.synthetic.rolls.grounds import FLOOR_PX_PER_MM, FULL, TABLE, floor_picture
from vision.synthetic.rolls.roll_eye import Box, Reals, RollEye, RollLamps, roll_eye, roll_lamps

Colours = NDArray[np.uint8]
"""Rows x columns x (blue, green, red)."""

_LINEAR: Final = 2.2
_WHITE: Final = 255.0
_BLOCK: Final = 16
"""Pixels each way that a JPEG file holds together, and that the light is told for."""
_BESIDE_MM: Final = 5.0
"""Beside the paper what is drawn is more than a plain table."""
_CORNERS: Final = np.array(list(product((-1.0, 1.0), repeat=3)))
_NOISE_ROOM: Final = 256
"""Pixels each way by which one picture's noise is moved against another's."""


def drawn_roll(roll: DrawnRoll) -> Colours:
    """The picture that the camera gives of a roll.

    Where nothing but a plain table is seen it has the light and the noise of the rest alone.
    """
    rng = np.random.default_rng(roll.seed)
    eye = roll_eye(roll.camera)
    lamps = roll_lamps(roll, rng)
    x0, y0, x1, y1 = _laid_on(roll, eye=eye, lamps=lamps)
    part = eye.part((x0, y0, x1, y1))
    picture = _lit_floor(roll, eye=part, lamps=lamps, rng=rng)
    order = sorted(roll.dice, key=lambda die: -float(np.linalg.norm(die.centre_mm - eye.centre)))
    for die in order:
        lay_die(picture, die, roll=roll, eye=part, lamps=lamps)
    if roll.moved_mm != (0.0, 0.0):
        picture = _smeared(picture, roll.moved_mm, eye=part)
    for overlay in roll.overlays:
        _cover(picture, overlay, eye=part)
    noise, strength = _noise_of(roll, eye.size, rng=rng)
    here = noise[y0:y1, x0:x1]
    taken = _taken(picture, roll, noise=here, strength=strength)
    if part.size == eye.size:
        return taken
    whole = _noisy(_table(roll, eye=eye, lamps=lamps), noise, strength=strength)
    whole[y0:y1, x0:x1] = taken
    return whole


def _laid_on(roll: DrawnRoll, *, eye: RollEye, lamps: RollLamps) -> Box:
    """All but plain table, in whole blocks of a JPEG file: the paper, dice and their shadows."""
    everything = (0, 0, *eye.size)
    if roll.overlays or roll.moved_mm != (0.0, 0.0):
        return everything
    sides = [(-_BESIDE_MM, long + _BESIDE_MM) for long in TRAY_MM]
    points = [np.array(list(product(*sides, (0.0,))))]
    for die in roll.dice:
        around = 0.9 * die.size_mm * _CORNERS
        points.append(die.centre_mm + around)
        # Where the lamp throws the shadow of a ball that holds the die.
        highest = die.centre_mm + np.array((0.0, 0.0, 0.9 * die.size_mm))
        reach = lamps.places_mm[:, 2:] / (lamps.places_mm[:, 2:] - highest[2])
        ends = lamps.places_mm + (highest - lamps.places_mm) * reach
        points += [end + around for end in ends]
    box = eye.box(np.concatenate(points), step=_BLOCK)
    return everything if box is None else box


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


def _taken(picture: Reals, roll: DrawnRoll, *, noise: Reals, strength: float) -> Colours:
    """Through lens, sensor and coder."""
    soft = cv2.GaussianBlur(picture, (0, 0), max(roll.blur_px, 0.3))
    rgb = _noisy(_levels(np.asarray(soft, dtype=np.float32), roll), noise, strength=strength)
    bgr = cv2.cvtColor(rgb, cv2.COLOR_RGB2BGR)
    _, packed = cv2.imencode(".jpg", bgr, [cv2.IMWRITE_JPEG_QUALITY, roll.jpeg])
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), dtype=np.uint8)


def _table(roll: DrawnRoll, *, eye: RollEye, lamps: RollLamps) -> Reals:
    """The bare table in the whole picture, in shares of white: blue, green and red."""
    light = lamps.ambient + np.sum(bare_light(eye, lamps), axis=0)
    seen = light[..., None] * (lamps.tint * np.array(TABLE))[::-1]
    levels = _levels(seen.astype(np.float32), roll)
    high, wide = levels.shape[:2]
    finer = cv2.resize(levels, (wide * COARSE, high * COARSE))
    half = COARSE // 2
    return np.asarray(finer, dtype=np.float32)[half : half + eye.size[1], half : half + eye.size[0]]


def _levels(light: Reals, roll: DrawnRoll) -> Reals:
    """Shares of white, in the place of the light."""
    light *= np.float32(roll.exposure)
    np.minimum(light, np.float32(1.0), out=light)
    return np.asarray(cv2.pow(light, 1 / _LINEAR, dst=light), dtype=np.float32)


def _noisy(levels: Reals, noise: Reals, *, strength: float) -> Colours:
    rough = cv2.addWeighted(levels, _WHITE, noise, strength, 0.0, dtype=cv2.CV_8U)
    return np.asarray(rough, dtype=np.uint8)


def _noise_of(
    roll: DrawnRoll, size: tuple[int, int], *, rng: np.random.Generator
) -> tuple[Reals, float]:
    """Noise of a whole picture, and the grey levels by which it counts."""
    x, y = (int(each) for each in rng.integers(0, _NOISE_ROOM, 2))
    here = _noise(size[::-1])[y : y + size[1], x : x + size[0]]
    return here, roll.noise * float(rng.choice((-1.0, 1.0)))


@cache
def _noise(shape: tuple[int, int]) -> Reals:
    """More than a picture's: each picture has a part of it."""
    rng = np.random.default_rng(7)
    room = (shape[0] + _NOISE_ROOM, shape[1] + _NOISE_ROOM, 3)
    return rng.standard_normal(room, dtype=np.float32)
