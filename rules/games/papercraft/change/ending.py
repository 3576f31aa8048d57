"""Knows what the end of a battle changes, and what players put right."""

from dataclasses import replace

from rules.games.papercraft.change.dispatch import change
from rules.games.papercraft.events import ending as happened
from rules.games.papercraft.profiles import Fate
from rules.games.papercraft.saying.ending import said_end
from rules.games.papercraft.state import Outcome, State
from rules.games.papercraft.vocabulary import Phase


@change.register
def _amended(event: happened.Amended, state: State) -> State:
    unit = replace(state.unit(event.unit), hp=event.hp, moved=event.moved)
    return state.with_unit(unit)


@change.register
def _table_accepted(event: happened.TableAccepted, state: State) -> State:
    return state.with_unit(replace(state.unit(event.unit), spot=event.spot, vouched=-1))


@change.register
def _conceded(event: happened.Conceded, state: State) -> State:
    """The units of whoever gives up are taken off, and nothing waits for them any more."""
    gone = set(event.units)
    for name in event.units:
        unit = replace(
            state.unit(name), fate=Fate.REMOVED, spot=None, inside="", held_by="", statuses=(), hp=0
        )
        for held in state.held(name):
            state = state.with_unit(replace(held, held_by=""))
        state = state.with_unit(unit)
    steps = tuple(step for step in state.steps if not {step.unit, step.other} & gone)
    asks = tuple(
        ask for ask in state.asks if ask.player != event.player and not {ask.unit, ask.other} & gone
    )
    going_on = steps[:1] == state.steps[:1]
    return replace(state, asks=asks, steps=steps, faces=state.faces if going_on else {})


@change.register
def _battle_ended(event: happened.BattleEnded, state: State) -> State:
    outcome = Outcome(winner=event.winner, how=event.how, says=said_end(event))
    return replace(state, phase=Phase.ENDED, outcome=outcome, asks=(), steps=())
