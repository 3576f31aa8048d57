"""Maps inches on the table to pixels of a camera and back, with the slopes of both.

The table's frame: inches, x to the east, y to the north, z up; the south-west anchor is its origin.
"""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from calibration.lens import COUNT as LENS_COUNT
from calibration.lens import Floats, Lens

COUNT: Final = LENS_COUNT + 6
"""Nine of the lens, a small turn (radians) about the camera's axes, and the shift (inches)."""
_NEAREST: Final = 0.05
"""What is nearer to the camera's plane than this, or behind it, has no place in the picture."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Stand:
    """Where a camera stands: ``in_camera = rotation @ on_table + shift``."""

    rotation: Floats
    shift: Floats

    @property
    def eye(self) -> Floats:
        """The camera's place on the table's frame."""
        place: Floats = -self.rotation.T @ self.shift
        return place

    def moved(self, step: Floats) -> "Stand":
        """After a small turn about the camera's axes (radians) and a shift (inches)."""
        turn = rotation_of(step[:3])
        return Stand(rotation=turn @ self.rotation, shift=turn @ self.shift + step[3:])


def rotation_of(vector: Floats) -> Floats:
    """The rotation by the length of a vector (radians) about its direction."""
    matrix, _ = cv2.Rodrigues(np.asarray(vector, dtype=np.float64).reshape(3, 1))
    return np.asarray(matrix, dtype=np.float64)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class CameraModel:
    """A lens and where it stands; everything is exact, distortion and height included."""

    lens: Lens
    stand: Stand

    def moved(self, step: Floats) -> "CameraModel":
        """The model whose fifteen parameters differ by a small step."""
        return CameraModel(
            lens=self.lens.with_values(self.lens.values + step[:LENS_COUNT]),
            stand=self.stand.moved(step[LENS_COUNT:]),
        )

    def in_camera(self, points: Floats) -> Floats:
        """Points of the table (... x 3) in the camera's own axes."""
        turned: Floats = points @ self.stand.rotation.T + self.stand.shift
        return turned

    def pixels(self, points: Floats) -> Floats:
        """Where points of the table (... x 3) are in the picture; NaN behind the camera."""
        rays, _ = self._rays_to(points)
        return self.lens.pixels(rays)

    def pixel_slopes(self, points: Floats) -> Floats:
        """How pixels change with points of the table (... x 2 x 3)."""
        rays, depth = self._rays_to(points)
        return _by_point(self.lens.slopes(rays), rays, depth=depth) @ self.stand.rotation

    def pixels_and_slopes(self, points: Floats) -> tuple[Floats, Floats]:
        """Both of them, for little more than one."""
        pixels, slopes = self._seen(*self._rays_to(points))
        return pixels, slopes @ self.stand.rotation

    def parameter_slopes(self, points: Floats) -> Floats:
        """How pixels change with the fifteen parameters (... x 2 x 15)."""
        rays, depth = self._rays_to(points)
        return self._parameter_slopes(
            points, rays, seen=_by_point(self.lens.slopes(rays), rays, depth=depth)
        )

    def seen(self, points: Floats) -> "SeenPoints":
        """Pixels and both of their slopes at once, for whoever needs all three."""
        rays, depth = self._rays_to(points)
        pixels, seen = self._seen(rays, depth)
        return SeenPoints(
            pixels=pixels,
            by_point=seen @ self.stand.rotation,
            by_parameter=self._parameter_slopes(points, rays, seen=seen),
        )

    def places(self, pixels: Floats, *, height: Floats | float = 0.0) -> Floats:
        """Where the rays of pixels (... x 2) meet the plane at a height; NaN above the horizon."""
        rays = self.lens.rays(np.asarray(pixels, dtype=np.float64))
        along = np.concatenate([rays, np.ones_like(rays[..., :1])], axis=-1) @ self.stand.rotation
        eye = self.stand.eye
        with np.errstate(divide="ignore", invalid="ignore"):
            reach = (height - eye[2]) / along[..., 2]
            reach = np.where(reach > 0, reach, np.nan)
            met: Floats = eye[:2] + along[..., :2] * reach[..., None]
        return met

    def place_slopes(self, points: Floats) -> "PlaceSlopes":
        """How a place on the plane through each point (... x 3) changes with what it came from."""
        by_point = self.pixel_slopes(points)
        by_pixel = np.linalg.inv(by_point[..., :2]).astype(np.float64)
        return PlaceSlopes(
            pixel=by_pixel,
            height=-(by_pixel @ by_point[..., 2:])[..., 0],
        )

    def place_parameter_slopes(self, points: Floats) -> Floats:
        """How such a place changes with the fifteen parameters (... x 2 x 15); its pixel stays."""
        found: Floats = -self.place_slopes(points).pixel @ self.parameter_slopes(points)
        return found

    def _rays_to(self, points: Floats) -> tuple[Floats, Floats]:
        seen = self.in_camera(np.asarray(points, dtype=np.float64))
        depth = np.where(seen[..., 2] > _NEAREST, seen[..., 2], np.nan)
        return seen[..., :2] / depth[..., None], depth

    def _parameter_slopes(self, points: Floats, rays: Floats, *, seen: Floats) -> Floats:
        at = self.in_camera(points)
        turned = np.zeros((*at.shape[:-1], 3, 3))
        # A small turn w moves a point by w x at.
        turned[..., 0, 1], turned[..., 0, 2] = at[..., 2], -at[..., 1]
        turned[..., 1, 0], turned[..., 1, 2] = -at[..., 2], at[..., 0]
        turned[..., 2, 0], turned[..., 2, 1] = at[..., 1], -at[..., 0]
        return np.concatenate([self.lens.parameter_slopes(rays), seen @ turned, seen], axis=-1)

    def _seen(self, rays: Floats, depth: Floats) -> tuple[Floats, Floats]:
        """Pixels, and how they change with points in the camera's axes (... x 2 x 3)."""
        pixels, slopes = self.lens.pixels_and_slopes(rays)
        return pixels, _by_point(slopes, rays, depth=depth)


def _by_point(slopes: Floats, rays: Floats, *, depth: Floats) -> Floats:
    """How pixels change with points in the camera's axes, where that is how they do with rays."""
    through = np.zeros((*rays.shape[:-1], 2, 3))
    through[..., 0, 0] = through[..., 1, 1] = 1.0
    through[..., :, 2] = -rays
    found: Floats = slopes @ (through / depth[..., None, None])
    return found


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class SeenPoints:
    """Where points of the table are in the picture, and how that changes with what it came from."""

    pixels: Floats
    """... x 2; NaN behind the camera."""
    by_point: Floats
    """... x 2 x 3."""
    by_parameter: Floats
    """... x 2 x 15."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PlaceSlopes:
    """Derivatives of a place on the table, in inches."""

    pixel: Floats
    """... x 2 x 2, by pixel."""
    height: Floats
    """... x 2, by inch of height."""
