"""Rules whether a square may lie where it was moved or put, and when movement is over (PC-MOV)."""

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from rules.games.papercraft.chapters.turn_effects import PhaseOpened
from rules.games.papercraft.draft import Draft, Trial
from rules.games.papercraft.measuring.pieces import in_the_way, piece_at, shift_from, underfoot
from rules.games.papercraft.state import Phase, State, StatusKind, Unit
from rules.referee.judging.edges_kept import judge_on_table
from rules.referee.judging.shifts import measured_move, shift_evidence
from rules.referee.judging.sliding import CROSSING, DETOUR, SquareMove, judge_overlap, judge_way
from rules.referee.toolkit.evidence import Measured
from rules.referee.toolkit.findings import Finding, judged
from rules.referee.toolkit.game import MoveReach, Template
from rules.referee.toolkit.phrases import listed
from rules.referee.toolkit.questions import Ask, Question
from rules.referee.toolkit.spots import Spot, spot_hole, spot_of
from rules.table.moves.fronts import FrontMetric, move_between
from rules.table.outlines.outline import place
from rules.table.snapshot import Piece, PieceState, Snapshot
from rules.table.units import Inches, plain

UNTOUCHED = Inches(1e-6)
"""Inches below which nothing has moved at all."""
_NOTHING = Inches(0.05)
"""What is left of a move below this is none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SquareMoveDone:
    """A unit stands where it wants to: where the camera sees it, or where the player says."""

    KIND: ClassVar[str] = "move_done"

    unit: str
    to: Spot | None = None
    way: tuple[tuple[Inches, Inches], ...] = ()
    """Points that the middle of its front was led through, where the way was not straight."""

    def ruled(self, draft: Draft) -> None:
        draft.require_turn(Phase.MOVE)
        unit = draft.own_unit(self.unit)
        require_outside(draft, unit)
        draft.hold_to(why_it_stays(draft.state, unit))
        draft.require_on_table(unit, self.to)
        move = _move(draft, unit, to=self.to, way=self.way)
        evidence = [draft.held(each) for each in _judged(draft, unit, move=move)]
        _finish(draft, unit, move=move, evidence=evidence)


def require_outside(draft: Draft, unit: Unit) -> None:
    """Refuse whatever needs a square on the table."""
    if unit.inside:
        draft.refuse("PC-ABL-16", f"{unit.id} is in {unit.inside}: it comes out first.")


def why_it_stays(state: State, unit: Unit) -> Iterator[tuple[str, str]]:
    """Under which clauses a unit may not move at all, and why."""
    if unit.profile.movement is None:
        yield "PC-MOV-10", f"{unit.id} never moves."
    if unit.held_by:
        yield "PC-ABL-15", f"{unit.id} is held by {unit.held_by} and cannot move."
    if unit.has(StatusKind.PINNED, turn=state.own_turn(unit)):
        by = next(s.by for s in unit.statuses if s.kind is StatusKind.PINNED)
        yield "PC-MOV-12", f"{unit.id} may not move this turn: {by} has seen to that."


def may_move(state: State, unit: Unit) -> bool:
    """Whether it may, in a turn of its player's."""
    return not unit.inside and not any(why_it_stays(state, unit))


def _move(
    draft: Draft, unit: Unit, *, to: Spot | None, way: tuple[tuple[Inches, Inches], ...]
) -> SquareMove:
    now = draft.table.piece(unit.id)
    end = now if to is None else draft.worded(now, to=to)
    require_seen(draft, unit, end=end, clause="PC-MOV-02")
    if not way and stands_still(unit, end=end):
        if _left(unit) < _NOTHING:
            draft.refuse("PC-MOV-01", f"{unit.id} has made its whole move.")
        draft.refuse("PC-MOV-01", f"{unit.id} stands where it stood before: move it first.")
    return _move_to(draft, unit, end=end, way=way)


def findings_there(draft: Draft, unit: Unit, *, end: Piece) -> Iterable[Finding]:
    """Every limit of a move that no way is named for, were it to end there."""
    return _judged(draft, unit, move=_move_to(draft, unit, end=end))


