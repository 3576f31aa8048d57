"""Knows a deck: which cards there are, what each is strong against, and how both are written.

Strengths are dealt at random each time that a deck is printed, so every table has its own.
"""

import csv
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from rules.games.tossing_tiger.animals import ANIMALS, CHANGES, PACKAGE, WAR_RULES, CardSet
from rules.referee.toolkit.package_data import packed_text
from rules.table.bad_input import BadInputError
from rules.table.files.strict_json import string
from rules.table.roster import Column, Entry

KIND: Final = "tiger_card"
"""What the roster and the print kit call a card of this game."""
DECK_COLUMNS: Final = ("card_id", "animal_id", "set", "dawn_id", "change_id")
STRENGTH_COLUMNS: Final = ("animal_id", "set", "strong_against", "strength_count")
MOST_STRENGTHS: Final = 5
"""TT-OBJ-01."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
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

    cards: Mapping[str, Card]
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


def deck_from_csv(cards: str, strengths: str, *, named: str = "deck") -> Deck:
    """A player's own deck, from the two files that a deck is; complaints name line and column."""
    table: dict[str, tuple[str, ...]] = {}
    for where, row in _rows(strengths, STRENGTH_COLUMNS, named=f"{named} strengths"):
        animal = _animal(row["animal_id"], f"{where}.animal_id")
        if animal in table:
            raise BadInputError(f"{where}.animal_id", expected="each animal once", got=animal)
        table[animal] = strengths_of(animal, row["strong_against"], where=where)
        if row["strength_count"] not in {"", str(len(table[animal]))}:
            raise BadInputError(
                f"{where}.strength_count", expected=f"{len(table[animal])}, as many as are listed",
                got=row["strength_count"],
            )  # fmt: skip
    found: dict[str, Card] = {}
    for where, row in _rows(cards, DECK_COLUMNS, named=named):
        card = card_of(row["card_id"], row["animal_id"], roosters=row, where=where)
        if card.id in found:
            raise BadInputError(f"{where}.card_id", expected="an id of its own", got=card.id)
        found[card.id] = card
    missing = [
        card.animal
        for card in found.values()
        if ANIMALS[card.animal].has_strengths and not table.get(card.animal)
    ]
    if missing:
        raise BadInputError(
            f"{named} strengths", expected=f"what {missing[0]} is strong against", got="nothing"
        )
    return Deck(cards=MappingProxyType(found), strengths=MappingProxyType(table))


def _rows(
    text: str, columns: Sequence[str], *, named: str
) -> Iterable[tuple[str, Mapping[str, str]]]:
    reader = csv.DictReader(text.removeprefix("\ufeff").splitlines(keepends=True))
    missing = [name for name in columns if name not in (reader.fieldnames or ())]
    if missing:
        got = ", ".join(reader.fieldnames or ()) or "nothing"
        raise BadInputError(f"{named}, line 1", expected=", ".join(columns), got=got)
    for row in reader:
        where = f"{named}, line {reader.line_num}"
        yield where, {name: str(row[name] or "").strip() for name in columns}


def _animal(name: str, where: str) -> str:
    if name not in ANIMALS:
        raise BadInputError(where, expected="one of " + ", ".join(ANIMALS), got=repr(name)[:60])
    return name


def strengths_of(animal: str, listed: str, *, where: str) -> tuple[str, ...]:
    """TT-OBJ-01, TT-ZOO-01: what an animal is strong against, all of it in its own set."""
    names = tuple(name for each in listed.split(";") if (name := each.strip()))
    where = f"{where}.strong_against"
    for name in names:
        if ANIMALS[_animal(name, where)].set is not ANIMALS[animal].set:
            raise BadInputError(
                where, expected=f"animals of the {ANIMALS[animal].set} set, as {animal} is",
                got=name,
            )  # fmt: skip
    most = MOST_STRENGTHS if ANIMALS[animal].has_strengths else 0
    if len(set(names)) != len(names) or len(names) > most:
        expected = f"at most {most}, each once" if most else "nothing, as none are printed on it"
        raise BadInputError(where, expected=expected, got=listed)
    return names


