"""Knows that games of Paper Invasion come to an end, whoever plays them and whatever is agreed."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from rules.games.paper_invasion.test_samples import SAMPLES
from rules.games.paper_invasion.vocabulary import Form, Phase
from tests.rules.games.paper_invasion.random_games import (
    Tally,
    faults,
    game_at_random,
    step_faults,
)
from tests.rules.games.paper_invasion.table_play import position


@pytest.mark.soak
def test_random_games_come_to_an_end_and_never_to_an_impossible_state(
    rng_seed: int,
    soak_count: Callable[[int, int], int],
    record_property: Callable[[str, object], None],
) -> None:
    tallies = {sample.name: Tally() for sample in SAMPLES}
    for number in range(soak_count(6, 1_000)):
        sample = SAMPLES[number % len(SAMPLES)]
        played = game_at_random(sample, seed=f"{rng_seed} {number}")
        assert not played.stuck, f"game {number}, {sample.name}: nothing to ask for"
        assert played.result is not None, f"game {number}, {sample.name}: expected an end"
        tallies[sample.name].count(played)
    for name, tally in tallies.items():
        if tally.lengths:
            record_property("soak", f"{name}: {tally.says()}")


def test_the_same_seed_plays_the_same_game() -> None:
    first, second = (game_at_random(SAMPLES[0], seed="twice") for _ in range(2))
    assert first.events == second.events


def test_an_impossible_state_is_noticed() -> None:
    state = position(heroes={"a": 2}).state
    assert list(faults(state)) == []
    spoilt = (
        replace(state, phase=Phase.OVER),
        replace(state, active="H9"),
        replace(state, heroes_skip=-1),
        state.with_token(replace(state.tokens["H1"], place="x")),
        state.with_token(replace(state.tokens["H1"], form=Form.HOLDING)),
        state.with_token(replace(state.tokens["O1"], attached="")),
    )
    assert all(list(faults(each)) for each in spoilt)
    assert list(step_faults(state, replace(state, turn=1)))
    assert list(step_faults(state.without("O1"), state))
