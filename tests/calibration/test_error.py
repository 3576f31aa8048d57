"""Tests that calibration costs as many inches as it is said to cost, and never more."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from calibration.error import (
    Own,
    distance_variances,
    joint_covariance,
    place_covariances,
    shared_error,
)
from calibration.error_map import advice, error_map
from calibration.lens import Floats
from calibration.lens_prior import unmeasured_lens
from calibration.print_scale import BAR, READING, by_bar, check_scale
from calibration.table.table_fit import FLATNESS, INK, Laying, fit_table
from rules.table.outlines.length_error import shared_variance
from tests.calibration.simulated import SMALL, drawn_lens, judge, scene
from tests.calibration.table.test_table_fit import MEASURED
from tests.chance import mean_square

UNMEASURED = unmeasured_lens(width=1920, height=1080)
DRAWN = scene(np.random.default_rng(4), pictures=1)
FOUND = fit_table(
    DRAWN.photographs(np.random.default_rng(1), noise=0.05),
    anchors=DRAWN.anchors,
    belief=UNMEASURED,
    laying=Laying(size=1.2),
).calibrated


@pytest.mark.soak
def test_one_photograph_with_any_lens_claims_its_true_error(
    rng_seed: int, soak_count: Callable[[int, int], int]
) -> None:
    rng, count = np.random.default_rng(rng_seed), soak_count(12, 400)
    found = []
    for _ in range(count):
        drawn = scene(
            rng,
            lens=drawn_lens(UNMEASURED, rng),
            pictures=1,
            placed=1.0,
            scale_sigma=0.005,
            flatness=1 / 64,
        )
        fit = fit_table(
            drawn.photographs(rng, noise=0.05),
            anchors=drawn.anchors,
            belief=UNMEASURED,
            laying=Laying(size=1.2),
        )
        judged = judge(fit.calibrated, drawn.in_table_frame(), table=SMALL, height=1.0)
        found.append(judged.normalised)
    # Places of one table err together, so a table counts for little more than one draw.
    low, high = mean_square(count, freedom=3)
    assert 0.5 * low < np.mean(found) < 1.2 * high


@pytest.mark.soak
def test_distances_with_a_measured_bar_claim_their_true_error(
    rng_seed: int, soak_count: Callable[[int, int], int]
) -> None:
    """The ruler errs as rulers are read, and the anchors' ink has run as ink runs."""
    rng, count = np.random.default_rng(rng_seed), soak_count(8, 200)
    ends = np.array([(2.0, 3.0, 0.0), (4.0, 33.0, 0.0), (30.0, 20.0, 0.0), (12.0, 16.0, 0.0)])
    found = []
    for _ in range(count):
        drawn = scene(rng, pictures=2, scale_sigma=0.002, flatness=FLATNESS)
        printed = drawn.layout.scale
        run = rng.normal(0, INK) / drawn.layout.size
        drawn = replace(drawn, layout=replace(drawn.layout, scale=printed + run))
        print_check = check_scale([by_bar(BAR, BAR * printed + rng.normal(0, READING / 3))])
        fit = fit_table(
            drawn.photographs(rng, noise=0.05),
            anchors=drawn.anchors,
            belief=MEASURED,
            laying=Laying(size=1.2, scale=print_check.scale, scale_sigma=print_check.sigma),
        ).calibrated
        seen = drawn.in_table_frame().pixels(ends)
        off = _apart(fit.model.places(seen, height=0.0)) - _apart(ends[:, :2])
        variances = distance_variances(fit, ends, ends=np.roll(ends, 1, axis=0))
        found.append(float(np.mean(off**2 / variances)))
    # One scale for all distances of a table: each table is little more than one draw.
    low, high = mean_square(count, freedom=1)
    assert 0.5 * low < np.mean(found) < 1.2 * high


def _apart(places: Floats) -> Floats:
    """The distances between each of some places and the one before."""
    found: Floats = np.linalg.norm(places - np.roll(places, 1, axis=0), axis=1)
    return found


def test_the_shared_error_understates_no_distance() -> None:
    summary = shared_error(FOUND, table=SMALL)
    rng = np.random.default_rng(77)
    one, other = rng.uniform(0, 36, (2, 400, 2))
    far = np.hypot(*(other - one).T)
    kept = (far > 3) & (far < 40)
    starts, ends = (
        np.column_stack([at[kept], rng.uniform(0, 3, kept.sum())]) for at in (one, other)
    )
    true = distance_variances(FOUND, starts, ends=ends)
    said = shared_variance(summary.shared, table=SMALL, start=starts[:, :2], end=ends[:, :2])
    ratio = np.sqrt((said + 2 * summary.own**2) / true)
    assert ratio.min() > 0.97
    assert ratio.mean() < 3.0


def test_heights_pixels_and_lean_add_up() -> None:
    at = np.array([[4.0, 5.0, 1.0]])
    bare = place_covariances(FOUND, at)[0]
    for own, pixels in (
        (Own(height=0.1), None),
        (Own(lean_deg=3.0), None),
        (Own(), 0.25 * np.eye(2)[None]),
    ):
        more = place_covariances(FOUND, at, own=own, pixels=pixels)[0] - bare
        assert np.trace(more) > 1e-5
        assert np.linalg.eigvalsh(more).min() > -1e-12


def test_distances_are_surer_than_places() -> None:
    at = np.array([[30.0, 30.0, 0.0], [33.0, 30.0, 0.0]])
    joint = joint_covariance(FOUND, at)
    along = np.array([-1.0, 0.0, 1.0, 0.0])
    variance = distance_variances(FOUND, at[:1], ends=at[1:])[0]
    assert variance == pytest.approx(float(along @ joint @ along))
    assert variance < 0.1 * joint[0, 0]


def test_the_map_and_the_advice_tell_the_same_number() -> None:
    found = error_map(FOUND, table=SMALL)
    assert found.values.shape == (9, 9)
    assert found.typical < found.worst
    told = advice(FOUND, table=SMALL)
    assert [each.then for each in told] == sorted(each.then for each in told)
    assert all(each.now == found.typical and each.then < 0.9 * each.now for each in told)
    assert any("measure the printed scale bar" in str(each) for each in told)
    assert any("measure an edge of the table" in str(each) for each in told)
