"""Holds a game, wherever it is installed, to all that a game owes the referee, in one call."""

import random
from importlib import import_module
from pathlib import Path
from typing import Final

from rules.referee.toolkit.game import Game
from rules.registry import game_at
from rules.testing.agreements import hold_to_agreements
from rules.testing.conformance import Watcher, clauses_are_sane, names_are_sane, untested
from rules.testing.driver import play_sample, samples_at

STEPS: Final = 400
"""Commands after which a random game is broken off."""
MIDST: Final = 60
"""Commands after which no more is tried of what players may change together."""


def hold_to_promises(folder: str, *, seed: object = 1, games: int = 1, steps: int = STEPS) -> int:
    """Check the game in a package by its dotted name, and play so many random games a sample.

    Gives the number of commands that were held to the promises; an AssertionError or LookupError
    says what the game falls short of, and what to write.
    """
    game = game_at(folder)
    names_are_sane(game)
    clauses_are_sane(game.clauses)
    _every_clause_is_tested(game, folder)
    tried = 0
    for sample in samples_at(folder):
        for number in range(games):
            rng = random.Random(f"{seed} {game.slug} {sample.name} {number}")
            watcher = Watcher(game, sample, rng=rng)
            played = play_sample(game, sample, rng=rng, steps=steps, watch=watcher.watch)
            watcher.finish(played)
            assert played.events, f"{sample.name}: expected something to happen, got nothing"
            tried += watcher.tried
            tried += hold_to_agreements(game, sample, rng=rng, steps=min(steps, MIDST))
    return tried


def _every_clause_is_tested(game: Game, folder: str) -> None:
    places = [Path(each) for each in import_module(folder).__path__]
    missing = untested(game.clauses, places)
    if missing:
        name = missing[0].lower().replace("-", "_")
        raise AssertionError(
            f"{folder}/tests: expected a test for each clause that is done, named after it, as "
            f"test_{name}_...; got none for {', '.join(missing)}"
        )
