"""Tells which rolls a command would ask of whoever gives it, where it turns nothing up."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields, is_dataclass, replace

from rules.referee.court.usual_facts import facts_for
from rules.referee.facts.battle import Facts
from rules.referee.facts.cards import ShownCard
from rules.referee.log.battle import Battle
from rules.referee.odds.chances import asks_of
from rules.referee.toolkit.game import Event
from rules.referee.toolkit.questions import DiceQuestion


def rolls_next(battle: Battle, events: Iterable[Event], *, seat: str) -> tuple[str, ...]:
    """What the seat would roll, and what which result brings; nothing of a command by which a
    card is turned up, drawn or laid, or a unit shown: nobody learns of those by trying.
    """
    state = battle.state
    for event in events:
        state = battle.game.evolve(state, event.body)
    before = facts_for(battle, seat=seat)
    if _lying_open(before) != _lying_open(facts_for(replace(battle, state=state), seat=seat)):
        return ()
    return tuple(
        ask.question.dice.need
        for ask in asks_of(battle.game, state)
        if ask.seat == seat and isinstance(ask.question, DiceQuestion)
    )


def _lying_open(facts: Facts) -> tuple[Counter[str], list[object]]:
    """The faces that a seat sees, the cards that lie anywhere, and who is on the table."""
    return (
        Counter(card.name for card in _cards(facts)),
        [
            [(hand.owner, hand.down) for side in facts.sides for hand in side.hands],
            [(pile.name, pile.count) for pile in facts.piles],
            [(unit.id, unit.stage, unit.cards_down, unit.pieces) for unit in facts.units],
        ],
    )


def _cards(told: object) -> Iterator[ShownCard]:
    """Every open card in what is told, however deep."""
    if isinstance(told, ShownCard):
        yield told
    elif isinstance(told, Sequence) and not isinstance(told, str):
        for each in told:
            yield from _cards(each)
    elif is_dataclass(told):
        for each in fields(told):
            yield from _cards(getattr(told, each.name))
