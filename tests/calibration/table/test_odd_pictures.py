"""Tests that a picture from wholly elsewhere is no odd picture, and upsets nobody."""

import ctypes
import sys

import numpy as np
import pytest

from calibration.anchors import corners_of
from calibration.camera_model import CameraModel, Stand
from calibration.lens import Floats
from calibration.table.odd_pictures import oddity_of
from tests.calibration.simulated import SMALL, scene

MIDDLE = np.array([18.0, 18.0, 0.0])


def stand_from(side_deg: float, *, tilt_deg: float) -> Stand:
    """Some way off, looking at the middle of the table from that side."""
    side, tilt = np.radians(side_deg), np.radians(tilt_deg)
    away = np.array([np.sin(tilt) * np.cos(side), np.sin(tilt) * np.sin(side), np.cos(tilt)])
    across = np.cross(-away, [0.0, 0.0, 1.0])
    across /= np.linalg.norm(across)
    rotation: Floats = np.stack([across, np.cross(-away, across), -away])
    return Stand(rotation=rotation, shift=-rotation @ (MIDDLE + 55.0 * away))


@pytest.mark.parametrize("side_deg", [0.0, 45.0, 135.0])
def test_a_view_from_another_side_makes_no_sense_in_silence(
    side_deg: float, capfd: pytest.CaptureFixture[str]
) -> None:
    drawn = scene(np.random.default_rng(5), table=SMALL)
    corners = corners_of(drawn.layout.places, size=drawn.layout.size * drawn.layout.scale)
    model = CameraModel(lens=drawn.lens, stand=drawn.stands[-1])
    elsewhere = CameraModel(lens=drawn.lens, stand=stand_from(side_deg, tilt_deg=38.0))
    noise = np.tile(np.eye(8) * 0.01, (len(corners), 1, 1))
    shown = elsewhere.pixels(corners)
    assert np.isfinite(shown).all()
    assert oddity_of(shown, corners=corners, noise=noise, model=model) is None
    # A solver in C that is given what is no number says so where answers go.
    ctypes.CDLL("ucrtbase" if sys.platform == "win32" else None).fflush(None)
    told = capfd.readouterr()
    assert (told.out, told.err) == ("", "")
