"""Draws one die over a picture: rays against a rounded cube with drilled pips."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.synthetic.rolls.described import FACE_AXES, DrawnDie, DrawnRoll, Floats
from vision.synthetic.rolls.roll_eye import Reals, RollEye, RollLamps

_FINER: Final = 2
"""Rays across a pixel, each way."""
_STEPS: Final = 7
_SPOTS: Final = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, 1), (-1, 1), (1, -1)),
    5: ((-1, -1), (1, 1), (-1, 1), (1, -1), (0, 0)),
    6: ((-1, -1), (1, 1), (-1, 1), (1, -1), (-1, 0), (1, 0)),
}
_REACH: Final = 0.9
"""Of a die's side: what a corner is from its middle, and a little."""


def lay_die(
    picture: Reals, die: DrawnDie, *, roll: DrawnRoll, eye: RollEye, lamps: RollLamps
) -> None:
    """Put one die over what is there."""
    half = die.size_mm / 2
    corners = np.array([(i, j, k) for i in (-1, 1) for j in (-1, 1) for k in (-1, 1)]) * half
    box = eye.box(corners @ die.turn.T + die.centre_mm)
    if box is None:
        return
    x0, y0, x1, y1 = box
    fine = (np.arange(_FINER) + 0.5) / _FINER - 0.5
    across = (np.arange(x0, x1)[:, None] + fine).ravel()
    down = (np.arange(y0, y1)[:, None] + fine).ravel()
    columns, rows = np.meshgrid(across, down)
    rays = eye.rays(columns, rows).reshape(3, -1)
    turn = die.turn.astype(np.float32)
    start = ((eye.centre - die.centre_mm) @ die.turn).astype(np.float32)
    at, spots = _hits(start, turn.T @ rays, die=die)
    colour = np.zeros((rays.shape[1], 3), dtype=np.float32)
    colour[at] = _coloured(spots, rays[:, at], die=die, roll=roll, lamps=lamps)
    share = np.zeros(rays.shape[1], dtype=np.float32)
    share[at] = 1.0
    shape = (y1 - y0, _FINER, x1 - x0, _FINER)
    whole = colour.reshape(*shape, 3).mean(axis=(1, 3))
    there = picture[y0:y1, x0:x1]
    there *= (1 - share.reshape(shape).mean(axis=(1, 3)))[..., None]
    there += whole


def _hits(start: Reals, along: Reals, *, die: DrawnDie) -> tuple[NDArray[np.intp], Reals]:
    """Which rays meet the die, and where, in its own axes."""
    half, rounding = np.float32(die.size_mm / 2), np.float32(die.rounding_mm)
    far, leaves = _crossed(start[:, None], along, half=half)
    at = np.flatnonzero(leaves > far)
    near, ways = far[at], along[:, at]
    flat = half - rounding
    gap = np.zeros_like(near)
    for _ in range(_STEPS):
        x, y, z = (np.abs(start[k] + near * ways[k]) - flat for k in range(3))
        deepest = np.minimum(np.maximum(np.maximum(x, y), z), 0.0)
        out = np.maximum(x, 0.0) ** 2 + np.maximum(y, 0.0) ** 2 + np.maximum(z, 0.0) ** 2
        gap = np.sqrt(out) + deepest - rounding
        near = near + np.minimum(gap, np.float32(die.size_mm))
    is_hit = gap < 0.004 * die.size_mm
    return at[is_hit], start[:, None] + near[is_hit] * ways[:, is_hit]


def _crossed(start: Reals, along: Reals, *, half: np.float32) -> tuple[Reals, Reals]:
    """How far along each ray a cube's inside begins and ends; it is missed where it ends first."""
    by = np.where(np.abs(along) < 1e-7, np.float32(1e-7), along)
    one, other = (-half - start) / by, (half - start) / by
    low, high = np.minimum(one, other), np.maximum(one, other)
    enters: Reals = np.maximum(np.maximum(low[0], low[1]), low[2])
    leaves: Reals = np.minimum(np.minimum(high[0], high[1]), high[2])
    return enters, leaves


