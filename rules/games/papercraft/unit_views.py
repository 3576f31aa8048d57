"""Knows how a sort of unit is shown: to players in a battle, and to whoever builds an army."""

from collections.abc import Mapping
from types import MappingProxyType

from rules.games.papercraft.abilities import ABILITIES, called
from rules.games.papercraft.catalogue import CATALOGUE, SQUARES, attack_in_words
from rules.games.papercraft.profiles import AttackRecord, Profile
from rules.games.papercraft.unit_lists import ListedUnit

Shown = dict[str, object]


def shown_profile(profile: Profile) -> Shown:
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


def army_builder() -> Mapping[str, object]:
    """Everything a list of armies is put together from: squares, units, and where each is from."""
    squares = {
        str(kind): {"front_width_in": square.width, "depth_in": square.depth}
        for kind, square in SQUARES.items()
    }
    return MappingProxyType(
        {"squares": squares, "units": [_listed(each) for each in CATALOGUE.values()]}
    )


def _listed(unit: ListedUnit) -> Shown:
    shown: Shown = {
        "type": unit.type,
        "name": unit.name,
        "origin": unit.origin,
        "status": unit.status,
        "source": unit.source,
        "missing": list(unit.missing),
    }
    return shown if unit.missing else {**shown, **shown_profile(unit.profile)}
