"""Knows how it is told what a war brought, and how a game ended."""

from rules.games.tossing_tiger.events import ending as happened
from rules.games.tossing_tiger.saying.dispatch import say
from rules.games.tossing_tiger.saying.phrases import won
from rules.games.tossing_tiger.vocabulary import Count
from rules.referee.toolkit.phrases import capital, counted, ended, listed


@say.register
def _war_decided(event: happened.WarDecided) -> str:
    each = "; ".join(
        f"battle {place}: {won(result)}" for place, result in enumerate(event.results, start=1)
    )
    score = f"{event.attacker_won} to {event.defender_won}"
    if not event.winners:
        return f"{capital(each)}. That is {score}: nobody is the overall winner."
    who = "both are overall winners"
    if len(event.winners) == 1:
        who = f"the {event.winners[0]} is the overall winner"
    bonus = f"with a bonus of {counted(event.bonus, 'pile')}" if event.bonus else "without a bonus"
    return f"{capital(each)}. That is {score}: {who}, {bonus}."


@say.register
def _war_stopped(event: happened.WarStopped) -> str:
    winner = f", and the {event.winner} wins it" if event.winner is not None else ""
    return f"The war ends early: {event.why}{winner}."


@say.register
def _bonus_taken(event: happened.BonusTaken) -> str:
    return f"The {event.role} takes the entire opposing pile of battle {event.place}."


@say.register
def _spoil_picked(event: happened.SpoilPicked) -> str:
    which = "the rolled card" if event.rolled else "an unseen card"
    return f"The {event.role} takes {which} of the opposing pile of battle {event.place}."


@say.register
def _spoil_taken(event: happened.SpoilTaken) -> str:
    if not event.player:
        return f"The {event.role} discards a card from battle {event.place}."
    return f"A card from battle {event.place} goes to the hand of {event.player}."


@say.register
def _war_pile_grew(event: happened.WarPileGrew) -> str:
    return f"{event.player} puts a card on the war pile, which has {event.count} now."


@say.register
def _war_over(event: happened.WarOver) -> str:
    return f"All piles go back to their owners: {_counts(event.hands)}."


def _counts(found: tuple[Count, ...]) -> str:
    return ", ".join(f"{each.name} {each.count}" for each in found) or "nobody has any"


@say.register
def _hand_shown(event: happened.HandShown) -> str:
    return f"{event.player} shows {counted(len(event.cards), 'card')}, worth {event.points}."


@say.register
def _amended(event: happened.Amended) -> str:
    return f"Agreed: {event.player} has {counted(event.hand, 'card')} in hand."


def said_end(event: happened.GameEnded) -> str:
    """Who has won, and how."""
    left = f" Cards: {_counts(event.totals)}." if event.totals else ""
    if not event.winners:
        return f"Nobody wins: {ended(event.how)}{left}"
    verb = "wins" if len(event.winners) == 1 else "share the win"
    return f"{capital(listed(event.winners))} {verb}, {ended(event.how)}{left}"


@say.register
def _game_ended(event: happened.GameEnded) -> str:
    return said_end(event)
