"""Shows what a camera sees of one height over the table as seen from straight above."""

import math
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera_model import CameraModel
from rules.table.snapshot import TableSize
from vision.sighting import Floats, Grey

Shades = NDArray[np.float32]
"""Rows x columns of grey levels."""

_KNOT: Final = 16
"""Pixels between those whose places are reckoned; between them the way is nearly straight."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class LevelView:
    """The table at one height, its north upwards."""

    shades: Shades
    px_per_in: float
    depth_in: float

    def places(self, columns: Floats, rows: Floats) -> Floats:
        """Inches on the table (n x 2) of pixels."""
        return np.stack(
            [(columns + 0.5) / self.px_per_in, self.depth_in - (rows + 0.5) / self.px_per_in],
            axis=-1,
        )


def level_view(
    grey: Grey, *, camera: CameraModel, table: TableSize, height: float, px_per_in: float
) -> LevelView:
    """Straighten all of the table; what the picture does not show is black."""
    columns = math.ceil(table.width * px_per_in)
    rows = math.ceil(table.depth * px_per_in)
    view = LevelView(
        shades=np.zeros((0, 0), dtype=np.float32),
        px_per_in=px_per_in,
        depth_in=float(table.depth),
    )
    across = np.arange(0, columns + _KNOT, _KNOT, dtype=np.float64)
    down = np.arange(0, rows + _KNOT, _KNOT, dtype=np.float64)
    x, y = np.meshgrid(across, down)
    knots = np.column_stack([view.places(x.ravel(), y.ravel()), np.full(x.size, height)])
    # Above the horizon nothing is seen; far outside of any picture remap finds nothing either.
    seen = np.nan_to_num(camera.pixels(knots), nan=-1e4).reshape(*x.shape, 2)
    wide, high = _between(across, columns), _between(down, rows)
    maps = [(high @ seen[..., axis] @ wide.T).astype(np.float32) for axis in (0, 1)]
    shades = cv2.remap(grey, maps[0], maps[1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)
    return LevelView(
        shades=np.asarray(shades, dtype=np.float32),
        px_per_in=px_per_in,
        depth_in=float(table.depth),
    )


def _between(knots: Floats, count: int) -> Floats:
    """How much each knot has to say about each pixel (pixels x knots)."""
    apart = np.abs(np.arange(count)[:, None] - knots[None])
    found: Floats = np.maximum(1.0 - apart / _KNOT, 0.0)
    return found
