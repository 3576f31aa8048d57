"""Lists the cameras that are plugged in, under names that stay when port or number change.

Only Linux tells without opening them. Elsewhere a camera is known by its number alone.
"""

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

ROOT: Final = Path("/")
_NODE: Final = re.compile(r"video(\d{1,3})")
_INDEX: Final = "-video-index0"


@dataclass(frozen=True, slots=True, kw_only=True)
class Device:
    """A camera that the system knows of."""

    number: int
    """What OpenCV opens; it changes from one start of the computer to the next."""
    name: str
    id: str
    """Maker, model and serial number, or the port where it has no serial; may be empty."""


def devices(root: Path = ROOT) -> tuple[Device, ...]:
    """Every device that can take pictures, in the order of their numbers.

    ``root`` is where the system's own folders lie.
    """
    found = []
    for entry in _entries(root / "sys/class/video4linux"):
        node = _NODE.fullmatch(entry.name)
        # A camera has further nodes, for its metadata: those count from 1.
        if node is not None and _line(entry / "index") in {"0", ""}:
            number = int(node[1])
            name = _line(entry / "name") or f"camera {number}"
            found.append(Device(number=number, name=name, id=_stable(number, root=root)))
    return tuple(sorted(found, key=lambda device: device.number))


def matching(text: str, *, among: tuple[Device, ...]) -> tuple[Device, ...]:
    """The devices that somebody may mean: by their whole id, else by a part of id or name.

    >>> one = Device(number=2, name="HD Pro Webcam C920", id="usb-046d_C920_6A1B")
    >>> [device.number for device in matching("c920", among=(one,))]
    [2]
    """
    exact = tuple(device for device in among if device.id == text)
    wanted = text.casefold()
    return exact or tuple(
        device
        for device in among
        if wanted in device.name.casefold() or wanted in device.id.casefold()
    )


def holder(number: int, *, root: Path = ROOT) -> str:
    """The program that has a device open, as far as this user may know; empty where none has."""
    device = os.fspath(Path("/dev") / f"video{number}")
    own = str(os.getpid())
    for process in _entries(root / "proc"):
        if not process.name.isdecimal() or process.name == own:
            continue
        for handle in _entries(process / "fd"):
            try:
                if os.readlink(handle) == device:
                    return _line(process / "comm") or f"process {process.name}"
            except OSError:
                continue
    return ""


def _stable(number: int, *, root: Path) -> str:
    for folder in ("by-id", "by-path"):
        for link in _entries(root / "dev/v4l" / folder):
            try:
                target = os.readlink(link)
            except OSError:
                continue
            if Path(target).name == f"video{number}":
                return link.name.removesuffix(_INDEX)
    return ""


def _entries(folder: Path) -> Iterator[Path]:
    try:
        yield from sorted(folder.iterdir())
    except OSError:
        return


def _line(place: Path) -> str:
    try:
        return place.read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return ""
