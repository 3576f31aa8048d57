"""Tests of the projection against OpenCV's, and of its inverse against itself."""

import math
from dataclasses import replace

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.vision.synthetic.small_scenes import ABOVE, BENT_LENS, LEANING
from vision.synthetic.described.optics import SceneCamera, SceneLens
from vision.synthetic.projection import CameraView, Floats, view_of
from vision.synthetic.tabletop.background import all_rays

terms = st.floats(-0.15, 0.15)


@st.composite
def cameras(draw: st.DrawFn) -> SceneCamera:
    """Any camera above the table that looks at it, with every term of the lens."""
    lens = SceneLens(
        k1=draw(terms),
        k2=draw(terms) / 3,
        k3=draw(terms) / 10,
        p1=draw(terms) / 50,
        p2=draw(terms) / 50,
    )
    return SceneCamera(
        position_in=(draw(st.floats(-20, 50)), draw(st.floats(-30, 50)), draw(st.floats(20, 70))),
        look_at_in=(draw(st.floats(10, 26)), draw(st.floats(10, 26)), 0.0),
        roll_deg=draw(st.floats(-180, 180)),
        turn_deg=(draw(st.floats(-2, 2)), draw(st.floats(-2, 2)), draw(st.floats(-2, 2))),
        hfov_deg=draw(st.floats(30, 80)),
        centre_px=(draw(st.floats(-40, 40)), draw(st.floats(-40, 40))),
        lens=lens,
    )


def by_opencv(view: CameraView, points: Floats) -> Floats:
    turn, _ = cv2.Rodrigues(view.rotation)
    seen, _ = cv2.projectPoints(points, turn, view.shift, view.matrix, np.array(view.distortion))
    return np.asarray(seen, dtype=np.float64)[:, 0]


@given(camera=cameras(), seed=st.integers(0, 2**32 - 1))
def test_points_are_where_opencv_projects_them(camera: SceneCamera, seed: int) -> None:
    view = view_of(camera)
    points = np.random.default_rng(seed).uniform((0, 0, 0), (36, 36, 4), (40, 3))
    points = points[view.in_camera(points)[:, 2] > 5.0]
    rays = view.in_camera(points)
    # Beyond this the polynomial of a lens means nothing, and its powers blow up rounding.
    points = points[np.hypot(rays[:, 0], rays[:, 1]) < 1.2 * rays[:, 2]]
    if len(points):
        assert np.abs(view.pixels(points) - by_opencv(view, points)).max() < 1e-9


@pytest.mark.parametrize("camera", [ABOVE, LEANING], ids=["above", "leaning"])
@pytest.mark.parametrize("height", [0.0, 1.5])
def test_a_pixel_looks_at_the_point_that_it_shows(camera: SceneCamera, height: float) -> None:
    view = view_of(camera)
    points = np.random.default_rng(5).uniform((0, 0), (18, 13), (200, 2))
    solid = np.concatenate([points, np.full((200, 1), height)], axis=1)
    assert np.abs(view.on_plane(view.pixels(solid), height=height) - points).max() < 1e-11


def test_rays_of_the_whole_frame_are_exact() -> None:
    view = view_of(LEANING)
    rays = all_rays(view)
    spots = np.random.default_rng(3).integers((0, 0), view.size, (500, 2))
    exact = view.rays(spots.astype(np.float64))
    found = rays[spots[:, 1], spots[:, 0]]
    assert np.abs(found - exact).max() * view.focal < 1e-3


def test_north_is_up_where_the_camera_looks_straight_down() -> None:
    straight = replace(ABOVE, position_in=(9.0, 6.5, 30.0), look_at_in=(9.0, 6.5, 0.0))
    middle, east, north = view_of(straight).pixels(
        np.array([[9.0, 6.5, 0.0], [10.0, 6.5, 0.0], [9.0, 7.5, 0.0]])
    )
    assert middle == pytest.approx((479.5, 359.5))
    assert east[0] > middle[0]
    assert east[1] == pytest.approx(middle[1])
    assert north[1] < middle[1]
    assert math.dist(middle, east) == pytest.approx(math.dist(middle, north))


def test_what_is_behind_the_camera_has_no_place() -> None:
    view = view_of(ABOVE)
    assert np.isnan(view.pixels(np.array([[9.0, 6.5, 25.0]]))).all()


def test_above_the_horizon_no_plane_is_met() -> None:
    flat = replace(ABOVE, position_in=(0.0, 0.0, 2.0), look_at_in=(10.0, 0.0, 2.0), lens=BENT_LENS)
    met = view_of(flat).on_plane(np.array([[479.5, 10.0], [479.5, 700.0]]))
    assert np.isnan(met[0]).all()
    assert np.isfinite(met[1]).all()
