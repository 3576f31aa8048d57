"""Knows what the events of a turn change, but for attacks and abilities."""

from dataclasses import replace

from rules.games.papercraft.abilities import Effect, ability_of
from rules.games.papercraft.change.dispatch import change, in_front, without
from rules.games.papercraft.events import turn as happened
from rules.games.papercraft.state import State
from rules.games.papercraft.vocabulary import Phase, StatusKind, Step, StepKind
from rules.table.units import Inches


@change.register
def _turn_began(event: happened.TurnBegan, state: State) -> State:
    """PC-TRN-04: what was remembered of the last turn is forgotten."""
    turns = {**state.turns, event.player: state.turns.get(event.player, 0) + 1}
    for unit in state.army(event.player):
        fresh = replace(
            unit, start=unit.spot, walked=Inches(0.0), moved=False, attacks=(), ability_used=False
        )
        state = state.with_unit(fresh)
    state = _power_over(state, player=event.player, turn=turns[event.player])
    state = replace(
        state, active=event.player, turn=event.turn, round=event.round, turns=turns,
        phase=Phase.TURN_START,
    )  # fmt: skip
    return replace(state, steps=tuple(_due_at_start(state)))


def _due_at_start(state: State) -> list[Step]:
    """PC-TRN-05: hymns are sung, and held units try to break free."""
    own = [unit for unit in state.army(state.active) if unit.alive and unit.spot is not None]
    songs = [
        Step(kind=StepKind.HEAL, unit=unit.id)
        for unit in own
        if ability_of(unit.profile, Effect.HEAL) is not None
    ]
    escapes = [Step(kind=StepKind.ESCAPE, unit=unit.id) for unit in own if unit.held_by]
    return [*songs, *escapes]


def _power_over(state: State, *, player: str, turn: int) -> State:
    """PC-ABL-08, where it lasts until the next turn of whoever doubled a bonus."""
    if state.options.choice("power_duration") != "until_own_turn":
        return state
    for unit in state.units.values():
        kept = tuple(
            each
            for each in unit.statuses
            if each.kind is not StatusKind.EMPOWERED
            or state.unit(each.by).player != player
            or each.turn > turn
        )
        state = state.with_unit(replace(unit, statuses=kept))
    return state


@change.register
def _turn_skipped(event: happened.TurnSkipped, state: State) -> State:
    return replace(state, active=event.player, round=event.round, phase=Phase.TURN_END, steps=())


@change.register
def _moved(event: happened.Moved, state: State) -> State:
    unit = state.unit(event.unit)
    return state.with_unit(
        replace(
            unit,
            spot=event.spot,
            walked=event.walked,
            moved=unit.moved or event.counts,
            vouched=event.vouched,
        )
    )


@change.register
def _entered(event: happened.Entered, state: State) -> State:
    return state.with_unit(replace(state.unit(event.unit), inside=event.building, moved=True))


@change.register
def _came_out(event: happened.CameOut, state: State) -> State:
    unit = state.unit(event.unit)
    state = without(state, kind=StepKind.EJECT, unit=event.unit)
    moved = unit.moved or not event.fell
    out = replace(unit, inside="", spot=event.spot, vouched=event.vouched, moved=moved)
    state = state.with_unit(out)
    if not event.fell:
        return state
    return in_front(state, Step(kind=StepKind.EJECT_DAMAGE, unit=event.unit, other=event.building))


@change.register
def _turn_ended(event: happened.TurnEnded, state: State) -> State:
    """What counted in this turn of the player is over."""
    turn = state.turns.get(event.player, 0)
    lasting = state.options.choice("power_duration") == "until_own_turn"
    for unit in state.units.values():
        own = unit.player == event.player
        kept = tuple(
            each
            for each in unit.statuses
            if (each.kind is StatusKind.EMPOWERED and lasting)
            or (each.kind is not StatusKind.EMPOWERED and not (own and each.turn <= turn))
        )
        state = state.with_unit(replace(unit, statuses=kept))
    return state