def _move_to(
    draft: Draft, unit: Unit, *, end: Piece, way: tuple[tuple[Inches, Inches], ...] = ()
) -> SquareMove:
    assert unit.spot is not None
    clauses = in_the_way(draft.state, unit, table=draft.table)
    left = Inches((unit.profile.movement or 0.0) - unit.walked)
    pair = (draft.ruled(draft.table.piece(unit.id), spot=unit.spot), end)
    return move_of(draft, pair, clauses=clauses, left=left, way=way)


def move_of(
    draft: Draft,
    pair: tuple[Piece, Piece],
    *,
    clauses: Mapping[str, str],
    left: Inches,
    way: tuple[tuple[Inches, Inches], ...] = (),
    detours: bool = True,
) -> SquareMove:
    """PC-GEO-10: a move of a square past whatever it may not run over, each with its clause."""
    table, metric = draft.table, FrontMetric(draft.state.options.choice("move_metric"))
    return SquareMove(
        table=table,
        start=pair[0],
        end=pair[1],
        front=move_between(table, pair, metric=metric, way=way),
        way=way,
        obstacles=tuple(table.piece(name) for name in clauses),
        clause_of=clauses,
        left=left,
        overlap=draft.length("overlap_in"),
        agreed=draft.agreed_on_overlaps,
        detours=detours,
    )


def stands_still(unit: Unit, *, end: Piece) -> bool:
    """Whether a square is where it was ruled to be, as far as anybody can tell."""
    if end.pose is None or unit.spot is None:
        return True
    at_rest = replace(end, state=PieceState.SEEN, declared_by=None)
    shift = shift_from(at_rest, unit.spot, least=UNTOUCHED)
    limit = shift.limit if shift is not None and end.state is PieceState.SEEN else UNTOUCHED
    return shift is None or shift.far <= limit


def _judged(draft: Draft, unit: Unit, *, move: SquareMove) -> Iterable[Finding]:
    """Every limit of a move, in the order in which players hear of them."""
    table = draft.table
    yield _length(draft, unit, move=move)
    yield judge_on_table(table, move.end, clause="PC-MOV-09", agreed=draft.agreed)
    yield from overlaps(
        draft, move.end, table=table, below=underfoot(draft.state, unit, table=table)
    )
    yield from judge_way(move)


def _length(draft: Draft, unit: Unit, *, move: SquareMove) -> Finding:
    """PC-MOV-02, 03, 04 and 05, PC-GEO-02, PC-GEO-09: what its front has moved this turn.

    A move that is too long says by how much to correct it (PC-MOV-13).
    """
    agreed = draft.agreed_on_moves
    found = measured_move(
        draft.table,
        (move.start, move.end),
        move=move.front,
        walked=unit.walked,
        allowance=unit.profile.movement or Inches(0.0),
        doubt=agreed.doubt,
    )
    says = found.why
    if found.margin is not None and -found.margin > agreed.tolerance.courtesy:
        says = f"{found.why}: pull it back by {plain(-found.margin)} in"
    return judged("PC-MOV-02", found, says=says, agreed=agreed)


def _finish(draft: Draft, unit: Unit, *, move: SquareMove, evidence: list[Measured]) -> None:
    """PC-MOV-03, 04 and 05, PC-GEO-09: what it has walked this turn adds up, front to front."""
    spot = spot_of(move.end)
    assert spot is not None
    counts = _counts(draft, unit, move=move)
    round_ = [found.value or 0.0 for found in evidence if found.what == DETOUR]
    length = Inches(max(move.front.length, *round_, 0.0))
    event = SquareMoved(
        unit=unit.id,
        spot=spot,
        length=length,
        walked=Inches(unit.walked + length),
        counts=unit.moved or counts,
        vouched=draft.vouched(move.end),
    )
    told = [found for found in evidence if found.what in {"move", CROSSING, DETOUR}]
    draft.emit(event, evidence=told)
    freed = tuple(each.id for each in draft.state.held(unit.id))
    if freed and counts:
        draft.emit(HoldEnded(unit=unit.id, freed=freed))


