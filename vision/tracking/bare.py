"""Remembers the table where nothing stands, so that an empty place can be told as empty."""

import numpy as np

from vision.sighting import Grey
from vision.tracking.change_gate import Whole
from vision.tracking.settings import DEFAULTS, TrackingSettings


class BareTable:
    """A picture of the table put together from parts that were searched and had nothing on them."""

    def __init__(self, *, settings: TrackingSettings = DEFAULTS) -> None:
        self._settings = settings
        self._picture: Grey = np.zeros((0, 0), dtype=np.uint8)
        self._known = np.zeros((0, 0), dtype=np.bool_)

    def learn(self, small: Grey, *, patches: Whole, taken: Whole) -> None:
        """Learn parts that were searched at rest, except what is `taken` by tags."""
        if self._picture.shape != small.shape:
            self._picture, self._known = small.copy(), np.zeros(small.shape, dtype=np.bool_)
        free = np.zeros(small.shape, dtype=np.bool_)
        for left, top, right, bottom in patches.tolist():
            free[top:bottom, left:right] = True
        for left, top, right, bottom in taken.tolist():
            free[top:bottom, left:right] = False
        self._picture[free] = small[free]
        self._known |= free

    def is_bare(self, small: Grey, *, patches: Whole) -> bool:
        """Whether all of these places look as they do when nothing stands on them."""
        if self._picture.shape != small.shape or not len(patches):
            return False
        levels, share = self._settings.bare_levels, self._settings.bare_share
        for left, top, right, bottom in patches.tolist():
            part = (slice(top, bottom), slice(left, right))
            if small[part].size == 0:
                return False
            off = np.abs(small[part].astype(np.int16) - self._picture[part])
            if float((self._known[part] & (off <= levels)).mean()) < share:
                return False
        return True
