"""Lists the cameras that the host may choose over HTTP.

What is plugged in is found; addresses, files and recordings were typed when the umpire was started,
or on the host's page, which checks them; and there is always one to practise with.
"""

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final
from urllib.parse import urlsplit, urlunsplit

from vision.camera.devices import Device, devices

NUMBERS: Final = 4
"""How many numbers may be tried where the system does not list its cameras."""
PRACTICE: Final = "practice"
KEPT_CAMERAS: Final = "cameras.json"
"""The file, in the folder of the set-up, of those that were chosen and saw the table last."""


class Kind(StrEnum):
    """Where a camera is known from."""

    DEVICE = "device"
    GIVEN = "given"
    PHONE = "phone"
    PRACTICE = "practice"


@dataclass(frozen=True, slots=True, kw_only=True)
class CameraChoice:
    """A camera that may be chosen, under an id of ours."""

    id: str
    kind: Kind
    name: str
    source: str = ""
    """What `open_source` takes, or a phone's id; never shown, for an address may hold a password.
    """
    device: str = ""
    """What tells a plugged-in camera from others of its kind; empty where that is not known."""


SECOND_PRACTICE: Final = CameraChoice(
    id="practice-2",
    kind=Kind.PRACTICE,
    name="a second synthetic camera, over the same table",
)
Find = Callable[[], Sequence[Device]]


def is_listing(platform: str = sys.platform) -> bool:
    """Whether the system lists its cameras."""
    return platform.startswith("linux")


def found_devices() -> Sequence[Device]:
    """What is plugged in, or numbers to try where the system does not list it."""
    if is_listing():
        return devices()
    return [Device(number=n, name=f"camera {n}", id="") for n in range(NUMBERS)]


def choices(given: Sequence[str], *, find: Find = found_devices) -> tuple[CameraChoice, ...]:
    """First what was typed, then what is plugged in, then the one to practise with."""
    typed = [
        CameraChoice(id=f"given-{at}", kind=Kind.GIVEN, name=without_password(text), source=text)
        for at, text in enumerate(given, start=1)
    ]
    plugged = [
        CameraChoice(
            id=f"device-{each.number}",
            kind=Kind.DEVICE,
            name=each.name,
            source=f"{each.number}",
            device=each.id,
        )
        for each in find()
    ]
    practice = CameraChoice(
        id=PRACTICE, kind=Kind.PRACTICE, name="a synthetic camera, to practise with nothing printed"
    )
    return (*typed, *plugged, practice)


def without_password(text: str) -> str:
    """A source as it may be shown.

    >>> without_password("rtsp://me:secret@phone:554/1"), without_password("skirmish")
    ('rtsp://phone:554/1', 'skirmish')
    """
    if "://" not in text:
        return text
    try:
        parts = urlsplit(text)
    except ValueError:
        return "a stream"
    return urlunsplit((parts.scheme, parts.netloc.rpartition("@")[2], parts.path, "", ""))
