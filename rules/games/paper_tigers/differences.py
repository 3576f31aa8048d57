"""Tells where the table is not as the battle has it, and what the camera takes to have happened.

A piece that is hidden is normal at a table and no difference; one that is being moved is nobody's
business until it is put down; and a camera that is not live says nothing at all.
"""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from rules.games.paper_tigers.battle_options import agreed_of
from rules.games.paper_tigers.chapters.agreeing import AcceptTable, AcceptTerrain, Amend
from rules.games.paper_tigers.chapters.fire.firing import Fire
from rules.games.paper_tigers.chapters.fire.saving import Wreck, WreckChoice
from rules.games.paper_tigers.chapters.fire.shots import FireRoll
from rules.games.paper_tigers.chapters.following import Follow
from rules.games.paper_tigers.chapters.moving import Move
from rules.games.paper_tigers.chapters.riding import Place, PlaceQuestion
from rules.games.paper_tigers.chapters.walking import MoveDone, MoveQuestion
from rules.games.paper_tigers.measuring.smoke import misplaced_smoke
from rules.games.paper_tigers.profiles import UnitKind
from rules.games.paper_tigers.state import State, Unit
from rules.games.paper_tigers.vocabulary import Phase
from rules.referee.judging.areas import of_kinds
from rules.referee.toolkit.evidence import Measured
from rules.referee.toolkit.game import Command, Difference, ProposalKind, Sighted
from rules.referee.toolkit.questions import Ask, DiceQuestion, Roll
from rules.referee.toolkit.spots import Spot
from rules.table.outlines.unit_table import UnitPieces, unit_table
from rules.table.snapshot import HealthState, Piece, PieceState, Pose, Snapshot, Terrain
from rules.table.units import Inches, is_told, plain, plain_error
from rules.table.verdict import Answer

MOVED: Final = "moved_out_of_turn"
MISSING: Final = "missing"
NOT_REMOVED: Final = "not_removed"
TERRAIN: Final = "terrain"
MOVE_FINISHED: Final = "move_finished"
PUT_DOWN: Final = "put_down"
PIECE_MISSING: Final = "piece_missing"
SMOKE_PLACED: Final = "smoke_placed"

PROPOSAL_KINDS: Final = (
    ProposalKind(name=MOVE_FINISHED, says="A unit that may move has been moved and stands still."),
    ProposalKind(name=PUT_DOWN, says="Passengers that had to get off stand beside their vehicle."),
    ProposalKind(
        name=MOVED, says="A unit stands elsewhere though it was not its move.", policy="log"
    ),
    ProposalKind(
        name=PIECE_MISSING, says="The camera no longer finds a unit's piece.", policy="log"
    ),
    ProposalKind(
        name=SMOKE_PLACED, says="A smoke marker lies at a unit that has no hit.", policy="log"
    ),
)