def _counts(draft: Draft, unit: Unit, *, move: SquareMove) -> bool:
    """PC-MOV-11: whether it has moved, for all that asks."""
    begun = unit.start or unit.spot
    assert begun is not None
    first = draft.ruled(move.start, spot=begun)
    limit = draft.length("moved_threshold_in")
    metric = FrontMetric.FRONT_MID
    gone = move_between(draft.table, (first, move.end), metric=metric)
    far_enough = gone.length > limit
    if not draft.state.options.flag("pivot_counts"):
        centres = math.dist(place(first).centre, place(move.end).centre)
        far_enough = far_enough and centres > limit
    return far_enough or bool(move.way)


@dataclass(frozen=True, slots=True, kw_only=True)
class SquareMoved:
    """A unit has moved."""

    KIND: ClassVar[str] = "moved"
    clause: ClassVar[str] = "PC-MOV-02"

    unit: str
    spot: Spot
    length: Inches
    """Of this move."""
    walked: Inches
    """In this turn so far."""
    counts: bool
    """PC-MOV-11: whether the unit has moved, for all that asks."""
    vouched: int = -1

    def after(self, state: State) -> State:
        unit = state.unit(self.unit)
        return state.with_unit(
            replace(
                unit,
                spot=self.spot,
                walked=self.walked,
                moved=unit.moved or self.counts,
                vouched=self.vouched,
            )
        )

    def told(self) -> str:
        total = ""
        if self.walked > self.length:
            total = f", {plain(self.walked)} in of its Movement so far"
        little = "" if self.counts else "; that is too little to count as a move"
        return f"{self.unit} moves {plain(self.length)} in{total}{little}."


@dataclass(frozen=True, slots=True, kw_only=True)
class HoldEnded:
    """A unit lets go of those it held."""

    clause: ClassVar[str] = "PC-ABL-15"

    unit: str
    freed: tuple[str, ...]

    def after(self, state: State) -> State:
        return state.let_go(*self.freed)

    def told(self) -> str:
        return f"{self.unit} lets go of {listed(self.freed)}."


@dataclass(frozen=True, slots=True, kw_only=True)
class EndMovement:
    """All moves of this turn are made; now the attacks."""

    def ruled(self, draft: Draft) -> None:
        """PC-TRN-02: the player says when all moves are made; no square may stand unruled."""
        player = draft.require_turn(Phase.MOVE)
        for unit in draft.state.army(player.name):
            if not unit.alive or not unit.on_table or not may_move(draft.state, unit):
                continue
            piece = draft.table.piece(unit.id)
            if unit.spot is None or piece.state is not PieceState.SEEN:
                continue
            shift = shift_from(piece, unit.spot, least=draft.length("bump_warn_in"))
            if shift is not None and shift.far > shift.limit:
                draft.unless_waived(
                    "PC-MOV-13",
                    f"{unit.id} stands {shift.told}: say that its move is done, or put it back.",
                    evidence=(shift_evidence(shift, unit.id, snapshot=draft.snapshot.number),),
                )
        draft.emit(PhaseOpened(phase=Phase.ATTACK), clause="PC-TRN-02")


def _left(unit: Unit) -> Inches:
    return Inches(max(0.0, (unit.profile.movement or 0.0) - unit.walked))


def move_offer(trial: Trial, unit: Unit) -> Template:
    """A move of a unit, greyed where it may not move at all."""
    left, more = _left(unit), " more" if unit.walked else ""
    far = f"may move up to {plain(left)} in{more}"
    says = f"{unit.id} {'has made its whole move' if left < _NOTHING else far}."
    refusal = trial.refusal(SquareMoveDone(unit=unit.id))
    verb = "Move" if refusal else "Move done"
    offer = Template(command="move_done", says=says, fixed={"unit": unit.id}, verb=verb)
    if (left < _NOTHING and refusal) or not may_move(trial.state, unit):
        return replace(offer, refusal=refusal)
    spot, holes = unit.spot, (spot_hole(optional=refusal is None),)
    reach = spot if spot is None else MoveReach(unit=unit.id, x=spot.x_in, y=spot.y_in, limit=left)
    return replace(offer, holes=holes, reach=reach)


