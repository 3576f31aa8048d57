"""Follows every card through hands, piles and wars: what each event does to where they lie."""

from functools import singledispatch
from typing import Any, Final

from rules.games.tossing_tiger.chapters import acting, animal_actions, roosters
from rules.games.tossing_tiger.chapters.dawn_rules import PilesMerged
from rules.games.tossing_tiger.chapters.opening import DawncardLaid
from rules.games.tossing_tiger.chapters.piles import PilesBuilt
from rules.games.tossing_tiger.chapters.rounds import HandAmended, SatDown
from rules.games.tossing_tiger.chapters.spoils import SpoilTaken, WarOver, WarPileGrew
from rules.games.tossing_tiger.state import State, War
from rules.games.tossing_tiger.vocabulary import Pile, Role
from rules.referee.dealing.dealt_cards import DealtCards, Glimpse
from rules.referee.dealing.rules_of_dealing import CardEvent

DECK: Final = "the deck"
DISCARDS: Final = "discards"
WAR_PILE: Final = "war pile"
GONE: Final = "out of the game"


def hand_of(player: str) -> str:
    """Where the cards in a hand are."""
    return f"hand of {player}"


def pile_at(war: int, role: Role, *, place: int) -> str:
    """Where the cards of a pile are."""
    return f"war {war} {role} {place}"


@singledispatch
def _moved(event: object, cards: DealtCards, *, before: State) -> DealtCards:
    """Where the cards lie after an event; most of them move none."""
    del event, before
    return cards


def moved(cards: DealtCards, happened: CardEvent) -> DealtCards:
    """Where the cards lie after an event."""
    return _moved(happened.body, cards, before=happened.before)


@_moved.register
def _(event: SatDown, cards: DealtCards, *, before: State) -> DealtCards:
    del before
    return cards.top(DECK, event.cards, to=hand_of(event.player))


@_moved.register
def _(event: HandAmended, cards: DealtCards, *, before: State) -> DealtCards:
    more = event.hand - before.hands[event.player]
    hand = hand_of(event.player)
    return cards.top(DECK, more, to=hand) if more > 0 else cards.top(hand, -more, to=DECK)


@_moved.register
def _(event: DawncardLaid, cards: DealtCards, *, before: State) -> DealtCards:
    del before
    place = pile_at(event.war, Role.ATTACKER, place=1)
    return cards.these((event.card,), hand_of(event.player), to=place)


@_moved.register
def _(event: PilesBuilt, cards: DealtCards, *, before: State) -> DealtCards:
    war = before.war(event.war)
    for place in event.places:
        pile = war.row(event.role)[place - 1]
        if pile is not None:
            cards = cards.everything(
                pile_at(war.id, event.role, place=place), to=hand_of(pile.owner)
            )
    for at, (place, size, owner) in enumerate(
        zip(event.places, event.sizes, event.owners, strict=True)
    ):
        here, hand = pile_at(war.id, event.role, place=place), hand_of(owner)
        chosen = event.cards[at] if event.cards else cards.at(hand)[:size]
        cards = cards.these(chosen, hand, to=here).shuffled(here)
    return cards


@_moved.register
def _(event: PilesMerged, cards: DealtCards, *, before: State) -> DealtCards:
    del before
    gone, into = (pile_at(event.war, Role.DEFENDER, place=at) for at in (event.gone, event.into))
    return cards.everything(gone, to=into).shuffled(into)


@_moved.register(acting.Rerolled)
@_moved.register(acting.PileShuffled)
def _(event: Any, cards: DealtCards, *, before: State) -> DealtCards:
    del before
    return cards.shuffled(pile_at(event.war, event.role, place=event.place))


@_moved.register
def _(event: animal_actions.Tossed, cards: DealtCards, *, before: State) -> DealtCards:
    del event, before
    return cards.tossed()


@_moved.register
def _(event: acting.Looked, cards: DealtCards, *, before: State) -> DealtCards:
    war, seat = before.war(event.war), before.player(event.player).seat
    for role in Role:
        place = pile_at(war.id, role, place=event.place)
        pile = war.pile(role, event.place)
        if pile is not None and not pile.face:
            seen = cards.at(place)[: 1 if event.top_only else None]
            where = f"{pile.owner}'s pile of battle {event.place}, as you saw it"
            cards = cards.glimpsed(Glimpse(seat=seat, where=where, cards=seen, until=place))
    return cards


@_moved.register
def _(event: acting.CardTaken, cards: DealtCards, *, before: State) -> DealtCards:
    hand = hand_of(event.player)
    if event.role is None:
        if event.reshuffled:
            cards = cards.everything(DISCARDS, to=DECK).shuffled(DECK)
        return cards.top(DECK, 1, to=hand)
    place = pile_at(event.war, event.role, place=event.place)
    pile = before.war(event.war).laid(event.role, event.place)
    return cards.these(_unseen(cards, place, pile=pile), place, to=hand)


@_moved.register
def _(event: animal_actions.CardDestroyed, cards: DealtCards, *, before: State) -> DealtCards:
    place = pile_at(event.war, event.role, place=event.place)
    pile = before.war(event.war).laid(event.role, event.place)
    lost = cards.at(place)[:1] if event.card else _unseen(cards, place, pile=pile)
    return cards.these(lost, place, to=GONE)


@_moved.register
def _(event: animal_actions.PilesSwapped, cards: DealtCards, *, before: State) -> DealtCards:
    del before
    one, other = (pile_at(event.war, event.role, place=at) for at in (event.first, event.second))
    return cards.swapped(one, other)


@_moved.register
def _(event: roosters.PileGivenAway, cards: DealtCards, *, before: State) -> DealtCards:
    war = before.war(event.war)
    to = before.speaker(war.party(event.role.other)).name
    return cards.everything(pile_at(war.id, event.role, place=event.place), to=hand_of(to))


@_moved.register
def _(event: SpoilTaken, cards: DealtCards, *, before: State) -> DealtCards:
    place, taken = next_spoil(cards, before.war(event.war))
    return cards.these(taken, place, to=hand_of(event.player) if event.player else DISCARDS)


@_moved.register
def _(event: WarOver, cards: DealtCards, *, before: State) -> DealtCards:
    for at, pile in before.war(event.war).piles():
        cards = cards.everything(pile_at(at.war, at.role, place=at.place), to=hand_of(pile.owner))
    return cards


@_moved.register
def _(event: WarPileGrew, cards: DealtCards, *, before: State) -> DealtCards:
    del before
    return cards.top(hand_of(event.player), 1, to=WAR_PILE)


def _unseen(cards: DealtCards, place: str, *, pile: Pile) -> tuple[str, ...]:
    """The first card of a pile that does not lie open."""
    first = 1 if pile.face else 0
    return cards.at(place)[first : first + 1]


def next_spoil(cards: DealtCards, war: War) -> tuple[str, tuple[str, ...]]:
    """The card that is taken next of the spoils, and from where."""
    take = war.takes[0]
    place = pile_at(war.id, take.role.other, place=take.place)
    pile = war.laid(take.role.other, take.place)
    is_open = take.rolled or pile.size == 1
    return place, cards.at(place)[:1] if is_open else _unseen(cards, place, pile=pile)
