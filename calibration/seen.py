"""Holds what a calibration is made from: where printed corners were seen, and how surely."""

from dataclasses import dataclass

import numpy as np

from calibration.lens import Floats
from rules.table.bad_input import BadInputError


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class SeenTag:
    """The black square of one tag in one picture."""

    number: int
    corners: Floats
    """4 x 2 pixels: top left, top right, bottom right, bottom left of the tag as it is printed."""
    covariance: Floats
    """8 x 8 square pixels, of the corners in the same order: x, y, x, y, ..."""

    def __post_init__(self) -> None:
        for name, value, shape in (
            ("corners", self.corners, (4, 2)),
            ("covariance", self.covariance, (8, 8)),
        ):
            if value.shape != shape or not np.isfinite(value).all():
                expected = f"{shape[0]} x {shape[1]} finite numbers"
                raise BadInputError(f"tag {self.number}.{name}", expected=expected, got=f"{value}")


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class SeenBoard:
    """The inner corners of the lens board's chessboard in one picture."""

    picture: str
    """What the player knows the picture by: its file's name, or "view 7"."""
    width: int
    height: int
    numbers: tuple[int, ...]
    """Of the inner corners, row by row from the upper left one, as OpenCV's CharucoBoard counts."""
    points: Floats
    """n x 2 pixels, one for each number."""
    sigma: float = 0.1
    """Standard error of each coordinate, in pixels."""
