"""Puts a camera that was moved right from squares whose places other cameras know."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from calibration.anchors import PER_ANCHOR, Calibrated, corner_slopes, corners_of
from calibration.camera_model import COUNT as CAMERA_COUNT
from calibration.camera_model import CameraModel
from calibration.lens import COUNT as LENS_COUNT
from calibration.lens import Floats
from calibration.seen import SeenTag
from calibration.several.rig import LOOSE, Rig
from calibration.several.surprise import surprise
from calibration.solve import root_of

_STEPS: Final = 30
_SETTLED: Final = 1e-8


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class KnownPlace:
    """A square that others see: its place, printed width, and the covariance of the place."""

    number: int
    place: Floats
    """x, y and height in inches, turn in radians."""
    covariance: Floats
    """4 x 4."""
    size: float


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class FoundStand:
    """Where a camera stands by these squares."""

    model: CameraModel
    surprise: float
    """Standard deviations by which the squares fit worse than usual."""
    moved_in: float
    turned_deg: float


def found_stand(
    seen: Sequence[SeenTag], known: Sequence[KnownPlace], *, rig: Rig, camera: int
) -> FoundStand | None:
    """From where it stood before; None where no place of it explains what it sees."""
    by_number = {each.number: each for each in known}
    tags = [tag for tag in seen if tag.number in by_number]
    squares = [by_number[tag.number] for tag in tags]
    places = np.array([each.place for each in squares])
    sizes = np.array([each.size for each in squares])
    corners = corners_of(places, size=sizes)
    noise = rig.floors[camera].added(np.array([tag.covariance for tag in tags]))
    own = np.array([each.covariance for each in squares])
    model, squares_left = rig.cameras[camera], 0.0
    for _ in range(_STEPS):
        off = (np.array([tag.corners for tag in tags]) - model.pixels(corners)).reshape(-1, 8)
        if not np.isfinite(off).all():
            return None
        weights = _weights(model, places, sizes=sizes, noise=noise, own=own)
        by_stand = model.parameter_slopes(corners).reshape(len(off), 8, CAMERA_COUNT)
        by_stand = by_stand[..., LENS_COUNT:]
        weighed = np.swapaxes(by_stand, 1, 2) @ weights
        matrix = (weighed @ by_stand).sum(axis=0)
        pull = (weighed @ off[..., None]).sum(axis=0)[:, 0]
        try:
            step = np.linalg.solve(matrix, pull)
        except np.linalg.LinAlgError:
            return None
        squares_left = float(np.einsum("na,nab,nb->", off, weights, off))
        if float(step @ matrix @ step) < _SETTLED:
            break
        model = model.moved(np.concatenate([np.zeros(LENS_COUNT), step]))
    before = rig.cameras[camera].stand
    turn = model.stand.rotation @ before.rotation.T
    angle = float(np.degrees(np.arccos(np.clip((np.trace(turn) - 1) / 2, -1.0, 1.0))))
    return FoundStand(
        model=model,
        # Each square tells three numbers at least, and the stand takes six.
        surprise=surprise(squares_left, freedom=max(1, 3 * len(tags) - 6)),
        moved_in=float(np.linalg.norm(model.stand.eye - before.eye)),
        turned_deg=angle,
    )


def loosened(rig: Rig, *, camera: int, model: CameraModel) -> Rig:
    """The rig with a camera elsewhere, of whose stand nothing else is believed any longer."""
    covariance = rig.root @ rig.root.T
    stand = slice(CAMERA_COUNT * camera + LENS_COUNT, CAMERA_COUNT * (camera + 1))
    covariance[stand, :] = covariance[:, stand] = 0.0
    covariance[stand, stand] = np.diag(np.square(LOOSE))
    cameras = (*rig.cameras[:camera], model, *rig.cameras[camera + 1 :])
    loose = tuple(sorted({*rig.loose, camera}))
    return replace(rig, cameras=cameras, root=root_of(covariance), loose=loose)


def recalibrated(
    calibrated: Calibrated, *, before: CameraModel, fitted: Rig, camera: int
) -> Calibrated:
    """A camera's own calibration after it was put right: in the rig's frame, with its anchors.

    ``before`` is the camera as the rig had it while it stood where it was calibrated.
    """
    layout, own = calibrated.layout, calibrated.model
    corners = layout.corners(layout.numbers)
    heights = np.repeat(layout.places[:, 2:3], 4, axis=1)
    met = before.places(own.pixels(corners), height=heights)
    along = met[:, 1] - met[:, 0] + met[:, 2] - met[:, 3]
    places = layout.places.copy()
    places[:, :2] = met.mean(axis=1)
    places[:, 3] = np.arctan2(along[:, 1], along[:, 0])
    covariance = calibrated.covariance.copy()
    covariance[:CAMERA_COUNT, :] = covariance[:, :CAMERA_COUNT] = 0.0
    rows = fitted.of_camera(camera)
    covariance[:CAMERA_COUNT, :CAMERA_COUNT] = rows @ rows.T
    return replace(
        calibrated,
        model=fitted.cameras[camera],
        layout=replace(layout, places=places),
        covariance=covariance,
    )


def _weights(
    model: CameraModel, places: Floats, *, sizes: Floats, noise: Floats, own: Floats
) -> Floats:
    """Of what is seen less what is expected: pixels, and what is unsure of each square."""
    corners = corners_of(places, size=sizes)
    by_place = model.pixel_slopes(corners) @ corner_slopes(places, size=sizes)
    by_place = by_place.reshape(len(places), 8, PER_ANCHOR + 1)[..., :PER_ANCHOR]
    spread = noise + by_place @ own @ np.swapaxes(by_place, 1, 2)
    return np.linalg.inv(spread).astype(np.float64)
