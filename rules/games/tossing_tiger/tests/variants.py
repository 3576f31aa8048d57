"""The variants that random games are played in, each with its players."""

from collections.abc import Iterable, Iterator
from itertools import product
from types import MappingProxyType
from typing import Any, Final

from rules.games.tossing_tiger.tests.samples import SAMPLES, sample, seats
from rules.referee.toolkit.game import Seat
from rules.testing.driver import Sample

ALONE: Final = ("more_animals", "dawndojo", "simulwars", "highscore", "decline_once")
"""All that go together where everybody plays alone."""
TOGETHER: Final = ("more_animals", "dawndojo", "fight_together", "decline_once")
"""And in teams."""


def combinations() -> Iterator[frozenset[str]]:
    """Whatever may be switched on together, and nothing at all; teams refuse two of the others."""
    for way in (ALONE, TOGETHER):
        for chosen in product((False, True), repeat=len(way)):
            found = frozenset(name for name, is_on in zip(way, chosen, strict=True) if is_on)
            if way is ALONE or "fight_together" in found:
                yield found


def with_all(name: str, chosen: Iterable[str], *, sitting: tuple[Seat, ...]) -> Sample:
    """A game with these switched on."""
    options: dict[str, Any] = dict.fromkeys(chosen, True)
    return sample(name, sitting=sitting, **options)


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
        "all but teams": with_all("all but teams", ALONE, sitting=seats(5)),
        "all with teams": with_all("all with teams", TOGETHER, sitting=seats(5, teams=2)),
        **{each.name: each for each in SAMPLES},
    }
)
"""By name: each variant alone, then the samples, which put several of them together."""
LONGEST: Final = 4_000
"""Commands within which every random game has to come to its end."""


def variant(name: str) -> Sample:
    return VARIANTS[name]
