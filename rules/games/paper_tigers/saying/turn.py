"""Knows how the events of cards and turns are told."""

from collections import Counter
from types import MappingProxyType
from typing import Final

from rules.games.paper_tigers.events import turn as happened
from rules.games.paper_tigers.saying.dispatch import say
from rules.games.paper_tigers.saying.phrases import needed, the_card
from rules.referee.toolkit.dice import faces
from rules.referee.toolkit.phrases import capital, counted, listed, verb

INTENTS: Final = MappingProxyType(
    {"fire": "will fire with", "move": "will move with", "decline": "will not use"}
)


@say.register
def _turn_began(event: happened.TurnBegan) -> str:
    duty = f"; {event.shuffler} is on duty to shuffle" if event.shuffler else ""
    return f"Turn {event.turn} begins{duty}."


@say.register
def _shuffled(event: happened.Shuffled) -> str:
    by = event.by or "The umpire"
    if event.fresh:
        return f"{by} has shuffled the discards back in: run {event.run} of the deck begins."
    return f"{by} has shuffled the draw pile."


@say.register
def _arrived(event: happened.Arrived) -> str:
    if not event.spots:
        return f"No unit of {event.force} comes onto the table."
    names = [each.unit for each in event.spots]
    return f"{listed(names)} of {event.force} {verb(names, 'come')} onto the table."


@say.register
def _cards_rolled(event: happened.CardsRolled) -> str:
    small = ", the higher die alone" if event.count < sum(event.dice) else ""
    cards = counted(event.count, "card")
    return f"{event.force} rolls {faces(event.dice)} and gets {cards}{small}."


@say.register
def _dealt(event: happened.Dealt) -> str:
    told = [f"{_deal(event.order)}."]
    told += [
        f"The draw pile was {counted(each.count, 'card')} short for {each.name}."
        for each in event.short
    ]
    if event.reshuffled:
        told.append("On the way the discards were shuffled back in.")
    return " ".join(told)


def _deal(order: tuple[str, ...]) -> str:
    """Who got how many, and in which order, in short.

    >>> _deal(("Red", "Blue", "Red", "Red"))
    'Red 3, Blue 1, one by one, Red first; the last 2 go to Red'
    """
    if not order:
        return "No card is dealt"
    got = Counter(order)  # in the order in which they were first served
    counts = ", ".join(f"{name} {count}" for name, count in got.items())
    if len(got) == 1:
        return counts
    last = order[-1]
    tail = next(k for k, name in enumerate(reversed(order)) if name != last)
    rest = f"; the last {tail} go to {last}" if tail > 1 else ""
    return f"{counts}, one by one, {order[0]} first{rest}"


@say.register
def _assigned(event: happened.Assigned) -> str:
    return f"{event.force} lays {the_card(event.card)} on {event.unit}."


@say.register
def _passed(event: happened.Passed) -> str:
    return f"{event.force} lays no more cards."


@say.register
def _picked(event: happened.Picked) -> str:
    # Who it is stays secret until the cards are turned up, but where the rules pick.
    return f"{event.unit} needs no pick." if event.by_rule else f"{event.force} has picked."


@say.register
def _turned_up(event: happened.TurnedUp) -> str:
    if not event.faces:
        return f"{event.unit} turns up no card."
    return f"{event.unit} turns up {listed(map(the_card, event.faces))}."


@say.register
def _intent_chosen(event: happened.IntentChosen) -> str:
    will = INTENTS.get(event.intent, f"will {event.intent.replace('_', ' ')} with")
    return f"{event.unit} {will} {the_card(event.card)}."


@say.register
def _tie_rolled(event: happened.TieRolled) -> str:
    cards = [
        f"{the_card(card)} on {unit}" for card, unit in zip(event.cards, event.units, strict=True)
    ]
    what = f" for {listed(cards)}" if cards else ""
    return f"{event.side} has {event.total}{what}."


@say.register
def _queue_formed(event: happened.QueueFormed) -> str:
    if not event.order:
        return "No card lies open."
    order = ", then ".join(f"{each.unit} with {the_card(each.card)}" for each in event.order)
    return f"The order is {order}."


@say.register
def _card_came(event: happened.CardCame) -> str:
    return f"{capital(the_card(event.card))} comes up: {event.unit} of {event.force} acts."


@say.register
def _declined(event: happened.Declined) -> str:
    return f"{event.unit} lets {the_card(event.card)} go unused."


@say.register
def _card_played(event: happened.CardPlayed) -> str:
    return f"{event.unit} is done with {the_card(event.card)}."


@say.register
def _repair_laid(event: happened.RepairLaid) -> str:
    return f"{event.force} lays {the_card(event.card)} on {event.unit} to repair it."


@say.register
def _repair_turned(event: happened.RepairTurned) -> str:
    return f"The repair card of {event.unit} is {the_card(event.card)}."


@say.register
def _recovery_rolled(event: happened.RecoveryRolled) -> str:
    result = "is fit again" if event.recovered else "stays damaged"
    return f"{event.unit} {result}: {needed(event.total, event.difficulty)}."


@say.register
def _discarded(event: happened.Discarded) -> str:
    cards = [the_card(card) for card in event.cards]
    if event.hidden:
        cards.insert(0, counted(event.hidden, "face-down card"))
    return f"{event.force} discards {listed(cards) if cards else 'no card'}."


@say.register
def _kept(event: happened.Kept) -> str:
    if not event.cards:
        return f"{event.force} keeps no new card."
    return f"{event.force} keeps {listed(map(the_card, event.cards))}, open for all to see."


@say.register
def _turn_ended(event: happened.TurnEnded) -> str:
    return f"Turn {event.turn} is over."
