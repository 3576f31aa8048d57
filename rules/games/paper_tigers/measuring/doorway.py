"""Knows where a unit goes into a house that then hides it."""

from typing import Final

import shapely

from rules.table.shapes import Point, point
from rules.table.snapshot import Terrain

THRESHOLD: Final = 0.1
"""Inches behind the wall that count as inside."""


def way_in(area: Terrain, *, start: Point) -> Point:
    """The nearest place just inside an area, for a unit that comes from there.

    >>> house = Terrain(id="B1", kind="building", outline=((4, 0), (8, 0), (8, 4), (4, 4)))
    >>> way_in(house, start=(1, 2))
    (4.1, 2.0)
    """
    polygon = shapely.Polygon(area.outline)
    rooms = shapely.buffer(polygon, -THRESHOLD, join_style="mitre")
    inside = polygon if shapely.is_empty(rooms) else rooms
    line = shapely.shortest_line(inside, shapely.Point(start))
    return point(shapely.get_coordinates(line)[0])
