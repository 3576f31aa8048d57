"""Throws dice: rolls as they come at a table, with nothing wrong with them."""

from math import hypot
from typing import Final

import numpy as np

from vision.synthetic.rolls.described import (
    FACE_AXES,
    FLOOR_MM,
    TRAY_MM,
    DrawnDie,
    DrawnRoll,
    Floats,
    Rgb,
    RollCamera,
    RollFloor,
    RollLight,
)

DICE_COLOURS: Final[tuple[tuple[Rgb, Rgb], ...]] = (
    ((0.75, 0.74, 0.7), (0.03, 0.03, 0.03)),
    ((0.78, 0.76, 0.68), (0.03, 0.03, 0.03)),
    ((0.03, 0.03, 0.035), (0.75, 0.75, 0.75)),
    ((0.5, 0.03, 0.03), (0.75, 0.75, 0.75)),
    ((0.03, 0.08, 0.42), (0.75, 0.75, 0.75)),
    ((0.75, 0.5, 0.05), (0.03, 0.03, 0.03)),
)
_RED: Final[Rgb] = (0.5, 0.02, 0.03)
_RIM_MM: Final = 12.0
"""How far from the floor's rim the dice stand at least; a player is told 10."""
_APART_MM: Final = 4.0
_LEAST_PX: Final = 30.0
"""Of a die's side in the picture: a player is told so."""


def chance_roll(
    rng: np.random.Generator, *, count: int, size: tuple[int, int] = (1280, 960)
) -> DrawnRoll:
    """A clean roll of so many dice, or of as many as have room; the camera leans up to 30 deg."""
    floor = rng.choice(list(RollFloor))
    colours = [each for each in DICE_COLOURS if _stands_out(each[0], floor)]
    camera = chance_camera(rng, size=size)
    least = _LEAST_PX / _px_per_mm(camera)
    sides = [8.0, 10.0, 12.0, 14.0, 16.0, 16.0, 16.0, 18.0, 20.0]
    side = float(rng.choice([each for each in sides if each >= least]))
    body, pips = colours[int(rng.integers(len(colours)))]
    dice: list[DrawnDie] = []
    places = _places(rng, count=count, side=side, camera=camera)
    while places is None:
        # There is no room for so many of these: fewer are thrown.
        count -= 1
        places = _places(rng, count=count, side=side, camera=camera)
    for place in places:
        if rng.random() < 0.25:
            body, pips = colours[int(rng.integers(len(colours)))]
        dice.append(_die(rng, place=place, side=side, body=body, pips=pips))
    return DrawnRoll(
        dice=tuple(dice),
        camera=camera,
        floor=RollFloor(floor),
        light=(light := RollLight(rng.choice(list(RollLight)))),
        lamp_mm=_lamp(rng, light),
        exposure=float(rng.uniform(0.65, 0.92)),
        blur_px=float(rng.uniform(0.4, 1.1)),
        noise=float(rng.uniform(0.5, 4.0)),
        jpeg=int(rng.integers(70, 97)),
        seed=int(rng.integers(2**31)),
    )


def chance_camera(rng: np.random.Generator, *, size: tuple[int, int]) -> RollCamera:
    """Over the tray, all of which it sees."""
    focal = float(rng.uniform(0.65, 1.05)) * max(size)
    lean, way = np.radians(rng.uniform(0, 30)), rng.uniform(0, 2 * np.pi)
    aim = np.array(TRAY_MM) / 2 + rng.uniform(-6, 6, 2)
    turn = float(rng.uniform(-180, 180))
    bold = np.abs(np.cos(np.radians(turn))), np.abs(np.sin(np.radians(turn)))
    wide = TRAY_MM[0] * bold[0] + TRAY_MM[1] * bold[1]
    high = TRAY_MM[0] * bold[1] + TRAY_MM[1] * bold[0]
    far = focal * max(wide / size[0], high / size[1]) * float(rng.uniform(1.2, 1.45))
    off = far * np.sin(lean) * np.array([np.cos(way), np.sin(way)])
    centre = (float(aim[0] + off[0]), float(aim[1] + off[1]), float(far * np.cos(lean)))
    return RollCamera(
        width=size[0],
        height=size[1],
        focal_px=focal,
        centre_mm=centre,
        aim_mm=(float(aim[0]), float(aim[1])),
        roll_deg=turn,
    )


