"""Edits the terrain over HTTP: laid out as drafts, confirmed, locked, and found in the picture."""

import json
from typing import TYPE_CHECKING, Annotated, Any, Final

from fastapi import APIRouter, Body, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from api.access.admission import AdmittingRoute
from api.cameras.open_camera import Desk
from api.errors import NoPictureError, ProblemError
from api.routes.cameras.cameras import at_the_desk
from api.routes.problems import complaining, not_by_hand
from api.routes.shown import Now, OwnSession, SourceAsked, seen_by_camera, source_of
from api.routes.table.table import JsonObject, Name, listed
from api.tables.camera import CameraTable
from api.tables.hand import (
    Edit,
    HandTable,
    all_drafted,
    confirmed,
    drafted,
    removed,
    with_lock,
)
from api.tables.held import HeldTable
from api.tables.source import TableSource
from api.tables.switch import camera_table
from rules.table.bad_input import BadInputError
from rules.table.files.geojson import terrain_from_geojson, terrain_to_geojson
from rules.table.files.snapshot_json import read_snapshot, written_snapshot
from rules.table.files.universal_vtt import terrain_from_vtt, terrain_to_vtt
from rules.table.snapshot import Snapshot, TableSize, Terrain

if TYPE_CHECKING:
    from vision.camera.source import Frame

router = APIRouter(prefix="/api/v1/table", tags=["table"], route_class=AdmittingRoute)

EMPTY_FILE: Final = {"type": "FeatureCollection", "features": []}


class TerrainList(BaseModel):
    """The terrain that counts, and what is only laid out so far."""

    terrain: list[JsonObject]
    drafts: list[JsonObject]
    locked: bool


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


class OutlineWanted(BaseModel):
    """A place in the middle of a piece of terrain, and how far that may go from there."""

    model_config = ConfigDict(
        extra="forbid", json_schema_extra={"examples": [{"x_in": 12, "y_in": 15}]}
    )

    x_in: Annotated[float, Field(ge=0, le=300)]
    y_in: Annotated[float, Field(ge=0, le=300)]
    reach_in: Annotated[float, Field(ge=1, le=24)] = 9.0
    also_in: Annotated[list[tuple[float, float]], Field(max_length=8)] = []
    """Further places in it."""


class OutlineFound(BaseModel):
    """What lies there, for somebody to look at, move its points and confirm it."""

    outline_in: list[tuple[float, float]]
    sigma_in: float
    how: str
    warnings: list[str]


@router.get("/terrain", operation_id="terrain")
def terrain(request: Request, now: Now, *, own: OwnSession) -> TerrainList:
    """The terrain that counts, the drafts, and whether the ground is locked."""
    source = source_of(request, own)
    if isinstance(source, HandTable):
        return _told(source.held(), counts=source.latest())
    if (seen := camera_table(source)) is not None:
        return _told(seen.ground.held(), counts=now)
    return _told(HeldTable(snapshot=now, locked=True), counts=now)


@router.put("/terrain/{area}", operation_id="draft_terrain")
def draft_terrain(source: SourceAsked, *, area: Name, put: AreaPut) -> TerrainList:
    """Lay an area out, or change one; it counts once it is confirmed."""
    with complaining():
        found = _area(source.latest(), {"id": area, **put.model_dump(mode="json")})
    return _edited(source, drafted(found))


@router.post("/terrain/{area}/confirm", operation_id="confirm_terrain")
def confirm_terrain(source: SourceAsked, area: Name) -> TerrainList:
    """From now on the draft of this area counts."""
    return _edited(source, confirmed(area))


@router.delete("/terrain/{area}", operation_id="remove_terrain")
def remove_terrain(source: SourceAsked, area: Name) -> TerrainList:
    """Take an area off the table, with its draft; what a camera sees comes back by itself."""
    return _edited(source, removed(area))


@router.post("/terrain-lock", operation_id="lock_terrain")
def lock_terrain(source: SourceAsked) -> TerrainList:
    """Keep the ground as it is."""
    return _edited(source, with_lock(locked=True))


@router.delete("/terrain-lock", operation_id="unlock_terrain")
def unlock_terrain(source: SourceAsked) -> TerrainList:
    """Let the ground be changed again."""
    return _edited(source, with_lock(locked=False))


@router.get(
    "/terrain.geojson",
    operation_id="terrain_as_geojson",
    responses={200: {"content": {"application/geo+json": {}}}},
    response_class=Response,
)
def terrain_as_geojson(now: Now) -> Response:
    """The terrain that counts, in inches from the south-west corner, for drawing programs."""
    return _file(terrain_to_geojson(now.terrain), name="terrain.geojson")


@router.get(
    "/terrain.dd2vtt",
    operation_id="terrain_as_vtt",
    responses={200: {"content": {"application/json": {}}}},
    response_class=Response,
)
def terrain_as_vtt(now: Now) -> Response:
    """The terrain that counts as a Universal VTT map, a square of which is an inch."""
    return _file(terrain_to_vtt(now.terrain, table=now.table), name="terrain.dd2vtt")


