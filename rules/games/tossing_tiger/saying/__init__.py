"""Knows how every event is told to players; each part registers the events that it tells."""

from rules.games.tossing_tiger.saying import battle, ending, setup
from rules.games.tossing_tiger.saying.dispatch import say

__all__ = ["say"]

_TELLERS = (battle, ending, setup)
