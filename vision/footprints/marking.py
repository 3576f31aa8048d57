"""Decides whether somebody who points at terrain points at the tag that marks it."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from calibration.camera_model import CameraModel
from vision.sighting import Floats

_PAPER: Final = 1.5
"""The paper's side as a multiple of its tag's: a cell to each side, and how people cut."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """The middle of a piece of terrain, as far as it is known."""

    place: tuple[float, float]
    paper: float = 0.0
    """Inches to a side of the tag's paper there, which is no terrain; 0 where there is none."""


def mark_at(place: tuple[float, float], *, tags: Iterable[Floats], camera: CameraModel) -> Mark:
    """The place itself, or the tag whose paper lies there; ``tags`` are corners in pixels."""
    pointed = camera.pixels(np.array([*place, 0.0]))
    slopes = camera.pixel_slopes(np.array([*place, 0.0]))[:, :2]
    if not (np.isfinite(pointed).all() and np.isfinite(slopes).all()):
        return Mark(place=place)
    to_inches = np.linalg.inv(slopes)
    for corners in tags:
        middle = corners.mean(axis=0)
        paper = ((corners - middle) * _PAPER + middle).astype(np.float32)
        if cv2.pointPolygonTest(paper, pointed.tolist(), measureDist=False) < 0:
            continue
        sides = np.diff(np.vstack([corners, corners[:1]]) @ to_inches.T, axis=0)
        side = float(np.linalg.norm(sides, axis=1).max())
        x, y = (np.array(place) + to_inches @ (middle - pointed)).tolist()
        return Mark(place=(x, y), paper=_PAPER * side)
    return Mark(place=place)
