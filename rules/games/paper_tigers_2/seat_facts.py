"""Tells a seat what the basic game tells, with this edition's names, weapons and statuses."""

from collections.abc import Iterator
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from rules.games.paper_tigers.seat_facts import facts as basic_facts
from rules.games.paper_tigers.state import State, Unit
from rules.games.paper_tigers_2.amendable import AMENDABLE
from rules.games.paper_tigers_2.battle_options import FOG_OF_WAR
from rules.games.paper_tigers_2.chapters.beyond.scenarios import scenario
from rules.games.paper_tigers_2.chapters.weapons import weapons_of
from rules.games.paper_tigers_2.state import battle_in, sheet_of
from rules.referee.facts.battle import Facts
from rules.referee.facts.units import ShownStatus, ShownUnit, StatusMark

MARKS: Final = MappingProxyType(
    {
        "covered": StatusMark.COVER,
        "immobile": StatusMark.STUCK,
        "engine_hot": StatusMark.FIRE,
        "unarmed": StatusMark.WEAK,
    }
)
"""The pictures of what players may amend of a unit, where they have one."""
NO_STATUS: Final = frozenset({"flamethrower"})
"""Rows that say what a unit is, and not how it fares."""


def facts(state: State, seat: str) -> Facts:
    """What this seat may know; nothing that this edition adds is secret."""
    told = basic_facts(state, seat)
    fighting = frozenset(_fighting(state))
    units = tuple(_unit(state, each, fighting=fighting) for each in told.units)
    sides = told.sides
    if scenario(state) == FOG_OF_WAR:
        # PT2-S3a: both attack.
        sides = tuple(replace(each, says="") for each in sides)
    return replace(told, units=units, sides=sides)


def _fighting(state: State) -> Iterator[str]:
    combat = battle_in(state).combat
    if combat is not None:
        yield from (each.unit for each in combat.attackers)
        yield from combat.helpers


def _unit(state: State, told: ShownUnit, *, fighting: frozenset[str]) -> ShownUnit:
    unit = state.unit(told.id)
    sheet = sheet_of(unit)
    return replace(
        told,
        kind=sheet.type.replace(" ", "_"),
        says=sheet.label,
        acting=told.acting or (told.id in fighting and not unit.destroyed),
        statuses=(*told.statuses, *_statuses(state, unit)),
        notes=(
            *(each.name for each in weapons_of(unit)),
            *(each.name for each in sheet.modifiers),
        ),
    )


def _statuses(state: State, unit: Unit) -> Iterator[ShownStatus]:
    for row in AMENDABLE:
        if row.name in NO_STATUS or unit.destroyed:
            continue
        if says := row.told_now(state, unit.id):
            mark = MARKS.get(row.name, StatusMark.NOTE)
            yield ShownStatus(name=row.name, says=says, mark=mark)
