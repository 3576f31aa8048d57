"""Foresees how far a moving tag comes: it goes on turning aside, and changing its speed, as it did.

A hand that swings leads a tag two cells away from where its last step alone would take it.
"""

import cmath
import math
from typing import Final

from vision.fit.placed import PlacedTag
from vision.sighting import Floats

Motion = tuple[float, float, float]
"""Inches, inches and degrees a second."""
AT_REST: Final[Motion] = (0.0, 0.0, 0.0)
AHEAD_S: Final = 0.15
"""No place is predicted farther ahead: hands change direction sooner."""
STRAIGHT: Final = 1.0 + 0.0j
_SLOWEST_IN_S: Final = 1.0
"""Below it the errors of two fits turn a step as much as a hand does, and it leads nowhere."""
_MOST_TURN: Final = math.radians(60.0)
"""From one step to the next; what turns by more goes back and forth, and nobody knows where to."""
_LEAST, _MOST = 0.5, 1.5
"""Times the speed of the step before."""


def motion(before: Floats, tag: PlacedTag, *, gap_s: float) -> Motion:
    """From a place (x, y, heading) to that of a tag, the short way round."""
    x, y, heading = before.tolist()
    turn = (tag.heading_deg - heading + 180.0) % 360.0 - 180.0
    return ((tag.x_in - x) / gap_s, (tag.y_in - y) / gap_s, turn / gap_s)


def bend(before: Motion, after: Motion) -> complex:
    """By what each step of a tag was turned and stretched since the one before.

    >>> bend((10.0, 0.0, 0.0), (0.0, 10.0, 0.0)), bend((10.0, 0.0, 0.0), (8.0, 6.0, 0.0))
    ((1+0j), (0.8+0.6j))
    """
    one, other = complex(before[0], before[1]), complex(after[0], after[1])
    if min(abs(one), abs(other)) < _SLOWEST_IN_S:
        return STRAIGHT
    by = other / one
    if abs(cmath.phase(by)) > _MOST_TURN:
        return STRAIGHT
    return by * min(max(abs(by), _LEAST), _MOST) / abs(by)


def ahead(last: Motion, *, bent: complex, lasts_s: float) -> Motion:
    """How far a tag comes in so many seconds: inches, inches and degrees."""
    seconds = min(max(lasts_s, 0.0), AHEAD_S)
    step = complex(last[0], last[1]) * bent * seconds
    return (step.real, step.imag, last[2] * seconds)
