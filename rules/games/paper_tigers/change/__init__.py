"""Knows what each event changes; nothing here judges anything."""

from rules.games.paper_tigers.change import action, ending, setup, turn
from rules.games.paper_tigers.change.dispatch import change, closing
from rules.games.paper_tigers.state import State

__all__ = ["evolve"]

_HANDLERS = (action, ending, setup, turn)
"""Imported for what they register."""


def evolve(state: State, event: object) -> State:
    """The state after an event; an ask that it answers is closed."""
    return change(event, closing(state, event))
