"""Knows whether armies fit the scenario that they are to fight (PT2-S1a, S2a)."""

from collections.abc import Mapping, Sequence

from rules.games.paper_tigers.state import State
from rules.games.paper_tigers_2.entries import Entry
from rules.games.paper_tigers_2.state import own_units

Armies = Mapping[str, Sequence[Entry]]
"""By side, what its units can do."""


def armies_in(state: State) -> Armies:
    """The armies of a battle."""
    return {
        side: [unit.own for unit in own_units(state) if unit.side == side] for side in state.sides
    }


def scouting_fault(armies: Armies, attacker: str) -> str:
    """PT2-S1a: why the armies do not fit these roles; empty when they do."""
    own = armies[attacker]
    cars = [each for each in own if each.type.endswith("armoured car")]
    jeeps = [each for each in own if each.type == "light transport"]
    if len(cars) + len(jeeps) != len(own) or abs(len(cars) - len(jeeps)) > 1:
        return f"half of {attacker}'s units are armoured cars and half light transports"
    others = [each for side, army in armies.items() if side != attacker for each in army]
    if sum(each.vehicle for each in others) > 1:
        return f"{attacker}'s enemy has one vehicle at most"
    return ""
