"""Knows what each event changes; nothing here judges anything."""

from rules.games.tossing_tiger.change import battle, ending, setup
from rules.games.tossing_tiger.change.dispatch import change, closing
from rules.games.tossing_tiger.state import State

__all__ = ["evolve"]

_HANDLERS = (battle, ending, setup)
"""Imported for what they register."""


def evolve(state: State, event: object) -> State:
    """The state after an event; an ask that it answers is closed."""
    return change(event, closing(state, event))
