"""Holds what several cameras show of one table together."""

from dataclasses import dataclass

from rules.table.roster import Entry
from rules.table.snapshot import Covariance, Pose, SharedError, TableSize
from rules.table.units import Inches
from vision.locating.located import Flag, Located


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class JointPiece:
    """One piece of the roster, as all cameras together show it."""

    entry: Entry
    pose: Pose | None
    """With the error of its own; what it has in common with all others is ``shared``."""
    whole_error: Covariance | None
    """The error of its place on the table, calibration included."""
    height: Inches = Inches(0.0)
    """Of its highest tag over the table."""
    height_sigma: float | None = None
    """One standard error of that, where two cameras have measured it."""
    face: str = ""
    seen_by: tuple[int, ...] = ()
    """The cameras on whose pictures its pose rests, counted from 0."""
    flags: tuple[Flag, ...] = ()

    @property
    def is_seen(self) -> bool:
        """Whether the referee may use its pose."""
        return self.pose is not None


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class JointTable:
    """Everything that several pictures of one moment show together."""

    table: TableSize
    pieces: tuple[JointPiece, ...]
    shared: SharedError
    single: tuple[Located, ...]
    """What each picture shows by itself, camera by camera."""
    warnings: tuple[str, ...] = ()
    refusal: str | None = None
    """Why nothing of them together may be ruled by."""
