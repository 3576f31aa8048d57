"""Does the work of `umpire watch`: follows a camera, and tells each change once it counts."""

import json
import math
from collections.abc import Iterable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from rich.text import Text

from api.drawing.located_words import unseen_lines
from api.errors import ExitCode, UserError
from api.locating.moments import TableMoment, moments_of
from api.locating.set_up import set_up_for
from api.locating.watched_pictures import WatchedPictures
from api.terminal.output import Output
from rules.table.files.snapshot_json import written_snapshot
from rules.table.units import plain
from vision.camera.keeper import Counts
from vision.health import CameraHealth
from vision.pipeline import LiveTable, Pipeline
from vision.tracking.frame import TableFrame
from vision.tracking.papers import PaperEvent
from vision.tracking.track import Life, SettledMove

FORMAT: Final = "paper-umpire/watch/1"
_STYLES: Final = {
    Life.SETTLED: "green",
    Life.SEEN: "cyan",
    Life.MOVING: "cyan",
    Life.HIDDEN: "yellow",
    Life.DOUBLED: "bold red",
    Life.LOST: "red",
    Life.REMOVED: "red",
}
_UNSEEN: Final = frozenset({Life.HIDDEN, Life.LOST})


@dataclass(frozen=True, slots=True, kw_only=True)
class WatchAsked:
    """What was typed."""

    camera: str
    profile: str | None
    roster: str | None
    as_json: bool
    annotate: Path | None = None


def watch_all(output: Output, asked: WatchAsked) -> ExitCode:
    """Watch until the source ends or somebody presses Ctrl-C; refused if then locked."""
    profile, battle = set_up_for(asked.camera, profile=asked.profile, roster=asked.roster)
    pipeline = Pipeline(profile, tag_layout=battle)
    pictures = None
    if asked.annotate is not None:
        pictures = WatchedPictures(asked.annotate, pipeline=pipeline, has_roster=battle is not None)
    with closing(moments_of(asked.camera, expected=profile.camera)) as moments:
        last = tell(output, moments, pipeline=pipeline, as_json=asked.as_json, pictures=pictures)
    if last is None:
        raise UserError(f"{asked.camera}: no picture came", ExitCode.CANNOT_SEE)
    if pictures is not None:
        output.remark(f"wrote {pictures.count:,} pictures to {asked.annotate}")
    return ExitCode.REFUSED if last.health.is_locked else ExitCode.DONE


def tell(
    output: Output,
    moments: Iterable[TableMoment],
    *,
    pipeline: Pipeline,
    as_json: bool,
    pictures: WatchedPictures | None = None,
) -> LiveTable | None:
    """Tell every change until they end or somebody presses Ctrl-C; the last table there was."""
    last: LiveTable | None = None
    counts = Counts()
    try:
        for moment in moments:
            before, last = last, table_of(moment, pipeline=pipeline)
            counts = moment.counts
            if has_changed(last, before):
                if pictures is not None and moment.frame is not None:
                    pictures.keep(moment.frame, last)
                if as_json:
                    value = watch_value(last, seconds=moment.seconds)
                    output.data(json.dumps(value, ensure_ascii=False, allow_nan=False))
                else:
                    output.lines(*change_lines(last, before, seconds=moment.seconds))
    except KeyboardInterrupt:
        if last is None:
            raise
    if counts.skipped or counts.lost:
        output.remark(
            f"of the camera's pictures {counts.skipped:,} were skipped, for a newer one was there, "
            f"and {counts.lost:,} were lost on their way; {counts.frames:,} were looked at"
        )
    return last


def table_of(moment: TableMoment, *, pipeline: Pipeline) -> LiveTable:
    """What a picture shows, or what is left of the table at a time without one."""
    frame = moment.frame
    if frame is None:
        return pipeline.at(moment.seconds).told_by(moment.health)
    table_frame = TableFrame(
        number=frame.number,
        seconds=frame.seconds,
        camera=pipeline.profile.camera.name,
        grey=frame.grey,
    )
    return pipeline.step(table_frame).told_by(moment.health)


def has_changed(table: LiveTable, before: LiveTable | None) -> bool:
    """Whether anything happened that people or programs want to know."""
    if before is None or table.moves or table.papers:
        return True
    if _is_other(table.health, before.health):
        return True
    if table.warnings != before.warnings or table.strangers != before.strangers:
        return True
    return _lives(table) != _lives(before) or bool(_explained(table, before))


def _is_other(health: CameraHealth, before: CameraHealth) -> bool:
    """Whether there is something new to say; an age that grows is nothing new."""
    return (health.state, health.reason) != (before.state, before.reason)


def _explained(table: LiveTable, before: LiveTable) -> set[str]:
    """The pieces without a place of which it is known only now why they have none."""
    old = {piece.id: {flag.fault for flag in piece.flags} for piece in before.pieces}
    return {
        piece.id
        for piece in table.pieces
        if piece.life in _UNSEEN and {flag.fault for flag in piece.flags} - old.get(piece.id, set())
    }


def _lives(table: LiveTable) -> dict[str, Life]:
    return {piece.id: piece.life for piece in table.pieces}


