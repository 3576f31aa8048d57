"""States what to expect of the lens of a webcam or phone that nobody has measured."""

import math
from dataclasses import dataclass
from typing import Final

import numpy as np

from calibration.lens import COUNT, Floats, Lens
from rules.table.bad_input import BadInputError

_FIELD_DEG: Final = 68.0
"""Horizontal field of view in the middle of what is sold: webcams have 55 to 90."""
_FOCAL: Final = 0.22
"""Standard error of the focal length, as a share: two of them reach from 51 to 100 degrees."""
_SQUARE: Final = 0.002
"""Pixels are square; drivers that squeeze a picture do so by far more than this, and are seen."""
_CENTRE: Final = 0.02
"""Standard error of the optical centre, as a share of the picture's width."""
_BENDING: Final = {"k1": 0.12, "k2": 0.10, "p1": 0.002, "p2": 0.002, "k3": 0.05}
_LOOSENED: Final = 4.0
"""A lens step has plenty to go by, and its prior only keeps what it cannot see from running off."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class LensBelief:
    """A lens and the covariance of its nine parameters."""

    lens: Lens
    covariance: Floats

    def __post_init__(self) -> None:
        shape = (COUNT, COUNT)
        if self.covariance.shape != shape or not np.isfinite(self.covariance).all():
            raise BadInputError(
                "lens.covariance",
                expected="9 x 9 finite numbers",
                got=f"{self.covariance.shape} with {np.isnan(self.covariance).sum()} NaN",
            )


def unmeasured_lens(*, width: int, height: int) -> LensBelief:
    """What to believe of a camera of which only the size of the picture is known.

    A picture that stands upright has its long side where the field of view is meant.
    """
    return _belief(width=width, height=height, loosened=1.0)


def before_lens_step(*, width: int, height: int) -> LensBelief:
    """The same, with room for odd lenses."""
    return _belief(width=width, height=height, loosened=_LOOSENED)


def _belief(*, width: int, height: int, loosened: float) -> LensBelief:
    long = max(width, height)
    focal = long / 2 / math.tan(math.radians(_FIELD_DEG / 2))
    lens = Lens(
        width=width, height=height, fx=focal, fy=focal, cx=(width - 1) / 2, cy=(height - 1) / 2
    )
    covariance = np.zeros((COUNT, COUNT))
    common = (_FOCAL * focal * min(loosened, 1.5)) ** 2
    own = (_SQUARE * focal * loosened) ** 2
    covariance[:2, :2] = common
    covariance[1, 1] += own
    covariance[2, 2] = covariance[3, 3] = (_CENTRE * long * min(loosened, 2.0)) ** 2
    for index, sigma in enumerate(_BENDING.values(), start=4):
        covariance[index, index] = (sigma * loosened) ** 2
    return LensBelief(lens=lens, covariance=covariance)
