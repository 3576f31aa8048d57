"""Knows what each event changes; nothing here judges anything."""

from rules.games.paper_invasion.change import action, happening, setup, turn
from rules.games.paper_invasion.change.dispatch import change, noticing
from rules.games.paper_invasion.state import State

__all__ = ["evolve"]

_HANDLERS = (action, happening, setup, turn)
"""Imported for what they register."""


def evolve(state: State, event: object) -> State:
    """The state after an event, with what it sets off."""
    return noticing(change(event, state), before=state)
