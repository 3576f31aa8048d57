"""Holds what one picture of a calibrated table shows: tags, pieces, and what is wrong with them."""

from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from rules.table.roster import Entry
from rules.table.snapshot import Covariance, Pose, SharedError, TableSize
from rules.table.units import Degrees, Inches

Floats = NDArray[np.float64]


class TagFault(StrEnum):
    """Why a tag is not used, or not trusted; never silently."""

    DUPLICATED = "duplicated"
    """The same number is seen in two places: neither is used."""
    OFF_TABLE = "off the table"
    WRONG_SIZE = "wrong size"
    """Its square is not as large as one printed in this size would be at this height."""
    TILTED = "tilted"
    """It does not lie flat: its corners are not those of a level square."""
    COVERED = "partly covered"
    BLURRED = "too few pixels"
    """Too small or too blurred in the picture to be measured."""
    FAINT = "washed out"
    """Its ink is nearly as light as its paper, or the light of burnt paper spreads over it."""
    DOUBTFUL = "identity in doubt"
    """Another number fits nearly as well."""
    DISAGREEING = "disagrees"
    """The tags of one piece do not fit one rigid body."""
    MOVED = "moved"
    """An anchor that is not where the profile has it."""
    HEIGHT = "height in doubt"
    """At the edge of raised ground: it may stand on it or beside it."""
    WRONG_HEIGHT = "wrong height"
    """Cameras have measured another height than the roster says."""
    UNKNOWN = "not in the roster"
    """No piece of the roster carries this number: it may lie at any height."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Flag:
    """One thing that is wrong, and what a player should know of it."""

    fault: TagFault
    says: str
    """A whole sentence: expected, got, what to do."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class LocatedTag:
    """One sighting, in pixels and in inches."""

    number: int
    corners_px: Floats
    """4 x 2: top left, top right, bottom right, bottom left of the printed tag."""
    height: Inches
    """Over the table, at which it was placed."""
    pose: Pose | None
    """Of its centre; heading is where the tag's right side points. Of a marker: of its paper, and
    where its front looks. None where it has no place."""
    flags: tuple[Flag, ...] = ()
    is_used: bool = False
    """Whether a piece's pose rests on it."""
    meaning: str = ""
    """What the roster says that its number means, where many pieces share it."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class LocatedPiece:
    """One piece of the roster, as this picture shows it."""

    entry: Entry
    pose: Pose | None
    """With the error of its own: what it has in common with all others is the picture's
    ``shared``. None where no tag of it could be used."""
    whole_error: Covariance | None
    """The error of its place on the table, calibration included."""
    height: Inches = Inches(0.0)
    """Of its highest used tag over the table."""
    face: str = ""
    """Which of its faces is up; empty where it has one only."""
    tags: tuple[LocatedTag, ...] = ()
    flags: tuple[Flag, ...] = ()

    @property
    def is_seen(self) -> bool:
        """Whether the referee may use its pose."""
        return self.pose is not None


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Located:
    """Everything that one picture shows."""

    table: TableSize
    pieces: tuple[LocatedPiece, ...]
    """Every piece of the roster with a number of its own, seen or not, in the roster's order."""
    anchors: tuple[LocatedTag, ...]
    strangers: tuple[LocatedTag, ...]
    """Tags that are neither anchors nor in the roster."""
    markers: tuple[LocatedTag, ...] = ()
    """Tags whose number many pieces share: each is one of its kind, and none has a name."""
    shared: SharedError
    blur_px: float
    """Standard deviation of the picture's blur."""
    light: float
    """Median grey level of the table's tags' white, 0 to 255."""
    warnings: tuple[str, ...] = ()
    refusal: str | None = None
    """Why nothing of this picture may be ruled by: a moved camera, a wrong print scale."""


def turned(heading: float) -> Degrees:
    """A heading from 0 up to, not including, 360 degrees.

    >>> turned(-90.0), turned(360.0)
    (270.0, 0.0)
    """
    return Degrees(heading % 360.0 % 360.0)
