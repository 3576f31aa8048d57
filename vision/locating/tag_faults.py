"""Says why a tag that was seen is not to be trusted, in words for the people at the table."""

import math
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np

from calibration.camera_model import CameraModel
from rules.table.snapshot import TableSize
from rules.table.units import plain
from vision.fit.placed import FitOutcome, FreeTag
from vision.locating.located import Flag, TagFault
from vision.sighting import Floats, Sighting

WRONG_SIZE: Final = 0.02
"""Share by which a level square may be too large or small: a height that is wrong by an inch, seen
from four feet, is as much. A smaller error costs less than the stated error."""
TILTED: Final = 0.015
"""Share of its side by which a square's corners may miss a level square: 20 degrees of tilt."""
_SIGMAS: Final = 4.0
"""And by so many standard errors of the corners, so that small blurred tags are not flagged."""
_BESIDE: Final = 0.05
"""Inches beyond the table's edge that a piece may hang over before it lies beside the table."""
SHADED: Final = Flag(
    fault=TagFault.COVERED,
    says="a shadow's edge crosses it: turn the lamp, or light the table from two sides",
)

WASHED_OUT: Final = Flag(
    fault=TagFault.FAINT,
    says="its ink is nearly as light as its paper, by a lamp's gloss or a pale print: turn the "
    "lamp, or print it dark and matt",
)

OVERLIT: Final = Flag(
    fault=TagFault.FAINT,
    says="its paper is burnt to white, and the light spreads over its ink: turn the lamp, or lower "
    "the exposure",
)


def numbers_seen_twice(
    sightings: Iterable[Sighting], *, shared: Collection[int]
) -> Mapping[int, int]:
    """How often each number is seen that belongs to one thing and is seen more than once."""
    counts = Counter(seen.number for seen in sightings)
    return {number: count for number, count in counts.items() if count > 1 and number not in shared}


def duplicated(number: int, *, count: int) -> Flag:
    """The flag of each of several tags with one unique number."""
    return Flag(
        fault=TagFault.DUPLICATED,
        says=f"tag {number} is seen in {count} places, expected one: none of them is used; "
        "take away the copies",
    )


def beside_the_table(x: float, y: float, *, table: TableSize) -> Flag | None:
    """The flag of a place that is not on the table."""
    out = max(-x, x - table.width, -y, y - table.depth)
    if out <= _BESIDE:
        return None
    return Flag(
        fault=TagFault.OFF_TABLE,
        says=f"it lies {plain(out)} in outside of the {table.width:g} x {table.depth:g} in table",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Squareness:
    """How a quadrilateral would lie on the level plane that it should be on."""

    size: float
    """Mean side by the side that was printed."""
    size_sigma: float
    skew: float
    """How far, at most, a corner is from the nearest level square, as a share of the side."""
    skew_sigma: float


def squareness(
    tag: FreeTag, *, camera: CameraModel, height: float, side: float
) -> Squareness | None:
    """Compare a tag's free corners with a level square; None above the horizon."""
    corners = camera.places(tag.corners, height=height)
    if not np.isfinite(corners).all():
        return None
    points = np.concatenate([corners, np.full((4, 1), height)], axis=1)
    slopes = camera.place_slopes(points).pixel
    way = np.zeros((8, 8))
    for corner in range(4):
        way[2 * corner : 2 * corner + 2, 2 * corner : 2 * corner + 2] = slopes[corner]
    spread = way @ tag.covariance @ way.T
    middle, right, up = _level_square(corners)
    scale = math.hypot(right, up)
    fitted = middle + _SQUARE @ np.array([[right, up], [-up, right]])
    miss = float(np.hypot(*(corners - fitted).T).max())
    along = _size_direction(right, up)
    return Squareness(
        size=2 * scale / side,
        size_sigma=2 * math.sqrt(max(float(along @ spread @ along), 0.0)) / side,
        skew=miss / (2 * scale),
        skew_sigma=math.sqrt(float(np.trace(spread)) / 8) / (2 * scale),
    )


_SQUARE: Final = np.array([[-1.0, 1.0], [1.0, 1.0], [1.0, -1.0], [-1.0, -1.0]])
"""Half sides to the right and upwards of each corner, in the order of every sighting."""


def _level_square(corners: Floats) -> tuple[Floats, float, float]:
    """The middle, and the half side to the right (its east and north), of the nearest square."""
    middle = corners.mean(axis=0)
    off = corners - middle
    right = float((_SQUARE[:, 0] * off[:, 0] + _SQUARE[:, 1] * off[:, 1]).sum()) / 8
    up = float((_SQUARE[:, 0] * off[:, 1] - _SQUARE[:, 1] * off[:, 0]).sum()) / 8
    return middle, right, up


def _size_direction(right: float, up: float) -> Floats:
    """How the half side changes with each corner's east and north."""
    scale = math.hypot(right, up)
    east, north = right / scale, up / scale
    by_x = (_SQUARE[:, 0] * east - _SQUARE[:, 1] * north) / 8
    by_y = (_SQUARE[:, 1] * east + _SQUARE[:, 0] * north) / 8
    return np.stack([by_x, by_y], axis=1).reshape(-1)


def unlevel(found: Squareness, *, height: float, side: float) -> Flag | None:
    """What is wrong with a square that does not lie as it should; None where nothing is."""
    if found.skew > max(TILTED, _SIGMAS * found.skew_sigma):
        return Flag(
            fault=TagFault.TILTED,
            says=f"its corners miss a level square by {found.skew:.1%} of its side, expected at "
            f"most {TILTED:.1%}: lay it flat",
        )
    off = found.size - 1
    if abs(off) > max(WRONG_SIZE, _SIGMAS * found.size_sigma):
        return Flag(
            fault=TagFault.WRONG_SIZE,
            says=f"it looks {abs(off):.1%} too {'large' if off > 0 else 'small'} for a tag of "
            f"{plain(side)} in at {plain(height)} in: check its height in the roster and its print",
        )
    return None


def of_outcome(outcome: FitOutcome | None, *, px_per_cell: float) -> Flag:
    """Why the fit did not place a tag; None is one that lies nowhere below the horizon."""
    match outcome:
        case FitOutcome.COVERED:
            return Flag(
                fault=TagFault.COVERED,
                says="something lies over it or in its shadow's edge: clear the view of it",
            )
        case FitOutcome.BENT:
            return Flag(
                fault=TagFault.TILTED,
                says="its paper is bent or creased, and nobody can tell where it would lie flat: "
                "press it flat, or glue it on card",
            )
        case FitOutcome.RIVALLED | FitOutcome.UNLIKE:
            return Flag(
                fault=TagFault.DOUBTFUL,
                says="it does not look enough like this tag and no other: clean it, light it, or "
                "print it larger",
            )
        case _:
            return Flag(
                fault=TagFault.BLURRED,
                says=f"a cell of it has {px_per_cell:.1f} pixels: come nearer, focus, or print it "
                "larger",
            )
