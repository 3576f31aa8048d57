"""Measures how much noise a picture has, whatever it shows."""

from typing import Final

import cv2
import numpy as np

from vision.sighting import Grey

_BLOCK: Final = 24
"""Pixels along the side of the parts that are compared."""
_CALM: Final = 10.0
"""Per cent of the parts that show least: there is noise everywhere, and something on most of it."""
_KERNEL: Final = np.array([[1, -2, 1], [-2, 4, -2], [1, -2, 1]], dtype=np.float32)
"""Blind to planes and edges along rows and columns; it makes six times the noise of a pixel."""


def noise_of(grey: Grey) -> float:
    """Standard deviation in grey levels, rather too small than too large.

    Black and burnt parts have none, and count for nothing.
    """
    told = np.asarray(cv2.filter2D(grey, cv2.CV_32F, _KERNEL))
    rows, columns = (size // _BLOCK for size in grey.shape)
    if not rows * columns:
        return 0.0
    parts = told[: rows * _BLOCK, : columns * _BLOCK].reshape(rows, _BLOCK, columns, _BLOCK)
    squares = (parts * parts).mean(axis=(1, 3))
    noisy = squares[squares > 0]
    return float(np.sqrt(np.percentile(noisy, _CALM)) / 6) if noisy.size else 0.0
