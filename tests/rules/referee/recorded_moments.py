"""The moments of recorded battles and what is offered in them, for tests of maps and tries."""

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from shapely import Point as Disc
from shapely import Polygon

from rules.referee.court.offers import offers
from rules.referee.log.battle import Battle, applied, replayed
from rules.referee.script.adjudicating import Begun, Laid, Ruled, adjudicated
from rules.referee.toolkit.game import Game, Template
from rules.referee.toolkit.spots import spot_of
from rules.registry import game as game_called
from rules.table.shapes import Point
from rules.table.snapshot import Snapshot
from rules.table.units import Degrees, Inches

FREE_IN = 1.2
"""Around whatever is strewn over a random table."""
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
    return tuple(_offered_in(*moments(slug)[number], wanted=wanted))


def offered_anywhere(rng: random.Random, slug: str, *, wanted: str) -> Iterator[Offered]:
    """The same on random tables: the battle is as it is, and everything lies elsewhere."""
    for battle, snapshot in rng.choices(moments(slug), k=AGAIN * len(moments(slug))):
        strewn = _strewn(rng, snapshot)
        yield from _offered_in(_ruled_there(battle, strewn), strewn, wanted=wanted)


def _ruled_there(battle: Battle, snapshot: Snapshot) -> Battle:
    """A battle in which every unit was ruled to be where it lies."""
    state: Any = battle.state
    spots = {piece.id: spot_of(piece) for piece in snapshot.pieces}
    units = {
        name: replace(unit, spot=spots.get(name, unit.spot)) if unit.spot is not None else unit
        for name, unit in state.units.items()
    }
    return replace(battle, state=replace(state, units=units))


def _strewn(rng: random.Random, snapshot: Snapshot) -> Snapshot:
    """Every area wherever it fits, and every piece anywhere that is free."""
    size = (snapshot.table.width, snapshot.table.depth)
    areas = [replace(each, outline=_put(rng, each.outline, size)) for each in snapshot.terrain]
    taken = [Polygon(each.outline).buffer(FREE_IN) for each in areas]
    pieces = []
    for piece in snapshot.pieces:
        x, y = _free(rng, taken, size)
        heading, pose = Degrees(rng.uniform(0, 360)), piece.pose
        pieces.append(replace(piece, pose=pose and replace(pose, x=x, y=y, heading=heading)))
        taken.append(Disc(x, y).buffer(2 * FREE_IN))
    return replace(snapshot, pieces=tuple(pieces), terrain=tuple(areas))


def _free(rng: random.Random, taken: list[Polygon], size: tuple[float, float]) -> Point:
    """Anywhere, but in nothing and by nothing unless the table is full."""
    places = [
        (Inches(rng.uniform(1, size[0] - 1)), Inches(rng.uniform(1, size[1] - 1)))
        for _ in range(100)
    ]
    free = (each for each in places if not any(area.contains(Disc(each)) for area in taken))
    return next(free, places[-1])


def _put(
    rng: random.Random, outline: tuple[Point, ...], size: tuple[float, float]
) -> tuple[Point, ...]:
    moved = []
    for along, most in zip(zip(*outline, strict=True), size, strict=True):
        room = sorted((-min(along), most - max(along)))
        by = rng.uniform(*room)
        moved.append([Inches(each + by) for each in along])
    return tuple(zip(*moved, strict=True))


def _offered_in(battle: Battle, snapshot: Snapshot, *, wanted: str) -> list[Offered]:
    found = []
    for seat in battle.setup.seats:
        for each in offers(battle, snapshot, seat=seat.name):
            named = {hole.name for hole in each.holes} | {hole.kind for hole in each.holes}
            if wanted in named and each.refusal is None:
                found.append(
                    Offered(battle=battle, snapshot=snapshot, seat=seat.name, template=each)
                )
    return found


def offered_again(rng: random.Random, slug: str, *, wanted: str) -> Iterator[Offered]:
    """The same, over and over, where more is wanted than one round of them has."""
    for _ in range(AGAIN):
        yield from offered(rng, slug, wanted=wanted)
