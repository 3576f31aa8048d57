"""Knows how the umpire tells each event at the table, from the event alone."""

from rules.games.paper_tigers.saying import action, ending, setup, turn
from rules.games.paper_tigers.saying.dispatch import say

__all__ = ["say"]

_HANDLERS = (action, ending, setup, turn)
"""Imported for what they register."""
