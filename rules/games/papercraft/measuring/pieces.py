"""Says where every unit is: from the camera, from the game, or on somebody's word; and what stands
in whose way.
"""

from dataclasses import replace
from typing import Final

import numpy as np
import shapely

from rules.games.papercraft.abilities import Effect, ability_of
from rules.games.papercraft.catalogue import PASSABLE
from rules.games.papercraft.options import DOUBT
from rules.games.papercraft.profiles import Fate, SecondaryType
from rules.games.papercraft.state import Phase, State, Unit
from rules.referee.toolkit.spots import (
    RuledPlace,
    RuledPlaces,
    Spot,
    off_table,
    pose_at,
    usual_error,
    word_piece,
)
from rules.table.moves.shifts import PieceShift, shift_of
from rules.table.shapes import Polygon, Rectangle, point
from rules.table.snapshot import Covariance, Piece, PieceState, Pose, Snapshot, Terrain
from rules.table.units import Degrees, Inches

SETTING_UP: Final = frozenset({Phase.MUSTER, Phase.ORDER, Phase.EDGES, Phase.DEPLOY})
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


def ruled_places(state: State) -> RuledPlaces:
    """Where the battle has each unit; what is inside a building, or removed, is off.

    Nobody has ruled yet on a unit that is being set up: it stays where it was put.
    """
    return {
        unit.id: RuledPlace(pieces=(unit.id,), spot=unit.spot if unit.on_table else None)
        for unit in state.units.values()
        if unit.spot is not None or not unit.alive or state.phase not in SETTING_UP
    }


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
    """A unit's square as rulings take it: seen, or where a word or the game has it (PC-DTH-07)."""
    if seen is None:
        made = piece_at(unit)
    else:
        # It never measures the paper: the square has the size of its type (PC-GEO-01).
        outline = Rectangle(length=unit.depth, width=unit.width)
        kind = str(unit.profile.secondary)
        made = replace(seen, footprint=outline, side=unit.side, kind=kind)
    if unit.spot is None or off_table(unit.spot, table.table) is not None:
        return made
    spoken = unit.vouched >= 0 and (
        made.state is not PieceState.SEEN or unit.vouched >= table.number
    )
    covered = unit.fate in {Fate.CORPSE, Fate.RUBBLE} and made.state is not PieceState.SEEN
    if not spoken and not covered:
        # Nobody knows whether it still stands there; that it is lost is said as it is measured.
        return made if made.pose is not None else replace(made, pose=pose_at(unit.spot, error))
    author = unit.player if spoken else KEPT
    return word_piece(made, spot=unit.spot, author=author, error=error)


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


def shift_from(piece: Piece, spot: Spot, *, least: Inches) -> PieceShift | None:
    """How far a square was shifted from a place; None when it is not seen at rest."""
    return shift_of(piece, ruled=pose_at(spot, Covariance()), least=least, doubt=DOUBT)


SOLID: Final = frozenset({"impassable_and_blocking", "impassable"})


def passable(state: State, unit: Unit) -> bool:
    """PC-DTH-05 and DTH-06: whether what is left of a unit may be crossed and stood on."""
    if unit.fate is Fate.RUBBLE:
        return state.options.choice("building_death") == "passable"
    if unit.profile.secondary is SecondaryType.TITAN:
        return state.options.choice("titan_corpse") == "passable"
    return unit.profile.secondary in PASSABLE


def in_the_way(state: State, mover: Unit, *, table: Snapshot) -> dict[str, str]:
    """What a unit may not run over, by clause (PC-MOV-06 and 08, PC-ABL-02 and 09)."""
    ghost = ability_of(mover.profile, Effect.PASS_ENEMIES)
    found: dict[str, str] = {}
    for unit in state.units.values():
        if unit.id == mover.id or not unit.on_table:
            continue
        if not unit.alive:
            if not passable(state, unit):
                found[unit.id] = "PC-DTH-06"
        elif not state.enemies(mover, unit):
            if not state.options.flag("pass_friends"):
                found[unit.id] = "PC-MOV-06"
        elif ghost is None or (unit.is_building and not ghost.over_buildings):
            found[unit.id] = "PC-MOV-06"
    return found | _terrain(state, table)


def underfoot(state: State, mover: Unit, *, table: Snapshot) -> dict[str, str]:
    """What a unit may not end on, each with its clause (PC-MOV-07 and 08)."""
    found: dict[str, str] = {}
    for unit in state.units.values():
        if unit.id == mover.id or not unit.on_table:
            continue
        if unit.alive:
            found[unit.id] = "PC-MOV-07"
        elif not passable(state, unit):
            found[unit.id] = "PC-DTH-06"
    return found | _terrain(state, table)


def _terrain(state: State, table: Snapshot) -> dict[str, str]:
    """PC-SET-03: no terrain, unless it was agreed to count."""
    if state.options.choice("terrain_mode") not in SOLID:
        return {}
    return {area.id: "PC-SET-03" for area in table.terrain if area.id not in state.units}


def blockers(state: State, pair: tuple[str, str], *, table: Snapshot) -> frozenset[str]:
    """PC-RNG-03: every other living unit, corpses as agreed, and terrain where it blocks."""
    names = {
        unit.id
        for unit in state.units.values()
        if unit.on_table and unit.id not in pair and (unit.alive or _corpse_blocks(state, unit))
    }
    if state.options.choice("terrain_mode") == "impassable_and_blocking":
        names |= {area.id for area in table.terrain if area.id not in state.units}
    return frozenset(names)


def _corpse_blocks(state: State, unit: Unit) -> bool:
    """PC-AMB-10."""
    rule = state.options.choice("corpses_block")
    return rule == "yes" or (rule == "large_only" and not passable(state, unit))
