"""Tests of a sheet seen through a lens that nobody measured, as webcams have them."""

import math
from collections.abc import Callable
from dataclasses import replace

import cv2
import numpy as np
import pytest

from calibration.lens import Lens
from calibration.lens_prior import unmeasured_lens
from tests.vision.sheets.drawn import PLAN, faults, plain
from vision.sheets.reading import Reading, read_sheet
from vision.sheets.sheet_map import FittedMap, fit_sheet_map
from vision.sighting import Floats, Grey

TAGS = np.stack([tag.corners for tag in PLAN.tags])
GRID = np.stack(
    np.meshgrid(np.linspace(0, PLAN.width_in, 9), np.linspace(0, PLAN.depth_in, 7)), axis=-1
).reshape(-1, 2)
BELIEF = unmeasured_lens(width=1920, height=1080)


def through(lens: Lens, spots: Floats, *, lean: float) -> Floats:
    """Points of the sheet in the picture of a camera 11 inches away that leans so many degrees."""
    turn = math.radians(lean)
    spots = spots.reshape(-1, 2) - (PLAN.width_in / 2, PLAN.depth_in / 2)
    up, depth = spots[:, 1] * math.cos(turn), 11.0 + spots[:, 1] * math.sin(turn)
    return lens.pixels(np.stack([spots[:, 0], -up], axis=1) / depth[:, None])


def fitted(
    lens: Lens, *, lean: float = 15.0, rounded: float = 0.0, noise: float = 0.0
) -> FittedMap:
    rng = np.random.default_rng(3)
    seen = through(lens, TAGS, lean=lean).reshape(TAGS.shape)
    inwards = seen.mean(axis=1, keepdims=True) - seen
    inwards /= np.linalg.norm(inwards, axis=2, keepdims=True)
    seen = seen + rounded * inwards + rng.normal(0.0, noise, seen.shape)
    found = fit_sheet_map(TAGS, seen, width=lens.width, height=lens.height)
    assert found is not None
    return found


def test_there_and_back_is_the_same_place() -> None:
    for k1 in (-0.2, 0.0, 0.1):
        likely = fitted(replace(BELIEF.lens, k1=k1)).likely
        assert likely.spots(likely.pixels(GRID)) == pytest.approx(GRID, abs=1e-9)


@pytest.mark.parametrize("k1", [-0.2, -0.1, 0.1])
def test_a_lens_that_bends_costs_less_than_the_error_says(k1: float) -> None:
    lens = replace(BELIEF.lens, k1=k1)
    found = fitted(lens, rounded=0.4, noise=0.1)
    off = np.hypot(*(found.likely.spots(through(lens, GRID, lean=15.0)) - GRID).T)
    assert (off < 2 * found.unsure_in(GRID)).all()
    # One flat map would be off by two to five times as much at its worst.
    flat, _ = cv2.findHomography(
        TAGS.reshape(-1, 2), through(lens, TAGS, lean=15.0).reshape(-1, 1, 2), 0
    )
    back = cv2.perspectiveTransform(
        through(lens, GRID, lean=15.0).reshape(-1, 1, 2), np.linalg.inv(flat)
    )
    assert 2 * off.max() < np.hypot(*(back.reshape(-1, 2) - GRID).T).max()


def test_corners_that_are_rounded_off_bend_no_lens() -> None:
    assert abs(fitted(BELIEF.lens, rounded=0.8).likely.bent) < 0.01
    assert abs(fitted(BELIEF.lens).likely.bent) < 0.001


@pytest.mark.soak
def test_the_error_is_as_large_as_lenses_make_it(
    soak_count: Callable[[int, int], int], record_property: Callable[[str, object], None]
) -> None:
    rng, count = np.random.default_rng(9), soak_count(60, 2_000)
    root = np.linalg.cholesky(BELIEF.covariance + 1e-18 * np.eye(9))
    found = []
    for _ in range(count):
        lens = BELIEF.lens.with_values(BELIEF.lens.values + root @ rng.normal(size=9))
        lean = float(rng.uniform(0, 30))
        fit = fitted(lens, lean=lean, rounded=float(rng.uniform(0, 0.6)), noise=0.1)
        off = fit.likely.spots(through(lens, GRID, lean=lean)) - GRID
        found.append(off / fit.unsure_in(GRID)[:, None])
    share = float((np.abs(found) < 1.96).mean())
    size = float(np.sqrt(np.mean(np.square(found))))
    record_property("soak", f"{count} lenses: {share:.3f} within 1.96 errors, rms {size:.2f}")
    assert share > 0.93
    assert 0.5 < size < 1.2


def bulging(grey: Grey, *, k1: float) -> Grey:
    """The same photograph through a lens with a field of 68 degrees that bends so much."""
    height, width = grey.shape
    lens = replace(unmeasured_lens(width=width, height=height).lens, k1=k1)
    across, down = np.meshgrid(np.arange(width), np.arange(height))
    rays = lens.rays(np.stack([across.ravel(), down.ravel()], axis=1).astype(np.float64))
    straight = replace(lens, k1=0.0).pixels(rays).reshape(height, width, 2).astype(np.float32)
    seen = cv2.remap(grey, straight[..., 0], straight[..., 1], cv2.INTER_CUBIC)
    return np.asarray(seen, dtype=np.uint8)


@pytest.mark.parametrize("k1", [pytest.param(-0.25, marks=pytest.mark.long), 0.05])
def test_a_board_is_read_through_a_lens_that_bends(k1: float) -> None:
    made = plain()
    reading = read_sheet(bulging(made.grey(), k1=k1), PLAN)
    assert isinstance(reading, Reading), reading
    assert faults(made.board, reading) == []
