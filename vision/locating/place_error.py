"""Adds up the error of a tag's place, with all that its own fit cannot know."""

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass
from typing import Final

import numpy as np

from calibration.anchors import Calibrated
from calibration.error import Own, joint_covariance, own_covariances, shared_error
from calibration.lens import Floats
from rules.table.snapshot import Covariance, SharedError, TableSize
from vision.fit.placed import PlacedTag


@dataclass(frozen=True, slots=True, kw_only=True)
class Care:
    """How carefully pieces are made, each a standard error."""

    flat_height_in: float = 0.01
    """Of a tag that lies on the table: paper and card are 0.005 to 0.06 in thick."""
    raised_height_in: float = 1 / 64
    """Of a tag whose height somebody measured with a ruler."""
    lean_deg: float = 0.5
    """Of a raised tag against the upright: what leans by this is 0.009 in off for an inch."""
    glued_in: float = 0.01
    """Of a tag's place on its piece, where a piece has several."""
    glued_deg: float = 0.3
    """Of a tag's turn on its piece, where a piece has several."""


EXACT: Final = Care(
    flat_height_in=0.0, raised_height_in=0.0, lean_deg=0.0, glued_in=0.0, glued_deg=0.0
)


class PlaceErrors:
    """Adds up errors for one calibration; what is the same for all pictures is found once."""

    def __init__(self, calibrated: Calibrated, *, table: TableSize, care: Care) -> None:
        self.calibrated = calibrated
        self.care, self._table = care, table
        summary = shared_error(calibrated, table=table)
        self.shared: SharedError = summary.shared
        self._rest = np.diag([float(summary.own) ** 2, float(summary.own) ** 2, 0.0])

    def under(self, calibrated: Calibrated) -> "PlaceErrors":
        """The same for a camera that has drifted a little.

        What is summed up for the whole table is kept as long as it is as sure as it was.
        """
        if calibrated.covariance is not self.calibrated.covariance:
            return PlaceErrors(calibrated, table=self._table, care=self.care)
        found = copy(self)
        found.calibrated = calibrated
        return found

    def own_covariances(
        self, tags: Sequence[PlacedTag], *, heights: Sequence[float], raised: Sequence[float]
    ) -> Floats:
        """Of x, y (inches) and heading (degrees): fit, height, flatness, lean, the picture's floor.

        ``raised`` is how much of each height is the piece's own. What calibration does is not in
        them (n x 3 x 3).
        """
        if not tags:
            return np.zeros((0, 3, 3))
        at = np.array([(tag.x_in, tag.y_in) for tag in tags])
        slopes = self.calibrated.model.place_slopes(np.column_stack([at, heights]))
        floor = self.calibrated.floor
        pixels = (floor.shift**2 + floor.corner**2 / 4) * np.eye(2)
        covariances = np.array([tag.covariance for tag in tags])
        own_heights = np.asarray(raised, dtype=np.float64)
        is_raised = own_heights > 0
        own = Own(
            height=np.where(is_raised, self.care.raised_height_in, self.care.flat_height_in),
            lean_deg=np.where(is_raised, self.care.lean_deg, 0.0),
        )
        covariances[:, :2, :2] += own_covariances(
            slopes,
            heights=own_heights,
            pixels=pixels,
            own=own,
            flatness=self.calibrated.flatness,
        )
        # Four corners that are off by themselves turn a square by this much.
        across = np.array([tag.corners[1] - tag.corners[0] for tag in tags])
        sides = np.maximum(np.hypot(across[:, 0], across[:, 1]), 1.0)
        covariances[:, 2, 2] += np.degrees(floor.corner / (np.sqrt(2.0) * sides)) ** 2
        return covariances

    def glued(self, covariance: Floats) -> Floats:
        """The covariance of a tag that has to agree with others of its piece."""
        spread = np.diag([self.care.glued_in**2, self.care.glued_in**2, self.care.glued_deg**2])
        return covariance + spread

    def for_rules(self, own: Floats) -> Floats:
        """With what calibration does to each place and ``shared`` cannot say."""
        found: Floats = own + self._rest
        return found

    def whole_covariance(self, own: Floats, *, x: float, y: float, height: float) -> Floats:
        """With all that calibration does to this place."""
        at = np.array([[x, y, height]])
        found = own.copy()
        found[:2, :2] += joint_covariance(self.calibrated, at)
        return found


def as_covariance(matrix: Floats) -> Covariance:
    """A 3 x 3 matrix of x, y (inches) and heading (degrees) as the rules take it."""
    return covariance_of(matrix.tolist())


def covariance_of(rows: Sequence[Sequence[float]]) -> Covariance:
    """The same of its rows."""
    (xx, xy, xh), (yx, yy, yh), (hx, hy, hh) = rows
    return Covariance(xx=xx, xy=(xy + yx) / 2, yy=yy, xh=(xh + hx) / 2, yh=(yh + hy) / 2, hh=hh)
