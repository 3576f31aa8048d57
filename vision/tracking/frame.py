"""Defines what the live table needs of a camera: grey pictures with their times."""

from dataclasses import dataclass, field

from vision.sighting import Grey


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class TableFrame:
    """One picture of a running camera."""

    number: int
    """Counted by the camera; a frame that was dropped leaves a gap."""
    seconds: float
    """When it was taken, on a clock that only ever grows."""
    camera: str
    """Which camera; poses from several say by this whose they are."""
    grey: Grey = field(repr=False)
