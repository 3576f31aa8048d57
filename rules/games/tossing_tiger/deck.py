"""A deck: which cards there are, what each is strong against, and how a new one is dealt.

Strengths are dealt at random each time that a deck is printed, so every table has its own. They
follow from a seed, for ever and on every computer: the numbers come from SHA-256.
"""

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, Final, TypeVar

from rules.games.tossing_tiger.animals import ANIMALS, CHANGES, PACKAGE, WAR_RULES, Animal, CardSet
from rules.referee.toolkit.package_data import packed_toml
from rules.table.bad_input import BadInputError
from rules.table.files.strict_json import string
from rules.table.roster import Column, Entry

_T = TypeVar("_T")
KIND: Final = "tiger_card"
"""What the roster and the print kit call a card of this game."""
MOST_STRENGTHS: Final = 5
"""TT-OBJ-01."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AnimalCard:
    """One printed card."""

    id: str
    animal: str
    dawn: str = ""
    """The war rule of a Rooster."""
    change: str = ""
    """The Rooster Change of a Rooster."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Deck:
    """All cards of one printed deck."""

    cards: Mapping[str, AnimalCard]
    strengths: Mapping[str, tuple[str, ...]]

    def animal(self, face: str) -> str:
        """The animal of a card; a face may be known by its animal alone."""
        return self.cards[face].animal if face in self.cards else face

    def copies(self, animal: str) -> int:
        return sum(card.animal == animal for card in self.cards.values())

    @property
    def animals(self) -> tuple[str, ...]:
        """Those of which there are cards, in the order of the game's list."""
        found = {card.animal for card in self.cards.values()}
        return tuple(name for name in ANIMALS if name in found)

    def of_sets(self, sets: Iterable[CardSet]) -> "Deck":
        """TT-SET-05: the cards that are played with; the others stay in the box."""
        wanted = tuple(sets)
        kept = {n: c for n, c in self.cards.items() if ANIMALS[c.animal].set in wanted}
        return Deck(cards=MappingProxyType(kept), strengths=self.strengths)


def strengths_of(animal: str, listed: str, *, where: str) -> tuple[str, ...]:
    """TT-OBJ-01, TT-ZOO-01: what an animal is strong against, all of it in its own set."""
    names = tuple(name for each in listed.split(";") if (name := each.strip()))
    where = f"{where}.strong_against"
    for name in names:
        if _known(name, where).set is not ANIMALS[animal].set:
            expected = f"animals of the {ANIMALS[animal].set} set, as {animal} is"
            raise BadInputError(where, expected=expected, got=name)
    most = MOST_STRENGTHS if ANIMALS[animal].has_strengths else 0
    if len(set(names)) != len(names) or len(names) > most:
        expected = f"at most {most}, each once" if most else "nothing, as none are printed on it"
        raise BadInputError(where, expected=expected, got=listed)
    return names


def card_of(name: str, animal: str, *, dawn: str = "", change: str = "") -> AnimalCard:
    """A card; a Rooster has a war rule and a change, and no other card has any."""
    is_rooster = _known(animal, f"{name}.animal").set is CardSet.DAWNDOJO
    columns = (("dawn_rule", dawn, WAR_RULES), ("rooster_change", change, CHANGES))
    for column, given, known in columns:
        got = repr(given) if given else "nothing"
        if is_rooster and given not in known:
            expected = "one of " + ", ".join(known)
            raise BadInputError(f"{name}.{column}", expected=expected, got=got)
        if given and not is_rooster:
            raise BadInputError(f"{name}.{column}", expected=f"nothing for {animal}", got=got)
    return AnimalCard(id=name, animal=animal, dawn=dawn, change=change)


def _known(animal: str, where: str) -> Animal:
    if animal not in ANIMALS:
        raise BadInputError(where, expected="one of " + ", ".join(ANIMALS), got=repr(animal)[:60])
    return ANIMALS[animal]


def _text(value: object, where: str) -> str:
    return string(value, where).strip()


ROSTER_SCHEMA: Final = tuple(
    Column(name=name, read=_text, default="")
    for name in ("animal", "strong_against", "dawn_rule", "rooster_change")
)
"""What a roster says of a card beside its tag; an id like `tiger-3` names its animal too."""


def deck_from_roster(entries: Sequence[Entry]) -> Deck:
    """The deck that a roster lists, card by card; without any card it is the starter deck."""
    said = {entry.id: entry.extra for entry in entries if entry.kind == KIND}
    if not said:
        return STARTER
    for name, columns in said.items():
        known = STARTER.cards.get(name)
        if known is not None and columns.get("animal", "") in {"", known.animal}:
            bare = not (columns.get("dawn_rule") or columns.get("rooster_change"))
            words = {"dawn_rule": known.dawn, "rooster_change": known.change} if bare else {}
            said[name] = {**columns, **words}
    deck = _deck(said)
    table = {**STARTER.strengths, **deck.strengths}
    strengths = {animal: table.get(animal, ()) for animal in ANIMALS}
    return replace(deck, strengths=MappingProxyType(strengths))


