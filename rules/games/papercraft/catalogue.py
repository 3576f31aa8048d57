"""Holds the unit lists that come with the umpire, the squares and the armour chart.

Two lists are packed: units whose pages were found, with their source, and a starter set that is the
umpire's own. A roster names a unit of a list, or has all of it in its own columns.
"""

import csv
from collections.abc import Iterable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from rules.games.papercraft.abilities import PACKAGE
from rules.games.papercraft.profiles import (
    Armour,
    AttackRecord,
    DamageType,
    SecondaryType,
    Square,
    UnitProfile,
    plain_word,
)
from rules.games.papercraft.unit_lists import (
    UNIT_COLUMNS,
    ListedUnit,
    attack_from,
    split,
    typed,
    unit_list,
)
from rules.referee.toolkit.armies import Ordered
from rules.referee.toolkit.package_data import packed_text
from rules.referee.toolkit.settings import Options
from rules.table.bad_input import BadInputError
from rules.table.files.strict_json import number, string, whole
from rules.table.roster import Column, Entry
from rules.table.shapes import Rectangle
from rules.table.units import Inches, plain


def _cells(name: str) -> list[dict[str, str]]:
    return list(csv.DictReader(packed_text(PACKAGE, name).splitlines()))


def _packed_list(name: str) -> Mapping[str, ListedUnit]:
    units, attacks = f"units_{name}.csv", f"attacks_{name}.csv"
    return unit_list(packed_text(PACKAGE, units), packed_text(PACKAGE, attacks), named=units)


_SQUARES: Final = MappingProxyType(
    {SecondaryType(row["secondary_type"]): row for row in _cells("squares.csv")}
)
SQUARES: Final[Mapping[SecondaryType, Square]] = MappingProxyType(
    {
        kind: Square(
            width=Inches(float(row["front_width_in"])), depth=Inches(float(row["depth_in"]))
        )
        for kind, row in _SQUARES.items()
    }
)
"""PC-GEO-01."""
PASSABLE: Final = frozenset(
    kind for kind, row in _SQUARES.items() if row["corpse_passable"] == "yes"
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


def ready_armies() -> Mapping[str, tuple[Ordered, ...]]:
    """The umpire's own demonstration armies, as one orders them."""
    lists: dict[str, tuple[Ordered, ...]] = {}
    for row in _cells("armies_starter.csv"):
        name = row["army_id"].replace("_", " ")
        order = Ordered(unit=row["unit_id"], count=int(row["count"]))
        lists[name] = (*lists.get(name, ()), order)
    return MappingProxyType(lists)


def roster_rows(
    side: str, army: Iterable[str], *, units: Mapping[str, ListedUnit] = CATALOGUE
) -> tuple[Mapping[str, object], ...]:
    """An army as rows of a roster; one that says all of a unit that the umpire has no list of."""
    rows: list[Mapping[str, object]] = []
    for place, name in enumerate(army, start=1):
        unit = units[name]
        profile = unit.profile
        square = SQUARES[profile.secondary]
        row: dict[str, object] = {
            "id": f"{side[:1].upper()}{place}",
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
    "points",
    "primary_type",
    "hp",
    "movement_in",
    "dodge_bonus",
    "armour",
    "abilities",
    "status",
)
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
    """The unit that an entry is (PC-ARM-03); a BadInputError says what is missing or wrong."""
    told = {name: text_of(entry, name) for name in OWN if text_of(entry, name)}
    name = text_of(entry, "unit_type")
    if name not in catalogue and not told:
        known = ", ".join(catalogue)
        raise BadInputError(
            f"{entry.id}.unit_type",
            expected=f"one of {known}, or a unit's own data",
            got=repr(name)[:60] if name else "nothing",
        )
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


def square_of(entry: Entry, *, profile: UnitProfile, options: Options) -> tuple[Inches, Inches]:
    """PC-ARM-05: the kind is that of the unit, and the square has its size, its front as agreed."""
    if plain_word(entry.kind) != profile.secondary:
        expected = f"{profile.secondary}, as {profile.name} is"
        raise BadInputError(f"{entry.id}.kind", expected=expected, got=repr(entry.kind)[:60])
    square = SQUARES[profile.secondary]
    long, short = (square.width, square.depth), (square.depth, square.width)
    allowed = [long]
    if profile.secondary is SecondaryType.INFANTRY:
        fronts = {"long_side": [long], "short_side": [short], "per_unit": [long, short]}
        allowed = fronts[options.choice("infantry_front")]
    outline, got = entry.footprint, f"{entry.footprint}"
    if isinstance(outline, Rectangle):
        if (outline.width, outline.length) in allowed:
            return outline.width, outline.length
        got = f"rectangle {plain(outline.length)} x {plain(outline.width)}"
    sizes = " or ".join(f"rectangle {plain(d)} x {plain(w)}" for w, d in allowed)
    expected = f"{sizes}, depth by front, of {profile.secondary}"
    raise BadInputError(f"{entry.id}.footprint", expected=expected, got=got)
