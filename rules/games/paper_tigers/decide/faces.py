"""Knows which faces a card lying face down can still have."""

from rules.games.paper_tigers.state import State
from rules.referee.toolkit.cards import PACK_NAMES


def unseen(state: State, pack: str) -> tuple[str, ...]:
    """Those that nobody has seen since the pack was last made whole (PT1-A2)."""
    forces = [force.name for force in state.forces if force.pack == pack]
    seen = {
        *state.packs[pack].discards,
        *(card for name in forces for card in state.hands[name].open),
        *(turned.card for turned in state.queue if turned.force in forces),
        *(
            slot.card
            for unit in state.units.values()
            if unit.force in forces
            for slot in (*unit.cards, *((unit.repair,) if unit.repair else ()))
        ),
    }
    if state.playing is not None and state.playing.turned.force in forces:
        seen.add(state.playing.turned.card)
    return tuple(name for name in PACK_NAMES if name not in seen)
