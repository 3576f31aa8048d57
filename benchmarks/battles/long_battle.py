"""Writes a battle file of ten thousand events: one real battle, played by itself to the end.

Its commands, and the table that each measured ruling was given on, are kept as the server keeps
them; so every ruling of it can be judged again.
"""

from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Final

from api.battle_files.chain import LogLine
from api.battle_files.file import CommandRecord
from api.review.exports.lines import BattleContents
from api.review.folder.making import make_battle
from benchmarks.battles.big_battle import KINDS, LIKELY, PEOPLE, SHARED, areas
from rules.games.paper_tigers import GAME
from rules.games.paper_tigers.tests.armies import army
from rules.games.paper_tigers.tests.samples import sample
from rules.referee.log.battle import Battle, applied, begin
from rules.referee.log.drafts import Draft, drafted, entered
from rules.referee.log.entries import Entry, Stamp, canonical, digest, written_line
from rules.referee.log.house_words import TakenBack
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


def write_long_battle(place: Path, *, units: int, steps: int, rounds: int = 1) -> int:
    """Play the battle into a new file; how many events it has.

    After each of several rounds it is taken back to its beginning, and all of it happens again.
    """
    played = long_sample(units=units)
    taken: list[Step] = []
    play_sample(GAME, played, rng=Random(1), steps=steps, watch=taken.append)
    battle = begin(GAME, played.setup, stamp=_stamp(0))
    header = battle.entries[0]
    contents = BattleContents(
        about={
            "id": place.stem,
            "title": "A long battle",
            "game": GAME.slug,
            "created": header.time,
            "umpire": VERSION,
        },
        lines=[_line(header)],
    )
    for again in range(rounds):
        if again:
            names = tuple(each.id for each in battle.entries if battle.stands(each))
            back = Draft(author="umpire", body=TakenBack(entries=names), clause="REF-5")
            made = entered(battle, [back], stamp=_stamp(battle.sequence))
            contents.lines += map(_line, made)
            battle = applied(battle, made)
        for step in taken:
            battle = _played(battle, step, contents=contents)
    make_battle(contents, place)
    return battle.sequence


def _played(battle: Battle, step: Step, *, contents: BattleContents) -> Battle:
    """The battle after a step, which is written down with the table it was judged on."""
    if isinstance(step.decision, Refusal) or not step.decision:
        return battle
    number = battle.sequence
    stamp = _stamp(number)
    made = entered(battle, drafted(step.decision, author=step.command.author), stamp=stamp)
    if any(entry.evidence for entry in made):
        contents.snapshots[number] = step.moved.snapshot
        contents.seen.update((entry.sequence, number) for entry in made)
    contents.lines += map(_line, made)
    command = GAME.commands.write(step.command.body)
    body = canonical({"author": step.command.author, "command": command})
    sent = CommandRecord(id=stamp.command_id, asked=digest(body), body=body)
    contents.commands.append((sent, made[0].sequence, made[-1].sequence))
    return applied(battle, made)


def _line(entry: Entry) -> LogLine:
    return LogLine(sequence=entry.sequence, hash=entry.hash, text=written_line(entry))


def _stamp(number: int) -> Stamp:
    seconds = number % 60
    minutes = number // 60 % 60
    time = f"2026-11-21T{number // 3600 % 24:02}:{minutes:02}:{seconds:02}Z"
    return Stamp(time=time, command_id=f"command-{number:05}", umpire_version=VERSION)
