"""Knows what the events before the first turn change."""

from dataclasses import replace

from rules.games.papercraft.abilities import Effect, ability_of
from rules.games.papercraft.change.dispatch import change
from rules.games.papercraft.events import setup as happened
from rules.games.papercraft.state import State, Unit
from rules.games.papercraft.vocabulary import Phase, Purpose, StatusKind, Step, StepKind

OPPOSED = frozenset({Purpose.HIT, Purpose.GUARD, Purpose.SHIFT_HIT, Purpose.SHIFT_GUARD})
"""Dice that wait for the other one."""


@change.register
def _asked(event: happened.Asked, state: State) -> State:
    return replace(state, asks=(*state.asks, event.ask), asked=event.ask.id)


@change.register
def _rolled(event: happened.Rolled, state: State) -> State:
    if event.purpose is Purpose.ORDER:
        before = state.rolls.get(event.player, ())
        return replace(state, rolls={**state.rolls, event.player: (*before, *event.dice)})
    if event.purpose in OPPOSED:
        return replace(state, faces={**state.faces, str(event.purpose): event.dice[0]})
    return state


@change.register
def _chosen(event: happened.Chosen, state: State) -> State:
    del event
    return state


@change.register
def _phase_began(event: happened.PhaseBegan, state: State) -> State:
    state = replace(state, phase=event.phase, laid=event.laid)
    if event.phase is not Phase.TURN_END:
        return state
    return replace(state, steps=tuple(_due_at_end(state)))


def _due_at_end(state: State) -> list[Step]:
    """PC-TRN-05: burns and restlessness of the player whose turn ends."""
    turn = state.turns.get(state.active, 0)
    own = [unit for unit in state.army(state.active) if unit.alive and unit.spot is not None]
    burns = [
        Step(kind=StepKind.BURN, unit=unit.id)
        for unit in own
        if unit.has(StatusKind.BURNING, turn=turn) and not unit.moved
    ]
    restless = [
        Step(kind=StepKind.RESTLESS, unit=unit.id)
        for unit in own
        if _is_restless(state, unit, turn=turn)
    ]
    return [*burns, *restless]


def _is_restless(state: State, unit: Unit, *, turn: int) -> bool:
    """PC-ABL-13: whether a raging unit has attacked no enemy in this turn."""
    rage = ability_of(unit.profile, Effect.RESTLESS)
    fought = any(state.enemies(unit, state.unit(target)) for _, target in unit.attacks)
    return rage is not None and turn >= rage.from_turn and not fought


@change.register
def _mustered(event: happened.Mustered, state: State) -> State:
    return replace(state, ready=(*state.ready, event.player))


@change.register
def _armies_agreed(event: happened.ArmiesAgreed, state: State) -> State:
    del event
    return state


@change.register
def _roll_tied(event: happened.RollTied, state: State) -> State:
    del event
    return state


@change.register
def _order_set(event: happened.OrderSet, state: State) -> State:
    return replace(state, order=event.order)


@change.register
def _edge_chosen(event: happened.EdgeChosen, state: State) -> State:
    return replace(state, edges={**state.edges, event.player: event.edge})


@change.register
def _placed(event: happened.Placed, state: State) -> State:
    unit = replace(state.unit(event.unit), spot=event.spot, vouched=event.vouched)
    state = state.with_unit(unit)
    return replace(state, placer=(state.placer + 1) % len(state.order))


@change.register
def _player_skipped(event: happened.PlayerSkipped, state: State) -> State:
    del event
    return replace(state, placer=(state.placer + 1) % len(state.order))
