"""Paints a hand over the table as seen from above: rounded fingers, a palm and a sleeve."""

import functools
import math
from typing import Final

import cv2
import numpy as np

from vision.synthetic.described.scene import Colour
from vision.synthetic.painting.surfaces import Image, Level, clouds, grain, light_of

Bone = tuple[float, float, float, float, float, float]
"""From x, y with a radius to x, y with a radius; lengths in hands, the middle finger's tip at 0."""

_SKIN: Final[tuple[Bone, ...]] = (
    (-0.50, 0.06, 0.062, -0.02, 0.045, 0.045),
    (-0.50, -0.06, 0.062, -0.015, -0.055, 0.044),
    (-0.52, 0.155, 0.058, -0.09, 0.155, 0.042),
    (-0.54, -0.165, 0.052, -0.18, -0.175, 0.036),
    (-0.80, 0.17, 0.085, -0.50, 0.31, 0.05),
    (-0.50, 0.31, 0.052, -0.33, 0.30, 0.042),
    (-0.60, 0.10, 0.13, -0.84, 0.06, 0.15),
    (-0.60, -0.10, 0.13, -0.84, -0.05, 0.15),
    (-0.66, 0.0, 0.15, -1.15, 0.0, 0.14),
)
_NAILS: Final = ((0.0, 0.045), (0.005, -0.055), (-0.07, 0.155), (-0.162, -0.175))
_SLEEVE: Final[Bone] = (-1.06, 0.0, 0.185, -4.0, 0.0, 0.27)
_AHEAD, _BESIDE, _BEHIND = 0.08, 0.42, -3.9
"""How far the sheet reaches beyond the fingers, to each side, and back along the arm."""
_TURN_STEP: Final = 5.0


def sheet_box(length: float) -> tuple[float, float, float, float]:
    """The sheet that a hand is drawn on, about the tip of its middle finger, in inches."""
    return (_BEHIND * length, -_BESIDE * length, _AHEAD * length, _BESIDE * length)


def hand_print(
    *, length_px: int, skin: Colour, sleeve: Colour, light_turn_deg: float, seed: int
) -> Image:
    """A hand ``length_px`` long that points to the right; the lamp's direction is rounded."""
    step = round(light_turn_deg / _TURN_STEP) * _TURN_STEP % 360.0
    return _drawn(length_px, skin=skin, sleeve=sleeve, light_turn_deg=step, seed=seed)


@functools.lru_cache(maxsize=16)
def _drawn(
    length_px: int, *, skin: Colour, sleeve: Colour, light_turn_deg: float, seed: int
) -> Image:
    shape = (round(2 * _BESIDE * length_px), round((_AHEAD - _BEHIND) * length_px))
    x = (np.arange(shape[1], dtype=np.float32) + 0.5) / length_px + _BEHIND
    y = _BESIDE - (np.arange(shape[0], dtype=np.float32) + 0.5) / length_px
    grid = (x[None, :], y[:, None])
    rng = np.random.default_rng([seed, 11])
    hand = functools.reduce(_joined, (_rounded(grid, bone) for bone in _SKIN))
    folds = 0.010 * clouds(rng, shape, largest=0.25 * length_px)
    folds = folds + 0.012 * np.sin(x * 34.0)[None, :] * grain(rng, shape, cell=(40.0, 60.0))
    arm = _rounded(grid, _SLEEVE) + folds
    lamp = math.radians(light_turn_deg)
    towards = (0.55 * math.cos(lamp), 0.55 * math.sin(lamp), 0.83)
    pores = (
        1.0
        + 0.03 * grain(rng, shape, cell=(2.0, 2.0))
        + 0.05 * clouds(rng, shape, largest=0.3 * length_px)
    )
    skin_light = light_of(skin) * (_lit(hand, towards, length_px=length_px) * pores)[..., None]
    # Blood shows where skin turns away from the eye: knuckles and edges are redder.
    skin_light *= 1.0 + np.array([-0.10, -0.07, 0.05], np.float32) * _edge(hand)[..., None]
    for at in _NAILS:
        nail = _ellipse(grid, (at[0] - 0.012, at[1]))[..., None]
        skin_light = skin_light * (1 - 0.35 * nail) + light_of((238, 196, 186)) * (0.33 * nail)
    cloth = (
        light_of(sleeve)
        * (
            _lit(arm, towards, length_px=length_px)
            * (1.0 + 0.10 * grain(rng, shape, cell=(1.5, 1.5)))
        )[..., None]
    )
    skin_cover = _covered(hand, length_px=length_px)
    cloth_cover = _covered(_rounded(grid, _SLEEVE), length_px=length_px)
    cover = np.maximum(skin_cover, cloth_cover)[..., None]
    mixed = skin_light + (cloth - skin_light) * cloth_cover[..., None]
    return np.concatenate([mixed * cover, cover], axis=2).astype(np.float32)


def _rounded(grid: tuple[Level, Level], bone: Bone) -> Image:
    """The height of a tapering capsule over its middle plane; below 0 outside of it."""
    ax, ay, ar, bx, by, br = bone
    dx, dy = bx - ax, by - ay
    share = np.clip(((grid[0] - ax) * dx + (grid[1] - ay) * dy) / (dx * dx + dy * dy), 0.0, 1.0)
    off = np.hypot(grid[0] - ax - share * dx, grid[1] - ay - share * dy)
    radius = ar + share * (br - ar)
    inside = np.sqrt(np.maximum(radius * radius - off * off, 0.0))
    height: Image = np.where(off < radius, inside, radius - off).astype(np.float32)
    return height


def _joined(one: Image, other: Image) -> Image:
    """The higher of two, with the crease between them filled a little."""
    soft = np.float32(0.022)
    gap = np.maximum(soft - np.abs(one - other), 0.0)
    joined: Image = np.maximum(one, other) + gap * gap / (4 * soft)
    return joined


def _lit(height: Level, towards: tuple[float, float, float], *, length_px: int) -> Image:
    smooth = cv2.GaussianBlur(np.maximum(height, 0.0), (0, 0), max(0.8, 0.008 * length_px))
    down, across = np.gradient(np.asarray(smooth) * 0.75 * length_px)
    long = np.sqrt(1.0 + across * across + down * down)
    facing = (-across * towards[0] + down * towards[1] + towards[2]) / long
    lit: Image = (0.34 + 0.72 * np.maximum(facing, 0.0)).astype(np.float32)
    return lit


def _edge(height: Image) -> Image:
    edge: Image = np.exp(-np.maximum(height, 0.0) / np.float32(0.025))
    return edge


def _covered(height: Image, *, length_px: int) -> Image:
    """Height is not distance, yet both grow from 0 at the outline."""
    reach = np.where(height > 0, height * height / 0.1, height) * length_px
    covered: Image = np.clip(reach + 0.5, 0.0, 1.0).astype(np.float32)
    return covered


def _ellipse(grid: tuple[Level, Level], middle: tuple[float, float]) -> Image:
    off = np.hypot((grid[0] - middle[0]) / 0.028, (grid[1] - middle[1]) / 0.021)
    inside: Image = np.clip((1.0 - off) * 4.0, 0.0, 1.0).astype(np.float32)
    return inside
