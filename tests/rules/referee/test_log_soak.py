"""Damage to a log is found, and any play replays to the same battle: by count."""

import time
from collections.abc import Callable

import numpy as np
import pytest

from rules.referee.log.battle import Battle, applied, begin, replayed
from rules.referee.log.drafts import Draft, entered
from rules.referee.log.entries import written_log
from rules.referee.log.house_words import Agree, Object, Override, TakeBack
from rules.referee.log.text import read_log, salvage, verify
from rules.referee.toolkit.evidence import Measured
from rules.table.units import Inches
from rules.table.verdict import Answer
from tests.rules.referee.counting_game import (
    COUNTING,
    Added,
    Play,
    Roll,
    Rolled,
    setup,
    stamp,
)

Report = Callable[[str, object], None]
COUNT = 10_000


def _played(rng: np.random.Generator, steps: int) -> Play:
    """Rolls, corrections, questions and answers as they come."""
    play = Play(take_back=("free", "ask")[int(rng.integers(2))])
    for _ in range(steps):
        author = ("Red", "Blue")[int(rng.integers(2))]
        entry = f"e{rng.integers(play.battle.sequence + 1)}"
        last = f"e{play.battle.sequence - 1}"
        die = int(rng.integers(1, 7))
        bodies = (
            Roll(die=die),
            Roll(die=die),
            Roll(die=die),
            TakeBack(entry=entry),
            Agree(ask=last),
            Object(ask=last),
            Override(clause="C-2", command='{"die":6,"kind":"roll"}'),
        )
        play.ask(author, bodies[int(rng.integers(len(bodies)))])
    return play


@pytest.mark.soak
def test_any_play_replays_to_the_same_battle(
    soak_count: Callable[[int, int], int], rng_seed: int, record_property: Report
) -> None:
    battles = soak_count(40, 10_000)
    commands = fallen = 0
    for number in range(battles):
        play = _played(np.random.default_rng([rng_seed, number]), 25)
        text = written_log(play.battle.entries)
        assert replayed(COUNTING, read_log(text)) == play.battle, number
        commands += 25
        fallen += len(play.battle.fallen)
    assert fallen > battles
    record_property("soak", f"{commands:,} commands in {battles:,} battles")


@pytest.mark.soak
def test_any_damage_to_a_log_is_found(
    soak_count: Callable[[int, int], int], rng_seed: int, record_property: Report
) -> None:
    copies = soak_count(300, 50_000)
    rng = np.random.default_rng(rng_seed)
    play = _played(rng, 30)
    text = written_log(play.battle.entries)
    for _ in range(copies):
        raw = bytearray(text.encode())
        for at in rng.integers(len(raw), size=int(rng.choice([1, 2, 10, 1000]))):
            raw[at] ^= int(rng.integers(1, 128))
        if raw == text.encode():
            continue
        damaged = raw.decode("ascii", errors="replace")
        fault = verify(damaged)
        assert fault is not None
        saved = salvage(damaged)
        assert saved.fault == fault
        assert saved.entries == play.battle.entries[: fault.line - 1]
    record_property("soak", f"{copies:,} damaged copies")


def _long_battle() -> Battle:
    """Ten thousand events, with evidence as long as real ones have."""
    begun = begin(COUNTING, setup(), stamp=stamp("begin"))
    found = Measured(
        what="range",
        answer=Answer.YES,
        why="The base of T1 is 11.2 in from the base of T2.",
        snapshot=812,
        value=Inches(11.2),
        limit=Inches(12.0),
        margin=Inches(0.8),
        sigma=Inches(0.04),
        bound=Inches(0.08),
        line=((Inches(3.25), Inches(4.125)), (Inches(11.0), Inches(12.5))),
    )
    drafts = [
        Draft(author="Red", body=body, clause="C-2", evidence=(found,))
        for number in range(COUNT // 2)
        for body in (Rolled(by="Red", die=3), Added(sum=number))
    ]
    return applied(begun, entered(begun, drafts, stamp=stamp("long")))


@pytest.mark.long
def test_ten_thousand_events_are_checked_and_replayed(record_property: Report) -> None:
    battle = _long_battle()
    text = written_log(battle.entries)
    started = time.perf_counter()
    found = replayed(COUNTING, read_log(text))
    took = time.perf_counter() - started
    assert found == battle
    record_property("seconds", f"{took:.2f} for {COUNT:,} events")
