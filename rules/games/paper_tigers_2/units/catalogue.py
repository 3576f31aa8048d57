"""Reads the data files: types of unit, modifiers, weapons and historical units.

A modifier is a table named by what the rulebook calls it: its clause, its sort, and what it does as
effects, bans, rerolls and traits. An effect adds dice to one stage when everything in its `when`
holds. A base effect is what others add to; of several that hold, that of the highest sort counts.
What a modifier `replaces` takes away the effects of that group that lower sorts have.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from types import MappingProxyType
from typing import Final

from rules.games.paper_tigers.profiles import Ride, UnitKind
from rules.games.paper_tigers_2.units.reading import known, several, several_in, words_in
from rules.referee.toolkit.package_data import packed_toml
from rules.table.files.strict_json import Fields, flag, number, string, whole
from rules.table.units import Inches

PACKAGE: Final = "rules.games.paper_tigers_2"
SORTS_CARRIED: Final = (
    "squads",
    "guns",
    "light_guns",
    "scouts",
    "tanks",
    "light_transports",
    "units",
)


class Stage(StrEnum):
    """What dice or numbers are added up for."""

    FIRE = "fire"
    MOVE = "move"
    CLOSE_COMBAT = "close combat"
    TAKE_COVER = "take cover"
    RECOVERY = "recovery"
    SUPPORT = "support"
    TO_HIT = "to hit"
    ARMOUR = "armour"
    COVER = "cover"


class Condition(StrEnum):
    """What may hold while something is added up."""

    RED = "red"
    BLACK = "black"
    FAR = "far"
    """Beyond 12 in."""
    MAIN = "main"
    """The gun's own class counts."""
    MACHINE_GUN = "machine gun"
    SECOND_GUN = "second gun"
    MORTAR = "mortar"
    ON_FOOT = "on foot"
    """Infantry attacks."""
    SUICIDE = "suicide"
    IN_THE_OPEN = "in the open"
    ON_GOOD_GROUND = "on good ground"
    REGROUPED = "regrouped"
    SIDE = "side"
    LETHAL = "lethal"
    IN_COVER = "in cover"
    COVERED = "covered"
    """By Take Cover."""
    ON_THE_BIG_HILL = "on the big hill"
    LIGHT_EMPLACEMENT = "light emplacement"
    HEAVY_EMPLACEMENT = "heavy emplacement"
    BARRAGE = "barrage"
    AIR_STRIKE = "air strike"
    ANTI_AIR = "anti-air"


Situation = frozenset[Condition]


class Sort(StrEnum):
    """Where a modifier comes from; the later, the higher where two cannot both hold."""

    SITUATION = "situation"
    TYPE = "type"
    NOTE = "note"
    ADVANTAGE = "advantage"
    DISADVANTAGE = "disadvantage"

    @property
    def rank(self) -> int:
        """The higher, the more it counts."""
        return list(Sort).index(self)


@dataclass(frozen=True, slots=True, kw_only=True)
class DiceEffect:
    """Dice that a modifier adds to one stage, or takes from it."""

    stage: Stage
    dice: int
    drop: int = 0
    """So many of the lowest dice are not counted."""
    base: bool = False
    against: bool = False
    """It is for whoever attacks the unit."""
    when: Situation = frozenset()
    group: str = ""
    says: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ban:
    """An action that a unit may not take when everything in `when` holds."""

    action: str
    when: Situation


@dataclass(frozen=True, slots=True, kw_only=True)
class Modifier:
    """One thing that changes what a unit can do."""

    name: str
    clause: str
    sort: Sort
    effects: tuple[DiceEffect, ...] = ()
    bans: tuple[Ban, ...] = ()
    rerolls: frozenset[str] = frozenset()
    traits: frozenset[str] = frozenset()
    arms: tuple[str, ...] = ()
    disarms: frozenset[str] = frozenset()
    replaces: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class Load:
    """One way to fill a carrier: at most so many of each sort."""

    squads: int = 0
    guns: int = 0
    light_guns: int = 0
    scouts: int = 0
    tanks: int = 0
    light_transports: int = 0
    units: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitType:
    """A type of unit, before its own advantages and disadvantages."""

    name: str
    clause: str
    kind: UnitKind
    points: int
    destroyed_at: int
    cap: Inches | None
    range: Inches | None
    figures: tuple[int, int] | None
    carries: tuple[Load, ...]
    ride: Ride
    weapons: tuple[str, ...]
    includes: tuple[str, ...]
    modifier: Modifier


@dataclass(frozen=True, slots=True, kw_only=True)
class Weapon:
    """What a unit fires with."""

    name: str
    clause: str
    fires: str
    """As what the shot counts: main, small arms, machine gun, mortar or flame."""
    gun: str = ""
    """The note whose class this gun has, where a unit has two."""
    forward: bool = False
    range: Inches | None = None
    least: Inches | None = None
    indirect: bool = False
    red_only: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Historical:
    """A line of the list of units."""

    nation: str
    name: str
    type: str
    improved: bool = False
    advantages: tuple[str, ...] = ()
    disadvantages: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    carries: tuple[Load, ...] = ()


