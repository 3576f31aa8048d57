"""Says what armies of the second edition are put together from, their worth and their faults."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from types import MappingProxyType
from typing import Final

from rules.games.paper_tigers.initial import base_of, is_unit, mustered
from rules.games.paper_tigers.profiles import UnitKind
from rules.games.paper_tigers_2.battle_options import OPTIONS, PINCERS, RECONNAISSANCE
from rules.games.paper_tigers_2.chapters.beyond.scenarios import scouting_fault
from rules.games.paper_tigers_2.chapters.carrying import fits
from rules.games.paper_tigers_2.initial import order_from
from rules.games.paper_tigers_2.units.catalogue import (
    Load,
    Modifier,
    Sort,
    UnitType,
    historical,
    modifiers,
    unit_types,
)
from rules.games.paper_tigers_2.units.sheet import (
    Order,
    UnitSheet,
    entry_of,
    misfits,
    order_of,
    points_of,
    type_of,
)
from rules.referee.toolkit.armies import Extra, Fieldable, Mustered, Remark, by_owner, complaint
from rules.referee.toolkit.phrases import article, counted, listed
from rules.referee.toolkit.settings import Options, options_from
from rules.table.bad_input import BadInputError
from rules.table.roster import Entry as Line

ANY_NATION: Final = "any nation"
LISTED: Final = "PT2-I1"
IMPROVED: Final = "improved"
ARMOURED: Final = frozenset({"tank", "armoured_car", "halftrack", "weapons_carrier"})
"""Kinds of unit that players give advantages and disadvantages of their own."""
GAINED: Final = MappingProxyType(
    {
        "machine gun": "a support weapon: another die, and it suppresses",
        "mortar": "a support weapon that needs no sight of its own",
        "howitzer": "needs no sight while a friend has it",
        "anti-air": "counts against aircraft, where the options let it",
        "airborne": "comes from the air, where landings are played",
    }
)
"""What a line of an army list may add to a unit, besides advantages and disadvantages."""


def fieldable() -> tuple[Fieldable, ...]:
    """The units of the lists, nation by nation, and the plain types that any nation may have."""
    found = [
        _fieldable(order_of(each), source="the lists of units") for each in historical().values()
    ]
    plain = [_fieldable(Order(type=name), source="the types of unit") for name in unit_types()]
    return (*found, *plain)


def _fieldable(order: Order, *, source: str) -> Fieldable:
    agreed = options_from(OPTIONS, {})
    base = type_of(order, where="unit")
    row: dict[str, object] = {**base_of(UnitKind(str(base.kind))), "model": order.name or base.name}
    if order.nation:
        row["nation"] = order.nation
    return Fieldable(
        id=f"{order.nation}: {order.name}" if order.nation else base.name,
        name=order.name or base.name,
        group=order.nation or ANY_NATION,
        says=in_words(order, base=base),
        source=source,
        points=points_of(order, base=base, options=agreed),
        notes=order.notes,
        extras=tuple(_extras(order, base=base, agreed=agreed)),
        row=MappingProxyType(row),
    )


def in_words(order: Order, *, base: UnitType) -> str:
    """What a unit of the lists is.

    >>> sherman = order_of(historical()["USA", "M4 Sherman"])
    >>> in_words(sherman, base=type_of(sherman, where=""))
    'medium tank; for it: tough; against it: death trap; carries 1 squad'
    """
    parts = [f"improved {base.name}" if order.improved else base.name]
    for head, names in (("for it", order.advantages), ("against it", order.disadvantages)):
        if names:
            parts.append(f"{head}: {', '.join(names)}")
    parts += order.notes
    if loads := order.carries or base.carries:
        parts.append(f"carries {' or '.join(_load(each) for each in loads)}")
    return "; ".join(parts)


def _load(load: Load) -> str:
    room = {
        "squad": load.squads,
        "gun": load.guns,
        "light gun": load.light_guns,
        "team of scouts": load.scouts,
        "tank": load.tanks,
        "light transport": load.light_transports,
        "unit": load.units,
    }
    return listed(counted(count, what) for what, count in room.items() if count)


def _extras(order: Order, *, base: UnitType, agreed: Options) -> Iterator[Extra]:
    names = [*GAINED]
    if not order.name:
        names.append(IMPROVED)
    if not order.name and base.kind in ARMOURED:
        sorts = {Sort.ADVANTAGE, Sort.DISADVANTAGE}
        names += [each.name for each in modifiers().values() if each.sort in sorts]
    worth = points_of(order, base=base, options=agreed)
    for name in names:
        more = _with(order, modifiers()[name])
        if _may_have(name, base=base, order=order) and not list(misfits(more)):
            yield Extra(
                name=name,
                says=_says(modifiers()[name]),
                clause=modifiers()[name].clause,
                points=points_of(more, base=base, options=agreed) - worth,
                row=MappingProxyType(
                    {"improved": True} if name == IMPROVED else {"traits": (name,)}
                ),
            )


def _with(order: Order, modifier: Modifier) -> Order:
    if modifier.name == IMPROVED:
        return replace(order, improved=True)
    match modifier.sort:
        case Sort.ADVANTAGE:
            return replace(order, advantages=(*order.advantages, modifier.name))
        case Sort.DISADVANTAGE:
            return replace(order, disadvantages=(*order.disadvantages, modifier.name))
    return replace(order, extras=(*order.extras, modifier.name))


def _may_have(name: str, *, base: UnitType, order: Order) -> bool:
    """Whether it is worth offering: a support weapon is for squads, a howitzer for guns."""
    foot = "infantry" in base.modifier.traits
    if name in order.notes:
        return False
    if name == "machine gun":
        return foot or "machine gun allowed" in order.notes
    if name in {"mortar", "airborne"}:
        return foot
    return name != "anti-air" or bool(base.weapons)


def _says(modifier: Modifier) -> str:
    if modifier.name == IMPROVED:
        return "rolls some of its dice again"
    if modifier.name in GAINED:
        return GAINED[modifier.name]
    return "an advantage" if modifier.sort is Sort.ADVANTAGE else "a disadvantage"


def muster(
    entries: Sequence[Line], options: Options, *, total: int | None = None
) -> tuple[Mustered, ...]:
    """PT2-G2: what the units of each side are worth, and what the rules say against them."""
    units = [line for line in entries if is_unit(line)]
    found = mustered(units, partial(_cost, options=options), total=total, clause="PT2-G2")
    own = by_owner(units, lambda line: line.side)
    armies = {army.side: _entries(own[army.side], army=army, options=options) for army in found}
    return tuple(
        replace(
            army,
            faults=(
                *_own_faults(army, own[army.side]),
                *_scenario_faults(army, armies, options=options),
            ),
            notes=tuple(_notes(armies[army.side])),
        )
        for army in found
    )


def _cost(line: Line, *, options: Options) -> int:
    return entry_of(order_from(line), options=options, where=line.id).points


def _entries(units: Sequence[Line], *, army: Mustered, options: Options) -> Mapping[str, UnitSheet]:
    return {
        line.id: entry_of(order_from(line), options=options, where=line.id)
        for line in units
        if line.id in army.points
    }


def _own_faults(army: Mustered, units: Sequence[Line]) -> Iterator[Remark]:
    """The same faults, each by the clause that it is against."""
    lines = {line.id: line for line in units}
    for fault in army.faults:
        if not fault.unit:
            yield fault
            continue
        line = lines[fault.unit]
        try:
            found = list(misfits(order_from(line), where=line.id))
        except BadInputError:
            found = []
        if found:
            yield from (complaint(error, clause=clause, unit=line.id) for clause, error in found)
        else:
            yield replace(fault, clause=LISTED)


def _scenario_faults(
    army: Mustered, armies: Mapping[str, Mapping[str, UnitSheet]], *, options: Options
) -> Iterator[Remark]:
    own = armies[army.side]
    scenario = options.choice("scenario")
    for name, entry in own.items():
        if entry.has("glider") and not options.flag("landings"):
            says = f"{entry.label} needs a landing, and none is played."
            yield Remark(clause="PT2-K1", unit=name, says=says)
        if scenario == PINCERS and not entry.type.endswith("tank"):
            says = f"{entry.label} is {article(entry.type)}; in the pincers there are only tanks."
            yield Remark(clause="PT2-S2a", unit=name, says=says)
    if scenario == RECONNAISSANCE:
        entries = {side: list(each.values()) for side, each in armies.items()}
        if all(scouting_fault(entries, side) for side in entries):
            says = f"For a reconnaissance it is to be that {scouting_fault(entries, army.side)}."
            yield Remark(clause="PT2-S1a", says=says)


def _notes(army: Mapping[str, UnitSheet]) -> Iterator[Remark]:
    """What has to be carried and has nobody to carry it."""
    for name, entry in army.items():
        others = [other for key, other in army.items() if key != name]
        if entry.type.endswith("towed gun") and not any(fits(o.loads, [entry]) for o in others):
            says = f"Nobody in this army can tow {name}, {entry.label}."
            yield Remark(clause="PT2-F6", unit=name, says=says)
        if entry.type in {"landing craft", "glider"} and not any(
            fits(entry.loads, [other]) for other in others
        ):
            says = f"Nobody in this army can ride on {name}, {entry.label}."
            yield Remark(clause="PT2-K2" if entry.has("glider") else "PT2-J3", unit=name, says=says)
