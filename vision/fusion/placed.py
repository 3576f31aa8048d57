"""Says in pixels what a camera's own fit of a tag found, with just as much as it knows."""

from typing import Final

import numpy as np

from calibration.anchors import corner_slopes, corners_of
from calibration.camera_model import CameraModel
from vision.fusion.sight import TagSight
from vision.sighting import Floats

_UNTOLD_PX: Final = 3.0
"""Standard error of what such a fit says nothing of: the height, the lean, the size."""


def placed_sight(
    number: int,
    place: Floats,
    *,
    covariance: Floats,
    size: float,
    model: CameraModel,
    is_resting: bool = True,
    is_doubted: bool = False,
) -> TagSight:
    """A tag at a place (x, y and height in inches, turn in radians) of a camera's own frame.

    ``covariance`` is the fit's own, of x, y and turn (3 x 3).
    """
    at = place[None]
    corners = corners_of(at, size=size)
    slopes = model.pixel_slopes(corners) @ corner_slopes(at, size=size)
    told = slopes.reshape(8, -1)[:, [0, 1, 3]]
    rest = np.eye(8) - told @ np.linalg.pinv(told)
    return TagSight(
        number=number,
        corners=model.pixels(corners)[0],
        covariance=told @ covariance @ told.T + _UNTOLD_PX**2 * (rest @ rest.T),
        height=float(place[2]),
        is_resting=is_resting,
        is_doubted=is_doubted,
    )
