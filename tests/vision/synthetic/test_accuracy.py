"""Tests that what is drawn is where the truth says, and that planted faults would be noticed."""

from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import pytest

from benchmarks.pictures.tag_edges import edge_errors
from tests.often import often
from tests.vision.synthetic.small_scenes import ABOVE, LEANING, frame, scene, tagged
from vision.synthetic.described.optics import SceneCamera
from vision.synthetic.described.scene import TableScene
from vision.synthetic.render import Quality, RenderedFrame

BIAS_PX = 0.02
LIMITS_PX: dict[Quality, float] = {"full": 0.02, "fast": 0.05}


def detector() -> cv2.aruco.ArucoDetector:
    parameters = cv2.aruco.DetectorParameters()
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_250)
    return cv2.aruco.ArucoDetector(dictionary, parameters)


def found_tags(picture: Any) -> dict[int, Any]:
    corners, ids, _ = detector().detectMarkers(picture)
    numbers = [] if ids is None else np.asarray(ids).reshape(-1).tolist()
    return {
        number: np.asarray(each).reshape(4, 2)
        for number, each in zip(numbers, corners, strict=True)
    }


@pytest.mark.parametrize("quality", ["full", "fast"])
@pytest.mark.parametrize("camera", [ABOVE, LEANING], ids=["above", "leaning"])
def test_edges_are_where_the_truth_says(camera: SceneCamera, quality: Quality) -> None:
    drawn = frame(scene(camera=camera), quality=quality)
    errors = edge_errors(drawn.picture, drawn.truth)
    assert errors.tags >= 10
    assert errors.worst_bias_px < LIMITS_PX[quality]
    assert abs(errors.outward_px) < BIAS_PX
    assert errors.edge_px < 0.05


def half_a_pixel(whole: TableScene) -> TableScene:
    x, y = whole.camera.centre_px
    # The centre is given at 1080 rows.
    shift = 0.5 / whole.camera.grain
    return replace(whole, camera=replace(whole.camera, centre_px=(x + shift, y)))


def flipped_tangential(whole: TableScene) -> TableScene:
    lens = replace(whole.camera.lens, p1=-whole.camera.lens.p1)
    return replace(whole, camera=replace(whole.camera, lens=lens))


def wrong_height(whole: TableScene) -> TableScene:
    pieces = tuple(replace(piece, height_in=piece.height_in + 1 / 16) for piece in whole.pieces)
    return replace(whole, pieces=pieces)


@pytest.mark.parametrize(
    "plant", often([half_a_pixel, flipped_tangential, wrong_height], quick=[half_a_pixel])
)
def test_a_planted_fault_of_the_camera_is_measured(plant: Any) -> None:
    whole = scene(camera=LEANING)
    drawn, truth = frame(plant(whole)).picture, frame(whole).truth
    assert edge_errors(drawn, truth, least_visible=0.9).worst_bias_px > 5 * BIAS_PX


def test_opencv_finds_the_corners() -> None:
    drawn = frame(scene(camera=LEANING))
    found = found_tags(drawn.picture)
    assert sorted(found) == list(range(12))
    off = np.concatenate([found[tag.id] - np.array(tag.corners_px) for tag in drawn.truth.tags])
    # What refinement is good for on a clean picture; its bias must not be ours.
    assert np.abs(off).max() < 0.6
    assert np.abs(off.mean(axis=0)).max() < 0.05


def test_a_print_that_is_too_large_is_drawn_and_told_as_it_is() -> None:
    whole = scene(*(tagged(n, 4.0 + 5.0 * n, 6.5, print_scale=1.01) for n in range(3)))
    drawn = frame(whole)
    errors = edge_errors(drawn.picture, drawn.truth)
    assert abs(errors.outward_px) < BIAS_PX
    tag = drawn.truth.tag(1)
    assert tag.side_in == 1.6
    assert tag.printed_in == pytest.approx(1.616)
    across = np.subtract(tag.corners_in[1], tag.corners_in[0])
    assert float(np.linalg.norm(across)) == pytest.approx(1.616)
    as_designed = replace(whole, pieces=tuple(tagged(n, 4.0 + 5.0 * n, 6.5) for n in range(3)))
    seen = edge_errors(drawn.picture, frame(as_designed).truth, least_visible=0.9)
    assert seen.outward_px == pytest.approx(0.008 * 49, abs=0.1)


def in_order(drawn: RenderedFrame, number: int) -> bool:
    """Whether the corners run clockwise in the picture, as OpenCV's do."""
    x, y = np.array(drawn.truth.tag(number).corners_px).T
    return float(np.sum(x * np.roll(y, -1) - np.roll(x, -1) * y)) > 0


def test_corners_are_in_opencv_s_order() -> None:
    drawn = frame(scene())
    found = found_tags(drawn.picture)
    for tag in drawn.truth.tags:
        assert in_order(drawn, tag.id)
        assert np.abs(found[tag.id][0] - np.array(tag.corners_px)[0]).max() < 1.0


@pytest.mark.parametrize(
    "dictionary", ["DICT_5X5_100", "DICT_6X6_250", "DICT_APRILTAG_36h11", "DICT_ARUCO_MIP_36h12"]
)
def test_other_dictionaries_are_found_by_their_own_detector(dictionary: str) -> None:
    drawn = frame(scene(tagged(33, 9.0, 6.5, dictionary=dictionary, side_in=2.0)))
    own = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, dictionary))
    _, ids, _ = cv2.aruco.ArucoDetector(own).detectMarkers(drawn.picture)
    assert np.asarray(ids).reshape(-1).tolist() == [33]
