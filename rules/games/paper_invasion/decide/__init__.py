"""Knows how a command becomes events or a refusal; every command, in any state."""

from rules.games.paper_invasion.decide import (
    acting,
    answering,
    boarding,
    by_hand,
    items,
    naming,
    placing,
    turns,
)
from rules.games.paper_invasion.decide.dispatch import handle
from rules.games.paper_invasion.decide.draft import Draft
from rules.games.paper_invasion.decide.progress import progress
from rules.games.paper_invasion.state import State
from rules.referee.toolkit.game import Command, Decision
from rules.table.snapshot import Snapshot

__all__ = ["decide"]

_HANDLERS = (acting, answering, boarding, by_hand, items, naming, placing, turns)
"""Imported for what they register."""


def decide(state: State, command: Command, snapshot: Snapshot) -> Decision:
    """What a command brings: all that happens until the referee waits for somebody again."""
    return Draft(state, command=command, snapshot=snapshot).decided(_ruled)


def _ruled(draft: Draft) -> None:
    state, author = draft.state, draft.command.author
    if state.outcome is not None:
        draft.refuse(state.outcome.clause, f"The game is over: {state.outcome.says}")
    if author not in {seat.name for seat in state.seats}:
        draft.refuse("PI-OBJ-01", f"{author} has no seat in this game.")
    handle(draft.command.body, draft)
    progress(draft)