NOT_IN_PLAY: Final = frozenset(
    {
        Phase.ROLL_SIDES,
        Phase.TERRAIN,
        Phase.DEPLOY_FIRST,
        Phase.DEPLOY_SECOND,
        Phase.TURN_SLIPS,
        Phase.ENDED,
    }
)
"""While units are still being set up, or packed away, they stand wherever they like."""
HOUSE_NEAR: Final = 1.0
"""Inches around a house within which a lost squad may well be in it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitShift:
    """How far a unit stands from where it was ruled to be."""

    far: Inches
    sigma: Inches
    """Standard error, of both places together."""
    limit: Inches
    """Less than this is nothing: overlooked by agreement, or not to be told by the camera."""

    @property
    def told(self) -> str:
        error = f" (error {plain_error(self.sigma)})" if is_told(self.sigma) else ""
        return f"{plain(self.far)} in from where it was ruled to be{error}"


def differences(state: State, snapshot: Snapshot) -> tuple[Difference, ...]:
    """Where the table is not as the battle has it."""
    if state.phase in NOT_IN_PLAY or snapshot.health.state is not HealthState.LIVE:
        return ()
    pieces = {piece.id: piece for piece in snapshot.pieces}
    found: list[Difference] = []
    for unit in state.units.values():
        if unit.destroyed:
            found += _not_removed(state, unit, pieces=pieces)
        elif _stands_by_itself(state, unit):
            found += _missing(unit, pieces=pieces, snapshot=snapshot)
            found += _moved(state, unit, pieces=pieces, snapshot=snapshot)
    return (*found, *_smoke(state, snapshot), *_terrain(state, snapshot))


def rests_on(state: State, command: Command, difference: Difference) -> bool:
    """Whether a command is measured from a unit that was shifted, though it does not name it.

    Nobody names who fires, who is followed, and whom passengers leave; and with the dice of a shot
    comes the target's cover.
    """
    if difference.kind == TERRAIN:
        return _rests_on_terrain(state, command)
    if difference.kind != MOVED:
        return False
    acting = state.playing.turned.unit if state.playing is not None else ""
    match command.body:
        case Fire():
            return acting == difference.subject
        case Move(followers=followers) | Follow(followers=followers):
            return bool(followers) and acting == difference.subject
        case MoveDone(unit=name) | Place(unit=name):
            return name in state.units and state.unit(name).aboard == difference.subject
        case Roll(ask=number):
            asked = [ask for ask in state.asks if ask.seat == command.author]
            rolls = [ask for ask in asked if isinstance(ask.question, DiceQuestion)]
            fitting = [ask.question for ask in rolls if number in {0, ask.id}][:1]
            return any(
                isinstance(roll, FireRoll) and difference.subject in {roll.unit, roll.target}
                for roll in fitting
            )
    return False


def _rests_on_terrain(state: State, command: Command) -> bool:
    """Lines of sight, ways and cover are judged by the terrain; dice that are due are not."""
    del state
    return isinstance(command.body, Fire | Follow | MoveDone | Place)


def _terrain(state: State, snapshot: Snapshot) -> Iterator[Difference]:
    """PT1-B2: terrain stays as it was placed; what has gone or come is told, one by one."""
    lies = {area.id for area in snapshot.terrain}
    for name in state.areas:
        if name not in lies and not (state.bridge_gone and name == state.bridge):
            yield Difference(
                subject=name,
                kind=TERRAIN,
                says=f"{name} was placed as terrain and is not on the table: put it back.",
                remedies=(AcceptTerrain(),),
            )
    for area in snapshot.terrain:
        if area.id not in state.areas:
            yield Difference(
                subject=area.id,
                kind=TERRAIN,
                says=f"{area.kind} {area.id} was not placed as terrain: take it away.",
                remedies=(AcceptTerrain(),),
            )


def _stands_by_itself(state: State, unit: Unit) -> bool:
    """Whether a unit has to stand where it was ruled to be, and nobody is just placing it."""
    placed = any(step.unit == unit.id and step.by_hand for step in state.steps)
    asked = any(about == unit.id for about in map(_being_placed, state.asks))
    return unit.in_play and not unit.is_bridge and not unit.aboard and not (placed or asked)


def _being_placed(ask: Ask) -> str:
    """The unit that a hand is about to put somewhere."""
    question = ask.question
    return question.unit if isinstance(question, MoveQuestion | PlaceQuestion) else ""


def _not_removed(state: State, unit: Unit, *, pieces: Mapping[str, Piece]) -> Iterator[Difference]:
    burns = any(isinstance(step, Wreck) and step.unit == unit.id for step in state.steps)
    choices = [ask.question for ask in state.asks]
    unsettled = burns or any(isinstance(q, WreckChoice) and q.unit == unit.id for q in choices)
    if not unit.burning and not unsettled and any(map(_seen, _of(unit, pieces))):
        yield Difference(
            subject=unit.id,
            kind=NOT_REMOVED,
            says=f"{unit.id} is destroyed and still stands on the table: take it off.",
        )


def _missing(
    unit: Unit, *, pieces: Mapping[str, Piece], snapshot: Snapshot
) -> Iterator[Difference]:
    gone = [
        name for name in unit.pieces if name not in pieces or pieces[name].state is PieceState.LOST
    ]
    if not gone or unit.in_area or unit.vouched >= 0:
        return
    part = "" if len(gone) == len(unit.pieces) else f" ({', '.join(gone)})"
    houses = _houses_at(unit.spot, snapshot.terrain) if not unit.profile.vehicle else ()
    yield Difference(
        subject=unit.id,
        kind=MISSING,
        says=f"The camera does not find {unit.id}{part}: show it, or vouch for where it stands.",
        remedies=tuple(Amend(unit=unit.id, in_area=house) for house in houses),
    )


def _houses_at(spot: Spot | None, terrain: Sequence[Terrain]) -> tuple[str, ...]:
    """Houses that may well hide whoever stood here."""
    if spot is None:
        return ()
    return tuple(
        area.id
        for area in of_kinds(terrain, {"building"})
        if min(x for x, _ in area.outline) - HOUSE_NEAR <= spot.x_in
        and spot.x_in <= max(x for x, _ in area.outline) + HOUSE_NEAR
        and min(y for _, y in area.outline) - HOUSE_NEAR <= spot.y_in
        and spot.y_in <= max(y for _, y in area.outline) + HOUSE_NEAR
    )


def _moved(
    state: State, unit: Unit, *, pieces: Mapping[str, Piece], snapshot: Snapshot
) -> Iterator[Difference]:
    if unit.vouched >= snapshot.number:
        return
    shift = shift_of(state, unit, pieces=pieces, snapshot=snapshot)
    if shift is not None and shift.far > shift.limit:
        yield Difference(
            subject=unit.id,
            kind=MOVED,
            says=f"{unit.id} stands {shift.told}.",
            remedies=(AcceptTable(unit=unit.id),),
        )


def shift_of(
    state: State, unit: Unit, *, pieces: Mapping[str, Piece], snapshot: Snapshot
) -> UnitShift | None:
    """How far a unit was shifted; None when it is not seen whole and at rest.

    What all poses share is left out: it is the same at both places. That the ruled place was
    measured too, about as well as the present one, doubles the variance.
    """
    own = _of(unit, pieces)
    if unit.spot is None or len(own) < len(unit.pieces) or not own or not all(map(_seen, own)):
        return None
    pose = own[0].pose if len(own) == 1 else _joint_pose(unit, snapshot)
    if pose is None:
        return None
    dx, dy = pose.x - unit.spot.x_in, pose.y - unit.spot.y_in
    far = math.hypot(dx, dy)
    error = pose.covariance
    along = 0.0
    if far > 0:
        along = (dx * dx * error.xx + 2 * dx * dy * error.xy + dy * dy * error.yy) / (far * far)
    sigma = math.sqrt(max(0.0, 2 * along))
    limit = max(state.options.number("eps_in"), agreed_of(state.options).doubt.bound(sigma))
    return UnitShift(far=Inches(far), sigma=Inches(sigma), limit=Inches(limit))


def _joint_pose(unit: Unit, snapshot: Snapshot) -> Pose | None:
    """The place of a unit of several pieces, found as rulings find it."""
    loose = unit.kind is UnitKind.SQUAD
    standing = UnitPieces(unit=unit.id, pieces=unit.pieces, loose=loose)
    return unit_table(snapshot, (standing,)).piece(unit.id).pose


def _of(unit: Unit, pieces: Mapping[str, Piece]) -> list[Piece]:
    return [pieces[name] for name in unit.pieces if name in pieces]


def _seen(piece: Piece) -> bool:
    return piece.state is PieceState.SEEN


def _smoke(state: State, snapshot: Snapshot) -> Iterator[Difference]:
    """PT1-A5, on a table where markers are used at all; says which hits amend it."""
    bare, marked = misplaced_smoke(state, snapshot)
    for unit in bare:
        yield Difference(
            subject=unit.id,
            kind="smoke_missing",
            says=f"{unit.id} is damaged and has no smoke marker within 1 in: put one there.",
            remedies=(Amend(unit=unit.id, hits=0),),
        )
    for unit in marked:
        yield Difference(
            subject=unit.id,
            kind="smoke_extra",
            says=f"A smoke marker lies beside {unit.id}, which has no hit: take it away.",
            remedies=(Amend(unit=unit.id, hits=1),),
        )


def sighted(state: State, snapshot: Snapshot) -> tuple[Sighted, ...]:
    """What the camera takes to have happened."""
    if snapshot.health.state is not HealthState.LIVE:
        return ()
    pieces = {piece.id: piece for piece in snapshot.pieces}
    asks = [ask for ask in state.asks if _being_placed(ask) in state.units]
    placed = (_placed(state, ask, pieces=pieces, snapshot=snapshot) for ask in asks)
    return (
        *(each for each in placed if each is not None),
        *_noticed(state, differences(state, snapshot), pieces=pieces, snapshot=snapshot),
    )


def _placed(
    state: State, ask: Ask, *, pieces: Mapping[str, Piece], snapshot: Snapshot
) -> Sighted | None:
    """A unit that was to be moved or put down, and stands elsewhere now."""
    question = ask.question
    unit = state.unit(_being_placed(ask))
    shift = shift_of(state, unit, pieces=pieces, snapshot=snapshot)
    if shift is None or shift.far <= max(shift.limit, _on_deck(state, unit)):
        return None
    put_down = isinstance(question, PlaceQuestion)
    command = Place(unit=unit.id) if put_down else MoveDone(unit=unit.id)
    beside = (question.beside if isinstance(question, PlaceQuestion) else "") or unit.aboard
    down = f"is it down beside {beside}" if beside else "is it down"
    done = down if put_down else "is its move done"
    return Sighted(
        kind=PUT_DOWN if put_down else MOVE_FINISHED,
        subject=unit.id,
        seat=ask.seat,
        says=f"{unit.id} stands {plain(shift.far)} in from where it was: {done}?",
        command=command,
        evidence=(_measured(shift, unit, snapshot=snapshot),),
    )


def _on_deck(state: State, unit: Unit) -> float:
    """How far from its carrier's middle a passenger may be seen while it is still aboard."""
    return state.unit(unit.aboard).length / 2 if unit.aboard in state.units else 0.0


def _measured(shift: UnitShift, unit: Unit, *, snapshot: Snapshot) -> Measured:
    return Measured(
        what="shift",
        answer=Answer.NO,
        why=f"{unit.id} stands {shift.told}",
        snapshot=snapshot.number,
        value=shift.far,
        limit=shift.limit,
        margin=Inches(shift.limit - shift.far),
        sigma=shift.sigma,
    )


def _noticed(
    state: State, found: Iterable[Difference], *, pieces: Mapping[str, Piece], snapshot: Snapshot
) -> Iterator[Sighted]:
    """Differences that came about by somebody's hand, for those who keep the log."""
    kinds = {MOVED: MOVED, MISSING: PIECE_MISSING, "smoke_extra": SMOKE_PLACED}
    for each in found:
        if each.kind not in kinds:
            continue
        unit = state.unit(each.subject)
        shift = None
        if each.kind == MOVED:
            shift = shift_of(state, unit, pieces=pieces, snapshot=snapshot)
        yield Sighted(
            kind=kinds[each.kind],
            subject=unit.id,
            seat=state.force(unit.force).seat,
            says=each.says,
            evidence=(_measured(shift, unit, snapshot=snapshot),) if shift is not None else (),
        )
