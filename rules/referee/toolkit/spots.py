"""A place on the table that a player names, and the hole that asks for one."""

from dataclasses import dataclass

from rules.referee.toolkit.game import Hole
from rules.table.snapshot import Pose, TableSize
from rules.table.units import Degrees, Inches, plain


@dataclass(frozen=True, slots=True, kw_only=True)
class Spot:
    """A place on the table, in inches, with a heading; 90 degrees look north."""

    x_in: Inches
    y_in: Inches
    heading_deg: Degrees = Degrees(0.0)

    def __post_init__(self) -> None:
        # What can be no pose on any table is refused as it is read.
        Pose(x=self.x_in, y=self.y_in, heading=self.heading_deg)


def shown_spot(spot: Spot) -> dict[str, object]:
    """A place as a view has it."""
    return {"x_in": spot.x_in, "y_in": spot.y_in, "heading_deg": spot.heading_deg}


def off_table(spot: Spot, table: TableSize) -> str | None:
    """Where a place lies beyond the table, or None.

    >>> table = TableSize(width=Inches(30.0), depth=Inches(20.0))
    >>> off_table(Spot(x_in=Inches(31.5), y_in=Inches(4.0)), table)
    '31.5 in east and 4 in north is off the table, 30 by 20 in'
    >>> off_table(Spot(x_in=Inches(30.0), y_in=Inches(4.0)), table)
    """
    if 0 <= spot.x_in <= table.width and 0 <= spot.y_in <= table.depth:
        return None
    return (
        f"{plain(spot.x_in)} in east and {plain(spot.y_in)} in north is off the table, "
        f"{plain(table.width)} by {plain(table.depth)} in"
    )


def spot_hole(*, optional: bool) -> Hole:
    """A hole for a place; it may be left out where the unit is seen to stand well."""
    return Hole(name="to", kind="pose", optional=optional)
