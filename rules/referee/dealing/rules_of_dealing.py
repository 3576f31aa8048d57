"""Says of a game what the umpire has to know to deal its cards, in one frozen value."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from rules.referee.dealing.dealt_cards import DealtCards

DealingState = Any
"""The game's own state."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Misdealt:
    """Why a command goes against the cards that were dealt."""

    clause: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Unprompted:
    """A command that leaves no choice: the umpire gives it for a seat."""

    seat: str
    command: Mapping[str, object]


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsShown:
    """Cards as a seat may see them."""

    name: str
    """Which they are, in words."""
    kind: str
    """`hand`, `pile`, `deck` or `glimpse`: how a page draws them."""
    owner: str = ""
    """Whose they are, where they are somebody's."""
    cards: tuple[str, ...] = ()
    """Those that it may see."""
    hidden: int = 0
    """How many it sees the backs of."""
    private: bool = False
    """Whether no other seat sees these faces."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Filled:
    """What the umpire adds to a command; nothing where it has nothing to say about it."""

    fields: Mapping[str, object] = field(default_factory=lambda: MappingProxyType({}))


@dataclass(frozen=True, slots=True, kw_only=True)
class PackDue:
    """A pack whose order has to be promised: each whole shuffle of it has a name of its own."""

    name: str
    """Also the place at which its cards lie, in the order promised, until they are dealt."""
    cards: tuple[str, ...]
    is_dealt: bool
    """Whether cards of it may be dealt from now on, so that no words can be thrown in any more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsInPlay:
    """One moment of a game, and where its cards lie."""

    state: DealingState
    cards: DealtCards


@dataclass(frozen=True, slots=True, kw_only=True)
class CardEvent:
    """Something that has happened in a game, with the state before it and after it."""

    before: DealingState
    body: object
    after: DealingState


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatCommand:
    """A command of a seat, as JSON."""

    seat: str
    body: Mapping[str, object]


Packs = Callable[[DealingState], tuple[PackDue, ...]]
Follow = Callable[[DealtCards, CardEvent], DealtCards]
Fill = Callable[[CardsInPlay, SeatCommand], Filled | Misdealt]
CardFault = Callable[[DealtCards, CardEvent], str]
Next = Callable[[DealingState], tuple[Unprompted, ...]]
ShowCards = Callable[[CardsInPlay, str], tuple[CardsShown, ...]]
CardWords = Callable[[DealingState, str], str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Dealing:
    """How the umpire deals the cards of a game."""

    packs: Packs
    """What an order has to be promised for now; one more run ahead, so that words can still come.
    A pack that is not named any more is used up, and its order is opened."""
    follow: Follow
    """Where the cards lie after an event."""
    fill: Fill
    """What a command lacks of the cards that come up, or why it goes against them."""
    unprompted: Next
    """Commands that leave no choice now."""
    fault: CardFault
    """What is wrong with the cards of an event, in words; nothing where they were dealt so."""
    shown: ShowCards
    """What a seat may see; a seat that nobody has is a spectator's."""
    card_words: CardWords = lambda _state, card: card
    """A card as people say it."""
    card_rule: CardWords = lambda _state, _card: ""
    """What a card does, where that is printed on it; empty where its face says all."""
