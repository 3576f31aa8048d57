"""Writes a battle file of ten thousand events: one real battle, played by itself to the end.

Its commands, and the table that each measured ruling was given on, are kept as the server keeps
them; so every ruling of it can be judged again.
"""

from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Final

from api.battles.chain import LogLine
from api.battles.file import CommandRecord
from api.review.exports.lines import Contents
from api.review.folder.making import make_battle
from benchmarks.battles.big_battle import KINDS, LIKELY, PEOPLE, SHARED, areas
from rules.games.paper_tigers import GAME
from rules.games.paper_tigers.tests.armies import army
from rules.games.paper_tigers.tests.samples import sample
from rules.referee.log.battle import applied, begin
from rules.referee.log.drafts import drafted, entered
from rules.referee.log.entries import Stamp, canonical, digest, written_line
from rules.referee.toolkit.game import Refusal
from rules.testing.driver import Sample, Step, play_sample

STEPS: Final = 5200
VERSION: Final = "benchmark"


def long_sample(*, units: int) -> Sample:
    """Forty units that fight on through one deck after the other."""
    both = (*army("Red", KINDS[:units]), *army("Blue", KINDS[:units]))
    found = sample("long", both, terrain=areas(Random(1)), victory_target=500, end_on_wipeout=False)
    return replace(
        found,
        mover=PEOPLE,
        weights={**LIKELY, "concede": 0.0, "fire": 1.0},
        snapshot=replace(found.snapshot, shared=SHARED),
    )


def write_long_battle(place: Path, *, units: int, steps: int) -> int:
    """Play the battle into a new file; how many events it has."""
    played = long_sample(units=units)
    taken: list[Step] = []
    play_sample(GAME, played, rng=Random(1), steps=steps, watch=taken.append)
    battle = begin(GAME, played.setup, stamp=_stamp(0))
    header = battle.entries[0]
    contents = Contents(
        about={
            "id": place.stem,
            "title": "A long battle",
            "game": GAME.slug,
            "created": header.time,
            "umpire": VERSION,
        },
        lines=[LogLine(sequence=0, hash=header.hash, text=written_line(header))],
    )
    for number, step in enumerate(taken, 1):
        if isinstance(step.decision, Refusal) or not step.decision:
            continue
        stamp = _stamp(number)
        made = entered(battle, drafted(step.decision, author=step.command.author), stamp=stamp)
        battle = applied(battle, made)
        if any(entry.evidence for entry in made):
            contents.snapshots[number] = step.moved.snapshot
        for entry in made:
            line = LogLine(sequence=entry.sequence, hash=entry.hash, text=written_line(entry))
            contents.lines.append(line)
            if number in contents.snapshots:
                contents.seen[entry.sequence] = number
        command = GAME.commands.write(step.command.body)
        body = canonical({"author": step.command.author, "command": command})
        sent = CommandRecord(id=stamp.command_id, asked=digest(body), body=body)
        contents.commands.append((sent, made[0].sequence, made[-1].sequence))
    make_battle(contents, place)
    return battle.sequence


def _stamp(number: int) -> Stamp:
    seconds = number % 60
    minutes = number // 60
    time = f"2026-11-21T{10 + minutes // 60:02}:{minutes % 60:02}:{seconds:02}Z"
    return Stamp(time=time, command_id=f"command-{number:05}", umpire_version=VERSION)
