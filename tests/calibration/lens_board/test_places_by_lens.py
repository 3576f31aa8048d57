"""Tests that a lens from views of one roll places pieces nearly as well as the true lens does."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from calibration.anchors import anchors_of
from calibration.lens import Floats, Lens
from calibration.lens_board.lens_fit import fit_lens
from calibration.lens_prior import LensBelief, unmeasured_lens
from calibration.table.table_fit import Laying, fit_table
from tests.calibration.boards import board_views
from tests.calibration.simulated import SMALL, Scene, judge, scene

_MOST = 1.3
"""Times as far off, at most, as with the lens itself."""
HALF = anchors_of(SMALL)[:4]
"""Of the markers: those that the table is calibrated from."""


def errors(belief: LensBelief, drawn: Scene, *, seed: int) -> Floats:
    """How far off places all over the table are, in inches."""
    numbers = {anchor.number for anchor in HALF}
    pictures = drawn.photographs(np.random.default_rng(seed), noise=0.1)
    fit = fit_table(
        [tuple(tag for tag in seen if tag.number in numbers) for seen in pictures],
        anchors=HALF,
        belief=belief,
        laying=Laying(size=1.2),
    )
    judged = judge(fit.calibrated, drawn.in_table_frame(), table=SMALL)
    return np.asarray(np.hypot(*judged.errors.T))


def a_lens(rng: np.random.Generator) -> Lens:
    focal = float(rng.uniform(0.8, 1.3)) * 1280
    return replace(
        unmeasured_lens(width=1280, height=720).lens,
        fx=focal,
        fy=focal * float(1 + rng.normal(0, 1e-3)),
        k1=float(rng.normal(-0.05, 0.06)),
        k2=float(rng.normal(0, 0.02)),
    )


@pytest.mark.soak
@pytest.mark.soak_only
def test_half_of_the_markers_place_the_rest_as_well_as_with_the_true_lens(
    soak_count: Callable[[int, int], int],
) -> None:
    by_fit, by_truth = [], []
    for trial in range(soak_count(2, 200)):
        rng = np.random.default_rng([7, trial])
        lens = a_lens(rng)
        found = fit_lens(board_views(rng, lens=lens, count=12, is_turned=False)).belief
        exact = LensBelief(lens=lens, covariance=np.eye(9) * 1e-12)
        drawn = scene(rng, lens=lens, pictures=3)
        by_fit.append(errors(found, drawn, seed=trial))
        by_truth.append(errors(exact, drawn, seed=trial))
    one, other = (float(np.quantile(np.concatenate(each), 0.95)) for each in (by_fit, by_truth))
    assert one <= _MOST * other
