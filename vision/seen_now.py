"""Tells what the live table's last picture showed, in the form in which photographs are told."""

from typing import Any

from rules.table.files.snapshot_json import written_snapshot
from rules.table.units import Inches
from vision.locating.located import Located, LocatedPiece, LocatedTag
from vision.locating.piece_pose import TriedTag, located_piece
from vision.pipeline import LiveTable, Pipeline
from vision.sighting import Floats
from vision.tracking.pieces import Tracked


def located_of(pipeline: Pipeline, table: LiveTable) -> Located:
    """Everything that is in view now, to be drawn over its picture."""
    tracker = pipeline.tracker
    anchors, tags = tracker.anchors, tracker.tags
    return Located(
        table=pipeline.profile.table,
        pieces=tuple(_piece(pipeline, each) for each in tracker.book.pieces.values()),
        anchors=tuple(_bare(number, corners) for number, corners in anchors.corners.items()),
        strangers=tuple(_bare(each.number, each.corners) for each in tags.strangers.values()),
        markers=tuple(tracker.placer.located(spot, is_used=True) for spot in table.markers),
        shared=tracker.placer.place_errors.shared,
        blur_px=float("nan") if tags.blur_px is None else tags.blur_px,
        light=anchors.contrast,
        warnings=table.warnings,
        refusal=f"{table.health.state}: {table.health.note}" if table.health.is_locked else None,
    )


def tags_of(located: Located) -> list[Floats]:
    """The corners of every tag in view, in pixels."""
    tried = [tag for piece in located.pieces for tag in piece.tags]
    return [
        each.corners_px for each in (*tried, *located.markers, *located.strangers, *located.anchors)
    ]


def frame_line(pipeline: Pipeline, table: LiveTable) -> dict[str, Any]:
    """What a recording keeps of a frame besides its picture: the tags in view, and the snapshot."""
    tracker = pipeline.tracker
    seen = {number: [corners] for number, corners in tracker.anchors.corners.items()}
    for each in tracker.tags.all()[0]:
        if each.in_view:
            seen.setdefault(each.number, []).append(each.corners)
    for number, stranger in tracker.tags.strangers.items():
        seen.setdefault(number, []).append(stranger.corners)
    return {
        "sightings": [
            {"tag": number, "corners_px": corners.round(3).tolist()}
            for number in sorted(seen)
            for corners in seen[number]
        ],
        "snapshot": written_snapshot(table.snapshot),
    }


def _piece(pipeline: Pipeline, piece: Tracked) -> LocatedPiece:
    follows, placer = pipeline.tracker.tags.of_number, pipeline.tracker.placer
    tried = [
        TriedTag(tag=tag, spot=each.spot(placer))
        for tag in piece.tagged.tags
        if tag.is_unique
        for each in follows.get(tag.number, ())
        if each.in_view
    ]
    return located_piece(piece.tagged, tried, placer=placer, more=piece.located.flags)


def _bare(number: int, corners: Floats) -> LocatedTag:
    return LocatedTag(number=number, corners_px=corners, height=Inches(0.0), pose=None)