def change_lines(table: LiveTable, before: LiveTable | None, *, seconds: float) -> list[Text]:
    """What is different from the table before, a line each."""
    old = {} if before is None else _lives(before)
    told: list[Text] = []
    health = table.health
    if before is None or _is_other(health, before.health):
        told.append(_health_line(health))
    told += [_moved_line(name, moved) for name, moved in table.moves]
    moved = {name for name, _ in table.moves}
    explained = set() if before is None else _explained(table, before)
    for piece in table.pieces:
        is_as_before = old.get(piece.id) is piece.life and piece.id not in explained
        if is_as_before or piece.id in moved:
            continue
        if before is None and piece.life is Life.LOST and not piece.flags:
            continue
        flags = "; ".join(flag.says for flag in piece.flags)
        words = f" ({flags})" if flags else ""
        told.append(Text.assemble(piece.id, ": ", (piece.life.value, _STYLES[piece.life]), words))
    if before is None:
        told += [Text(line) for line in _never_seen(table)]
    told += [_paper_line(event) for event in table.papers]
    earlier = () if before is None else before.warnings
    told += [Text(f"! {each}", style="yellow") for each in table.warnings if each not in earlier]
    known = () if before is None else before.strangers
    told += [
        Text(f"! tag {each} is nobody's on this table", style="yellow")
        for each in table.strangers
        if each not in known
    ]
    return [Text.assemble((f"{seconds:8.2f} s  ", "dim"), line) for line in told]


def _never_seen(table: LiveTable) -> list[str]:
    """Who is not there as it begins, in a line or two; whoever is lost later has one of its own."""
    kinds = {piece.id: piece.kind for piece in table.snapshot.pieces}
    lost = [each.id for each in table.pieces if each.life is Life.LOST and not each.flags]
    return unseen_lines([(name, kinds.get(name, "")) for name in lost], word="not seen")


def _health_line(health: CameraHealth) -> Text:
    style = "bold red" if health.is_locked else "bold green"
    words = f": {health.note}" if health.note else ""
    return Text.assemble("camera: ", (health.state.value, style), words)


def _moved_line(name: str, moved: SettledMove) -> Text:
    far = math.hypot(moved.end.x - moved.start.x, moved.end.y - moved.start.y)
    turn = (moved.end.heading - moved.start.heading + 180.0) % 360.0 - 180.0
    return Text.assemble(
        name,
        ": ",
        ("moved", "bold green"),
        f" {plain(far)} in from ({moved.start.x:.2f}, {moved.start.y:.2f}) to "
        f"({moved.end.x:.2f}, {moved.end.y:.2f}), turned {turn:.0f} degrees",
    )


def _paper_line(event: PaperEvent) -> Text:
    words = f"{event.what}: {event.change.value}"
    if event.before or event.face:
        faces = " to ".join(each for each in (event.before, event.face) if each)
        words += f", {faces}"
    if event.beside is not None:
        words += f", beside {event.beside}"
    if event.row is not None:
        words += f", row {event.row}, place {event.order}"
    if event.over:
        words += f", over {' and '.join(event.over)}"
    return Text(words)


def watch_value(table: LiveTable, *, seconds: float) -> dict[str, Any]:
    """One line of JSON: the camera, the lives, what happened, and the snapshot."""
    health = table.health
    return {
        "format": FORMAT,
        "seconds": round(seconds, 4),
        "camera": {
            "state": health.state.value,
            "note": health.note,
            "frame": health.frame_number,
            "frame_age_s": _finite(health.frame_age_s),
            "frame_rate_hz": _finite(health.frame_rate_hz),
            "anchors_in_view": health.anchors_in_view,
            "anchor_residual_px": _finite(health.anchor_px),
            "anchor_residual_in": _finite(health.anchor_in),
            "print_scale": health.print_scale.value,
            "light": _finite(health.light),
            "blur_px": _finite(health.blur_px),
            "flagged": health.flagged,
        },
        "lives": {piece.id: piece.life.value for piece in table.pieces},
        "moves": [
            {
                "piece": name,
                "from_in": [float(moved.start.x), float(moved.start.y)],
                "to_in": [float(moved.end.x), float(moved.end.y)],
                "left_s": round(moved.left_s, 4),
                "rested_s": round(moved.rested_s, 4),
                "path": [[round(each, 4) for each in step] for step in moved.path],
            }
            for name, moved in table.moves
        ],
        "papers": [_paper_value(event) for event in table.papers],
        "warnings": list(table.warnings),
        "strangers": list(table.strangers),
        "snapshot": written_snapshot(table.snapshot),
    }


def _paper_value(event: PaperEvent) -> dict[str, Any]:
    place = event.place
    return {
        "change": event.change.value,
        "what": event.what,
        "kind": event.kind,
        "face": event.face,
        "before": event.before,
        "at_in": None if place is None else [float(place.x), float(place.y)],
        "beside": event.beside,
        "row": event.row,
        "order": event.order,
        "over": list(event.over),
    }


def _finite(value: float) -> float | None:
    return round(value, 4) if math.isfinite(value) else None
