"""Places pieces that move, by the camera that saw them best."""

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from calibration.camera_model import CameraModel
from rules.table.snapshot import Covariance, Pose
from rules.table.units import Inches
from vision.fusion.sight import TagSight
from vision.locating.located import turned
from vision.locating.tag_layout import PieceTag
from vision.sighting import Floats

_HEIGHT_IN: Final = 0.02
"""Standard error of a tag's height that one camera has to believe."""
_FIT_IN: Final = 0.01
"""Of a place while it moves, for all that a calibration leaves unsure."""
_FIT_DEG: Final = 1.0

Flat = tuple[float, float]
"""x and y in inches, or inches a second."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Spread:
    """How unsure x and y of a place are together, in square inches."""

    xx: float
    xy: float
    yy: float

    @property
    def size(self) -> float:
        return self.xx + self.yy

    def along(self, way: Flat, *, sigma: float) -> "Spread":
        """With one more error, along a way."""
        x, y = sigma * way[0], sigma * way[1]
        return Spread(xx=self.xx + x * x, xy=self.xy + x * y, yy=self.yy + y * y)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PassingPose:
    """Where one camera sees a piece in one picture."""

    camera: int
    at: Flat
    heading: float
    spread: Spread

    def pose(self) -> Pose:
        """As the rules take it."""
        error = self.spread
        return Pose(
            x=Inches(self.at[0]),
            y=Inches(self.at[1]),
            heading=turned(self.heading),
            covariance=Covariance(xx=error.xx, xy=error.xy, yy=error.yy, hh=_FIT_DEG**2),
        )


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class MetTag:
    """Where a camera's lines of sight through one tag meet the height that it is taken to have."""

    x: float
    y: float
    turn_deg: float
    spread: Spread
    """By its pixels, its height, and what calibrations leave."""


class MetTags:
    """The tags that one camera places, picture after picture; one that is the same stays so."""

    def __init__(self) -> None:
        self._model: CameraModel | None = None
        self._made: dict[int, tuple[TagSight, MetTag | None]] = {}

    def meet(self, sights: Collection[TagSight], *, model: CameraModel) -> None:
        """Place these, and forget all others."""
        before = self._made if self._model is model else {}
        self._model, self._made = model, {}
        new = []
        for sight in sights:
            made = before.get(sight.number)
            if made is not None and made[0] is sight:
                self._made[sight.number] = made
            else:
                new.append(sight)
        for sight, met in zip(new, met_tags(new, model=model), strict=True):
            self._made[sight.number] = (sight, met)

    def __getitem__(self, sight: TagSight) -> MetTag | None:
        """None for one that lies nowhere, or that was not to be placed."""
        made = self._made.get(sight.number)
        return None if made is None else made[1]


def met_tags(sights: Sequence[TagSight], *, model: CameraModel) -> list[MetTag | None]:
    """All at once, for one by one they take as long each; None for those that lie nowhere."""
    if not sights:
        return []
    heights = np.array([each.height for each in sights])
    met = model.places(np.array([each.corners for each in sights]), height=heights[:, None])
    middles = met.sum(axis=1) / 4
    along = met[:, 1] - met[:, 0] + met[:, 2] - met[:, 3]
    turns = np.degrees(np.arctan2(along[:, 1], along[:, 0]))
    slopes = model.place_slopes(np.column_stack([middles, heights]))
    rows = zip(
        sights,
        middles.tolist(),
        turns.tolist(),
        _stretches(slopes.pixel).tolist(),
        (_HEIGHT_IN * slopes.height).tolist(),
        strict=True,
    )
    found: list[MetTag | None] = []
    for sight, (x, y), turn, inches, (by_x, by_y) in rows:
        if not math.isfinite(x + y + turn):
            found.append(None)
            continue
        own = (inches * sight.sigma_px) ** 2 + _FIT_IN**2
        spread = Spread(xx=own + by_x * by_x, xy=by_x * by_y, yy=own + by_y * by_y)
        found.append(MetTag(x=x, y=y, turn_deg=turn, spread=spread))
    return found


def _stretches(slopes: Floats) -> Floats:
    """The most that each of n 2 x 2 matrices makes a way longer."""
    square = (slopes**2).sum(axis=(1, 2))
    area = slopes[:, 0, 0] * slopes[:, 1, 1] - slopes[:, 0, 1] * slopes[:, 1, 0]
    found: Floats = np.sqrt((square + np.sqrt(np.maximum(square**2 - 4 * area**2, 0.0))) / 2)
    return found


def passing(
    tags: Sequence[tuple[PieceTag, TagSight]], *, met: MetTags, camera: int
) -> PassingPose | None:
    """A piece by the surest of its tags that a camera sees; None where that lies nowhere."""
    there = [(tag, sight, at) for tag, sight in tags if (at := met[sight]) is not None]
    if not there:
        return None
    tag, _, seen = min(there, key=lambda each: each[1].sigma_px)
    heading = seen.turn_deg - float(tag.turn)
    cosine, sine = math.cos(math.radians(heading)), math.sin(math.radians(heading))
    x = seen.x - (cosine * tag.x - sine * tag.y)
    y = seen.y - (sine * tag.x + cosine * tag.y)
    return PassingPose(camera=camera, at=(x, y), heading=heading, spread=seen.spread)


def best_of(
    seen: Sequence[PassingPose], *, velocity: Flat, clock_sigmas: Mapping[int, float]
) -> PassingPose:
    """The surest, with the error that its clock brings: nobody knows just when it was there."""
    widened = [each.spread.along(velocity, sigma=clock_sigmas[each.camera]) for each in seen]
    spread, best = min(zip(widened, seen, strict=True), key=lambda each: each[0].size)
    return PassingPose(camera=best.camera, at=best.at, heading=best.heading, spread=spread)
