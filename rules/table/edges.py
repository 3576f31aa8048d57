"""Names the four edges of a table, and says how far a point is from one."""

from enum import StrEnum
from types import MappingProxyType
from typing import Final

from rules.table.shapes import Floats
from rules.table.snapshot import TableSize
from rules.table.units import Inches


class TableEdge(StrEnum):
    """An edge of the table: y is 0 along the south one, x along the west one."""

    SOUTH = "south"
    NORTH = "north"
    WEST = "west"
    EAST = "east"

    @property
    def opposite(self) -> "TableEdge":
        """The edge across the table."""
        return OPPOSITE[self]


INWARD: Final = MappingProxyType(
    {
        TableEdge.SOUTH: (0.0, 1.0),
        TableEdge.NORTH: (0.0, -1.0),
        TableEdge.WEST: (1.0, 0.0),
        TableEdge.EAST: (-1.0, 0.0),
    }
)
"""The direction from an edge across the table."""
OPPOSITE: Final = MappingProxyType(
    {
        TableEdge.SOUTH: TableEdge.NORTH,
        TableEdge.NORTH: TableEdge.SOUTH,
        TableEdge.WEST: TableEdge.EAST,
        TableEdge.EAST: TableEdge.WEST,
    }
)


def depth_from(edge: TableEdge, spot: Floats | tuple[float, float], *, table: TableSize) -> float:
    """How far a point is from an edge; less than nothing beyond it.

    >>> depth_from(TableEdge.EAST, (30, 5), table=TableSize(width=36, depth=48))
    6.0
    """
    x, y = float(spot[0]), float(spot[1])
    return {
        TableEdge.SOUTH: y,
        TableEdge.NORTH: float(table.depth) - y,
        TableEdge.WEST: x,
        TableEdge.EAST: float(table.width) - x,
    }[edge]


def extent_from(edge: TableEdge, table: TableSize) -> Inches:
    """How far it is from an edge across the table."""
    return table.depth if edge in {TableEdge.SOUTH, TableEdge.NORTH} else table.width
