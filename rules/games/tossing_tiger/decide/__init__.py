"""Knows how a command becomes events or a refusal; every command, in any state."""

from rules.games.tossing_tiger.decide import (
    amending,
    answering,
    battles,
    ending,
    opening,
    setting_up,
    war_rules,
)
from rules.games.tossing_tiger.decide.dispatch import handle
from rules.games.tossing_tiger.decide.draft import Draft
from rules.games.tossing_tiger.decide.progress import progress
from rules.games.tossing_tiger.state import State
from rules.referee.toolkit.game import Command, Decision
from rules.table.snapshot import Snapshot

__all__ = ["decide"]

_HANDLERS = (amending, answering, battles, ending, opening, setting_up, war_rules)
"""Imported for what they register."""


def decide(state: State, command: Command, snapshot: Snapshot) -> Decision:
    """What a command brings: all that happens until the umpire waits for somebody again."""
    return Draft(state, command=command, snapshot=snapshot).decided(_ruled)


def _ruled(draft: Draft) -> None:
    state, author = draft.state, draft.command.author
    if state.outcome is not None:
        draft.refuse("TT-END-01", f"The game is over: {state.outcome.says}")
    if author not in {player.seat for player in state.players}:
        draft.refuse("TT-SET-01", f"{author} has no seat in this game.")
    handle(draft.command.body, draft)
    progress(draft)
