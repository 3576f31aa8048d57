"""Projects points by the camera of the path-traced pictures; its own code, for the truth."""

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


@dataclass(frozen=True, kw_only=True)
class TracedEye:
    """A camera over the table, with a lens that bends straight lines a little."""

    position: tuple[float, float, float]
    look_at: tuple[float, float, float]
    up: tuple[float, float, float]
    width: int
    height: int
    focal_px: float
    bulge: float = 0.0
    """By what share of its cubed distance from the middle a ray is seen farther out."""
    aperture_in: float = 0.03
    """Radius of the lens."""
    focus_in: float | None = None
    """How far away all is sharp; None for where it looks."""

    @cached_property
    def axes(self) -> Floats:
        """Rows: right, down and ahead."""
        ahead = np.array(self.look_at, dtype=float) - np.array(self.position)
        ahead /= np.linalg.norm(ahead)
        right = np.cross(ahead, self.up)
        right /= np.linalg.norm(right)
        return np.array([right, np.cross(ahead, right), ahead])

    @property
    def focus(self) -> float:
        if self.focus_in is not None:
            return self.focus_in
        return math.dist(self.position, self.look_at)

    def pixels(self, points: Floats) -> Floats:
        """Where points (n x 3) are seen; whole coordinates are centres of pixels."""
        seen = (points - np.array(self.position)) @ self.axes.T
        flat = seen[:, :2] / seen[:, 2:]
        return np.asarray(self.bulged(flat) * self.focal_px + self.middle)

    def shows(self, place: tuple[float, float, float], *, margin: float = 0.0) -> bool:
        """Whether a point is in the picture, or beside it by less than this share of its width."""
        x, y, ahead = self.axes @ (np.array(place) - np.array(self.position))
        # So far aside the formula of the lens turns back.
        if ahead <= 0 or math.hypot(x, y) > 1.5 * ahead:
            return False
        x, y = self.pixels(np.array([place]))[0]
        more = margin * self.width
        return bool(-more < x < self.width + more and -more < y < self.height + more)

    def bulged(self, flat: Floats) -> Floats:
        """Rays (n x 2) of a pinhole as the lens shows them."""
        return np.asarray(flat * (1 + self.bulge * (flat**2).sum(axis=-1, keepdims=True)))

    def straightened(self, seen: Floats) -> Floats:
        """The way back."""
        flat = seen.copy()
        for _ in range(12):
            flat = seen / (1 + self.bulge * (flat**2).sum(axis=-1, keepdims=True))
        return flat

    @property
    def middle(self) -> Floats:
        return np.array([self.width - 1, self.height - 1]) / 2


def eye_over(
    table: tuple[float, float],
    *,
    tilt_deg: float,
    azimuth_deg: float,
    size: tuple[int, int],
    hfov_deg: float = 60.0,
    margin_in: float = 1.6,
    bulge: float = -0.06,
) -> TracedEye:
    """The nearest camera of this lean that has the whole table in its picture."""
    width, depth = table
    focal = size[0] / 2 / math.tan(math.radians(hfov_deg) / 2)
    lean, turn = math.radians(tilt_deg), math.radians(azimuth_deg)
    way = np.array(
        [math.sin(lean) * math.cos(turn), math.sin(lean) * math.sin(turn), math.cos(lean)]
    )
    up = (-math.cos(turn), -math.sin(turn), 0.0) if tilt_deg < 1 else (0.0, 0.0, 1.0)
    corners = np.array(
        [
            (x, y, 0.0)
            for x in (-margin_in, width + margin_in)
            for y in (-margin_in, depth + margin_in)
        ]
    )
    away = 20.0
    while True:
        # Aslant, the nearer edge takes more of the picture.
        for shift in np.linspace(-0.3, 0.1, 9) * depth * math.sin(lean):
            middle = np.array([width / 2, depth / 2, 0.0]) - shift * way * (1, 1, 0)
            eye = TracedEye(
                position=tuple((middle + away * way).tolist()),
                look_at=tuple(middle.tolist()),
                up=up,
                width=size[0],
                height=size[1],
                focal_px=focal,
                bulge=bulge,
            )
            if all(eye.shows((float(x), float(y), 0.0), margin=-0.002) for x, y, _ in corners):
                return eye
        away *= 1.02
