"""Reads and sets a webcam's controls on Linux, beside whoever takes its pictures."""

import os
import struct
from collections.abc import Mapping
from pathlib import Path
from typing import Final, Self

from vision.camera.controls.holding import CameraControl, ControlReading

_GET, _SET, _QUERY = 0xC008561B, 0xC008561C, 0xC0445624
_PAIR: Final = struct.Struct("=Ii")
_ABOUT: Final = struct.Struct("=II32siiiiI8x")
"""Id, kind, name, least, most, step, usual value, flags."""
_DISABLED: Final = 0x0001
_CAMERA, _USER = 0x009A0900, 0x00980900
_VALUES: Final = {
    CameraControl.FOCUS: _CAMERA + 10,
    CameraControl.ZOOM: _CAMERA + 13,
    CameraControl.EXPOSURE: _CAMERA + 2,
    CameraControl.GAIN: _USER + 19,
    CameraControl.WHITE_BALANCE: _USER + 26,
    CameraControl.MAINS: _USER + 24,
}
_MODES: Final = {
    CameraControl.FOCUS: (_CAMERA + 12, 0),
    CameraControl.EXPOSURE: (_CAMERA + 1, 1),
    CameraControl.GAIN: (_USER + 18, 0),
    CameraControl.WHITE_BALANCE: (_USER + 12, 0),
}
"""What says that the camera does it by itself, and its value when it does not."""


class LinuxControls:
    """The controls of `/dev/video` and a number."""

    def __init__(self, number: int) -> None:
        self._handle = os.open(Path("/dev") / f"video{number}", os.O_RDWR | os.O_NONBLOCK)

    def read(self) -> Mapping[CameraControl, ControlReading]:
        found = {}
        for control, name in _VALUES.items():
            about, value = self._about(name), self._get(name)
            if about is None or value is None:
                continue
            mode = _MODES.get(control)
            by_hand = None if mode is None else self._get(mode[0])
            is_automatic = mode is not None and by_hand is not None and by_hand != mode[1]
            found[control] = ControlReading(
                value=value, is_automatic=is_automatic, least=about[0], most=about[1]
            )
        return found

    def hold(self, control: CameraControl, value: int) -> None:
        mode = _MODES.get(control)
        if mode is not None:
            self._set(*mode)
        self._set(_VALUES[control], value)

    def _about(self, name: int) -> tuple[int, int] | None:
        told = self._asked(_QUERY, _ABOUT.pack(name, 0, b"", 0, 0, 0, 0, 0))
        if told is None:
            return None
        _, _, _, least, most, _, _, flags = _ABOUT.unpack(told)
        return None if flags & _DISABLED else (least, most)

    def _get(self, name: int) -> int | None:
        told = self._asked(_GET, _PAIR.pack(name, 0))
        return None if told is None else int(_PAIR.unpack(told)[1])

    def _set(self, name: int, value: int) -> None:
        self._asked(_SET, _PAIR.pack(name, value))

    def _asked(self, request: int, block: bytes) -> bytes | None:
        import fcntl

        try:
            return fcntl.ioctl(self._handle, request, block)
        except OSError:
            # A control that the camera does not have.
            return None

    def close(self) -> None:
        os.close(self._handle)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *failure: object) -> None:
        self.close()
