"""Knows where every unit is: from the camera, from the game, or on somebody's word."""

from dataclasses import replace
from typing import Final

import numpy as np
import shapely

from rules.games.papercraft.profiles import Fate
from rules.games.papercraft.state import State, Unit
from rules.games.papercraft.vocabulary import Phase
from rules.referee.toolkit.spots import Spot
from rules.table.shapes import Polygon, Rectangle, point
from rules.table.snapshot import Covariance, Piece, PieceState, Pose, Snapshot, Terrain
from rules.table.units import Degrees, Inches, Seconds

WORD_SIGMA: Final = Inches(0.25)
"""How far off a place that a player names is, one standard error, where a camera measures."""
KEPT: Final = "the umpire"
"""In whose name a covered corpse stays where it was seen last (PC-DTH-07)."""


def table_of(state: State, snapshot: Snapshot) -> Snapshot:
    """The table with one piece for each unit whose square lies on it, and terrain that counts."""
    seen = {piece.id: piece for piece in snapshot.pieces}
    error = usual_error(snapshot)
    pieces = [
        _piece_of(unit, seen=seen.get(unit.id), table=snapshot, error=error)
        for unit in state.units.values()
        if unit.on_table or _may_be_placed(state, unit)
    ]
    if state.options.choice("terrain_mode") != "none":
        known = {piece.id for piece in pieces}
        pieces += [_solid(area) for area in snapshot.terrain if area.id not in known]
    return replace(snapshot, pieces=tuple(pieces))


def _may_be_placed(state: State, unit: Unit) -> bool:
    return state.phase is Phase.DEPLOY and unit.alive and unit.spot is None


def piece_at(unit: Unit) -> Piece:
    """A unit's square that nobody sees."""
    return Piece(
        id=unit.id,
        footprint=Rectangle(length=unit.depth, width=unit.width),
        pose=None,
        side=unit.side,
        kind=str(unit.profile.secondary),
        state=PieceState.LOST,
    )


def _piece_of(unit: Unit, *, seen: Piece | None, table: Snapshot, error: Covariance) -> Piece:
    """A unit's square as rulings take it: seen, or where a word or the game has it."""
    if seen is None:
        made = piece_at(unit)
    else:
        # It never measures the paper: the square has the size of its type (PC-GEO-01).
        outline = Rectangle(length=unit.depth, width=unit.width)
        kind = str(unit.profile.secondary)
        made = replace(seen, footprint=outline, side=unit.side, kind=kind)
    if unit.spot is None or not _lies_on(table, unit.spot):
        return made
    spoken = unit.vouched >= 0 and (
        made.state is not PieceState.SEEN or unit.vouched >= table.number
    )
    covered = unit.fate in {Fate.CORPSE, Fate.RUBBLE} and made.state is not PieceState.SEEN
    if not spoken and not covered:
        if made.pose is None:
            # Nobody knows whether it still stands there; that it is lost is said as it is measured.
            pose = Pose(x=unit.spot.x_in, y=unit.spot.y_in, heading=unit.spot.heading_deg)
            return replace(made, pose=replace(pose, covariance=error))
        return made
    author = unit.player if spoken else KEPT
    return word_piece(made, spot=unit.spot, author=author, error=error)


def _lies_on(table: Snapshot, spot: Spot) -> bool:
    """Whether a place is on the table, which may be another one by now."""
    return 0 <= spot.x_in <= table.table.width and 0 <= spot.y_in <= table.table.depth


def word_piece(piece: Piece, *, spot: Spot, author: str, error: Covariance) -> Piece:
    """A piece where somebody says that it stands."""
    pose = Pose(x=spot.x_in, y=spot.y_in, heading=spot.heading_deg, covariance=error)
    return replace(
        piece, pose=pose, state=PieceState.DECLARED, declared_by=author, age=Seconds(0.0)
    )


def ruled_piece(piece: Piece, *, spot: Spot, error: Covariance) -> Piece:
    """A piece where it was ruled to stand, whatever the camera sees of it by now."""
    pose = Pose(x=spot.x_in, y=spot.y_in, heading=spot.heading_deg, covariance=error)
    if piece.pose is not None:
        pose = replace(pose, covariance=piece.pose.covariance)
    return replace(piece, pose=pose, state=PieceState.SEEN, age=Seconds(0.0), declared_by=None)


def usual_error(snapshot: Snapshot) -> Covariance:
    """What is known of a place that no camera sees: nothing exact, but on a typed table.

    On that no piece has any error.
    """
    poses = (piece.pose for piece in snapshot.pieces if piece.pose is not None)
    measured = any(pose.covariance != Covariance() for pose in poses)
    return Covariance.round(WORD_SIGMA) if measured else Covariance()


def spot_of(piece: Piece) -> Spot | None:
    """Where a piece stands, in the words of the game."""
    if piece.pose is None:
        return None
    pose = piece.pose
    return Spot(x_in=pose.x, y_in=pose.y, heading_deg=pose.heading)


def _solid(area: Terrain) -> Piece:
    """PC-AMB-18: an area of terrain as something that stands in the way."""
    middle = shapely.get_coordinates(shapely.centroid(shapely.Polygon(area.outline)))[0]
    around = np.array(area.outline) - middle
    return Piece(
        id=area.id,
        footprint=Polygon(vertices=tuple(point(corner) for corner in around)),
        pose=Pose(
            x=Inches(float(middle[0])),
            y=Inches(float(middle[1])),
            heading=Degrees(0.0),
            covariance=Covariance.round(area.sigma),
        ),
        kind=area.kind,
    )
