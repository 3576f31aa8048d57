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
_SKIN_BEGINS: Final = -1.5
"""Farther back along the arm is none."""
_NAIL: Final = (0.028, 0.021)
"""How far a nail reaches from its middle, along the finger and across."""
_AT_ONCE: Final = 64
"""Columns that a filter may take at once: a sheet without whole such parts is blurred to the bit as
a whole one."""
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
    near = slice(_first_of_skin(length_px), None)
    hand = functools.reduce(_joined, (_rounded((grid[0][:, near], grid[1]), b) for b in _SKIN))
    folds = 0.010 * clouds(rng, shape, largest=0.25 * length_px)
    folds = folds + 0.012 * np.sin(x * 34.0)[None, :] * grain(rng, shape, cell=(40.0, 60.0))
    bare_arm = _rounded(grid, _SLEEVE)
    lamp = math.radians(light_turn_deg)
    towards = (0.55 * math.cos(lamp), 0.55 * math.sin(lamp), 0.83)
    pores = (
        1.0
        + 0.03 * grain(rng, shape, cell=(2.0, 2.0))
        + 0.05 * clouds(rng, shape, largest=0.3 * length_px)
    )
    skin_light = (
        light_of(skin)
        * (_skin_lit(hand, towards, length_px=length_px, shape=shape) * pores)[..., None]
    )
    _redden(skin_light, hand)
    _lay_nails(skin_light, grid)
    cloth = (
        light_of(sleeve)
        * (
            _lit(bare_arm + folds, towards, length_px=length_px)
            * (1.0 + 0.10 * grain(rng, shape, cell=(1.5, 1.5)))
        )[..., None]
    )
    cloth_cover = _covered(bare_arm, length_px=length_px)
    cover = cloth_cover.copy()
    cover[:, near] = np.maximum(_covered(hand, length_px=length_px), cover[:, near])
    mixed = skin_light + (cloth - skin_light) * cloth_cover[..., None]
    return np.concatenate([mixed * cover[..., None], cover[..., None]], axis=2).astype(np.float32)


def _skin_lit(
    hand: Image, towards: tuple[float, float, float], *, length_px: int, shape: tuple[int, int]
) -> Image:
    """The light on a whole sheet of skin; along the arm lies none, and what there is is flat."""
    flat = np.zeros((2, 2), dtype=np.float32)
    lit = np.full(shape, _lit(flat, towards, length_px=length_px)[0, 0])
    lit[:, -hand.shape[1] :] = _lit(hand, towards, length_px=length_px)
    return lit


def _redden(skin_light: Image, hand: Image) -> None:
    """Blood shows where skin turns away from the eye: knuckles and edges are redder."""
    redder, before = np.array([-0.10, -0.07, 0.05], np.float32), -hand.shape[1]
    skin_light[:, :before] *= 1.0 + redder
    skin_light[:, before:] *= 1.0 + redder * _edge(hand)[..., None]


def _lay_nails(skin_light: Image, grid: tuple[Level, Level]) -> None:
    for at in _NAILS:
        middle = (at[0] - 0.012, at[1])
        reach = (middle[0] - _NAIL[0], middle[0] + _NAIL[0])
        there = slice(*np.searchsorted(grid[0][0], reach))
        nail = _ellipse((grid[0][:, there], grid[1]), middle)[..., None]
        skin_light[:, there] *= 1 - 0.35 * nail
        skin_light[:, there] += light_of((238, 196, 186)) * (0.33 * nail)


def _first_of_skin(length_px: int) -> int:
    """The first column at which skin lies, with room for what is blurred."""
    before = int((_SKIN_BEGINS - _BEHIND) * length_px)
    return before - before % _AT_ONCE


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
    off = np.hypot((grid[0] - middle[0]) / _NAIL[0], (grid[1] - middle[1]) / _NAIL[1])
    inside: Image = np.clip((1.0 - off) * 4.0, 0.0, 1.0).astype(np.float32)
    return inside
