"""Spoils rolls as tables do: each function takes a clean roll and gives one that has to be asked
about.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Final

import numpy as np

from vision.synthetic.rolls.described import FLOOR_MM, DrawnDie, DrawnRoll, Floats, Overlay, Rgb

Disturbance = Callable[[DrawnRoll, np.random.Generator], DrawnRoll]

_SKIN: Final[Rgb] = (0.5, 0.3, 0.2)


def cocked(roll: DrawnRoll, rng: np.random.Generator) -> DrawnRoll:
    """One die leans by 14 to 40 degrees on one of its lower edges."""
    at = int(rng.integers(len(roll.dice)))
    die = roll.dice[at]
    lean, way = np.radians(rng.uniform(14, 40)), int(rng.integers(4)) * np.pi / 2
    sides = die.turn @ np.eye(3)[:, int(np.abs(die.turn[2]).argmin())]
    heading = np.arctan2(sides[1], sides[0]) + way
    turn = _about(np.array([np.cos(heading), np.sin(heading), 0.0]), float(lean)) @ die.turn
    height = die.size_mm / 2 * (np.cos(lean) + np.sin(lean))
    centre = np.array([*die.centre_mm[:2], height])
    return _with(roll, at=at, die=replace(die, turn=turn, centre_mm=centre))


def stacked(roll: DrawnRoll, rng: np.random.Generator) -> DrawnRoll:
    """A die more lies on one of the others, turned and a little beside its middle."""
    die = roll.dice[int(rng.integers(len(roll.dice)))]
    aside = rng.uniform(-0.25, 0.25, 2) * die.size_mm
    centre = die.centre_mm + np.array([aside[0], aside[1], die.size_mm])
    turn = _about(np.array([0.0, 0.0, 1.0]), float(rng.uniform(0, np.pi / 2))) @ die.turn
    return replace(roll, dice=(*roll.dice, replace(die, centre_mm=centre, turn=turn)))


def touching(roll: DrawnRoll, rng: np.random.Generator) -> DrawnRoll:
    """A die more lies side by side with one of the others."""
    die = roll.dice[int(rng.integers(len(roll.dice)))]
    side = die.turn[:, int(np.abs(die.turn[2]).argmin())]
    along = np.array([-side[1], side[0], 0.0]) * rng.uniform(-0.5, 0.5) * die.size_mm
    middle = np.array([(FLOOR_MM[0] + FLOOR_MM[2]) / 2, (FLOOR_MM[1] + FLOOR_MM[3]) / 2, 0.0])
    inwards = 1.0 if float(side @ (middle - die.centre_mm)) > 0 else -1.0
    centre = die.centre_mm + side * die.size_mm * 1.005 * inwards + along
    return replace(roll, dice=(*roll.dice, replace(die, centre_mm=centre)))


def half_covered(roll: DrawnRoll, rng: np.random.Generator) -> DrawnRoll:
    """A strip of something lies over a part of one die."""
    die = roll.dice[int(rng.integers(len(roll.dice)))]
    way = float(rng.uniform(0, 2 * np.pi))
    out = np.array([np.cos(way), np.sin(way)])
    along = np.array([-out[1], out[0]])
    start = die.centre_mm[:2] + out * rng.uniform(-0.15, 0.25) * die.size_mm
    wide, far = die.size_mm * rng.uniform(0.7, 1.1), die.size_mm * 1.2
    one, other, end = start - along * wide, start + along * wide, out * far
    outline = np.array([one, one + end, other + end, other])
    colours: tuple[Rgb, ...] = (_SKIN, (0.7, 0.7, 0.7), (0.04, 0.04, 0.04))
    cover = Overlay(outline_mm=outline, colour=colours[int(rng.integers(3))])
    return replace(roll, overlays=(*roll.overlays, cover))


def out_of_the_tray(roll: DrawnRoll, rng: np.random.Generator) -> DrawnRoll:
    """One die lies on the rim, or beyond it."""
    at = int(rng.integers(len(roll.dice)))
    die = roll.dice[at]
    edge = int(rng.integers(4))
    place = die.centre_mm.copy()
    out = 1.0 if edge > 1 else -1.0
    place[edge % 2] = FLOOR_MM[edge] + out * rng.uniform(-0.2, 1.0) * die.size_mm
    return _with(roll, at=at, die=replace(die, centre_mm=place))


def glaring(roll: DrawnRoll, rng: np.random.Generator) -> DrawnRoll:
    """A lamp is reflected by the upper face of one die."""
    die = roll.dice[int(rng.integers(len(roll.dice)))]
    x, y, z = roll.camera.centre_mm
    grown = z / (z - die.size_mm)
    middle = np.array([x, y]) + (die.centre_mm[:2] - (x, y)) * grown
    middle = middle + rng.uniform(-0.2, 0.2, 2) * die.size_mm
    around = np.linspace(0, 2 * np.pi, 24, endpoint=False)
    reach = rng.uniform(0.2, 0.45) * die.size_mm
    outline = middle + reach * np.stack([np.cos(around), 0.7 * np.sin(around)], axis=1)
    shine = Overlay(outline_mm=outline, colour=(3.0, 3.0, 2.9), adds=True)
    return replace(roll, overlays=(*roll.overlays, shine))


def hand_in_view(roll: DrawnRoll, rng: np.random.Generator) -> DrawnRoll:
    """A hand reaches in over the rim."""
    edge = int(rng.integers(4))
    left, bottom, right, top = FLOOR_MM
    along = rng.uniform(0.3, 0.7)
    deep, wide = rng.uniform(30, 70), rng.uniform(25, 40)
    x0, y0 = (left if edge == 0 else right), bottom + along * (top - bottom)
    if edge % 2:
        x0, y0 = left + along * (right - left), (bottom if edge == 1 else top)
    inwards = np.array([((1, 0), (0, 1), (-1, 0), (0, -1))[edge]], dtype=np.float64)[0]
    aside = np.array([-inwards[1], inwards[0]])
    shape = [
        (-60, -1),
        (0.7, -1),
        (0.75, -0.5),
        (1, -0.4),
        (0.8, 0),
        (0.95, 0.4),
        (0.6, 1),
        (-60, 1),
    ]
    outline = np.array(
        [(x0, y0) + inwards * max(u * deep, -60.0) + aside * v * wide for u, v in shape]
    )
    hand = Overlay(outline_mm=outline, colour=_SKIN)
    return replace(roll, overlays=(*roll.overlays, hand))


def one_missing(roll: DrawnRoll, rng: np.random.Generator) -> DrawnRoll:
    """One die of those that were asked for is not there."""
    at = int(rng.integers(len(roll.dice)))
    return replace(roll, dice=roll.dice[:at] + roll.dice[at + 1 :])


def one_too_many(roll: DrawnRoll, rng: np.random.Generator) -> DrawnRoll:
    """A die lies there that was not asked for, where there is most room."""
    left, bottom, right, top = FLOOR_MM
    rim = 12 + 0.72 * roll.dice[0].size_mm
    spots = rng.uniform((left + rim, bottom + rim), (right - rim, top - rim), (200, 2))
    places = np.array([die.centre_mm[:2] for die in roll.dice])
    gaps = np.linalg.norm(spots[:, None] - places, axis=2).min(axis=1)
    spot = spots[int(gaps.argmax())]
    first = roll.dice[0]
    more = replace(first, centre_mm=np.array([*spot, first.centre_mm[2]]))
    return replace(roll, dice=(*roll.dice, more))


def still_rolling(roll: DrawnRoll, rng: np.random.Generator) -> tuple[DrawnRoll, ...]:
    """Three pictures of a roll in which one die slides on."""
    at = int(rng.integers(len(roll.dice)))
    step = rng.uniform(0.8, 3.0) * _ahead(float(rng.uniform(0, 2 * np.pi)))
    die = roll.dice[at]
    return tuple(
        _with(roll, at=at, die=replace(die, centre_mm=die.centre_mm + n * step)) for n in range(3)
    )


DISTURBANCES: Final[Mapping[str, Disturbance]] = MappingProxyType(
    {
        each.__name__: each
        for each in (
            cocked,
            stacked,
            touching,
            half_covered,
            out_of_the_tray,
            glaring,
            hand_in_view,
            one_missing,
            one_too_many,
        )
    }
)


def _with(roll: DrawnRoll, *, at: int, die: DrawnDie) -> DrawnRoll:
    return replace(roll, dice=(*roll.dice[:at], die, *roll.dice[at + 1 :]))


def _ahead(way: float) -> Floats:
    return np.array([np.cos(way), np.sin(way), 0.0])


def _about(axis: Floats, angle: float) -> Floats:
    """A turn about an axis of length one."""
    x, y, z = axis
    cross = np.array([(0.0, -z, y), (z, 0.0, -x), (-y, x, 0.0)])
    turn: Floats = np.eye(3) + np.sin(angle) * cross + (1 - np.cos(angle)) * cross @ cross
    return turn