def _px_per_mm(camera: RollCamera) -> float:
    """In the middle of the tray, the shorter way."""
    away = np.array(camera.centre_mm) - (*camera.aim_mm, 0.0)
    far = float(np.linalg.norm(away))
    return camera.focal_px / far * float(away[2]) / far


def turned(face: int, heading: float) -> Floats:
    """A die's axes with this face up, turned about it by so many radians."""
    axis, side = FACE_AXES[face]
    up = np.zeros(3)
    up[axis] = side
    one = np.roll(up, 1)
    rows = np.stack([one, np.cross(up, one), up])
    about = np.array(
        [
            (np.cos(heading), -np.sin(heading), 0.0),
            (np.sin(heading), np.cos(heading), 0.0),
            (0.0, 0.0, 1.0),
        ]
    )
    turn: Floats = about @ rows
    return turn


def _stands_out(body: Rgb, floor: str) -> bool:
    """Nobody rolls dice on a floor of their own colour; wood has the hue of red and yellow."""
    red, _, blue = body
    return floor == RollFloor.PRINTED or not (max(body) > 0.2 and max(red, blue) > 3 * min(body))


def _lamp(rng: np.random.Generator, light: RollLight) -> tuple[float, float, float]:
    way = rng.uniform(0, 2 * np.pi)
    out, high = {
        RollLight.LAMP: (rng.uniform(100, 500), rng.uniform(450, 900)),
        RollLight.WINDOW: (rng.uniform(700, 1200), rng.uniform(600, 1000)),
        RollLight.CEILING: (rng.uniform(0, 500), rng.uniform(1500, 2000)),
    }[light]
    x, y = TRAY_MM[0] / 2 + out * np.cos(way), TRAY_MM[1] / 2 + out * np.sin(way)
    return (float(x), float(y), float(high))


def _places(
    rng: np.random.Generator, *, count: int, side: float, camera: RollCamera
) -> list[tuple[float, float]] | None:
    """Where dice stand clear of the rim and hide nothing of each other; None for no room."""
    left, bottom, right, top = FLOOR_MM
    rim = _RIM_MM + 0.72 * side
    x, y, z = camera.centre_mm
    grown = side / (z - side)
    for _ in range(20):
        found: list[tuple[float, float]] = []
        for _ in range(60 * count):
            spot = (rng.uniform(left + rim, right - rim), rng.uniform(bottom + rim, top - rim))
            # A die's top is seen farther out than it stands.
            out, up = spot[0] - x, spot[1] - y
            u, v = spot[0] + out * grown, spot[1] + up * grown
            if not (left + rim <= u <= right - rim and bottom + rim <= v <= top - rim):
                continue
            # A die hides what stands behind it.
            apart = side * (1.42 + hypot(out, up) / z) + _APART_MM
            if all(hypot(spot[0] - a, spot[1] - b) > apart for a, b in found):
                found.append(spot)
            if len(found) == count:
                return found
    return None


def _die(
    rng: np.random.Generator, *, place: tuple[float, float], side: float, body: Rgb, pips: Rgb
) -> DrawnDie:
    face = int(rng.integers(1, 7))
    has_red_one = max(body) - min(body) < 0.12 and min(body) > 0.5 and rng.random() < 0.3
    return DrawnDie(
        size_mm=side,
        rounding_mm=side * float(rng.uniform(0.03, 0.2)),
        centre_mm=np.array([*place, side / 2]),
        turn=turned(face, float(rng.uniform(0, 2 * np.pi))),
        body=body,
        pips=pips,
        one=_RED if has_red_one else pips,
        pip_radius=float(rng.uniform(0.085, 0.11)),
        pip_reach=float(rng.uniform(0.235, 0.275)),
        shine=float(rng.uniform(0.0, 0.5)),
    )
