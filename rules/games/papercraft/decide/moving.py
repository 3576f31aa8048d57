"""Knows whether a finished move was legal, and when the movement of a turn is over (PC-MOV)."""

import math
from collections.abc import Iterable
from dataclasses import dataclass

from rules.games.papercraft.commands import EndMovement, MoveDone
from rules.games.papercraft.decide.dispatch import handle
from rules.games.papercraft.decide.draft import Draft
from rules.games.papercraft.decide.obstacles import in_the_way, underfoot
from rules.games.papercraft.decide.placing import ruled_piece, spot_of, usual_error, word_piece
from rules.games.papercraft.events.ability import HoldEnded
from rules.games.papercraft.events.setup import PhaseBegan
from rules.games.papercraft.events.turn import Moved
from rules.games.papercraft.measuring.fronts import (
    MoveMetric,
    Walk,
    measured_walk,
    moved_from,
    walk_between,
)
from rules.games.papercraft.measuring.shifts import shift_of
from rules.games.papercraft.measuring.ways import (
    CROSSING,
    DETOUR,
    Travel,
    judge_overlap,
    judge_way,
)
from rules.games.papercraft.measuring.zones import judge_on_table
from rules.games.papercraft.state import State, Unit
from rules.games.papercraft.vocabulary import Phase, StatusKind
from rules.referee.toolkit.evidence import Measured
from rules.referee.toolkit.findings import Finding, judged
from rules.referee.toolkit.spots import Spot
from rules.table.outlines.outline import place
from rules.table.snapshot import Piece, PieceState
from rules.table.units import Inches, plain

