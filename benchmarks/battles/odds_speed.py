"""Times odds of questions as they come in battles played at random, beside plain sampling.

A question is reckoned with all that follows; plain sampling throws the dice of the same question
20,000 times, rules on each throw and remembers nothing. Some throws are timed, and the rest is
counted up. Times are the processor's.
"""

import random
import time
import tracemalloc
from collections.abc import Callable
from functools import partial
from typing import Final

import numpy as np

from api.battles.odds_kept import MOST_KEPT, OddsKept
from api.battles.odds_shown import odds_shown
from benchmarks.finding import Effort, Finding, Goal
from benchmarks.timing import undisturbed
from rules.referee.odds.sampling import SAMPLES
from rules.referee.odds.walking import Walk
from rules.registry import game
from rules.testing.driver import samples_of
from rules.testing.odds_sampling import Waiting, waiting_in

GAMES: Final = ("paper_tigers", "paper_tigers_2", "papercraft")
"""Those whose questions are for dice."""
SEED: Final = 1
PLAIN: Final = 50
"""Throws of plain sampling that are timed."""
MEGABYTE: Final = 1024 * 1024


def odds_speed(effort: Effort) -> list[Finding]:
    """A question reckoned, asked again, and what all of it takes in memory."""
    rng = random.Random(SEED)
    most = effort.pick(170, small=2)
    waiting = [
        each
        for slug in GAMES
        for each in waiting_in(
            game(slug), samples_of(slug), rng=rng, steps=effort.pick(400, small=30), most=most
        )
    ]
    exact: list[float] = []
    plain: list[float] = []
    again: list[float] = []
    wrong: list[str] = []
    kept = OddsKept()
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    for number, each in enumerate(waiting):
        kept.told((number % MOST_KEPT,), partial(_shown, each), on=each.snapshot)
    held = (tracemalloc.get_traced_memory()[1] - before) / MEGABYTE
    tracemalloc.stop()
    with undisturbed():
        for number, each in enumerate(waiting):
            exact.append(_timed(partial(_shown, each)))
            plain.append(_timed(partial(_plainly, each)) * SAMPLES / PLAIN)
            key = (number % MOST_KEPT,)
            again.append(_timed(partial(kept.told, key, dict, on=each.snapshot)))
            odds = each.odds
            if odds is not None and sum(one.chance for one in odds.outcomes) != 1:
                wrong.append(f"{each.chance.says}: chances that do not add up to one")
    return _found(exact, plain, again=again, held=held, wrong=wrong)


def _found(
    exact: list[float],
    plain: list[float],
    *,
    again: list[float],
    held: float,
    wrong: list[str],
) -> list[Finding]:
    questions = f"{len(exact):,} questions of {len(GAMES)} games"
    return [
        Finding(
            benchmark="odds",
            measure="a question with all that follows, 99 of 100",
            value=float(np.percentile(exact, 99)),
            unit="ms",
            detail=f"{questions}, median {np.median(exact):.3g} ms",
            peer=f"{SAMPLES:,} throws ruled on one by one, median",
            peer_value=float(np.median(plain)),
            goals=(Goal(most=300.0),),
            wrong=tuple(wrong[:3]),
        ),
        Finding(
            benchmark="odds",
            measure="the same asked again, 99 of 100",
            value=float(np.percentile(again, 99)),
            unit="ms",
            detail=questions,
            goals=(Goal(most=5.0),),
        ),
        Finding(
            benchmark="odds",
            measure="memory of all of it, at most",
            value=held,
            unit="MB",
            detail=questions,
            goals=(Goal(most=100.0),),
        ),
    ]


def _shown(waiting: Waiting) -> dict[str, object]:
    found = waiting.odds
    return {} if found is None else odds_shown(found)


def _plainly(waiting: Waiting) -> None:
    """Some throws, each ruled on to its end."""
    rng = random.Random(SEED)
    walk = Walk(game=waiting.game, snapshot=waiting.snapshot, merges=False)
    for _ in range(PLAIN):
        node, chance = walk.begun(waiting.state, waiting.chance), waiting.chance
        while True:
            way = tuple(rng.choice(chance.faces) for _ in range(chance.count))
            node = walk.once(node, chance, way=way)
            following = walk.next_chance(node)
            if following is None:
                break
            chance = following


def _timed(work: Callable[[], object]) -> float:
    start = time.process_time_ns()
    work()
    return (time.process_time_ns() - start) / 1e6
