"""Knows what the battle waits for, and from whom, where this edition asks for more."""

from rules.games.paper_tigers.awaits import awaits as basic_awaits
from rules.games.paper_tigers.saying.phrases import the_card
from rules.games.paper_tigers.vocabulary import Phase
from rules.games.paper_tigers_2.decide.acting import intents
from rules.games.paper_tigers_2.decide.entering import still_entering
from rules.games.paper_tigers_2.state import State, own_units
from rules.referee.toolkit.phrases import listed


def awaits(state: State) -> str:
    """What is waited for now; open asks come before everything else."""
    if state.asks or state.outcome is not None:
        return basic_awaits(state)
    if state.phase is Phase.ARRIVALS:
        return _arrivals(state) or basic_awaits(state)
    if state.phase is Phase.ACT:
        return _acting(state) or basic_awaits(state)
    return basic_awaits(state)


def _arrivals(state: State) -> str:
    flying = [unit for unit in own_units(state) if unit.landing == "in_air" and not unit.aboard]
    if flying:
        forces = dict.fromkeys(unit.force for unit in flying)
        return f"{listed(forces)}: say where {listed(unit.id for unit in flying)} come down."
    forces = dict.fromkeys(force for force, _ in state.entry_cards)
    entering = [force for force in still_entering(state) if force in forces]
    if not entering:
        return ""
    return f"{listed(entering)}: bring units onto the table at the edge that was named, or nobody."


def _acting(state: State) -> str:
    playing = state.playing
    if playing is None or playing.actors or playing.turned.intent:
        return ""
    turned = playing.turned
    if state.unit(turned.unit).is_bridge:
        return ""
    *most, last = (action.replace("_", " ") for action in intents(state, turned))
    may = f"{', '.join(most)} or {last}"
    return f"{turned.force}: {turned.unit} may {may} with {the_card(turned.card)}."
