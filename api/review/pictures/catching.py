"""Catches the picture of a moment from the camera's table, in no time."""

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from api.review.pictures.caught import Caught
from api.tables.source import TableSource
from api.tables.switch import camera_table
from rules.table.snapshot import Snapshot

if TYPE_CHECKING:
    from api.tables.camera import CameraShot


def catching(table: TableSource) -> Callable[[], Caught | None]:
    """A function that catches the latest picture of this table; None while no camera sees it."""

    def catch() -> Caught | None:
        found = camera_table(table)
        if found is None:
            return None
        snapshot = found.seen().snapshot
        caught = [_caught(view, snapshot=snapshot) for view in found.views()]
        if not caught:
            return None
        first, *others = caught
        return replace(first, others=tuple(others))

    return catch


def _caught(view: "CameraShot", *, snapshot: Snapshot) -> Caught:
    profile = view.profile
    return Caught(
        grey=view.frame.grey,
        jpeg=view.frame.jpeg,
        model=profile.calibrated.model,
        snapshot=snapshot,
        profile=_written(profile),
        camera=view.name,
        sees=view.sees,
    )


@lru_cache(maxsize=8)
def _written(profile: object) -> bytes:
    from calibration.profile import CalibrationProfile
    from calibration.profile_json import profile_to_json

    assert isinstance(profile, CalibrationProfile)
    return profile_to_json(profile).encode()
