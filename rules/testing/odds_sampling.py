"""Holds odds to dice that are thrown: the same question, answered by rolling and by reckoning."""

import math
import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from rules.referee.odds.chances import Chance, Way, asks_of, chance_of
from rules.referee.odds.reckoning import Odds, OddsMoment, odds_of_ask
from rules.referee.odds.walking import Node, Walk
from rules.referee.toolkit.game import Game, State
from rules.table.snapshot import Snapshot
from rules.testing.driver import Sample, Step, play_sample

LEAST_EXPECTED: Final = 5.0
"""Throws that a way to end should have to be looked at by itself; rarer ones are put together."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Waiting:
    """A question for dice in the midst of a battle."""

    game: Game
    state: State
    snapshot: Snapshot
    chance: Chance

    @property
    def odds(self) -> Odds | None:
        moment = OddsMoment(
            game=self.game, state=self.state, snapshot=self.snapshot, seat=self.chance.seat
        )
        ask = next(each for each in asks_of(self.game, self.state) if each.id == self.chance.ask)
        return odds_of_ask(moment, ask)


def waiting_in(
    game: Game, samples: Sequence[Sample], *, rng: random.Random, steps: int, most: int
) -> list[Waiting]:
    """Questions for dice, as they come in battles that are played at random."""
    found: list[Waiting] = []

    def watch(step: Step) -> None:
        for ask in asks_of(game, step.state)[:1]:
            chance = chance_of(game, step.state, ask=ask, snapshot=step.snapshot)
            if chance is not None and chance.put_back and len(found) < most:
                found.append(
                    Waiting(game=game, state=step.state, snapshot=step.snapshot, chance=chance)
                )

    for sample in samples:
        if len(found) < most:
            play_sample(game, sample, rng=rng, steps=steps, watch=watch)
    return found


@dataclass(slots=True)
class _Thrown:
    """A state with what each throw from it brought."""

    node: Node
    chance: Chance | None
    after: dict[Way, "_Thrown"] = field(default_factory=dict)


def thrown(waiting: Waiting, *, rng: random.Random, times: int) -> Counter[str]:
    """What so many throws bring: every die in its order, and nothing taken for the same."""
    walk = Walk(game=waiting.game, snapshot=waiting.snapshot, merges=False, before=None)
    root = _Thrown(walk.begun(waiting.state, waiting.chance), waiting.chance)
    counts: Counter[str] = Counter()
    for _ in range(times):
        place = root
        while place.chance is not None:
            chance = place.chance
            way = tuple(rng.choice(chance.faces) for _ in range(chance.count))
            if way not in place.after:
                node = walk.once(place.node, chance, way=way)
                place.after[way] = _Thrown(node, walk.next_chance(node))
            place = place.after[way]
        counts[_named(place.node)] += 1
    return counts


def expected(waiting: Waiting) -> Mapping[str, float]:
    """The same from the exact distribution."""
    walk = Walk(game=waiting.game, snapshot=waiting.snapshot)
    node = walk.begun(waiting.state, waiting.chance)
    shares: dict[str, float] = {}
    for end, share in walk.distribution(node, waiting.chance):
        shares[_named(end)] = shares.get(_named(end), 0.0) + float(share)
    return shares


def _named(node: Node) -> str:
    marks = sorted((each.kind, each.clause, *map(str, each.about)) for each in node.marks)
    return repr(marks)


def p_value(counts: Counter[str], shares: Mapping[str, float]) -> float | None:
    """How often fair dice stray at least as far (chi-square); None where there is but one way."""
    times = sum(counts.values())
    if set(counts) - set(shares):
        return 0.0
    pairs = sorted((share * times, counts[name]) for name, share in shares.items())
    cells: list[tuple[float, float]] = []
    rare, came = 0.0, 0.0
    for wanted, found in pairs:
        rare, came = rare + wanted, came + found
        if rare >= LEAST_EXPECTED:
            cells.append((rare, came))
            rare, came = 0.0, 0.0
    if rare and cells:
        cells[-1] = (cells[-1][0] + rare, cells[-1][1] + came)
    if len(cells) < 2:
        return None
    strays = sum((found - wanted) ** 2 / wanted for wanted, found in cells)
    return chi_square_tail(strays, len(cells) - 1)


def chi_square_tail(value: float, freedom: int) -> float:
    """The share of a chi-square distribution beyond a value.

    >>> round(chi_square_tail(3.841, 1), 3), round(chi_square_tail(5.991, 2), 3)
    (0.05, 0.05)
    >>> round(chi_square_tail(11.07, 5), 3), chi_square_tail(0.0, 2)
    (0.05, 1.0)

    Where there are thousands of ways, each term is small and none is lost.

    >>> round(chi_square_tail(2000.0, 2000), 2), round(chi_square_tail(2001.0, 2001), 2)
    (0.5, 0.5)
    """
    half = value / 2
    if half <= 0:
        return 1.0
    first = freedom % 2 / 2
    tail = math.erfc(math.sqrt(half)) if first else 0.0
    for each in range(freedom // 2):
        power = each + first
        tail += math.exp(power * math.log(half) - half - math.lgamma(power + 1))
    return min(1.0, tail)
