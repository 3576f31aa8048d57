"""Catches the picture of a moment from the camera's table, in no time."""

from collections.abc import Callable
from functools import lru_cache

from api.review.pictures.caught import Caught
from api.tables.source import TableSource
from api.tables.switch import camera_table


def catching(table: TableSource) -> Callable[[], Caught | None]:
    """A function that catches the latest picture of this table; None while no camera sees it."""

    def catch() -> Caught | None:
        found = camera_table(table)
        if found is None:
            return None
        seen, profile = found.seen(), found.pipeline.profile
        if seen.frame is None:
            return None
        return Caught(
            grey=seen.frame.grey,
            jpeg=seen.frame.jpeg,
            model=profile.calibrated.model,
            snapshot=seen.snapshot,
            profile=_written(profile),
        )

    return catch


@lru_cache(maxsize=2)
def _written(profile: object) -> bytes:
    from calibration.profile import CalibrationProfile
    from calibration.profile_json import profile_to_json

    assert isinstance(profile, CalibrationProfile)
    return profile_to_json(profile).encode()
