"""Describes how a real lens may differ, smoothly, from every formula for lenses."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from calibration.lens import Floats

_REACH: Final = 0.15
"""Share of the picture's long side over which such a difference stays alike."""
_OVERLAP: Final = float(np.sqrt(np.pi / 2))
"""Length of all bumps on a grid together, at any place, where each is one high."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Glass:
    """Bumps all over the picture, each of which shifts pixels near it by a little in x and y.

    At one standard error each they shift every place by that much, and nearby places alike.
    """

    centres: Floats
    """n x 2 pixels."""
    reach: float

    @property
    def count(self) -> int:
        """How many values describe it."""
        return 2 * len(self.centres)

    def shifts(self, pixels: Floats) -> Floats:
        """How pixels (... x 2) change with the values (... x 2 x count)."""
        away = ((pixels[..., None, :] - self.centres) ** 2).sum(axis=-1)
        bumps = np.exp(-away / self.reach**2) / _OVERLAP
        found = np.zeros((*pixels.shape[:-1], 2, self.count))
        found[..., 0, 0::2] = found[..., 1, 1::2] = bumps
        return found


CLEAR: Final = Glass(centres=np.zeros((0, 2)), reach=1.0)
"""A lens that is just as its formula says."""


def glass_of(*, width: int, height: int) -> Glass:
    """For a picture of this size."""
    reach = _REACH * max(width, height)
    x, y = (
        (np.arange(count) - (count - 1) / 2) * reach + size / 2
        for size in (width, height)
        for count in [int(np.ceil(size / reach)) + 1]
    )
    centres = np.stack(np.meshgrid(x, y), -1).reshape(-1, 2)
    return Glass(centres=centres, reach=reach)
