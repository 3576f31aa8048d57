"""Cameras over a table for the tests of calibration: straight above, and leaning."""

import numpy as np

from calibration.camera_model import CameraModel, Stand
from calibration.lens import Floats, Lens

BENT = Lens(
    width=1920,
    height=1080,
    fx=1370.0,
    fy=1372.0,
    cx=961.0,
    cy=537.0,
    k1=-0.12,
    k2=0.03,
    p1=0.001,
    p2=-0.0005,
    k3=0.002,
)


def looking(eye: tuple[float, float, float], at: tuple[float, float, float]) -> Stand:
    """A camera at a place that looks at another, north upwards in its picture."""
    forward = np.subtract(at, eye) / np.linalg.norm(np.subtract(at, eye))
    right = np.cross(forward, [0.0, 1.0, 0.01])
    right /= np.linalg.norm(right)
    rotation: Floats = np.array([right, np.cross(forward, right), forward])
    return Stand(rotation=rotation, shift=-rotation @ np.asarray(eye))


ABOVE = CameraModel(lens=BENT, stand=looking((18.0, 18.0, 46.0), (18.0, 18.0, 0.0)))
LEANING = CameraModel(lens=BENT, stand=looking((20.0, -12.0, 44.0), (18.0, 18.0, 0.0)))
