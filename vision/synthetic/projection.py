"""Projects points of the table into the picture, and pixels back along their rays, exactly.

Pixels are OpenCV's: whole coordinates are centres of pixels. The camera's own axes are right, down
and forward.
"""

import functools
import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.synthetic.described.optics import SceneCamera, SceneLens

Floats = NDArray[np.float64]

_NEWTON_STEPS = 12
_SETTLED = 1e-8
"""After a step this small the error is about its square: nothing that a float can hold."""
_NEAREST_IN = 0.05
"""What is nearer to the camera's plane than this, or behind it, has no place in the picture."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class CameraView:
    """A camera as numbers: ``x_camera = rotation @ x_table + shift``."""

    rotation: Floats
    shift: Floats
    focal: float
    centre: tuple[float, float]
    lens: SceneLens
    size: tuple[int, int]
    """Width and height."""

    @property
    def eye(self) -> Floats:
        """Where the camera is on the table's frame."""
        place: Floats = -self.rotation.T @ self.shift
        return place

    @property
    def matrix(self) -> Floats:
        """The 3 x 3 matrix of the intrinsics."""
        x, y = self.centre
        return np.array([[self.focal, 0.0, x], [0.0, self.focal, y], [0.0, 0.0, 1.0]])

    @property
    def distortion(self) -> tuple[float, float, float, float, float]:
        """In OpenCV's order."""
        lens = self.lens
        return (lens.k1, lens.k2, lens.p1, lens.p2, lens.k3)

    def in_camera(self, points: Floats) -> Floats:
        """Points of the table (... x 3) in the camera's own frame."""
        turned: Floats = points @ self.rotation.T + self.shift
        return turned

    def pixels(self, points: Floats) -> Floats:
        """Points of the table (... x 3) in the picture; NaN behind the camera."""
        seen = self.in_camera(np.asarray(points, dtype=np.float64))
        depth = np.where(seen[..., 2] > _NEAREST_IN, seen[..., 2], np.nan)
        bent = distorted(seen[..., :2] / depth[..., None], self.lens)
        placed: Floats = bent * self.focal + np.asarray(self.centre)
        return placed

    def extent(self, points: Floats) -> tuple[Floats, Floats] | None:
        """The least and greatest pixel of a shape with that border; None behind the camera.

        What reaches behind the camera may be anywhere. What is far outside the frame counts as a
        little outside: there a lens's polynomial may lead back into the picture.
        """
        seen = self.in_camera(points)
        ahead = seen[..., 2] > _NEAREST_IN
        if not ahead.any():
            return None
        if not ahead.all():
            return np.array([0.0, 0.0]), np.array(self.size, dtype=np.float64)
        least, most = _reach(self)
        near = np.clip(seen[..., :2] / seen[..., 2:], least, most)
        bent = distorted(near, self.lens) * self.focal + np.asarray(self.centre)
        return bent.min(axis=0), bent.max(axis=0)

    def rays(self, pixels: Floats, *, near: Floats | None = None) -> Floats:
        """Undistorted directions (x, y at depth 1) that pixels look along; the inverse of both.

        ``near`` is where to start from, if something better is known than the bent directions.
        """
        bent = (np.asarray(pixels, dtype=np.float64) - np.asarray(self.centre)) / self.focal
        return undistorted(bent, self.lens, start=near)

    def on_plane(self, pixels: Floats, *, height: float = 0.0) -> Floats:
        """Where the rays of pixels meet the plane at a height; NaN above the horizon."""
        rays = self.rays(pixels)
        along = np.concatenate([rays, np.ones_like(rays[..., :1])], axis=-1) @ self.rotation
        eye = self.eye
        with np.errstate(divide="ignore", invalid="ignore"):
            reach = (height - eye[2]) / along[..., 2]
        reach = np.where(reach > 0, reach, np.nan)
        met: Floats = eye[:2] + along[..., :2] * reach[..., None]
        return met


@functools.lru_cache(maxsize=32)
def _reach(view: CameraView) -> tuple[Floats, Floats]:
    """Bounds of the rays of the frame, and a little more."""
    width, height = view.size
    share = np.linspace(0.0, 1.0, 9)
    x, y = share * (width - 1), share * (height - 1)
    nil, one = np.zeros(9), np.ones(9)
    sides = [(x, nil), (x, one * (height - 1)), (nil, y), (one * (width - 1), y)]
    edge = view.rays(np.concatenate([np.stack(side, axis=-1) for side in sides]))
    span = 0.04 * (edge.max(axis=0) - edge.min(axis=0))
    return edge.min(axis=0) - span, edge.max(axis=0) + span


