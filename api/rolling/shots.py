"""Says what a picture of a camera has to tell for the tray to be looked for in it."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol


@dataclass(frozen=True, slots=True, kw_only=True)
class TrayShot:
    """One picture of one camera."""

    camera: str
    number: int
    """Another one for each picture."""
    seconds: float
    """When it was taken, on a clock of that camera that only ever grows."""
    jpeg: bytes = field(repr=False)


class OtherCameras(Protocol):
    """Cameras that see no table."""

    def __call__(self, *, is_wanted: bool) -> Sequence[TrayShot]:
        """The latest picture of each; they need to take none while none is wanted."""


def none_beside(*, is_wanted: bool) -> Sequence[TrayShot]:
    """There is no other camera."""
    del is_wanted
    return ()
