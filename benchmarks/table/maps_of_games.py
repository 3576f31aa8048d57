"""Times reach and threat of units in recorded battles of every game that measures in inches."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Final

import rules.games
from benchmarks.finding import Effort, Finding, Goal
from benchmarks.table.maps_race import least_of
from rules.referee.court.supposing.what_if import MapKind, TableLook, unit_map
from rules.referee.log.battle import Battle, applied, replayed
from rules.referee.script.adjudicating import Begun, Laid, Ruled, adjudicated
from rules.registry import game, slugs
from rules.table.snapshot import Snapshot
from rules.table.units import Inches

_SCRIPTS: Final = "tests/golden/*.script.jsonl"
_STEP: Final = Inches(0.5)


def maps_of_games(effort: Effort) -> list[Finding]:
    """The slowest reach and threat of a unit in each game, at half an inch."""
    found = []
    for slug in slugs():
        if game(slug).what_counts is None:
            continue
        looks = list(_looks(slug, most=effort.pick(6, small=1)))
        kinds = (MapKind.REACH, MapKind.THREAT)
        found += [_slowest(slug, looks, kind=kind, effort=effort) for kind in kinds]
    return found


def _slowest(slug: str, looks: list[TableLook], *, kind: MapKind, effort: Effort) -> Finding:
    worst, maps, none = 0.0, 0, ""
    for look in looks:
        for name in look.names()[: effort.pick(6, small=1)]:
            answer = unit_map(look, name, kind=kind, step=_STEP)
            if answer.map is None:
                none = answer.says
                continue
            maps += 1
            work = partial(unit_map, look, name, kind=kind, step=_STEP)
            worst = max(worst, least_of(work, runs=effort.pick(3, small=1)))
    return Finding(
        benchmark="maps-of-games",
        measure=f"{kind} of a unit in {game(slug).title}, the slowest",
        value=worst,
        unit="ms",
        detail=f"{maps} maps" + (f"; without one: {none}" if none else ""),
        goals=(Goal(most=200.0),),
    )


def _looks(slug: str, *, most: int) -> Iterator[TableLook]:
    """The table at some moments of a recorded battle, spread over it."""
    known = list(_moments(slug))
    step = max(1, len(known) // most)
    for battle, snapshot in known[step // 2 :: step][:most]:
        yield TableLook(snapshot, battle=battle, seat=battle.setup.seats[0].name)


def _moments(slug: str) -> Iterator[tuple[Battle, Snapshot]]:
    folder = Path(next(iter(rules.games.__path__))) / slug
    for script in sorted(folder.glob(_SCRIPTS))[:1]:
        battle: Battle | None = None
        snapshot: Snapshot | None = None
        told = adjudicated(
            script.read_text(encoding="utf-8").splitlines(),
            find=game,
            now=lambda: "2026-11-21T19:00:00Z",
            umpire_version="benchmark",
        )
        for answer in told:
            if isinstance(answer, Laid):
                snapshot = answer.snapshot
            elif isinstance(answer, Begun):
                battle = replayed(game(slug), answer.entries)
            elif isinstance(answer, Ruled) and battle is not None:
                battle = applied(battle, answer.entries)
                if snapshot is not None:
                    yield battle, snapshot
