"""The moments of recorded battles and what is offered in them, for tests of maps and tries."""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from rules.referee.court.offers import offers
from rules.referee.log.battle import Battle, applied, replayed
from rules.referee.script.adjudicating import Begun, Laid, Ruled, adjudicated
from rules.referee.toolkit.game import Game, Template
from rules.registry import game as game_called
from rules.table.snapshot import Snapshot

AGAIN = 100
"""How often a long run comes back to the same moments, for other cells."""
GAMES = Path(__file__).parents[3] / "rules/games"


@dataclass(frozen=True, slots=True, kw_only=True)
class Offered:
    """A moment of a recorded battle, and one command that is offered in it."""

    battle: Battle
    snapshot: Snapshot
    seat: str
    template: Template


@cache
def moments(slug: str) -> tuple[tuple[Battle, Snapshot], ...]:
    """Every state of a game's recorded battles with the table it was in."""
    found: list[tuple[Battle, Snapshot]] = []
    for script in sorted((GAMES / slug / "tests/golden").glob("*.script.jsonl"))[:1]:
        found += _moments_of(script, game_called(slug))
    return tuple(found)


def _moments_of(script: Path, game: Game) -> Iterator[tuple[Battle, Snapshot]]:
    battle: Battle | None = None
    snapshot: Snapshot | None = None
    told = adjudicated(
        script.read_text(encoding="utf-8").splitlines(),
        find=lambda _slug: game,
        now=lambda: "2026-11-21T19:00:00Z",
        umpire_version="test",
    )
    for answer in told:
        if isinstance(answer, Laid):
            snapshot = answer.snapshot
        elif isinstance(answer, Begun):
            battle = replayed(game, answer.entries)
        elif isinstance(answer, Ruled) and battle is not None:
            battle = applied(battle, answer.entries)
        if battle is not None and snapshot is not None:
            yield battle, snapshot


def offered(rng: random.Random, slug: str, *, wanted: str) -> Iterator[Offered]:
    """Commands with a hole of that name or kind, from moments in a random order."""
    known = range(len(moments(slug)))
    for number in rng.sample(known, len(known)):
        yield from _offered_at(slug, number, wanted=wanted)


@cache
def _offered_at(slug: str, number: int, *, wanted: str) -> tuple[Offered, ...]:
    """The same of one moment, worked out once however often a long run comes back to it."""
    battle, snapshot = moments(slug)[number]
    found = []
    for seat in battle.setup.seats:
        for each in offers(battle, snapshot, seat=seat.name):
            named = {hole.name for hole in each.holes} | {hole.kind for hole in each.holes}
            if wanted in named and each.refusal is None:
                found.append(
                    Offered(battle=battle, snapshot=snapshot, seat=seat.name, template=each)
                )
    return tuple(found)


def offered_again(rng: random.Random, slug: str, *, wanted: str) -> Iterator[Offered]:
    """The same, over and over, where more is wanted than one round of them has."""
    for _ in range(AGAIN):
        yield from offered(rng, slug, wanted=wanted)
