"""Plays a game's battles at random to their end, and keeps their moments."""

import random
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, Generic, Protocol, TypeVar

from rules.referee.toolkit.game import Game, Refusal
from rules.referee.toolkit.vocabulary import kind_of
from rules.table.snapshot import Snapshot, TableSize
from rules.testing.driver import Played, Sample, Step, play_sample

LONGEST: Final = 20_000
"""Commands after which a battle that is not over counts as one that never ends."""

PARTS: Final = 5
"""A soak goes on with the next of them where it was stopped."""

PARTS_PLAYED: Final = 2
"""So many of them have a battle in a short run."""

_State = TypeVar("_State")


class StateFaults(Protocol):
    """What can never be in a game, whatever was played; a sentence for each."""

    def __call__(self, state: Any, /, *, table: TableSize) -> Iterable[str]: ...


class StepFaults(Protocol):
    """What can never come of one command."""

    def __call__(self, state: Any, bodies: Sequence[object], /, *, after: Any) -> Iterable[str]: ...


def no_step_faults(state: Any, bodies: Sequence[object], /, *, after: Any) -> Iterable[str]:
    """For a game of which nothing is known that a single command can never do."""
    del state, bodies, after
    return ()


def stubborn(sample: Sample, *, giving_up: str = "concede") -> Sample:
    """The same players, who never give up."""
    return replace(sample, weights={**sample.weights, giving_up: 0.0})


@dataclass(frozen=True, slots=True, kw_only=True)
class RandomPlay(Generic[_State]):
    """A game, what it must never come to, and how its samples are played to their end."""

    game: Game
    samples: tuple[Sample, ...]
    faults: StateFaults
    step_faults: StepFaults = no_step_faults
    ending: Callable[[_State], tuple[str, int]]
    """Who has won, if anybody, and how many turns or rounds it took."""
    what: str = "turns"
    """What a battle is long in."""
    to_the_end: Callable[[Sample], Sample] = stubborn
    """The same players, who play on until the rules end it."""

    def battle(
        self, sample: Sample, *, seed: str, every: int = 0
    ) -> tuple[Played, list[tuple[_State, Snapshot]]]:
        """A battle to its end without an impossible state, and every so many of its moments."""
        kept: list[tuple[_State, Snapshot]] = []

        def watch(step: Step) -> None:
            self._hold(step)
            if every and step.number % every == 0 and not isinstance(step.decision, Refusal):
                kept.append((step.state, step.snapshot))

        rng = random.Random(f"{seed} {sample.name}")
        likely = self.to_the_end(sample)
        played = play_sample(self.game, likely, rng=rng, steps=LONGEST, watch=watch)
        assert not played.stuck, f"{seed}, {sample.name}: nothing to ask for"
        assert played.result is not None, f"{seed}, {sample.name}: no end after {LONGEST}"
        return played, kept

    def on_each_table(self, *, seed: str, names: Collection[str] = ()) -> "list[Fought[_State]]":
        """A battle of every sample to its end, with some of its moments, for tests to share.

        Or of those with these names alone.
        """
        found = []
        for number, sample in enumerate(self.samples):
            if names and sample.name not in names:
                continue
            played, moments = self.battle(sample, seed=f"{seed} {number}", every=7)
            found.append(Fought(sample=sample, played=played, moments=moments))
        return found

    def tally(self, battles: Iterable[Played]) -> "Tally":
        """How so many battles went."""
        tally = Tally(what=self.what)
        for played in battles:
            self.count(tally, played)
        return tally

    def count(self, tally: "Tally", played: Played) -> None:
        """One more battle."""
        winner, span = self.ending(played.state)
        tally.count(played, winner=winner, span=span)

    def soak(self, numbers: Iterable[int], *, seed: int) -> Iterator[str]:
        """Battles of these numbers, the samples in turn: a line for each, and the commands."""
        tallies = {sample.name: Tally(what=self.what) for sample in self.samples}
        for number in numbers:
            # Few battles are fought on other tables the next time.
            sample = self.samples[(seed + number) % len(self.samples)]
            played, _ = self.battle(sample, seed=f"{seed} {number}")
            self.count(tallies[sample.name], played)
        commands: Counter[str] = Counter()
        for name, tally in tallies.items():
            if tally.lengths:
                commands += tally.commands
                yield f"{name}: {tally.says()}"
        counted = ", ".join(f"{name} {count:,}" for name, count in commands.most_common())
        yield f"commands: {counted}"

    def _hold(self, step: Step) -> None:
        if isinstance(step.decision, Refusal):
            assert not step.moved.sure, f"expected {step.command} accepted, got {step.decision}"
            return
        bodies = [event.body for event in step.decision]
        found = [
            *self.faults(step.after, table=step.snapshot.table),
            *self.step_faults(step.state, bodies, after=step.after),
        ]
        assert not found, f"after {step.command.body}: {found}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Fought(Generic[_State]):
    """A battle that was fought to its end, and some of its moments."""

    sample: Sample
    played: Played
    moments: list[tuple[_State, Snapshot]]

    def some_moments(self, count: int, *, seed: str) -> list[tuple[Sample, _State, Snapshot]]:
        """So many of them, if there are."""
        picked = random.Random(seed).sample(self.moments, min(count, len(self.moments)))
        return [(self.sample, state, snapshot) for state, snapshot in picked]


@dataclass(slots=True)
class Tally:
    """How the battles on one table went."""

    what: str
    """What a battle is long in: turns, rounds."""
    lengths: list[int] = field(default_factory=list)
    spans: list[int] = field(default_factory=list)
    results: Counter[str] = field(default_factory=Counter)
    commands: Counter[str] = field(default_factory=Counter)
    events: Counter[str] = field(default_factory=Counter)

    def count(self, played: Played, *, winner: str, span: int) -> None:
        """One more battle."""
        self.lengths.append(len(played.commands))
        self.spans.append(span)
        self.results[winner or "drawn"] += 1
        self.commands.update(kind_of(command.body) for command in played.commands)
        self.events.update(kind_of(event.body) for event in played.events)

    def says(self) -> str:
        """A line of a report."""
        if not self.lengths:
            return "no battles"
        middle = sorted(self.lengths)[len(self.lengths) // 2]
        results = ", ".join(f"{who} {count}" for who, count in sorted(self.results.items()))
        span = sum(self.spans) / len(self.spans)
        return (
            f"{len(self.lengths)} battles, {min(self.lengths)} to {max(self.lengths)} commands "
            f"(half of them up to {middle}), {span:.1f} {self.what}; {results}"
        )
