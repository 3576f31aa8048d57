"""Writes a moment of a battle as GeoJSON in inches: terrain, pieces, trails and attacks."""

import json
from collections.abc import Sequence
from typing import Any

import shapely

from api.review.story.history import AttackTold, Place
from rules.table.files.geojson import terrain_to_geojson
from rules.table.outlines.outline import place
from rules.table.snapshot import Piece, Snapshot

ROUND_DIGITS = 4


def battle_geojson(
    snapshot: Snapshot,
    *,
    trails: Sequence[tuple[str, str, Sequence[Place]]] = (),
    fire: Sequence[AttackTold] = (),
) -> str:
    """The table at a moment; trails have a unit and its side. Inches, x to the east, y north."""
    found: dict[str, Any] = json.loads(terrain_to_geojson(snapshot.terrain))
    for feature in found["features"]:
        feature["properties"]["what"] = "terrain"
    found["features"] += [_piece(each) for each in snapshot.pieces if each.pose is not None]
    found["features"] += [
        _trail(unit, side, places=places) for unit, side, places in trails if len(places) > 1
    ]
    found["features"] += [each for one in fire if (each := _attack(one)) is not None]
    size = {"width_in": snapshot.table.width, "depth_in": snapshot.table.depth}
    return json.dumps({**found, "table": size, "snapshot": snapshot.number}, ensure_ascii=False)


def _piece(piece: Piece) -> dict[str, Any]:
    outline = place(piece)
    corners = [(float(x), float(y)) for x, y in outline.corners]
    core = shapely.Point(corners[0]) if len(corners) == 1 else shapely.Polygon(corners)
    whole = shapely.buffer(core, outline.radius) if outline.radius else core
    assert piece.pose is not None
    assert isinstance(whole, shapely.Polygon)
    ring = [[round(x, ROUND_DIGITS), round(y, ROUND_DIGITS)] for x, y in whole.exterior.coords]
    return _feature(
        {"type": "Polygon", "coordinates": [ring]},
        what="piece",
        id=piece.id,
        side=piece.side,
        kind=piece.kind,
        state=str(piece.state),
        x_in=piece.pose.x,
        y_in=piece.pose.y,
        heading_deg=piece.pose.heading,
    )


def _trail(unit: str, side: str, *, places: Sequence[Place]) -> dict[str, Any]:
    line = [[x, y] for x, y, _ in places]
    return _feature({"type": "LineString", "coordinates": line}, what="trail", id=unit, side=side)


def _attack(fire: AttackTold) -> dict[str, Any] | None:
    if fire.start is None or fire.end is None:
        return None
    line = [list(fire.start[:2]), list(fire.end[:2])]
    return _feature(
        {"type": "LineString", "coordinates": line},
        what="attack",
        id=f"e{fire.sequence}",
        unit=fire.unit,
        target=fire.target,
        side=fire.side,
        hit=fire.hit,
    )


def _feature(geometry: dict[str, Any], **properties: object) -> dict[str, Any]:
    return {"type": "Feature", "geometry": geometry, "properties": properties}
