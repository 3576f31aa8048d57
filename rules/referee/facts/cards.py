"""Defines cards, hands and piles as a seat may know them."""

from dataclasses import dataclass
from types import MappingProxyType
from typing import Final


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownCard:
    """A card whose face this seat may know."""

    name: str
    """As a command names it."""
    says: str
    """As players call it."""
    rank: str = ""
    """Of a card of an ordinary pack, as `10` or `Q`; empty for any other card."""
    suit: str = ""
    """Its letter: H, D, S or C."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownHand:
    """The cards that somebody holds."""

    owner: str
    """A player, or a battle group."""
    seat: str
    side: str
    down: int
    """How many cards have a face that this seat may not know."""
    open: tuple[ShownCard, ...] = ()
    """Cards that everybody knows."""
    own: tuple[ShownCard, ...] = ()
    """Cards that this seat alone knows."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownPile:
    """A pile of cards on the table, or beside it."""

    name: str
    says: str
    count: int | None
    """How many cards; None where this seat may not know."""
    top: ShownCard | None = None
    """The open card on top; None where none lies open."""
    owner: str = ""
    side: str = ""
    row: str = ""
    """What it is a part of, as `Fox attacks Owl`; piles of one row are laid side by side."""
    column: int = 0
    """Its place in the row, from 1 on; piles of both sides with one number face each other."""
    result: str = ""
    """What came of the two piles that face each other, in a word or two."""
    at_in: tuple[float, float] | None = None
    """Where it lies on the table, in inches; None where nobody has seen it."""
    notes: tuple[str, ...] = ()


def pack_card(name: str) -> ShownCard:
    """A card of an ordinary pack by its name.

    >>> pack_card("10D").says
    '10 of diamonds'
    """
    rank, suit = name[:-1], name[-1:]
    says = f"{RANKS.get(rank, rank)} of {SUITS[suit]}"
    return ShownCard(name=name, says=says, rank=rank, suit=suit)


RANKS: Final = MappingProxyType({"J": "jack", "Q": "queen", "K": "king", "A": "ace"})
SUITS: Final = MappingProxyType({"H": "hearts", "D": "diamonds", "S": "spades", "C": "clubs"})
