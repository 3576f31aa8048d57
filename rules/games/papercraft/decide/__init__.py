"""Knows how a command becomes events or a refusal; every command, in any state."""

from rules.games.papercraft.decide import (
    abilities_used,
    amending,
    answering,
    attacking,
    deploying,
    ending,
    moving,
    mustering,
    ordering,
    putting,
    sheltering,
    turns,
)
from rules.games.papercraft.decide.dispatch import handle
from rules.games.papercraft.decide.draft import Draft
from rules.games.papercraft.decide.progress import progress
from rules.games.papercraft.state import State
from rules.referee.toolkit.game import Command, Decision
from rules.table.snapshot import Snapshot

__all__ = ["decide"]

_HANDLERS = (
    abilities_used, amending, answering, attacking, deploying, ending, moving, mustering, ordering,
    putting, sheltering, turns,
)  # fmt: skip
"""Imported for what they register."""


def decide(state: State, command: Command, snapshot: Snapshot) -> Decision:
    """What a command brings: all that happens until the referee waits for somebody again."""
    return Draft(state, command=command, snapshot=snapshot).decided(_ruled)


def _ruled(draft: Draft) -> None:
    state, author = draft.state, draft.command.author
    if state.outcome is not None:
        draft.refuse("PC-TRN-07", f"The battle is over: {state.outcome.says}")
    if author not in {player.seat for player in state.players}:
        draft.refuse("PC-OBJ-09", f"{author} has no seat in this battle.")
    handle(draft.command.body, draft)
    progress(draft)
