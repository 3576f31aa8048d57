"""Tests what looking at a resting tag again and again makes surer, and what it does not."""

import numpy as np
import pytest

from vision.fit.placed import Fit, FitOutcome, PlacedTag
from vision.tracking.resting.averaging import Averaged


def placed(*, is_bent: bool) -> PlacedTag:
    fit = Fit(
        outcome=FitOutcome.PLACED,
        explained=0.99,
        residual_ratio=1.0,
        kept=1.0,
        last_step_px=0.0,
        moved_px=0.0,
        white=200.0,
        contrast=150.0,
        is_bent=is_bent,
    )
    return PlacedTag(
        number=5,
        x_in=3.0,
        y_in=4.0,
        heading_deg=0.0,
        covariance=np.eye(3) * 0.01**2,
        corners=np.array([[0.0, 0.0], [30.0, 0.0], [30.0, 30.0], [0.0, 30.0]]),
        fit=fit,
    )


@pytest.mark.parametrize(("is_bent", "sigma"), [(False, 0.005), (True, 0.01)])
def test_four_looks_halve_an_error_but_not_that_of_bent_paper(
    sigma: float, *, is_bent: bool
) -> None:
    mean = Averaged.begun(placed(is_bent=is_bent))
    for _ in range(3):
        mean, is_same = mean.with_fit(placed(is_bent=is_bent))
        assert is_same
    assert np.sqrt(mean.covariance[0, 0]) == pytest.approx(sigma)
