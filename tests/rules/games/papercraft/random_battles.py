"""Knows how battles of Papercraft are played at random."""

from dataclasses import replace

from rules.games.papercraft import GAME
from rules.games.papercraft.state import State
from rules.games.papercraft.test_samples import SAMPLES
from tests.rules.games.driver import Played, Sample
from tests.rules.games.papercraft.invariants import faults, step_faults
from tests.rules.games.random_play import RandomPlay, Tally


def to_the_end(sample: Sample) -> Sample:
    """The same players, who never give up, and who let points decide after many rounds."""
    weights = {**sample.weights, "concede": 0.0}
    values = dict(sample.setup.options.values)
    if values["victory"] != "rounds":
        values |= {"victory": "rounds", "rounds": 12}
    options = replace(sample.setup.options, values=values)
    return replace(sample, weights=weights, setup=replace(sample.setup, options=options))


PLAY: RandomPlay[State] = RandomPlay(
    game=GAME, samples=SAMPLES, faults=faults, step_faults=step_faults, to_the_end=to_the_end
)


def count(tally: Tally, played: Played) -> None:
    """Add a battle to those on its table."""
    state: State = played.state
    assert state.outcome is not None
    tally.count(played, winner=state.outcome.winner, span=state.round)
