"""Holds the table as all cameras together have it at one moment."""

from collections.abc import Mapping
from dataclasses import dataclass

from rules.table.snapshot import Health, SharedError
from vision.fusion.cameras import CameraState
from vision.locating.located import Flag
from vision.locating.tag_layout import TaggedPiece
from vision.tracking.track import SettledMove, Track


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class FusedPiece:
    """One piece with numbers of its own."""

    tagged: TaggedPiece
    track: Track
    seen_by: tuple[int, ...] = ()
    """The cameras that see it now."""
    height: float = 0.0
    """Of its highest tag over the table, in inches."""
    height_sigma: float | None = None
    """One standard error of that, where two cameras have measured it."""
    sigma_in: float | None = None
    """One standard error of its place at rest, with all that calibrations leave unsure."""
    flags: tuple[Flag, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Fused:
    """Everything that the cameras show together."""

    seconds: float
    pieces: tuple[FusedPiece, ...]
    """In the order of the roster; one of which nothing is new is the same object as before."""
    confirmed: Mapping[str, float | None]
    """When a picture last showed each of them, changed or not."""
    health: Health
    """Of all of them: what may be ruled by."""
    cameras: tuple[CameraState, ...]
    shared: SharedError
    moves: tuple[tuple[str, SettledMove], ...] = ()
    righted: tuple[int, ...] = ()
    """Cameras that were put right just now; what follows their pictures has to begin anew."""
