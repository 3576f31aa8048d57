"""Knows how the umpire tells each event at the table, from the event alone."""

from rules.games.papercraft.saying import ability, attack, ending, setup, turn
from rules.games.papercraft.saying.dispatch import say

__all__ = ["say"]

_HANDLERS = (ability, attack, ending, setup, turn)
"""Imported for what they register."""
