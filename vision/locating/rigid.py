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
class Body:
    """The thing's pose: x, y in inches and heading in radians, with its 3 x 3 covariance."""

    pose: Floats
    covariance: Floats
    chi_square: float
    """Squared misfit of the parts in their own errors."""
    spare: int
    """How many more numbers the parts give than the pose needs."""


def body_of(parts: Sequence[SeenPart]) -> Body:
    """The pose that fits all parts together; one part is enough.

    >>> part = SeenPart(seen=np.array([3.0, 4.0, 0.0]), covariance=np.eye(3), x=1, y=0, turn=0)
    >>> body_of([part]).pose.tolist()
    [2.0, 4.0, 0.0]
    """
    pose = _alone(parts[0])
    weights = [np.linalg.inv(part.covariance) for part in parts]
    information = np.zeros((3, 3))
    for _ in range(_STEPS):
        information = np.zeros((3, 3))
        pull = np.zeros(3)
        for part, weight in zip(parts, weights, strict=True):
            slope = _slope(part, pose)
            information += slope.T @ weight @ slope
            pull += slope.T @ weight @ _misfit(part, pose)
        step = np.linalg.solve(information, pull)
        pose = pose + step
        if float(step @ pull) < _SETTLED:
            break
    misfits = [_misfit(part, pose) for part in parts]
    squares = [float(miss @ weight @ miss) for miss, weight in zip(misfits, weights, strict=True)]
    covariance = np.linalg.inv(information).astype(np.float64)
    return Body(
        pose=pose,
        covariance=(covariance + covariance.T) / 2,
        chi_square=sum(squares),
        spare=3 * len(parts) - 3,
    )


def weights_of(parts: Sequence[SeenPart], body: Body) -> list[Floats]:
    """How the pose follows each part (3 x 3)."""
    found = []
    for part in parts:
        slope = _slope(part, body.pose)
        found.append(body.covariance @ slope.T @ np.linalg.inv(part.covariance))
    return found


def misfits(parts: Sequence[SeenPart], pose: Floats) -> list[float]:
    """How far each part is from where a pose has it, in its own standard errors."""
    found = []
    for part in parts:
        miss = _misfit(part, pose)
        found.append(math.sqrt(float(miss @ np.linalg.solve(part.covariance, miss))))
    return found


def _alone(part: SeenPart) -> Floats:
    """The pose of the thing if only this part is believed."""
    heading = part.seen[2] - part.turn
    cosine, sine = math.cos(heading), math.sin(heading)
    x = part.seen[0] - (cosine * part.x - sine * part.y)
    y = part.seen[1] - (sine * part.x + cosine * part.y)
    return np.array([x, y, heading])


def _expected(part: SeenPart, pose: Floats) -> Floats:
    cosine, sine = math.cos(pose[2]), math.sin(pose[2])
    return np.array(
        [
            pose[0] + cosine * part.x - sine * part.y,
            pose[1] + sine * part.x + cosine * part.y,
            pose[2] + part.turn,
        ]
    )


def _misfit(part: SeenPart, pose: Floats) -> Floats:
    miss: Floats = part.seen - _expected(part, pose)
    miss[2] = math.remainder(miss[2], 2 * math.pi)
    return miss


def _slope(part: SeenPart, pose: Floats) -> Floats:
    cosine, sine = math.cos(pose[2]), math.sin(pose[2])
    return np.array(
        [
            [1.0, 0.0, -sine * part.x - cosine * part.y],
            [0.0, 1.0, cosine * part.x - sine * part.y],
            [0.0, 0.0, 1.0],
        ]
    )