@dataclass(frozen=True, slots=True, kw_only=True)
class PutQuestion(Question):
    """Where a unit is put down, or how far it may be moved."""

    answered_by: ClassVar[str] = "put_down"

    unit: str
    """Whose square is put down."""
    inches: Inches
    """How far, at most."""

    def put(self, draft: Draft, ask: Ask, *, end: Piece, spot: Spot) -> None:
        """What it brings that the square lies there now."""
        raise NotImplementedError


def to_put_down(state: State) -> Mapping[str, Ask]:
    """The open asks for a square that is put down, by its unit."""
    return {ask.question.unit: ask for ask in state.asks if isinstance(ask.question, PutQuestion)}


@dataclass(frozen=True, slots=True, kw_only=True)
class LayDown:
    """Where a unit was put that an ability moved, or that came out of a fallen building."""

    KIND: ClassVar[str] = "put_down"

    unit: str
    to: Spot | None = None

    def ruled(self, draft: Draft) -> None:
        ask = draft.open_ask("put_down", 0)
        question = ask.question
        assert isinstance(question, PutQuestion)
        unit = draft.known_unit(self.unit)
        if question.unit != unit.id:
            draft.refuse(ask.clause, f"{question.unit} is put down now, not {unit.id}.")
        draft.require_on_table(unit, self.to)
        end = where_it_lies(draft, unit, to=self.to)
        spot = require_seen(draft, unit, end=end, clause=ask.clause)
        question.put(draft, ask, end=end, spot=spot)


def where_it_lies(draft: Draft, unit: Unit, *, to: Spot | None) -> Piece:
    """A unit's square where the camera sees it, or where a player says; also off its building."""
    pieces = {piece.id: piece for piece in draft.table.pieces}
    seen = {piece.id: piece for piece in draft.snapshot.pieces}
    now = pieces.get(unit.id) or piece_at(unit)
    if unit.id not in pieces and unit.id in seen:
        now = replace(seen[unit.id], footprint=now.footprint, side=unit.side, kind=now.kind)
    return now if to is None else draft.worded(now, to=to)


def require_seen(draft: Draft, unit: Unit, *, end: Piece, clause: str) -> Spot:
    """Where a square lies, which somebody has to see or to vouch for."""
    spot = spot_of(end)
    if spot is None or end.state not in {PieceState.SEEN, PieceState.DECLARED}:
        reason = f"Nobody sees where {unit.id} stands: put it in view, or say where it is."
        draft.refuse(clause, reason)
    return spot


def stands_free(draft: Draft, unit: Unit, *, end: Piece, table: Snapshot) -> None:
    """On the table and on nobody, wherever a unit is put."""
    draft.held(judge_on_table(table, end, clause="PC-MOV-09", agreed=draft.agreed))
    below = underfoot(draft.state, unit, table=table)
    for found in overlaps(draft, end, table=table, below=below):
        draft.held(found)


def overlaps(
    draft: Draft, end: Piece, *, table: Snapshot, below: Mapping[str, str]
) -> Iterator[Finding]:
    """Whether a square lies on any of these, each with its clause."""
    overlap, agreed = draft.length("overlap_in"), draft.agreed_on_overlaps
    for name, clause in below.items():
        pair = (end, table.piece(name))
        yield judge_overlap(table, pair, clause=clause, overlap=overlap, agreed=agreed)


def with_piece(table: Snapshot, piece: Piece) -> Snapshot:
    """The table with a piece put down, wherever it was before."""
    others = tuple(each for each in table.pieces if each.id != piece.id)
    return replace(table, pieces=(*others, piece))


def put_offer(trial: Trial, ask: Ask) -> Template:
    """Where a unit is to be put; it may be left out where it is seen to lie well."""
    question = ask.question
    assert isinstance(question, PutQuestion)
    stands = trial.refusal(LayDown(unit=question.unit)) is None
    return Template(
        command="put_down",
        says=ask.says,
        fixed={"unit": question.unit},
        holes=(spot_hole(optional=stands),),
    )
