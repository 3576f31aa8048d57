"""Knows what the end of a deck or a battle changes, and what players amend."""

from dataclasses import replace

from rules.games.paper_tigers.change.dispatch import change
from rules.games.paper_tigers.events import ending as happened
from rules.games.paper_tigers.saying import say
from rules.games.paper_tigers.state import Outcome, State
from rules.games.paper_tigers.vocabulary import Phase


@change.register
def _objective_settled(event: happened.ObjectiveSettled, state: State) -> State:
    return replace(state, held_settled={**state.held_settled, event.area: event.side})


@change.register
def _deck_ended(event: happened.DeckEnded, state: State) -> State:
    del event  # a count; what follows from it is an event of its own
    return state


@change.register
def _play_on(event: happened.PlayOn, state: State) -> State:
    # A pack that was made whole in the middle of this turn's deal is in its new run already.
    whole = all(name in state.ended_packs and pack.draw for name, pack in state.packs.items())
    return replace(state, run=event.run, fresh=not whole, ended_packs=())


@change.register
def _battle_ended(event: happened.BattleEnded, state: State) -> State:
    outcome = Outcome(winner=event.winner, how=event.how, marginal=event.marginal, says=say(event))
    return replace(state, outcome=outcome, phase=Phase.ENDED, asks=(), steps=(), playing=None)


@change.register
def _amended(event: happened.Amended, state: State) -> State:
    unit = replace(
        state.unit(event.unit), hits=event.hits, aboard=event.aboard, in_area=event.in_area
    )
    if event.aboard:
        unit = replace(unit, spot=state.unit(event.aboard).spot, vouched=-1)
    return state.with_unit(unit)


@change.register
def _terrain_accepted(event: happened.TerrainAccepted, state: State) -> State:
    return replace(state, areas=event.areas)


@change.register
def _table_accepted(event: happened.TableAccepted, state: State) -> State:
    unit = replace(state.unit(event.unit), spot=event.spot, vouched=-1, in_area="")
    return state.with_unit(unit)
