"""Knows the animals, what each card does, and what Rooster cards carry."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from rules.referee.toolkit.package_data import packed_toml
from rules.table.files.strict_json import Fields, flag, items, string, whole

PACKAGE: Final = "rules.games.tossing_tiger"


class CardSet(StrEnum):
    """Which cards are played with."""

    BASE = "base"
    ZOO = "zoo"
    FIGHT_TOGETHER = "fight_together"
    DAWNDOJO = "dawndojo"


class Effect(StrEnum):
    """What a card does. Some are done once, when it is rolled; the others hold while it lies."""

    TOSS = "toss"
    REROLL = "reroll"
    PEEK = "peek"
    SWAP = "swap"
    DESTROY = "destroy"
    CONSOLATION = "consolation"
    COPY = "copy"
    ROOSTER_CHANGE = "rooster_change"
    STRONG_AGAINST_OWN_EARLIER = "strong_against_own_earlier"
    CANCEL = "cancel"
    AS_BEFORE = "as_before"
    WINS_NEXT_TIE = "wins_next_tie"
    STRONG_WHEN_LIST_ROLLED = "strong_when_list_rolled"
    TEACHES_OWN_LATER = "teaches_own_later"
    LOSES_AS_SECOND = "loses_as_second"
    FREE_TALK = "free_talk"
    LOSES = "loses"


WHEN_ROLLED: Final = (
    Effect.TOSS,
    Effect.REROLL,
    Effect.PEEK,
    Effect.SWAP,
    Effect.DESTROY,
    Effect.CONSOLATION,
    Effect.COPY,
    Effect.ROOSTER_CHANGE,
)
"""Those that are done once; all others are worked out anew after everything that happens."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Animal:
    """One kind of card."""

    id: str
    name: str
    set: CardSet
    copies: int
    has_strengths: bool
    """TT-ANI: whether any are printed; tiger, panda, rooster and bird have none."""
    effects: tuple[Effect, ...]
    says: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RoosterWord:
    """A war rule, or a Rooster Change."""

    id: str
    says: str
    names: bool = False
    """Whether its owner names an animal as the war begins."""


def _animal(name: str, value: object) -> Animal:
    fields = Fields(value, name)
    strengths = fields.must("strengths", flag)
    found = Animal(
        id=name,
        name=fields.must("name", string),
        set=CardSet(fields.must("set", string)),
        copies=fields.must("copies", whole),
        has_strengths=strengths,
        effects=fields.must("effects", _effects),
        says=fields.must("says", string),
    )
    fields.done()
    return found


def _effects(value: object, where: str) -> tuple[Effect, ...]:
    return tuple(Effect(string(each, where)) for each in items(value, where))


def _word(name: str, value: object) -> RoosterWord:
    fields = Fields(value, name)
    says = fields.must("says", string)
    names = fields.may("names", flag, default=False)
    fields.done()
    return RoosterWord(id=name, says=says, names=names)


def _words(kind: str) -> Mapping[str, RoosterWord]:
    found = packed_toml(PACKAGE, "roosters.toml")[kind]
    return MappingProxyType({name: _word(name, value) for name, value in found.items()})


ANIMALS: Final[Mapping[str, Animal]] = MappingProxyType(
    {name: _animal(name, value) for name, value in packed_toml(PACKAGE, "animals.toml").items()}
)
"""By id, in the order of the game's own list."""
WAR_RULES: Final = _words("dawn")
"""TT-DAWN-01 to 16."""
CHANGES: Final = _words("change")
"""TT-RC-01 to 14."""


def has(animal: str, effect: Effect) -> bool:
    """Whether the card does that; an empty name is no card."""
    return animal in ANIMALS and effect in ANIMALS[animal].effects
