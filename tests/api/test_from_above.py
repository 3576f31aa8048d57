"""Tests that the straightened picture shows each place of the table where it lies."""

import cv2
import numpy as np
import pytest

from api.cameras.from_above import from_above, pixels_of
from rules.table.units import Inches
from tests.vision.measured import exact_profile

PER_IN = 24.0


@pytest.mark.parametrize(("x", "y"), [(1.0, 1.0), (8.0, 4.5), (14.5, 8.0)])
def test_a_spot_of_the_table_is_where_its_inches_say(x: float, y: float) -> None:
    profile = exact_profile()
    model, table = profile.calibrated.model, profile.table
    picture = np.zeros((profile.camera.height, profile.camera.width), np.uint8)
    # A disc of eight pixels: its middle is the place.
    u, v = model.pixels(np.array([[x, y, 0.0]]))[0]
    cv2.circle(picture, (round(u * 256), round(v * 256)), 8 * 256, 255, -1, cv2.LINE_AA, 8)
    straight = from_above(picture, model=model, table=table, per_in=PER_IN)
    assert straight.shape == (pixels_of(table.depth, PER_IN), pixels_of(table.width, PER_IN))
    rows, columns = np.indices(straight.shape)
    weight = straight / straight.sum()
    east = (float((weight * columns).sum()) + 0.5) / PER_IN
    north = table.depth - (float((weight * rows).sum()) + 0.5) / PER_IN
    assert (east, north) == pytest.approx((x, y), abs=0.02)


def test_a_picture_has_at_least_one_pixel() -> None:
    assert pixels_of(Inches(0.01), 1.0) == 1
    assert pixels_of(Inches(36.0), 20.0) == 720
