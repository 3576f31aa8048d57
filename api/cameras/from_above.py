"""Straightens the table's picture, as if taken from high above with north at the top."""

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera_model import CameraModel
from rules.table.snapshot import TableSize
from rules.table.units import Inches


def from_above(
    picture: NDArray[Any], *, model: CameraModel, table: TableSize, per_in: float
) -> NDArray[np.uint8]:
    """The table at so many pixels to the inch; what stands higher is pushed away from the camera.

    A pixel's middle stands for the middle of its square of table. What the camera does not see is
    black.
    """
    wide, tall = pixels_of(table.width, per_in), pixels_of(table.depth, per_in)
    x, y = np.meshgrid(
        (np.arange(wide) + 0.5) * (table.width / wide),
        table.depth - (np.arange(tall) + 0.5) * (table.depth / tall),
    )
    spots = np.stack([x.ravel(), y.ravel(), np.zeros(x.size)], axis=1)
    seen = model.pixels(spots).reshape(tall, wide, 2).astype(np.float32)
    straight = cv2.remap(picture, seen[..., 0], seen[..., 1], cv2.INTER_LINEAR)
    return np.asarray(straight, dtype=np.uint8)


def pixels_of(length: Inches, per_in: float) -> int:
    """Whole pixels for a length, at least one."""
    return max(1, round(length * per_in))
