"""Tests of what is foretold of cameras before anybody hangs them."""

import numpy as np
import pytest

from calibration.camera_model import CameraModel
from calibration.lens import Lens
from calibration.several.plan import Planned, planned
from rules.table.bad_input import BadInputError
from rules.table.snapshot import TableSize
from rules.table.units import Inches
from tests.calibration.cameras import looking
from tests.calibration.simulated import SMALL

WEBCAM = Lens(width=1920, height=1080, fx=1185.0, fy=1185.0, cx=959.5, cy=539.5)
"""78 degrees from left to right."""


@pytest.fixture(scope="module")
def plans() -> tuple[Planned, ...]:
    return planned(WEBCAM, table=SMALL, height=48.0, anchor=1.2, most=2)


def test_one_camera_hangs_over_the_middle(plans: tuple[Planned, ...]) -> None:
    assert np.allclose(plans[0].eyes, [(18.0, 18.0, 48.0)])
    assert plans[0].height_sigma is None


def test_a_second_camera_brings_heights_and_surer_places(plans: tuple[Planned, ...]) -> None:
    one, two = plans
    assert two.eyes[0] == pytest.approx(one.eyes[0], abs=1e-6)
    assert two.errors.typical < 0.75 * one.errors.typical
    assert (two.errors.values <= one.errors.values + 1e-6).all()
    assert two.height_sigma is not None
    assert two.height_sigma <= 0.01
    # From where it hangs the whole table is in its picture.
    model = CameraModel(lens=WEBCAM, stand=looking(two.eyes[1], (18.0, 18.0, 0.0)))
    assert np.isfinite(model.pixels(np.array([[0.0, 0.0, 0.0], [36.0, 36.0, 0.0]]))).all()


def test_too_low_a_room_is_told() -> None:
    table = TableSize(width=Inches(72.0), depth=Inches(48.0))
    with pytest.raises(BadInputError, match="hang it higher, or take a wider lens"):
        planned(WEBCAM, table=table, height=20.0, anchor=1.2)
