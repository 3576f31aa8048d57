"""The referee's words for cards that it deals: an order is promised, and opened afterwards."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True, kw_only=True)
class ThrowIn:
    """Have words of one's own decide, with the umpire's secret, in which order the cards lie."""

    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WordsThrownIn:
    """A seat has thrown words in."""

    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsPromised:
    """The umpire has bound itself to an order: this is the hash of its secret."""

    pack: str
    digest: str
    nonce: str
    what: str
    asked: str
    """`52 cards of 2H 3H ...`, with every card; docs/dice.md says how it is read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsFixed:
    """Cards of a pack are dealt from here on: these words, and no later ones, decide with it."""

    pack: str
    digest: str
    contribution: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsOpened:
    """The secret of an order: everybody can check now that it was kept to."""

    pack: str
    digest: str
    seed: str
    contribution: str


DEALING_COMMANDS: Final = (ThrowIn,)
DEALING_EVENTS: Final = (WordsThrownIn, CardsPromised, CardsFixed, CardsOpened)
