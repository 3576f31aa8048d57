"""Tells a stream that repeats one picture, with hardly anything new in it, from a table at rest."""

import math
from dataclasses import dataclass, field
from typing import Final

import cv2
import numpy as np

from vision.sighting import Grey

_ROWS: Final = 64
"""One row of so many is compared: they tell most pictures apart, and cost next to nothing."""
_MOST: Final = 4
"""Grey levels up to which a difference counts: a hand is not to be taken for noise."""
_STILL: Final = 0.4
"""Share of its usual noise below which a camera's picture is a repeated one."""
_LEARNT_S: Final = 1.0
"""Seconds whose mean is one measure of how much noise is usual."""
_KNOWN_S: Final = 10.0
"""For so long a camera is looked at before its quietest second counts as usual."""
_NOISY: Final = 0.5
"""Grey levels of that second below which nothing is concluded: a film's coder sends little of a
table at rest, and may send less."""
_LIGHT: Final = 1.25
"""Times as light or dark, from which on the usual noise is learnt anew."""


@dataclass(slots=True, kw_only=True)
class Stillness:
    """Since when one camera shows nothing new.

    A sensor's noise is new in every picture. A stream that hangs repeats its last one, to the last
    bit or with a clock, or a coder's noise, over it: then most of the noise is gone. Noise as
    strong as the camera's own, laid over a picture that stands, cannot be told from a camera's.
    """

    since_s: float = 0.0
    _picture: Grey | None = field(default=None, repr=False)
    _light: float = 0.0
    _usual: float = math.inf
    """Mean difference of two pictures, in the quietest second so far."""
    _sum: float = 0.0
    _count: int = 0
    _block_s: float = 0.0
    _begun_s: float = 0.0

    def look(self, grey: Grey, *, seconds: float) -> None:
        """Take the next picture."""
        before, self._picture = self._picture, grey
        if before is None or before.shape != grey.shape:
            self.since_s = seconds
            self._begin(grey, seconds=seconds)
            return
        if np.array_equal(before[::_ROWS], grey[::_ROWS]):
            if not np.array_equal(before, grey):
                self.since_s = seconds
            return
        new = _news(grey, before)
        light = _light(grey)
        if not 1 / _LIGHT < (light + 1.0) / (self._light + 1.0) < _LIGHT:
            self._begin(grey, seconds=seconds)
        if not self._is_known(seconds) or new > _STILL * self._usual:
            self.since_s = seconds
            self._learn(new, seconds=seconds)

    def _is_known(self, seconds: float) -> bool:
        return seconds - self._begun_s >= _KNOWN_S and _NOISY <= self._usual < math.inf

    def _learn(self, new: float, *, seconds: float) -> None:
        self._sum, self._count = self._sum + new, self._count + 1
        if seconds - self._block_s < _LEARNT_S:
            return
        self._usual = min(self._usual, self._sum / self._count)
        self._begin_block(seconds)

    def _begin(self, grey: Grey, *, seconds: float) -> None:
        """Learn anew how much noise is usual."""
        self._light, self._usual, self._begun_s = _light(grey), math.inf, seconds
        self._begin_block(seconds)

    def _begin_block(self, seconds: float) -> None:
        self._sum, self._count, self._block_s = 0.0, 0, seconds


def _news(grey: Grey, before: Grey) -> float:
    off = cv2.absdiff(np.ascontiguousarray(grey[::_ROWS]), np.ascontiguousarray(before[::_ROWS]))
    return float(np.minimum(off, np.uint8(_MOST)).sum()) / off.size


def _light(grey: Grey) -> float:
    return float(grey[::_ROWS, ::16].mean())
