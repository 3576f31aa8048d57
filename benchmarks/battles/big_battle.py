"""Plays battles of Paper Tigers as large as any: 40 units among 30 areas, seen with errors."""

from collections import Counter
from dataclasses import dataclass, replace
from functools import cache
from random import Random
from types import MappingProxyType
from typing import Final

from rules.games.paper_tigers import GAME
from rules.games.paper_tigers.battle_options import WITHDRAWAL
from rules.games.paper_tigers.chapters.agreeing import AcceptTable, AcceptTerrain, Amend
from rules.games.paper_tigers.state import State
from rules.games.paper_tigers.tests.armies import SIDE, army, box, entry
from rules.games.paper_tigers.tests.players import Players
from rules.games.paper_tigers.tests.samples import ALONE, WEIGHTS, sample
from rules.referee.toolkit.game import Command, Decision, Template
from rules.referee.toolkit.vocabulary import kind_of
from rules.table.snapshot import SharedError, Snapshot, Terrain
from rules.table.units import Inches
from rules.testing.driver import Played, Sample, Step, at_first, body_of, play_sample

_FORE = ("tank", "truck", "tank", "halftrack", "tank", "truck", "tank", "armoured_car", "tank")
_REAR = ("squad", "gun", "squad", "squad", "squad", "gun", "squad", "squad", "gun")
KINDS: Final = (*_FORE, *_REAR, "tank", "truck")
"""One side's 20 units, in the order in which they stand in rows of nine; the last come later."""
LATE: Final = 2
POSE_SIGMA: Final = 0.05
AREA_SIGMA: Final = Inches(0.03)
SHARED: Final = SharedError(scale=0.002)
GROUND: Final = ("woods", "building", "hill", "building", "woods")
PEOPLE: Final = Players(sigma=POSE_SIGMA, spread=5.25)
LIKELY: Final = MappingProxyType(
    {**WEIGHTS, "concede": 0.0, "board": 0.2, "use_slips": 50.0, "name_objective": 0.1}
)
"""Players who want to fight, so that there is much to judge."""
ALSO: Final = 12
"""As often a kind is asked for in passing, where it is offered and somebody does something else."""
TOGETHER: Final = frozenset({"PT1-A5", "PT1-D1b"})
"""What has to be waived for the commands that players agree on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """One command of a battle, with the moment it was given in."""

    kind: str
    state: State
    command: Command
    snapshot: Snapshot
    decision: Decision | None = None
    """What came of it in the battle; None where it was asked in passing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """A moment in which somebody may ask for something."""

    phase: str
    state: State
    snapshot: Snapshot


@dataclass(frozen=True, slots=True, kw_only=True)
class Recorded:
    """Everything that was asked for in some battles."""

    asked: tuple[Asked, ...]
    moments: tuple[Moment, ...]
    samples: tuple[Sample, ...]
    played: tuple[Played, ...]
    """What happened in each battle."""


def areas(rng: Random) -> tuple[Terrain, ...]:
    """Thirty areas of 2 to 4.5 in, in six columns and five rows."""
    found = []
    for number in range(30):
        across, up = number % 6, number // 6
        size = (rng.uniform(2.0, 4.5), rng.uniform(2.0, 4.5))
        at = (8.0 * across + rng.uniform(0.2, 3.3), 9.0 * up + rng.uniform(1.7, 5.5))
        # Nobody begins in a house, so houses stand away from the edges.
        inner = 0 < across < 5 and 0 < up < 4
        kind = GROUND[number % len(GROUND)] if inner else "woods"
        drawn = box(f"A{number}", kind, at=at, size=size)
        found.append(replace(drawn, sigma=AREA_SIGMA))
    return tuple(found)


