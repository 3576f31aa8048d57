"""Games of Paper Invasion come to an end, whoever plays them and whatever is agreed."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from rules.games.paper_invasion.tests.random_games import PLAY, faults, step_faults
from rules.games.paper_invasion.tests.samples import SAMPLES
from rules.games.paper_invasion.tests.table_play import position
from rules.games.paper_invasion.vocabulary import Form, Phase
from rules.testing.random_play import PARTS


@pytest.mark.soak
@pytest.mark.parametrize("part", range(PARTS))
def test_random_games_come_to_an_end_and_never_to_an_impossible_state(
    part: int,
    *,
    rng_seed: int,
    soak_count: Callable[[int, int], int],
    record_property: Callable[[str, object], None],
) -> None:
    games = range(part, PARTS * soak_count(1, 1_000 // PARTS), PARTS)
    for line in PLAY.soak(games, seed=rng_seed):
        record_property("soak", line)


def test_the_same_seed_plays_the_same_game() -> None:
    first, second = (PLAY.battle(SAMPLES[0], seed="twice")[0] for _ in range(2))
    assert first.events == second.events


def test_an_impossible_state_is_noticed() -> None:
    game = position(heroes={"a": 2})
    state, table = game.state, game.snapshot.table
    assert list(faults(state, table=table)) == []
    spoilt = (
        replace(state, phase=Phase.OVER),
        replace(state, active="H9"),
        replace(state, heroes_skip=-1),
        state.with_token(replace(state.tokens["H1"], place="x")),
        state.with_token(replace(state.tokens["H1"], form=Form.HOLDING)),
        state.with_token(replace(state.tokens["O1"], attached="")),
    )
    assert all(list(faults(each, table=table)) for each in spoilt)
    assert list(step_faults(state, [], after=replace(state, turn=1)))
    assert list(step_faults(state.without("O1"), [], after=state))
