"""Serves the table: pieces, terrain and drawing, and how a host edits them."""

import asyncio
from collections.abc import Mapping
from typing import Annotated, Any

from fastapi import APIRouter, Body, Depends, Path, Query, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from api.access.admission import AdmittingRoute, Who
from api.answers.asking import What
from api.battles.session import Session
from api.battles.shelf import Shelf
from api.battles.table_shown import TableShown
from api.drawing.sheet import draw
from api.routes.problems import complaining, not_by_hand
from api.routes.shown import Now, OwnSession, SourceAsked, TheTable, require_free
from api.routes.table.measure import QuestionAsked, WhoseTable, measured
from api.shapes.shaped import Shaped
from api.shapes.table import PiecePutTold, PieceTold, SeenTold, SnapshotTold
from api.tables.hand import (
    HandTable,
    UnknownThingError,
    laid_whole,
    placed,
    taken_off,
)
from api.tables.switch import camera_table
from rules.table.bad_input import BadInputError
from rules.table.files.snapshot_json import read_snapshot, written_snapshot
from rules.table.roster import Entry, Roster
from rules.table.snapshot import Snapshot

router = APIRouter(prefix="/api/v1/table", tags=["table"], route_class=AdmittingRoute)

Name = Annotated[str, Path(min_length=1, max_length=200)]
JsonObject = dict[str, Any]
LAID: JsonObject = {
    "format": "paper-umpire/snapshot/1",
    "table": {"width_in": 36, "depth_in": 36},
    "pieces": [
        {
            "id": "T1",
            "side": "Red",
            "footprint": {"rectangle": {"length_in": 3.3, "width_in": 1.6}},
            "pose": {"x_in": 9, "y_in": 4, "heading_deg": 90},
        }
    ],
}


class HealthNow(BaseModel):
    """How the camera is; `live` also where there is none, since nothing is out of date then.

    The numbers are null where there is no camera, or where they were not measured yet.
    """

    state: str
    note: str
    snapshot: int
    frame_age_s: float | None = None
    frame_rate_hz: float | None = None
    anchors_in_view: int | None = None
    anchor_px: float | None = None
    anchor_in: float | None = None
    print_scale: str | None = None
    light: float | None = None
    blur_px: float | None = None
    flagged: int | None = None


class PiecePut(BaseModel):
    """Where a piece is put, as in a script's `move`; a new one that no roster knows needs more."""

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={"examples": [{"x_in": 9, "y_in": 4, "heading_deg": 90}]},
    )

    x_in: float | None = None
    y_in: float | None = None
    heading_deg: float | None = None
    sigma_in: float | None = None
    heading_sigma_deg: float | None = None
    state: Annotated[str | None, Field(max_length=20)] = None
    face: Annotated[str | None, Field(max_length=100)] = None
    side: Annotated[str | None, Field(max_length=100)] = None
    kind: Annotated[str | None, Field(max_length=100)] = None
    footprint: JsonObject | None = None


async def hand_table(source: SourceAsked) -> HandTable:
    """The table as something to be edited; the camera's and a file's are not."""
    if isinstance(source, HandTable):
        return source
    raise not_by_hand()


ByHand = Annotated[HandTable, Depends(hand_table)]


class DrawingAsked(QuestionAsked):
    """What to draw: the bare table, or a question and its answer on it."""

    what: What | None = None
    errors: Annotated[bool, Field(description="Draw the error of each place.")] = False


class DrawnNow(DrawingAsked):
    """What to draw of a table as it is now."""

    battle: WhoseTable = ""


@router.get("", operation_id="table")
def table(now: Now) -> Annotated[JsonObject, Shaped(SnapshotTold)]:
    """The table as a snapshot file has it."""
    return written_snapshot(now)


@router.get("/pieces", operation_id="pieces")
def pieces(now: Now) -> list[Annotated[JsonObject, Shaped(PieceTold)]]:
    """The pieces of the latest snapshot."""
    return listed(now, "pieces")


@router.get("/pieces/{piece}", operation_id="piece")
def piece(now: Now, piece: Name) -> Annotated[JsonObject, Shaped(PieceTold)]:
    """One piece."""
    found = next((each for each in listed(now, "pieces") if each["id"] == piece), None)
    with complaining():
        if found is None:
            known = tuple(each.id for each in now.pieces)
            raise UnknownThingError("piece", piece, known=known)
    return found


