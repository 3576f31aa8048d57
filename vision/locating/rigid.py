"""Combines several sightings of one stiff thing into its pose."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

_STEPS: Final = 6
_SETTLED: Final = 1e-16
"""Of the squared step in standard errors."""
STIFF: Final = 20.0
"""Misfit, in squared standard errors for each spare number, that chance makes in one picture of a
million."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class SeenPart:
    """Where a part of the thing was seen, and where on the thing it belongs."""

    seen: Floats
    """x and y in inches, heading in radians."""
    covariance: Floats
    """3 x 3, of the same."""
    x: float
    y: float
    turn: float
    """The part's own place on the thing, and its heading in radians from the thing's."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class SeenParts:
    """The parts of m things, of k parts each."""

    seen: Floats
    """m x k x 3: x and y in inches, heading in radians."""
    covariance: Floats
    """m x k x 3 x 3, of the same."""
    place: Floats
    """m x k x 3: x, y and turn of each on its thing."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Body:
    """The thing's pose: x, y in inches and heading in radians, with its 3 x 3 covariance."""

    pose: Floats
    covariance: Floats
    chi_square: float
    """Squared misfit of the parts in their own errors."""
    spare: int
    """How many more numbers the parts give than the pose needs."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Bodies:
    """The same of m things of as many parts each."""

    pose: Floats
    """m x 3."""
    covariance: Floats
    """m x 3 x 3."""
    chi_square: Floats
    """m."""
    spare: int
    weights: Floats
    """m x k x 3 x 3: how each pose follows each of its parts."""


def body_of(parts: Sequence[SeenPart]) -> Body:
    """The pose that fits all parts together; one part is enough.

    >>> part = SeenPart(seen=np.array([3.0, 4.0, 0.0]), covariance=np.eye(3), x=1, y=0, turn=0)
    >>> body_of([part]).pose.tolist()
    [2.0, 4.0, 0.0]
    """
    found = bodies_of(_together(parts))
    return Body(
        pose=found.pose[0],
        covariance=found.covariance[0],
        chi_square=float(found.chi_square[0]),
        spare=found.spare,
    )


def bodies_of(parts: SeenParts) -> Bodies:
    """The poses of many things at once: one by one they take as long each."""
    pose = _alone(parts)
    weights = np.linalg.inv(parts.covariance)
    slopes, miss = _slopes(parts, pose), _misfits(parts, pose)
    for _ in range(_STEPS):
        pulled = np.swapaxes(slopes, 2, 3) @ weights
        information = (pulled @ slopes).sum(axis=1)
        pull = (pulled @ miss[..., None]).sum(axis=1)[..., 0]
        step = np.linalg.solve(information, pull[..., None])[..., 0]
        pose = pose + step
        slopes, miss = _slopes(parts, pose), _misfits(parts, pose)
        if not ((step * pull).sum(axis=1) >= _SETTLED).any():
            break
    pulled = np.swapaxes(slopes, 2, 3) @ weights
    covariance = np.linalg.inv((pulled @ slopes).sum(axis=1)).astype(np.float64)
    covariance = (covariance + np.swapaxes(covariance, 1, 2)) / 2
    squares: Floats = (miss * (weights @ miss[..., None])[..., 0]).sum(axis=(1, 2))
    return Bodies(
        pose=pose,
        covariance=covariance,
        chi_square=squares,
        spare=3 * parts.seen.shape[1] - 3,
        weights=covariance[:, None] @ pulled,
    )


def misfits(parts: Sequence[SeenPart], pose: Floats) -> list[float]:
    """How far each part is from where a pose has it, in its own standard errors."""
    told = _together(parts)
    miss = _misfits(told, pose[None])
    squares = miss * np.linalg.solve(told.covariance, miss[..., None])[..., 0]
    found: list[float] = np.sqrt(squares.sum(axis=-1))[0].tolist()
    return found


def _together(parts: Sequence[SeenPart]) -> SeenParts:
    """Of one thing."""
    return SeenParts(
        seen=np.array([[part.seen for part in parts]]),
        covariance=np.array([[part.covariance for part in parts]]),
        place=np.array([[(part.x, part.y, part.turn) for part in parts]], dtype=np.float64),
    )


def _alone(parts: SeenParts) -> Floats:
    """The pose of each thing if only its first part is believed."""
    seen, place = parts.seen[:, 0], parts.place[:, 0]
    heading = seen[:, 2] - place[:, 2]
    found: Floats = np.column_stack([seen[:, :2] - _turned(place, heading), heading])
    return found


def _turned(place: Floats, heading: Floats) -> Floats:
    """A place on a thing, as it lies to the thing's middle on the table."""
    cosine, sine = np.cos(heading), np.sin(heading)
    x, y = place[..., 0], place[..., 1]
    return np.stack([cosine * x - sine * y, sine * x + cosine * y], axis=-1)


def _misfits(parts: SeenParts, pose: Floats) -> Floats:
    miss = parts.seen - pose[:, None]
    miss[..., :2] -= _turned(parts.place, pose[:, 2:])
    miss[..., 2] -= parts.place[..., 2]
    miss[..., 2] -= 2 * math.pi * np.round(miss[..., 2] / (2 * math.pi))
    return miss


def _slopes(parts: SeenParts, pose: Floats) -> Floats:
    found: Floats = np.zeros((*parts.seen.shape, 3))
    found[..., range(3), range(3)] = 1.0
    across = _turned(parts.place, pose[:, 2:])
    found[..., 0, 2], found[..., 1, 2] = -across[..., 1], across[..., 0]
    return found
