"""Knows how games of Paper Invasion are played at random, and what must be true in all of them."""

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Final

from rules.games.paper_invasion import GAME
from rules.games.paper_invasion.outlines import is_zone
from rules.games.paper_invasion.state import State
from rules.games.paper_invasion.vocabulary import Form, Phase, Side
from rules.referee.game import Refusal
from rules.referee.vocabulary import kind_of
from tests.rules.games.driver import Played, Sample, Step, play_sample

LONGEST: Final = 20_000
"""Commands after which a game that is not over counts as one that never ends."""


def faults(state: State) -> Iterator[str]:
    """What is impossible about a state."""
    if (state.phase is Phase.OVER) is (state.outcome is None):
        yield f"{state.phase} with {state.outcome}"
    holding = [token for token in state.tokens.values() if token.form is Form.HOLDING]
    if len(holding) > 1 or (holding and (state.item_spent or not state.looted)):
        yield f"{len(holding)} hold the item, spent {state.item_spent}"
    if state.active and state.active not in state.tokens:
        yield f"{state.active} is on and is not there"
    if state.board is None:
        return
    for wall in state.board.walls:
        if wall.one == wall.other or not (
            state.board.has(wall.one) and state.board.has(wall.other)
        ):
            yield f"{wall.id} parts {wall.one} from {wall.other}"
    for token in state.tokens.values():
        if not state.board.has(token.place):
            yield f"{token.id} is in {token.place}"
        outside = token.side is Side.ENEMIES and is_zone(token.place)
        if outside and not token.attached:
            yield f"{token.id} stands outside of nothing"
    if state.in_play and (state.heroes_skip < 0 or state.enemies_skip < 0):
        yield f"skips {state.heroes_skip} and {state.enemies_skip}"


def step_faults(before: State, after: State) -> Iterator[str]:
    """What is impossible about a change."""
    if after.turn < before.turn or after.asked < before.asked or after.events < before.events:
        yield f"from turn {before.turn} to {after.turn}"
    fresh = set(after.tokens) - set(before.tokens)
    if fresh & set(before.names):
        yield f"{fresh} come back"


@dataclass(slots=True)
class Tally:
    """How games went."""

    lengths: list[int] = field(default_factory=list)
    turns: list[int] = field(default_factory=list)
    results: Counter[str] = field(default_factory=Counter)
    events: Counter[str] = field(default_factory=Counter)

    def count(self, played: Played) -> None:
        """One more game."""
        state: State = played.state
        assert state.outcome is not None
        self.lengths.append(len(played.commands))
        self.turns.append(state.turn)
        self.results[str(state.outcome.winner)] += 1
        self.events.update(kind_of(event.body) for event in played.events)

    def says(self) -> str:
        """A line of a report."""
        middle = sorted(self.lengths)[len(self.lengths) // 2]
        results = ", ".join(f"{who} {count}" for who, count in sorted(self.results.items()))
        return (
            f"{len(self.lengths)} games, {min(self.lengths)} to {max(self.lengths)} commands "
            f"(half of them up to {middle}), {sum(self.turns) / len(self.turns):.1f} turns; "
            f"{results}"
        )


def game_at_random(sample: Sample, *, seed: str) -> Played:
    """A game to its end, by players who never give up, without an impossible state on the way."""

    def watch(step: Step) -> None:
        if isinstance(step.decision, Refusal):
            assert not step.moved.sure, f"{step.command} refused: {step.decision}"
            return
        found = [*faults(step.after), *step_faults(step.state, step.after)]
        assert not found, f"after {step.command.body}: {found}"

    stubborn = replace(sample, weights={**sample.weights, "give_up": 0.0})
    rng = random.Random(f"{seed} {sample.name}")
    return play_sample(GAME, stubborn, rng=rng, steps=LONGEST, watch=watch)