@cache
def modifiers() -> Mapping[str, Modifier]:
    """Every modifier by its name."""
    tables = packed_toml(PACKAGE, "modifiers.toml")
    return MappingProxyType({name: _modifier(name, each) for name, each in tables.items()})


@cache
def weapons() -> Mapping[str, Weapon]:
    """Every weapon by its name."""
    tables = packed_toml(PACKAGE, "weapons.toml")
    return MappingProxyType({name: _weapon(name, each) for name, each in tables.items()})


@cache
def unit_types() -> Mapping[str, UnitType]:
    """Every type by its name."""
    tables = packed_toml(PACKAGE, "types.toml")
    return MappingProxyType({name: _unit_type(name, each) for name, each in tables.items()})


@cache
def historical() -> Mapping[tuple[str, str], Historical]:
    """Every unit of the lists, by its nation and its name."""
    rows = several(packed_toml(PACKAGE, "units.toml").get("units", []), "units")
    found = [_historical(each, f"units.{k}") for k, each in enumerate(rows, 1)]
    return MappingProxyType({(each.nation, each.name): each for each in found})


def _effect(value: object, where: str) -> DiceEffect:
    fields = Fields(value, where)
    made = DiceEffect(
        stage=Stage(fields.must("stage", known(Stage))),
        dice=fields.must("dice", whole),
        drop=fields.may("drop", whole, default=0),
        base=fields.may("base", flag, default=False),
        against=fields.may("against", flag, default=False),
        when=_conditions(fields),
        group=fields.may("group", string, default=""),
        says=fields.may("says", string, default=""),
    )
    fields.done()
    return made


def _conditions(fields: Fields) -> Situation:
    return frozenset(
        Condition(known(Condition)(each, fields.at("when"))) for each in words_in(fields, "when")
    )


def _ban(value: object, where: str) -> Ban:
    fields = Fields(value, where)
    made = Ban(action=fields.must("action", string), when=_conditions(fields))
    fields.done()
    return made


def _effects(fields: Fields) -> tuple[DiceEffect, ...]:
    where = fields.at("effects")
    return tuple(_effect(each, where) for each in several_in(fields, "effects"))


def _modifier(name: str, value: object) -> Modifier:
    fields = Fields(value, name)
    made = Modifier(
        name=name,
        clause=fields.must("clause", string),
        sort=Sort(fields.must("sort", known(Sort))),
        effects=_effects(fields),
        bans=tuple(_ban(each, fields.at("bans")) for each in several_in(fields, "bans")),
        rerolls=frozenset(words_in(fields, "rerolls")),
        traits=frozenset(words_in(fields, "traits")),
        arms=words_in(fields, "arms"),
        disarms=frozenset(words_in(fields, "disarms")),
        replaces=frozenset(words_in(fields, "replaces")),
    )
    fields.done()
    return made


def _load(value: object, where: str) -> Load:
    fields = Fields(value, where)
    made = Load(**{name: fields.may(name, whole, default=0) for name in SORTS_CARRIED})
    fields.done()
    return made


def _loads(fields: Fields) -> tuple[Load, ...]:
    where = fields.at("carries")
    return tuple(_load(each, where) for each in several_in(fields, "carries"))


def _inches(fields: Fields, name: str) -> Inches | None:
    return Inches(fields.must(name, number)) if fields.has(name) else None


def _unit_type(name: str, value: object) -> UnitType:
    fields = Fields(value, name)
    clause = fields.must("clause", string)
    figures = several_in(fields, "figures")
    made = UnitType(
        name=name,
        clause=clause,
        kind=UnitKind(fields.must("kind", known(UnitKind))),
        points=fields.must("points", whole),
        destroyed_at=fields.may("destroyed_at", whole, default=2),
        cap=_inches(fields, "cap_in"),
        range=_inches(fields, "range_in"),
        figures=(whole(figures[0], name), whole(figures[1], name)) if figures else None,
        carries=_loads(fields),
        ride=Ride(fields.may("ride", known(Ride), default="none")),
        weapons=words_in(fields, "weapons"),
        includes=words_in(fields, "includes"),
        modifier=Modifier(
            name=name,
            clause=clause,
            sort=Sort.TYPE,
            effects=_effects(fields),
            traits=frozenset(words_in(fields, "traits")),
        ),
    )
    fields.done()
    return made


def _weapon(name: str, value: object) -> Weapon:
    fields = Fields(value, name)
    made = Weapon(
        name=name,
        clause=fields.must("clause", string),
        fires=fields.must("fires", string),
        gun=fields.may("gun", string, default=""),
        forward=fields.may("forward", flag, default=False),
        range=_inches(fields, "range_in"),
        least=_inches(fields, "least_in"),
        indirect=fields.may("indirect", flag, default=False),
        red_only=fields.may("red_only", flag, default=False),
    )
    fields.done()
    return made


def _historical(value: object, where: str) -> Historical:
    fields = Fields(value, where)
    made = Historical(
        nation=fields.must("nation", string),
        name=fields.must("name", string),
        type=fields.must("type", string),
        improved=fields.may("improved", flag, default=False),
        advantages=words_in(fields, "advantages"),
        disadvantages=words_in(fields, "disadvantages"),
        notes=words_in(fields, "notes"),
        carries=_loads(fields),
    )
    fields.done()
    return made
