"""Finds where every unit is: from the camera, from the game, or on somebody's word."""

from dataclasses import replace
from functools import lru_cache
from typing import Final

from rules.games.paper_tigers.profiles import UnitKind
from rules.games.paper_tigers.state import State, Unit
from rules.games.paper_tigers.vocabulary import Phase
from rules.referee.toolkit.spots import RuledPlace, RuledPlaces, Spot
from rules.table.outlines.unit_table import UnitPieces, unit_table
from rules.table.snapshot import Covariance, Piece, PieceState, Pose, Snapshot
from rules.table.units import Inches

BEFORE_BATTLE: Final = frozenset({Phase.DEPLOY_FIRST, Phase.DEPLOY_SECOND, Phase.TURN_SLIPS})
WORD_SIGMA: Final = Inches(0.25)
"""How far off a place that a player names is, one standard error, where a camera measures."""


def table_of(state: State, snapshot: Snapshot) -> Snapshot:
    """The table with one piece for each unit that has a place in the game."""
    placed = [unit for unit in state.units.values() if _has_place(unit, state.phase)]
    table = unit_table(
        snapshot,
        [
            _standing(
                unit.id,
                pieces=unit.pieces,
                aboard=unit.aboard,
                in_area=unit.in_area,
                force=unit.force,
                loose=unit.kind is UnitKind.SQUAD,
            )
            for unit in placed
        ],
    )
    return _with_words(table, units=placed, number=snapshot.number)


def ruled_places(state: State) -> RuledPlaces:
    """Where the battle has each unit; what rides, and what was lost and burns no more, is off."""
    return {
        unit.id: RuledPlace(
            pieces=unit.pieces,
            spot=None if _is_off(unit) else unit.spot,
            loose=unit.kind is UnitKind.SQUAD,
        )
        for unit in state.units.values()
        if not unit.is_bridge
    }


def _is_off(unit: Unit) -> bool:
    return bool(unit.aboard) or (unit.destroyed and not unit.burning)


@lru_cache(maxsize=1024)
def _standing(
    unit: str, *, pieces: tuple[str, ...], aboard: str, in_area: str, force: str, loose: bool
) -> UnitPieces:
    return UnitPieces(
        unit=unit,
        pieces=pieces,
        aboard=aboard or None,
        in_area=in_area or None,
        declared_by=force,
        loose=loose,
    )


def _has_place(unit: Unit, phase: Phase) -> bool:
    if unit.is_bridge:
        return False
    if phase in BEFORE_BATTLE:
        return not unit.arrives and not unit.destroyed
    if phase is Phase.ARRIVALS and unit.spot is None and unit.arrives:
        return not unit.destroyed
    return unit.spot is not None


def _with_words(table: Snapshot, *, units: list[Unit], number: int) -> Snapshot:
    """The table with the places that players typed in, as far as they still count.

    Under its black marker a wreck is seldom seen; on its owner's word it stays where it burns.
    """
    words: dict[str, Piece] = {}
    for unit in units:
        if unit.spot is None or not (unit.burning or unit.vouched >= 0):
            continue
        piece = table.piece(unit.id)
        if piece.pose is None:
            piece = _roughly(piece, spot=unit.spot, table=table)
        if piece.state is not PieceState.SEEN or unit.vouched >= number:
            words[unit.id] = word_piece(piece, spot=unit.spot, author=unit.force)
    if not words:
        return table
    for unit in units:
        if unit.aboard in words:
            words[unit.id] = replace(words[unit.aboard], id=unit.id)
    pieces = tuple(words.get(piece.id, piece) for piece in table.pieces)
    return replace(table, pieces=pieces)


def _roughly(piece: Piece, *, spot: Spot, table: Snapshot) -> Piece:
    """A lost piece where it was last ruled to be, with the error of a table that is measured."""
    pose = Pose(x=spot.x_in, y=spot.y_in, heading=spot.heading_deg, covariance=usual_error(table))
    return replace(piece, pose=pose, state=PieceState.HIDDEN)


def word_piece(piece: Piece, *, spot: Spot, author: str) -> Piece:
    """A piece where a player says that it stands.

    On a table without any error, one that is typed in as a whole, the word is as good as the rest.
    """
    measured = piece.pose is not None and piece.pose.covariance != Covariance()
    error = Covariance.round(WORD_SIGMA) if measured else Covariance()
    pose = Pose(x=spot.x_in, y=spot.y_in, heading=spot.heading_deg, covariance=error)
    return replace(piece, pose=pose, state=PieceState.DECLARED, declared_by=author)


def usual_error(snapshot: Snapshot) -> Covariance:
    """What is known of a place that no camera sees any more: nothing exact, but on a typed table.

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
