"""Makes a camera's picture of the light that a path tracer found: exposure, noise, tone."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from benchmarks.path_traced.eye import Floats

Grey = NDArray[np.uint8]

_FULL: Final = 9000.0
"""Electrons of a pixel that is just burnt to white, in good light; less by a dim lamp."""
_DIM: Final = 1500.0
_READ: Final = 4.0
"""Electrons of noise of each pixel's own."""
_BRIGHT: Final = 0.82
"""Of the full scale: where exposure puts the brighter parts of a table."""


def exposed(light: Floats) -> Floats:
    """The same as shares of what burns a pixel to white, as a camera sets itself."""
    return np.asarray(light * (_BRIGHT / float(np.percentile(light, 96))))


def developed(shares: Floats, *, seed: int, is_dim: bool) -> Grey:
    """Grey levels of a picture that was exposed so."""
    rng = np.random.default_rng(seed)
    full = _DIM if is_dim else _FULL
    caught = rng.normal(shares * full, np.sqrt(np.maximum(shares, 0) * full + _READ**2))
    linear = np.clip(caught / full, 0, 1)
    tone = np.where(linear < 0.0031308, 12.92 * linear, 1.055 * linear ** (1 / 2.4) - 0.055)
    return np.asarray(np.round(255 * tone), dtype=np.uint8)
