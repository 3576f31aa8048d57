"""Says what armies are made of, what they cost, and which rules they are against."""

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from rules.games.papercraft.abilities import ABILITIES, Effect, abilities_of, called
from rules.games.papercraft.catalogue import (
    CATALOGUE,
    attack_in_words,
    listed_as,
    roster_rows,
    square_of,
    text_of,
)
from rules.games.papercraft.profiles import Armour, AttackRecord, UnitProfile
from rules.games.papercraft.unit_lists import ListedUnit, unit_list
from rules.referee.toolkit.armies import (
    Fieldable,
    Mustered,
    Remark,
    complaint,
    over_total,
    reckoned,
)
from rules.referee.toolkit.settings import Options
from rules.table.bad_input import BadInputError
from rules.table.files.printed import PAPERS, TERRAIN
from rules.table.roster import Entry
from rules.table.units import plain

TOTAL: Final = "PC-ARM-02"
LISTED: Final = "PC-ARM-03"


def muster(
    entries: Sequence[Entry], options: Options, *, total: int | None = None
) -> tuple[Mustered, ...]:
    """The army of each player, by the side where a roster names no player."""
    units = [entry for entry in entries if entry.kind not in TERRAIN | PAPERS]
    owners = dict.fromkeys((text_of(entry, "player") or entry.side, entry.side) for entry in units)
    return tuple(
        _mustered(
            [e for e in units if (text_of(e, "player") or e.side, e.side) == (name, side)],
            name=name,
            options=options,
            total=total,
        )
        for name, side in owners
    )


def _mustered(
    units: Sequence[Entry], *, name: str, options: Options, total: int | None
) -> Mustered:
    points, faults = reckoned(units, lambda entry: _profile(entry).points, clause=LISTED)
    known = {entry.id: _profile(entry) for entry in units if entry.id in points}
    agreed = _total(units, options=options, total=total)
    return Mustered(
        name=name,
        side=units[0].side,
        points=points,
        total=agreed,
        faults=(
            *faults,
            *over_total(points, total=agreed, clause=TOTAL),
            *(complaint(error, clause=clause) for clause, error in limit_faults(known)),
            *_own(units, known=known, options=options),
        ),
        notes=tuple(
            Remark(clause="PC-ARM-07", unit=unit, says=f"{each.name} is still being tested.")
            for unit, each in known.items()
            if each.testing
        ),
    )


def _profile(entry: Entry) -> UnitProfile:
    return listed_as(entry, CATALOGUE).profile


def _total(units: Sequence[Entry], *, options: Options, total: int | None) -> int:
    """PC-ARM-01: what the roster says, what is asked for, or what is agreed on."""
    said = next((value for entry in units if (value := entry.extra.get("army_total"))), None)
    if isinstance(said, int):
        return said
    return total if total is not None else options.whole("army_total")


def _own(
    units: Sequence[Entry], *, known: Mapping[str, UnitProfile], options: Options
) -> Iterator[Remark]:
    """What is wrong with single units: those for official games only, and their squares."""
    for entry in units:
        profile = known.get(entry.id)
        if profile is None:
            continue
        if options.flag("official_game") and profile.testing:
            says = f"{profile.name} is still being tested, and the battle is an official one."
            yield Remark(clause="PC-ARM-07", unit=entry.id, says=says)
        try:
            square_of(entry, profile=profile, options=options)
        except BadInputError as error:
            yield complaint(error, clause="PC-ARM-05", unit=entry.id)


def limit_faults(army: Mapping[str, UnitProfile]) -> Iterator[tuple[str, BadInputError]]:
    """Of what an army may have only so many, and has more (PC-ARM-04, PC-ABL-12)."""
    limited: dict[str, list[str]] = {}
    most: dict[str, int] = {}
    clauses: dict[str, str] = {}
    for unit, profile in army.items():
        for each in abilities_of(profile):
            if each.effect is Effect.LIMIT:
                limited.setdefault(each.name, []).append(unit)
                most[each.name], clauses[each.name] = each.most, each.clause
    for name, units in limited.items():
        if len(units) > most[name]:
            expected = f"at most {most[name]} unit with {name}"
            yield clauses[name], BadInputError("", expected=expected, got=" and ".join(units))


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
            id=name,
            name=unit.name,
            group=group_of(unit),
            says=says,
            source=unit.source,
            row={"unit_type": name},
        )
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
