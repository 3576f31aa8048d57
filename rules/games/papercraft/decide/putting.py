"""Knows where a unit may be put down that did not walk: shifted, flown, or put out of a ruin."""

from dataclasses import replace

from rules.games.papercraft.abilities import ABILITIES, Effect, ability_of
from rules.games.papercraft.commands import PutDown
from rules.games.papercraft.decide.dispatch import handle
from rules.games.papercraft.decide.draft import Draft
from rules.games.papercraft.decide.moving import stands_still
from rules.games.papercraft.decide.obstacles import in_the_way, underfoot
from rules.games.papercraft.decide.placing import (
    piece_at,
    ruled_piece,
    spot_of,
    usual_error,
    word_piece,
)
from rules.games.papercraft.events.ability import Charged, Shifted
from rules.games.papercraft.events.turn import CameOut
from rules.games.papercraft.measuring.fronts import FrontMetric, measured_move, move_between
from rules.games.papercraft.measuring.lines import judge_distance
from rules.games.papercraft.measuring.throws import measured_shift
from rules.games.papercraft.measuring.ways import SquareMove, crossed_by, judge_overlap, judge_way
from rules.games.papercraft.measuring.zones import judge_on_table
from rules.games.papercraft.state import Unit
from rules.games.papercraft.vocabulary import Ask, AskKind, Purpose
from rules.referee.toolkit.evidence import Measured
from rules.referee.toolkit.findings import judged
from rules.referee.toolkit.spots import Spot
from rules.table.snapshot import Piece, PieceState, Snapshot
from rules.table.units import Inches


@handle.register
def _put_down(body: PutDown, draft: Draft) -> None:
    ask = draft.open_ask(AskKind.PUT, 0)
    unit = draft.known_unit(body.unit)
    if ask.unit != unit.id:
        draft.refuse(ask.clause, f"{ask.unit} is put down now, not {unit.id}.")
    draft.require_on_table(unit, body.to)
    end = where_it_lies(draft, unit, to=body.to)
    spot = spot_of(end)
    if spot is None or end.state not in {PieceState.SEEN, PieceState.DECLARED}:
        reason = f"Nobody sees where {unit.id} stands: put it in view, or say where it is."
        draft.refuse(ask.clause, reason)
    {Purpose.SHIFT: _shifted, Purpose.CHARGE: _charged, Purpose.EJECT: _ejected}[ask.purpose](
        draft, unit, ask=ask, end=end
    )


def where_it_lies(draft: Draft, unit: Unit, *, to: Spot | None) -> Piece:
    """A unit's square where the camera sees it, or where a player says; also off its building."""
    pieces = {piece.id: piece for piece in draft.table.pieces}
    seen = {piece.id: piece for piece in draft.snapshot.pieces}
    now = pieces.get(unit.id) or piece_at(unit)
    if unit.id not in pieces and unit.id in seen:
        now = replace(seen[unit.id], footprint=now.footprint, side=unit.side, kind=now.kind)
    if to is None:
        return now
    return word_piece(now, spot=to, author=draft.command.author, error=usual_error(draft.snapshot))


def _word(draft: Draft, end: Piece) -> int:
    return draft.snapshot.number if end.state is PieceState.DECLARED else -1


def stands_free(draft: Draft, unit: Unit, *, end: Piece, table: Snapshot) -> None:
    """On the table and on nobody, wherever a unit is put."""
    draft.held(judge_on_table(table, end, agreed=draft.agreed))
    overlap, agreed = draft.length("overlap_in"), draft.agreed_on_overlaps
    for name, clause in underfoot(draft.state, unit, table=table).items():
        pair = (end, table.piece(name))
        draft.held(judge_overlap(table, pair, clause=clause, overlap=overlap, agreed=agreed))


def _shifted(draft: Draft, unit: Unit, *, ask: Ask, end: Piece) -> None:
    """PC-ABL-07: no farther than the dice allow, and not onto another unit."""
    assert unit.spot is not None
    spot = spot_of(end)
    assert spot is not None
    start = ruled_piece(end, spot=unit.spot, error=usual_error(draft.snapshot))
    found = measured_shift(draft.table, (start, end), limit=ask.inches, doubt=draft.agreed.doubt)
    evidence = draft.held(judged("PC-ABL-07", found, says=found.why, agreed=draft.agreed))
    if not stands_still(unit, end=end):
        stands_free(draft, unit, end=end, table=draft.table)
    own_turn = unit.player == draft.state.active
    far = found.value or Inches(0.0)
    event = Shifted(
        unit=ask.other,
        target=unit.id,
        spot=spot,
        length=far,
        counts=own_turn and far > draft.length("moved_threshold_in"),
        vouched=_word(draft, end),
        ask_id=ask.id,
    )
    draft.emit(event, clause="PC-ABL-07", evidence=(evidence,))


