"""Times the replay of a battle from its events and from its log, and weighs the states.

Folding stands beside copying a state with one number changed, once an event; reading a log beside
Python's own parsing of the same lines, which checks nothing.
"""

import json
from collections.abc import Callable
from dataclasses import replace
from itertools import islice
from typing import Final

from benchmarks.battles.refereeing import recorded
from benchmarks.finding import Effort, Finding, Goal
from benchmarks.timing import kept_megabytes, race
from rules.games.paper_tigers import GAME
from rules.games.paper_tigers.state import State
from rules.referee.log.battle import begin, replayed
from rules.referee.log.drafts import drafted, entered
from rules.referee.log.entries import Stamp, written_log
from rules.referee.log.text import read_log
from rules.referee.toolkit.game import Event
from rules.testing.driver import Sample

Evolve = Callable[[State, object], State]

REPLAY_MS: Final = 1000.0
STAMP: Final = Stamp(time="2026-01-02T03:04:05Z", command_id="c", umpire_version="0")


def replay(effort: Effort, *, evolve: Evolve = GAME.evolve) -> list[Finding]:
    """10,000 events: those of some battles, again and again."""
    found = recorded(effort)
    count = effort.pick(10_000, small=200)
    told = [
        (GAME.initial(sample.setup), tuple(event.body for event in played.events))
        for sample, played in zip(found.samples, found.played, strict=True)
    ]
    parts = _parts(told, count=count)
    logs = [
        _log(sample, played.events)
        for sample, played in zip(found.samples, found.played, strict=True)
    ]
    texts = _texts(logs, count=count)
    runs = effort.pick(7, small=1)
    fold, copies, read, parsed = race(
        lambda: [_folded(state, bodies, evolve=evolve) for state, bodies in parts],
        lambda: [_copied(state, count=len(bodies)) for state, bodies in parts],
        lambda: [replayed(GAME, read_log(text)) for text in texts],
        lambda: [json.loads(line) for text in texts for line in text.splitlines()],
        runs=runs,
    )
    wrong = tuple(
        f"{sample.name}: {len(played.events)} events fold to another state than was played"
        for sample, played, (start, bodies) in zip(found.samples, found.played, told, strict=True)
        if _folded(start, bodies, evolve=evolve) != played.state
    )
    lines = sum(text.count("\n") for text in texts)
    whole = f"{lines} lines of log read, their chain checked, and folded"
    figures = (
        (f"{count} events folded", fold, "as many states copied", copies, wrong),
        (whole, read, "json.loads of the lines", parsed, _wrong_logs(logs, told=told)),
    )
    return [
        Finding(
            benchmark="replay",
            measure=measure,
            value=timing.least,
            unit="ms",
            detail=timing.says,
            peer=peer,
            peer_value=floor.least,
            goals=(Goal(most=REPLAY_MS),),
            wrong=bad,
        )
        for measure, timing, peer, floor, bad in figures
    ] + _weights(told[0], text=logs[0], units=effort.pick(40, small=12))


Told = tuple[State, tuple[object, ...]]
"""How a battle began, and what happened in it."""


def _parts(told: list[Told], *, count: int) -> list[Told]:
    """As many events as asked for: the battles in turn, the last one as far as is needed."""
    parts: list[Told] = []
    while count > 0:
        for state, bodies in told:
            part = tuple(islice(bodies, max(0, count)))
            parts.append((state, part))
            count -= len(part)
    return parts


def _texts(logs: list[str], *, count: int) -> list[str]:
    """As many lines as asked for, in the same way."""
    texts: list[str] = []
    while count > 0:
        for log in logs:
            lines = log.splitlines(keepends=True)[: max(0, count)]
            count -= len(lines)
            texts += ["".join(lines)] if lines else []
    return texts


def _folded(state: State, bodies: tuple[object, ...], *, evolve: Evolve) -> State:
    for body in bodies:
        state = evolve(state, body)
    return state


def _copied(state: State, *, count: int) -> State:
    for number in range(count):
        state = replace(state, asked=number)
    return state


def _log(sample: Sample, events: tuple[Event, ...]) -> str:
    """The log of a battle as a file holds it."""
    battle = begin(GAME, sample.setup, stamp=STAMP)
    seat = sample.setup.seats[0].name
    made = entered(battle, drafted(events, author=seat), stamp=STAMP)
    return written_log((*battle.entries, *made))


def _wrong_logs(logs: list[str], *, told: list[Told]) -> tuple[str, ...]:
    return tuple(
        f"log {number} tells of another state than its events"
        for number, (log, (state, bodies)) in enumerate(zip(logs, told, strict=True))
        if not _same(
            replayed(GAME, read_log(log)).state, _folded(state, bodies, evolve=GAME.evolve)
        )
    )


def _same(one: State, other: State) -> bool:
    """Whether two states are the same but for the options of the house, which a log has, too."""
    return bool(replace(one, options=other.options) == other)


def _weights(told: Told, *, text: str, units: int) -> list[Finding]:
    """What one state weighs, and what a whole battle does when every state of it is kept."""
    start, bodies = told

    def history() -> list[State]:
        states = [start]
        for body in bodies:
            states.append(GAME.evolve(states[-1], body))
        return states

    alone = kept_megabytes(lambda: _folded(start, bodies, evolve=GAME.evolve))
    every = kept_megabytes(history)
    return [
        Finding(
            benchmark="replay",
            measure=f"{units} units, after {len(bodies)} events: {what}",
            value=value,
            unit="KB",
            detail="a run of its own",
            peer=peer,
            peer_value=floor,
        )
        for what, value, peer, floor in (
            ("one state, over the first", alone * 1e3, "its log as text", len(text) / 1e3),
            (
                "each further state, all being kept",
                every * 1e3 / len(bodies),
                "a line of its log",
                len(text) / 1e3 / (len(bodies) + 1),
            ),
        )
    ]
