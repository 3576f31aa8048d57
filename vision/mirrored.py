"""Notices that a picture shows no tags because a program has mirrored it, as for a video call."""

from collections.abc import Collection
from typing import Final

import numpy as np

from vision.detector import Detector
from vision.sighting import Grey

MIRRORED: Final = (
    "the picture is mirrored, and no tag can be read in it: switch mirroring off where it was taken"
)
_FEWEST: Final = 3
"""Anchors that have to be read in the mirror; one alone may be chance."""


def is_mirrored(grey: Grey, *, detector: Detector, numbers: Collection[int]) -> bool:
    """Whether these numbers can be read once left and right are exchanged."""
    seen = detector.sightings(np.ascontiguousarray(grey[:, ::-1]))
    return len({each.number for each in seen if each.number in numbers}) >= _FEWEST
