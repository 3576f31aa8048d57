"""Knows what a roster says of a unit: its place in a unit list, or all of it in its own columns."""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from rules.games.papercraft.profiles import AttackRecord, plain_word
from rules.games.papercraft.unit_lists import (
    UNIT_COLUMNS,
    ListedUnit,
    attack_from,
    split,
)
from rules.table.bad_input import BadInputError
from rules.table.files.strict_json import number, string, whole
from rules.table.roster import Column, Entry

NOWHERE: Final = "none"
"""What stands for the Movement of a unit that has none."""


def _text(value: object, where: str) -> str:
    """A cell, written as a text or as a number."""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return string(value, where)
    return value.strip() if isinstance(value, str) else f"{number(value, where):g}"


def _total(value: object, where: str) -> int:
    found = whole(int(value) if isinstance(value, str) and value.isdecimal() else value, where)
    if not 1 <= found <= 100_000:
        raise BadInputError(where, expected="1 to 100000", got=f"{found}")
    return found


OWN: Final = (
    "points", "primary_type", "hp", "movement_in", "dodge_bonus", "armour", "abilities", "status",
)  # fmt: skip
ROSTER_SCHEMA: Final = (
    Column(name="unit_type", read=string, default=""),
    Column(name="player", read=string, default=""),
    Column(name="army_total", read=_total, default=0),
    Column(name="death", read=string, default=""),
    *(Column(name=name, read=_text, default="") for name in OWN),
    Column(name="attacks", read=string, default=""),
)
"""The unit of a list; who commands it; the Army Total; what is left of it; and all of its own data,
for a unit that the umpire has no list of or that is to be another than in its list."""


def text_of(entry: Entry, column: str) -> str:
    """One of the game's columns of an entry."""
    value = entry.extra.get(column, "")
    return value if isinstance(value, str) else ""


def listed_as(entry: Entry, catalogue: Mapping[str, ListedUnit]) -> ListedUnit:
    """The unit that an entry of a roster is; a BadInputError says what is missing or wrong."""
    told = {name: text_of(entry, name) for name in OWN if text_of(entry, name)}
    name = text_of(entry, "unit_type")
    if name not in catalogue and not told:
        known = ", ".join(catalogue)
        raise BadInputError(
            f"{entry.id}.unit_type", expected=f"one of {known}, or a unit's own data",
            got=repr(name)[:60] if name else "nothing",
        )  # fmt: skip
    unit = catalogue.get(name) or _unknown(entry, name=name)
    status = told.pop("status", unit.status)
    changes = {column: value for column, value in told.items() if value}
    if changes.get("movement_in") == NOWHERE:
        changes["movement_in"] = ""
    changes["secondary_type"] = unit.row["secondary_type"] or plain_word(entry.kind)
    unit = replace(unit.completed(**changes), where=entry.id, status=status)
    attacks = text_of(entry, "attacks")
    return replace(unit, attacks=attacks_from(attacks, f"{entry.id}.attacks")) if attacks else unit


def _unknown(entry: Entry, *, name: str) -> ListedUnit:
    """A unit of a list of the player's own, of which the roster holds all."""
    row = {**dict.fromkeys(UNIT_COLUMNS, ""), "dodge_bonus": "0", "armour": "None"}
    return ListedUnit(
        type=name or entry.id,
        name=entry.name,
        origin="user",
        status="official",
        source="the roster",
        row=MappingProxyType(row),
        where=entry.id,
    )


def attacks_from(text: str, where: str) -> tuple[AttackRecord, ...]:
    """Attacks as a roster has them: `id: types, reach, hit bonus, damage`, parted by semicolons.

    >>> [
    ...     each.melee
    ...     for each in attacks_from("bow: Pierce, 18, +2, 2D6; axe: Slashing, melee, 0, 1D6", "")
    ... ]
    [False, True]
    """
    found: list[AttackRecord] = []
    for each in split(text):
        name, _, said = each.partition(":")
        parts = split(said, ",")
        if not name.strip() or len(parts) < 4:
            expected = "attacks like bow: Pierce, 18, +2, 2D6"
            raise BadInputError(where, expected=expected, got=repr(each)[:60])
        kinds, reach, bonus, damage, *riders = parts
        melee, _, far = reach.partition(" ")
        is_melee = melee.casefold() == "melee"
        row = {
            "attack_id": name.strip(),
            "name": name.strip().replace("_", " "),
            "attack_type": kinds,
            "range_kind": "melee" if is_melee else "ranged",
            "range_in": far.strip() if is_melee else reach,
            "hit_bonus": bonus,
            "damage": damage,
            "rider": ";".join(riders),
        }
        found.append(attack_from(row, where))
    names = [attack.id for attack in found]
    doubled = next((name for name in names if names.count(name) > 1), None)
    if doubled:
        raise BadInputError(where, expected="each attack once", got=f"{doubled!r} twice")
    return tuple(found)
