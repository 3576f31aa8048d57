"""Knows what happens by itself: the battle goes on until the referee waits for somebody."""

from collections.abc import Callable
from types import MappingProxyType
from typing import Final

from rules.games.paper_tigers.decide import (
    acting,
    cards_laid,
    picking,
    repairs,
    setting_up,
    turns,
)
from rules.games.paper_tigers.decide.draft import Draft
from rules.games.paper_tigers.decide.steps import take_step
from rules.games.paper_tigers.vocabulary import Phase

ADVANCES: Final[MappingProxyType[Phase, Callable[[Draft], bool]]] = MappingProxyType(
    {
        Phase.ROLL_SIDES: setting_up.roll_sides,
        Phase.DEPLOY_FIRST: setting_up.roll_column,
        Phase.DEPLOY_SECOND: setting_up.roll_column,
        Phase.ARRIVALS: turns.look_for_arrivals,
        Phase.ROLL_CARDS: turns.roll_cards,
        Phase.ASSIGN: cards_laid.look_who_lays,
        Phase.PICK: picking.turn_cards_up,
        Phase.ACT: acting.play_next,
        Phase.REPAIR: repairs.look_who_repairs,
        Phase.REPAIR_ROLLS: repairs.roll_repairs,
        Phase.CLEAN_UP: repairs.clean_up,
    }
)
"""What each phase does on its own; a function says whether anything has happened."""


def progress(draft: Draft) -> None:
    """Let happen whatever nobody needs to be asked for."""
    while draft.state.outcome is None and not draft.state.asks:
        if draft.state.steps:
            take_step(draft)
            continue
        first = draft.state.stages.rulings.advances.get(draft.state.phase)
        done = first(draft) if first is not None else False
        if done:
            continue
        if done is None:
            return
        advance = ADVANCES.get(draft.state.phase)
        if advance is None or not advance(draft):
            return
