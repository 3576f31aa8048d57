"""Which room a token is seen in and which wall a strip lies on (PI-GEO-01, -05, -07)."""

import math
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Final

import numpy as np
import shapely
from numpy.typing import NDArray

from rules.games.paper_invasion.board import (
    FloorPlan,
    called_wall,
    direction_of,
    is_outer,
    middle_of,
    within,
)
from rules.games.paper_invasion.outlines import ZONES, shape_of
from rules.games.paper_invasion.vocabulary import Spot, Wall, WallState
from rules.referee.toolkit.settings import Options
from rules.table.shapes import Rectangle
from rules.table.snapshot import Piece, PieceState, Snapshot
from rules.table.units import Degrees, Inches, plain

SHEET: Final = "game_sheet"
WIDE: Final = 10.0
DEEP: Final = 6.0
"""Inches of the play area, where the roster's sheet says nothing else."""
STATES: Final = MappingProxyType({"opening": WallState.OPENING, "double": WallState.DOUBLE})
"""PI-GEO-07: what a face of a strip says; no strip says that a wall is single."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OnSheet:
    """Where something is in the frame of the play area."""

    spot: Spot
    turn: Degrees
    """Its heading, counter-clockwise from the sheet's east."""
    sigma: Inches


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """What the camera says of a place: one place, or why it has to be asked for."""

    place: str = ""
    doubt: str = ""


def sheet_in(snapshot: Snapshot) -> Piece | None:
    """The sheet that is played on, if the camera sees it or somebody vouches for it."""
    found = (piece for piece in snapshot.pieces if piece.kind == SHEET and _counts(piece))
    return next(found, None)


def _counts(piece: Piece) -> bool:
    return piece.pose is not None and piece.state in {PieceState.SEEN, PieceState.DECLARED}


def on_sheet(snapshot: Snapshot, name: str) -> OnSheet | str:
    """Where a piece is on the sheet, or why that cannot be said."""
    sheet = sheet_in(snapshot)
    if sheet is None or sheet.pose is None:
        return "The camera does not see the sheet."
    piece = next((each for each in snapshot.pieces if each.id == name), None)
    if piece is None or not _counts(piece) or piece.pose is None:
        return f"The camera does not see {name}."
    wide, deep = WIDE, DEEP
    if isinstance(sheet.footprint, Rectangle):
        wide, deep = sheet.footprint.width, sheet.footprint.length
    turn = math.radians(sheet.pose.heading)
    dx, dy = piece.pose.x - sheet.pose.x, piece.pose.y - sheet.pose.y
    north = dx * math.cos(turn) + dy * math.sin(turn)
    east = dx * math.sin(turn) - dy * math.cos(turn)
    errors = (piece.pose.covariance, sheet.pose.covariance)
    variance = sum(max(each.xx, each.yy) for each in errors)
    variance += errors[1].hh * math.radians(1) ** 2 * (dx * dx + dy * dy)
    return OnSheet(
        spot=(Inches(wide / 2 + east), Inches(deep / 2 + north)),
        turn=Degrees((piece.pose.heading - sheet.pose.heading + 90) % 360),
        sigma=Inches(math.sqrt(variance)),
    )


def place_at(board: FloorPlan, at: OnSheet, *, options: Options) -> Seen:
    """PI-GEO-05: the room or zone that a point lies in; near to a wall that is to be asked."""
    point = shapely.Point(at.spot)
    near = max(options.number("wall_band_in"), 2 * at.sigma)
    far = shapely.distance(_lines(tuple(wall.line for wall in board.walls)), point)
    at_wall = int(far.argmin())
    gap, wall = float(far[at_wall]), board.walls[at_wall]
    if gap <= near:
        how = f"{plain(gap)} in from {called_wall(wall.id)}"
        return Seen(doubt=f"It is {how}: is it in {wall.one} or {within(wall.other)}?")
    for room in board.rooms:
        if shapely.covers(shape_of(room.outline), point):
            return Seen(place=room.name)
    return _outside(board, at.spot, near=near)


@lru_cache(maxsize=256)
def _lines(lines: tuple[tuple[Spot, ...], ...]) -> NDArray[np.object_]:
    return np.array([shapely.LineString(line) for line in lines], dtype=np.object_)


@lru_cache(maxsize=256)
def _box(outlines: tuple[tuple[Spot, ...], ...]) -> tuple[float, float, float, float]:
    x0, y0, x1, y1 = shapely.union_all([shape_of(each) for each in outlines]).bounds
    return float(x0), float(y0), float(x1), float(y1)


def _outside(board: FloorPlan, spot: Spot, *, near: float) -> Seen:
    """The zone of the side that a point is farthest beyond, or of the nearest outer wall."""
    x0, y0, x1, y1 = _box(tuple(room.outline for room in board.rooms))
    over = (spot[1] - y1, spot[0] - x1, y0 - spot[1], x0 - spot[0])
    sides = sorted(range(len(ZONES)), key=lambda side: -over[side])
    (zone, first), (other, second) = ((ZONES[side], over[side]) for side in sides[:2])
    if first <= 0:
        point = shapely.Point(spot)
        outer = [wall for wall in board.walls if is_outer(wall)]
        far = shapely.distance(_lines(tuple(wall.line for wall in outer)), point)
        return Seen(place=outer[int(far.argmin())].other)
    if second > 0 and first - second <= near:
        return Seen(doubt=f"It is off a corner: is it {within(zone)} or {within(other)}?")
    return Seen(place=zone)


def wall_under(board: FloorPlan, at: OnSheet, *, options: Options) -> Wall | str:
    """PI-GEO-07: the wall that a strip belongs to, or why that has to be asked.

    A strip is longest across its heading, as it comes from the kit, so its wall runs across too.
    """
    wall = min(board.walls, key=lambda each: (math.dist(middle_of(each), at.spot), each.id))
    gap, reach = math.dist(middle_of(wall), at.spot), options.number("strip_reach_in")
    if gap > reach:
        far = f"{plain(gap)} in from the middle of {called_wall(wall.id)}, the nearest"
        return f"It lies {far}; strips count within {plain(reach)} in."
    off = abs((at.turn + 90 - direction_of(wall)) % 180)
    off, turn = min(off, 180 - off), options.number("strip_turn_deg")
    if off >= turn:
        how = f"by {off:.0f} degrees against {called_wall(wall.id)}, the nearest"
        return f"It is turned {how}; strips count below {turn:g} degrees."
    return wall
