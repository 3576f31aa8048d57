"""Tests that views of a board give the lens, its certainty, and what is wrong with the views."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from calibration.lens_board.lens_fit import LensFit, fit_lens
from calibration.lens_prior import before_lens_step, unmeasured_lens
from calibration.seen import SeenBoard
from rules.table.bad_input import BadInputError
from tests.calibration.boards import board_views
from tests.calibration.cameras import BENT
from tests.calibration.simulated import drawn_lens
from tests.chance import fewest, mean_square, most


def off(fit: LensFit, values: np.ndarray) -> float:
    """Squared error of the nine parameters in units of what is claimed, by parameter."""
    error = fit.lens.values - values
    return float(error @ np.linalg.solve(fit.covariance, error)) / 9


@pytest.fixture(scope="module")
def views() -> list[SeenBoard]:
    return board_views(np.random.default_rng(1), lens=BENT, count=20)


@pytest.fixture(scope="module")
def good(views: list[SeenBoard]) -> LensFit:
    return fit_lens(views)


def test_twenty_views_give_the_lens(good: LensFit) -> None:
    assert abs(good.lens.fx - BENT.fx) < 2.0
    assert abs(good.lens.cx - BENT.cx) < 2.0
    assert np.sqrt(good.covariance[0, 0]) < 1.0
    assert good.rms == pytest.approx(0.1 * np.sqrt(2), rel=0.1)
    assert good.noise == pytest.approx(1.0, abs=0.08)
    assert not good.dropped
    assert not good.warnings
    assert not good.is_bowed
    assert len(good.views) == 20
    rays = BENT.rays(np.array([[100.0, 80.0], [1800.0, 1000.0], [960.0, 540.0]]))
    assert np.abs(good.lens.pixels(rays) - BENT.pixels(rays)).max() < 1.5


@pytest.mark.soak
def test_the_claimed_error_of_a_lens_is_its_true_one(
    rng_seed: int, soak_count: Callable[[int, int], int]
) -> None:
    rng = np.random.default_rng(rng_seed)
    count = soak_count(12, 300)
    found = []
    for index in range(count):
        drawn = board_views(rng, lens=BENT, count=int(rng.choice([4, 8, 14])), noise=0.15)
        # Whoever wrote the corners down may be wrong about their error.
        claimed = [replace(view, sigma=0.15 * (0.5, 1.0, 2.0)[index % 3]) for view in drawn]
        found.append(off(fit_lens(claimed), BENT.values))
    low, high = mean_square(count, freedom=9)
    assert 0.8 * low < np.mean(found) < 1.2 * high


def smoothly_off(views: list[SeenBoard], rng: np.random.Generator) -> list[SeenBoard]:
    """As a real lens has them: some tenths of a pixel from any formula, alike in all views."""
    bend = rng.normal(0, 0.3, (6, 2))
    found = []
    for view in views:
        x, y = ((view.points - [view.width / 2, view.height / 2]) / (view.width / 2)).T
        ways = np.stack([x * x, x * y, y * y, x**3, y**3, np.sin(6 * x) * np.cos(5 * y)], -1)
        found.append(replace(view, points=view.points + ways @ bend))
    return found


@pytest.mark.soak
@pytest.mark.parametrize("is_smooth", [False, True])
def test_of_a_flat_true_board_in_views_of_one_roll_no_more_is_claimed_than_is_known(
    rng_seed: int, soak_count: Callable[[int, int], int], *, is_smooth: bool
) -> None:
    count = soak_count(8, 200)
    beyond = within = 0
    for trial in range(count):
        rng = np.random.default_rng([rng_seed, trial])
        focal = float(rng.uniform(0.7, 1.3)) * 1280
        lens = replace(
            unmeasured_lens(width=1280, height=720).lens,
            fx=focal,
            fy=focal * float(1 + rng.normal(0, 1e-3)),
            k1=float(rng.normal(-0.05, 0.1)),
            k2=float(rng.normal(0, 0.05)),
        )
        views = board_views(rng, lens=lens, count=12, is_turned=False)
        fit = fit_lens(smoothly_off(views, rng) if is_smooth else views)
        beyond += abs(fit.stretch) > 2 * fit.stretch_sigma or fit.bow > 2 * fit.bow_sigma
        within += abs(fit.lens.fx - focal) < 1.96 * np.sqrt(fit.covariance[0, 0])
    assert beyond <= most(count, share=0.05)
    assert within >= fewest(count, share=0.95)


def test_other_lenses_are_found_too(rng_seed: int) -> None:
    rng = np.random.default_rng(rng_seed)
    belief = before_lens_step(width=1280, height=720)
    narrow = replace(belief, covariance=belief.covariance / 12)
    for _ in range(4):
        lens = drawn_lens(narrow, rng)
        fit = fit_lens(board_views(rng, lens=lens, count=12))
        assert off(fit, lens.values) < 5.0
        # Chance drops one corner of some thousands, and never a view.
        assert len(fit.dropped) <= 1
        assert all(each.corner is not None for each in fit.dropped)


def test_a_bowed_board_is_told_and_costs_nothing() -> None:
    shape = np.array([0.0, 1 / 16, 0.0, 0.0])
    fit = fit_lens(board_views(np.random.default_rng(2), lens=BENT, shape=shape))
    assert fit.is_bowed
    assert fit.bow == pytest.approx(1 / 16, abs=0.005)
    assert off(fit, BENT.values) < 3.0
    assert "the board is bowed by 0.06" in fit.warnings[0]


def test_a_stretched_print_is_told() -> None:
    shape = np.array([0.004, 0.0, 0.0, 0.0])
    fit = fit_lens(board_views(np.random.default_rng(2), lens=BENT, shape=shape))
    assert fit.is_stretched
    assert fit.stretch == pytest.approx(0.004, abs=0.001)
    assert "0.4" in fit.warnings[0]
    assert "too long down the page" in fit.warnings[0]


def test_misread_corners_and_views_are_dropped_and_named(views: list[SeenBoard]) -> None:
    rng = np.random.default_rng(5)
    bad = list(views)
    points = bad[3].points.copy()
    points[4] += [3.0, -2.0]
    bad[3] = replace(bad[3], points=points)
    bad[7] = replace(bad[7], points=bad[7].points + rng.normal(0, 3.0, bad[7].points.shape))
    fit = fit_lens(bad)
    named = {(each.picture, each.corner) for each in fit.dropped}
    assert named == {(bad[3].picture, bad[3].numbers[4]), (bad[7].picture, None)}
    assert all("from where" in str(each) for each in fit.dropped)
    assert off(fit, BENT.values) < 3.0


def test_a_blurred_and_an_empty_view_are_dropped_and_named(views: list[SeenBoard]) -> None:
    few = replace(views[1], numbers=views[1].numbers[:3], points=views[1].points[:3])
    sharpness = [100.0] * 20
    sharpness[0] = 20.0
    fit = fit_lens([views[0], few, *views[2:]], sharpness=sharpness)
    assert [str(each) for each in fit.dropped] == [
        "view 1: blurred: sharpness 20, usual 100",
        "view 2: 3 corners of the board seen, at least 8 needed",
    ]


def test_views_that_pull_apart_widen_what_is_claimed(views: list[SeenBoard], good: LensFit) -> None:
    rng = np.random.default_rng(9)
    curled = []
    for view in views:
        # A sheet that is held differently each time: smooth, small, and new in every view.
        at = (view.points - [960.0, 540.0]) / 960.0
        bend = rng.normal(0, 1.2, (3, 2))
        smooth = np.stack([at[:, 0] ** 2, at[:, 0] * at[:, 1], at[:, 1] ** 2], -1) @ bend
        curled.append(replace(view, points=view.points + smooth))
    fit = fit_lens(curled)
    assert fit.disagreement > 1.5
    assert fit.covariance[0, 0] > 2.0 * good.covariance[0, 0]
    assert off(fit, BENT.values) < 4.0


def test_one_view_leaves_a_large_error_and_no_nonsense() -> None:
    fit = fit_lens(board_views(np.random.default_rng(3), lens=BENT, count=1))
    assert 5.0 < np.sqrt(fit.covariance[0, 0]) < 300.0
    assert off(fit, BENT.values) < 4.0


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (lambda v: v[:0], "views: expected at least one of the lens board, got none"),
        (lambda v: [v[0], replace(v[1], width=1280)], "view 2: expected 1920 x 1080 pixels as in"),
        (
            lambda v: [replace(v[0], numbers=v[0].numbers[:2], points=v[0].points[:2])],
            "views: expected a sharp view with at least 8 corners, got view 1: 2 corners",
        ),
        (
            lambda v: [replace(v[0], numbers=tuple(n + 30 for n in v[0].numbers))],
            "board: expected corners numbered 0 to 34",
        ),
    ],
)
def test_views_that_give_no_lens_are_refused(
    views: list[SeenBoard],
    change: Callable[[list[SeenBoard]], list[SeenBoard]],
    complaint: str,
) -> None:
    with pytest.raises(BadInputError, match=complaint):
        fit_lens(change(views))


def test_a_sharpness_for_each_view_or_none(views: list[SeenBoard]) -> None:
    with pytest.raises(BadInputError, match="sharpness: expected one number for each of 20 views"):
        fit_lens(views, sharpness=[1.0])
