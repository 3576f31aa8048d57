"""Tests that a camera without anchors of its own is placed by what it shares with others."""

from dataclasses import replace

import numpy as np
import pytest

from calibration.anchors import Calibrated, Floor
from calibration.lens import COUNT as LENS_COUNT
from calibration.lens_prior import LensBelief
from calibration.profile import CalibrationProfile, CameraId
from calibration.profile_json import profile_from_json, profile_to_json
from calibration.several.joint_fit import joint_fit
from calibration.several.placed_by_others import PlacedByOthers, placed_by_others
from calibration.several.rig import rig_of
from conftest import SoakCount
from rules.table.bad_input import BadInputError
from tests.calibration.several.drawn import PLAN, DrawnRig, DrawnTags, drawn_rig, drawn_tags
from tests.calibration.several.test_joint_fit import KINDS, assert_as_stated, standardised, stated

NAMES = ("west", "east", "north")


def lens_of(calibrated: Calibrated) -> LensBelief:
    """A lens that was measured by itself, as well as this calibration knows it."""
    of_lens = calibrated.of_camera[:LENS_COUNT, :LENS_COUNT]
    return LensBelief(lens=calibrated.model.lens, covariance=of_lens)


def placed(drawn: DrawnRig, tags: DrawnTags) -> PlacedByOthers:
    """The last camera, by what the others see of pieces at one moment."""
    return placed_by_others(
        tags.views[-1],
        belief=lens_of(drawn.calibrated[-1]),
        views=tags.views[:-1],
        rig=rig_of(drawn.calibrated[:-1], names=NAMES[: len(drawn.calibrated) - 1]),
        squares=tags.squares,
        table=drawn.calibrated[0],
    )


@pytest.mark.soak
@pytest.mark.parametrize("cameras", [2, 3])
def test_its_error_is_as_stated(cameras: int, rng_seed: int, soak_count: SoakCount) -> None:
    """Placed by one moment's pieces, and used with the others at another."""
    count = soak_count(1, 150)
    rng = np.random.default_rng(rng_seed)
    errors: dict[str, list[np.ndarray]] = {kind: [] for kind in KINDS}
    for _ in range(count):
        drawn = drawn_rig(rng, cameras=cameras, tilts=PLAN)
        found = placed(drawn, drawn_tags(rng, drawn, count=12))
        assert not found.left_out
        rig = rig_of([*drawn.calibrated[:-1], found.calibrated], names=NAMES[:cameras])
        assert rig.loose == (cameras - 1,)
        tags = drawn_tags(rng, drawn, hidden=0.2)
        fit = joint_fit(tags.views, rig=rig, squares=tags.squares)
        for kind, columns in KINDS.items():
            errors[kind].append(standardised(fit, tags, columns=columns))
    told = {kind: stated(each) for kind, each in errors.items()}
    assert_as_stated(told, is_full=count > 1)


def test_it_stands_where_it_is_and_helps(rng_seed: int) -> None:
    rng = np.random.default_rng(rng_seed)
    drawn = drawn_rig(rng, cameras=2, tilts=PLAN)
    found = placed(drawn, drawn_tags(rng, drawn))
    at = np.array([[12.0, 12.0, 0.0], [24.0, 20.0, 0.0], [8.0, 28.0, 0.0]])
    model = found.calibrated.model
    assert np.abs(model.places(drawn.cameras[1].pixels(at)) - at[:, :2]).max() < 0.1
    tags = drawn_tags(rng, drawn)
    both = joint_fit(
        tags.views,
        rig=rig_of([drawn.calibrated[0], found.calibrated], names=NAMES[:2]),
        squares=[replace(each, height_sigma=3.0) for each in tags.squares],
    )
    sigmas = np.sqrt([both.covariance_of(index)[2, 2] for index in range(len(both.numbers))])
    assert sigmas.max() < 0.1


def test_a_tag_that_was_touched_between_the_pictures_places_nothing(rng_seed: int) -> None:
    rng = np.random.default_rng(rng_seed)
    drawn = drawn_rig(rng, cameras=2, tilts=PLAN)
    tags = drawn_tags(rng, drawn, count=10)
    first, *rest = tags.views[1]
    touched = replace(first, corners=first.corners + np.array([9.0, -6.0]))
    found = placed(drawn, replace(tags, views=(tags.views[0], (touched, *rest))))
    assert found.left_out == (first.number,)
    jumbled = [replace(each, corners=each.corners + rng.normal(0, 12, 2)) for each in tags.views[1]]
    with pytest.raises(BadInputError, match="were they touched between the pictures"):
        placed(drawn, replace(tags, views=(tags.views[0], tuple(jumbled))))


def test_too_few_shared_tags_are_named(rng_seed: int) -> None:
    rng = np.random.default_rng(rng_seed)
    drawn = drawn_rig(rng, cameras=2, tilts=PLAN)
    tags = drawn_tags(rng, drawn, count=3)
    with pytest.raises(BadInputError, match=r"at least 5 tags.* got 3 \(100, 101, 102\)"):
        placed(drawn, tags)


def test_the_first_camera_has_to_have_anchors(rng_seed: int) -> None:
    drawn = drawn_rig(np.random.default_rng(rng_seed), cameras=2)
    blind = replace(drawn.calibrated[0], is_placed_by_others=True)
    with pytest.raises(BadInputError, match="west: expected a camera that was calibrated by"):
        rig_of([blind, drawn.calibrated[1]], names=NAMES[:2])


def test_a_profile_says_that_others_place_its_camera(rng_seed: int) -> None:
    drawn = drawn_rig(np.random.default_rng(rng_seed), cameras=1)
    lens = drawn.calibrated[0].model.lens
    own = CalibrationProfile(
        camera=CameraId(name="", id="", width=lens.width, height=lens.height),
        dictionary="DICT_4X4_250",
        table=drawn.table,
        calibrated=replace(drawn.calibrated[0], floor=Floor(corner=0.1)),
    )
    assert "is_placed_by_others" not in profile_to_json(own)
    blind = replace(own, calibrated=replace(own.calibrated, is_placed_by_others=True))
    read = profile_from_json(profile_to_json(blind))
    assert read.calibrated.is_placed_by_others
