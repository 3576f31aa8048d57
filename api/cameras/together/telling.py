"""Tells of the cameras over one table: those that are measured, and what each counts for."""

from functools import lru_cache
from typing import Any

from api.cameras.table_step import accuracy_told
from api.cameras.together.kept_cameras import KeptCameras
from api.cameras.together.set_aside import SetAside
from api.tables.camera import CameraTable
from calibration.profile import CalibrationProfile
from vision.fusion.several import JoinedTable


def beside_told(aside: SetAside) -> list[dict[str, Any]]:
    """The cameras that are measured already, in the order of the set-up."""
    found = []
    for each in aside.cameras:
        health = each.running.latest().health
        found.append(
            {
                "camera": each.choice.id,
                "name": each.choice.name,
                "state": str(health.state),
                "note": health.note,
                "accuracy_in": _accuracy(each.profile),
                "is_placed_by_others": each.profile.calibrated.is_placed_by_others,
            }
        )
    return found


@lru_cache(maxsize=8)
def _accuracy(profile: CalibrationProfile) -> float:
    """It is asked for again and again, and takes a while."""
    found: float = accuracy_told(profile)["accuracy_in"]
    return found


def missing_told(kept: KeptCameras) -> list[dict[str, Any]]:
    """What the host is to know of cameras that saw the table when the umpire stopped."""
    return [
        {
            "camera": each.id,
            "name": each.name,
            "note": each.note,
            "is_opening": each.is_opening,
        }
        for each in kept.told
    ]


def joined_told(table: CameraTable | None) -> list[dict[str, Any]]:
    """All cameras of a table that several make together; none of another."""
    live = None if table is None else table.seen().live
    if not isinstance(live, JoinedTable):
        return []
    return [
        {
            "name": each.name,
            "is_well": each.is_well,
            "note": each.health.note,
            "delay_s": round(each.delay_s, 4),
            "delay_sigma_s": round(each.delay_sigma_s, 4),
            "hidden_s": round(hidden_s, 1),
        }
        for each, hidden_s in zip(live.cameras, live.hidden_s, strict=True)
    ]
