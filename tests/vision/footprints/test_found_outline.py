"""Tests of outlines that are found in pictures: near the truth, sure as told, or refused."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
import shapely

from calibration.camera_model import CameraModel
from tests.vision.measured import ABOVE, TABLE, exact_profile, rendered, table_scene, thing
from vision.footprints.found_outline import outline_around
from vision.footprints.marking import mark_at
from vision.footprints.outlines import FoundBy, FoundOutline, NoOutline
from vision.footprints.top_view import Colours, top_view
from vision.synthetic.described.scene import Ground, Mat, Patch

TRUE = (
    (4.0, 1.6),
    (7.5, 1.2),
    (10.2, 2.6),
    (10.8, 5.0),
    (9.0, 7.2),
    (6.2, 7.6),
    (3.6, 6.0),
    (3.2, 3.4),
)
LEANING = replace(ABOVE, position_in=(8.0, -3.0, 15.0), look_at_in=(8.0, 4.2, 0.0))
CAMERAS = (
    pytest.param(ABOVE, id="above", marks=pytest.mark.long),
    pytest.param(LEANING, id="leaning"),
)
PAPER = 1.17


def cloth(surface: Ground, colour: tuple[int, int, int]) -> Patch:
    return Patch(
        id="W", kind="woods", outline_in=TRUE, surface=surface, colour=colour, height_in=0.06
    )


def misfit(found: FoundOutline) -> float:
    """The area that is on one side only, by the length of the edge: inches."""
    seen, true = shapely.Polygon(found.outline), shapely.Polygon(TRUE)
    return float(seen.symmetric_difference(true).area / true.length)


@pytest.mark.parametrize("camera", CAMERAS)
@pytest.mark.parametrize(
    ("mat", "surface", "colour"),
    [
        ("grass", "felt", (86, 108, 60)),
        pytest.param("sand", "card", (150, 120, 80), marks=pytest.mark.long),
        pytest.param("wood", "rubble", (120, 120, 120), marks=pytest.mark.long),
        pytest.param("felt", "felt", (40, 60, 140), marks=pytest.mark.long),
    ],
)
def test_felt_around_a_tag_is_found_to_its_own_error(
    camera: object, mat: Mat, surface: Ground, colour: tuple[int, int, int]
) -> None:
    chosen = ABOVE if camera is ABOVE else LEANING
    tag = thing("T9", 30, at=(7.0, 4.4, 20.0), height=0.1)
    scene = table_scene(tag, terrain=(cloth(surface, colour),), camera=chosen)
    found = outline_around(
        rendered(replace(scene, mat=mat)).picture,
        camera=exact_profile(chosen).calibrated.model,
        mark=(7.0, 4.4),
        paper=PAPER,
        reach=6.0,
        height=0.06,
    )
    assert isinstance(found, FoundOutline)
    assert found.way is FoundBy.COLOUR
    assert misfit(found) < 1.2 * found.sigma
    assert found.sigma < 0.1
    assert not found.warnings
    assert len(found.outline) < 40


@pytest.mark.parametrize(
    ("place", "pointed"),
    [
        pytest.param((7.0, 4.4), (7.3, 4.7), id="at the tag on it"),
        pytest.param((7.0, 4.4), (8.2, 3.4), id="beside the tag on it", marks=pytest.mark.long),
        pytest.param((3.2, 6.9), (7.0, 4.4), id="with a tag beside it", marks=pytest.mark.long),
    ],
)
def test_neither_a_tag_nor_the_floor_beside_the_table_is_taken_for_terrain(
    place: tuple[float, float], pointed: tuple[float, float]
) -> None:
    tag = thing("T9", 30, at=(*place, 20.0))
    scene = table_scene(tag, terrain=(cloth("card", (150, 120, 80)),))
    frame = rendered(replace(scene, mat="sand"))
    tags = [np.asarray(each.corners_px) for each in frame.truth.tags]
    mark = mark_at(pointed, tags=tags, camera=model())
    is_on_paper = place == (7.0, 4.4) and pointed != (8.2, 3.4)
    assert (mark.paper > 0) is is_on_paper
    assert mark.place == pytest.approx(place if is_on_paper else pointed, abs=0.02)
    found = outline_around(
        frame.picture, camera=model(), mark=mark.place, paper=mark.paper, table=TABLE
    )
    assert isinstance(found, FoundOutline)
    assert misfit(found) < found.sigma
    assert not found.warnings


def drawn(*, colour: tuple[int, int, int], inside: tuple[int, int, int] | None = None) -> Colours:
    """A mat with a line, or a patch, drawn on it as the camera of the tests sees it."""
    rng = np.random.default_rng(3)
    picture = np.full((720, 1280, 3), (70, 120, 90), dtype=np.uint8)
    model = exact_profile().calibrated.model
    ring = model.pixels(np.column_stack([np.array(TRUE), np.zeros(len(TRUE))]))
    corners = np.round(ring).astype(np.int32)
    if inside is not None:
        cv2.fillPoly(picture, [corners], inside)
    else:
        cv2.polylines(picture, [corners], isClosed=True, color=colour, thickness=4)
    noisy = cv2.GaussianBlur(picture, (0, 0), 0.8) + rng.normal(0, 3, picture.shape)
    return np.clip(noisy, 0, 255).astype(np.uint8)


def model() -> CameraModel:
    return exact_profile().calibrated.model


def test_a_string_around_a_place_is_found_where_colour_tells_nothing() -> None:
    picture = drawn(colour=(225, 230, 235))
    found = outline_around(picture, camera=model(), mark=(7.0, 4.4), reach=6.0)
    assert isinstance(found, FoundOutline)
    assert found.way is FoundBy.LINE
    assert misfit(found) < 1.5 * found.sigma


def test_a_string_with_a_gap_is_no_outline() -> None:
    picture = drawn(colour=(225, 230, 235))
    at = model().pixels(np.array([3.9, 2.4, 0.0]))
    gap = np.round(model().pixels(np.array([[3.6, 2.0, 0.0], [3.2, 3.4, 0.0]]))).astype(int)
    cv2.line(picture, tuple(gap[0].tolist()), tuple(gap[1].tolist()), (70, 120, 90), 14)
    assert np.isfinite(at).all()
    found = outline_around(picture, camera=model(), mark=(7.0, 4.4), reach=6.0)
    assert isinstance(found, NoOutline)


def test_terrain_that_looks_like_the_table_is_not_guessed_at() -> None:
    picture = drawn(colour=(0, 0, 0), inside=(71, 121, 91))
    found = outline_around(picture, camera=model(), mark=(7.0, 4.4), reach=6.0)
    assert isinstance(found, NoOutline)
    assert "look alike" in found.says


def test_a_mark_beside_the_picture_is_told() -> None:
    picture = drawn(colour=(0, 0, 0), inside=(20, 30, 200))
    found = outline_around(picture, camera=model(), mark=(40.0, 4.4), reach=6.0)
    assert isinstance(found, NoOutline)
    assert "not in the picture" in found.says


def test_the_same_picture_gives_the_same_outline() -> None:
    picture = drawn(colour=(0, 0, 0), inside=(60, 80, 150))
    one, other = (
        outline_around(picture, camera=model(), mark=(7.0, 4.4), reach=6.0) for _ in range(2)
    )
    assert one == other


def test_terrain_beyond_what_is_looked_at_is_told() -> None:
    picture = drawn(colour=(0, 0, 0), inside=(20, 30, 200))
    found = outline_around(picture, camera=model(), mark=(7.0, 4.4), reach=2.9)
    assert isinstance(found, NoOutline) or found.warnings


@pytest.mark.parametrize("camera", CAMERAS)
def test_a_top_view_has_every_place_where_it_says(camera: object) -> None:
    chosen = ABOVE if camera is ABOVE else LEANING
    tag = thing("T9", 30, at=(7.0, 4.4, 0.0), side=1.2)
    frame = rendered(table_scene(tag, camera=chosen))
    view = top_view(
        frame.picture, camera=exact_profile(chosen).calibrated.model, middle=(7.0, 4.0), reach=2.0
    )
    corners = np.array([(6.4, 5.0), (7.6, 5.0), (7.6, 3.8), (6.4, 3.8)])
    at = view.pixels(corners)
    assert view.places(at) == pytest.approx(corners)
    dark = view.picture[..., 1] < 100
    inside = np.zeros(dark.shape, dtype=np.uint8)
    cv2.fillConvexPoly(inside, np.round(at).astype(np.int32), 1)
    ring = (cv2.dilate(inside, np.ones((9, 9))) > 0) & (cv2.erode(inside, np.ones((9, 9))) == 0)
    frame_of_tag = (inside > 0) & ring
    paper = (inside == 0) & ring
    assert dark[frame_of_tag].mean() > 0.8
    assert dark[paper].mean() < 0.2
