"""Knows what happens by itself: the battle goes on until the referee waits for somebody."""

from collections.abc import Callable
from types import MappingProxyType
from typing import Final

from rules.games.papercraft.decide import deploying, ordering, turns
from rules.games.papercraft.decide.draft import Draft
from rules.games.papercraft.decide.ending import end_if_over
from rules.games.papercraft.decide.steps import take_step
from rules.games.papercraft.vocabulary import Phase

ADVANCES: Final[MappingProxyType[Phase, Callable[[Draft], bool]]] = MappingProxyType(
    {
        Phase.ORDER: ordering.roll_order,
        Phase.EDGES: ordering.take_edges,
        Phase.DEPLOY: deploying.next_placer,
        Phase.TURN_START: turns.open_movement,
        Phase.MOVE: turns.leave_turn,
        Phase.ATTACK: turns.leave_turn,
        Phase.TURN_END: turns.go_on,
    }
)
"""What each phase does on its own; a function says whether anything has happened."""
FOUGHT: Final = frozenset({Phase.TURN_START, Phase.MOVE, Phase.ATTACK, Phase.TURN_END})


def progress(draft: Draft) -> None:
    """Let happen whatever nobody needs to be asked for."""
    while draft.state.outcome is None and not draft.state.asks:
        if draft.state.steps:
            take_step(draft)
            continue
        if draft.state.phase in FOUGHT and end_if_over(draft):
            return
        advance = ADVANCES.get(draft.state.phase)
        if advance is None or not advance(draft):
            return