@router.get("/health", operation_id="camera_health")
def camera_health(now: Now, source: SourceAsked) -> HealthNow:
    """How the camera is."""
    told = HealthNow(state=str(now.health.state), note=now.health.note, snapshot=now.number)
    table = camera_table(source)
    if table is None:
        return told
    from api.tables.telling import finite

    health = table.seen().live.health
    return told.model_copy(
        update={
            "frame_age_s": finite(health.frame_age_s),
            "frame_rate_hz": finite(health.frame_rate_hz),
            "anchors_in_view": health.anchors_in_view,
            "anchor_px": finite(health.anchor_px),
            "anchor_in": finite(health.anchor_in),
            "print_scale": str(health.print_scale),
            "light": finite(health.light),
            "blur_px": finite(health.blur_px),
            "flagged": health.flagged,
        }
    )


@router.get("/seen", operation_id="table_seen")
def table_seen(
    now: Now, source: SourceAsked, *, shown: TheTable
) -> Annotated[JsonObject, Shaped(SeenTold)]:
    """What the camera makes of the table beside the snapshot: lives, moves, cards, markers."""
    table = camera_table(source)
    if table is None:
        return {"snapshot": now.number, "by": "hand"}
    from api.tables.telling import seen_told

    return seen_told(table, shows=_shows(now, shown))


@router.get(
    "/drawing.svg",
    operation_id="drawing",
    responses={200: {"content": {"image/svg+xml": {}}}},
    response_class=Response,
)
def drawing(now: Now, *, drawn: Annotated[DrawnNow, Query()]) -> Response:
    """The table as a picture, with a question and its answer on it if one is asked."""
    measurement = None
    if drawn.what is not None:
        measurement = measured(now, what=drawn.what, asked=drawn)
    picture = draw(now, measurement=measurement, errors=drawn.errors)
    return Response(picture, media_type="image/svg+xml")


@router.put("", operation_id="lay_table")
def lay_table(
    by_hand: ByHand,
    snapshot: Annotated[JsonObject, Body(examples=[LAID])],
    *,
    own: OwnSession,
    shown: TheTable,
) -> Annotated[JsonObject, Shaped(SnapshotTold)]:
    """Lay the whole table anew, from a snapshot."""
    with complaining():
        held = by_hand.edit(laid_whole(read_snapshot(snapshot, "")))
    return written_snapshot(shown.of(held.snapshot, own, seat=""))


@router.put("/pieces/{piece}", operation_id="put_piece")
async def put_piece(
    request: Request, by_hand: ByHand, *, own: OwnSession, who: Who, piece: Name, put: PiecePut
) -> Annotated[JsonObject, Shaped(PiecePutTold)]:
    """Put a piece down or move it; what is not given stays as it was.

    The answer is the piece, with the number of the snapshot from which on it stands there.
    """
    require_free(request, own, piece=piece, who=who)
    given = {"id": piece, **put.model_dump(exclude_none=True)}
    there = any(each.id == piece for each in by_hand.latest().pieces)
    entry = _entry(request, own, piece=piece)
    change: Mapping[str, object] = given
    if put.footprint is not None and not there:
        pose = {name: given.pop(name) for name in _POSE if name in given}
        change = {**given, "pose": pose}
    with complaining():
        if entry is None and put.footprint is None and not there:
            expected = "a piece of the table or of the battle's roster"
            raise BadInputError("piece", expected=expected, got=repr(piece)[:60])
        roster = Roster(entries=() if entry is None else (entry,))
        held = await asyncio.to_thread(by_hand.edit, placed(change, roster=roster), is_move=True)
    return put_told(held.snapshot, piece)


def _entry(request: Request, own: Session | None, *, piece: str) -> Entry | None:
    """The piece in the army list of the battle; on a table of no battle, in that of any."""
    if own is None:
        shelf: Shelf = request.app.state.shelf
        return shelf.piece(piece)
    roster = own.battle.setup.roster
    return next((each for each in roster.entries if each.id == piece), None)


_POSE = ("x_in", "y_in", "heading_deg", "sigma_in", "heading_sigma_deg")


@router.delete("/pieces/{piece}", operation_id="take_piece")
def take_piece(
    by_hand: ByHand, piece: Name, *, own: OwnSession, shown: TheTable
) -> Annotated[JsonObject, Shaped(SnapshotTold)]:
    """Take a piece off the table."""
    with complaining():
        held = by_hand.edit(taken_off(piece), is_move=True)
    return written_snapshot(shown.of(held.snapshot, own, seat=""))


def put_told(snapshot: Snapshot, piece: str) -> JsonObject:
    """The piece as it stands now, and in which snapshot."""
    found = next(each for each in listed(snapshot, "pieces") if each["id"] == piece)
    return {**found, "snapshot": snapshot.number}


def listed(snapshot: Snapshot, what: str) -> list[JsonObject]:
    found = written_snapshot(snapshot)[what]
    assert isinstance(found, list)
    return found


def _shows(now: Snapshot, shown: TableShown) -> frozenset[str] | None:
    """The pieces that may be told of; None for all, where nothing at the table is hidden."""
    return None if shown.played is None else frozenset(each.id for each in now.pieces)