def _coloured(
    spots: Reals, rays: Reals, *, die: DrawnDie, roll: DrawnRoll, lamps: RollLamps
) -> Reals:
    """What each spot on a die looks like."""
    flat = np.float32(die.size_mm / 2 - die.rounding_mm)
    normals = np.sign(spots) * np.maximum(np.abs(spots) - flat, 0.0)
    normals /= np.maximum(_length(normals), 1e-9)
    albedo = np.tile(np.array(die.body, dtype=np.float32), (spots.shape[1], 1))
    _drill(albedo, normals=normals, share=spots / np.float32(die.size_mm), die=die)
    normals /= np.maximum(_length(normals), 1e-9)
    turn = die.turn.astype(np.float32)
    facing = turn @ normals
    world = turn @ spots + die.centre_mm.astype(np.float32)[:, None]
    direct = np.zeros(spots.shape[1], dtype=np.float32)
    shine = np.zeros(spots.shape[1], dtype=np.float32)
    for lamp in lamps.places_mm:
        way = lamp.astype(np.float32)[:, None] - world
        far = _length(way)
        way /= far
        share = np.maximum(_dot(way, facing), 0.0) * (np.float32(lamps.usual_mm) / far) ** 2
        for other in _between(die, lamp, roll=roll):
            share[_is_behind(world + 0.05 * facing, way, die=other)] = 0.0
        direct += share
        between = way - rays
        # To the power of 90.
        two = np.maximum(_dot(between, facing) / _length(between), 0.0) ** 2
        eight = (two * two) ** 2
        shine += (eight**4) ** 2 * eight * eight * eight * two
    lit = lamps.ambient * (0.75 + 0.25 * facing[2]) + lamps.each * direct
    colour: Reals = albedo * (lit[:, None] * lamps.tint)
    colour += (die.shine / len(lamps.places_mm)) * shine[:, None]
    return colour


def _drill(albedo: Reals, *, normals: Reals, share: Reals, die: DrawnDie) -> None:
    """Colour the pips, and let their walls lean inwards."""
    axis = np.abs(share).argmax(axis=0)
    for face, (along, side) in FACE_AXES.items():
        on = np.flatnonzero((axis == along) & (share[along] * side > 0))
        if not len(on):
            continue
        others = [each for each in range(3) if each != along]
        u, v = share[others[0], on], share[others[1], on]
        radius = die.pip_radius * (1.35 if face == 1 else 1.0)
        for i, j in _SPOTS[face]:
            du, dv = u - i * die.pip_reach, v - j * die.pip_reach
            is_pip = du * du + dv * dv < radius**2
            there = on[is_pip]
            albedo[there] = die.one if face == 1 else die.pips
            normals[others[0], there] -= 0.5 / radius * du[is_pip]
            normals[others[1], there] -= 0.5 / radius * dv[is_pip]


def _between(die: DrawnDie, lamp: Floats, *, roll: DrawnRoll) -> list[DrawnDie]:
    """The dice that may take light of a lamp from this one."""
    way = lamp - die.centre_mm
    way = way / np.linalg.norm(way)
    found = []
    for other in roll.dice:
        away = other.centre_mm - die.centre_mm
        along = max(float(away @ way), 0.0)
        reach = _REACH * (die.size_mm + other.size_mm)
        if other is not die and float(np.linalg.norm(away - along * way)) < reach:
            found.append(other)
    return found


def _is_behind(spots: Reals, way: Reals, *, die: DrawnDie) -> NDArray[np.bool_]:
    """Whether a die stands between each spot and the light."""
    half = np.float32(die.size_mm / 2 - 0.3 * die.rounding_mm)
    turn = die.turn.T.astype(np.float32)
    start = turn @ (spots - die.centre_mm.astype(np.float32)[:, None])
    enters, leaves = _crossed(start, turn @ way, half=half)
    behind: NDArray[np.bool_] = (leaves > np.maximum(enters, 0.0)) & (leaves > 0.05)
    return behind


def _length(ways: Reals) -> Reals:
    length: Reals = np.sqrt(_dot(ways, ways))
    return length


def _dot(one: Reals, other: Reals) -> Reals:
    product: Reals = one[0] * other[0] + one[1] * other[1] + one[2] * other[2]
    return product
