"""Deals a deck its strengths and its Roosters, as the published generator does it.

The same seed gives the same deck on every computer, for ever: the numbers come from SHA-256.
"""

import csv
import hashlib
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final, TypeVar

from rules.games.tossing_tiger.animals import ANIMALS, CHANGES, PACKAGE, WAR_RULES, CardSet
from rules.games.tossing_tiger.deck import MOST_STRENGTHS, AnimalCard, Deck, roster_toml
from rules.referee.toolkit.package_data import packed_text

_T = TypeVar("_T")
_LETTERS: Final = MappingProxyType(
    {CardSet.BASE: "B", CardSet.ZOO: "Z", CardSet.FIGHT_TOGETHER: "F", CardSet.DAWNDOJO: "D"}
)
_WORD: Final = 8
"""Bytes of one number; the share that a remainder favours is below one in 10^17."""


def _pools() -> Mapping[CardSet, tuple[int, ...]]:
    rows = {
        row["parameter"]: row
        for row in csv.DictReader(packed_text(PACKAGE, "generation.csv").splitlines())
    }
    return MappingProxyType(
        {
            each: tuple(
                count
                for count in range(1, MOST_STRENGTHS + 1)
                for _ in range(int(rows[f"pool_size_{count}"][each]))
            )
            for each in (CardSet.BASE, CardSet.ZOO)
        }
    )


POOLS: Final = _pools()
"""By set, the counts of strengths that are drawn from."""


class Draws:
    """Numbers that follow from a seed alone."""

    __slots__ = ("_words",)

    def __init__(self, seed: int) -> None:
        self._words = _words_of(seed)

    def below(self, most: int) -> int:
        return next(self._words) % most

    def pick(self, values: Sequence[_T]) -> _T:
        return values[self.below(len(values))]

    def mixed(self, values: Sequence[_T]) -> tuple[_T, ...]:
        left = list(values)
        return tuple(left.pop(self.below(len(left))) for _ in range(len(left)))


def _words_of(seed: int) -> Iterator[int]:
    block = 0
    while True:
        digest = hashlib.sha256(f"tossing tiger {seed} {block}".encode()).digest()
        for at in range(0, len(digest), _WORD):
            yield int.from_bytes(digest[at : at + _WORD], "big")
        block += 1


def generated(seed: int) -> Deck:
    """A whole deck of 111 cards with strengths and pairs of its own.

    >>> len(generated(7).cards), generated(7) == generated(7), generated(7) == generated(8)
    (111, True, False)
    """
    draws = Draws(seed)
    table: dict[str, tuple[str, ...]] = {}
    for each in (CardSet.BASE, CardSet.ZOO):
        table |= _strengths(draws, each)
    rules, changes = draws.mixed(tuple(WAR_RULES)), draws.mixed(tuple(CHANGES))
    cards: dict[str, AnimalCard] = {}
    for animal in ANIMALS.values():
        for number in range(1, animal.copies + 1):
            name = f"{_LETTERS[animal.set]}-{animal.id}-{number}"
            if animal.set is CardSet.DAWNDOJO:
                # TT-DJ-01: paired until one list is empty.
                word = {"dawn": rules[number - 1], "change": changes[number - 1]}
                cards[name] = AnimalCard(id=name, animal=animal.id, **word)
            else:
                cards[name] = AnimalCard(id=name, animal=animal.id)
    strengths = {name: table.get(name, ()) for name in ANIMALS}
    return Deck(cards=MappingProxyType(cards), strengths=MappingProxyType(strengths))


def dealt(seed: int) -> str:
    """A whole deck as a roster, to print and to play with."""
    return roster_toml(generated(seed), title=f"A deck of Tossing Tiger dealt from number {seed}.")


def _strengths(draws: Draws, cards: CardSet) -> dict[str, tuple[str, ...]]:
    """Each animal takes so many of a running list, and the next one goes on where it stopped."""
    circle = draws.mixed([name for name, animal in ANIMALS.items() if animal.set is cards])
    table: dict[str, tuple[str, ...]] = {}
    at = 0
    for name in circle:
        count = draws.pick(POOLS[cards]) if ANIMALS[name].has_strengths else 0
        taken = {circle[(at + step) % len(circle)] for step in range(count)}
        table[name] = tuple(each for each in ANIMALS if each in taken)
        at += count
    return table
