"""Knows the table over HTTP: pieces, terrain and drawing, and how a host edits them."""

import asyncio
from collections.abc import Mapping
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Query, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from api.access.admission import AdmittingRoute
from api.asking import What
from api.battles.session import Session
from api.battles.shelf import Shelf
from api.drawing.sheet import draw
from api.errors import ProblemError
from api.routes.measure import Asked, measured
from api.routes.problems import complaining, problems
from api.tables.hand import (
    Edit,
    HandTable,
    Held,
    UnknownThingError,
    confirmed,
    drafted,
    laid_whole,
    placed,
    removed,
    taken_off,
    with_lock,
)
from api.tables.source import TableSource
from rules.table.roster import Roster
from rules.table.snapshot import Snapshot, Terrain
from rules.table.snapshot_json import read_snapshot, written_snapshot

router = APIRouter(prefix="/api/v1/table", tags=["table"], route_class=AdmittingRoute)

Name = Annotated[str, Path(min_length=1, max_length=200)]
JsonObject = dict[str, Any]


class TerrainList(BaseModel):
    """The terrain that counts, and what is only laid out so far."""

    terrain: list[JsonObject]
    drafts: list[JsonObject]
    locked: bool


class HealthNow(BaseModel):
    """How the camera is; `live` also where there is none, since nothing is out of date then."""

    state: str
    note: str
    snapshot: int


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


class AreaPut(BaseModel):
    """An area as a snapshot has it."""

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={
            "examples": [{"kind": "woods", "outline_in": [[9, 9], [12, 9], [12, 12]]}]
        },
    )

    kind: Annotated[str, Field(max_length=100)]
    outline_in: Annotated[list[tuple[float, float]], Field(min_length=3, max_length=500)]
    height_in: float = 0.0
    sigma_in: float = 0.0


def current_snapshot(request: Request) -> Snapshot:
    """The table as it is now."""
    source: TableSource = request.app.state.table
    return source.latest()


def hand_table(request: Request) -> HandTable:
    """The table as something to be edited; the camera's and a file's are not."""
    source = request.app.state.table
    if isinstance(source, HandTable):
        return source
    raise ProblemError(
        409, kind="not-by-hand", title="Conflict",
        detail="this table is read from elsewhere; only `umpire serve` without a file has one "
        "that is moved by hand",
    )  # fmt: skip


Now = Annotated[Snapshot, Depends(current_snapshot)]
ByHand = Annotated[HandTable, Depends(hand_table)]


class Drawn(Asked):
    """What to draw: the bare table, or a question and its answer on it."""

    what: What | None = None
    errors: Annotated[bool, Field(description="Draw the error of each place.")] = False


@router.get("", operation_id="table", responses=problems(503))
def table(now: Now) -> JsonObject:
    """The table as a snapshot file has it."""
    return written_snapshot(now)


@router.get("/pieces", operation_id="pieces", responses=problems(503))
def pieces(now: Now) -> list[JsonObject]:
    """The pieces of the latest snapshot."""
    return _listed(now, "pieces")


@router.get("/pieces/{piece}", operation_id="piece", responses=problems(404, 503))
def piece(now: Now, piece: Name) -> JsonObject:
    """One piece."""
    found = next((each for each in _listed(now, "pieces") if each["id"] == piece), None)
    with complaining():
        if found is None:
            known = tuple(each.id for each in now.pieces)
            raise UnknownThingError("piece", piece, known=known)
    return found


@router.get("/health", operation_id="camera_health", responses=problems(503))
def camera_health(now: Now) -> HealthNow:
    """How the camera is."""
    return HealthNow(state=str(now.health.state), note=now.health.note, snapshot=now.number)


@router.get(
    "/drawing.svg",
    operation_id="drawing",
    responses={**problems(404, 422, 503), 200: {"content": {"image/svg+xml": {}}}},
    response_class=Response,
)
def drawing(now: Now, *, drawn: Annotated[Drawn, Query()]) -> Response:
    """The table as a picture, with a question and its answer on it if one is asked."""
    measurement = None
    if drawn.what is not None:
        measurement = measured(now, what=drawn.what, asked=drawn)
    picture = draw(now, measurement=measurement, errors=drawn.errors)
    return Response(picture, media_type="image/svg+xml")


@router.get("/terrain", operation_id="terrain", responses=problems(503))
def terrain(request: Request, now: Now) -> TerrainList:
    """The terrain that counts, the drafts, and whether the ground is locked."""
    source = request.app.state.table
    held = source.held() if isinstance(source, HandTable) else Held(snapshot=now, locked=True)
    return _terrain(held)


