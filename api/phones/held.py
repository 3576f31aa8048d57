"""Keeps what a phone locks from one evening to the next, and names what does not go back there."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from api.phones.report import PhoneReport
from calibration.profile import CameraId
from rules.table.snapshot import Health, HealthState
from vision.camera.controls.holding import LENS, CameraControl
from vision.camera.controls.system import held_then
from vision.camera.source import Identity

_PARTS: Final = 1000
"""A profile keeps whole numbers: a phone's metres, kelvins and shutter times in thousandths."""
_SLACK: Final = 0.02
"""Share of a value that a driver may round away."""
_NAMES: Final[Mapping[str, CameraControl]] = MappingProxyType(
    {
        "focus": CameraControl.FOCUS,
        "exposure": CameraControl.EXPOSURE,
        "white_balance": CameraControl.WHITE_BALANCE,
    }
)
Hold = tuple[tuple[str, float], ...]


def kept_controls(report: PhoneReport | None) -> tuple[tuple[str, int], ...]:
    """What is locked now, as a calibration keeps it."""
    held = {} if report is None else report.held
    return tuple((str(_NAMES[name]), round(value * _PARTS)) for name, value in held.items())


def hold_of(calibrated: CameraId | None, *, now: Identity) -> Hold:
    """What is to be locked again; nothing where another camera was calibrated."""
    values = held_then(calibrated, now=now)
    return tuple(
        (name, values[control] / _PARTS) for name, control in _NAMES.items() if control in values
    )


def held_health(report: PhoneReport | None, *, hold: Hold) -> Health:
    """Whether the phone may be measured by: with its focus elsewhere it may not."""
    held = {} if report is None else report.held
    astray = [_NAMES[name] for name, value in hold if not _is_like(held.get(name), value)]
    if any(each in LENS for each in astray):
        note = (
            "focus is not as when this phone was calibrated: the phone is asked to set it back; "
            "if it stays so, measure the lens again"
        )
        return Health(state=HealthState.WRONG_CAMERA, note=note)
    if astray:
        told = " and ".join(astray)
        return Health(note=f"{told}: not as when this phone was calibrated; measured all the same")
    return Health()


def _is_like(value: float | None, wanted: float) -> bool:
    return value is not None and abs(value - wanted) <= max(_SLACK * abs(wanted), 1 / _PARTS)
