"""Reads unit lists from CSV, and says what is wrong with one that cannot be used.

A list is two texts: a row a unit, and a row an attack. What a unit's own source leaves open stays
open: such a unit is listed and may be fielded once somebody has completed it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from types import MappingProxyType
from typing import Final, TypeVar

from rules.games.papercraft.abilities import ABILITIES, Timing
from rules.games.papercraft.profiles import (
    Armour,
    AttackRecord,
    DamageType,
    PrimaryType,
    SecondaryType,
    UnitProfile,
    plain_word,
)
from rules.referee.toolkit.dice import dice_from
from rules.table.bad_input import BadInputError
from rules.table.files.strict_csv import csv_rows, inches_cell, whole_cell
from rules.table.units import Inches

UNIT_COLUMNS: Final = (
    *("unit_id", "name", "origin", "status", "points", "primary_type", "secondary_type", "hp"),
    *("movement_in", "dodge_bonus", "armour", "abilities", "source"),
)
ATTACK_COLUMNS: Final = (
    *("unit_id", "attack_id", "name", "attack_type", "range_kind", "range_in", "hit_bonus"),
    *("damage", "rider"),
)
STATUSES: Final = ("official", "testing", "partial", "starter")
PARTIAL: Final = "partial"
SPELT: Final = MappingProxyType({"armor": "armour"})
Row = Mapping[str, str]
_Kind = TypeVar("_Kind", bound=StrEnum)


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedUnit:
    """One unit of a list, with where it is from."""

    type: str
    name: str
    origin: str
    status: str
    source: str
    row: Row
    where: str
    attacks: tuple[AttackRecord, ...] = ()

    @property
    def missing(self) -> tuple[str, ...]:
        """What is still open before it can be fielded."""
        needed = ("points", "primary_type", "secondary_type", "hp", "dodge_bonus", "armour")
        return tuple(name for name in needed if not self.row[name])

    def completed(self, **changes: str) -> "ListedUnit":
        """The same with cells of its row filled in, or filled in otherwise."""
        return replace(self, row=MappingProxyType({**self.row, **changes}))

    @property
    def profile(self) -> UnitProfile:
        """What the rules know of it; a BadInputError says what is missing."""
        if self.missing:
            raise BadInputError(
                self.where, expected=f"{', '.join(self.missing)} of {self.name}", got="nothing"
            )
        row, where = self.row, self.where
        movement = row["movement_in"]
        abilities, in_place = _abilities(row["abilities"], f"{where}.abilities")
        return UnitProfile(
            type=self.type,
            name=self.name,
            points=whole_cell(row["points"], f"{where}.points", least=0),
            primary=typed(PrimaryType, row["primary_type"], where=f"{where}.primary_type"),
            secondary=typed(SecondaryType, row["secondary_type"], where=f"{where}.secondary_type"),
            hp=whole_cell(row["hp"], f"{where}.hp", least=1),
            movement=Inches(inches_cell(movement, f"{where}.movement_in")) if movement else None,
            dodge=whole_cell(row["dodge_bonus"], f"{where}.dodge_bonus", least=-99),
            armour=typed(Armour, row["armour"], where=f"{where}.armour"),
            attacks=self.attacks,
            abilities=abilities,
            in_place=in_place,
            testing=self.status == "testing",
        )


def unit_list(units: str, attacks: str, *, named: str = "units") -> Mapping[str, ListedUnit]:
    r"""A unit list by the ids of its units; a BadInputError names file, line and column.

    >>> unit_list("unit_id,name\nghoul,Ghoul\n", "", named="my_units.csv")
    Traceback (most recent call last):
    rules.table.bad_input.BadInputError: my_units.csv, line 1: expected the column status, got none
    """
    own_attacks = _attacks(attacks, named=f"attacks of {named}")
    found: dict[str, ListedUnit] = {}
    for where, row in csv_rows(
        units, UNIT_COLUMNS, named=named, needed=("unit_id", "status"), known_as=SPELT
    ):
        unit = _listed(row, where, attacks=own_attacks.pop(row["unit_id"], ()))
        if unit.type in found:
            raise BadInputError(
                f"{where}.unit_id",
                expected="an id of its own",
                got=f"{unit.type!r}, which {found[unit.type].where} has already",
            )
        found[unit.type] = unit
    if own_attacks:
        stray = next(iter(own_attacks))
        raise BadInputError(
            f"attacks of {named}", expected="units of the list", got=f"{stray!r}, which it lacks"
        )
    return MappingProxyType(found)


def _listed(row: Row, where: str, *, attacks: tuple[AttackRecord, ...]) -> ListedUnit:
    if row["status"] not in STATUSES:
        raise BadInputError(
            f"{where}.status", expected="one of " + ", ".join(STATUSES), got=repr(row["status"])
        )
    unit = ListedUnit(
        type=row["unit_id"],
        name=row["name"] or row["unit_id"],
        origin=row["origin"] or "user",
        status=row["status"],
        source=row["source"],
        row=row,
        where=where,
        attacks=attacks,
    )
    if row["status"] != PARTIAL:
        for name in unit.missing:
            raise BadInputError(f"{where}.{name}", expected="a value", got="nothing")
    # What is there is checked now, and not once the unit is fielded.
    stand_in = {"points": "0", "primary_type": "Living", "secondary_type": "Character", "hp": "1"}
    stand_in |= {"dodge_bonus": "0", "armour": "None"}
    whole = unit.completed(**{name: stand_in[name] for name in unit.missing})
    assert whole.profile.type == unit.type
    return unit


def _attacks(text: str, *, named: str) -> dict[str, tuple[AttackRecord, ...]]:
    found: dict[str, tuple[AttackRecord, ...]] = {}
    if not text.strip():
        return found
    needed = ("unit_id", "attack_id", "attack_type", "range_kind", "damage")
    for where, row in csv_rows(text, ATTACK_COLUMNS, named=named, needed=needed):
        attack = attack_from(row, where)
        before = found.get(row["unit_id"], ())
        if any(each.id == attack.id for each in before):
            raise BadInputError(
                f"{where}.attack_id", expected="an id of its own", got=f"{attack.id!r} again"
            )
        found[row["unit_id"]] = (*before, attack)
    return found


def attack_from(row: Row, where: str) -> AttackRecord:
    """One attack from the cells of its row."""
    kinds = tuple(
        typed(DamageType, each, where=f"{where}.attack_type")
        for each in split(row["attack_type"], "|")
    )
    kind, far = row["range_kind"].strip().casefold(), row["range_in"]
    if not kinds:
        raise BadInputError(f"{where}.attack_type", expected="an attack type", got="nothing")
    if kind not in {"melee", "ranged"}:
        raise BadInputError(
            f"{where}.range_kind", expected="melee or ranged", got=repr(row["range_kind"])
        )
    if kind == "ranged" and not far:
        raise BadInputError(
            f"{where}.range_in", expected="how far a ranged attack reaches", got="nothing"
        )
    spares, abilities = _riders(row["rider"], f"{where}.rider")
    return AttackRecord(
        id=row["attack_id"],
        name=row["name"] or row["attack_id"],
        types=kinds,
        melee=kind == "melee",
        range=Inches(inches_cell(far, f"{where}.range_in")) if far else None,
        hit_bonus=whole_cell(row["hit_bonus"] or "0", f"{where}.hit_bonus", least=-99),
        damage=dice_from(row["damage"], f"{where}.damage"),
        spares=spares,
        abilities=abilities,
    )


def _abilities(text: str, where: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """All of them, and those in place of attacking; `name:timing` says when an own one is used."""
    parts = [each.partition(":") for each in split(text)]
    for name, _, timing in parts:
        if timing and (name in ABILITIES or timing not in set(Timing)):
            known = "no timing" if name in ABILITIES else "one of " + ", ".join(Timing)
            raise BadInputError(where, expected=f"{known} for {name}", got=repr(timing)[:60])
    in_place = tuple(name for name, _, timing in parts if timing == Timing.IN_PLACE_OF_ATTACK)
    return tuple(name for name, _, _ in parts), in_place


def _riders(text: str, where: str) -> tuple[tuple[PrimaryType, ...], tuple[str, ...]]:
    """PC-DMG-05: `no_damage:TYPE` spares a primary type, `ability:ID` is the attack's own."""
    spares, abilities = [], []
    for rider in split(text):
        name, _, value = rider.partition(":")
        if name == "no_damage":
            spares.append(typed(PrimaryType, value, where=where))
        elif name == "ability" and value:
            abilities.append(value)
        else:
            expected = "no_damage:TYPE or ability:ID"
            raise BadInputError(where, expected=expected, got=repr(rider)[:60])
    return tuple(spares), tuple(abilities)


def split(text: str, at: str = ";") -> tuple[str, ...]:
    """The parts of a cell that lists several."""
    return tuple(part.strip() for part in text.split(at) if part.strip())


def typed(kind: type[_Kind], text: str, *, where: str) -> _Kind:
    """A type by its name, in any spelling that the rules know (PC-OBJ-07)."""
    plain = plain_word(text)
    if plain not in set(kind):
        raise BadInputError(where, expected="one of " + ", ".join(kind), got=repr(text)[:60])
    return kind(plain)
