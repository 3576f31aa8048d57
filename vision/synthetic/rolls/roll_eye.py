"""Says where the camera of a drawn roll sees what, and where its lamps stand."""

from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.synthetic.rolls.described import DrawnRoll, Floats, Rgb, RollCamera, RollLight

Reals = NDArray[np.float32]
"""What is drawn; single precision is a hundred times finer than any picture."""
Box = tuple[int, int, int, int]
"""Left, upper, right and lower pixel; the last two are outside."""

_SPREAD_MM: Final = {RollLight.LAMP: 12.0, RollLight.WINDOW: 220.0, RollLight.CEILING: 320.0}
_AMBIENT: Final = {RollLight.LAMP: 0.3, RollLight.WINDOW: 0.45, RollLight.CEILING: 0.6}
_TINT: Final[dict[RollLight, Rgb]] = {
    RollLight.LAMP: (1.0, 0.87, 0.7),
    RollLight.WINDOW: (0.93, 0.98, 1.06),
    RollLight.CEILING: (1.0, 1.0, 0.97),
}
_MIDDLE_MM: Final = (94.0, 68.0, 0.0)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class RollEye:
    """The camera as numbers."""

    focal: float
    middle: tuple[float, float]
    centre: Floats
    axes: Floats
    """Rows: right, down and ahead in the tray's axes."""
    size: tuple[int, int]
    """Width and height of the picture."""

    def pixels(self, points: Floats) -> Floats:
        seen = (points - self.centre) @ self.axes.T
        away: Floats = self.focal * seen[:, :2] / seen[:, 2:] + self.middle
        return away

    def rays(self, across: Floats, down: Floats) -> Reals:
        """Three numbers for each pixel, x, y and z apart, of length one."""
        flat = np.empty((3, *across.shape), dtype=np.float32)
        np.divide(across - self.middle[0], self.focal, out=flat[0], casting="same_kind")
        np.divide(down - self.middle[1], self.focal, out=flat[1], casting="same_kind")
        flat[2] = 1.0
        flat /= np.sqrt(flat[0] * flat[0] + flat[1] * flat[1] + flat[2])
        along = self.axes.T.astype(np.float32) @ flat.reshape(3, -1)
        unit: Reals = along.reshape(flat.shape)
        return unit

    def part(self, box: Box) -> "RollEye":
        """The same camera, of whose picture a part alone is drawn."""
        x0, y0, x1, y1 = box
        middle = (self.middle[0] - x0, self.middle[1] - y0)
        return replace(self, middle=middle, size=(x1 - x0, y1 - y0))

    def box(self, points: Floats, *, step: int = 1) -> Box | None:
        """All pixels that may show these points, on whole steps; None beside the picture."""
        pixels = self.pixels(points)
        x0, y0 = np.maximum(np.floor(pixels.min(axis=0)).astype(int) - 1, 0) // step * step
        x1, y1 = -(-(np.ceil(pixels.max(axis=0)).astype(int) + 2) // step) * step
        x1, y1 = min(int(x1), self.size[0]), min(int(y1), self.size[1])
        if x1 - x0 < 3 or y1 - y0 < 3:
            return None
        return int(x0), int(y0), x1, y1


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class RollLamps:
    """Points that give the light in equal parts, and what comes from everywhere."""

    places_mm: Floats
    usual_mm: float
    """How far the lamp is from the tray's middle."""
    ambient: float
    tint: Reals
    """Red, green and blue of what falls on a thing."""
    slant: float
    """Whatever the lamp's height, a floor without shadow has about as much light as any other."""

    @property
    def each(self) -> float:
        """What one point gives, at the usual distance and from straight above."""
        return (1 - self.ambient) / len(self.places_mm) / self.slant


def roll_eye(camera: RollCamera) -> RollEye:
    centre = np.array(camera.centre_mm)
    ahead = np.array([*camera.aim_mm, 0.0]) - centre
    ahead /= np.linalg.norm(ahead)
    turn = np.radians(camera.roll_deg)
    up = np.array([np.sin(turn), np.cos(turn), 0.0])
    right = np.cross(ahead, up)
    right /= np.linalg.norm(right)
    axes = np.stack([right, np.cross(ahead, right), ahead])
    size = (camera.width, camera.height)
    middle = ((camera.width - 1) / 2, (camera.height - 1) / 2)
    return RollEye(focal=camera.focal_px, middle=middle, centre=centre, axes=axes, size=size)


def roll_lamps(roll: DrawnRoll, rng: np.random.Generator) -> RollLamps:
    count = 3 if roll.light is RollLight.LAMP else 6
    away = rng.normal(0.0, _SPREAD_MM[roll.light], (count, 3)) * (1.0, 1.0, 0.3)
    usual = float(np.linalg.norm(np.array(roll.lamp_mm) - _MIDDLE_MM))
    return RollLamps(
        places_mm=np.array(roll.lamp_mm) + away,
        usual_mm=usual,
        ambient=_AMBIENT[roll.light],
        tint=np.asarray(0.5 + 0.5 * np.array(_TINT[roll.light]), dtype=np.float32),
        slant=max(roll.lamp_mm[2] / usual, 0.35),
    )
