"""Knows the unit lists that come with the umpire, the squares, and the armour chart.

Two lists are packed: units whose pages were found, with their source, and a starter set that is the
umpire's own. Armies of a player's own lists become rows of a roster, which holds all they need.
"""

import csv
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final

from rules.games.papercraft.abilities import PACKAGE
from rules.games.papercraft.profiles import (
    Armour,
    AttackRecord,
    DamageType,
    SecondaryType,
    Square,
)
from rules.games.papercraft.unit_lists import ListedUnit, typed, unit_list
from rules.referee.toolkit.package_data import packed_text
from rules.table.bad_input import BadInputError
from rules.table.units import Inches, plain

MOST_OF_ONE: Final = 100


def _cells(name: str) -> list[dict[str, str]]:
    return list(csv.DictReader(packed_text(PACKAGE, name).splitlines()))


def _packed_list(name: str) -> Mapping[str, ListedUnit]:
    units, attacks = f"units_{name}.csv", f"attacks_{name}.csv"
    return unit_list(packed_text(PACKAGE, units), packed_text(PACKAGE, attacks), named=units)


SQUARES: Final[Mapping[SecondaryType, Square]] = MappingProxyType(
    {
        typed(SecondaryType, row["secondary_type"], where="squares.csv"): Square(
            width=Inches(float(row["front_width_in"])), depth=Inches(float(row["depth_in"]))
        )
        for row in _cells("squares.csv")
    }
)
"""PC-GEO-01."""
PASSABLE: Final[frozenset[SecondaryType]] = frozenset(
    typed(SecondaryType, row["secondary_type"], where="squares.csv")
    for row in _cells("squares.csv")
    if row["corpse_passable"] == "yes"
)
"""PC-DTH-05 and DTH-06: whose corpses may be passed over."""
CHART: Final[Mapping[tuple[DamageType, Armour], int]] = MappingProxyType(
    {
        (typed(DamageType, row["attack_type"], where="armour_chart.csv"), armour): int(row[armour])
        for row in _cells("armour_chart.csv")
        for armour in Armour
    }
)
"""PC-DMG-02."""
STARTER: Final = _packed_list("starter")
FOUND: Final = _packed_list("found")
CATALOGUE: Final[Mapping[str, ListedUnit]] = MappingProxyType({**FOUND, **STARTER})
"""Every unit that a roster may name without saying what it is."""


def starter_army(name: str) -> tuple[str, ...]:
    """One of the umpire's own demonstration armies: a unit id for each unit of it."""
    return armies(packed_text(PACKAGE, "armies_starter.csv"), CATALOGUE)[name]


def armies(
    text: str, units: Mapping[str, ListedUnit], *, named: str = "armies"
) -> Mapping[str, tuple[str, ...]]:
    """Army lists from CSV: army_id, unit_id and count; a BadInputError names line and column."""
    found: dict[str, tuple[str, ...]] = {}
    reader = csv.DictReader(text.removeprefix("\ufeff").splitlines(keepends=True))
    if set(reader.fieldnames or ()) != {"army_id", "unit_id", "count"}:
        got = ", ".join(reader.fieldnames or ()) or "nothing"
        raise BadInputError(f"{named}, line 1", expected="army_id, unit_id, count", got=got)
    for row in reader:
        where = f"{named}, line {reader.line_num}"
        army, unit, count = (
            str(row[each] or "").strip() for each in ("army_id", "unit_id", "count")
        )
        if unit not in units:
            raise BadInputError(
                f"{where}.unit_id", expected="a unit of the list", got=repr(unit)[:60]
            )
        if not count.isdecimal() or not 1 <= int(count) <= MOST_OF_ONE:
            raise BadInputError(
                f"{where}.count", expected=f"1 to {MOST_OF_ONE}", got=repr(count)[:60]
            )
        found[army] = (*found.get(army, ()), *(unit for _ in range(int(count))))
    return MappingProxyType(found)


def roster_rows(
    side: str, army: Iterable[str], *, units: Mapping[str, ListedUnit] = CATALOGUE
) -> tuple[Mapping[str, object], ...]:
    """An army as rows of a roster; one that says all of a unit that the umpire has no list of."""
    rows: list[Mapping[str, object]] = []
    for number, name in enumerate(army, start=1):
        unit = units[name]
        profile = unit.profile
        square = SQUARES[profile.secondary]
        row: dict[str, object] = {
            "id": f"{side[:1].upper()}{number}",
            "name": unit.name,
            "side": side,
            "kind": str(profile.secondary).lower().replace(" ", "_"),
            "footprint": f"rectangle {plain(square.depth)} x {plain(square.width)}",
            "unit_type": unit.type,
        }
        rows.append(MappingProxyType(row | ({} if CATALOGUE.get(name) == unit else _told(unit))))
    return tuple(rows)


def _told(unit: ListedUnit) -> dict[str, object]:
    """All that the rules need of a unit, in the columns of a roster."""
    names = ("points", "primary_type", "hp", "movement_in", "dodge_bonus", "armour", "abilities")
    told: dict[str, object] = {name: unit.row[name] for name in names}
    told["movement_in"] = unit.row["movement_in"] or "none"
    told["status"] = unit.status
    told["attacks"] = "; ".join(attack_in_words(each) for each in unit.attacks)
    return told


def attack_in_words(attack: AttackRecord) -> str:
    """An attack as it stands in a roster.

    >>> attack_in_words(STARTER["inkbow_company"].attacks[0])
    'bow: Pierce, 18, +2, 2D6'
    """
    far = "" if attack.range is None else plain(attack.range)
    reach = f"melee {far}".strip() if attack.melee else far
    parts = ["|".join(attack.types), reach, f"{attack.hit_bonus:+d}", str(attack.damage)]
    parts += [f"no_damage:{each}" for each in attack.spares]
    parts += [f"ability:{each}" for each in attack.abilities]
    return f"{attack.id}: {', '.join(parts)}"
