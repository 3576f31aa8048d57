"""Times what a battle costs late in its log: a command, a take-back, and opening it again.

A battle of Paper Tigers is played to its end, taken back to its beginning and entered again, six
times in all. A command is timed in it and, in turn, in the
same battle at its beginning; both are committed to a file. Opening it again stands beside Python's
own parsing of the lines of its log, which checks nothing.
"""

import asyncio
import json
import shutil
import statistics
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import count
from pathlib import Path
from types import MappingProxyType
from typing import Final

from api.battle_files.file import BattleFile
from api.battles.kept_states import KeptStates
from api.battles.opening import open_battle
from api.battles.session import Session
from benchmarks.battles.long_battle import long_sample, write_long_battle
from benchmarks.finding import Effort, Finding, Goal
from benchmarks.timing import race, undisturbed
from rules.games.paper_tigers import GAME
from rules.referee.court.asking import ask
from rules.referee.court.corrections import last_standing
from rules.referee.log.battle import Battle, replayed
from rules.referee.log.entries import Entry, Stamp
from rules.referee.log.house_words import TakeBack
from rules.referee.toolkit.game import Command
from rules.referee.toolkit.settings import Options
from rules.table.snapshot import Snapshot

UNITS: Final = 20
ROUNDS: Final = 6
NOW: Final = "2026-11-22T10:00:00Z"
EARLY: Final = 100


def late_in_battle(effort: Effort) -> list[Finding]:
    """A command, a take-back and an opening, in the processor's time."""
    with tempfile.TemporaryDirectory() as folder:
        long = Path(folder) / "long.battle"
        steps, rounds = effort.pick((6000, ROUNDS), small=(500, 2))
        write_long_battle(long, units=UNITS, steps=steps, rounds=rounds)
        return [
            _commands(long, effort=effort),
            _take_back(long, effort=effort),
            _reopened(long, effort=effort),
        ]


def _commands(long: Path, *, effort: Effort) -> Finding:
    """Both battles take a command in turn, each judged, committed and published."""
    early = _beginning(long, EARLY)
    late = long.with_name("late.battle")
    shutil.copyfile(long, late)

    async def run() -> tuple[list[float], list[float], int]:
        with _session(early) as first, _session(late) as last:
            events = last.battle.sequence
            taken: tuple[list[float], list[float]] = ([], [])
            numbers = count()
            with undisturbed():
                for _ in range(effort.pick(200, small=5)):
                    for session, times in zip((first, last), taken, strict=True):
                        start = time.process_time_ns()
                        await _vouched(session, next(numbers))
                        times.append((time.process_time_ns() - start) / 1e6)
            for session in (first, last):
                await session.close()
            return *taken, events

    soon, later, events = asyncio.run(run())
    return Finding(
        benchmark="late in a battle",
        measure="a command, committed",
        value=statistics.median(later),
        unit="ms",
        detail=f"after {events:,} events, the median of {len(later)}",
        peer=f"after {EARLY} events of the same battle",
        peer_value=statistics.median(soon),
        goals=(Goal(of="ratio", least=0.5),),
    )


async def _vouched(session: Session, number: int) -> None:
    seat, piece = _who(session.battle)
    body = {"kind": "declare", "piece": piece, "x_in": 5.0 + number % 30, "y_in": 5.0}
    answer = await session.submit(
        author=seat, command_id=f"vouch-{number:06}", body={**body, "heading_deg": 0.0}
    )
    assert answer.refusal is None, answer.refusal


def _who(battle: Battle) -> tuple[str, str]:
    return battle.setup.seats[0].name, battle.setup.roster.entries[0].id


@contextmanager
def _session(place: Path) -> Iterator[Session]:
    opened = open_battle(place, stamp="now")
    battle = replayed(GAME, opened.log.entries)
    # Nobody sees a piece, so that somebody may vouch for it at any time.
    empty = Snapshot(table=long_sample(units=UNITS).snapshot.table)
    yield Session(
        name=place.stem,
        title="",
        file=opened.file,
        battle=battle,
        table=lambda: empty,
        now=lambda: NOW,
        umpire_version="benchmark",
    )


def _beginning(long: Path, events: int) -> Path:
    """The first events of a battle as a file of their own."""
    opened = open_battle(long, stamp="now")
    entries = opened.log.entries[:events]
    opened.file.close()
    place = long.with_name(f"first-{events}.battle")
    file = BattleFile.create(place, entries[0], about={})
    file.append(entries[1:])
    file.close()
    return place


def _take_back(long: Path, *, effort: Effort) -> Finding:
    opened = open_battle(long, stamp="now")
    entries = opened.log.entries[: effort.pick(16_000, small=900)]
    opened.file.close()
    battle = replayed(GAME, entries)
    free = {**battle.setup.options.values, "take_back": "free"}
    setup = replace(battle.setup, options=Options(MappingProxyType(free)))
    battle = replace(battle, setup=setup)
    last = last_standing(battle)
    assert last is not None
    command = Command(author=_who(battle)[0], body=TakeBack(entry=last.id))
    stamp = Stamp(time=NOW, command_id="back", umpire_version="benchmark")
    snapshot = Snapshot(table=long_sample(units=UNITS).snapshot.table)
    ruling = ask(battle, command, snapshot=snapshot, stamp=stamp)
    plain = replayed(GAME, entries[: last.sequence])
    (back,) = race(
        lambda: ask(battle, command, snapshot=snapshot, stamp=stamp),
        runs=effort.pick(9, small=1),
        clock=time.process_time_ns,
    )
    is_same = ruling.after is not None and ruling.after.state == _before(plain, last, entries)
    return Finding(
        benchmark="late in a battle",
        measure="taking back the last event",
        value=back.median,
        unit="ms",
        detail=f"after {len(entries):,} events, the median of {back.runs}",
        goals=(Goal(most=300.0),),
        wrong=() if is_same else ("another state than before the event",),
    )


def _before(plain: Battle, last: Entry, entries: tuple[Entry, ...]) -> object:
    """The state before the command of the event that was taken back."""
    first = next(each.sequence for each in entries if each.command == last.command)
    return replayed(GAME, plain.entries[:first]).state


def _reopened(long: Path, *, effort: Effort) -> Finding:
    """As a server opens it that kept its state, and to no other battle than its log tells of."""
    opened = open_battle(long, stamp="now")
    lines = [each.text for each in opened.log.lines]
    whole = replayed(GAME, opened.log.entries)
    opened.file.close()
    states = KeptStates(long.parent / "states")
    states.keep(long.stem, whole)

    def open_again() -> Battle:
        found = open_battle(long, stamp="now", kept=states.found(long.stem))
        found.file.close()
        return found.battle(GAME)

    again, parsed = race(
        open_again,
        lambda: [json.loads(line) for line in lines],
        runs=effort.pick(5, small=1),
        clock=time.process_time_ns,
    )
    return Finding(
        benchmark="late in a battle",
        measure="opening it again, its chain checked",
        value=again.least,
        unit="ms",
        detail=f"{len(lines):,} events, {again.says}",
        peer="json.loads of the lines",
        peer_value=parsed.least,
        goals=(Goal(of="ratio", least=1 / 3),),
        wrong=() if open_again() == whole else ("another battle than its log tells of",),
    )
