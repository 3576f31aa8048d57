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


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class MetTag:
    """Where a camera's lines of sight through one tag meet the height that it is taken to have."""

    sight: TagSight
    x: float
    y: float
    turn_deg: float
    spread: Floats
    """2 x 2 of x and y, square inches: its pixels, its height, and what calibrations leave."""


def met_tags(sights: Sequence[TagSight], *, model: CameraModel) -> dict[int, MetTag]:
    """By number, all at once; without those that lie nowhere."""
    if not sights:
        return {}
    heights = np.array([each.height for each in sights])
    corners = np.array([each.corners for each in sights])
    met = model.places(corners, height=np.repeat(heights[:, None], 4, axis=1))
    there = np.isfinite(met).all(axis=(1, 2))
    middles = met.mean(axis=1)
    along = met[:, 1] - met[:, 0] + met[:, 2] - met[:, 3]
    turns = np.degrees(np.arctan2(along[:, 1], along[:, 0]))
    kept = np.flatnonzero(there)
    slopes = model.place_slopes(np.column_stack([middles, heights])[kept])
    inches = np.linalg.norm(slopes.pixel, 2, axis=(1, 2))
    found = {}
    for row, index in enumerate(kept.tolist()):
        sight, by_height = sights[index], slopes.height[row]
        own = (float(inches[row]) * sight.sigma_px) ** 2 + _FIT_IN**2
        found[sight.number] = MetTag(
            sight=sight,
            x=float(middles[index, 0]),
            y=float(middles[index, 1]),
            turn_deg=float(turns[index]),
            spread=own * np.eye(2) + _HEIGHT_IN**2 * np.outer(by_height, by_height),
        )
    return found


def passing(
    tags: Sequence[tuple[PieceTag, TagSight]], *, met: Mapping[int, MetTag], camera: int
) -> PassingPose | None:
    """A piece by the surest of its tags that a camera sees; None where that lies nowhere."""
    there = [each for each in tags if each[1].number in met]
    if not there:
        return None
    tag, sight = min(there, key=lambda each: each[1].sigma_px)
    seen = met[sight.number]
    heading = seen.turn_deg - float(tag.turn)
    cosine, sine = math.cos(math.radians(heading)), math.sin(math.radians(heading))
    x = seen.x - (cosine * tag.x - sine * tag.y)
    y = seen.y - (sine * tag.x + cosine * tag.y)
    covariance = np.zeros((3, 3))
    covariance[:2, :2] = seen.spread
    covariance[2, 2] = _FIT_DEG**2
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
