"""Says what a drawn roll consists of: dice, floor, light, camera, and what the picture suffers."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Rgb = tuple[float, float, float]
"""Share of the light that is thrown back, red, green and blue."""

TRAY_MM: Final = (187.96, 137.16)
"""The tray's paper, from its lower left corner: x to the right, y up."""
FLOOR_MM: Final = (27.94, 2.54, 160.02, 134.62)
"""Left, bottom, right and top of the floor."""
TAG_MM: Final = 20.32
TAG_CENTRES_MM: Final = {
    16: (13.97, 13.97),
    17: (173.99, 13.97),
    18: (173.99, 123.19),
    19: (13.97, 123.19),
}
FACE_AXES: Final = {1: (2, 1), 6: (2, -1), 2: (0, 1), 5: (0, -1), 3: (1, 1), 4: (1, -1)}
"""Axis and side of each number on a die; two that face each other make seven."""


class RollFloor(StrEnum):
    """What the dice lie on."""

    PRINTED = "printed"
    FELT = "felt"
    WOOD = "wood"


class RollLight(StrEnum):
    """What the light comes from."""

    LAMP = "lamp"
    WINDOW = "window"
    CEILING = "ceiling"


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class DrawnDie:
    """One die, anywhere and turned in any way."""

    size_mm: float
    rounding_mm: float
    centre_mm: Floats
    turn: Floats
    """3 x 3: from the die's own axes to the tray's."""
    body: Rgb
    pips: Rgb
    one: Rgb
    """Of the single pip, which some makers colour otherwise."""
    pip_radius: float
    """As a share of the side."""
    pip_reach: float
    """Of the outer pips from the middle, as a share of the side."""
    shine: float

    @property
    def top(self) -> int:
        """The number that looks up most."""
        ups = {face: side * self.turn[2, axis] for face, (axis, side) in FACE_AXES.items()}
        return max(ups, key=lambda face: ups[face])


@dataclass(frozen=True, slots=True, kw_only=True)
class RollCamera:
    """A camera without a lens's bulge."""

    width: int
    height: int
    focal_px: float
    centre_mm: tuple[float, float, float]
    aim_mm: tuple[float, float]
    roll_deg: float


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Overlay:
    """Something between camera and dice: a filled outline on the floor's plane, or a shine."""

    outline_mm: Floats
    colour: Rgb
    adds: bool = False
    """Whether it is light that is added, with soft edges, rather than a thing that covers."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class DrawnRoll:
    """A picture to be drawn, and its truth."""

    dice: tuple[DrawnDie, ...]
    camera: RollCamera
    floor: RollFloor
    light: RollLight
    lamp_mm: tuple[float, float, float]
    exposure: float
    blur_px: float
    noise: float
    """Grey levels of a pixel in the middle tones."""
    jpeg: int
    seed: int
    """Of grain and noise."""
    overlays: tuple[Overlay, ...] = ()
    moved_mm: tuple[float, float] = (0.0, 0.0)
    """How far the dice move while the shutter is open."""

    @property
    def faces(self) -> tuple[int, ...]:
        """What came up, smallest first."""
        return tuple(sorted(die.top for die in self.dice))