def _deck(said: Mapping[str, Mapping[str, Any]]) -> Deck:
    """Cards by what is said of each, in the columns of a roster."""
    cards: dict[str, AnimalCard] = {}
    table: dict[str, tuple[str, ...]] = {}
    for name, row in said.items():
        animal = row.get("animal") or _animal_in(name)
        dawn, change = row.get("dawn_rule") or "", row.get("rooster_change") or ""
        cards[name] = card_of(name, animal, dawn=dawn, change=change)
        given = str(row.get("strong_against") or "")
        names = strengths_of(animal, given, where=name) if given else None
        if names is not None and table.setdefault(animal, names) != names:
            expected = f"{';'.join(table[animal])}, as of every {animal} of a deck"
            raise BadInputError(f"{name}.strong_against", expected=expected, got=given)
    return Deck(cards=MappingProxyType(cards), strengths=MappingProxyType(table))


def _animal_in(name: str) -> str:
    """The animal that a card's id speaks of.

    >>> _animal_in("B-tiger-3"), _animal_in("redpanda-1"), _animal_in("X9")
    ('tiger', 'redpanda', 'X9')
    """
    return next((word for word in name.lower().split("-") if word in ANIMALS), name)


STARTER: Final = _deck(
    {row["id"]: row for row in packed_toml(PACKAGE, "samples/starter-deck.toml")["piece"]}
)
"""The umpire's own deck of 111 cards: one dealing of the published distribution."""


def on_card(deck: Deck, card: AnimalCard) -> tuple[str, str]:
    """What is printed on a card above its tag and below: its action, and its strengths."""
    if card.dawn:
        return f"Dawncard: {WAR_RULES[card.dawn].says}", f"Rooster: {CHANGES[card.change].says}"
    against = deck.strengths.get(card.animal, ())
    names = ", ".join(ANIMALS[name].name for name in against) or "nothing by itself"
    return ANIMALS[card.animal].says, f"strong against {names}"


def roster_toml(deck: Deck, *, title: str = "A deck of Tossing Tiger, Rolling Dragon.") -> str:
    """A deck as a roster: what `umpire kit` prints and a battle is played with."""
    lines = [
        f"# {title}",
        "# Every card has a tag of its own on its face; all backs carry the same one.",
        "",
        "[kit]",
        'game = "tossing_tiger"',
        'table = "36x24"',
        'camera = "1080p"',
    ]
    for card in deck.cards.values():
        name = ANIMALS[card.animal].name
        against = ";".join(deck.strengths.get(card.animal, ()))
        lines += ["", "[[piece]]", f'id = "{card.id}"', f'name = "{name}"', f'kind = "{KIND}"']
        lines.append(f'animal = "{card.animal}"')
        if against:
            lines.append(f'strong_against = "{against}"')
        top, foot = on_card(deck, card)
        lines += [f'card_top = "{top}"', f'card_foot = "{foot}"']
        if card.dawn:
            lines += [f'dawn_rule = "{card.dawn}"', f'rooster_change = "{card.change}"']
    return "\n".join((*lines, ""))


# --- dealing -------------------------------------------------------------------------------------

POOLS: Final = MappingProxyType(
    {
        each: tuple(count for count, size in enumerate(sizes, start=1) for _ in range(size))
        for each, sizes in ((CardSet.BASE, (6, 12, 27, 52, 20)), (CardSet.ZOO, (4, 16, 33, 44, 20)))
    }
)
"""By set, the counts of strengths that are drawn from: so many cards have one, two, ... of them."""
_WORD: Final = 8
"""Bytes of one number; the share that a remainder favours is below one in 10^17."""


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
    words = [*zip(draws.mixed(tuple(WAR_RULES)), draws.mixed(tuple(CHANGES)), strict=False)]
    cards: dict[str, AnimalCard] = {}
    for animal in ANIMALS.values():
        for number in range(1, animal.copies + 1):
            name = f"{animal.set[0].upper()}-{animal.id}-{number}"
            # TT-DJ-01: paired until one list is empty.
            is_rooster = animal.set is CardSet.DAWNDOJO
            dawn, change = words[number - 1] if is_rooster else ("", "")
            cards[name] = AnimalCard(id=name, animal=animal.id, dawn=dawn, change=change)
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