def _charged(draft: Draft, unit: Unit, *, ask: Ask, end: Piece) -> None:
    """PC-ABL-10: straight, no farther than half its Movement, ending clear of all."""
    assert unit.spot is not None
    start = ruled_piece(end, spot=unit.spot, error=usual_error(draft.snapshot))
    metric = FrontMetric(draft.state.options.choice("move_metric"))
    move = move_between(draft.table, (start, end), metric=metric)
    agreed = draft.agreed_on_moves
    found = measured_move(
        draft.table, (start, end), move=move, walked=0.0, allowance=ask.inches, doubt=agreed.doubt
    )
    evidence = draft.held(judged("PC-ABL-10", found, says=found.why, agreed=agreed))
    moved = not stands_still(unit, end=end)
    if moved:
        stands_free(draft, unit, end=end, table=draft.table)
        _require_free_flight(draft, unit, ask=ask, pair=(start, end))
    enemies = [
        each for each in draft.state.units.values()
        if each.alive and each.on_table and draft.state.enemies(unit, each)
    ]  # fmt: skip
    crossed = crossed_by(
        draft.table,
        (start, end),
        others=[draft.table.piece(each.id) for each in enemies],
        overlap=draft.length("overlap_in"),
    )
    _fly(draft, unit, ask=ask, end=end, targets=crossed if moved else (), evidence=evidence)


def _require_free_flight(draft: Draft, unit: Unit, *, ask: Ask, pair: tuple[Piece, Piece]) -> None:
    """What it flies over: enemies, but no building unless it may, and nothing else in its way."""
    state, table = draft.state, draft.table
    ghost = ability_of(unit.profile, Effect.PASS_ENEMIES)
    over_buildings = ghost is None or ghost.over_buildings
    clauses = {
        name: clause
        for name, clause in in_the_way(state, unit, table=table).items()
        if name not in state.units
        or not state.unit(name).alive
        or not state.enemies(unit, state.unit(name))
        or (state.unit(name).is_building and not over_buildings)
    }
    move = move_between(table, pair, metric=FrontMetric.FRONT_MID)
    flight = SquareMove(
        table=table,
        start=pair[0],
        end=pair[1],
        front=move,
        way=(),
        obstacles=tuple(table.piece(name) for name in clauses),
        clause_of=clauses,
        left=ask.inches,
        overlap=draft.length("overlap_in"),
        agreed=draft.agreed_on_overlaps,
        detours=False,
    )
    for finding in judge_way(flight):
        draft.held(finding)


def _fly(
    draft: Draft,
    unit: Unit,
    *,
    ask: Ask,
    end: Piece,
    targets: tuple[str, ...],
    evidence: Measured,
) -> None:
    spot = spot_of(end)
    assert spot is not None
    ability = ABILITIES[ask.other]
    attack = unit.profile.attacks[0].id if unit.profile.attacks else ""
    event = Charged(
        unit=unit.id,
        ability=ability.id,
        spot=spot,
        length=evidence.value or Inches(0.0),
        targets=targets if attack else (),
        attack=attack,
        cost_hp=ability.cost_hp,
        vouched=_word(draft, end),
        ask_id=ask.id,
    )
    draft.emit(event, clause="PC-ABL-10", evidence=(evidence,))


def _ejected(draft: Draft, unit: Unit, *, ask: Ask, end: Piece) -> None:
    """PC-ABL-16: beside the building that fell, within melee range of it."""
    spot = spot_of(end)
    assert spot is not None
    building = draft.state.unit(ask.other)
    table = draft.ruled_table(building)
    table = with_piece(table, end)
    reach = draft.length("melee_reach_in")
    near = judge_distance(
        table, (unit.id, building.id), limit=reach, clause="PC-ABL-16", agreed=draft.agreed
    )
    evidence = draft.held(near)
    stands_free(draft, unit, end=end, table=table)
    event = CameOut(
        unit=unit.id,
        building=building.id,
        spot=spot,
        fell=True,
        vouched=_word(draft, end),
        ask_id=ask.id,
    )
    draft.emit(event, clause="PC-ABL-16", evidence=(evidence,))


def with_piece(table: Snapshot, piece: Piece) -> Snapshot:
    """The table with a piece put down, wherever it was before."""
    others = tuple(each for each in table.pieces if each.id != piece.id)
    return replace(table, pieces=(*others, piece))
