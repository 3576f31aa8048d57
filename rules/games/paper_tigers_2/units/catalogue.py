"""Reads the data files: types of unit, modifiers, weapons and historical units.

A modifier is a table named by what the rulebook calls it: its clause, its sort, and what it does as
effects, bans, rerolls and traits. An effect adds dice to one stage when everything in its `when`
holds. A base effect is what others add to; of several that hold, that of the highest sort counts.
What a modifier `replaces` takes away the effects of that group that lower sorts have.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from types import MappingProxyType
from typing import Any, Final, TypeVar

from rules.games.paper_tigers.profiles import Ride, UnitKind
from rules.referee.toolkit.package_data import packed_toml
from rules.referee.toolkit.vocabulary import read_as
from rules.table.units import Inches

PACKAGE: Final = "rules.games.paper_tigers_2"
_Row = TypeVar("_Row")


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
    when: tuple[Condition, ...] = ()
    group: str = ""
    says: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ban:
    """An action that a unit may not take when everything in `when` holds."""

    action: str
    when: tuple[Condition, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Modifier:
    """One thing that changes what a unit can do."""

    name: str
    clause: str
    sort: Sort
    effects: tuple[DiceEffect, ...] = ()
    bans: tuple[Ban, ...] = ()
    rerolls: tuple[str, ...] = ()
    traits: tuple[str, ...] = ()
    arms: tuple[str, ...] = ()
    disarms: tuple[str, ...] = ()
    replaces: tuple[str, ...] = ()


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
    destroyed_at: int = 2
    cap: Inches | None = field(default=None, metadata={"wire": "cap_in"})
    range: Inches | None = field(default=None, metadata={"wire": "range_in"})
    figures: tuple[int, int] | None = None
    carries: tuple[Load, ...] = ()
    ride: Ride = Ride.NONE
    weapons: tuple[str, ...] = ()
    includes: tuple[str, ...] = ()
    effects: tuple[DiceEffect, ...] = ()
    traits: tuple[str, ...] = ()

    @property
    def modifier(self) -> Modifier:
        """What changes the dice of every unit of the type."""
        return Modifier(
            name=self.name,
            clause=self.clause,
            sort=Sort.TYPE,
            effects=self.effects,
            traits=self.traits,
        )


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
    range: Inches | None = field(default=None, metadata={"wire": "range_in"})
    least: Inches | None = field(default=None, metadata={"wire": "least_in"})
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
    return _by_name(Modifier, "modifiers.toml")


@cache
def weapons() -> Mapping[str, Weapon]:
    """Every weapon by its name."""
    return _by_name(Weapon, "weapons.toml")


@cache
def unit_types() -> Mapping[str, UnitType]:
    """Every type by its name."""
    return _by_name(UnitType, "types.toml")


@cache
def historical() -> Mapping[tuple[str, str], Historical]:
    """Every unit of the lists, by its nation and its name."""
    rows = packed_toml(PACKAGE, "units.toml")["units"]
    found = [_read(Historical, row, where=f"units.{k}") for k, row in enumerate(rows, 1)]
    return MappingProxyType({(each.nation, each.name): each for each in found})


def _by_name(kind: type[_Row], file: str) -> Mapping[str, _Row]:
    rows = packed_toml(PACKAGE, file).items()
    return MappingProxyType(
        {name: _read(kind, {**row, "name": name}, where=name) for name, row in rows}
    )


def _read(kind: type[_Row], row: Mapping[str, Any], *, where: str) -> _Row:
    found = read_as(kind, row, where=where)
    assert isinstance(found, kind)
    return found
