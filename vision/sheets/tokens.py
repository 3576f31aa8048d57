"""Finds who lies where on a tagged sheet by its own four tags, with no calibrated table.

The sheet's tags tell how it lies and how the lens bends. What they cannot - the finer ways of a
lens, how high a token stands - is in the error of every place, and a tag that is not as large as it
was printed is not believed.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np

from rules.table.snapshot import Covariance, Piece, PieceState, Pose, Snapshot, TableSize
from rules.table.units import Degrees, Inches
from vision.detector import Detector
from vision.locating.tag_layout import PieceTag, TaggedPiece, TagLayout
from vision.sheets.found_sheet import FoundSheet, NoSheet, find_sheet
from vision.sheets.plan import GAME_SHEET, SheetPlan
from vision.sighting import Floats, Grey, Sighting
from vision.tags.tag_family import TagFamily

BESIDE: Final = 2.0
"""Inches of table around the sheet's area that are reported: new arrivals stand there."""
FADES: Final = 3.0
"""Inches beyond the area over which that error grows by as much again."""
TURN_DEG: Final = 2.0
"""Standard error of a token's heading."""
UNLIKE: Final = 0.2
"""Share by which a tag may be larger or smaller than printed: it is held up, or not its own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Seen:
    """A tag on the sheet."""

    tagged: TaggedPiece
    tag: PieceTag
    pose: Pose


def tokens_on_sheet(
    picture: Grey, plan: SheetPlan, *, tag_layout: TagLayout, number: int = 0
) -> Snapshot | NoSheet:
    """The sheet with its tokens, north up and `BESIDE` inches of table around its area."""
    found = find_sheet(picture, plan)
    if isinstance(found, NoSheet):
        return found
    sightings = Detector(TagFamily.of(plan.dictionary)).sightings(picture)
    counts: dict[int, int] = {}
    for each in sightings:
        counts[each.number] = counts.get(each.number, 0) + 1
    seen: dict[str, _Seen] = {}
    for sighting in sightings:
        if counts[sighting.number] > 1 or sighting.number in plan.numbers:
            continue
        token = _token(sighting, found, tag_layout=tag_layout)
        if token is not None:
            seen[token.tagged.entry.id] = token
    return Snapshot(
        table=table_of(plan),
        pieces=tuple(_piece(each, seen, found=found) for each in tag_layout.pieces),
        number=number,
    )


def table_of(plan: SheetPlan) -> TableSize:
    """The area with the reported table around it."""
    return TableSize(
        width=Inches(plan.width_in + 2 * BESIDE), depth=Inches(plan.depth_in + 2 * BESIDE)
    )


def _token(sighting: Sighting, found: FoundSheet, *, tag_layout: TagLayout) -> _Seen | None:
    """A token, by one of its tags; None for what is no token, or is not believed."""
    if sighting.number not in tag_layout.of_number:
        return None
    tagged, tag = tag_layout.of_number[sighting.number]
    corners = _on_sheet(sighting, found)
    sides = np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1)
    if not np.abs(sides / float(tag.size) - 1.0).max() <= UNLIKE:
        return None
    right = corners[1] - corners[0] + corners[2] - corners[3]
    heading = np.degrees(np.arctan2(right[1], right[0])) - float(tag.turn)
    turn = np.radians(heading)
    turned = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    x, y = corners.mean(axis=0) - turned @ (float(tag.x), float(tag.y))
    table = table_of(found.plan)
    if not (-BESIDE <= x <= table.width - BESIDE and -BESIDE <= y <= table.depth - BESIDE):
        return None
    return _Seen(tagged=tagged, tag=tag, pose=_pose((x, y), float(heading % 360), found=found))


def _on_sheet(sighting: Sighting, found: FoundSheet) -> Floats:
    return found.spots(np.asarray(sighting.corners, dtype=np.float64).reshape(-1, 2))


def _pose(spot: tuple[float, float], heading: float, *, found: FoundSheet) -> Pose:
    plan = found.plan
    over = max(-spot[0], spot[0] - plan.width_in, -spot[1], spot[1] - plan.depth_in, 0.0)
    unsure = float(found.unsure_in(np.array([spot]))[0])
    sigma = float(np.linalg.norm([found.off_in, unsure])) * (1.0 + over / FADES)
    return Pose(
        x=Inches(spot[0] + BESIDE),
        y=Inches(spot[1] + BESIDE),
        heading=Degrees(heading),
        covariance=Covariance.round(Inches(sigma), Degrees(TURN_DEG)),
    )


def _piece(tagged: TaggedPiece, seen: Mapping[str, _Seen], *, found: FoundSheet) -> Piece:
    entry, token = tagged.entry, seen.get(tagged.entry.id)
    pose, face = (None, "") if token is None else (token.pose, token.tag.face)
    if entry.kind == GAME_SHEET:
        plan = found.plan
        pose = Pose(
            x=Inches(BESIDE + plan.width_in / 2),
            y=Inches(BESIDE + plan.depth_in / 2),
            heading=Degrees(90.0),
            covariance=Covariance.round(Inches(found.off_in), Degrees(0.1)),
        )
    return Piece(
        id=entry.id,
        footprint=entry.footprint,
        pose=pose,
        side=entry.side,
        kind=entry.kind,
        state=PieceState.LOST if pose is None else PieceState.SEEN,
        face=face,
    )
