"""Turns the errors of pixels, heights and calibration into inches on the table."""

import math
from dataclasses import dataclass
from typing import Final

import numpy as np

from calibration.anchors import Calibrated
from calibration.camera_model import PlaceSlopes
from calibration.lens import Floats
from rules.table.snapshot import SharedError, TableSize
from rules.table.units import Inches

SHORTEST: Final = 3.0
LONGEST: Final = 40.0
"""Inches between which lengths decide games, and for which the shared error has to be honest."""
TALLEST: Final = 3.0
"""Inches above the table up to which tags are read."""
_PAIRS: Final = 800
_MARGIN: Final = 1.02
"""On the shared standard error, for pairs between those that were looked at."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Own:
    """What makes the place of each piece unsure by itself: one number for all, or one for each."""

    height: Floats | float = 0.0
    """Standard error of the height of the tag above the table as it is meant, in inches."""
    lean_deg: Floats | float = 0.0
    """Standard error of how far it leans: its top is then not above its foot."""


EXACT: Final = Own()


def place_covariances(
    calibrated: Calibrated,
    points: Floats,
    *,
    pixels: Floats | None = None,
    own: Own = EXACT,
) -> Floats:
    """Of places (n x 2 x 2, square inches) seen at points of the table (n x 3), all together.

    ``pixels`` (n x 2 x 2) is what the fit of the tag itself is unsure by, in square pixels.
    """
    slopes = calibrated.model.place_slopes(points)
    by_camera = calibrated.model.place_parameter_slopes(points)
    found: Floats = by_camera @ calibrated.of_camera @ np.swapaxes(by_camera, -1, -2)
    return found + own_covariances(
        slopes, heights=points[..., 2], pixels=pixels, own=own, flatness=calibrated.flatness
    )


def own_covariances(
    slopes: PlaceSlopes,
    *,
    heights: Floats,
    pixels: Floats | None = None,
    own: Own = EXACT,
    flatness: float = 0.0,
) -> Floats:
    """What is each place's own and not the camera's: pixels, height, flatness and lean."""
    variance = np.asarray(own.height**2 + flatness**2)[..., None, None]
    found: Floats = variance * slopes.height[..., :, None] * slopes.height[..., None, :]
    lean = (np.radians(own.lean_deg) * np.asarray(heights, dtype=np.float64)) ** 2
    found = found + lean[..., None, None] * np.eye(2)
    if pixels is not None:
        found = found + slopes.pixel @ pixels @ np.swapaxes(slopes.pixel, -1, -2)
    return found


def joint_covariance(calibrated: Calibrated, points: Floats) -> Floats:
    """What calibration does to n places at once (2n x 2n): x and y of each after the other."""
    slopes = calibrated.model.place_parameter_slopes(points).reshape(-1, 15)
    found: Floats = slopes @ calibrated.of_camera @ slopes.T
    return found


def distance_variances(calibrated: Calibrated, starts: Floats, *, ends: Floats) -> Floats:
    """What calibration does to the distances between points (n x 3 each), in square inches."""
    span = ends[:, :2] - starts[:, :2]
    along = span / np.hypot(*span.T)[:, None]
    slopes = calibrated.model.place_parameter_slopes(ends)
    slopes = slopes - calibrated.model.place_parameter_slopes(starts)
    by_camera = (along[:, None, :] @ slopes)[:, 0]
    found: Floats = np.einsum("ni,ij,nj->n", by_camera, calibrated.of_camera, by_camera)
    return np.maximum(found, 0.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """A calibration's error as the rules use it."""

    shared: SharedError
    own: float
    """Standard error in inches to add to x and y of every pose: what no scale and tilt explains."""


def shared_error(calibrated: Calibrated, *, table: TableSize) -> Summary:
    """Scale, tilt and a remainder that understate no distance from 3 to 40 in, and overstate
    little.

    What the rules make of them is a model; it has to lie above what calibration really does to
    pairs of places at every height, and of all such models this is the closest on average.
    """
    starts, ends = pairs_over(table)
    claimed = distance_variances(calibrated, starts, ends=ends)
    return summary_of(claimed, starts, ends=ends, table=table)


def summary_of(claimed: Floats, starts: Floats, *, ends: Floats, table: TableSize) -> Summary:
    """The same, from the variances (n) of the distances between points (n x 3 each)."""
    length = ((ends - starts)[:, :2] ** 2).sum(axis=1)
    tilt = _tilt(starts, ends=ends, table=table)
    best, least = (0.0, 0.0, 0.0), math.inf
    scales = float((claimed / length).max()) * np.linspace(0.0, 1.0, 41)
    by_scale = scales[:, None] * length
    floor = np.maximum(claimed, 1e-16)
    for own in float(claimed.max()) / 2 * np.array([0.0, *np.geomspace(1e-3, 1.0, 14)]):
        planes = np.max((claimed - by_scale - 2 * own) / tilt, axis=1, initial=0.0)
        stated = by_scale + 2 * own + planes[:, None] * tilt
        costs = np.sqrt(stated / floor).mean(axis=1)
        at = int(costs.argmin())
        if costs[at] < least:
            best, least = (float(scales[at]), float(planes[at]), float(own)), float(costs[at])
    scale, plane, own = (math.sqrt(each) * _MARGIN for each in best)
    return Summary(
        shared=SharedError(scale=min(1.0, scale), plane=Inches(min(1000.0, plane))), own=own
    )


def _tilt(starts: Floats, *, ends: Floats, table: TableSize) -> Floats:
    """What the rules multiply the square of SharedError.plane by."""
    middle = np.array([table.width, table.depth]) / 2
    span = (ends - starts)[:, :2]
    along = span / np.hypot(*span.T)[:, None]
    found = np.zeros_like(span)
    for at, sign in ((ends, 1.0), (starts, -1.0)):
        offset = (at[:, :2] - middle) / np.hypot(*middle)
        found += sign * offset * (offset * along).sum(axis=1)[:, None]
    # A pair on either side of the middle feels no tilt, and no tilt can stand for its error.
    felt: Floats = np.maximum((found**2).sum(axis=1), 1e-6)
    return felt


def pairs_over(table: TableSize) -> tuple[Floats, Floats]:
    """Pairs of places all over a table.

    The same points for every calibration, so that a step never changes the number by chance.
    """
    rng = np.random.default_rng(0)
    size = np.array([table.width, table.depth], dtype=np.float64)
    starts, ends = np.empty((0, 3)), np.empty((0, 3))
    while len(starts) < _PAIRS:
        one = rng.uniform(0, size, (4 * _PAIRS, 2))
        turn = rng.uniform(0, 2 * np.pi, 4 * _PAIRS)
        reach = rng.uniform(SHORTEST, min(LONGEST, float(np.hypot(*size))), 4 * _PAIRS)
        other = one + reach[:, None] * np.stack([np.cos(turn), np.sin(turn)], -1)
        is_in = ((other >= 0) & (other <= size)).all(axis=1)
        heights = rng.uniform(0, TALLEST, (int(is_in.sum()), 2))
        starts = np.concatenate([starts, np.column_stack([one[is_in], heights[:, 0]])])
        ends = np.concatenate([ends, np.column_stack([other[is_in], heights[:, 1]])])
    return starts[:_PAIRS], ends[:_PAIRS]
