"""Knows what the events of abilities change."""

from dataclasses import replace
from types import MappingProxyType
from typing import Final

from rules.games.papercraft.abilities import ABILITIES, Effect
from rules.games.papercraft.change.dispatch import change, in_front, rewritten, without
from rules.games.papercraft.events import ability as happened
from rules.games.papercraft.state import State
from rules.games.papercraft.vocabulary import Step, StepKind

BEGINS: Final = MappingProxyType(
    {
        Effect.SALVO: StepKind.SALVO,
        Effect.SHIFT: StepKind.SHIFT,
        Effect.CHARGE: StepKind.CHARGE,
    }
)
"""What an ability that takes more than a word begins with."""


@change.register
def _ability_used(event: happened.AbilityUsed, state: State) -> State:
    ability = ABILITIES[event.ability]
    unit = replace(state.unit(event.unit), ability_used=True)
    if ability.once:
        unit = replace(unit, spent=(*unit.spent, ability.id))
    state = state.with_unit(unit)
    if ability.effect not in BEGINS:
        return state
    step = Step(kind=BEGINS[ability.effect], unit=event.unit, other=event.target, attack=ability.id)
    return in_front(state, step)


@change.register
def _applied_by_hand(event: happened.AppliedByHand, state: State) -> State:
    del event
    return state


@change.register
def _status_gained(event: happened.StatusGained, state: State) -> State:
    unit = state.unit(event.unit)
    others = tuple(each for each in unit.statuses if each != event.status)
    return state.with_unit(replace(unit, statuses=(*others, event.status)))


@change.register
def _held(event: happened.Held, state: State) -> State:
    state = without(state, kind=StepKind.HURT, unit=event.unit)
    return state.with_unit(replace(state.unit(event.target), held_by=event.unit))


@change.register
def _hold_ended(event: happened.HoldEnded, state: State) -> State:
    for name in event.freed:
        state = state.with_unit(replace(state.unit(name), held_by=""))
    return state


@change.register
def _escape_rolled(event: happened.EscapeRolled, state: State) -> State:
    state = without(state, kind=StepKind.ESCAPE, unit=event.unit)
    if not event.free:
        return state
    return state.with_unit(replace(state.unit(event.unit), held_by=""))


@change.register
def _sung(event: happened.Sung, state: State) -> State:
    return without(state, kind=StepKind.HEAL, unit=event.unit)


@change.register
def _healed(event: happened.Healed, state: State) -> State:
    return state.with_unit(replace(state.unit(event.unit), hp=event.hp))


@change.register
def _salvo_fired(event: happened.SalvoFired, state: State) -> State:
    if not event.targets:
        return without(state, kind=StepKind.SALVO, unit=event.unit)
    return rewritten(state, kind=StepKind.SALVO, unit=event.unit, names=event.targets)


@change.register
def _salvo_rolled(event: happened.SalvoRolled, state: State) -> State:
    state = without(state, kind=StepKind.SALVO, unit=event.unit)
    steps = [
        Step(kind=StepKind.SALVO_DAMAGE, unit=event.unit, other=name, attack=event.ability)
        for name in event.hits
    ]
    return in_front(state, *steps)


@change.register
def _shift_aimed(event: happened.ShiftAimed, state: State) -> State:
    state = without(replace(state, faces={}), kind=StepKind.SHIFT, unit=event.unit)
    if not event.took:
        return state
    return in_front(state, Step(kind=StepKind.SHIFT_FAR, unit=event.unit, other=event.target))


@change.register
def _shift_rolled(event: happened.ShiftRolled, state: State) -> State:
    state = without(state, kind=StepKind.SHIFT_FAR, unit=event.unit)
    put = Step(kind=StepKind.SHIFT_PUT, unit=event.unit, other=event.target, number=event.inches)
    return in_front(state, put)


@change.register
def _shifted(event: happened.Shifted, state: State) -> State:
    state = without(state, kind=StepKind.SHIFT_PUT, unit=event.unit)
    unit = state.unit(event.target)
    return state.with_unit(
        replace(unit, spot=event.spot, moved=unit.moved or event.counts, vouched=event.vouched)
    )


@change.register
def _charged(event: happened.Charged, state: State) -> State:
    """PC-ABL-10: an attack on each enemy on the way, each with its price."""
    state = without(state, kind=StepKind.CHARGE, unit=event.unit)
    unit = state.unit(event.unit)
    made = tuple((event.attack, target) for target in event.targets)
    moved = unit.moved or event.length > state.options.number("moved_threshold_in")
    state = state.with_unit(
        replace(
            unit,
            spot=event.spot,
            vouched=event.vouched,
            moved=moved,
            attacks=(*unit.attacks, *made),
        )
    )
    steps = [
        step
        for target in event.targets
        for step in (
            Step(kind=StepKind.STRIKE, unit=event.unit, other=target, attack=event.attack),
            Step(kind=StepKind.COST, unit=event.unit, attack=event.ability, number=event.cost_hp),
        )
    ]
    return in_front(state, *steps)
