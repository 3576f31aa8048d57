"""Finds where every unit is: from the camera, from the game, or on somebody's word."""

from dataclasses import replace
from functools import lru_cache
from typing import Final

from rules.games.paper_tigers.profiles import UnitKind
from rules.games.paper_tigers.state import State, Unit
from rules.games.paper_tigers.vocabulary import Phase
from rules.referee.toolkit.spots import RuledPlace, RuledPlaces, pose_at, usual_error, word_piece
from rules.table.outlines.unit_table import UnitPieces, unit_table
from rules.table.snapshot import Piece, PieceState, Snapshot

BEFORE_DEPLOYING: Final = frozenset({Phase.ROLL_SIDES, Phase.TERRAIN})
BEFORE_BATTLE: Final = frozenset({Phase.DEPLOY_FIRST, Phase.DEPLOY_SECOND, Phase.TURN_SLIPS})


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
    """Where the battle has each unit; what rides, and what was lost and burns no more, is off.

    Nobody has ruled yet on a unit that is being set up: it stays where it was put.
    """
    return {
        unit.id: RuledPlace(
            pieces=unit.pieces,
            spot=None if _is_off(unit) else unit.spot,
            loose=unit.kind is UnitKind.SQUAD,
        )
        for unit in state.units.values()
        if not unit.is_bridge and not _is_being_set_up(unit, state.phase)
    }


def _is_being_set_up(unit: Unit, phase: Phase) -> bool:
    return unit.spot is None and not unit.arrives and phase in BEFORE_DEPLOYING | BEFORE_BATTLE


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
    error = usual_error(table)
    for unit in units:
        if unit.spot is None or not (unit.burning or unit.vouched >= 0):
            continue
        piece = table.piece(unit.id)
        if piece.pose is None:
            # A lost piece where it was last ruled to be, with the error of a measured table.
            piece = replace(piece, pose=pose_at(unit.spot, error), state=PieceState.HIDDEN)
        if piece.state is not PieceState.SEEN or unit.vouched >= number:
            words[unit.id] = word_piece(piece, spot=unit.spot, author=unit.force, error=error)
    if not words:
        return table
    for unit in units:
        if unit.aboard in words:
            words[unit.id] = replace(words[unit.aboard], id=unit.id)
    pieces = tuple(words.get(piece.id, piece) for piece in table.pieces)
    return replace(table, pieces=pieces)
