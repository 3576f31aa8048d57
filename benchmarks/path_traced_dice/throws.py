"""Throws dice at random: where they come to rest, on what, under which lamps, seen from where."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from benchmarks.path_traced_dice.bodies import DieMake, Rgb

FLOOR_MM: Final = (27.94, 2.54, 160.02, 134.62)
"""Left, bottom, right and top of the floor, from the tray's lower left corner."""
MIDDLE_MM: Final = (93.98, 68.58)
FLOORS: Final = ("printed", "felt", "wood")
_FINGER_MM: Final = 10.0
"""What a player keeps free between dice, and beside the rim."""
_SIDES_MM: Final = (10.0, 12.0, 14.0, 16.0, 16.0, 16.0, 18.0, 20.0)
_LEAST_PX: Final = 30.0
"""Of a die's side in the picture."""
_DARK: Final[Rgb] = (0.02, 0.02, 0.02)
_LIGHT: Final[Rgb] = (0.8, 0.8, 0.8)
_COLOURS: Final[tuple[tuple[Rgb, Rgb], ...]] = (
    ((0.8, 0.79, 0.76), _DARK),
    ((0.8, 0.76, 0.64), _DARK),
    ((0.8, 0.79, 0.76), (0.02, 0.04, 0.25)),
    ((0.025, 0.025, 0.03), _LIGHT),
    ((0.45, 0.02, 0.02), _LIGHT),
    ((0.02, 0.06, 0.4), _LIGHT),
    ((0.25, 0.03, 0.3), _LIGHT),
    ((0.75, 0.5, 0.04), _DARK),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class RestingDie:
    """One die that lies flat."""

    make: DieMake
    side_mm: float
    face: int
    place_mm: tuple[float, float]
    heading: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Lamp:
    """A round lamp that looks at the tray."""

    place_mm: tuple[float, float, float]
    radius_mm: float
    colour: Rgb
    share: float
    """Of the light of all lamps."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TracedThrow:
    """A roll to be drawn, and its truth."""

    dice: tuple[RestingDie, ...]
    floor: str
    lamps: tuple[Lamp, Lamp, Lamp]
    around: float
    """Light from all sides, by that of the lamps."""
    gloss: float
    """Roughness of the dice: 0.05 is polished, 0.3 is matt."""
    eye_mm: tuple[float, float, float]
    turn: float
    """Radians by which the camera is turned about the way it looks."""
    wide_deg: float
    width: int
    height: int
    white: float
    """How light the paper is in the picture."""
    blur_px: float
    noise: float
    jpeg: int
    seed: int

    @property
    def faces(self) -> list[int]:
        """What came up, smallest first."""
        return sorted(die.face for die in self.dice)


def thrown(rng: np.random.Generator, *, count: int, size: tuple[int, int]) -> TracedThrow:
    """A clean roll of so many dice, or of as many as have room."""
    floor = str(rng.choice(FLOORS))
    wide = float(np.radians(rng.uniform(50, 75)))
    # The tray's long side lies along the picture's, so that a small picture is fine enough.
    turn = float(rng.choice([0.0, np.pi]) + rng.uniform(-0.5, 0.5))
    eye = _eye(rng, wide=wide, turn=turn, size=size)
    far2 = (eye[0] - MIDDLE_MM[0]) ** 2 + (eye[1] - MIDDLE_MM[1]) ** 2 + eye[2] ** 2
    fine = size[0] / 2 / np.tan(wide / 2) * eye[2] / far2
    side = float(rng.choice([each for each in _SIDES_MM if each * fine >= _LEAST_PX]))
    body, pips = _colours(rng, floor)
    make = _make(rng, body=body, pips=pips)
    places = _places(rng, count=count, side=side, eye=eye)
    dice = []
    for place in places:
        if rng.random() < 0.2:
            body, pips = _colours(rng, floor)
            make = _make(rng, body=body, pips=pips)
        dice.append(
            RestingDie(
                make=make,
                side_mm=side,
                face=int(rng.integers(1, 7)),
                place_mm=place,
                heading=float(rng.uniform(0, 2 * np.pi)),
            )
        )
    one, other, third = (_lamp(rng) for _ in range(3))
    return TracedThrow(
        dice=tuple(dice),
        floor=floor,
        lamps=(one, other, third),
        around=float(rng.uniform(0.15, 0.8)),
        gloss=float(rng.uniform(0.05, 0.3)),
        eye_mm=eye,
        turn=turn,
        wide_deg=float(np.degrees(wide)),
        width=size[0],
        height=size[1],
        white=float(rng.uniform(0.55, 0.8)),
        blur_px=float(rng.uniform(0.3, 0.8)),
        noise=float(rng.uniform(0.5, 2.5)),
        jpeg=int(rng.integers(75, 97)),
        seed=int(rng.integers(2**31)),
    )


def _eye(
    rng: np.random.Generator, *, wide: float, turn: float, size: tuple[int, int]
) -> tuple[float, float, float]:
    """So far that all of the tray is in the picture, and up to 30 degrees aside."""
    lean, way = np.radians(rng.uniform(0, 30)), rng.uniform(0, 2 * np.pi)
    cosine, sine = abs(np.cos(turn)), abs(np.sin(turn))
    focal = size[0] / 2 / np.tan(wide / 2)
    across = 188 * cosine + 137 * sine
    down = 188 * sine + 137 * cosine
    far = focal * max(across / size[0], down / size[1]) * rng.uniform(1.1, 1.25)
    out = far * np.sin(lean)
    return (
        float(MIDDLE_MM[0] + out * np.cos(way)),
        float(MIDDLE_MM[1] + out * np.sin(way)),
        float(far * np.cos(lean)),
    )


def _colours(rng: np.random.Generator, floor: str) -> tuple[Rgb, Rgb]:
    """Nobody rolls coloured dice on felt that may have their colour, or yellow ones on wood."""
    plain = [each for each in _COLOURS if max(each[0]) - min(each[0]) < 0.2]
    choice = _COLOURS if floor == "printed" else plain
    return choice[int(rng.integers(len(choice)))]


def _make(rng: np.random.Generator, *, body: Rgb, pips: Rgb) -> DieMake:
    has_red_one = min(body) > 0.5 and rng.random() < 0.25
    return DieMake(
        rounding=float(rng.uniform(0.04, 0.18)),
        pip_radius=float(rng.uniform(0.085, 0.105)),
        pip_reach=float(rng.uniform(0.235, 0.27)),
        pip_depth=float(rng.uniform(0.02, 0.06)),
        one_grows=float(rng.choice([1.0, 1.4])),
        is_mirrored=bool(rng.random() < 0.5),
        body=body,
        pips=pips,
        one=(0.5, 0.015, 0.02) if has_red_one else pips,
    )


def _places(
    rng: np.random.Generator, *, count: int, side: float, eye: tuple[float, float, float]
) -> list[tuple[float, float]]:
    left, bottom, right, top = FLOOR_MM
    rim = _FINGER_MM + 0.71 * side
    best: list[tuple[float, float]] = []
    for _ in range(20):
        found: list[tuple[float, float]] = []
        for _ in range(200):
            x, y = rng.uniform((left + rim, bottom + rim), (right - rim, top - rim))
            # What is high is seen farther out than it stands.
            grown = eye[2] / (eye[2] - side)
            u, v = eye[0] + (x - eye[0]) * grown, eye[1] + (y - eye[1]) * grown
            if not (left + rim < u < right - rim and bottom + rim < v < top - rim):
                continue
            lean = float(np.hypot(x - eye[0], y - eye[1])) / eye[2]
            apart = side * (1.42 + lean) + _FINGER_MM
            if all(np.hypot(x - a, y - b) > apart for a, b in found):
                found.append((float(x), float(y)))
            if len(found) == count:
                return found
        best = max(best, found, key=len)
    return best


def _lamp(rng: np.random.Generator) -> Lamp:
    """A bulb near the tray, a window or a ceiling lamp."""
    near, far, low, high, least, most = (
        (150, 450, 400, 800, 25, 60),
        (700, 1200, 500, 900, 250, 400),
        (0, 500, 1400, 2000, 100, 300),
    )[int(rng.integers(3))]
    way, out = rng.uniform(0, 2 * np.pi), rng.uniform(near, far)
    warm = float(rng.uniform(-0.08, 0.25))
    return Lamp(
        place_mm=(
            float(MIDDLE_MM[0] + out * np.cos(way)),
            float(MIDDLE_MM[1] + out * np.sin(way)),
            float(rng.uniform(low, high)),
        ),
        radius_mm=float(rng.uniform(least, most)),
        colour=(1.0, 1.0 - 0.4 * warm, 1.0 - warm),
        share=float(rng.choice([0.0, 0.4, 1.0])),
    )
