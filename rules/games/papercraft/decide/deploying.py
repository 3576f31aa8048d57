"""Knows how units are placed: one each in rotation, in the start zone (PC-SET-05 to SET-08)."""

from rules.games.papercraft.commands import Place
from rules.games.papercraft.decide.dispatch import handle
from rules.games.papercraft.decide.draft import Draft
from rules.games.papercraft.decide.placing import spot_of, usual_error, word_piece
from rules.games.papercraft.decide.turns import begin_turn
from rules.games.papercraft.events.setup import Placed, PlayerSkipped
from rules.games.papercraft.measuring.ways import judge_overlap
from rules.games.papercraft.measuring.zones import ZoneRule, judge_on_table, judge_zone
from rules.games.papercraft.state import State, Unit
from rules.games.papercraft.vocabulary import Phase
from rules.referee.toolkit.evidence import Measured
from rules.referee.toolkit.spots import Spot
from rules.table.snapshot import Piece, PieceState


def placing_player(state: State) -> str:
    """Whose turn it is to place a unit."""
    return state.order[state.placer] if state.order else ""


def next_placer(draft: Draft) -> bool:
    """PC-SET-06: whoever has nothing left is skipped; once nobody has, the first turn begins."""
    state = draft.state
    if not any(state.to_place(name) for name in state.order):
        begin_turn(draft, state.order[0], wraps=True)
        return True
    name = placing_player(state)
    if state.to_place(name):
        return False
    draft.emit(PlayerSkipped(player=name), clause="PC-SET-06")
    return True


@handle.register
def _place(body: Place, draft: Draft) -> None:
    draft.require_phase(Phase.DEPLOY)
    unit = draft.known_unit(body.unit)
    name = placing_player(draft.state)
    player = draft.state.player(name)
    if player.seat != draft.command.author:
        draft.refuse("PC-SET-05", f"It is {name}'s turn to place a unit.")
    if unit.player != name:
        draft.refuse("PC-SET-05", f"{unit.id} is {unit.player}'s; it is {name}'s turn to place.")
    if unit.spot is not None or not unit.alive:
        draft.refuse("PC-SET-05", f"{unit.id} has been placed already.")
    draft.require_on_table(unit, body.to)
    _require_alone(draft, unit)
    piece = _where(draft, unit, to=body.to)
    spot = spot_of(piece)
    if spot is None:
        reason = f"Nobody sees {unit.id} on the table: put it down, or say where it stands."
        draft.refuse("PC-ARM-05", reason)
    evidence = _held_to(draft, unit, piece=piece)
    told = piece.state is PieceState.DECLARED
    event = Placed(
        unit=unit.id,
        player=name,
        spot=spot,
        vouched=draft.snapshot.number if told else -1,
    )
    draft.emit(event, clause="PC-SET-05", evidence=evidence)


def _require_alone(draft: Draft, unit: Unit) -> None:
    """PC-SET-05: one new square at a time; those that lay there from the start are not new."""
    waiting = {each.id for each in draft.state.units.values() if each.spot is None}
    waiting -= {unit.id, *draft.state.laid}
    seen = [
        piece.id
        for piece in draft.snapshot.pieces
        if piece.id in waiting and piece.state is PieceState.SEEN
    ]
    if seen:
        reason = f"{seen[0]} was laid on the table too; one unit is placed at a time."
        draft.unless_waived("PC-SET-05", reason)


def _where(draft: Draft, unit: Unit, *, to: Spot | None) -> Piece:
    piece = draft.table.piece(unit.id)
    if to is None:
        return piece
    error = usual_error(draft.snapshot)
    return word_piece(piece, spot=to, author=draft.command.author, error=error)


def _held_to(draft: Draft, unit: Unit, *, piece: Piece) -> list[Measured]:
    """PC-SET-07 and SET-08: in the zone, on the table, on nobody."""
    rule = ZoneRule(draft.state.options.choice("zone_rule"))
    edge = draft.state.edges[unit.player]
    zone = judge_zone(draft.table, piece, edge=edge, rule=rule, agreed=draft.agreed)
    evidence = [draft.held(zone)]
    evidence.append(draft.held(judge_on_table(draft.table, piece, agreed=draft.agreed)))
    for other in draft.state.units.values():
        if other.on_table and other.id != unit.id:
            overlap = judge_overlap(
                draft.table,
                (piece, draft.table.piece(other.id)),
                clause="PC-SET-08",
                overlap=draft.length("overlap_in"),
                agreed=draft.agreed_on_overlaps,
            )
            draft.held(overlap)
    return evidence