def card_of(name: str, animal: str, *, roosters: Mapping[str, str], where: str) -> Card:
    """A card; a Rooster has both ids, and no other card has any."""
    _animal(animal, f"{where}.animal_id")
    if not name:
        raise BadInputError(f"{where}.card_id", expected="an id", got="nothing")
    if roosters.get("set", "") not in {"", ANIMALS[animal].set}:
        raise BadInputError(f"{where}.set", expected=ANIMALS[animal].set, got=roosters["set"])
    is_rooster = ANIMALS[animal].set is CardSet.DAWNDOJO
    for column, known in (("dawn_id", WAR_RULES), ("change_id", CHANGES)):
        given = roosters.get(column, "")
        if is_rooster and given not in known:
            got = repr(given) if given else "nothing"
            raise BadInputError(f"{where}.{column}", expected="one of " + ", ".join(known), got=got)
        if given and not is_rooster:
            raise BadInputError(f"{where}.{column}", expected=f"nothing for {animal}", got=given)
    return Card(
        id=name, animal=animal, dawn=roosters.get("dawn_id", ""),
        change=roosters.get("change_id", ""),
    )  # fmt: skip


def deck_csv(deck: Deck) -> tuple[str, str]:
    """Both files of a deck, as `deck_from_csv` reads them."""
    cards = [",".join(DECK_COLUMNS)]
    cards += [
        f"{card.id},{card.animal},{ANIMALS[card.animal].set},{card.dawn},{card.change}"
        for card in deck.cards.values()
    ]
    lines = [",".join(STRENGTH_COLUMNS)]
    for animal, names in deck.strengths.items():
        lines.append(f"{animal},{ANIMALS[animal].set},{';'.join(names)},{len(names)}")
    return "\n".join((*cards, "")), "\n".join((*lines, ""))


STARTER: Final = deck_from_csv(
    packed_text(PACKAGE, "deck_starter.csv"),
    packed_text(PACKAGE, "strengths_starter.csv"),
    named="deck_starter.csv",
)
"""The umpire's own deck of 111 cards: one dealing of the published distribution."""


def _text(value: object, where: str) -> str:
    return string(value, where).strip()


ROSTER_SCHEMA: Final = (
    Column(name="animal", read=_text, default=""),
    Column(name="strong_against", read=_text, default=""),
    Column(name="dawn_rule", read=_text, default=""),
    Column(name="rooster_change", read=_text, default=""),
)
"""What a roster says of a card beside its tag; an id like `tiger-3` names its animal too."""


def deck_from_roster(entries: Sequence[Entry]) -> Deck:
    """The deck that a roster lists, card by card; without any card it is the starter deck."""
    cards: dict[str, Card] = {}
    table: dict[str, tuple[str, ...]] = {}
    for entry in entries:
        if entry.kind != KIND:
            continue
        said = {name: str(value or "") for name, value in entry.extra.items()}
        animal = said.get("animal") or _animal_in(entry.id)
        words = {
            "dawn_id": said.get("dawn_rule", ""), "change_id": said.get("rooster_change", ""),
        }  # fmt: skip
        starter = STARTER.cards.get(entry.id)
        if starter is not None and animal == starter.animal and not any(words.values()):
            words = {"dawn_id": starter.dawn, "change_id": starter.change}
        cards[entry.id] = card_of(entry.id, animal, roosters=words, where=entry.id)
        given = said.get("strong_against", "")
        names = strengths_of(animal, given, where=entry.id) if given else None
        if names is not None and table.setdefault(animal, names) != names:
            expected = f"{';'.join(table[animal])}, as of every {animal} of a deck"
            raise BadInputError(f"{entry.id}.strong_against", expected=expected, got=given)
    if not cards:
        return STARTER
    strengths = {name: table.get(name, STARTER.strengths.get(name, ())) for name in ANIMALS}
    return Deck(cards=MappingProxyType(cards), strengths=MappingProxyType(strengths))


def _animal_in(name: str) -> str:
    """The animal that a card's id speaks of.

    >>> _animal_in("B-tiger-3"), _animal_in("redpanda-1"), _animal_in("X9")
    ('tiger', 'redpanda', 'X9')
    """
    words = name.lower().split("-")
    return next((word for word in words if word in ANIMALS), name)


def on_card(deck: Deck, card: Card) -> tuple[str, str]:
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
