"""Works out how many pixels an inch gets at the far edge of a table that is seen aslant."""

import math
from dataclasses import dataclass
from typing import Final

HFOV: Final = math.radians(62)
"""How wide a webcam sees. A narrower lens hangs farther away and loses less at the far edge."""
LENS: Final = 0.97
"""What such a lens leaves of an inch in the corners of the picture."""
_NEAREST: Final = 0.2
_FARTHEST: Final = 0.6
"""Where the middle of the picture may be, in shares of the table from the camera's side."""
_AIMS: Final = 25
_HORIZON: Final = math.radians(88)


@dataclass(frozen=True, slots=True, kw_only=True)
class AslantCamera:
    """A camera beside a table, as near as it may be to have all of the table in the picture."""

    tilt: float
    """In degrees from straight down."""
    size: tuple[int, int]
    """Pixels across and up."""
    table: tuple[float, float]
    """Inches along the side it stands at, and away from it."""
    beyond: float
    """Inches around the table that are in the picture, too."""

    @property
    def least_px_per_in(self) -> float:
        """In the far corners, along the way the inch is shortest."""
        height, aim = min(self._height(aim) for aim in self._aims())
        lean, (wide, deep) = math.radians(self.tilt), self.table
        # How far in front of the lens the far edge is.
        far = height / math.cos(lean) + (deep - aim) * math.sin(lean)
        focal = self._focal
        across, up = focal / far, focal * height / far**2
        aslant = focal * wide / 2 * math.sin(lean) / far**2
        # The smaller stretch of the map from the table to the picture, from its larger one.
        total, area = across**2 + up**2 + aslant**2, across * up
        longest = math.sqrt((total + math.sqrt(max(0.0, total**2 - 4 * area**2))) / 2)
        return LENS * area / longest

    @property
    def _focal(self) -> float:
        return self.size[0] / 2 / math.tan(HFOV / 2)

    def _aims(self) -> list[float]:
        step = (_FARTHEST - _NEAREST) / (_AIMS - 1)
        return [self.table[1] * (_NEAREST + step * index) for index in range(_AIMS)]

    def _height(self, aim: float) -> tuple[float, float]:
        """The least height of a camera that looks at a point so far in, and that point."""
        lean, half = math.radians(self.tilt), math.atan(self.size[1] / 2 / self._focal)
        wide, deep = self.table
        near, far = aim + self.beyond, deep - aim + self.beyond
        upper, lower = math.tan(min(lean + half, _HORIZON)), math.tan(lean - half)
        room = self._focal * (wide + 2 * self.beyond) / self.size[0]
        heights = (
            far / (upper - math.tan(lean)),
            near / (math.tan(lean) - lower),
            (room + near * math.sin(lean)) * math.cos(lean),
        )
        return max(heights), aim
