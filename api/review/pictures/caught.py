"""What is caught of the camera at a ruling, how its pictures are kept, and how marks are read.

It loads nothing that sees: a server without a camera needs none of that.
"""

import json
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


def read_marks(picture: Picture) -> dict[str, Any] | None:
    """The marks of a picture, or None where there are none that can be read."""
    if not picture.marks:
        return None
    try:
        value = json.loads(picture.marks)
    except ValueError:
        return None
    return value if isinstance(value, dict) and "pieces" in value else None
