"""Knows how a sort of unit is shown: to players in a battle, and to whoever builds an army."""

from collections.abc import Mapping
from types import MappingProxyType

from rules.games.papercraft.abilities import ABILITIES, called
from rules.games.papercraft.catalogue import CATALOGUE, attack_in_words, roster_rows
from rules.games.papercraft.profiles import Armour, AttackRecord, UnitProfile
from rules.games.papercraft.unit_lists import ListedUnit, unit_list
from rules.referee.toolkit.armies import Fieldable
from rules.table.units import plain

Shown = dict[str, object]


def shown_profile(profile: UnitProfile) -> Shown:
    """What a sort of unit can do."""
    return {
        "type": profile.type,
        "name": profile.name,
        "points": profile.points,
        "primary_type": str(profile.primary),
        "secondary_type": str(profile.secondary),
        "printed_hp": profile.hp,
        "movement_in": profile.movement,
        "dodge_bonus": profile.dodge,
        "armour": str(profile.armour),
        "attacks": [_attack(each) for each in profile.attacks],
        "abilities": [_ability(each) for each in profile.abilities],
    }


def _attack(attack: AttackRecord) -> Shown:
    return {
        "id": attack.id,
        "name": attack.name,
        "types": [str(each) for each in attack.types],
        "melee": attack.melee,
        "range_in": attack.range,
        "hit_bonus": attack.hit_bonus,
        "damage": str(attack.damage),
        "says": attack_in_words(attack),
    }


def _ability(name: str) -> Shown:
    known = ABILITIES.get(name)
    return {
        "id": name,
        "name": called(name),
        "says": known.says if known else "You apply it by hand.",
        "clause": known.clause if known else "PC-ABL-00",
    }


def fieldable(units: Mapping[str, ListedUnit] = CATALOGUE) -> tuple[Fieldable, ...]:
    """What armies are put together from: every unit with what a roster says of it."""
    return tuple(_fieldable(name, units) for name in units)


def _fieldable(name: str, units: Mapping[str, ListedUnit]) -> Fieldable:
    unit = units[name]
    if unit.missing:
        says = f"Not complete: {', '.join(unit.missing).replace('_', ' ')} are open."
        return Fieldable(
            id=name, name=unit.name, group=group_of(unit), says=says, source=unit.source,
            row={"unit_type": name},
        )  # fmt: skip
    (row,) = roster_rows("", (name,), units=units)
    kept = {column: value for column, value in row.items() if column not in {"id", "side"}}
    return Fieldable(
        id=name,
        name=unit.name,
        group=group_of(unit),
        says=in_words(unit.profile),
        source=unit.source or unit.origin,
        points=unit.profile.points,
        notes=("still being tested",) if unit.profile.testing else (),
        row=MappingProxyType(kept),
    )


def group_of(unit: ListedUnit) -> str:
    """The list that a unit stands in."""
    return {"starter": "starter set", "user": "your own"}.get(unit.origin, "units that were found")


def read_units(texts: Mapping[str, str]) -> tuple[Fieldable, ...]:
    """A player's own lists: `units` and, for those that attack, `attacks`, both as CSV."""
    return fieldable(unit_list(texts.get("units", ""), texts.get("attacks", "")))


def in_words(profile: UnitProfile) -> str:
    """A sort of unit in a line.

    >>> in_words(CATALOGUE["web_spitter"].profile)
    'Living Large Unit, 28 HP, Movement 8, Dodge +1, Light armour; Web spit: Magic, 12, +1, 2D6'
    """
    moves = "no Movement" if profile.movement is None else f"Movement {plain(profile.movement)}"
    armour = "no" if profile.armour is Armour.NONE else str(profile.armour)
    parts = [
        f"{profile.primary} {profile.secondary}, {profile.hp} HP, {moves}, "
        f"Dodge {profile.dodge:+d}, {armour} armour"
    ]
    parts += [
        f"{each.name}: {attack_in_words(each).partition(': ')[2]}" for each in profile.attacks
    ]
    parts += [called(each) for each in profile.abilities]
    return "; ".join(parts)
