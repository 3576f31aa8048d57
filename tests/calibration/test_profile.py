"""Tests that a profile is read back number for number, and that every bad one is named."""

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from calibration.lens_prior import LensBelief, unmeasured_lens
from calibration.print_scale import by_bar, check_scale
from calibration.profile import CalibrationProfile, CameraId, HistoryStep, LensProfile, check_camera
from calibration.profile_json import (
    lens_from_json,
    lens_to_json,
    profile_from_json,
    profile_to_json,
)
from calibration.table.table_fit import Laying, fit_table
from rules.table.bad_input import BadInputError
from tests.calibration.cameras import BENT
from tests.calibration.simulated import SMALL, scene

CAMERA = CameraId(name="C920", id="usb-7A", width=1920, height=1080)
LENS = LensProfile(
    camera=CAMERA,
    lens=LensBelief(lens=BENT, covariance=np.diag(np.arange(1.0, 10.0)) * 1e-6),
    rms_px=0.12,
    views=20,
    made_with={"paper-umpire": "0.1.0"},
)


def made_profile() -> CalibrationProfile:
    rng = np.random.default_rng(3)
    drawn = scene(rng, pictures=1)
    fit = fit_table(
        drawn.photographs(rng, noise=0.05),
        anchors=drawn.anchors,
        belief=unmeasured_lens(width=1920, height=1080),
        laying=Laying(size=1.2),
    )
    return CalibrationProfile(
        camera=CAMERA,
        dictionary="DICT_4X4_250",
        table=SMALL,
        calibrated=fit.calibrated,
        print_check=check_scale([by_bar(6.0, 6.01)]),
        history=(
            HistoryStep(name="1 photograph", error_in=0.31),
            HistoryStep(name="lens", error_in=0.05),
            HistoryStep(name="22 pieces at rest", error_in=0.04, within_95_in=(0.0671, 0.0412)),
        ),
    )


PROFILE = made_profile()
TEXT = profile_to_json(PROFILE)


def test_what_pieces_at_rest_have_made_of_it_is_told_until_it_is_calibrated_anew() -> None:
    told = "refined by 22 pieces at rest: 0.067 in -> 0.041 in"
    assert PROFILE.refined == profile_from_json(TEXT).refined == told
    assert replace(PROFILE, history=PROFILE.history[:-1]).refined == ""


@pytest.mark.parametrize("radii", [[0.1], [0.1, 0.1, 0.1], [0.1, -0.1], "0.1"])
def test_radii_that_are_no_two_lengths_are_named(radii: object) -> None:
    value = json.loads(TEXT)
    value["history"][-1]["within_95_in"] = radii
    with pytest.raises(BadInputError, match="within_95_in"):
        profile_from_json(json.dumps(value))


def test_a_profile_is_read_back_bit_for_bit() -> None:
    back = profile_from_json(TEXT)
    assert profile_to_json(back) == TEXT
    assert np.array_equal(
        back.calibrated.covariance,
        np.tril(PROFILE.calibrated.covariance) + np.tril(PROFILE.calibrated.covariance, -1).T,
    )
    assert back.calibrated.model.lens == PROFILE.calibrated.model.lens
    assert np.array_equal(back.calibrated.layout.places, PROFILE.calibrated.layout.places)
    assert (back.camera, back.table, back.history) == (CAMERA, SMALL, PROFILE.history)
    assert back.print_check == PROFILE.print_check
    told = "1 photograph 0.310 in -> lens 0.050 in -> 22 pieces at rest 0.040 in"
    assert back.story == told


def test_what_was_held_of_the_camera_is_kept_and_need_not_be_known() -> None:
    held = replace(PROFILE.camera, controls=(("focus", 37), ("exposure", 156)))
    text = profile_to_json(replace(PROFILE, camera=held))
    back = profile_from_json(text)
    assert back.camera.controls == held.controls
    assert back.camera == PROFILE.camera, "it is the same camera"
    assert "controls" not in TEXT
    with pytest.raises(BadInputError, match="focus: expected"):
        profile_from_json(text.replace('"focus": 37', '"focus": "far"'))


def test_a_lens_is_read_back_bit_for_bit() -> None:
    back = lens_from_json(lens_to_json(LENS))
    assert lens_to_json(back) == lens_to_json(LENS)
    assert back.lens.lens == BENT
    assert np.array_equal(back.lens.covariance, LENS.lens.covariance)


