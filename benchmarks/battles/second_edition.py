"""Times the decisions of the second edition, with 60 units that have every modifier.

It stands beside the basic game on as large a table in the same run: what all that it adds costs.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from random import Random
from typing import Any, Final

from benchmarks.battles.big_battle import KINDS, LIKELY, PEOPLE, POSE_SIGMA, SHARED, areas
from benchmarks.battles.refereeing import share
from benchmarks.finding import Effort, Finding, Goal
from benchmarks.timing import least, undisturbed
from rules.games.paper_tigers import GAME as BASIC
from rules.games.paper_tigers.tests.armies import army as basic_army
from rules.games.paper_tigers.tests.samples import sample as basic_sample
from rules.games.paper_tigers_2 import GAME
from rules.games.paper_tigers_2.tests.armies import army
from rules.games.paper_tigers_2.tests.players import Players
from rules.games.paper_tigers_2.tests.samples import WEIGHTS, sample
from rules.games.paper_tigers_2.units.catalogue import Sort, modifiers
from rules.referee.toolkit.game import Command, Decision, Game
from rules.referee.toolkit.vocabulary import kind_of
from rules.table.roster import Entry
from rules.table.snapshot import Snapshot
from rules.testing.driver import Sample, Step, play_sample

Decide = Callable[[Any, Command, Snapshot], Decision]

DECIDE_MS: Final = 3.0
UNITS: Final = 60
HULLS: Final = (
    "medium tank",
    "light tank",
    "heavy tank",
    "tank destroyer",
    "self-propelled gun",
    "heavy self-propelled gun",
    "armoured car",
    "halftrack",
    "carrier",
    "light armoured car",
)
FOOT: Final = (
    "infantry + machine gun",
    "infantry + mortar",
    "improved infantry + tough",
    "scouts",
    "towed gun + howitzer",
    "light towed gun",
    "heavy towed gun + anti-air",
    "transport",
    "light transport",
    "infantry + suicide assault",
)
NOTES: Final = ("wheeled", "amphibious", "two machine guns", "heavy howitzer", "anti-air")


@dataclass(frozen=True, slots=True, kw_only=True)
class Given:
    """A command of a battle, and what came of it."""

    state: Any
    command: Command
    snapshot: Snapshot
    decision: Decision


def army_of(side: str, *, units: int) -> list[Entry]:
    """Two thirds vehicles, each with modifiers of its own, and the rest on foot and guns."""
    gains, losses = (
        [each.name for each in modifiers().values() if each.sort is sort]
        for sort in (Sort.ADVANTAGE, Sort.DISADVANTAGE)
    )
    hulls = [
        f"{HULLS[k % len(HULLS)]} + {gains[k % len(gains)]} + {losses[k % len(losses)]}"
        + (f" + {NOTES[k % len(NOTES)]}" if k % 3 == 0 else "")
        for k in range(units)
    ]
    mixed = [FOOT[(k // 3) % len(FOOT)] if k % 3 == 2 else hulls[k] for k in range(units)]
    return army(side, mixed)


def battles(*, units: int) -> tuple[Sample, ...]:
    """A battle in the open, and one with landings and support from outside."""
    both = (*army_of("Red", units=units // 2), *army_of("Blue", units=units // 2))
    people = Players(sigma=POSE_SIGMA, spread=PEOPLE.spread)
    likely = {**WEIGHTS, "concede": 0.0}
    found = (
        sample("open", both, terrain=areas(Random(1)), mover=people),
        sample("support", both, terrain=areas(Random(2)), mover=people, support=True),
    )
    return tuple(
        replace(each, weights=likely, snapshot=replace(each.snapshot, shared=SHARED))
        for each in found
    )


def basic_battles(*, units: int) -> tuple[Sample, ...]:
    """As many units of the basic game on the same ground."""
    kinds = [KINDS[k % len(KINDS)] for k in range(units // 2)]
    both = (*basic_army("Red", kinds), *basic_army("Blue", kinds))
    found = [basic_sample(f"open {k}", both, terrain=areas(Random(k))) for k in (1, 2)]
    return tuple(
        replace(each, mover=PEOPLE, weights=LIKELY, snapshot=replace(each.snapshot, shared=SHARED))
        for each in found
    )


def given(game: Game, samples: tuple[Sample, ...], *, steps: int) -> tuple[Given, ...]:
    """Every command of these battles, accepted or not."""
    found: list[Given] = []

    def watch(step: Step) -> None:
        found.append(
            Given(
                state=step.state,
                command=step.command,
                snapshot=step.moved.snapshot,
                decision=step.decision,
            )
        )

    for seed, each in enumerate(samples, start=1):
        play_sample(game, each, rng=Random(seed), steps=steps, watch=watch)
    return tuple(found)


def decide_second(effort: Effort, *, decide: Decide = GAME.decide) -> list[Finding]:
    """Every command of battles of 60 units among 30 areas; the peer is the basic game's."""
    units, steps = effort.pick(UNITS, small=12), effort.pick(450, small=60)
    runs = effort.pick(5, small=1)
    commands = given(GAME, battles(units=units), steps=steps)
    basic = given(BASIC, basic_battles(units=units), steps=steps)
    with undisturbed():
        times = _times(commands, decide=decide, runs=runs)
        peers = _times(basic, decide=BASIC.decide, runs=runs)
    kinds = Counter(kind_of(each.command.body) for each in commands)
    counted = ", ".join(f"{count} {kind}" for kind, count in kinds.most_common(4))
    return [
        Finding(
            benchmark="decide second edition",
            measure=f"{units} units, 30 areas: {len(times)} commands, 99 of 100",
            value=share(times, 0.99),
            unit="ms",
            detail=f"half {share(times, 0.5):.2g} ms, slowest {max(times):.3g} ms; {counted}",
            peer=f"the basic game, {len(peers)} commands",
            peer_value=share(peers, 0.99),
            goals=(Goal(most=DECIDE_MS),),
            wrong=_wrong(commands, decide=decide) + _unused(commands, effort=effort),
        )
    ]


def _times(commands: Sequence[Given], *, decide: Decide, runs: int) -> list[float]:
    return [
        least(partial(decide, each.state, each.command, each.snapshot), runs=runs)
        for each in commands
    ]


def _wrong(commands: Sequence[Given], *, decide: Decide) -> tuple[str, ...]:
    """What is not decided as it was in the battle."""
    wrong = [
        kind_of(each.command.body)
        for each in commands
        if decide(each.state, each.command, each.snapshot) != each.decision
    ]
    return (f"{len(wrong)} commands are decided in another way: {wrong[0]}",) if wrong else ()


def _unused(commands: Sequence[Given], *, effort: Effort) -> tuple[str, ...]:
    """Advantages and disadvantages that no unit of these battles has."""
    if effort.small:
        return ()
    units = commands[0].state.units.values()
    held = {modifier.name for unit in units for modifier in unit.own.modifiers}
    sorts = {Sort.ADVANTAGE, Sort.DISADVANTAGE}
    left = [m.name for m in modifiers().values() if m.sort in sorts and m.name not in held]
    return (f"nobody has {', '.join(left)}",) if left else ()
