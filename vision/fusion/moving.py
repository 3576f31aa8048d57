"""Places pieces that move, by the camera that saw them best."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from calibration.camera_model import CameraModel
from rules.table.snapshot import Pose
from rules.table.units import Inches
from vision.fusion.sight import TagSight
from vision.locating.located import turned
from vision.locating.place_error import as_covariance
from vision.locating.tag_layout import PieceTag
from vision.sighting import Floats

_HEIGHT_IN: Final = 0.02
"""Standard error of a tag's height that one camera has to believe."""
_FIT_IN: Final = 0.01
"""Of a place while it moves, for all that a calibration leaves unsure."""
_FIT_DEG: Final = 1.0


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PassingPose:
    """Where one camera sees a piece in one picture."""

    camera: int
    x: float
    y: float
    heading: float
    covariance: Floats
    """3 x 3 of x, y (inches) and heading (degrees)."""
    face: str

    @property
    def at(self) -> Floats:
        return np.array([self.x, self.y])

    @property
    def spread(self) -> float:
        return float(self.covariance[0, 0] + self.covariance[1, 1])

    def pose(self) -> Pose:
        """As the rules take it."""
        return Pose(
            x=Inches(self.x),
            y=Inches(self.y),
            heading=turned(self.heading),
            covariance=as_covariance(self.covariance),
        )


def passing(
    tags: Sequence[tuple[PieceTag, TagSight]], *, model: CameraModel, camera: int
) -> PassingPose | None:
    """A piece by the surest of its tags that a camera sees; None where that lies nowhere."""
    tag, sight = min(tags, key=lambda each: each[1].sigma_px)
    met = model.places(sight.corners, height=sight.height)
    if not np.isfinite(met).all():
        return None
    x, y = met.mean(axis=0).tolist()
    along = met[1] - met[0] + met[2] - met[3]
    heading = math.degrees(math.atan2(float(along[1]), float(along[0]))) - float(tag.turn)
    cosine, sine = math.cos(math.radians(heading)), math.sin(math.radians(heading))
    x -= cosine * tag.x - sine * tag.y
    y -= sine * tag.x + cosine * tag.y
    slopes = model.place_slopes(np.array([[x, y, sight.height]]))
    by_height = slopes.height[0]
    inch_px = float(np.linalg.norm(slopes.pixel[0], 2))
    own = (inch_px * sight.sigma_px) ** 2 + _FIT_IN**2
    covariance = np.diag([own, own, _FIT_DEG**2])
    covariance[:2, :2] += _HEIGHT_IN**2 * np.outer(by_height, by_height)
    return PassingPose(
        camera=camera, x=x, y=y, heading=heading, covariance=covariance, face=tag.face
    )


def best_of(
    seen: Sequence[PassingPose], *, velocity: Floats, clock_sigmas: Mapping[int, float]
) -> PassingPose:
    """The surest, with the error that its clock brings: nobody knows just when it was there."""
    widened = []
    for each in seen:
        covariance = each.covariance.copy()
        covariance[:2, :2] += clock_sigmas[each.camera] ** 2 * np.outer(velocity, velocity)
        widened.append(
            PassingPose(
                camera=each.camera,
                x=each.x,
                y=each.y,
                heading=each.heading,
                covariance=covariance,
                face=each.face,
            )
        )
    return min(widened, key=lambda each: each.spread)
