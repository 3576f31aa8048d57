"""Knows in which order open cards are played (PT1-C3a), and when dice have to say."""

from collections.abc import Iterable

from rules.games.paper_tigers.state import State
from rules.games.paper_tigers.vocabulary import Turned
from rules.referee.toolkit.cards import Card, Suit, card_from

_SUITS = (Suit.HEARTS, Suit.DIAMONDS, Suit.SPADES, Suit.CLUBS)


def rank(card: Card) -> tuple[int, int]:
    """The smaller, the earlier: height first, then hearts, diamonds, spades, clubs.

    >>> cards = ["QS", "KC", "10D", "QH"]
    >>> sorted(cards, key=lambda card: rank(card_from(card)))
    ['KC', 'QH', 'QS', '10D']
    """
    return (-card.height, _SUITS.index(card.suit))


def in_order(queue: Iterable[Turned], *, suits_count: bool = True) -> tuple[Turned, ...]:
    """Open cards as they are played."""

    def key(turned: Turned) -> tuple[int, int, int, int]:
        card = card_from(turned.card)
        height, suit = rank(card)
        if suits_count:
            return (height, suit, -turned.tie_roll, 0)
        return (height, 0 if card.red else 1, -turned.tie_roll, suit)

    return tuple(sorted(queue, key=key))


def suits_decide(state: State) -> bool:
    """AMB1-41: with two packs suits may count for nothing between the sides."""
    return len(state.packs) == 1 or state.options.choice("multi_deck_tie") == "suit_then_dice"


def tied(state: State) -> tuple[Turned, ...]:
    """PT1-I3: the highest open cards of both sides that only dice can put in order."""
    if len(state.packs) == 1:
        return ()
    groups: dict[tuple[object, ...], list[Turned]] = {}
    for turned in state.queue:
        card = card_from(turned.card)
        same: tuple[object, ...] = (card.height, card.red)
        if suits_decide(state):
            same = (card.height, card.suit)
        groups.setdefault(same, []).append(turned)
    for _, group in sorted(groups.items(), key=lambda pair: -card_from(pair[1][0].card).height):
        sides = {state.force(turned.force).side for turned in group}
        rolls = {turned.tie_roll for turned in group}
        if len(sides) > 1 and len(rolls) == 1:
            return tuple(group)
    return ()
