"""Knows the abilities that the umpire works by itself: an effect each, with its own numbers."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Final, TypeVar

from rules.games.papercraft.profiles import (
    DamageType,
    DiceSum,
    Profile,
    SecondaryType,
    dice_from,
)
from rules.referee.toolkit.package_data import packed_toml
from rules.table.bad_input import BadInputError
from rules.table.files.strict_json import Fields, flag, items, number, string, whole
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


T = TypeVar("T", bound=StrEnum)


def _one_of(kind: type[T], text: str, *, where: str) -> T:
    if text not in set(kind):
        raise BadInputError(where, expected="one of " + ", ".join(kind), got=repr(text))
    return kind(text)


def ability_from(name: str, value: object) -> Ability:
    """One ability from its table in the data."""
    fields = Fields(value, name)

    def dice(field: str) -> DiceSum | None:
        text = fields.may(field, string, default="")
        return dice_from(text, fields.at(field)) if text else None

    def words(field: str) -> tuple[str, ...]:
        found: list[object] = fields.may(field, items, default=[])
        return tuple(string(each, fields.at(field)) for each in found)

    kind = fields.may("damage_type", string, default="")
    capacity: list[object] = fields.may("capacity", items, default=[])
    made = Ability(
        id=name,
        name=fields.must("name", string),
        clause=fields.must("clause", string),
        timing=_one_of(Timing, fields.must("timing", string), where=fields.at("timing")),
        effect=_one_of(Effect, fields.must("effect", string), where=fields.at("effect")),
        says=fields.must("says", string),
        attacks=words("attacks"),
        radius=Inches(fields.may("radius_in", number, default=0.0)),
        range=Inches(fields.may("range_in", number, default=0.0)),
        hits_on=fields.may("hits_on", whole, default=0),
        hit_bonus=fields.may("hit_bonus", whole, default=0),
        damage=dice("damage"),
        damage_type=_one_of(DamageType, kind, where=fields.at("damage_type")) if kind else None,
        dice=dice("dice"),
        cost_hp=fields.may("cost_hp", whole, default=0),
        most=fields.may("most", whole, default=0),
        from_turn=fields.may("from_turn", whole, default=0),
        escape_on=fields.may("escape_on", whole, default=0),
        targets=tuple(
            _one_of(SecondaryType, t, where=fields.at("targets")) for t in words("targets")
        ),
        capacity=tuple(whole(each, fields.at("capacity")) for each in capacity),
        once=fields.may("once", flag, default=False),
        at_death=fields.may("at_death", flag, default=False),
        over_buildings=fields.may("over_buildings", flag, default=False),
    )
    fields.done()
    return made


ABILITIES: Final[Mapping[str, Ability]] = MappingProxyType(
    {
        name: ability_from(name, value)
        for name, value in packed_toml(PACKAGE, "abilities.toml").items()
    }
)


def ability_of(profile: Profile, effect: Effect) -> Ability | None:
    """The first of its abilities with that effect that the umpire knows."""
    return next((each for each in abilities_of(profile) if each.effect is effect), None)


def abilities_of(profile: Profile) -> tuple[Ability, ...]:
    """Its abilities that the umpire works by itself."""
    return tuple(ABILITIES[name] for name in profile.abilities if name in ABILITIES)


def by_hand(profile: Profile) -> tuple[str, ...]:
    """Its abilities that the players apply themselves."""
    return tuple(name for name in profile.abilities if name not in ABILITIES)


def called(ability: str) -> str:
    """What an ability goes by at the table.

    >>> called("the_power"), called("paper_cut")
    ('The Power', 'paper cut')
    """
    known = ABILITIES.get(ability)
    return known.name if known is not None else ability.replace("_", " ")
