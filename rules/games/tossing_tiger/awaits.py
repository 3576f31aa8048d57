"""Knows what the game waits for, and from whom, in a sentence."""

from rules.games.tossing_tiger.state import State
from rules.games.tossing_tiger.vocabulary import Phase
from rules.referee.toolkit.phrases import ended, listed

UMPIRE = "The umpire goes on by itself."


def awaits(state: State) -> str:
    """What is waited for now."""
    if state.outcome is not None:
        return ended(state.outcome.says)
    if state.phase is Phase.SETUP:
        waiting = [player.name for player in state.players if player.edge is None]
        return f"{listed(waiting)}: sit down, take six cards, and say so."
    if state.asks:
        return " ".join(dict.fromkeys(_said(ask.player, ask.says) for ask in state.asks))
    return UMPIRE


def _said(player: str, says: str) -> str:
    return ended(says) if says.startswith(f"{player}:") else f"{player}: {ended(says)}"