def view_of(camera: SceneCamera) -> CameraView:
    """The camera's numbers."""
    rotation = _small_turn(camera.turn_deg) @ _looking(camera)
    focal = camera.width / 2 / math.tan(math.radians(camera.hfov_deg) / 2)
    return CameraView(
        rotation=rotation,
        shift=-rotation @ np.asarray(camera.position_in),
        focal=focal,
        centre=(
            (camera.width - 1) / 2 + camera.centre_px[0] * camera.grain,
            (camera.height - 1) / 2 + camera.centre_px[1] * camera.grain,
        ),
        lens=camera.lens,
        size=(camera.width, camera.height),
    )


def _looking(camera: SceneCamera) -> Floats:
    """Rows are right, down and forward; north is upright where it looks straight down."""
    forward = np.subtract(camera.look_at_in, camera.position_in)
    forward = forward / np.linalg.norm(forward)
    up = np.array([0.0, 0.0, 1.0]) if abs(forward[2]) < 0.9999 else np.array([0.0, 1.0, 0.0])
    right = cross(forward, up)
    right /= np.linalg.norm(right)
    down = cross(forward, right)
    roll = math.radians(camera.roll_deg)
    cosine, sine = math.cos(roll), math.sin(roll)
    return np.array([cosine * right + sine * down, cosine * down - sine * right, forward])


def _small_turn(turn_deg: tuple[float, float, float]) -> Floats:
    """A turn by the length of the vector about the direction of the vector."""
    vector = np.radians(turn_deg)
    angle = float(np.linalg.norm(vector))
    if angle == 0.0:
        return np.eye(3)
    x, y, z = vector / angle
    cross = np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])
    turned: Floats = np.eye(3) + math.sin(angle) * cross + (1 - math.cos(angle)) * cross @ cross
    return turned


def cross(one: Floats, other: Floats) -> Floats:
    """The cross product of two vectors; numpy's own takes ten times as long for a single one."""
    ax, ay, az = one
    bx, by, bz = other
    return np.array([ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx])


def distorted(rays: Floats, lens: SceneLens) -> Floats:
    """Directions after the lens has bent them."""
    x, y = rays[..., 0], rays[..., 1]
    square = x * x + y * y
    radial = 1 + square * (lens.k1 + square * (lens.k2 + square * lens.k3))
    return np.stack(
        [
            x * radial + 2 * lens.p1 * x * y + lens.p2 * (square + 2 * x * x),
            y * radial + lens.p1 * (square + 2 * y * y) + 2 * lens.p2 * x * y,
        ],
        axis=-1,
    )


def undistorted(bent: Floats, lens: SceneLens, *, start: Floats | None = None) -> Floats:
    """The inverse of ``distorted`` by Newton's method, to the last digits of a float."""
    first = bent if start is None else start
    x, y = first[..., 0].copy(), first[..., 1].copy()
    if lens.k1 == lens.k2 == lens.k3 == lens.p1 == lens.p2 == 0:
        return np.stack([x, y], axis=-1)
    for _ in range(_NEWTON_STEPS):
        square = x * x + y * y
        radial = 1 + square * (lens.k1 + square * (lens.k2 + square * lens.k3))
        slope = lens.k1 + square * (2 * lens.k2 + square * 3 * lens.k3)
        off_x = x * radial + 2 * lens.p1 * x * y + lens.p2 * (square + 2 * x * x) - bent[..., 0]
        off_y = y * radial + lens.p1 * (square + 2 * y * y) + 2 * lens.p2 * x * y - bent[..., 1]
        xx = radial + 2 * x * x * slope + 2 * lens.p1 * y + 6 * lens.p2 * x
        yy = radial + 2 * y * y * slope + 6 * lens.p1 * y + 2 * lens.p2 * x
        xy = 2 * x * y * slope + 2 * lens.p1 * x + 2 * lens.p2 * y
        area = xx * yy - xy * xy
        step_x = (yy * off_x - xy * off_y) / area
        step_y = (xx * off_y - xy * off_x) / area
        x -= step_x
        y -= step_y
        if not np.nanmax(np.abs(step_x) + np.abs(step_y), initial=0.0) > _SETTLED:
            break
    return np.stack([x, y], axis=-1)
