"""Plays battles of Paper Tigers at random."""

from rules.games.paper_tigers import GAME
from rules.games.paper_tigers.state import State
from rules.games.paper_tigers.tests.invariants import faults, step_faults
from rules.games.paper_tigers.tests.samples import SAMPLES
from rules.testing.random_play import RandomPlay


def ending(state: State) -> tuple[str, int]:
    """Who has won, and how many turns it took."""
    assert state.outcome is not None
    return state.outcome.winner, state.turn


PLAY: RandomPlay[State] = RandomPlay(
    game=GAME,
    samples=SAMPLES,
    faults=faults,
    step_faults=step_faults,
    ending=ending,
)
