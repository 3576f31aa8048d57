"""Plays battles of Papercraft at random."""

from dataclasses import replace
from functools import cache

from rules.games.papercraft import GAME
from rules.games.papercraft.state import State
from rules.games.papercraft.tests.invariants import faults, step_faults
from rules.games.papercraft.tests.samples import SAMPLES
from rules.testing.driver import Sample
from rules.testing.random_play import Fought, RandomPlay, stubborn


def to_the_end(sample: Sample) -> Sample:
    """The same players, who never give up, and who let points decide after many rounds."""
    values = dict(sample.setup.options.values)
    if values["victory"] != "rounds":
        values |= {"victory": "rounds", "rounds": 12}
    options = replace(sample.setup.options, values=values)
    return stubborn(replace(sample, setup=replace(sample.setup, options=options)))


def ending(state: State) -> tuple[str, int]:
    """Who has won, and how many rounds it took."""
    assert state.outcome is not None
    return state.outcome.winner, state.round


PLAY: RandomPlay[State] = RandomPlay(
    game=GAME,
    samples=SAMPLES,
    faults=faults,
    step_faults=step_faults,
    ending=ending,
    what="rounds",
    to_the_end=to_the_end,
)


QUICK = {"two players", "two against one", "without a camera", "three armies"}


@cache
def fought() -> list[Fought[State]]:
    """A battle on every table; together they take long, so the tests share them."""
    return PLAY.on_each_table(seed="fought")


@cache
def quickly_fought() -> list[Fought[State]]:
    """The same on the tables that are played in a second or two, with one to three players."""
    return PLAY.on_each_table(seed="fought", names=QUICK)
