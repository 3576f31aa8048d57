"""Shows a part of the table as seen from straight above: each pixel is a place."""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera_model import CameraModel
from vision.sighting import Floats

Colours = NDArray[np.uint8]
"""Rows x columns x (blue, green, red)."""
Mask = NDArray[np.bool_]

FINEST: Final = 24.0
"""Pixels an inch of the straightened picture; more than a webcam has on any table."""
COARSEST: Final = 8.0


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class TopView:
    """A square of the table with its north upwards."""

    picture: Colours
    seen: Mask
    """Which of its pixels were in the camera's picture."""
    west: float
    north: float
    """Of the upper left corner of the upper left pixel, in inches."""
    px_per_in: float

    def places(self, pixels: Floats) -> Floats:
        """Inches on the table of pixels (... x 2); whole numbers are centres of pixels."""
        return np.stack(
            [
                self.west + (pixels[..., 0] + 0.5) / self.px_per_in,
                self.north - (pixels[..., 1] + 0.5) / self.px_per_in,
            ],
            axis=-1,
        )

    def pixels(self, places: Floats) -> Floats:
        """The pixels of places (... x 2)."""
        return np.stack(
            [
                (places[..., 0] - self.west) * self.px_per_in - 0.5,
                (self.north - places[..., 1]) * self.px_per_in - 0.5,
            ],
            axis=-1,
        )


def top_view(
    picture: Colours,
    *,
    camera: CameraModel,
    middle: tuple[float, float],
    reach: float,
    height: float = 0.0,
    px_per_in: float | None = None,
) -> TopView:
    """Straighten what a camera sees of the square that reaches so far to all sides of a place.

    It is as fine as the camera sees the place, unless something else is asked for.
    """
    grain = px_per_in or _grain(camera, middle=middle, height=height)
    count = max(8, round(2 * reach * grain))
    view = TopView(
        picture=np.zeros((0, 0, 3), dtype=np.uint8),
        seen=np.zeros((0, 0), dtype=np.bool_),
        west=middle[0] - reach,
        north=middle[1] + reach,
        px_per_in=count / (2 * reach),
    )
    columns, rows = np.meshgrid(np.arange(count, dtype=float), np.arange(count, dtype=float))
    places = view.places(np.stack([columns, rows], axis=-1))
    level = np.full((*places.shape[:2], 1), height)
    at = camera.pixels(np.concatenate([places, level], axis=-1))
    tall, wide = picture.shape[:2]
    seen = np.isfinite(at).all(axis=-1)
    seen &= (at >= 0).all(axis=-1) & (at[..., 0] <= wide - 1) & (at[..., 1] <= tall - 1)
    where = np.where(seen[..., None], at, -1.0).astype(np.float32)
    straight = cv2.remap(
        picture, where[..., 0], where[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT
    )
    return TopView(
        picture=np.asarray(straight, dtype=np.uint8),
        seen=np.asarray(seen),
        west=view.west,
        north=view.north,
        px_per_in=view.px_per_in,
    )


def _grain(camera: CameraModel, *, middle: tuple[float, float], height: float) -> float:
    """As fine as the camera sees the place, within bounds."""
    slopes = camera.pixel_slopes(np.array([*middle, height]))[:, :2]
    if not np.isfinite(slopes).all():
        return COARSEST
    return float(np.clip(np.linalg.norm(slopes, ord=2), COARSEST, FINEST))
