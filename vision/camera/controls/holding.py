"""Asks a camera to hold everything as it is, reads back what it made of that, and names what moves.

It knows no driver: whoever uses it brings one, and the time.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Final, Protocol

from rules.table.snapshot import Health, HealthState

EVERY_S: Final = 1.0
SELDOM_S: Final = 10.0
"""Where reading back holds the pictures up."""
DISTURBS_S: Final = 0.02
"""A reading that takes longer than this is felt in the pictures."""
_SLACK: Final = 0.01
"""Of a control's range: drivers round what they were asked for."""


class CameraControl(StrEnum):
    """What a webcam may change by itself, in words for people."""

    FOCUS = "focus"
    ZOOM = "zoom"
    EXPOSURE = "exposure"
    GAIN = "gain"
    WHITE_BALANCE = "white balance"
    MAINS = "mains flicker"


LENS: Final = frozenset({CameraControl.FOCUS, CameraControl.ZOOM})
"""Those that make another lens of it: nothing is measured once one of them has moved."""


class Standing(StrEnum):
    """What came of asking for one control."""

    HELD = "held"
    """It was asked for, and is what was asked for."""
    IGNORED = "ignored"
    """The camera goes on doing it by itself."""
    CLIPPED = "clipped"
    """The camera took another value than it was asked for, and keeps that."""
    UNKNOWN = "asked, not confirmed"
    """Nothing can be read back here."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ControlReading:
    """One control as the camera tells it."""

    value: int
    is_automatic: bool = False
    """Whether the camera changes it by itself."""
    least: int = 0
    most: int = 255

    def is_like(self, other: "ControlReading") -> bool:
        """Whether it is the same, but for what drivers round."""
        slack = _SLACK * abs(self.most - self.least)
        return self.is_automatic == other.is_automatic and abs(self.value - other.value) <= slack


class Driver(Protocol):
    """Reads and sets the controls of one camera."""

    def read(self) -> Mapping[CameraControl, ControlReading]:
        """Every control that the camera has; nothing where none can be read."""

    def hold(self, control: CameraControl, value: int) -> None:
        """Ask for this value, and for the camera to leave it alone. It may do otherwise."""

    def close(self) -> None:
        """Let go of the camera; what was asked for stays."""


class HeldControls:
    """The controls of one camera, from when they were asked for."""

    def __init__(
        self,
        driver: Driver,
        *,
        wanted: Mapping[CameraControl, int],
        clock: Callable[[], float],
        calibrated: Mapping[CameraControl, int] = MappingProxyType({}),
    ) -> None:
        """`wanted` are values to ask for, and `calibrated` those that were held when the camera was
        calibrated; what is in neither is held as it is.
        """
        self._driver = driver
        self._clock = clock
        first = driver.read()
        wanted = {**wanted, **calibrated}
        for control, reading in first.items():
            driver.hold(control, wanted.get(control, reading.value))
        began = clock()
        self._kept = dict(driver.read())
        self._every_s = SELDOM_S if clock() - began > DISTURBS_S else EVERY_S
        self._next_s = clock() + self._every_s
        self.moved: tuple[CameraControl, ...] = ()
        """What is not any more as it was kept."""
        self.standing = {
            control: self._came_of(control, wanted.get(control, reading.value))
            for control, reading in first.items()
        }
        self.astray = tuple(
            each
            for each, value in calibrated.items()
            if first and self._came_of(each, value) is not Standing.HELD
        )
        """What could not be set back to what it was when the camera was calibrated."""
        if not first:
            self.standing = dict.fromkeys((*LENS, *(set(CameraControl) - LENS)), Standing.UNKNOWN)

    @property
    def values(self) -> tuple[tuple[str, int], ...]:
        """What is held, by name: what a calibration keeps, to ask for it again."""
        return tuple(
            (str(control), kept.value)
            for control, kept in self._kept.items()
            if not kept.is_automatic
        )

    def _came_of(self, control: CameraControl, asked: int) -> Standing:
        kept = self._kept.get(control)
        if kept is None:
            return Standing.UNKNOWN
        if kept.is_automatic:
            return Standing.IGNORED
        wanted = ControlReading(value=asked, least=kept.least, most=kept.most)
        return Standing.HELD if kept.is_like(wanted) else Standing.CLIPPED

    def look(self) -> None:
        """Read back, if it is time to; called with every picture."""
        now = self._clock()
        if now < self._next_s:
            return
        read = self._driver.read()
        took_s = self._clock() - now
        self._every_s = SELDOM_S if took_s > DISTURBS_S else EVERY_S
        self._next_s = now + self._every_s
        self.moved = tuple(
            control
            for control, kept in self._kept.items()
            # One that was never held moves all the time, which has been said.
            if not kept.is_automatic and (control not in read or not read[control].is_like(kept))
        )

    def close(self) -> None:
        """Read nothing any more."""
        self._driver.close()

    @property
    def health(self) -> Health:
        """What the host is told of it: whether it may be measured by, and what has moved."""
        lens = [each for each in self.moved if each in LENS]
        if lens:
            note = f"{_list(lens)} has moved: set it back, or measure the lens again"
            return Health(state=HealthState.WRONG_CAMERA, note=note)
        if elsewhere := [each for each in self.astray if each in LENS]:
            note = (
                f"{_list(elsewhere)} is not as when the camera was calibrated, and the webcam does "
                "not take that value again: measure the lens again"
            )
            return Health(state=HealthState.WRONG_CAMERA, note=note)
        if self.moved:
            told = f"the webcam has changed its {_list(self.moved)}; measured all the same"
            return Health(note=told)
        if self.astray:
            told = f"{_list(self.astray)}: not as when the camera was calibrated"
            return Health(note=f"{told}; measured all the same")
        if all(how is Standing.UNKNOWN for how in self.standing.values()):
            return Health(note="focus, exposure and white balance: asked, not confirmed")
        ignored = [each for each, how in self.standing.items() if how is Standing.IGNORED]
        if ignored:
            return Health(note=f"the webcam goes on changing its {_list(ignored)} by itself")
        return Health()


def _list(names: Sequence[CameraControl]) -> str:
    """Names as they are said in a row.

    >>> _list([CameraControl.GAIN, CameraControl.EXPOSURE])
    'gain and exposure'
    """
    *first, last = (str(each) for each in names)
    return f"{', '.join(first)} and {last}" if first else last


def mains_hz(zone: str) -> int:
    """How fast lamps flicker where this time zone is: 60 Hz in most of the Americas and some more.

    >>> mains_hz("Europe/Berlin"), mains_hz("America/Chicago"), mains_hz("Asia/Tokyo")
    (50, 60, 50)
    """
    sixty = ("Asia/Seoul", "Asia/Taipei", "Asia/Manila", "Asia/Riyadh", "Pacific/Honolulu")
    south = ("Argentina", "Buenos_Aires", "Santiago", "Montevideo", "Asuncion", "La_Paz")
    fifty = tuple(f"America/{each}" for each in south)
    if zone.startswith(fifty):
        return 50
    return 60 if zone.startswith(("America/", "US/", "Canada/", *sixty)) else 50
