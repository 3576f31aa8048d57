"""Knows how a command becomes events or a refusal; every command, in any state."""

from rules.games.paper_tigers.decide import (
    amending,
    answering,
    declaring,
    deploying,
    laying,
    placing_terrain,
    repairing,
    slips,
    standing_up,
)
from rules.games.paper_tigers.decide.dispatch import handle
from rules.games.paper_tigers.decide.draft import Draft
from rules.games.paper_tigers.decide.progress import progress
from rules.games.paper_tigers.state import State
from rules.referee.toolkit.game import Command, Decision
from rules.table.snapshot import Snapshot

__all__ = ["decide"]

_HANDLERS = (
    amending, answering, declaring, deploying, laying, placing_terrain, repairing, slips,
    standing_up,
)  # fmt: skip
"""Imported for what they register."""


def decide(state: State, command: Command, snapshot: Snapshot) -> Decision:
    """What a command brings: all that happens until the referee waits for somebody again."""
    return Draft(state, command=command, snapshot=snapshot).decided(_ruled)


def _ruled(draft: Draft) -> None:
    state, author = draft.state, draft.command.author
    if state.outcome is not None:
        draft.refuse("PT1-G4", f"The battle is over: {state.outcome.says}")
    if author not in {force.seat for force in state.forces}:
        draft.refuse("PT1-I2", f"{author} has no seat in this battle.")
    handle(draft.command.body, draft)
    progress(draft)
