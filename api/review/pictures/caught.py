"""What is caught of the camera at a ruling, how its pictures are kept, and how marks are read.

It loads nothing that sees: a server without a camera needs none of that.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from api.battle_files.file import Picture
from rules.table.snapshot import Snapshot

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from calibration.camera_model import CameraModel


@dataclass(frozen=True, slots=True, kw_only=True)
class Still:
    """How pictures are kept, as chosen by whoever runs the server."""

    width: int = 1600
    quality: int = 80
    most: int = 600
    """Pictures in a battle; the oldest go first."""
    most_bytes: int = 90_000_000


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Caught:
    """A picture of the camera at the moment of a ruling."""

    grey: "NDArray[np.uint8]"
    jpeg: bytes | None
    model: "CameraModel"
    snapshot: Snapshot
    profile: bytes = b""
    """What the camera measures with, as its file has it."""
    camera: str = ""
    """Which of several cameras it was; empty where there is one."""
    sees: frozenset[str] = frozenset()
    """The pieces that it saw, where there are several."""
    others: "tuple[Caught, ...]" = ()
    """What the other cameras showed at the same moment."""


def read_marks(picture: Picture) -> dict[str, Any] | None:
    """The marks of a picture, or None where there are none that can be read."""
    if not picture.marks:
        return None
    try:
        value = json.loads(picture.marks)
    except ValueError:
        return None
    return value if isinstance(value, dict) and "pieces" in value else None


def camera_of(picture: Picture) -> str:
    """Which of several cameras took it; empty where there was one, or where nobody knows."""
    marks = read_marks(picture)
    name = None if marks is None else marks.get("camera")
    return name if isinstance(name, str) else ""


def of_one_moment(pictures: Sequence[Picture]) -> tuple[Picture, ...]:
    """Of an event's pictures, the latest first, that one and those of other cameras with it."""
    first, *rest = pictures or (None,)
    if first is None:
        return ()
    moment = (read_marks(first) or {}).get("snapshot")
    others = [
        each
        for each in rest
        if camera_of(each) and (read_marks(each) or {}).get("snapshot") == moment
    ]
    return (first, *others) if camera_of(first) else (first,)