def change(name: str, value: object) -> Callable[[dict[str, Any]], None]:
    """Sets a field given by its path, as "print.scale" or "stand.rotation.0"."""

    def apply(fields: dict[str, Any]) -> None:
        *path, last = name.split(".")
        inner: Any = fields
        for step in path:
            inner = inner[int(step)] if isinstance(inner, list) else inner[step]
        inner[int(last) if isinstance(inner, list) else last] = value

    return apply


@pytest.mark.parametrize(
    ("name", "value", "complaint"),
    [
        ("lens.k1", float("nan"), "lens.k1: expected a finite number, got NaN"),
        ("lens.fx", -5.0, "lens.fx: expected above 0, got -5.0"),
        ("lens.fx", "wide", "lens.fx: expected a number, got 'wide'"),
        ("format", "paper-umpire/profile/2", "which a newer version of the program has written"),
        ("format", "paper-umpire/lens/1", "format: expected 'paper-umpire/profile/1', got 'paper-"),
        ("dictionary", "DICT_5X5_50", "dictionary: expected DICT_4X4_250 or DICT_APRILTAG_36h11"),
        ("stand.rotation", [[1, 0, 0]] * 3, "stand.rotation: expected a rotation"),
        ("stand.shift_in", [1.0, 2.0], "stand.shift_in: expected 3 numbers, got 2"),
        ("covariance.3", [0.0], r"covariance\[3\]: expected 4 numbers, got 1"),
        ("covariance.0.0", -1.0, r"covariance\[0\]\[0\]: expected a variance of 0 or more, got -1"),
        ("covariance.1.0", 1e9, "covariance: expected a positive semidefinite matrix"),
        (
            "layout.numbers.0",
            77,
            "layout.numbers: expected anchors numbered 0, 1, 2, 3, 4, 5, 6",
        ),
        ("layout.numbers.0", 1, "layout.numbers: expected each number once"),
        ("flatness_in", -0.1, "flatness_in: expected a number of at least 0, got -0.1"),
        ("print.verdict", "fine", "print.verdict: expected one of ok, warn, refuse"),
        ("table.width_in", 0.0, "table.width_in: expected 1 to 1000 inches, got 0.0"),
        ("is_lens_measured", "yes", "is_lens_measured: expected true or false, got 'yes'"),
        ("surprise", 1, "surprise: expected one of format"),
    ],
)
def test_a_bad_profile_is_refused_by_field(name: str, value: object, complaint: str) -> None:
    fields = json.loads(TEXT)
    change(name, value)(fields)
    with pytest.raises(BadInputError, match=complaint):
        profile_from_json(json.dumps(fields))


def test_every_field_is_needed() -> None:
    for name in set(json.loads(TEXT)) - {"history", "made_with"}:
        fields = json.loads(TEXT)
        del fields[name]
        with pytest.raises(BadInputError, match=f"{name}: expected this field, got nothing"):
            profile_from_json(json.dumps(fields))


@pytest.mark.parametrize(
    ("used", "complaint"),
    [
        (replace(CAMERA, width=1280, height=720), "expected pictures of 1920 x 1080 pixels"),
        (replace(CAMERA, id="usb-9F"), r"expected 'C920' \(usb-7A\) at 1920 x 1080, got 'C920'"),
        (CameraId(name="LifeCam", id="", width=1920, height=1080), "got 'LifeCam' at 1920 x 1080"),
        # Photographs say one name for both.
        (replace(CAMERA, name="EOS", id="EOS"), "got 'EOS' at 1920 x 1080"),
    ],
)
def test_another_camera_is_refused(used: CameraId, complaint: str) -> None:
    with pytest.raises(BadInputError, match=complaint):
        check_camera(PROFILE.camera, used)


def test_the_same_camera_is_not() -> None:
    check_camera(PROFILE.camera, CAMERA)
    # Some systems name cameras and cannot tell two of a kind apart.
    check_camera(PROFILE.camera, replace(CAMERA, id=""))


def test_a_lens_of_another_picture_size_is_refused() -> None:
    with pytest.raises(BadInputError, match="lens: expected 1280 x 720 pixels as the camera's"):
        replace(LENS, camera=replace(CAMERA, width=1280, height=720))


def test_a_profile_of_photographs_that_name_no_camera_is_good_for_any_of_its_size() -> None:
    nameless = replace(CAMERA, name="", id="")
    check_camera(nameless, CAMERA)
    with pytest.raises(BadInputError, match="pixels"):
        check_camera(nameless, replace(CAMERA, width=CAMERA.width + 2))
