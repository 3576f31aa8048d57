"""Tells all that a camera makes of the table, beside the snapshot itself."""

import math
from collections.abc import Set as AbstractSet
from typing import Any

from api.tables.camera import CameraTable, SeenHappening
from rules.table.snapshot import Pose
from vision.locating.placing import TagPlacing
from vision.tracking.papers import PaperEvent

Shown = dict[str, Any]


def seen_told(table: CameraTable, *, shows: AbstractSet[str] | None = None) -> Shown:
    """How the pieces fare, markers, what happened lately, strangers and warnings.

    Where only some pieces may be told of, no stranger is: it may be a card of another deck.
    """
    seen = table.seen()
    live = seen.live
    happened = table.happened()
    strangers = live.strangers
    if shows is not None:
        happened = tuple(each for each in happened if _told_of(each) in shows)
        strangers = ()
    return {
        "snapshot": seen.snapshot.number,
        "by": "camera",
        "pieces": [
            {
                "piece": each.id,
                "life": str(each.life),
                "for_s": finite(max(0.0, table.now() - each.since_s)),
                "bound_in": finite(each.bound_in),
                "flags": [flag.says for flag in each.flags],
            }
            for each in live.pieces
            if shows is None or each.id in shows
        ],
        "markers": [told for spot in live.markers if (told := _marker(spot)) is not None],
        "happened": [_happening(each) for each in happened],
        "strangers": list(strangers),
        "warnings": list(live.warnings),
    }


def finite(value: float) -> float | None:
    """JSON has no other numbers."""
    return round(value, 4) if math.isfinite(value) else None


def _marker(spot: TagPlacing) -> Shown | None:
    if spot.place is None:
        return None
    tag = spot.place.tag
    return {"tag": tag.number, "x_in": finite(tag.x_in), "y_in": finite(tag.y_in)}


def _told_of(happening: SeenHappening) -> str:
    what = happening.what
    return what.what if isinstance(what, PaperEvent) else what[0]


def _happening(happening: SeenHappening) -> Shown:
    told: Shown = {"number": happening.number, "seconds": finite(happening.seconds)}
    what = happening.what
    if isinstance(what, PaperEvent):
        return {
            **told,
            "kind": str(what.change),
            "what": what.what,
            "at": _pose(what.place),
            "face": what.face,
            "before": what.before,
            "beside": what.beside,
            "row": what.row,
            "order": what.order,
        }
    name, moved = what
    return {
        **told,
        "kind": "moved",
        "what": name,
        "from": _pose(moved.start),
        "at": _pose(moved.end),
    }


def _pose(pose: Pose | None) -> Shown | None:
    if pose is None:
        return None
    return {"x_in": finite(pose.x), "y_in": finite(pose.y), "heading_deg": finite(pose.heading)}