@router.put("", operation_id="lay_table", responses=problems(409, 413, 422))
def lay_table(by_hand: ByHand, snapshot: JsonObject) -> JsonObject:
    """Lay the whole table anew, from a snapshot."""
    with complaining():
        held = by_hand.edit(laid_whole(read_snapshot(snapshot, "")))
    return written_snapshot(held.snapshot)


@router.put("/pieces/{piece}", operation_id="put_piece", responses=problems(409, 422))
async def put_piece(request: Request, by_hand: ByHand, *, piece: Name, put: PiecePut) -> JsonObject:
    """Put a piece down or move it; what is not given stays as it was."""
    given = {"id": piece, **put.model_dump(exclude_none=True)}
    there = any(each.id == piece for each in by_hand.latest().pieces)
    change: Mapping[str, object] = given
    if put.footprint is not None and not there:
        pose = {name: given.pop(name) for name in _POSE if name in given}
        change = {**given, "pose": pose}
    roster = await _roster(request.app.state.shelf)
    with complaining():
        held = await asyncio.to_thread(by_hand.edit, placed(change, roster=roster))
    return next(each for each in _listed(held.snapshot, "pieces") if each["id"] == piece)


_POSE = ("x_in", "y_in", "heading_deg", "sigma_in", "heading_sigma_deg")


@router.delete("/pieces/{piece}", operation_id="take_piece", responses=problems(404, 409))
def take_piece(by_hand: ByHand, piece: Name) -> JsonObject:
    """Take a piece off the table."""
    return written_snapshot(_edited(by_hand, taken_off(piece)).snapshot)


@router.put("/terrain/{area}", operation_id="draft_terrain", responses=problems(409, 422))
def draft_terrain(by_hand: ByHand, *, area: Name, put: AreaPut) -> TerrainList:
    """Lay an area out, or change one; it counts once it is confirmed."""
    with complaining():
        found = _area(by_hand.latest(), {"id": area, **put.model_dump(mode="json")})
        return _terrain(by_hand.edit(drafted(found)))


@router.post(
    "/terrain/{area}/confirm", operation_id="confirm_terrain", responses=problems(404, 409)
)
def confirm_terrain(by_hand: ByHand, area: Name) -> TerrainList:
    """From now on the draft of this area counts."""
    return _terrain(_edited(by_hand, confirmed(area)))


@router.delete("/terrain/{area}", operation_id="remove_terrain", responses=problems(404, 409))
def remove_terrain(by_hand: ByHand, area: Name) -> TerrainList:
    """Take an area off the table, with its draft."""
    return _terrain(_edited(by_hand, removed(area)))


@router.post("/terrain-lock", operation_id="lock_terrain", responses=problems(409))
def lock_terrain(by_hand: ByHand) -> TerrainList:
    """Keep the ground as it is."""
    return _terrain(_edited(by_hand, with_lock(locked=True)))


@router.delete("/terrain-lock", operation_id="unlock_terrain", responses=problems(409))
def unlock_terrain(by_hand: ByHand) -> TerrainList:
    """Let the ground be changed again."""
    return _terrain(_edited(by_hand, with_lock(locked=False)))


def _edited(by_hand: HandTable, edit: Edit) -> Held:
    with complaining():
        return by_hand.edit(edit)


def _listed(snapshot: Snapshot, what: str) -> list[JsonObject]:
    found = written_snapshot(snapshot)[what]
    assert isinstance(found, list)
    return found


def _terrain(held: Held) -> TerrainList:
    drafts = Snapshot(table=held.snapshot.table, terrain=held.drafts)
    return TerrainList(
        terrain=_listed(held.snapshot, "terrain"),
        drafts=_listed(drafts, "terrain"),
        locked=held.locked,
    )


def _area(snapshot: Snapshot, value: JsonObject) -> Terrain:
    whole = {**written_snapshot(snapshot), "pieces": [], "terrain": [value]}
    return read_snapshot(whole, "").terrain[0]


async def _roster(shelf: Shelf) -> Roster:
    """The pieces of every battle in play; the first that has a name counts."""
    entries = {
        entry.id: entry
        for found in reversed(await shelf.all())
        if isinstance(found, Session)
        for entry in found.battle.setup.roster.entries
    }
    return Roster(entries=tuple(entries.values()))
