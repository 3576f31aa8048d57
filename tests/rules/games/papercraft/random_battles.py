"""Knows how battles of Papercraft are played at random, and what is kept of them."""

import random
from collections import Counter
from dataclasses import dataclass, field, replace
from typing import Final

from rules.games.papercraft import GAME
from rules.games.papercraft.state import State
from rules.games.papercraft.test_samples import SAMPLES
from rules.referee.game import Event, Refusal
from rules.referee.vocabulary import kind_of
from rules.table.snapshot import Snapshot
from tests.rules.games.driver import Played, Sample, Step, play_sample
from tests.rules.games.papercraft.invariants import faults, step_faults

LONGEST: Final = 12_000
"""Commands after which a battle that is not over counts as one that never ends."""


def to_the_end(sample: Sample) -> Sample:
    """The same players, who never give up, and who let points decide after many rounds."""
    weights = {**sample.weights, "concede": 0.0}
    values = dict(sample.setup.options.values)
    if values["victory"] != "rounds":
        values |= {"victory": "rounds", "rounds": 12}
    options = replace(sample.setup.options, values=values)
    return replace(sample, weights=weights, setup=replace(sample.setup, options=options))


@dataclass(slots=True)
class Moments:
    """Watches a battle and keeps every so many of its moments; no state may be impossible."""

    sample: Sample
    every: int = 0
    kept: list[tuple[State, Snapshot]] = field(default_factory=list)

    def watch(self, step: Step) -> None:
        """One command of a battle."""
        table = step.snapshot.table
        if isinstance(step.decision, Refusal):
            assert not step.moved.sure, f"expected {step.command} accepted, got {step.decision}"
            return
        bodies = [event.body for event in step.decision]
        found = [
            *faults(step.after, table=table),
            *step_faults(step.state, bodies, after=step.after),
        ]
        assert not found, f"after {step.command.body}: {found}"
        if self.every and step.number % self.every == 0:
            self.kept.append((step.state, step.snapshot))


def battle_at_random(sample: Sample, *, seed: str, every: int = 0) -> tuple[Played, Moments]:
    """A battle to its end, without an impossible state on the way."""
    moments = Moments(sample=sample, every=every)
    rng = random.Random(f"{seed} {sample.name}")
    played = play_sample(GAME, to_the_end(sample), rng=rng, steps=LONGEST, watch=moments.watch)
    return played, moments


def some_moments(count: int, *, seed: str) -> list[tuple[Sample, State, Snapshot]]:
    """Moments of battles on every sample's table, about so many from each."""
    found = []
    for sample in SAMPLES:
        _, moments = battle_at_random(sample, seed=seed, every=7)
        picked = random.Random(seed).sample(moments.kept, min(count, len(moments.kept)))
        found += [(sample, state, snapshot) for state, snapshot in picked]
    return found


@dataclass(slots=True)
class Tally:
    """How the battles on one table went."""

    lengths: list[int] = field(default_factory=list)
    rounds: list[int] = field(default_factory=list)
    results: Counter[str] = field(default_factory=Counter)
    commands: Counter[str] = field(default_factory=Counter)
    events: Counter[str] = field(default_factory=Counter)

    def count(self, played: Played) -> None:
        """One more battle."""
        state: State = played.state
        assert state.outcome is not None
        self.lengths.append(len(played.commands))
        self.rounds.append(state.round)
        self.results[state.outcome.winner or "drawn"] += 1
        self.commands.update(kind_of(command.body) for command in played.commands)
        self.events.update(event_kinds(played.events))

    def says(self) -> str:
        """A line of a report."""
        middle = sorted(self.lengths)[len(self.lengths) // 2]
        results = ", ".join(f"{who} {count}" for who, count in sorted(self.results.items()))
        rounds = sum(self.rounds) / len(self.rounds)
        return (
            f"{len(self.lengths)} battles, {min(self.lengths)} to {max(self.lengths)} commands "
            f"(half of them up to {middle}), {rounds:.1f} rounds; {results}"
        )


def event_kinds(events: tuple[Event, ...]) -> list[str]:
    """The kinds of what happened."""
    return [kind_of(event.body) for event in events]