def river_ground(rng: Random) -> tuple[Terrain, ...]:
    """A river with a bridge, and other areas away from it."""
    water = box("R1", "river", at=(0, 14.5), size=(SIDE, 2.5))
    bridge = box("P1", "bridge", at=(22, 14), size=(4, 3.5))
    dry = [each for each in areas(rng) if all(y < 14.0 or y > 17.5 for _, y in each.outline)]
    return (water, bridge, *dry[:28])


def battles(*, units: int) -> tuple[Sample, ...]:
    """A battle in the open, one at a river, one with late followers, and one with slips."""
    late = min(LATE, units // 4)
    red, blue = (army(side, KINDS[:units], late=late) for side in ("Red", "Blue"))
    both = (*red, *blue)
    slips = [entry(f"slip{number}", side="Blue", kind="slip") for number in range(units)]
    alone = (*red, *army("Blue", KINDS[:units]), *slips)
    ground = areas(Random(1))
    found = (
        sample("open", both, terrain=ground),
        sample("river", both, terrain=river_ground(Random(2)), scenario=WITHDRAWAL),
        sample("after the roll", both, terrain=ground, followers_declared="after_roll"),
        sample("alone", alone, terrain=ground, seats=ALONE),
    )
    return tuple(
        replace(each, mover=PEOPLE, weights=LIKELY, snapshot=replace(each.snapshot, shared=SHARED))
        for each in found
    )


def named(body: object) -> str:
    """A command's kind; those of several units apart, for they are judged several times."""
    followers = len(getattr(body, "followers", ()))
    return kind_of(body) + (f", {followers} following" if followers else "")


class Recorder:
    """Writes down what is asked for, and asks in passing for what is offered and seldom done."""

    def __init__(self) -> None:
        self.asked: list[Asked] = []
        self.moments: list[Moment] = []
        self._tried: Counter[str] = Counter()
        self._rng = Random(1)

    def watch(self, step: Step) -> None:
        """Keep one command with its moment, and what might have been asked for in its place."""
        state, snapshot = step.state, step.snapshot
        self.moments.append(Moment(phase=state.phase, state=state, snapshot=snapshot))
        self._keep(step.command, state=state, snapshot=step.moved.snapshot, decision=step.decision)
        for seat, template in step.offers:
            if template.refusal is None and self._tried[template.command] < ALSO:
                self._ask_in_passing(template, seat=seat, step=step)
        if state.turn and self._tried["amend"] < ALSO:
            unit = next(unit for unit in state.units.values() if unit.in_play and not unit.aboard)
            amend, accept = Amend(unit=unit.id, hits=0), AcceptTable(unit=unit.id)
            for body in (amend, accept, AcceptTerrain()):
                agreed = Command(author=step.command.author, body=body, waives=TOGETHER)
                self._keep(agreed, state=state, snapshot=snapshot)

    def _ask_in_passing(self, template: Template, *, seat: str, step: Step) -> None:
        moved = PEOPLE(step.state, template, snapshot=step.snapshot, rng=self._rng)
        values = at_first(GAME, template, moved=moved, rng=self._rng)
        body = body_of(GAME, template, values=values)
        command = Command(author=seat, body=body, waives=TOGETHER)
        self._keep(command, state=step.state, snapshot=moved.snapshot)

    def _keep(
        self,
        command: Command,
        *,
        state: State,
        snapshot: Snapshot,
        decision: Decision | None = None,
    ) -> None:
        self._tried[kind_of(command.body)] += 1
        self.asked.append(
            Asked(
                kind=named(command.body),
                state=state,
                command=command,
                snapshot=snapshot,
                decision=decision,
            )
        )


@cache
def record(*, units: int, steps: int) -> Recorded:
    """The battles, played by players who know the rules and do anything that these allow."""
    recorder, samples = Recorder(), battles(units=units)
    played = tuple(
        play_sample(GAME, each, rng=Random(seed), steps=steps, watch=recorder.watch)
        for seed, each in enumerate(samples, start=1)
    )
    return Recorded(
        asked=tuple(recorder.asked), moments=tuple(recorder.moments), samples=samples, played=played
    )
