"""Tests the corners of the free fit on real photographs: better than contours, and honest."""

import cv2
import numpy as np
import pytest

from tests.often import often
from tests.vision.desk_photographs import (
    PHOTOGRAPHS,
    board_places,
    family_of,
    fitted,
    listed,
    photograph,
    sightings,
)
from vision.fit.free import fit_corners, seen_tags
from vision.fit.placed import FitOutcome
from vision.sighting import Floats, Grey, Sighting

BOARDS = ("gboriginal", "choriginal")


@pytest.mark.parametrize("name", PHOTOGRAPHS)
def test_every_tag_of_a_photograph_is_placed(name: str) -> None:
    found, known = fitted(name), listed(name)
    assert {tag.fit.outcome for tag in found.tags} == {FitOutcome.PLACED}
    for tag in seen_tags(found):
        # The list has contours, which are up to a pixel inside the edges.
        assert np.abs(tag.corners - known[tag.number]).max() < 1.7
        assert np.linalg.eigvalsh(tag.covariance).min() > -1e-12


def leave_one_out(centres: dict[int, Floats], places: dict[int, Floats]) -> Floats:
    """Metres by which each tag is beside where all others say that it is."""
    numbers = sorted(centres)
    seen, known = (np.array([each[n] for n in numbers]) for each in (centres, places))
    off = []
    for index in range(len(numbers)):
        others = np.arange(len(numbers)) != index
        way, _ = cv2.findHomography(seen[others], known[others])
        met = cv2.perspectiveTransform(seen[index].reshape(1, 1, 2), way)
        off.append(np.asarray(met).ravel() - known[index])
    return np.array(off)


def stock_centres(picture: Grey, name: str) -> dict[int, Floats]:
    parameters = cv2.aruco.DetectorParameters()
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_CONTOUR
    detector = cv2.aruco.ArucoDetector(family_of(name).book, parameters)
    corners, ids, _ = detector.detectMarkers(picture)
    return {
        int(n): Sighting(number=int(n), corners=np.asarray(c, float).reshape(4, 2)).centre
        for n, c in zip(np.asarray(ids).ravel(), corners, strict=True)
    }


def fitted_centres(name: str) -> dict[int, Floats]:
    return {
        tag.number: Sighting(number=tag.number, corners=tag.corners).centre
        for tag in fitted(name).tags
    }


def rms(off: Floats) -> float:
    return float(np.sqrt((off**2).sum(axis=1).mean()))


@pytest.mark.parametrize("name", often(BOARDS, quick=BOARDS[1:]))
def test_a_board_s_tags_fit_together_better_than_contours_do(name: str) -> None:
    picture, places = photograph(name), board_places(name)
    ours = leave_one_out(fitted_centres(name), places)
    stock = leave_one_out(stock_centres(picture, name), places)
    assert len(ours) == len(stock) == len(listed(name))
    assert rms(ours) < 0.9 * rms(stock)


def altered(picture: Grey, how: str) -> Grey:
    if how == "jpeg":
        _, coded = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 40])
        return np.asarray(cv2.imdecode(coded, cv2.IMREAD_GRAYSCALE), np.uint8)
    if how == "sharpened":
        soft = cv2.GaussianBlur(picture, (0, 0), 1.2)
        return np.asarray(cv2.addWeighted(picture, 2.0, soft, -1.0, 0), np.uint8)
    if how == "blurred":
        return np.asarray(cv2.GaussianBlur(picture, (0, 0), 1.5), np.uint8)
    return np.clip(255 * (picture / 255.0) ** 1.8, 0, 255).astype(np.uint8)


@pytest.mark.parametrize(
    "how", often(["jpeg", "sharpened", "blurred", "darkened"], quick=["jpeg", "darkened"])
)
def test_what_cameras_do_to_a_picture_moves_corners_little(how: str) -> None:
    picture, family = photograph("choriginal"), family_of("choriginal")
    before = fitted("choriginal")
    after = fit_corners(altered(picture, how), sightings("choriginal"), family=family)
    assert all(tag.is_placed for tag in after.tags)
    off = np.array([a.corners - b.corners for a, b in zip(after.tags, before.tags, strict=True)])
    assert np.sqrt((off.mean(axis=1) ** 2).sum(axis=1).mean()) < 0.15
    assert np.abs(off).max() < 0.8


def test_a_board_out_of_focus_is_not_taken_for_one_in_shadow() -> None:
    picture, family = photograph("gboriginal"), family_of("gboriginal")
    after = fit_corners(altered(picture, "blurred"), sightings("gboriginal"), family=family)
    # What a tone curve leaves over looks like faint light on all 35; eight were refused for it.
    assert sum(tag.is_placed for tag in after.tags) >= 34
