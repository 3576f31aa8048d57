"""Knows what happens by itself: the game goes on until the referee waits for somebody."""

from types import MappingProxyType
from typing import Final

from rules.games.paper_invasion.decide.draft import Draft
from rules.games.paper_invasion.decide.enemy_script import script_step
from rules.games.paper_invasion.decide.happening import happen
from rules.games.paper_invasion.decide.placing import deal
from rules.games.paper_invasion.decide.turns import end_if_over, first_turn, next_turn
from rules.games.paper_invasion.vocabulary import Phase

WHY: Final = MappingProxyType(
    {
        "PI-EVT-01": "few Enemies are left",
        "PI-EVT-02": "the Enemies were stuck in their turn",
    }
)
"""What brought the event."""


def progress(draft: Draft) -> None:
    """Let happen whatever nobody needs to be asked for."""
    while not end_if_over(draft):
        state = draft.state
        if state.ask is not None:
            return
        if state.due:
            happen(draft, why=WHY[state.due], clause=state.due)
        elif state.phase is Phase.ENEMIES and state.automatic:
            deal(draft)
        elif state.phase is Phase.MARKERS and state.vault_room and state.event_room:
            first_turn(draft)
        elif state.ending:
            next_turn(draft)
        elif state.phase is Phase.ENEMY_TURN and state.automatic:
            script_step(draft)
        else:
            return
