"""Finds where the table is not as the battle has it, and what the camera takes to have happened.

A square that is hidden is normal at a table and no difference; one that is being moved is nobody's
business until it lies still; and a camera that is not live says nothing at all.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import combinations
from typing import Any, Final

from rules.games.papercraft.chapters.amending import AcceptSquare
from rules.games.papercraft.chapters.moving import LayDown, SquareMoveDone, may_move, to_put_down
from rules.games.papercraft.chapters.setting_up import PlaceSquare
from rules.games.papercraft.chapters.sheltering import Leave, why_not_out
from rules.games.papercraft.measuring.pieces import piece_at, shift_from, table_of
from rules.games.papercraft.options import DOUBT
from rules.games.papercraft.profiles import Fate
from rules.games.papercraft.state import FOUGHT, Phase, State, Unit
from rules.referee.judging.shifts import shift_evidence
from rules.referee.toolkit.game import Command, Difference, ProposalKind, Sighted
from rules.table.measuring.gaps import gap_of
from rules.table.moves.shifts import PieceShift
from rules.table.snapshot import HealthState, Piece, PieceState, Snapshot
from rules.table.units import Inches, plain

FACE, BACK = "face", "corpse"
"""PC-GEO-04: the sides of a square, as they are called where it is printed."""
MOVED: Final = "moved_out_of_turn"
MISSING: Final = "missing"
TURNED_OVER: Final = "turned_over"
NOT_TURNED: Final = "not_turned"
NOT_REMOVED: Final = "not_removed"
OVERLAP: Final = "overlap"
MOVE_FINISHED: Final = "move_finished"
PLACED: Final = "placed"
PUT_DOWN: Final = "put_down"

PROPOSAL_KINDS: Final = (
    ProposalKind(name=PLACED, says="A unit has been put down in its start zone."),
    ProposalKind(name=MOVE_FINISHED, says="A unit that may move lies elsewhere and lies still."),
    ProposalKind(name=PUT_DOWN, says="A unit that is put down, or comes out, lies still."),
    ProposalKind(
        name=MOVED, says="A square lies elsewhere though it was not to move.", policy="log"
    ),
    ProposalKind(name=TURNED_OVER, says="The square of a living unit lies face down."),
    ProposalKind(
        name=MISSING, says="The camera no longer finds the square of a unit.", policy="log"
    ),
    ProposalKind(name=OVERLAP, says="Two squares lie on one another.", policy="log"),
)


def differences(state: State, snapshot: Snapshot) -> tuple[Difference, ...]:
    """Where the table is not as the battle has it."""
    if state.phase not in FOUGHT or snapshot.health.state is not HealthState.LIVE:
        return ()
    pieces = {piece.id: piece for piece in snapshot.pieces}
    found: list[Difference] = []
    for unit in state.units.values():
        piece = pieces.get(unit.id)
        if unit.id in to_put_down(state) or _may_come_out(state, unit):
            continue
        if unit.fate is Fate.REMOVED or unit.inside:
            found += _still_there(unit, piece)
        else:
            found += _missing(state, unit, piece=piece)
            found += _wrong_side(unit, piece)
            found += _moved(state, unit, piece=piece, snapshot=snapshot)
    return (*found, *_overlapping(state, snapshot))


def rests_on(state: State, command: Command, difference: Difference) -> bool:
    """Whether a command is measured past a square that was shifted, though it does not name it.

    An attack's line may run past it; which of the two it is, the line itself says, so only what is
    surely measured from it waits: the unit that stands inside of a building that was shifted.
    """
    body: Any = command.body
    if difference.kind != MOVED or not hasattr(body, "target"):
        return False
    named = [state.units[each] for each in (body.unit, body.target) if each in state.units]
    return any(unit.inside == difference.subject for unit in named)


def _may_come_out(state: State, unit: Unit) -> bool:
    """Whether its player may put it down beside its building just now (PC-ABL-16)."""
    own = state.phase is Phase.MOVE and unit.player == state.active and unit.alive
    return own and bool(unit.inside) and not any(why_not_out(state, unit))


def _still_there(unit: Unit, piece: Piece | None) -> Iterator[Difference]:
    """What is dead and gone lies on no table; nor does who is in a building."""
    if piece is None or piece.state is not PieceState.SEEN:
        return
    why = f"is in {unit.inside}" if unit.inside else "is dead"
    says = f"{unit.id} {why} and its square still lies on the table: take it off."
    yield Difference(subject=unit.id, kind=NOT_REMOVED, says=says)


def _missing(state: State, unit: Unit, *, piece: Piece | None) -> Iterator[Difference]:
    """A square nobody finds; a covered corpse is no matter."""
    gone = piece is None or piece.state is PieceState.LOST
    if not gone or unit.vouched >= 0 or _may_be_moving(state, unit):
        return
    if not unit.alive and _covered(state, unit):
        return
    says = f"The camera does not find {unit.id}: show it, or vouch for where it stands."
    yield Difference(subject=unit.id, kind=MISSING, says=says)


def _covered(state: State, corpse: Unit) -> bool:
    """Whether a unit was ruled to stand on a corpse."""
    return any(_touch(unit, corpse) for unit in _living(state))


def _touch(one: Unit, other: Unit) -> bool:
    reach = (one.width + one.depth + other.width + other.depth) / 2
    if one.spot is None or other.spot is None:
        return False
    return abs(one.spot.x_in - other.spot.x_in) + abs(one.spot.y_in - other.spot.y_in) <= reach


def _wrong_side(unit: Unit, piece: Piece | None) -> Iterator[Difference]:
    """PC-GEO-04 and DTH-04: living units lie face up, corpses on their face."""
    if piece is None or piece.state is not PieceState.SEEN or not piece.face:
        return
    if unit.alive and piece.face == BACK:
        says = f"{unit.id} lies face down and has {unit.hp} HP left: turn it back."
        yield Difference(subject=unit.id, kind=TURNED_OVER, says=says)
    if not unit.alive and piece.face == FACE:
        says = f"{unit.id} is dead and lies face up: turn it over where it lies."
        yield Difference(subject=unit.id, kind=NOT_TURNED, says=says)


def _moved(
    state: State, unit: Unit, *, piece: Piece | None, snapshot: Snapshot
) -> Iterator[Difference]:
    if _may_be_moving(state, unit) or unit.vouched >= snapshot.number:
        return
    if shift := _shifted(state, unit, piece=piece):
        says, remedies = f"{unit.id} lies {shift.told}.", (AcceptSquare(unit=unit.id),)
        yield Difference(subject=unit.id, kind=MOVED, says=says, remedies=remedies)


def _may_be_moving(state: State, unit: Unit) -> bool:
    """PC-MOV-01: in their own Movement phase units are moved by hand, those that may move."""
    own = state.phase is Phase.MOVE and unit.player == state.active and unit.alive
    return own and may_move(state, unit)


def _shifted(state: State, unit: Unit, *, piece: Piece | None) -> PieceShift | None:
    """How far a square is from where it was ruled to be, where that is no mere bump."""
    if piece is None or unit.spot is None:
        return None
    seen = replace(piece, footprint=piece_at(unit).footprint)
    least = Inches(state.options.number("bump_warn_in"))
    shift = shift_from(seen, unit.spot, least=least)
    return shift if shift is not None and shift.far > shift.limit else None


def _overlapping(state: State, snapshot: Snapshot) -> Iterator[Difference]:
    """PC-GEO-11: two living units on one another, one of which somebody has shifted."""
    table = table_of(state, snapshot)
    living = _living(state)
    shifted = [unit for unit in living if _shifted(state, unit, piece=table.piece(unit.id))]
    for unit, other in combinations(living, 2):
        if unit not in shifted and other not in shifted:
            continue
        deep = _depth(table, unit, other=other)
        if deep > state.options.number("overlap_in"):
            moved, still = (unit, other) if unit in shifted else (other, unit)
            says = f"{moved.id} lies on {still.id}, {plain(deep)} in deep: put it back."
            yield Difference(subject=moved.id, kind=OVERLAP, says=says)


def _living(state: State) -> list[Unit]:
    return [unit for unit in state.units.values() if unit.alive and unit.on_table]


def _depth(table: Snapshot, unit: Unit, *, other: Unit) -> float:
    """How deep two squares surely run into each other; nothing unless both are seen."""
    pair = (table.piece(unit.id), table.piece(other.id))
    if any(piece.pose is None or piece.state is not PieceState.SEEN for piece in pair):
        return 0.0
    gap = gap_of(table, pair)
    return gap.depth - DOUBT.bound(gap.sigma)


def sighted(state: State, snapshot: Snapshot) -> tuple[Sighted, ...]:
    """What the camera takes to have happened."""
    if snapshot.health.state is not HealthState.LIVE:
        return ()
    pieces = {piece.id: piece for piece in snapshot.pieces}
    return (
        *_placed(state, pieces),
        *_finished(state, pieces, snapshot=snapshot),
        *_come_out(state, pieces),
        *_noticed(state, snapshot, pieces=pieces),
    )


def _placed(state: State, pieces: Mapping[str, Piece]) -> Iterator[Sighted]:
    """PC-SET-05: the one new square of whoever places now, or the last of those that lay there."""
    if state.phase is not Phase.DEPLOY or state.asks:
        return
    name = state.order[state.placer]
    lying = [
        unit
        for unit in state.to_place(name)
        if unit.id in pieces and pieces[unit.id].state is PieceState.SEEN
    ]
    new = [unit.id for unit in lying if unit.id not in state.laid] or [unit.id for unit in lying]
    if len(new) == 1:
        yield Sighted(
            kind=PLACED,
            subject=new[0],
            seat=state.player(name).seat,
            says=f"{new[0]} lies on the table: is it placed?",
            command=PlaceSquare(unit=new[0]),
        )


def _finished(
    state: State, pieces: Mapping[str, Piece], *, snapshot: Snapshot
) -> Iterator[Sighted]:
    """Moves and shifts that look done."""
    put = to_put_down(state)
    for unit in _living(state):
        moving = not state.asks and _may_be_moving(state, unit)
        if (not moving and unit.id not in put) or unit.vouched >= snapshot.number:
            continue
        shift = _shifted(state, unit, piece=pieces.get(unit.id))
        if shift is None:
            continue
        ask = put.get(unit.id)
        command = LayDown(unit=unit.id) if ask is not None else SquareMoveDone(unit=unit.id)
        yield Sighted(
            kind=PUT_DOWN if ask is not None else MOVE_FINISHED,
            subject=unit.id,
            seat=ask.seat if ask is not None else state.player(unit.player).seat,
            says=f"{unit.id} lies {shift.told}: is its move done?",
            command=command,
            evidence=(shift_evidence(shift, unit.id, snapshot=snapshot.number),),
        )


def _come_out(state: State, pieces: Mapping[str, Piece]) -> Iterator[Sighted]:
    """PC-ABL-16: squares of units that were in a building and lie on the table again."""
    for unit in state.units.values():
        piece = pieces.get(unit.id)
        if not unit.inside or piece is None or piece.state is not PieceState.SEEN:
            continue
        ask = to_put_down(state).get(unit.id)
        if ask is None and (state.asks or not _may_come_out(state, unit)):
            continue
        yield Sighted(
            kind=PUT_DOWN,
            subject=unit.id,
            seat=state.player(unit.player).seat,
            says=f"{unit.id} lies on the table: has it come out of {unit.inside}?",
            command=Leave(unit=unit.id) if ask is None else LayDown(unit=unit.id),
        )


def _noticed(state: State, snapshot: Snapshot, *, pieces: Mapping[str, Piece]) -> Iterator[Sighted]:
    """Differences that came about by somebody's hand, for those who keep the log."""
    kinds = {MOVED, MISSING, TURNED_OVER, OVERLAP}
    for each in differences(state, snapshot):
        if each.kind not in kinds:
            continue
        unit = state.unit(each.subject)
        shift = _shifted(state, unit, piece=pieces.get(unit.id)) if each.kind == MOVED else None
        number = snapshot.number
        yield Sighted(
            kind=each.kind,
            subject=unit.id,
            seat=state.player(unit.player).seat,
            says=each.says,
            evidence=() if shift is None else (shift_evidence(shift, unit.id, snapshot=number),),
        )
