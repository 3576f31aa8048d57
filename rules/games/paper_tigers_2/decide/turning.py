"""Knows how cards are dealt and put in order where this edition differs (PT2-B5, C2, C5, C19)."""

from rules.games.paper_tigers.decide.initiative import in_order, rank, suits_decide
from rules.games.paper_tigers.decide.turns import in_turns
from rules.games.paper_tigers.state import State
from rules.games.paper_tigers.vocabulary import Turned
from rules.games.paper_tigers_2.battle_options import FOG_OF_WAR
from rules.referee.toolkit.cards import card_from

TWO = 2
"""The height of a two is 0; as a number it is 2."""


def shuffler(state: State) -> str:
    """PT2-B5: the Defender, or in the fog of war whoever rolled lower (PT2-S3)."""
    return state.defender


def deal_order(state: State) -> tuple[str, ...]:
    """PT2-C2: in turn, or the higher roller all at once, where that is agreed (AMB2-04)."""
    if state.options.choice("deal_mode") == "alternate":
        return in_turns(state)
    names = [force.name for force in state.forces]

    def first(name: str) -> tuple[int, bool, int]:
        attacks = state.force(name).side == state.attacker
        return (-state.counts[name], not attacks, names.index(name))

    return tuple(name for name in sorted(names, key=first) for _ in range(state.counts[name]))


def first_side(state: State) -> str:
    """PT2-C5: the Attacker lays first; in the fog of war the higher card roller (PT2-S3)."""
    if state.options.choice("scenario") != FOG_OF_WAR:
        if state.options.choice("assign_first") == "attacker" or not state.counts:
            return state.attacker
    elif not state.counts:
        return state.attacker
    best = min(
        state.forces,
        key=lambda force: (-state.counts.get(force.name, 0), force.side != state.attacker),
    )
    return best.side


def queue_in_order(state: State) -> tuple[Turned, ...]:
    """PT2-C14: by each card; PT2-C19: by the sum of a unit's open cards, where that is agreed."""
    if state.options.choice("two_card_initiative") == "per_card":
        return in_order(state.queue, suits_count=suits_decide(state))

    def key(turned: Turned) -> tuple[object, ...]:
        own = [card_from(each.card) for each in state.queue if each.unit == turned.unit]
        best = min(own, key=rank)
        total = sum(card.height + TWO for card in own)
        return (-total, rank(best), turned.unit, rank(card_from(turned.card)))

    return tuple(sorted(state.queue, key=key))
