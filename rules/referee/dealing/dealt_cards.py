"""Holds where every card lies that the umpire deals; no seat is ever shown the whole of it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

Ordered = Callable[[str, tuple[str, ...]], tuple[str, ...]]
"""Cards in the order that was promised, by what they are put in order for."""


def _as_they_are(use: str, cards: tuple[str, ...]) -> tuple[str, ...]:
    del use
    return cards


@dataclass(frozen=True, slots=True, kw_only=True)
class Glimpse:
    """Cards that one seat was shown once, and nobody else."""

    seat: str
    where: str
    """In words, as `your pile of battle 2`."""
    cards: tuple[str, ...]
    until: str
    """The place whose cards it is about; it is forgotten once nothing lies there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DealtCards:
    """All cards by place, the one on top first.

    >>> cards = DealtCards(places={"draw": ("QH", "2S", "9D")})
    >>> cards.top("draw", 2, to="hand").places
    {'draw': ('9D',), 'hand': ('QH', '2S')}
    """

    places: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: MappingProxyType({}))
    turns: int = 0
    """How often something was shuffled or tossed: each time has an order of its own."""
    glimpses: tuple[Glimpse, ...] = ()
    ordered: Ordered = field(default=_as_they_are, compare=False, repr=False)

    def at(self, place: str) -> tuple[str, ...]:
        """The cards of a place, the one on top first."""
        return self.places.get(place, ())

    def laid(self, place: str, cards: tuple[str, ...]) -> "DealtCards":
        """With these cards, and no others, at a place."""
        places = {**self.places, place: cards}
        if not cards:
            del places[place]
        kept = tuple(each for each in self.glimpses if each.until in places)
        return replace(self, places=places, glimpses=kept)

    def top(self, place: str, count: int, *, to: str) -> "DealtCards":
        """With so many cards moved from the top of a place to the bottom of another."""
        return self.these(self.at(place)[:count], place, to=to)

    def these(self, cards: tuple[str, ...], place: str, *, to: str) -> "DealtCards":
        """With these cards moved from a place to the bottom of another; others stay."""
        found = tuple(card for card in cards if card in self.at(place))
        left = tuple(card for card in self.at(place) if card not in found)
        without = self.laid(place, left)
        return without.laid(to, (*without.at(to), *found))

    def everything(self, place: str, *, to: str) -> "DealtCards":
        """With all cards of a place moved to the bottom of another."""
        return self.these(self.at(place), place, to=to)

    def swapped(self, one: str, other: str) -> "DealtCards":
        """With the cards of two places in one another's stead."""
        first, second = self.at(one), self.at(other)
        return replace(self, places={**self.places, one: second, other: first})

    def shuffled(self, place: str) -> "DealtCards":
        """With a place in an order that nobody knows, and that was promised all the same."""
        mixed = self.ordered(f"shuffle {self.turns + 1}", tuple(sorted(self.at(place))))
        return replace(self.laid(place, mixed), turns=self.turns + 1)

    def first_of(self, sides: tuple[str, ...]) -> str:
        """What a toss brings that comes now; it was promised, too."""
        return self.ordered(f"toss {self.turns + 1}", sides)[0]

    def tossed(self) -> "DealtCards":
        """Once something was tossed."""
        return replace(self, turns=self.turns + 1)

    def glimpsed(self, *seen: Glimpse) -> "DealtCards":
        """Once a seat was shown cards."""
        return replace(self, glimpses=(*self.glimpses, *(each for each in seen if each.cards)))
