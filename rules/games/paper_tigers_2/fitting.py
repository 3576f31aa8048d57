"""Knows whether armies fit the scenario that they are to fight (PT2-S1a)."""

from rules.games.paper_tigers.state import State
from rules.games.paper_tigers_2.state import own_units


def scouting_fault(state: State, attacker: str) -> str:
    """PT2-S1a: why the armies do not fit these roles; empty when they do."""
    own = [unit.own for unit in own_units(state) if unit.side == attacker]
    cars = [each for each in own if each.type.endswith("armoured car")]
    jeeps = [each for each in own if each.type == "light transport"]
    if len(cars) + len(jeeps) != len(own) or abs(len(cars) - len(jeeps)) > 1:
        return f"half of {attacker}'s units are armoured cars and half light transports"
    others = [unit.own for unit in own_units(state) if unit.side != attacker]
    if sum(each.vehicle for each in others) > 1:
        return f"{attacker}'s enemy has one vehicle at most"
    return ""
