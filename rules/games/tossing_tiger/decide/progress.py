"""Knows what happens by itself: the game goes on until the umpire waits for somebody."""

from collections.abc import Callable
from types import MappingProxyType
from typing import Final

from rules.games.tossing_tiger.decide import (
    battles,
    ending,
    opening,
    setting_up,
    spoils,
    war_rules,
)
from rules.games.tossing_tiger.decide.draft import Draft
from rules.games.tossing_tiger.state import War
from rules.games.tossing_tiger.vocabulary import Phase, Stage

STAGES: Final = MappingProxyType[Stage, Callable[[Draft, War], None]](
    {
        Stage.NUMBER: opening.ask_number,
        Stage.DAWNCARD: opening.ask_dawncard,
        Stage.BUILD: opening.build,
        Stage.LAYOUT: opening.ask_rows,
        Stage.WAR_RULE: opening.open_rule,
        Stage.BATTLE: battles.fight,
        Stage.CLOSING: war_rules.close,
        Stage.SPOILS: spoils.share,
        Stage.PENALTY: spoils.penalise,
    }
)
"""What each part of a war does on its own: it asks somebody, or lets something have happened."""


def progress(draft: Draft) -> None:
    """Let happen whatever nobody needs to be asked for."""
    while draft.state.outcome is None and _went_on(draft):
        pass


def _went_on(draft: Draft) -> bool:
    """Whether anything has happened."""
    before = len(draft.events)
    match draft.state.phase:
        case Phase.SETUP:
            setting_up.begin(draft)
        case Phase.PAIRING:
            if not _ended_at_once(draft):
                setting_up.pair(draft)
        case Phase.WAR:
            _wars(draft)
        case Phase.SCAN:
            ending.conclude(draft)
    return len(draft.events) > before


def _wars(draft: Draft) -> None:
    """TT-SIM-03: every war that waits for nobody goes on; after the last comes the next round."""
    state = draft.state
    if _ended_at_once(draft):
        return
    if not state.going:
        if ending.is_over(state):
            ending.conclude(draft)
        else:
            setting_up.next_round(draft)
        return
    for war in state.going:
        if not any(ask.war == war.id for ask in state.asks):
            STAGES[war.stage](draft, war)
            return


def _ended_at_once(draft: Draft) -> bool:
    """TT-AMB-01, TT-AMB-23, and hands that were amended: no waiting for the end of the round."""
    state = draft.state
    options = state.options
    fresh = len(state.going) == len(state.wars)
    named = state.going or state.phase is Phase.PAIRING
    between = fresh and named and all(war.stage is Stage.NUMBER for war in state.going)
    over = len(state.going) < len(state.wars) and options.choice("sim_end") == "at_once"
    if not (between or over or options.choice("end_check") == "any_moment"):
        return False
    if not ending.is_over(state):
        return False
    for war in state.going:
        spoils.give_back(draft, war)
    ending.conclude(draft)
    return True
