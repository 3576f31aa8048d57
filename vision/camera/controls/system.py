"""Chooses how the controls of a webcam are read on this system, and how lamps flicker here."""

import os
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType

from calibration.profile import CameraId, check_camera
from rules.table.bad_input import BadInputError
from vision.camera.controls.holding import (
    CameraControl,
    ControlReading,
    Driver,
    HeldControls,
    mains_hz,
)
from vision.camera.controls.v4l2 import LinuxControls
from vision.camera.source import Identity


class UnreadControls:
    """Where no system tells: what OpenCV was asked for stays asked for, and is not confirmed."""

    def read(self) -> Mapping[CameraControl, ControlReading]:
        return {}

    def hold(self, control: CameraControl, value: int) -> None:
        """Nothing can be asked for here."""

    def close(self) -> None:
        """There is nothing to let go of."""


def driver_of(number: int) -> Driver:
    """What reads the controls of a webcam by its number."""
    if not sys.platform.startswith("linux"):
        return UnreadControls()
    try:
        return LinuxControls(number)
    except OSError:
        return UnreadControls()


def held_by(
    driver: Callable[[int], Driver],
    number: int,
    *,
    clock: Callable[[], float],
    calibrated: Mapping[CameraControl, int] = MappingProxyType({}),
) -> HeldControls:
    """Hold a webcam's controls as they were when it was calibrated, or else as they are.

    The mains follow the region.
    """
    mains = {CameraControl.MAINS: 1 if mains_hz(_zone()) == 50 else 2}
    return HeldControls(driver(number), wanted=mains, clock=clock, calibrated=calibrated)


def held_then(calibrated: CameraId | None, *, now: Identity) -> Mapping[CameraControl, int]:
    """What was held when this camera was calibrated; nothing of another camera, or of none."""
    if calibrated is None:
        return {}
    try:
        check_camera(calibrated, now.as_camera())
    except BadInputError:
        return {}
    known = {str(each): each for each in CameraControl if each is not CameraControl.MAINS}
    return {known[name]: value for name, value in calibrated.controls if name in known}


def _zone() -> str:
    """The time zone's name, as far as the system says."""
    if named := os.environ.get("TZ"):
        return named.lstrip(":")
    try:
        return os.fspath(Path("/etc/localtime").resolve()).partition("zoneinfo/")[2]
    except OSError:
        return ""
