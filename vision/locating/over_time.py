"""Averages what one camera sees of tags at rest, picture after picture."""

from collections.abc import Sequence
from typing import Final

import numpy as np

from calibration.seen import SeenTag

_UNLIKELY: Final = 5.6
"""Squared distance from the average for each spare number, that chance exceeds four times in ten
million."""
_STILL: Final = 0.5
"""Pixels by which a corner of a tag at rest may differ, however exact it claims to be."""


def at_rest(
    pictures: Sequence[Sequence[SeenTag]],
) -> tuple[tuple[SeenTag, ...], tuple[int, ...]]:
    """Each tag once, and the numbers of those that moved between the pictures.

    Only the noise of the pixels gets smaller. What lens and paper differ by from any model is the
    same in all of them, and is added afterwards.
    """
    if len(pictures) == 1:
        return tuple(pictures[0]), ()
    numbers = sorted({tag.number for tags in pictures for tag in tags})
    found, moved = [], []
    for number in numbers:
        seen = [tag for tags in pictures for tag in tags if tag.number == number]
        mean = _mean(seen)
        found.append(mean)
        if _has_moved(seen, mean):
            moved.append(number)
    return tuple(tag for tag in found if tag.number not in moved), tuple(moved)


def _mean(seen: Sequence[SeenTag]) -> SeenTag:
    weights = [np.linalg.inv(tag.covariance) for tag in seen]
    covariance = np.linalg.inv(np.sum(weights, axis=0))
    pulls = [weight @ tag.corners.reshape(8) for weight, tag in zip(weights, seen, strict=True)]
    return SeenTag(
        number=seen[0].number,
        corners=(covariance @ np.sum(pulls, axis=0)).reshape(4, 2),
        covariance=(covariance + covariance.T) / 2,
    )


def _has_moved(seen: Sequence[SeenTag], mean: SeenTag) -> bool:
    offs = [tag.corners - mean.corners for tag in seen]
    if max(float(np.abs(off).max()) for off in offs) < _STILL:
        return False
    total = sum(
        float(off.reshape(8) @ np.linalg.solve(tag.covariance, off.reshape(8)))
        for off, tag in zip(offs, seen, strict=True)
    )
    return total > _UNLIKELY * 8 * (len(seen) - 1)
