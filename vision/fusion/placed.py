"""Says in pixels what a camera's own fit of a tag found, with just as much as it knows."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from calibration.anchors import corners_of
from calibration.camera_model import CameraModel
from vision.fusion.sight import TagSight
from vision.sighting import Floats

_UNTOLD_PX: Final = 3.0
"""Standard error of what such a fit says nothing of: the height, the lean, the size."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class FoundTag:
    """A tag as one camera's own fit has it, in that camera's own frame."""

    number: int
    place: Floats
    """x, y and height in inches, turn in radians."""
    covariance: Floats
    """The fit's own, of x, y and turn (3 x 3)."""
    size: float
    is_resting: bool = True
    is_doubted: bool = False


def placed_sights(found: Sequence[FoundTag], *, model: CameraModel) -> list[TagSight]:
    """All tags of one picture at once: one by one they take as long each."""
    if not found:
        return []
    places = np.array([tag.place for tag in found])
    sizes = np.array([tag.size for tag in found])
    corners = corners_of(places, size=sizes)
    pixels, slopes = model.pixels_and_slopes(corners)
    told = _told_by(slopes, from_middle=corners[..., :2] - places[:, None, :2])
    across = np.swapaxes(told, 1, 2)
    # What is left of eight numbers beside the three that are told.
    rest = np.eye(8) - told @ np.linalg.solve(across @ told, across)
    own = np.array([tag.covariance for tag in found])
    covariances = told @ own @ across + _UNTOLD_PX**2 * rest
    return [
        TagSight(
            number=tag.number,
            corners=seen,
            covariance=covariance,
            height=float(tag.place[2]),
            is_resting=tag.is_resting,
            is_doubted=tag.is_doubted,
        )
        for tag, seen, covariance in zip(found, pixels, covariances, strict=True)
    ]


def _told_by(slopes: Floats, *, from_middle: Floats) -> Floats:
    """How corners in pixels (n x 8) change with their tag's x, y and turn (n x 8 x 3)."""
    by_x, by_y = slopes[..., 0], slopes[..., 1]
    right, up = from_middle[..., :1], from_middle[..., 1:]
    return np.stack([by_x, by_y, by_y * right - by_x * up], axis=-1).reshape(len(slopes), 8, 3)
