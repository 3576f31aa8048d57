"""Makes a unit of a line of an army list: its dice, weapons, room and points.

Whatever it is called and in whatever order its modifiers are written, the same line makes the same
unit: each modifier counts once, and they are kept in the order of their sorts and names.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields, replace
from types import MappingProxyType
from typing import Final

from rules.games.paper_tigers.profiles import Profile
from rules.games.paper_tigers_2.units.catalogue import (
    DiceEffect,
    Historical,
    Load,
    Modifier,
    Sort,
    Stage,
    UnitType,
    Weapon,
    historical,
    modifiers,
    unit_types,
    weapons,
)
from rules.referee.toolkit.settings import Options
from rules.table.bad_input import BadInputError

SUPPORT: Final = ("machine gun", "mortar")
"""PT2-H8: what infantry may have besides its small arms."""
ON_FOOT: Final = "squad"
PLAIN: Final = MappingProxyType(
    {
        "tank": "medium tank",
        "squad": "infantry",
        "gun": "towed gun",
        "jeep": "light transport",
        "truck": "transport",
        "weapons carrier": "carrier",
    }
)
"""What the basic game calls some of the types."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Order(Historical):
    """A line of an army list, as far as it says what a unit is."""

    name: str = ""
    """What the unit is called in history; empty for a plain one of its type."""
    nation: str = ""
    extras: tuple[str, ...] = ()
    """What players have added: a support weapon, a flamethrower, a howitzer, anti-air."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitSheet(Profile):
    """What one unit of the second edition can do."""

    type: str
    label: str
    """What it is called when it is told apart from others: the historical name, or the type."""
    modifiers: tuple[Modifier, ...]
    weapons: tuple[Weapon, ...]
    loads: tuple[Load, ...]
    traits: frozenset[str]
    figures: tuple[int, int] | None = None

    def has(self, trait: str) -> bool:
        """Whether any modifier gives it that trait."""
        return trait in self.traits

    @property
    def infantry(self) -> bool:
        return "infantry" in self.traits

    def rerolls(self, stage: Stage) -> bool:
        """PT2-H13, H13a, I3a to I3c: whether dice of that sort may be rolled again."""
        return any(str(stage) in modifier.rerolls for modifier in self.modifiers)


def order_of(found: Historical, *, extras: tuple[str, ...] = ()) -> Order:
    """The line of a historical unit."""
    listed = {field.name: getattr(found, field.name) for field in fields(Historical)}
    return Order(**listed, extras=extras)


def find_historical(name: str, *, nation: str, where: str) -> Historical:
    """PT2-I1: a unit of the lists; the nation is needed only where several field it."""
    wanted = name.strip().casefold()
    found = [
        each
        for each in historical().values()
        if each.name.casefold() == wanted
        and (not nation or each.nation.casefold() == nation.strip().casefold())
    ]
    if not found:
        expected = "a unit of the lists" + (f" of {nation}" if nation else "")
        raise BadInputError(where, expected=expected, got=repr(name)[:60])
    if len(found) > 1 and len({replace(each, nation="") for each in found}) > 1:
        nations = ", ".join(each.nation for each in found)
        raise BadInputError(where, expected=f"a nation for {name}: {nations}", got="none")
    return found[0]


def entry_of(order: Order, *, options: Options, where: str = "unit") -> UnitSheet:
    """The unit that a line of an army list stands for."""
    base = type_of(order, where=where)
    held = _modifiers_of(order, base=base, options=options, where=where)
    traits = frozenset(trait for modifier in held for trait in modifier.traits)
    if any(modifier.name == "unarmoured" for modifier in held):
        base = replace(base, points=1)
    return UnitSheet(
        name=order.name or base.name,
        type=base.name,
        label=order.name or base.name,
        points=points_of(order, base=base, options=options),
        vehicle=base.kind not in {ON_FOOT, "gun"},
        transport=base.kind in {"truck", "jeep"},
        cap=base.cap,
        range=base.range,
        destroyed_at=base.destroyed_at,
        carries_squad=base.ride,
        tows_gun=any(load.guns or load.light_guns for load in base.carries),
        modifiers=held,
        weapons=_weapons_of(base, held=held, options=options),
        loads=order.carries or base.carries,
        traits=traits,
        figures=base.figures,
    )


def kind_of_type(order: Order, *, where: str = "unit") -> str:
    """What the basic game takes such a unit for."""
    return str(type_of(order, where=where).kind)


def type_of(order: Order, *, where: str) -> UnitType:
    name = order.type.strip().lower().replace("_", " ")
    name = name.replace("spg", "self-propelled gun")
    found = unit_types().get(PLAIN.get(name, name))
    if found is None:
        expected = "one of " + ", ".join(unit_types())
        raise BadInputError(f"{where}.kind", expected=expected, got=repr(order.type)[:60])
    return found


def _modifiers_of(
    order: Order, *, base: UnitType, options: Options, where: str
) -> tuple[Modifier, ...]:
    """Type, notes, advantages and disadvantages, each once and always in the same order."""
    names = [*order.advantages, *order.disadvantages, *order.notes, *order.extras]
    if order.improved:
        names.append("improved")
    if "inherits" not in base.modifier.traits or options.flag("spg_inherit"):
        names += base.includes
    found = {base.name: _agreed_type(base, options=options)}
    for name in names:
        modifier = _named(name, where=where)
        if name == "heavy howitzer" and options.choice("heavy_howitzer") == "plain":
            modifier = modifiers()["howitzer"]
        found[modifier.name] = modifier
    if order.improved and "infantry" in base.modifier.traits:
        close = found["improved"]
        found["improved"] = replace(close, rerolls=(*close.rerolls, str(Stage.CLOSE_COMBAT)))
    for _, misfit in misfits(order, where=where):
        raise misfit
    return tuple(sorted(found.values(), key=lambda each: (each.sort.rank, each.name)))


def _named(name: str, *, where: str) -> Modifier:
    found = modifiers().get(name)
    if found is None or found.sort is Sort.SITUATION:
        known = ", ".join(m.name for m in modifiers().values() if m.sort is not Sort.SITUATION)
        raise BadInputError(f"{where}.traits", expected=f"one of {known}", got=repr(name)[:60])
    return found


def misfits(order: Order, *, where: str = "unit") -> Iterator[tuple[str, BadInputError]]:
    """PT2-H8, H8a, H11, M4: who may not have which weapon, each by its clause."""
    base = type_of(order, where=where)
    foot = "infantry" in base.modifier.traits
    scouts = "scouts" in base.modifier.traits
    for extra in order.extras:
        if extra in SUPPORT and scouts:
            yield "PT2-H8a", BadInputError(where, expected=f"no {extra} for scouts", got=extra)
        if extra == "mortar" and not foot and base.kind == "tank":
            yield "PT2-H8", BadInputError(where, expected="no mortar on a tank", got=extra)
        if extra == "howitzer" and base.kind != "gun" and "self-propelled" not in base.name:
            expected = "a howitzer only as a towed or self-propelled gun"
            got = f"{base.name} with {extra}"
            yield "PT2-H11", BadInputError(where, expected=expected, got=got)
        if extra == "flamethrower":
            expected = "flamethrowers to be handed out when the terrain lies (PT2-M4)"
            yield "PT2-M4", BadInputError(where, expected=expected, got=extra)
    if len([extra for extra in order.extras if extra in SUPPORT]) > 1:
        yield "PT2-H8", BadInputError(where, expected="a machine gun or a mortar", got="both")


def _agreed_type(base: UnitType, *, options: Options) -> Modifier:
    """AMB2-10, -11 and -12: the armour of some types is a matter of agreement."""
    own = base.modifier
    if base.name == "self-propelled gun":
        return _with_armour(own, dice=options.whole("spg_armour"))
    one = options.choice("best_of_two_armour") == "one_die"
    if one and "best of two armour" in own.traits and "tank destroyer" not in own.traits:
        return _with_armour(own, dice=1)
    return own


def _with_armour(modifier: Modifier, *, dice: int) -> Modifier:
    def changed(effect: DiceEffect) -> DiceEffect:
        return replace(effect, dice=dice) if effect.stage is Stage.ARMOUR else effect

    return replace(modifier, effects=tuple(changed(effect) for effect in modifier.effects))


def _weapons_of(
    base: UnitType, *, held: Iterable[Modifier], options: Options
) -> tuple[Weapon, ...]:
    """Everything it may fire with, in the order of the list of weapons."""
    modifiers_held = list(held)
    taken = {name for modifier in modifiers_held for name in modifier.disarms}
    by_note = any("machine guns by note" in modifier.traits for modifier in modifiers_held)
    if by_note and options.flag("mg_note_only_weapon"):
        taken.add("main gun")
    arms = {name for name in base.weapons if name not in taken}
    arms |= {name for modifier in modifiers_held for name in modifier.arms if name not in taken}
    return tuple(weapon for name, weapon in weapons().items() if name in arms)


def points_of(order: Order, *, base: UnitType, options: Options) -> int:
    """PT2-G2: the type's points, one more for each advantage, one less for each disadvantage."""
    gains = [
        name
        for name in dict.fromkeys(order.advantages)
        if options.flag("adv_column_counts") or modifiers()[name].sort is Sort.ADVANTAGE
    ]
    worth = base.points + len(gains) - len(dict.fromkeys(order.disadvantages))
    if order.improved:
        worth += options.whole("improved_surcharge")
    if any(extra in SUPPORT for extra in order.extras) and base.kind == ON_FOOT:
        worth += options.whole("support_weapon_vp")
    return max(1, worth)


def with_extra(entry: UnitSheet, name: str) -> UnitSheet:
    """A unit with one more modifier than its line says, and the weapons that it brings."""
    modifier = modifiers()[name]
    held = {each.name: each for each in (*entry.modifiers, modifier)}
    return _holding(entry, held.values(), arms={*_names(entry), *modifier.arms})


def without_extra(entry: UnitSheet, name: str) -> UnitSheet:
    """A unit without a modifier that it was given, and without the weapons of that."""
    held = [each for each in entry.modifiers if each.name != name]
    return _holding(entry, held, arms={*_names(entry)} - {*modifiers()[name].arms})


def _names(entry: UnitSheet) -> Iterator[str]:
    return (weapon.name for weapon in entry.weapons)


def _holding(entry: UnitSheet, held: Iterable[Modifier], *, arms: set[str]) -> UnitSheet:
    """The unit with these modifiers and weapons, each in its own order."""
    kept = tuple(sorted(held, key=lambda each: (each.sort.rank, each.name)))
    return replace(
        entry,
        modifiers=kept,
        weapons=tuple(weapon for each, weapon in weapons().items() if each in arms),
        traits=frozenset(trait for modifier in kept for trait in modifier.traits),
    )
