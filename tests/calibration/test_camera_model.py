"""Tests the camera model against OpenCV, against itself backwards, and in its slopes."""

import cv2
import numpy as np
import pytest

from calibration.camera_model import COUNT, CameraModel
from calibration.lens import Floats, Lens
from rules.table.bad_input import BadInputError
from tests.calibration.cameras import ABOVE, BENT, LEANING, looking

CAMERAS = pytest.mark.parametrize("camera", [ABOVE, LEANING], ids=["above", "leaning"])


def points(*, count: int = 200, seed: int = 5) -> Floats:
    rng = np.random.default_rng(seed)
    return rng.uniform([0.0, 0.0, 0.0], [36.0, 36.0, 3.0], (count, 3))


@CAMERAS
def test_pixels_are_those_of_opencv(camera: CameraModel) -> None:
    at = points()
    turn, _ = cv2.Rodrigues(camera.stand.rotation)
    seen, _ = cv2.projectPoints(
        at, turn, camera.stand.shift, camera.lens.matrix, camera.lens.distortion
    )
    assert np.abs(camera.pixels(at) - seen.reshape(-1, 2)).max() < 1e-9


@CAMERAS
def test_pixels_lead_back_to_the_place_at_its_height(camera: CameraModel) -> None:
    at = points()
    back = camera.places(camera.pixels(at), height=at[:, 2])
    assert np.abs(back - at[:, :2]).max() < 1e-9


@CAMERAS
def test_slopes_are_what_small_steps_show(camera: CameraModel) -> None:
    at, step = points(count=20), 1e-6
    for axis in range(3):
        more, less = at.copy(), at.copy()
        more[:, axis] += step
        less[:, axis] -= step
        slope = (camera.pixels(more) - camera.pixels(less)) / (2 * step)
        assert np.abs(camera.pixel_slopes(at)[..., axis] - slope).max() < 1e-5
    found = camera.parameter_slopes(at)
    for parameter in range(COUNT):
        change = np.zeros(COUNT)
        change[parameter] = step
        slope = (camera.moved(change).pixels(at) - camera.moved(-change).pixels(at)) / (2 * step)
        assert np.abs(found[..., parameter] - slope).max() < 1e-4 * (1 + np.abs(slope).max())


@CAMERAS
def test_all_that_is_seen_of_points_at_once_is_what_it_is_one_by_one(camera: CameraModel) -> None:
    at = points(count=20).reshape(5, 4, 3)
    seen = camera.seen(at)
    assert np.array_equal(seen.pixels, camera.pixels(at))
    assert np.array_equal(seen.by_point, camera.pixel_slopes(at))
    assert np.array_equal(seen.by_parameter, camera.parameter_slopes(at))
    pixels, slopes = camera.pixels_and_slopes(at)
    assert np.array_equal(pixels, seen.pixels)
    assert np.array_equal(slopes, seen.by_point)


@CAMERAS
def test_a_place_moves_with_its_pixel_height_and_camera_as_its_slopes_say(
    camera: CameraModel,
) -> None:
    at, step = points(count=20), 1e-6
    seen, slopes = camera.pixels(at), camera.place_slopes(at)
    for axis in range(2):
        shift = np.eye(2)[axis] * step
        slope = (camera.places(seen + shift, height=at[:, 2]) - at[:, :2]) / step
        assert np.abs(slopes.pixel[..., axis] - slope).max() < 1e-5
    slope = (camera.places(seen, height=at[:, 2] + step) - at[:, :2]) / step
    assert np.abs(slopes.height - slope).max() < 1e-5
    by_camera = camera.place_parameter_slopes(at)
    for parameter in range(COUNT):
        change = np.zeros(COUNT)
        change[parameter] = step
        other = camera.moved(change)
        slope = (other.places(seen, height=at[:, 2]) - at[:, :2]) / step
        assert np.abs(by_camera[..., parameter] - slope).max() < 1e-3


def test_what_is_behind_the_camera_or_above_the_horizon_has_no_place() -> None:
    assert np.isnan(ABOVE.pixels(np.array([18.0, 18.0, 50.0]))).all()
    low = CameraModel(lens=BENT, stand=looking((18.0, -30.0, 5.0), (18.0, 18.0, 5.0)))
    assert np.isnan(low.places(np.array([960.0, 0.0]))).all()
    assert np.isfinite(low.places(np.array([960.0, 1000.0]))).all()


def test_a_pixel_beyond_the_fold_of_a_lens_has_no_direction() -> None:
    folding = Lens(width=1920, height=1080, fx=900.0, fy=900.0, cx=960.0, cy=540.0, k1=-0.5)
    assert np.isnan(folding.rays(np.array([0.0, 0.0]))).all()
    assert np.isfinite(folding.rays(np.array([900.0, 500.0]))).all()


def test_a_pixel_has_the_same_direction_alone_and_beside_those_that_have_none() -> None:
    folding = Lens(
        width=1920, height=1080, fx=900.0, fy=900.0, cx=960.0, cy=540.0, k1=-0.5, p1=0.01, p2=-0.02
    )
    pixels = np.stack(np.meshgrid(np.linspace(0, 1920, 9), np.linspace(0, 1080, 9)), -1)
    together = folding.rays(pixels)
    is_seen = np.isfinite(together).all(axis=-1)
    assert 0 < is_seen.sum() < is_seen.size
    # Close to the fold a direction is known less well, from float to float.
    assert np.abs(folding.pixels(together) - pixels)[is_seen].max() < 1e-6
    alone = np.array([[folding.rays(each) for each in row] for row in pixels])
    assert np.allclose(alone, together, rtol=0.0, atol=1e-12, equal_nan=True)


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"fx": 0.0}, "fx: expected above 0, got 0.0"),
        ({"k1": float("nan")}, "k1: expected a finite number, got nan"),
        ({"width": 0}, "width: expected 1 to 100000 pixels, got 0"),
    ],
)
def test_a_lens_that_cannot_be_is_refused(change: dict[str, float], complaint: str) -> None:
    values = {"width": 640, "height": 480, "fx": 500.0, "fy": 500.0, "cx": 320.0, "cy": 240.0}
    with pytest.raises(BadInputError, match=complaint):
        Lens(**{**values, **change})  # type: ignore[arg-type]
