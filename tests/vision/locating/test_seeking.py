"""Tests that a tag which no detector reads is found by its known code, size and height."""

from collections.abc import Generator
from dataclasses import replace

import cv2
import numpy as np
import pytest

from benchmarks.pictures.accuracy_recall import clutter
from benchmarks.pictures.bad_pictures import sought_in
from tests.often import often
from tests.vision.desk_photographs import photograph
from tests.vision.measured import (
    ABOVE,
    exact_profile,
    grey_of,
    layout_of,
    of,
    rendered,
    table_scene,
    thing,
)
from vision.detector import Detector
from vision.locating.locate import Locator
from vision.locating.place_error import EXACT
from vision.locating.seeking.likeness import likeness
from vision.locating.seeking.missing import missing_tags
from vision.locating.seeking.noise import noise_of
from vision.locating.seeking.seek import SoughtTag, sought
from vision.sighting import Grey, Sighting
from vision.tags.tag_family import TagFamily
from vision.tags.tag_reading import in_order

SMALL = thing("T1", 20, at=(5.0, 3.0, 20.0), side=0.2)
OTHER = thing("T2", 21, at=(11.0, 5.0, 70.0), side=0.2)
FAMILY = TagFamily.of(exact_profile().dictionary)


def spoiled(grey: Grey, *, blur_px: float = 0.0, light: float = 1.0, noise: float = 0.0) -> Grey:
    """A picture out of focus, or of a dark room."""
    soft = cv2.GaussianBlur(grey, (0, 0), blur_px) if blur_px else grey
    grain = np.random.default_rng(3).normal(0.0, noise, grey.shape)
    return np.asarray(np.clip(np.round(soft * light + grain), 0, 255), dtype=np.uint8)


@pytest.mark.parametrize(
    "how",
    [{"blur_px": 1.4}, {"blur_px": 0.7, "light": 0.25, "noise": 6.0}],
    ids=["out of focus", "dark"],
)
def test_a_small_tag_that_no_detector_reads_is_placed(how: dict[str, float]) -> None:
    grey = spoiled(grey_of(rendered(table_scene(SMALL, OTHER))), **how)
    assert not {20, 21} & {each.number for each in Detector(FAMILY).sightings(grey)}
    located = Locator(exact_profile(), tag_layout=layout_of(SMALL, OTHER), care=EXACT).located(grey)
    assert located.refusal is None
    for name, x, y in (("T1", 5.0, 3.0), ("T2", 11.0, 5.0)):
        pose = of(located, name).pose
        assert pose is not None
        assert float(np.hypot(pose.x - x, pose.y - y)) < 0.02


def test_tags_that_are_too_small_cost_no_other_its_place() -> None:
    lost = [
        thing(
            f"L{number}",
            number,
            at=(1.5 + 1.3 * (number % 11), 1.2 + 2.2 * (number % 4), 0.0),
            side=0.1,
        )
        for number in range(30, 70)
    ]
    things = (SMALL, OTHER, *lost)
    far = replace(ABOVE, position_in=(8.0, 4.5, 32.0))
    grey = spoiled(grey_of(rendered(table_scene(*things, camera=far))), blur_px=0.7)
    located = Locator(exact_profile(far), tag_layout=layout_of(*things), care=EXACT).located(grey)
    assert not any(of(located, each.piece.id).pose for each in lost)
    assert of(located, "T1").pose is not None
    assert of(located, "T2").pose is not None


@pytest.mark.parametrize("dark", [0.35, 0.12], ids=["a shadow", "paper darker than lit ink"])
def test_a_tag_is_offered_that_a_shadow_s_edge_makes_unlike_itself(dark: float) -> None:
    tag = thing("T1", 30, at=(5.0, 3.0, 20.0), side=0.6)
    frame = rendered(table_scene(tag))
    corners = np.array(frame.truth.tag(30).corners_px)
    grey = grey_of(frame).astype(np.float64)
    light = np.ones_like(grey)
    right, bottom = np.ceil(corners.max(axis=0)).astype(int) + 12
    x = round(float(corners[:, 0].mean()))
    light[bottom - 60 : bottom, x:right] = dark
    dim = np.asarray(np.clip(2.2 * grey * light, 0, 255), dtype=np.uint8)
    assert likeness(dim, corners[None], family=FAMILY.only((30,)), blur_px=0.7).max() < 0.75
    profile = exact_profile()
    steps = sought(
        dim,
        [SoughtTag(number=30, side_in=0.6, height_in=0.0)],
        camera=profile.calibrated.model,
        table=profile.table,
        family=FAMILY,
        blur_px=0.7,
    )
    found = told_last(steps)
    assert any(np.abs(each.corners - corners).max() < 2.5 for each in found)


