"""Knows the variants of the game that random games are played in, each with its players."""

from types import MappingProxyType
from typing import Final

from rules.games.tossing_tiger.test_samples import SAMPLES, sample, seats
from tests.rules.games.driver import Sample

VARIANTS: Final = MappingProxyType(
    {
        "base game": sample("base game", sitting=seats(3)),
        "more animals": sample("more animals", sitting=seats(2), more_animals=True),
        "dawndojo": sample("dawndojo", sitting=seats(2), dawndojo=True),
        "simulwars": sample("simulwars", sitting=seats(4), simulwars=True),
        "highscore": sample("highscore", sitting=seats(3), highscore=True, more_animals=True),
        "decline once": sample("decline once", sitting=seats(2), decline_once=True),
        "fight together": sample(
            "fight together", sitting=seats(4, teams=2), fight_together=True, more_animals=True
        ),
        **{each.name: each for each in SAMPLES},
    }
)
"""By name: each variant alone, then the samples, which put several of them together."""
LONGEST: Final = 4_000
"""Commands within which every random game has to come to its end."""


def variant(name: str) -> Sample:
    return VARIANTS[name]
