"""Describes cards that the umpire deals, as a seat is told of them."""

from typing import Literal

from api.shapes.playing import PromiseTold, RollTold
from api.shapes.shaped import Described


class CardTold(Described):
    """One face."""

    card: str
    """Its name in commands."""
    says: str
    """As people say it."""
    rule: str
    """What it does, where that is printed on it; else empty."""


class CardsAtTold(Described):
    """The cards of one place, as the seat may see them."""

    name: str
    kind: Literal["hand", "pile", "deck", "glimpse"]
    """A glimpse is what this seat alone was shown."""
    owner: str
    """Whose they are; empty where they are nobody's."""
    cards: list[CardTold]
    """The faces that it may see."""
    hidden: int
    """How many more it sees the backs of."""
    private: bool
    """Whether no other seat sees these faces."""


class PackTold(PromiseTold):
    """An order that the umpire has bound itself to."""

    pack: str
    words: list[str]
    """What the seats have thrown in for it."""
    takes_words: bool
    """Whether more can be thrown in."""
    opened: RollTold | None
    """The whole order with its secret, once the pack is used up or the battle is over."""


class CardsTold(Described):
    """The cards of a battle, for one seat."""

    dealt: bool
    """Whether the umpire deals; otherwise the players have printed cards."""
    places: list[CardsAtTold]
    packs: list[PackTold]
