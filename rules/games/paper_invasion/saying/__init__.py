"""Knows how the umpire tells each event at the table, from the event alone."""

from rules.games.paper_invasion.saying import action, happening, setup, turn
from rules.games.paper_invasion.saying.dispatch import say

__all__ = ["say"]

_HANDLERS = (action, happening, setup, turn)
"""Imported for what they register."""
