"""Knows who may ride on what, and how many together (PT2-F, H2, H6, J3, K2)."""

from collections.abc import Sequence

from rules.games.paper_tigers.decide.aboard import not_together
from rules.games.paper_tigers.state import State
from rules.games.paper_tigers.state import Unit as BasicUnit
from rules.games.paper_tigers_2.catalogue import Load
from rules.games.paper_tigers_2.entries import Entry
from rules.games.paper_tigers_2.state import Unit, unit_in

TOWED = "gun"
NEVER_CARRIED = frozenset({"landing craft", "glider"})


def no_ride(state: State, unit: BasicUnit, *, carrier: BasicUnit) -> tuple[str, str] | None:
    """The clause and reason why a unit cannot ride on, or be towed by, another; or None."""
    clause = "PT2-F6" if unit.kind == TOWED else "PT2-F1"
    if not isinstance(unit, Unit) or not isinstance(carrier, Unit):
        return clause, f"{carrier.id} cannot carry anybody."
    if carrier.destroyed:
        return clause, f"{carrier.id} cannot carry anybody."
    if carrier.side != unit.side:
        return clause, f"{carrier.id} is not on {unit.id}'s side."
    if carrier.id == unit.id or carrier.aboard or state.passengers_of(unit.id):
        return clause, f"{carrier.id} cannot carry {unit.id}."
    riders = [name for name in state.passengers_of(carrier.id) if name != unit.id]
    if not fits(carrier.own.loads, [unit.own]):
        what = f"{unit.id}, a {unit.own.type}"
        return clause, f"{what}, cannot ride on {carrier.id}, a {carrier.own.label}."
    own = [unit_in(state, name).own for name in riders]
    if not fits(carrier.own.loads, [*own, unit.own]):
        aboard = " and ".join(riders)
        return clause, f"{carrier.id} carries {aboard} already, and has no room for {unit.id}."
    return not_together(unit, carrier)


def fits(loads: Sequence[Load], riders: Sequence[Entry]) -> bool:
    """Whether some way to fill a carrier has room for all of these."""
    return any(_fits(load, riders) for load in loads)


def _fits(load: Load, riders: Sequence[Entry]) -> bool:
    if any(rider.type in NEVER_CARRIED for rider in riders):
        return False
    if load.units:
        return len(riders) <= load.units
    room = {
        "squads": load.squads,
        "scouts": load.scouts,
        "guns": load.guns,
        "light_guns": load.light_guns,
        "tanks": load.tanks,
        "light_transports": load.light_transports,
    }
    for rider in riders:
        place = next((sort for sort in _sorts(rider) if room[sort]), None)
        if place is None:
            return False
        room[place] -= 1
    return True


def _sorts(rider: Entry) -> tuple[str, ...]:
    """As what a unit takes up room, the narrowest first."""
    if rider.has("scouts"):
        return ("scouts", "squads")
    if rider.infantry:
        return ("squads",)
    if rider.type.endswith("towed gun"):
        return ("light_guns", "guns") if rider.has("light gun") else ("guns",)
    if rider.type.endswith("tank"):
        return ("tanks",)
    return ("light_transports",) if rider.type == "light transport" else ()
