"""Holds what one picture of one camera says, in pixels: what several cameras are joined from."""

import math
import operator
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import compress
from typing import Final, TypeVar

import numpy as np

from calibration.seen import SeenTag
from rules.table.snapshot import Health
from vision.sighting import Floats
from vision.tracking.track import Absence

WELL: Final = Health()
_Key = TypeVar("_Key")
_TOLD: Final = ("number", "height", "is_resting", "is_doubted", "middle", "sigma_px")
"""Of a sight, all but its arrays."""
_told: Final = operator.attrgetter(*_TOLD)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class TagSight:
    """One tag of a piece, with a number of its own, in one camera's picture."""

    number: int
    corners: Floats
    """4 x 2 pixels."""
    covariance: Floats
    """8 x 8; wide, but for its place and turn, where nothing else was fitted."""
    height: float
    """Inches over the table, as this camera takes it."""
    is_resting: bool = True
    is_doubted: bool = False
    """One camera by itself cannot tell how high it stands."""
    middle: tuple[float, float] = field(init=False)
    """In pixels; reckoned once, for a tag at rest is compared in every picture."""
    sigma_px: float = field(init=False)
    """Of its middle, either way together."""

    def __post_init__(self) -> None:
        # Of so few numbers Python is done before NumPy has begun.
        (ax, ay), (bx, by), (cx, cy), (dx, dy) = self.corners.tolist()
        object.__setattr__(self, "middle", ((ax + bx + cx + dx) / 4, (ay + by + cy + dy) / 4))
        rows = self.covariance.tolist()
        spread = sum([sum(row[at % 2 :: 2]) for at, row in enumerate(rows)])
        object.__setattr__(self, "sigma_px", math.sqrt(spread / 16))

    def __reduce__(self) -> tuple[object, ...]:
        """What moves crosses between processes in every picture: this takes half the time that
        its fields do one by one, and nothing of it is reckoned again.
        """
        numbers = self.corners.tobytes() + self.covariance.tobytes()
        return _crossed, (numbers, *_told(self))

    @property
    def seen(self) -> SeenTag:
        """As all fits take it."""
        return SeenTag(number=self.number, corners=self.corners, covariance=self.covariance)


def _crossed(numbers: bytes, /, *told: object) -> TagSight:
    """A sight as it was, on the other side."""
    found = object.__new__(TagSight)
    rows = np.frombuffer(numbers)
    object.__setattr__(found, "corners", rows[:8].reshape(4, 2))
    object.__setattr__(found, "covariance", rows[8:].reshape(8, 8))
    for name, value in zip(_TOLD, told, strict=True):
        object.__setattr__(found, name, value)
    return found


@dataclass(frozen=True, slots=True, kw_only=True)
class PieceSign:
    """What else a picture says of a piece."""

    is_calm: bool = True
    """It was at this place a picture ago, too, and nothing changes about it."""
    absence: Absence = Absence.COVERED
    """Why no tag of it is seen, where none is."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class CameraSight:
    """One picture."""

    camera: int
    seconds: float
    """When the picture was taken, on the clock that all cameras are read by; a picture that only
    repeats the one before was taken when that was."""
    health: Health = WELL
    tags: Mapping[int, TagSight] = field(default_factory=dict)
    anchors: tuple[SeenTag, ...] = ()
    pieces: Mapping[str, PieceSign] = field(default_factory=dict)
    is_vouching: bool = True
    """Nothing contradicts that the camera is where it was calibrated."""


def changed_keys(before: Mapping[_Key, object], now: Mapping[_Key, object]) -> set[_Key]:
    """What is another object than before, came, or has gone.

    >>> sorted(changed_keys({1: "a", 2: "b"}, {1: "a", 3: "b"}))
    [2, 3]
    """
    if before is now:
        return set()
    if list(before) == list(now):
        return set(compress(now, map(operator.is_not, before.values(), now.values())))
    found = {key for key, each in now.items() if before.get(key) is not each}
    return found | (before.keys() - now.keys())
