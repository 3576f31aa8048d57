"""Knows what each event changes; nothing here judges anything."""

from rules.games.papercraft.change import ability, attack, ending, setup, turn
from rules.games.papercraft.change.dispatch import change, closing
from rules.games.papercraft.state import State

__all__ = ["evolve"]

_HANDLERS = (ability, attack, ending, setup, turn)
"""Imported for what they register."""


def evolve(state: State, event: object) -> State:
    """The state after an event; an ask that it answers is closed."""
    return change(event, closing(state, event))
