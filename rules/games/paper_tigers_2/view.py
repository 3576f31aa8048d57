"""Knows what a seat may know of a battle of this edition: what the basic game shows, and its own.

Nothing that this edition adds is secret; what is stays within the basic game's view.
"""

from collections.abc import Mapping

from rules.games.paper_tigers.view import view as basic_view
from rules.games.paper_tigers_2.state import State, Unit, own_units

Shown = dict[str, object]


def view(state: State, seat: str) -> Mapping[str, object]:
    """What this seat may know, as JSON; a seat that nobody has is a spectator's."""
    shown = dict(basic_view(state, seat))
    own = {unit.id: _unit(unit) for unit in own_units(state)}
    units = shown["units"]
    assert isinstance(units, list)
    shown["units"] = [{**each, **own.get(each["id"], {})} for each in units]
    combat = state.combat
    shown["close_combat"] = (
        None
        if combat is None
        else {
            "attackers": [{"unit": each.unit, "target": each.target} for each in combat.attackers],
            "helpers": list(combat.helpers),
        }
    )
    return shown


def _unit(unit: Unit) -> Shown:
    return {
        "type": unit.own.type,
        "model": unit.own.label,
        "points": unit.own.points,
        "modifiers": [modifier.name for modifier in unit.own.modifiers],
        "weapons": [weapon.name for weapon in unit.own.weapons],
        "covered": unit.covered,
        "immobile": unit.immobile,
        "engine_hot": unit.engine_hot,
    }
