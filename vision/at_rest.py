"""Measures the prints of pieces at rest in several pictures, for a calibration to be refined by."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

import numpy as np

from calibration.lens import Lens
from calibration.seen import SeenTag
from calibration.table.resting_pieces import RestingSheet, RestingTag
from rules.table.snapshot import PieceState
from vision.fit.free import fit_corners, seen_tags
from vision.locating.located import Located, LocatedTag
from vision.locating.place_error import Care
from vision.locating.tag_layout import PieceTag, TagLayout
from vision.pipeline import LiveTable, Pipeline
from vision.seen_now import located_of
from vision.sighting import Grey, Sighting
from vision.tags.tag_family import TagFamily
from vision.tracking.track import Life

_STILL: Final = frozenset({Life.SETTLED, Life.LOST, Life.REMOVED})
_FLAT_DEG: Final = 0.3
"""Standard error of how far paper slopes that lies on a table."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class RestingView:
    """What one camera shows of a table on which nothing moves, the mean of some pictures."""

    anchors: tuple[SeenTag, ...]
    sheets: tuple[RestingSheet, ...]


def is_at_rest(table: LiveTable) -> bool:
    """Whether all that is in view rests in plain view, and each piece has its own number.

    Of pieces that share one nobody could say which is which, once they are looked at anew.
    """
    if table.health.is_locked or table.markers:
        return False
    if not all(each.life in _STILL for each in table.pieces):
        return False
    lost = {each.id for each in table.pieces if each.life is Life.LOST}
    # What somebody holds in a hand is put down somewhere soon, and that is to be told as its move.
    return not any(
        each.state is PieceState.HIDDEN or (each.id in lost and each.age > 0)
        for each in table.snapshot.pieces
    )


def at_rest(pipeline: Pipeline, table: LiveTable) -> Located | None:
    """Everything in view, if all of it is at rest and each anchor lies where it was measured."""
    check = pipeline.tracker.anchors.check
    is_in_place = check is not None and not check.displaced
    return located_of(pipeline, table) if is_in_place and is_at_rest(table) else None


def resting_view(
    pictures: Sequence[Grey],
    located: Located,
    *,
    tag_layout: TagLayout,
    dictionary: str,
    lens: Lens,
    flatness: float,
) -> RestingView:
    """The corners of anchors and pieces that lie there in every one of the pictures."""
    laid = [
        (piece.entry.id, tag, tag_layout.of_number[tag.number][1])
        for piece in located.pieces
        if piece.is_seen and not piece.flags
        for tag in piece.tags
        if tag.is_used and not tag.flags
    ]
    asked = [*located.anchors, *(tag for _, tag, _ in laid)]
    seen = _averaged(pictures, asked, family=TagFamily.of(dictionary), lens=lens)
    sheets = [
        _sheet(piece, [each[1:] for each in rows], seen=seen, flatness=flatness)
        for (piece, _, _), rows in groupby(laid, key=_printed_on)
    ]
    return RestingView(
        anchors=tuple(seen[each.number] for each in located.anchors if each.number in seen),
        sheets=tuple(each for each in sheets if each.tags),
    )


def _printed_on(row: tuple[str, LocatedTag, PieceTag]) -> tuple[str, str, float]:
    """Tags at one height on one face of a piece are on one sheet; others were glued on apart."""
    piece, _, tag = row
    return piece, tag.face, float(tag.height)


def _sheet(
    piece: str,
    rows: Sequence[tuple[LocatedTag, PieceTag]],
    *,
    seen: dict[int, SeenTag],
    flatness: float,
) -> RestingSheet:
    care, (first, printed) = Care(), rows[0]
    is_raised = printed.height > 0
    height_sigma = care.raised_height_in if is_raised else care.flat_height_in
    return RestingSheet(
        piece=piece,
        tags=tuple(
            RestingTag(
                seen=seen[tag.number],
                side=float(tag.size),
                x=float(tag.x),
                y=float(tag.y),
                turn=math.radians(tag.turn),
            )
            for _, tag in rows
            if tag.number in seen
        ),
        height=float(first.height),
        height_sigma=math.hypot(height_sigma, flatness),
        lean=math.radians(care.lean_deg if is_raised else _FLAT_DEG),
    )


def _averaged(
    pictures: Sequence[Grey], asked: Sequence[LocatedTag], *, family: TagFamily, lens: Lens
) -> dict[int, SeenTag]:
    """The mean of what all pictures show of a tag; one that a picture does not show has none."""
    sightings = [Sighting(number=each.number, corners=each.corners_px) for each in asked]
    found: dict[int, list[SeenTag]] = {each.number: [] for each in asked}
    for grey in pictures:
        for tag in seen_tags(fit_corners(grey, sightings, family=family, lens=lens)):
            found[tag.number].append(tag)
    return {
        number: SeenTag(
            number=number,
            corners=np.mean([tag.corners for tag in tags], axis=0),
            covariance=np.mean([tag.covariance for tag in tags], axis=0) / len(tags),
        )
        for number, tags in found.items()
        if len(tags) == len(pictures)
    }
