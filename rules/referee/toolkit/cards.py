"""The ordinary pack of 52 cards, and what can be known of a card that lies face down.

A face enters the game when the card is turned up: typed or seen from a physical pack, or drawn by
the referee's dealer among the faces that can still be there. Until then there is only a count.
"""

from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from rules.table.bad_input import BadInputError


class Suit(StrEnum):
    """The four suits, by their letters."""

    HEARTS = "H"
    DIAMONDS = "D"
    SPADES = "S"
    CLUBS = "C"


RANKS: Final = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
RANK_NAMES: Final = MappingProxyType({"J": "jack", "Q": "queen", "K": "king", "A": "ace"})
SUIT_NAMES: Final = MappingProxyType(
    {
        Suit.HEARTS: "hearts",
        Suit.DIAMONDS: "diamonds",
        Suit.SPADES: "spades",
        Suit.CLUBS: "clubs",
    }
)


@dataclass(frozen=True, slots=True, order=False)
class Card:
    """One card's face.

    >>> str(Card("10", Suit.DIAMONDS)), Card("Q", Suit.HEARTS).name
    ('10D', 'queen of hearts')
    """

    rank: str
    suit: Suit

    def __str__(self) -> str:
        return f"{self.rank}{self.suit}"

    @property
    def name(self) -> str:
        return f"{RANK_NAMES.get(self.rank, self.rank)} of {SUIT_NAMES[self.suit]}"

    @property
    def red(self) -> bool:
        return self.suit in {Suit.HEARTS, Suit.DIAMONDS}

    @property
    def height(self) -> int:
        """0 for a two up to 12 for an ace."""
        return RANKS.index(self.rank)


PACK: Final = tuple(Card(rank, suit) for suit in Suit for rank in RANKS)
PACK_NAMES: Final = tuple(str(card) for card in PACK)
_BY_NAME: Final = MappingProxyType({str(card): card for card in PACK})


def card_from(text: str, where: str = "card") -> Card:
    """A card as people write it.

    >>> card_from("qh"), card_from("10 d")
    (Card(rank='Q', suit=<Suit.HEARTS: 'H'>), Card(rank='10', suit=<Suit.DIAMONDS: 'D'>))
    >>> card_from("joker")
    Traceback (most recent call last):
    rules.table.bad_input.BadInputError: card: expected a card like QH, 10D or 2S, got 'joker'
    """
    found = _BY_NAME.get("".join(text.split()).upper())
    if found is None:
        expected = "a card like QH, 10D or 2S"
        raise BadInputError(where, expected=expected, got=repr(text))
    return found