def test_another_tag_in_a_shadow_s_edge_is_not_offered_as_one_that_is_nearly_the_same() -> None:
    tag = thing("T1", 57, at=(5.0, 3.0, 20.0), side=0.6)
    frame = rendered(table_scene(tag))
    corners = np.array(frame.truth.tag(57).corners_px)
    (left, top), (_, bottom) = np.floor(corners.min(axis=0)), np.ceil(corners.max(axis=0))
    middle = float(corners[:, 0].mean())
    light = np.ones_like(grey_of(frame), dtype=np.float64)
    light[round(top) - 12 : round(bottom) + 12, round(left) - 12 : round(middle)] = 0.3
    grey = np.asarray(grey_of(frame) * light, dtype=np.uint8)
    order = in_order(grey, corners[None], family=FAMILY.only((125,))).max()
    profile = exact_profile()
    steps = sought(
        grey,
        [SoughtTag(number=125, side_in=0.6, height_in=0.0)],
        camera=profile.calibrated.model,
        table=profile.table,
        family=FAMILY,
        blur_px=0.7,
    )
    assert order > 0.95
    assert not told_last(steps)


def told_last(steps: Generator[None, None, list[Sighting]]) -> list[Sighting]:
    """What a look that goes in steps comes to."""
    while True:
        try:
            next(steps)
        except StopIteration as done:
            found: list[Sighting] = done.value
            return found


def test_a_piece_that_is_not_on_the_table_is_not_found_there() -> None:
    grey = spoiled(grey_of(rendered(table_scene(SMALL))), blur_px=1.4)
    located = Locator(exact_profile(), tag_layout=layout_of(SMALL, OTHER), care=EXACT).located(grey)
    assert of(located, "T1").pose is not None
    assert of(located, "T2").pose is None


def test_anchors_are_seen_where_they_are_expected_though_nothing_reads_them() -> None:
    grey = spoiled(grey_of(rendered(table_scene())), blur_px=6.0)
    assert len(Detector(FAMILY).sightings(grey)) < 3
    located = Locator(exact_profile()).located(grey)
    assert located.refusal is None
    assert sum(anchor.is_used for anchor in located.anchors) >= 3


def test_anchors_are_not_seen_where_the_camera_does_not_look() -> None:
    grey = spoiled(grey_of(rendered(table_scene())), blur_px=6.0)
    turned = np.ascontiguousarray(np.roll(grey, 60, axis=1))
    assert Locator(exact_profile()).located(turned).refusal is not None


def test_whoever_has_a_place_or_lies_in_a_box_is_not_looked_for() -> None:
    card = replace(OTHER.tagged, entry=replace(OTHER.tagged.entry, kind="playing card"))
    assert [tag.number for tag in missing_tags([SMALL.tagged, card], {})] == [20]


@pytest.mark.parametrize("seed", often([1, 78], quick=[78]))
def test_nothing_is_believed_in_clutter(seed: int) -> None:
    assert sought_in([clutter(seed)]) == 0


@pytest.mark.long
@pytest.mark.parametrize("name", ["gboriginal", "choriginal"])
def test_nothing_is_believed_in_photographs_of_other_tags(name: str) -> None:
    grey = photograph(name)
    assert sought_in([np.ascontiguousarray(grey[:360, :480])]) == 0


@pytest.mark.parametrize("noise", [2.0, 6.0])
def test_noise_is_told_whatever_the_picture_shows(noise: float) -> None:
    plain = np.full((480, 640), 120, dtype=np.uint8)
    busy = grey_of(rendered(table_scene(SMALL, OTHER)))
    assert noise_of(spoiled(plain, noise=noise)) == pytest.approx(noise, rel=0.1)
    assert noise_of(spoiled(busy, noise=noise)) == pytest.approx(noise, rel=0.35)
    assert noise_of(np.zeros((480, 640), dtype=np.uint8)) == 0.0
