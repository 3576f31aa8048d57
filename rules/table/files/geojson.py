"""Reads and writes terrain as GeoJSON in inches, so that any drawing program can edit it."""

import json
from collections.abc import Iterable, Mapping
from typing import Final

from rules.table.bad_input import BadInputError
from rules.table.files.strict_json import items, mapping, number, parse, string
from rules.table.shapes import Point, ring_fault
from rules.table.snapshot import Terrain
from rules.table.units import Inches

UNITS: Final = "inches from the south-west corner, x to the east, y to the north"
KINDLESS: Final = "terrain"
"""The kind of a shape that names none: the players say what it is."""


def terrain_to_geojson(terrain: Iterable[Terrain]) -> str:
    """A FeatureCollection with one Polygon per area; lengths are inches, not degrees."""
    return json.dumps(
        {
            "type": "FeatureCollection",
            "units": UNITS,
            "features": [_feature(area) for area in terrain],
        },
        indent=1,
    )


def _feature(area: Terrain) -> Mapping[str, object]:
    ring = [list(corner) for corner in (*area.outline, area.outline[0])]
    return {
        "type": "Feature",
        "id": area.id,
        "properties": {"kind": area.kind, "height_in": area.height, "sigma_in": area.sigma},
        "geometry": {"type": "Polygon", "coordinates": [ring]},
    }


def terrain_from_geojson(text: str) -> tuple[Terrain, ...]:
    """The areas of a FeatureCollection; what other programs add to it is ignored.

    >>> (area,) = terrain_from_geojson('''{"type": "FeatureCollection", "features": [{
    ... "type": "Feature", "id": "W1", "properties": {"kind": "woods"}, "geometry": {
    ... "type": "Polygon", "coordinates": [[[0, 0], [4, 0], [4, 3], [0, 0]]]}}]}''')
    >>> area.id, area.kind, len(area.outline)
    ('W1', 'woods', 3)
    """
    value = mapping(parse(text, what="GeoJSON"), "GeoJSON")
    if value.get("type") != "FeatureCollection":
        got = repr(value.get("type", "nothing"))
        raise BadInputError("type", expected="'FeatureCollection'", got=got)
    found: list[Terrain] = []
    ids: set[str] = set()
    for index, feature in enumerate(items(value.get("features"), "features")):
        where = f"features[{index}]"
        area = _area(mapping(feature, where), where, default=f"area-{index + 1}")
        if area.id in ids:
            raise BadInputError(f"{where}.id", expected="an id of its own", got=repr(area.id))
        ids.add(area.id)
        found.append(area)
    return tuple(found)


def _area(feature: Mapping[str, object], where: str, *, default: str) -> Terrain:
    properties = mapping(feature.get("properties") or {}, f"{where}.properties")
    name = feature.get("id", properties.get("id", properties.get("name", default)))
    return Terrain(
        id=str(name) if isinstance(name, int) else string(name, f"{where}.id"),
        kind=string(properties.get("kind", KINDLESS), f"{where}.properties.kind"),
        outline=_outline(mapping(feature.get("geometry"), f"{where}.geometry"), where),
        height=_length(properties, "height_in", where=where),
        sigma=_length(properties, "sigma_in", where=where),
    )


def _length(properties: Mapping[str, object], name: str, *, where: str) -> Inches:
    return Inches(number(properties.get(name, 0.0), f"{where}.properties.{name}"))


def _outline(geometry: Mapping[str, object], where: str) -> tuple[Point, ...]:
    at = f"{where}.geometry"
    if geometry.get("type") != "Polygon":
        expected, got = "'Polygon'", repr(geometry.get("type", "nothing"))
        raise BadInputError(f"{at}.type", expected=expected, got=got)
    rings = items(geometry.get("coordinates"), f"{at}.coordinates")
    if len(rings) != 1:
        expected, got = "one ring: terrain has no holes", f"{len(rings)} rings"
        raise BadInputError(f"{at}.coordinates", expected=expected, got=got)
    ring = [
        _corner(corner, f"{at}.coordinates[0][{index}]")
        for index, corner in enumerate(items(rings[0], f"{at}.coordinates[0]"))
    ]
    if len(ring) > 1 and ring[0] == ring[-1]:
        ring = ring[:-1]
    if fault := ring_fault(tuple(ring)):
        raise BadInputError(f"{at}.coordinates", expected="a simple outline", got=fault)
    return tuple(ring)


def _corner(value: object, where: str) -> Point:
    pair = items(value, where)
    if len(pair) not in {2, 3}:
        raise BadInputError(where, expected="x and y in inches", got=f"{len(pair)} numbers")
    return Inches(number(pair[0], where)), Inches(number(pair[1], where))