@router.post("/terrain-file", operation_id="bring_terrain")
def bring_terrain(
    source: SourceAsked, content: Annotated[JsonObject, Body(examples=[EMPTY_FILE])]
) -> TerrainList:
    """Lay out every area of a GeoJSON file or a Universal VTT map; all of them, or none.

    A map's picture may be left out: nothing looks at it.
    """
    with complaining():
        found = _areas(content, table=source.latest().table)
    return _edited(source, all_drafted(found))


@router.post("/empty-picture", operation_id="photograph_empty_table", status_code=204)
def photograph_empty_table(desk: Desk, source: SourceAsked) -> None:
    """Keep what the camera sees now as the table without terrain: outlines are found beside it."""
    table, frame = _seen_by(source, instead="set one up, and use it")
    if table.seen().live.health.is_locked:
        raise ProblemError(
            409,
            kind="no-picture",
            title="Conflict",
            detail="nothing is measured now: first put right what the camera says is wrong",
        )
    desk.kept.keep_empty_table(_colours(frame), profile=table.profile)


@router.post("/terrain-outline", operation_id="find_outline")
def find_outline(
    desk: Desk, source: SourceAsked, *, wanted: Annotated[OutlineWanted, Body()]
) -> OutlineFound:
    """Find the outline of the felt, cloth or string that lies at a place of the camera's table."""
    from vision.footprints.found_outline import outline_around
    from vision.footprints.marking import mark_at
    from vision.footprints.outlines import NoOutline

    table, frame = _seen_by(source, instead="draw the outline by hand")
    profile = table.profile
    camera = profile.calibrated.model
    mark = mark_at((wanted.x_in, wanted.y_in), tags=table.tags_in_view(), camera=camera)
    found = outline_around(
        _colours(frame),
        camera=camera,
        mark=mark.place,
        paper=mark.paper,
        reach=wanted.reach_in,
        table=profile.table,
        also=wanted.also_in,
        bare=desk.kept.empty_table(profile.table),
    )
    if isinstance(found, NoOutline):
        raise ProblemError(404, kind="no-outline", title="No outline", detail=found.says)
    return OutlineFound(
        outline_in=[(float(x), float(y)) for x, y in found.outline],
        sigma_in=float(found.sigma),
        how=str(found.way),
        warnings=list(found.warnings),
    )


def _seen_by(source: TableSource, *, instead: str) -> "tuple[CameraTable, Frame]":
    """The table that a camera sees, with its newest picture."""
    table = seen_by_camera(source, instead=instead)
    with at_the_desk():
        frame = table.seen().frame
        if frame is None:
            raise NoPictureError("no picture has come yet")
    return table, frame


def _colours(frame: "Frame") -> Any:
    """In colour where the camera gives it; else felt and table differ by brightness alone."""
    import cv2
    import numpy as np

    if frame.jpeg is not None:
        found = cv2.imdecode(np.frombuffer(frame.jpeg, np.uint8), cv2.IMREAD_COLOR)
        if found is not None and found.shape[:2] == frame.grey.shape:
            return found
    return cv2.cvtColor(frame.grey, cv2.COLOR_GRAY2BGR)


def _edited(source: TableSource, edit: Edit) -> TerrainList:
    with complaining():
        if (seen := camera_table(source)) is not None:
            return _told(seen.edit_ground(edit), counts=seen.latest())
        if isinstance(source, HandTable):
            held = source.edit(edit)
            return _told(held, counts=held.snapshot)
    raise not_by_hand()


def _areas(content: JsonObject, *, table: TableSize) -> tuple[Terrain, ...]:
    text = json.dumps(content)
    if "resolution" not in content:
        found = terrain_from_geojson(text)
        for area in found:
            _require_on(table, area)
        return found
    size, found = terrain_from_vtt(text)
    if size != table:
        # Its squares are counted from a corner that lies elsewhere here.
        expected = f"{table.width:g} x {table.depth:g} squares, as the table has inches"
        got = f"{size.width:g} x {size.depth:g}"
        raise BadInputError("resolution.map_size", expected=expected, got=got)
    return found


def _require_on(table: TableSize, area: Terrain) -> None:
    """It may hang over the edge; what lies beside the table was not drawn in inches."""
    for axis, most in enumerate((table.width, table.depth)):
        places = [corner[axis] for corner in area.outline]
        if max(places) <= 0 or min(places) >= most:
            raise BadInputError(
                area.id,
                expected=f"inches on a table of {table.width:g} x {table.depth:g}",
                got=f"{'xy'[axis]} from {min(places):g} to {max(places):g}",
            )


def _file(text: str, *, name: str) -> Response:
    kind = "application/geo+json" if name.endswith(".geojson") else "application/json"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(text, media_type=kind, headers=headers)


def _told(held: HeldTable, *, counts: Snapshot) -> TerrainList:
    drafts = Snapshot(table=held.snapshot.table, terrain=held.drafts)
    return TerrainList(
        terrain=listed(counts, "terrain"), drafts=listed(drafts, "terrain"), locked=held.locked
    )


def _area(snapshot: Snapshot, value: JsonObject) -> Terrain:
    whole = {**written_snapshot(snapshot), "pieces": [], "terrain": [value]}
    return read_snapshot(whole, "").terrain[0]
