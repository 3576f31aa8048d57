"""Shows the same battle otherwise: the table turned a quarter round, the sides renamed."""

import dataclasses
import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from rules.games.paper_tigers.state import State, Unit
from rules.referee.toolkit.spots import Spot
from rules.table.edges import TableEdge
from rules.table.snapshot import Piece, Snapshot
from rules.table.units import Degrees, Inches

QUARTER: Final = {"south": "east", "east": "north", "north": "west", "west": "south"}
"""Where each edge of a square table comes to lie."""
NAMELESS: Final = frozenset({"options", "edition"})
"""Fields in which nobody is named."""


def turned(state: State, snapshot: Snapshot) -> tuple[State, Snapshot]:
    """The same moment with everything a quarter turn round the middle of a square table."""
    side = float(snapshot.table.width)
    assert side == snapshot.table.depth
    assert set(QUARTER) == {str(edge) for edge in TableEdge}
    pieces = tuple(_turned_piece(piece, side) for piece in snapshot.pieces)
    terrain = tuple(
        replace(area, outline=tuple(_point(x, y, side=side) for x, y in area.outline))
        for area in snapshot.terrain
    )
    units = {name: _turned_unit(unit, side) for name, unit in state.units.items()}
    slips = state.slips
    if slips is not None:
        spots = {name: _spot(spot, side) for name, spot in slips.spots.items()}
        slips = replace(slips, spots=spots)
    state = replace(state, units=units, slips=slips, edge=QUARTER.get(state.edge, ""))
    return state, replace(snapshot, pieces=pieces, terrain=terrain)


def _point(x: float, y: float, *, side: float) -> tuple[Inches, Inches]:
    return Inches(min(max(0.0, side - y), side) if 0 <= y <= side else side - y), Inches(x)


def _spot(spot: Spot, side: float) -> Spot:
    x, y = _point(spot.x_in, spot.y_in, side=side)
    return Spot(x_in=x, y_in=y, heading_deg=Degrees(spot.heading_deg + 90.0))


def _turned_unit(unit: Unit, side: float) -> Unit:
    return unit if unit.spot is None else replace(unit, spot=_spot(unit.spot, side))


def _turned_piece(piece: Piece, side: float) -> Piece:
    pose = piece.pose
    if pose is None:
        return piece
    error = pose.covariance
    around = replace(error, xx=error.yy, yy=error.xx, xy=-error.xy, xh=-error.yh, yh=error.xh)
    x, y = _point(pose.x, pose.y, side=side)
    heading = Degrees(pose.heading + 90.0)
    return replace(piece, pose=replace(pose, x=x, y=y, heading=heading, covariance=around))


def swapped(value: Any, one: str, *, other: str) -> Any:
    """Any value with two names in each other's place, in every text that is in it."""
    either = re.compile(rf"\b({re.escape(one)}|{re.escape(other)})\b")

    def named(text: str) -> str:
        return either.sub(lambda found: other if found[0] == one else one, text)

    def through(each: Any) -> Any:
        if type(each) is str:
            return named(each)
        if isinstance(each, Mapping):
            return {through(name): through(inner) for name, inner in each.items()}
        if isinstance(each, tuple):
            return tuple(through(inner) for inner in each)
        if dataclasses.is_dataclass(each) and not isinstance(each, type):
            changes = {
                field.name: through(getattr(each, field.name))
                for field in dataclasses.fields(each)
                if field.init and field.name not in NAMELESS
            }
            return replace(each, **changes)
        return each

    return through(value)
