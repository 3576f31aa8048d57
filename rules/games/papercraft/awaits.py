"""Knows what the battle waits for, and from whom, in a sentence."""

from rules.games.papercraft.decide.deploying import placing_player
from rules.games.papercraft.decide.ordering import choosing_edge
from rules.games.papercraft.state import State
from rules.games.papercraft.vocabulary import Phase
from rules.referee.toolkit.phrases import ended, listed

UMPIRE = "The umpire goes on by itself."


def awaits(state: State) -> str:
    """What is waited for now; open asks come before everything else."""
    if state.outcome is not None:
        return ended(state.outcome.says)
    if state.asks:
        return " ".join(f"{ask.player}: {ended(ask.says)}" for ask in state.asks)
    match state.phase:
        case Phase.MUSTER:
            waiting = [each.name for each in state.players if each.name not in state.ready]
            return f"{listed(waiting)}: look at armies and table, and say that you are ready."
        case Phase.EDGES if name := choosing_edge(state):
            return f"{name}: choose your edge of the table."
        case Phase.DEPLOY if name := placing_player(state):
            return f"{name}: place a unit within 10 in of the {state.edges.get(name, '')} edge."
        case Phase.MOVE:
            return f"{state.active}: move your units, then end the movement."
        case Phase.ATTACK:
            return f"{state.active}: attack, then end the turn."
    return UMPIRE
