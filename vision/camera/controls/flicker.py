"""Notices lamps that flicker with the mains, by the bands that they draw across pictures.

A sensor reads its rows one after the other, so a lamp that goes light and dark a hundred times a
second is seen as bands, which wander from picture to picture. Bands that stand still, where the
camera takes a picture in so many whole flickers, look like shade, and are not noticed.
"""

from collections import deque
from typing import Final

import cv2
import numpy as np

from rules.table.snapshot import Health
from vision.camera.source import Bytes
from vision.sighting import Floats

_ROWS: Final = 128
_STRIPS: Final = 4
"""Bands are as wide as the picture, and the same in each strip of it; a hand is not."""
_FEWEST: Final = 2
"""Bands in a picture: what a hand or a cloud changes is fewer, and broader."""
_MOST: Final = 40
_SLOWLY: Final = 0.1
"""How much of a new picture the usual brightness of each row takes on."""
_LEAST: Final = 0.008
"""Amplitude as a share of the brightness; less does no harm."""
_SHARE: Final = 0.5
"""Of all that differs from the usual, the share that one number of bands explains."""
_ALIKE: Final = 0.7
"""The mean of all strips, as a share of the strongest."""
_EVERY: Final = 3
"""Of so many pictures one is looked at, as lamps flicker for a whole evening."""
_WINDOW: Final = 12
_AGREE: Final = 8
"""So many of the last that were looked at have as many bands, give or take one."""
_TOLD: Final = (
    "lamps flicker in the picture: set the camera to the mains' 50 or 60 Hz, or take other lamps"
)


class FlickerWatch:
    """What the pictures of one camera tell of its light."""

    def __init__(self) -> None:
        self._usual: Floats | None = None
        self._turn = 0
        self._bands: deque[int] = deque(maxlen=_WINDOW)
        self._taper = np.hanning(_ROWS)[:, None]

    def look(self, grey: Bytes) -> Health:
        """What there is to tell after one more picture."""
        self._turn += 1
        if self._turn % _EVERY:
            return self.health
        few = np.ascontiguousarray(grey[::2, ::8], dtype=np.float32)
        rows = np.log(cv2.resize(few, (_STRIPS, _ROWS), interpolation=cv2.INTER_AREA) + 1.0)
        if self._usual is None:
            self._usual = rows
            return Health()
        self._bands.append(self._count(rows - self._usual))
        self._usual = self._usual + _SLOWLY * (rows - self._usual)
        return self.health

    def _count(self, differs: Floats) -> int:
        """How many bands explain how it differs from the usual; 0 for none."""
        waves = np.fft.rfft((differs - differs.mean(axis=0)) * self._taper, axis=0)
        power = np.abs(waves.mean(axis=1)) ** 2
        at = int(np.argmax(power[_FEWEST:_MOST])) + _FEWEST
        # The taper spreads one number of bands over its neighbours, and halves its height.
        is_one = power[at - 1 : at + 2].sum() >= _SHARE * max(float(power.sum()), 1e-12)
        strips = 4.0 * waves[at] / _ROWS
        together = float(np.abs(strips.sum())) / _STRIPS
        is_everywhere = together >= _ALIKE * float(np.abs(strips).max())
        return at if is_one and is_everywhere and together >= _LEAST else 0

    @property
    def health(self) -> Health:
        """Nothing, or that there are bands."""
        counts = np.bincount(self._bands, minlength=_MOST + 1) if self._bands else np.zeros(3)
        near = counts[1:-1] + counts[:-2] + counts[2:]
        near[: _FEWEST - 1] = 0
        return Health(note=_TOLD) if near.max(initial=0) >= _AGREE else Health()
