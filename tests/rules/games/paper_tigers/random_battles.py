"""Knows how battles of Paper Tigers are played at random."""

from dataclasses import replace

from rules.games.paper_tigers import GAME
from rules.games.paper_tigers.state import State
from rules.games.paper_tigers.test_samples import SAMPLES
from tests.rules.games.driver import Played, Sample
from tests.rules.games.paper_tigers.invariants import faults, step_faults
from tests.rules.games.random_play import RandomPlay, Tally


def to_the_end(sample: Sample) -> Sample:
    """The same players, who never give up."""
    return replace(sample, weights={**sample.weights, "concede": 0.0})


PLAY: RandomPlay[State] = RandomPlay(
    game=GAME, samples=SAMPLES, faults=faults, step_faults=step_faults, to_the_end=to_the_end
)


def count(tally: Tally, played: Played) -> None:
    """Add a battle to those on its table."""
    state: State = played.state
    assert state.outcome is not None
    tally.count(played, winner=state.outcome.winner, span=state.turn)
