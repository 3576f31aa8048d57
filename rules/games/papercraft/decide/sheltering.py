"""Knows how units go into buildings and come out of them (PC-ABL-16)."""

from collections import Counter

from rules.games.papercraft.abilities import Ability, Effect, ability_of
from rules.games.papercraft.commands import Enter, Leave
from rules.games.papercraft.decide.dispatch import handle
from rules.games.papercraft.decide.draft import Draft
from rules.games.papercraft.decide.hurting import hurt
from rules.games.papercraft.decide.moving import why_it_stays
from rules.games.papercraft.decide.placing import spot_of
from rules.games.papercraft.decide.putting import stands_free, where_it_lies, with_piece
from rules.games.papercraft.events.turn import CameOut, Entered
from rules.games.papercraft.measuring.lines import judge_distance
from rules.games.papercraft.state import State, Unit
from rules.games.papercraft.vocabulary import Ask, AskKind, Phase, Purpose, StatusKind, Step
from rules.referee.toolkit.dice import DiceAsk, Meaning
from rules.table.snapshot import PieceState


def no_shelter(state: State, unit: Unit, *, building: Unit) -> tuple[str, str] | None:
    """Under which clause a building does not take a unit in, and why; None when it does."""
    shelter = ability_of(building.profile, Effect.SHELTER)
    if shelter is None or not building.alive:
        return "PC-ABL-16", f"{building.id} takes nobody in."
    if building.player != unit.player:
        return "PC-ABL-16", f"{building.id} is {building.player}'s, not {unit.player}'s."
    if unit.moved:
        return "PC-ABL-16", f"{unit.id} has moved in this turn; whoever goes in began beside it."
    guests = (*state.inside(building.id), unit)
    if not has_room(shelter, guests):
        return "PC-ABL-16", f"{building.id} has no room for {unit.id}."
    return None


def has_room(shelter: Ability, guests: tuple[Unit, ...]) -> bool:
    """Whether so many fit in together: of one sort alone, and no more than it holds of that."""
    sorts = Counter(guest.profile.secondary for guest in guests)
    room = dict(zip(shelter.targets, shelter.capacity, strict=True))
    return len(sorts) == 1 and all(count <= room.get(sort, 0) for sort, count in sorts.items())


@handle.register
def _enter(body: Enter, draft: Draft) -> None:
    draft.require_turn(Phase.MOVE)
    unit = draft.own_unit(body.unit)
    building = draft.known_unit(body.building)
    if unfit := why_it_stays(draft.state, unit):
        draft.refuse(*unfit)
    if unfit := no_shelter(draft.state, unit, building=building):
        draft.refuse(*unfit)
    near = judge_distance(
        draft.ruled_table(),
        (unit.id, building.id),
        limit=draft.length("melee_reach_in"),
        clause="PC-ABL-16",
        agreed=draft.agreed,
    )
    evidence = draft.held(near)
    event = Entered(unit=unit.id, building=building.id)
    draft.emit(event, clause="PC-ABL-16", evidence=(evidence,))


@handle.register
def _leave(body: Leave, draft: Draft) -> None:
    draft.require_turn(Phase.MOVE)
    unit = draft.own_unit(body.unit)
    if unfit := why_not_out(draft.state, unit):
        draft.refuse(*unfit)
    draft.require_on_table(unit, body.to)
    end = where_it_lies(draft, unit, to=body.to)
    spot = spot_of(end)
    if spot is None or end.state not in {PieceState.SEEN, PieceState.DECLARED}:
        reason = f"Nobody sees where {unit.id} stands: put it in view, or say where it is."
        draft.refuse("PC-ABL-16", reason)
    table = with_piece(draft.table, end)
    near = judge_distance(
        table,
        (unit.id, unit.inside),
        limit=draft.length("melee_reach_in"),
        clause="PC-ABL-16",
        agreed=draft.agreed,
    )
    evidence = draft.held(near)
    stands_free(draft, unit, end=end, table=table)
    told = draft.snapshot.number if end.state is PieceState.DECLARED else -1
    event = CameOut(unit=unit.id, building=unit.inside, spot=spot, vouched=told)
    draft.emit(event, clause="PC-ABL-16", evidence=(evidence,))


def why_not_out(state: State, unit: Unit) -> tuple[str, str] | None:
    """Why a unit cannot come out of a building now; None when it may."""
    if not unit.inside:
        return "PC-ABL-16", f"{unit.id} is in no building."
    if unit.moved:
        return "PC-ABL-16", f"{unit.id} has gone in in this turn; it comes out in another."
    if unit.has(StatusKind.PINNED, turn=state.own_turn(unit)):
        return "PC-MOV-12", f"{unit.id} may not move in this turn."
    return None


def ask_eject(draft: Draft, step: Step) -> None:
    """PC-ABL-16: whoever was inside is put down beside the ruin."""
    unit = draft.state.unit(step.unit)
    reach = draft.length("melee_reach_in")
    draft.ask(
        Purpose.EJECT,
        kind=AskKind.PUT,
        player=unit.player,
        clause="PC-ABL-16",
        says=f"Put {unit.id} down within {reach:g} in of {step.other}, which has fallen.",
        unit=unit.id,
        other=step.other,
        inches=reach,
    )


def ask_eject_damage(draft: Draft, step: Step) -> None:
    """PC-ABL-16: what coming out of a ruin costs."""
    unit = draft.state.unit(step.unit)
    shelter = ability_of(draft.state.unit(step.other).profile, Effect.SHELTER)
    assert shelter is not None
    assert shelter.dice is not None
    dice = DiceAsk(
        count=shelter.dice.count,
        why=f"how much the fall of {step.other} hurts {unit.id}",
        means=(Meaning(when="the sum", then="so many HP that it loses"),),
    )
    draft.ask_roll(
        Purpose.EJECT_DAMAGE, player=unit.player, clause="PC-ABL-16", dice=dice, unit=unit.id,
        other=step.other,
    )  # fmt: skip


def settle_eject_damage(draft: Draft, ask: Ask, *, dice: tuple[int, ...]) -> None:
    """So many hit points."""
    unit = draft.state.unit(ask.unit)
    why = "the fall of the building"
    hurt(draft, unit, amount=sum(dice), by=ask.other, why=why, clause="PC-ABL-16", settles=True)
