"""Knows what stands in whose way: for squares that move, and for lines that are measured."""

from typing import Final

from rules.games.papercraft.abilities import Effect, ability_of
from rules.games.papercraft.catalogue import PASSABLE
from rules.games.papercraft.profiles import Fate, SecondaryType
from rules.games.papercraft.state import State, Unit
from rules.table.snapshot import Snapshot

SOLID: Final = frozenset({"impassable_and_blocking", "impassable"})


def passable(state: State, unit: Unit) -> bool:
    """PC-DTH-05 and DTH-06: whether what is left of a unit may be crossed and stood on."""
    if unit.fate is Fate.RUBBLE:
        return state.options.choice("building_death") == "passable"
    if unit.profile.secondary is SecondaryType.TITAN:
        return state.options.choice("titan_corpse") == "passable"
    return unit.profile.secondary in PASSABLE


def in_the_way(state: State, mover: Unit, *, table: Snapshot) -> dict[str, str]:
    """What a unit may not run over, each with its clause (PC-MOV-06, MOV-08)."""
    ghost = ability_of(mover.profile, Effect.PASS_ENEMIES)
    found: dict[str, str] = {}
    for unit in state.units.values():
        if unit.id == mover.id or not unit.on_table:
            continue
        if not unit.alive:
            if not passable(state, unit):
                found[unit.id] = "PC-DTH-06"
        elif not state.enemies(mover, unit):
            if not state.options.flag("pass_friends"):
                found[unit.id] = "PC-MOV-06"
        elif ghost is None or (unit.is_building and not ghost.over_buildings):
            found[unit.id] = "PC-MOV-06"
    return found | _terrain(state, table)


def underfoot(state: State, mover: Unit, *, table: Snapshot) -> dict[str, str]:
    """What a unit may not end on, each with its clause (PC-MOV-07, MOV-08)."""
    found: dict[str, str] = {}
    for unit in state.units.values():
        if unit.id == mover.id or not unit.on_table:
            continue
        if unit.alive:
            found[unit.id] = "PC-MOV-07"
        elif not passable(state, unit):
            found[unit.id] = "PC-DTH-06"
    return found | _terrain(state, table)


def _terrain(state: State, table: Snapshot) -> dict[str, str]:
    """PC-SET-03: no terrain, unless it was agreed to count."""
    if state.options.choice("terrain_mode") not in SOLID:
        return {}
    return {area.id: "PC-SET-03" for area in table.terrain if area.id not in state.units}


def blockers(state: State, pair: tuple[str, str], *, table: Snapshot) -> frozenset[str]:
    """PC-RNG-03: every other living unit, corpses as agreed, and terrain where it blocks."""
    names = {
        unit.id
        for unit in state.units.values()
        if unit.on_table and unit.id not in pair and (unit.alive or _corpse_blocks(state, unit))
    }
    if state.options.choice("terrain_mode") == "impassable_and_blocking":
        names |= {area.id for area in table.terrain if area.id not in state.units}
    return frozenset(names)


def _corpse_blocks(state: State, unit: Unit) -> bool:
    """PC-AMB-10."""
    rule = state.options.choice("corpses_block")
    return rule == "yes" or (rule == "large_only" and not passable(state, unit))
