"""Describes what a unit is made of: its types, its square, its attacks and its points."""

from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from rules.referee.toolkit.dice import DiceSum
from rules.table.units import Inches

START_ZONE: Final = Inches(10.0)
"""PC-GEO-08."""
INFANTRY_ATTACKS: Final = 2
"""PC-ATK-04."""


class PrimaryType(StrEnum):
    """PC-OBJ-03: what becomes of a unit when it dies."""

    LIVING = "Living"
    UNDEAD = "Undead"
    MAGIC = "Magic"
    MECHANICAL = "Mechanical"
    BUILDING = "Building"


class SecondaryType(StrEnum):
    """PC-OBJ-04: how large its square is, and how often it attacks."""

    CHARACTER = "Character"
    INFANTRY = "Infantry"
    LARGE = "Large Unit"
    SMALL_BUILDING = "Small Building"
    TITAN = "Titan"


class DamageType(StrEnum):
    """PC-OBJ-06: the rows of the armour chart."""

    PIERCE = "Pierce"
    SLASHING = "Slashing"
    BLUDGEON = "Bludgeon"
    MAGIC = "Magic"
    ENERGY = "Energy"
    SIEGE = "Siege"


class Armour(StrEnum):
    """PC-OBJ-07: the columns of the armour chart."""

    HEAVY = "Heavy"
    LIGHT = "Light"
    MAGIC = "Magic"
    NONE = "None"
    FORTIFIED = "Fortified"


class Fate(StrEnum):
    """What is left of a unit on the table."""

    ALIVE = "alive"
    CORPSE = "corpse"
    """PC-DTH-04: its square lies face down where it died."""
    RUBBLE = "rubble"
    """PC-AMB-16: a destroyed building."""
    REMOVED = "removed"
    """PC-DTH-02."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Square:
    """The paper of a unit, in inches: as wide as its front, as deep as from front to rear."""

    width: Inches
    depth: Inches


@dataclass(frozen=True, slots=True, kw_only=True)
class AttackRecord:
    """PC-OBJ-05: one of the attacks of a unit."""

    id: str
    name: str
    types: tuple[DamageType, ...]
    """Several where the attacker picks one (PC-DMG-06)."""
    melee: bool
    range: Inches | None
    """None for a plain melee attack, whose reach is agreed (PC-RNG-04)."""
    hit_bonus: int
    damage: DiceSum
    spares: tuple[PrimaryType, ...] = ()
    """PC-DMG-05: whom it does no damage."""
    abilities: tuple[str, ...] = ()
    """Abilities that work with this attack alone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitProfile:
    """PC-OBJ-02: everything that the rules know of one sort of unit."""

    type: str
    """Its id in a unit list."""
    name: str
    points: int
    primary: PrimaryType
    secondary: SecondaryType
    hp: int
    movement: Inches | None
    """None for what never moves (PC-MOV-10)."""
    dodge: int
    armour: Armour
    attacks: tuple[AttackRecord, ...] = ()
    abilities: tuple[str, ...] = ()
    in_place: tuple[str, ...] = ()
    """PC-ATK-10: of its abilities that the umpire does not know, those in place of attacking."""
    testing: bool = False
    """Its page says that it is not for official games."""

    def attack(self, name: str) -> AttackRecord | None:
        """One of its attacks by its id."""
        return next((each for each in self.attacks if each.id == name), None)

    @property
    def most_attacks(self) -> int:
        """PC-ATK-03, PC-ATK-04 and PC-OBJ-04."""
        return INFANTRY_ATTACKS if self.secondary is SecondaryType.INFANTRY else 1


def _spelt(*kinds: type[StrEnum]) -> MappingProxyType[str, str]:
    return MappingProxyType({str(each).casefold(): str(each) for kind in kinds for each in kind})


_OTHER_SPELLINGS: Final = MappingProxyType({"piercing": "Pierce", "bludgeoning": "Bludgeon"})
"""PC-OBJ-06."""
_KNOWN: Final = _spelt(PrimaryType, SecondaryType, DamageType, Armour)


def plain_word(text: str) -> str:
    """A type as the rules spell it (PC-OBJ-06); whatever is none stays as it is.

    >>> plain_word("piercing"), plain_word("large_unit"), plain_word("wooden")
    ('Pierce', 'Large Unit', 'wooden')
    """
    plain = " ".join(text.replace("_", " ").split()).casefold()
    return _OTHER_SPELLINGS.get(plain) or _KNOWN.get(plain) or text.strip()
