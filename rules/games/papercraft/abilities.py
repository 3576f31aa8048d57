"""Holds the abilities that the umpire works by itself: an effect each, with its own numbers."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from rules.games.papercraft.profiles import DamageType, SecondaryType, UnitProfile
from rules.referee.toolkit.dice import DiceSum
from rules.referee.toolkit.package_data import packed_toml
from rules.referee.toolkit.vocabulary import read_as
from rules.table.files.strict_json import mapping
from rules.table.units import Inches

PACKAGE: Final = "rules.games.papercraft"


class Timing(StrEnum):
    """PC-ABL-00: when an ability works."""

    ARMY_BUILDING = "army_building"
    OWN_TURN_START = "own_turn_start"
    OWN_TURN_END = "own_turn_end"
    PASSIVE = "passive"
    ON_ATTACK = "on_attack"
    ON_HIT = "on_hit"
    ON_DAMAGE = "on_damage"
    ON_DEFEND_MELEE = "on_defend_melee"
    ON_DEATH = "on_death"
    IN_PLACE_OF_ATTACK = "in_place_of_attack"


class Effect(StrEnum):
    """What an ability does."""

    PIN = "pin"
    """The target stays where it is in its own next turn."""
    PASS_ENEMIES = "pass_enemies"
    RECOIL = "recoil"
    SALVO = "salvo"
    BLAST = "blast"
    SHIFT = "shift"
    EMPOWER = "empower"
    CHARGE = "charge"
    HEAL = "heal"
    LIMIT = "limit"
    RESTLESS = "restless"
    PARRY = "parry"
    HOLD = "hold"
    SHELTER = "shelter"
    PORTS = "ports"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ability:
    """One ability; numbers that its effect has no use for stay at nothing."""

    id: str
    name: str
    clause: str
    timing: Timing
    effect: Effect
    says: str
    attacks: tuple[str, ...] = ()
    """The attacks that it works with; all of them when empty."""
    radius: Inches = Inches(0.0)
    range: Inches = Inches(0.0)
    hits_on: int = 0
    hit_bonus: int = 0
    damage: DiceSum | None = None
    damage_type: DamageType | None = None
    dice: DiceSum | None = None
    cost_hp: int = 0
    most: int = 0
    from_turn: int = 0
    escape_on: int = 0
    targets: tuple[SecondaryType, ...] = ()
    capacity: tuple[int, ...] = ()
    """How many of each of the targets."""
    once: bool = False
    """Once in a battle."""
    at_death: bool = False
    over_buildings: bool = False

    @property
    def in_place(self) -> bool:
        """PC-ATK-10."""
        return self.timing is Timing.IN_PLACE_OF_ATTACK


def _ability(name: str, told: Mapping[str, object]) -> Ability:
    """One ability from its table in the data."""
    made = read_as(Ability, {"id": name, **told}, where=name)
    assert isinstance(made, Ability)
    return made


ABILITIES: Final[Mapping[str, Ability]] = MappingProxyType(
    {
        name: _ability(name, mapping(told, name))
        for name, told in packed_toml(PACKAGE, "abilities.toml").items()
    }
)


def ability_of(profile: UnitProfile, effect: Effect) -> Ability | None:
    """The first of its abilities with that effect that the umpire knows."""
    return next((each for each in abilities_of(profile) if each.effect is effect), None)


def abilities_of(profile: UnitProfile) -> tuple[Ability, ...]:
    """Its abilities that the umpire works by itself."""
    return tuple(ABILITIES[name] for name in profile.abilities if name in ABILITIES)


def by_hand(profile: UnitProfile) -> tuple[str, ...]:
    """Its abilities that the players apply themselves."""
    return tuple(name for name in profile.abilities if name not in ABILITIES)


def called(ability: str) -> str:
    """What an ability goes by at the table.

    >>> called("the_power"), called("paper_cut")
    ('The Power', 'paper cut')
    """
    known = ABILITIES.get(ability)
    return known.name if known is not None else ability.replace("_", " ")
