"""Tests of how a camera is hung that leans."""

import numpy as np
import pytest

from calibration.camera_model import CameraModel
from calibration.lens import Lens
from calibration.several.hanging import leaning, looking, sees_all
from rules.table.bad_input import BadInputError
from rules.table.snapshot import TableSize
from rules.table.units import Inches
from tests.calibration.simulated import BIG, SMALL

WEBCAM = Lens(width=1920, height=1080, fx=1600.0, fy=1600.0, cx=959.5, cy=539.5)
TALL = TableSize(width=Inches(36.0), depth=Inches(60.0))


@pytest.mark.parametrize("table", [SMALL, BIG, TALL])
@pytest.mark.parametrize("tilt", [0.0, 30.0, 60.0])
def test_it_leans_as_told_and_sees_no_more_than_the_table(table: TableSize, tilt: float) -> None:
    stand = leaning(WEBCAM, table=table, tilt_deg=tilt)
    assert np.degrees(np.arccos(-stand.rotation[2, 2])) == pytest.approx(tilt, abs=1e-6)
    assert sees_all(WEBCAM, stand, table=table)
    edge = np.array([(0, 0, 0), (table.width, 0, 0), (0, table.depth, 0), (*_far(table), 0)], float)
    seen = CameraModel(lens=WEBCAM, stand=stand).pixels(edge)
    off = np.abs(seen - [960, 540]) / [960, 540]
    assert off.max() > 0.96
    # It stands on the south side, and its picture is upright.
    assert stand.eye[0] == pytest.approx(table.width / 2)
    if tilt:
        assert stand.eye[1] < table.depth / 2
        assert seen[1, 0] > seen[0, 0]


def _far(table: TableSize) -> tuple[float, float]:
    return float(table.width), float(table.depth)


def test_straight_above_it_hangs_over_the_middle() -> None:
    stand = leaning(WEBCAM, table=TALL, tilt_deg=0.0, height=90.0)
    assert stand.eye == pytest.approx([18.0, 30.0, 90.0])
    assert stand.rotation == pytest.approx(looking(stand.eye, table=TALL).rotation)


def test_a_height_is_kept_or_refused() -> None:
    assert leaning(WEBCAM, table=BIG, tilt_deg=30.0, height=90.0).eye[2] == pytest.approx(90.0)
    with pytest.raises(BadInputError, match="30 degrees off the vertical and 20 in high"):
        leaning(WEBCAM, table=BIG, tilt_deg=30.0, height=20.0)
