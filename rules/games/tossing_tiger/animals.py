"""The animals, what each card does, and what Rooster cards carry."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Final, TypeVar, cast

from rules.referee.toolkit.package_data import packed_toml
from rules.referee.toolkit.vocabulary import read_as

PACKAGE: Final = "rules.games.tossing_tiger"
_Row = TypeVar("_Row")


class CardSet(StrEnum):
    """Which cards are played with."""

    BASE = "base"
    ZOO = "zoo"
    FIGHT_TOGETHER = "fight_together"
    DAWNDOJO = "dawndojo"


class CardEffect(StrEnum):
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Animal:
    """One kind of card."""

    id: str
    name: str
    set: CardSet
    copies: int
    has_strengths: bool
    """TT-ANI: whether any are printed; tiger, panda, rooster and bird have none."""
    effects: tuple[CardEffect, ...]
    says: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RoosterWord:
    """A war rule, or a Rooster Change."""

    id: str
    says: str
    names: bool = False
    """Whether its owner names an animal as the war begins."""


def _read(kind: type[_Row], rows: Mapping[str, Mapping[str, object]]) -> Mapping[str, _Row]:
    """What a file says, by the names of its tables."""
    found = {name: read_as(kind, {"id": name, **row}, where=name) for name, row in rows.items()}
    return MappingProxyType(cast("dict[str, _Row]", found))


ANIMALS: Final = _read(Animal, packed_toml(PACKAGE, "animals.toml"))
"""By id, in the order of the game's own list."""
_ROOSTERS: Final = packed_toml(PACKAGE, "roosters.toml")
WAR_RULES: Final = _read(RoosterWord, _ROOSTERS["dawn"])
"""TT-DAWN-01 to 16."""
CHANGES: Final = _read(RoosterWord, _ROOSTERS["change"])
"""TT-RC-01 to 14."""


def has(animal: str, effect: CardEffect) -> bool:
    """Whether the card does that; an empty name is no card."""
    return animal in ANIMALS and effect in ANIMALS[animal].effects


def called(animal: str) -> str:
    """What people call an animal.

    >>> called("redpanda"), called("somebody")
    ('Red Panda', 'somebody')
    """
    return ANIMALS[animal].name if animal in ANIMALS else animal


def free_talk(of: str) -> str:
    """TT-ANI-18: what a bird that was rolled allows its team."""
    return f"The team of {of} may talk freely until the next battle is rolled."


def a(animal: str) -> str:
    """An animal with its article.

    >>> a("redpanda"), a("unicorn")
    ('a Red Panda', 'a Unicorn')
    """
    return f"a {called(animal)}"
