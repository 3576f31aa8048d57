"""Tests of what a picture says of its camera: light, focus, and whether anything moves."""

import math
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from rules.table.snapshot import HealthState
from tests.architecture.sources import REPOSITORY
from tests.vision.camera.faulty import pattern
from vision.camera.health import HealthSettings, Measures, blur_of, judge, measures_of
from vision.camera.source import Bytes

SCENES = sorted((REPOSITORY / "docs" / "scenes").glob("*.jpg"))
"""What the synthetic camera makes of a table in every light."""
SETTINGS = HealthSettings()
WELL = Measures(dark=20.0, light=220.0, blur_px=1.0, digest=0)


def state(measures: Measures, *, unchanged_s: float | None = 0.0) -> HealthState:
    return judge(measures, unchanged_s=unchanged_s, settings=SETTINGS).state


def squares() -> Bytes:
    rows, columns = np.indices((720, 1280))
    return np.where((rows // 48 + columns // 48) % 2 == 0, 60, 180).astype(np.uint8)


@pytest.mark.parametrize("sigma_px", [1.0, 2.0, 3.0, 4.0, 5.0])
def test_blur_is_measured_in_pixels(sigma_px: float) -> None:
    rng = np.random.default_rng(0)
    blurred = cv2.GaussianBlur(squares().astype(np.float32), (0, 0), sigma_px)
    noisy = (blurred + rng.normal(0, 3, blurred.shape)).clip(0, 255).astype(np.uint8)
    assert blur_of(noisy) == pytest.approx(sigma_px, abs=0.45)


def test_half_of_a_picture_is_enough_where_it_is_sharp_and_only_there() -> None:
    noise = np.random.default_rng(0).normal(0, 3, squares().shape)
    sharp, soft = (
        (cv2.GaussianBlur(squares().astype(np.float32), (0, 0), sigma) + noise).astype(np.uint8)
        for sigma in (1.0, 4.0)
    )

    def where(first: Bytes, others: Bytes) -> Bytes:
        """One picture in the tiles that are looked at first, another in the others."""
        height, width = first.shape
        rows, columns = np.indices(first.shape)
        is_first = (2 * rows // height + 3 * columns // width) % 2 == 0
        return np.where(is_first, first, others).astype(np.uint8)

    plain = np.full(sharp.shape, 128, np.uint8)
    assert blur_of(where(sharp, soft)) == blur_of(where(sharp, plain))
    assert blur_of(where(sharp, soft)) == pytest.approx(blur_of(sharp), abs=0.2)
    # Of whatever is sharpest, wherever it stands.
    assert blur_of(where(soft, sharp)) == pytest.approx(blur_of(sharp), abs=0.2)
    assert blur_of(where(plain, sharp)) == pytest.approx(blur_of(sharp), abs=0.2)


@pytest.mark.parametrize("grey", [0, 128, 255])
def test_nothing_to_see_is_not_called_sharp(grey: int) -> None:
    plain = np.full((480, 640), grey, np.uint8)
    assert math.isnan(blur_of(plain))
    assert state(measures_of(plain)) is not HealthState.LIVE


def test_a_lens_that_shows_shades_alone_is_blurred() -> None:
    shades = np.tile(np.linspace(30, 220, 640).astype(np.uint8), (480, 1))
    assert state(measures_of(shades)) is HealthState.BLURRED


@pytest.mark.parametrize("place", SCENES, ids=lambda place: place.stem)
def test_none_of_the_example_tables_is_refused(place: Path) -> None:
    grey = np.asarray(cv2.imread(str(place), cv2.IMREAD_GRAYSCALE), dtype=np.uint8)
    health = judge(measures_of(grey), unchanged_s=0.0, settings=SETTINGS)
    assert health.state is HealthState.LIVE, health.note


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        ({"light": 59.0, "dark": 0.0}, HealthState.TOO_DARK),
        ({"light": 61.0, "dark": 0.0}, HealthState.LIVE),
        ({"light": 255.0, "dark": 236.0}, HealthState.BLURRED),
        ({"light": 120.0, "dark": 110.0}, HealthState.BLURRED),
        ({"blur_px": 2.6}, HealthState.BLURRED),
        ({"blur_px": 2.4}, HealthState.LIVE),
        ({"blur_px": math.nan}, HealthState.BLURRED),
    ],
)
def test_each_limit_lies_where_its_setting_says(
    changed: dict[str, float], expected: HealthState
) -> None:
    assert state(replace(WELL, **changed)) is expected  # type: ignore[arg-type]


def test_what_never_changes_is_frozen_unless_it_may_stand_still() -> None:
    assert state(WELL, unchanged_s=0.9) is HealthState.LIVE
    assert state(WELL, unchanged_s=1.0) is HealthState.FROZEN
    assert state(WELL, unchanged_s=None) is HealthState.LIVE
    # The dark has no noise in some cameras: what can be mended is said first.
    assert state(replace(WELL, light=5.0), unchanged_s=9.0) is HealthState.TOO_DARK


def test_the_noise_of_a_sensor_is_a_change_and_the_same_picture_is_none() -> None:
    rng = np.random.default_rng(0)
    drawn = pattern()
    digests = set()
    for _ in range(200):
        noise = rng.normal(0, 0.5, drawn.shape).round()
        digests.add(measures_of((drawn + noise).clip(0, 255).astype(np.uint8)).digest)
    assert len(digests) == 200
    assert measures_of(drawn).digest == measures_of(drawn.copy()).digest
