"""Defines a source of pictures: its identity, and its frames with their times."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Final, Protocol, Self, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from calibration.profile import CameraId
from rules.table.snapshot import Health, HealthState

Bytes = NDArray[np.uint8]
_WELL: Final = Health()
Clock = Callable[[], float]
"""Seconds that only ever grow."""
Awaited = Callable[[float], bool]
"""Whether a picture that has just arrived is looked at once it is decoded; it waits for that for so
many seconds at most, and is passed over if not."""
HELD: Final = 0.25
"""Share of the time between two pictures for which one may wait until it is decoded; after that the
next one is waited for. Higher: a computer that is too slow for all looks at a few more of them, and
each is older by as much."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Identity:
    """Which camera it is; a calibration holds for it and for this size of picture alone."""

    name: str
    """As people call it."""
    id: str
    """As programs tell it from others; empty where nothing is known."""
    width: int
    height: int
    is_live: bool = False
    """Whether pictures come when the camera takes them, and not when somebody asks."""
    controls: tuple[tuple[str, int], ...] = ()
    """What is held of it, focus and exposure and all, by name; nothing where it cannot be read."""

    def as_camera(self) -> CameraId:
        """What a calibration belongs to."""
        return CameraId(
            name=self.name,
            id=self.id,
            width=self.width,
            height=self.height,
            controls=self.controls,
        )


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Frame:
    """One picture of a source."""

    number: int
    """Counted by the source from 0; a frame that was lost leaves a gap."""
    seconds: float
    """When it was taken, since the source was opened."""
    name: str
    """What a player knows it by: its file, or "frame 12"."""
    grey: Bytes = field(repr=False)
    """Rows x columns, as the sensor took it."""
    captured_s: float | None = None
    """When it arrived, by the clock that the source was opened with; None where it was not live."""
    jpeg: bytes | None = field(default=None, repr=False)
    """What ``grey`` was decoded from, byte for byte, where the source gives JPEG."""
    told: Health = _WELL
    """What the source says of itself, as long as nothing worse is seen in the picture."""


class SourceError(Exception):
    """A source that cannot be opened, or that has stopped; the message says what to do."""

    def __init__(self, message: str, *, state: HealthState = HealthState.LOST) -> None:
        super().__init__(message)
        self.state = state
        """What a player is told that the camera is."""


class Source(Protocol):
    """Something that pictures come from, one after the other."""

    @property
    def identity(self) -> Identity:
        """Which camera it is."""

    def frames(self) -> Iterator[Frame]:
        """Every picture from now on; a device never ends by itself."""

    def close(self) -> None:
        """Release the device; a second call does nothing."""

    def __enter__(self) -> Self: ...

    def __exit__(self, *failure: object) -> None: ...


@runtime_checkable
class SparingSource(Source, Protocol):
    """One that decodes no picture which nobody looks at."""

    def spare(self, is_awaited: Awaited) -> None:
        """From now on ask this of each picture, and pass over those that are not awaited."""
