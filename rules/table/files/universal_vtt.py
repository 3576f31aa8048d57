"""Reads and writes terrain as a Universal VTT map, which programs for playing online use.

A square of such a map is an inch. Its y runs south from the north-west corner. What walls cannot
say (kinds, heights, errors) goes with them in a field that other programs pass over.
"""

import json
from collections.abc import Iterable, Sequence
from typing import Final

from rules.table.bad_input import BadInputError
from rules.table.files.geojson import KINDLESS, terrain_from_geojson, terrain_to_geojson
from rules.table.files.strict_json import items, mapping, number, parse
from rules.table.shapes import Point, ring_fault
from rules.table.snapshot import TableSize, Terrain
from rules.table.units import Inches

FORMAT: Final = 0.3
PIXELS_PER_INCH: Final = 70
OWN: Final = "paper_umpire"
_CLOSED: Final = 1e-6
_WALLS: Final = ("line_of_sight", "objects_line_of_sight")


def terrain_to_vtt(
    terrain: Iterable[Terrain], *, table: TableSize, see_through: Iterable[str] = ()
) -> str:
    """A map whose walls are the outlines; kinds that one may look through get none."""
    areas, clear = tuple(terrain), frozenset(see_through)
    walls = [
        [{"x": x, "y": table.depth - y} for x, y in (*area.outline, area.outline[0])]
        for area in areas
        if area.kind not in clear
    ]
    return json.dumps(
        {
            "format": FORMAT,
            "resolution": {
                "map_origin": {"x": 0, "y": 0},
                "map_size": {"x": table.width, "y": table.depth},
                "pixels_per_grid": PIXELS_PER_INCH,
            },
            "line_of_sight": walls,
            "objects_line_of_sight": [],
            "portals": [],
            "lights": [],
            OWN: json.loads(terrain_to_geojson(areas)),
        },
        indent=1,
    )


def terrain_from_vtt(text: str) -> tuple[TableSize, tuple[Terrain, ...]]:
    """The size of a map and its closed walls; an open wall encloses no ground and is left out."""
    value = mapping(parse(text, what="Universal VTT"), "Universal VTT")
    table = _table(value.get("resolution"))
    own = value.get(OWN)
    if own is not None:
        return table, terrain_from_geojson(json.dumps(own))
    found: list[Terrain] = []
    for name in _WALLS:
        for index, wall in enumerate(items(value.get(name, []), name)):
            outline = _outline(wall, f"{name}[{index}]", depth=float(table.depth))
            if outline:
                area = Terrain(id=f"wall-{len(found) + 1}", kind=KINDLESS, outline=outline)
                found.append(area)
    return table, tuple(found)


def _table(resolution: object) -> TableSize:
    size = resolution.get("map_size") if isinstance(resolution, dict) else None
    if not isinstance(size, dict):
        raise BadInputError("resolution.map_size", expected="x and y in squares", got="nothing")
    x, y = (number(size.get(axis), f"resolution.map_size.{axis}") for axis in "xy")
    return TableSize(width=Inches(x), depth=Inches(y))


def _outline(wall: object, where: str, *, depth: float) -> tuple[Point, ...]:
    """The corners of a wall that comes back to where it began; of any other, none."""
    corners = [
        _corner(corner, f"{where}[{index}]", depth=depth)
        for index, corner in enumerate(items(wall, where))
    ]
    if len(corners) < 4 or not _is_same(corners[0], corners[-1]):
        return ()
    ring = tuple(corners[:-1])
    if fault := ring_fault(ring):
        raise BadInputError(where, expected="a simple outline", got=fault)
    return ring


def _is_same(one: Sequence[float], other: Sequence[float]) -> bool:
    return abs(one[0] - other[0]) < _CLOSED and abs(one[1] - other[1]) < _CLOSED


def _corner(value: object, where: str, *, depth: float) -> Point:
    if not isinstance(value, dict):
        raise BadInputError(where, expected="x and y in squares", got=repr(value)[:60])
    x, y = (number(value.get(axis), f"{where}.{axis}") for axis in "xy")
    return Inches(x), Inches(depth - y)