UNTOUCHED = 1e-6
"""Inches below which nothing has moved at all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Journey:
    """A move as it is judged: who, from where, to where."""

    unit: Unit
    start: Piece
    end: Piece
    walk: Walk
    way: tuple[tuple[Inches, Inches], ...]


def why_it_stays(state: State, unit: Unit) -> tuple[str, str] | None:
    """Under which clause a unit may not move at all, and why; None when it may."""
    if unit.profile.movement is None:
        return "PC-MOV-10", f"{unit.id} never moves."
    if unit.inside:
        return "PC-ABL-16", f"{unit.id} is in {unit.inside}: it comes out first."
    if unit.held_by:
        return "PC-ABL-15", f"{unit.id} is held by {unit.held_by} and cannot move."
    if unit.has(StatusKind.PINNED, turn=state.own_turn(unit)):
        by = next(s.by for s in unit.statuses if s.kind is StatusKind.PINNED)
        return "PC-MOV-12", f"{unit.id} may not move in this turn: {by} has seen to that."
    return None


@handle.register
def _move_done(body: MoveDone, draft: Draft) -> None:
    draft.require_turn(Phase.MOVE)
    unit = draft.own_unit(body.unit)
    if unfit := why_it_stays(draft.state, unit):
        draft.refuse(*unfit)
    draft.require_on_table(unit, body.to)
    journey = _journey(draft, unit, body=body)
    evidence = [draft.held(each) for each in _judged(draft, journey)]
    _finish(draft, journey, evidence=evidence)


def _journey(draft: Draft, unit: Unit, *, body: MoveDone) -> Journey:
    assert unit.spot is not None
    now, error = draft.table.piece(unit.id), usual_error(draft.snapshot)
    start = ruled_piece(now, spot=unit.spot, error=error)
    end = now
    if body.to is not None:
        end = word_piece(now, spot=body.to, author=draft.command.author, error=error)
    if end.pose is None or end.state not in {PieceState.SEEN, PieceState.DECLARED}:
        reason = f"Nobody sees where {unit.id} stands: put it in view, or say where it is."
        draft.refuse("PC-MOV-02", reason)
    if stands_still(unit, end=end):
        draft.refuse("PC-MOV-01", f"{unit.id} stands where it stood before: move it first.")
    metric = MoveMetric(draft.state.options.choice("move_metric"))
    walk = walk_between(draft.table, (start, end), metric=metric, way=body.way)
    return Journey(unit=unit, start=start, end=end, walk=walk, way=body.way)


def stands_still(unit: Unit, *, end: Piece) -> bool:
    """Whether a square is where it was ruled to be, as far as anybody can tell."""
    spot = spot_of(end)
    if spot is None or unit.spot is None:
        return True
    if end.state is PieceState.SEEN:
        shift = shift_of(end, spot=unit.spot, least=Inches(UNTOUCHED))
        return shift is None or shift.far <= shift.limit
    return _farthest(end, unit.spot) <= UNTOUCHED


def _farthest(end: Piece, spot: Spot) -> float:
    """How far any corner has gone."""
    old = place(ruled_piece(end, spot=spot, error=end.pose.covariance)) if end.pose else None
    if old is None:
        return 0.0
    corners = zip(old.corners, place(end).corners, strict=True)
    return max(math.dist(one, other) for one, other in corners)


def _judged(draft: Draft, journey: Journey) -> Iterable[Finding]:
    """Every limit of a move, in the order in which players hear of them."""
    unit, table = journey.unit, draft.table
    movement = unit.profile.movement or Inches(0.0)
    pair = (journey.start, journey.end)
    yield _length(draft, journey, allowance=movement)
    yield judge_on_table(table, journey.end, agreed=draft.agreed)
    overlap, agreed = draft.length("overlap_in"), draft.agreed_on_overlaps
    for name, clause in underfoot(draft.state, unit, table=table).items():
        yield judge_overlap(
            table, (journey.end, table.piece(name)), clause=clause, overlap=overlap, agreed=agreed
        )
    clauses = in_the_way(draft.state, unit, table=table)
    yield from judge_way(
        Travel(
            table=table,
            start=pair[0],
            end=pair[1],
            walk=journey.walk,
            way=journey.way,
            obstacles=tuple(table.piece(name) for name in clauses),
            clause_of=clauses,
            left=Inches(movement - unit.walked),
            overlap=overlap,
            agreed=agreed,
        )
    )


def _length(draft: Draft, journey: Journey, *, allowance: Inches) -> Finding:
    """PC-MOV-02, with the correction that a move too long needs (PC-MOV-13)."""
    agreed = draft.agreed_on_moves
    found = measured_walk(
        draft.table,
        (journey.start, journey.end),
        walk=journey.walk,
        walked=journey.unit.walked,
        allowance=allowance,
        doubt=agreed.doubt,
    )
    over = 0.0 if found.margin is None else -found.margin
    says = found.why
    if over > agreed.tolerance.courtesy:
        says = f"{found.why}: pull it back by {plain(over)} in"
    return judged("PC-MOV-02", found, says=says, agreed=agreed)


def _finish(draft: Draft, journey: Journey, *, evidence: list[Measured]) -> None:
    unit, spot = journey.unit, spot_of(journey.end)
    assert spot is not None
    counts = _counts(draft, journey)
    round_ = [found.value or 0.0 for found in evidence if found.what == DETOUR]
    length = Inches(max(journey.walk.length, *round_, 0.0))
    event = Moved(
        unit=unit.id,
        spot=spot,
        length=length,
        walked=Inches(unit.walked + length),
        counts=counts,
        vouched=draft.snapshot.number if journey.end.state is PieceState.DECLARED else -1,
    )
    told = [found for found in evidence if found.what in {"move", CROSSING, DETOUR}]
    draft.emit(event, clause="PC-MOV-02", evidence=told)
    freed = tuple(each.id for each in draft.state.held(unit.id))
    if freed and counts:
        draft.emit(HoldEnded(unit=unit.id, freed=freed), clause="PC-ABL-15")


def _counts(draft: Draft, journey: Journey) -> bool:
    """PC-MOV-11: whether it has moved, for all that asks."""
    unit, table = journey.unit, draft.table
    begun = unit.start or unit.spot
    assert begun is not None
    first = ruled_piece(journey.start, spot=begun, error=usual_error(draft.snapshot))
    limit = draft.length("moved_threshold_in")
    _, far_enough = moved_from(table, (first, journey.end), limit=limit)
    if not draft.state.options.flag("pivot_counts"):
        centres = math.dist(place(first).centre, place(journey.end).centre)
        far_enough = far_enough and centres > limit
    return far_enough or bool(journey.way)


@handle.register
def _end_movement(body: EndMovement, draft: Draft) -> None:
    """PC-TRN-02: the player says when all moves are made; no square may stand unruled."""
    del body
    player = draft.require_turn(Phase.MOVE)
    for unit in draft.state.army(player.name):
        if not unit.alive or not unit.on_table or why_it_stays(draft.state, unit) is not None:
            continue
        piece = draft.table.piece(unit.id)
        if unit.spot is None or piece.state is not PieceState.SEEN:
            continue
        shift = shift_of(piece, spot=unit.spot, least=draft.length("bump_warn_in"))
        if shift is not None and shift.far > shift.limit:
            draft.unless_waived(
                "PC-MOV-13",
                f"{unit.id} stands {shift.told}: say that its move is done, or put it back.",
                evidence=(shift.measured(unit.id, snapshot=draft.snapshot.number),),
            )
    draft.emit(PhaseBegan(phase=Phase.ATTACK), clause="PC-TRN-02")
