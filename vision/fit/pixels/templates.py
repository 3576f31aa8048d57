"""Predicts the blurred picture of a pattern of cells, and how it changes with place and blur."""

import math
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.sighting import Floats

Singles = NDArray[np.float32]

CHANNELS: Final = 4
"""Brightness, its slopes to the right and down (each by cell), and by the logarithm of the blur."""
_SHARPNESS: Final = 1.36
"""Samples in one blur that a look-up between samples needs."""
_FARTHEST: Final = 5.5
"""Blurs beyond which an edge no longer shows; squares of more make numbers that slow down sums."""
_FEWEST_SAMPLES, _MOST_SAMPLES = 8, 64
"""Of a cell: fewer make slopes that are too coarse, more only cost time."""


def samples_for(blur_cells: float) -> int:
    """How finely a cell must be sampled for a blur given in cells.

    >>> samples_for(0.2), samples_for(0.05)
    (8, 28)
    """
    needed = math.ceil(_SHARPNESS / max(blur_cells, 1e-6))
    return min(max(needed, _FEWEST_SAMPLES), _MOST_SAMPLES)


@dataclass(frozen=True, slots=True, kw_only=True)
class Atlas:
    """The pictures of many tags, one under another, each with a white margin of one cell."""

    picture: Singles
    """Rows x columns x 4; white is 1, black is 0."""
    samples: int
    cells: int
    places: Singles
    """Of each tag: how many pictures lie above its own."""
    over: Floats
    """Of each tag: the logarithm of its picture's blur over the blur that was asked for."""

    @property
    def rows(self) -> int:
        """Of one tag."""
        return side_of(cells=self.cells, samples=self.samples)


def side_of(*, cells: int, samples: int) -> int:
    """Rows of a tag's picture, its margin included."""
    return (cells + 2) * samples + 1


def atlas_of(patterns: NDArray[np.bool_], *, blur: Floats, samples: int) -> Atlas:
    """The pictures of tags (n x cells x cells) under blurs (n x 2, across and down, in cells)."""
    count, cells, _ = patterns.shape
    wide = cells + 2
    padded = np.ones((count, wide, wide), dtype=np.float32)
    padded[:, 1:-1, 1:-1] = patterns
    # Looking up between samples blurs by a sixth of a sample's square.
    lean = np.sqrt(np.maximum(blur**2 - 1 / (6 * samples**2), (0.3 / samples) ** 2))
    across, across_slope, across_blur = _weights(lean[:, 0], cells=cells, samples=samples)
    down = np.concatenate(_weights(lean[:, 1], cells=cells, samples=samples), axis=2)
    side = across.shape[1]
    # One product makes all channels side by side: parts made apart take longer to put together.
    rows = np.zeros((count, 3, wide, side, CHANNELS), dtype=np.float32)
    rows[:, 0, ..., 0] = plain = padded @ across.transpose(0, 2, 1)
    rows[:, 0, ..., 1] = padded @ across_slope.transpose(0, 2, 1)
    rows[:, 0, ..., 3] = padded @ across_blur.transpose(0, 2, 1)
    rows[:, 1, ..., 2] = rows[:, 2, ..., 3] = plain
    picture = down @ rows.reshape(count, 3 * wide, side * CHANNELS)
    return Atlas(
        picture=picture.reshape(count * side, side, CHANNELS),
        samples=samples,
        cells=cells,
        places=np.arange(count, dtype=np.float32),
        over=np.zeros(count),
    )


def _weights(blur: Floats, *, cells: int, samples: int) -> tuple[Singles, Singles, Singles]:
    """How much of each cell is in each sample (n x samples x cells), its slope, and by blur."""
    spots = np.arange(side_of(cells=cells, samples=samples)) / samples - 1.0
    edges = np.arange(cells + 1.0)
    far = ((edges - spots[:, None]) / blur[:, None, None]).astype(np.float32)
    near = np.clip(far, -_FARTHEST, _FARTHEST)
    share, bell = _normal(near)
    count, side, _ = far.shape
    ends = np.zeros((count, side, cells + 3), dtype=np.float32)
    ends[:, :, 1:-1], ends[:, :, -1] = share, 1.0
    weight = np.diff(ends, axis=2)
    ends[:, :, 1:-1], ends[:, :, -1] = -bell / blur[:, None, None].astype(np.float32), 0.0
    slope = np.diff(ends, axis=2)
    ends[:, :, 1:-1] = -bell * near
    return weight, slope, np.diff(ends, axis=2)


def _normal(z: Singles) -> tuple[Singles, Singles]:
    """The normal distribution up to z, and its density; to 1e-7 (Abramowitz and Stegun, 26.2.17).

    >>> share, bell = _normal(np.array([0.0, 1.0], dtype=np.float32))
    >>> [round(float(each), 5) for each in (*share, *bell)]
    [0.5, 0.84134, 0.39894, 0.24197]
    """
    bell = np.exp(-0.5 * z * z) * np.float32(1 / math.sqrt(2 * math.pi))
    t = 1 / (1 + np.float32(0.2316419) * np.abs(z))
    tail = t * (
        0.319381530 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429)))
    )
    beyond = bell * tail
    return np.where(z > 0, 1 - beyond, beyond).astype(np.float32), bell.astype(np.float32)
