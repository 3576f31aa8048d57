"""Draws one die over a picture: rays against a rounded cube with drilled pips."""

from typing import Final

import cv2
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
_POLISH: Final = 90
"""Power of the cosine between a facet and the one that would mirror a lamp."""
_SHINES: Final = 0.88
"""Cosine below which that is less than a hundred-thousandth."""
_REACH: Final = 0.9
"""Of a die's side: what a corner is from its middle, and a little."""


def lay_die(
    picture: Reals, die: DrawnDie, *, roll: DrawnRoll, eye: RollEye, lamps: RollLamps
) -> None:
    """Put one die over what is there."""
    half = die.size_mm / 2
    corners = np.array([(i, j, k) for i in (-1, 1) for j in (-1, 1) for k in (-1, 1)]) * half
    seen = corners @ die.turn.T + die.centre_mm
    box = eye.box(seen)
    if box is None:
        return
    x0, y0, x1, y1 = box
    size = (_FINER * (x1 - x0), _FINER * (y1 - y0))
    # A cube hides what is inside the hull of its corners; a rounded one hides no more.
    outline = _FINER * (eye.pixels(seen) - (x0, y0) + 0.5) - 0.5
    mask = np.zeros(size[::-1], dtype=np.uint8)
    hull = cv2.convexHull(np.round(outline).astype(np.int32))
    cv2.fillConvexPoly(mask, hull, 1)
    cv2.polylines(mask, [hull], isClosed=True, color=1, thickness=3)
    across, down = np.asarray(cv2.findNonZero(mask)).reshape(-1, 2).T
    middle = np.float32((_FINER - 1) / 2)
    rays = eye.rays(x0 + (across - middle) / _FINER, y0 + (down - middle) / _FINER)
    turn = die.turn.astype(np.float32)
    start = ((eye.centre - die.centre_mm) @ die.turn).astype(np.float32)
    at, spots = _hits(start, turn.T @ rays, die=die)
    fine = np.zeros((4, mask.size), dtype=np.float32)
    inside = down[at] * size[0] + across[at]
    colours = _coloured(spots, rays[:, at], die=die, roll=roll, lamps=lamps)
    for plane, colour in zip(fine, (*colours, np.float32(1.0)), strict=True):
        plane[inside] = colour
    red, green, blue, share = (_coarser(each.reshape(mask.shape)) for each in fine)
    there = picture[y0:y1, x0:x1]
    there *= (1 - share)[..., None]
    there += cv2.merge([red, green, blue])


def _coarser(fine: Reals) -> Reals:
    high, wide = (each // _FINER for each in fine.shape)
    return np.asarray(cv2.resize(fine, (wide, high), interpolation=cv2.INTER_AREA))


def _hits(start: Reals, along: Reals, *, die: DrawnDie) -> tuple[NDArray[np.intp], Reals]:
    """Which rays meet the die, and where, in its own axes."""
    half, rounding = np.float32(die.size_mm / 2), np.float32(die.rounding_mm)
    far, leaves = _crossed(start[:, None], along, half=half)
    at = np.flatnonzero(leaves > far)
    near, ways = far[at], along[:, at]
    spots = start[:, None] + near * ways
    flat = half - rounding
    # Where two of three are less, a flat face is met, and the cube's is the die's.
    x, y, z = np.abs(spots) > flat
    edged = np.flatnonzero((x & y) | (y & z) | (z & x))
    reach, bent = near[edged], ways[:, edged]
    gap = np.zeros_like(reach)
    for _ in range(_STEPS):
        x, y, z = (np.abs(start[k] + reach * bent[k]) - flat for k in range(3))
        deepest = np.minimum(np.maximum(np.maximum(x, y), z), 0.0)
        x, y, z = (np.maximum(each, 0.0) for each in (x, y, z))
        gap = np.sqrt(x * x + y * y + z * z) + deepest - rounding
        reach += np.minimum(gap, np.float32(die.size_mm))
    spots[:, edged] = start[:, None] + reach * bent
    is_hit = np.ones(len(at), dtype=bool)
    is_hit[edged] = gap < 0.004 * die.size_mm
    return at[is_hit], spots[:, is_hit]


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
    paint = _drilled(normals, share=spots / np.float32(die.size_mm), die=die)
    normals /= np.maximum(_length(normals), 1e-9)
    turn = die.turn.astype(np.float32)
    facing = turn @ normals
    world = turn @ spots + die.centre_mm.astype(np.float32)[:, None]
    direct = np.zeros(spots.shape[1], dtype=np.float32)
    shine = np.zeros(spots.shape[1], dtype=np.float32)
    # A ray's way to a lamp is the lamp's place less the spot's: products of both are told apart.
    level, ahead, off2 = _dot(world, facing), _dot(world, rays), _dot(world, world)
    turned = _dot(rays, facing)
    for place in lamps.places_mm:
        lamp = place.astype(np.float32)
        far2 = off2 - 2 * (lamp @ world) + lamp @ lamp
        far = np.sqrt(far2)
        square = (lamp @ facing - level) / far
        share = np.maximum(square, 0.0) * np.float32(lamps.usual_mm**2) / far2
        for other in _between(die, place, roll=roll):
            share[_is_behind(world + 0.05 * facing, (lamp[:, None] - world) / far, die=other)] = 0.0
        direct += share
        # The facet that would mirror the lamp lies between the way to it and that to the eye.
        mirrored = (square - turned) / np.sqrt(2 - 2 * (lamp @ rays - ahead) / far)
        bright = np.flatnonzero(mirrored > _SHINES)
        shine[bright] += mirrored[bright] ** _POLISH
    lit = lamps.ambient * (0.75 + 0.25 * facing[2]) + lamps.each * direct
    shine *= np.float32(die.shine / len(lamps.places_mm))
    paints = np.array([die.body, die.pips, die.one], dtype=np.float32) * lamps.tint
    colour: Reals = paints.T[:, paint]
    colour *= lit
    colour += shine
    return colour


def _drilled(normals: Reals, *, share: Reals, die: DrawnDie) -> NDArray[np.uint8]:
    """Let the walls of pips lean inwards; which of body, pips and single pip each spot is."""
    paint = np.zeros(share.shape[1], dtype=np.uint8)
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
            paint[there] = 2 if face == 1 else 1
            normals[others[0], there] -= 0.5 / radius * du[is_pip]
            normals[others[1], there] -= 0.5 / radius * dv[is_pip]
    return paint


def _between(die: DrawnDie, lamp: Floats, *, roll: DrawnRoll) -> list[DrawnDie]:
    """The dice that may take light of a lamp from this one."""
    others = [other for other in roll.dice if other is not die]
    if not others:
        return []
    way = lamp - die.centre_mm
    way = way / np.sqrt(way @ way)
    away = np.array([other.centre_mm for other in others]) - die.centre_mm
    off = away - np.maximum(away @ way, 0.0)[:, None] * way
    reach = _REACH * (die.size_mm + np.array([other.size_mm for other in others]))
    return [others[at] for at in np.flatnonzero((off * off).sum(axis=1) < reach * reach)]


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
