"""Looks through a camera for a moment, to show which one it is."""

import time
from typing import Final

from api.cameras.choices import CameraChoice
from api.errors import ExitCode, UserError
from vision.camera.keeper import Keeper
from vision.camera.opening import Opener
from vision.camera.source import Frame

SETTLING_S: Final = 1.0
"""A camera that has just been opened may still be finding its focus and its light."""
LONGEST_S: Final = 12.0


def look_through(choice: CameraChoice) -> Frame:
    """A picture that says which camera it is; a UserError says why there is none."""
    seen_at: float | None = None
    deadline = time.monotonic() + LONGEST_S
    with Keeper.of(Opener(text=choice.source)) as keeper:
        while True:
            look = keeper.look()
            now = time.monotonic()
            if look.frame is not None and seen_at is None:
                seen_at = now
            is_settled = seen_at is not None and now - seen_at > SETTLING_S
            if look.ruling_frame is not None or is_settled or keeper.has_ended:
                break
            if look.counts.restarts > 0 or now > deadline:
                break
            keeper.wait(0.1)
    if look.frame is None:
        raise UserError(look.health.note, ExitCode.CANNOT_SEE)
    return look.frame
