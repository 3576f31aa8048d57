"""Knows what the events of an attack change.

What is still to be done stands in the state's steps, the next one first. An event that settles a
step takes it away; one that brings something further puts it in front.
"""

from dataclasses import replace

from rules.games.papercraft.change.dispatch import change, in_front, rewritten, without
from rules.games.papercraft.events import attack as happened
from rules.games.papercraft.state import State
from rules.games.papercraft.vocabulary import Step, StepKind


@change.register
def _attack_declared(event: happened.AttackDeclared, state: State) -> State:
    state = _used(state, event.unit, attack=event.attack, target=event.target)
    strike = Step(kind=StepKind.STRIKE, unit=event.unit, other=event.target, attack=event.attack)
    return in_front(state, strike)


def _used(state: State, name: str, *, attack: str, target: str) -> State:
    unit = state.unit(name)
    return state.with_unit(replace(unit, attacks=(*unit.attacks, (attack, target))))


@change.register
def _range_failed(event: happened.RangeFailed, state: State) -> State:
    return _used(state, event.unit, attack=event.attack, target=event.target)


@change.register
def _strike_lost(event: happened.StrikeLost, state: State) -> State:
    return without(state, kind=StepKind.STRIKE, unit=event.unit)


@change.register
def _guard_chosen(event: happened.GuardChosen, state: State) -> State:
    guard = "strike" if event.strike else "dodge"
    return rewritten(state, kind=StepKind.STRIKE, unit=event.target, choice=guard)


@change.register
def _hit_rolled(event: happened.HitRolled, state: State) -> State:
    state = without(replace(state, faces={}), kind=StepKind.STRIKE, unit=event.unit)
    if event.hit:
        hurt = Step(kind=StepKind.HURT, unit=event.unit, other=event.target, attack=event.attack)
        return in_front(state, hurt)
    if not event.blow_back:
        return state
    back = Step(
        kind=StepKind.STRIKE,
        unit=event.target,
        other=event.unit,
        attack=event.blow_back,
        flag=True,
    )
    return in_front(state, back)


@change.register
def _type_chosen(event: happened.TypeChosen, state: State) -> State:
    return rewritten(state, kind=StepKind.HURT, unit=event.unit, choice=str(event.type))


@change.register
def _damage_chosen(event: happened.DamageChosen, state: State) -> State:
    return rewritten(state, kind=StepKind.HURT, unit=event.unit, flag=True)


_SETTLED_BY_DAMAGE = (
    StepKind.COST, StepKind.BURN, StepKind.RESTLESS, StepKind.SALVO_DAMAGE, StepKind.EJECT_DAMAGE,
)  # fmt: skip


@change.register
def _hurt(event: happened.Hurt, state: State) -> State:
    unit = state.unit(event.unit)
    state = state.with_unit(replace(unit, hp=event.hp))
    if not event.settles:
        return state
    first = state.steps[0] if state.steps else None
    if first is None:
        return state
    if first.kind is StepKind.HURT or first.kind in _SETTLED_BY_DAMAGE:
        return replace(state, steps=state.steps[1:])
    return state


@change.register
def _died(event: happened.Died, state: State) -> State:
    """PC-DTH-01; whatever its death sets off comes next (PC-DTH-08)."""
    unit = state.unit(event.unit)
    gone = replace(
        unit,
        fate=event.fate,
        killed_by=event.by,
        hp=min(unit.hp, 0),
        statuses=(),
        held_by="",
        inside="",
    )
    for held in state.held(event.unit):
        state = state.with_unit(replace(held, held_by=""))
    if event.salvo:
        gone = replace(gone, spent=(*gone.spent, event.salvo))
    state = state.with_unit(gone)
    steps = [Step(kind=StepKind.EJECT, unit=name, other=event.unit) for name in event.occupants]
    if event.salvo:
        salvo = Step(kind=StepKind.SALVO, unit=event.unit, attack=event.salvo, flag=True)
        steps = [salvo, *steps]
    return in_front(_moot(state, event.unit), *steps)


def _moot(state: State, gone: str) -> State:
    """The state without what a dead unit was still to do or to suffer of itself."""
    own = {
        StepKind.BURN, StepKind.RESTLESS, StepKind.COST, StepKind.CHARGE, StepKind.EJECT,
        StepKind.EJECT_DAMAGE, StepKind.ESCAPE, StepKind.HEAL,
    }  # fmt: skip
    return replace(
        state,
        steps=tuple(step for step in state.steps if step.unit != gone or step.kind not in own),
    )
