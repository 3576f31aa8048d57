"""Times the referee's answers: to a command, and to the question what may be asked for now.

A command stands beside the quickest refusal there is, that of somebody who has no seat. What may be
asked for stands beside the plain way to know it: deciding every filling of every template afresh.
"""

import math
import statistics
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from random import Random
from typing import Final

from benchmarks.battles.big_battle import PEOPLE, TOGETHER, Asked, Moment, Recorded, record
from benchmarks.finding import Effort, Finding, Goal
from benchmarks.timing import least, milliseconds, undisturbed
from rules.games.paper_tigers import GAME
from rules.games.paper_tigers.state import State
from rules.referee.toolkit.game import Command, Decision, Refusal, Template
from rules.table.snapshot import Snapshot
from rules.testing.driver import body_of, variations

Decide = Callable[[State, Command, Snapshot], Decision]
Offer = Callable[[State, Snapshot, str], tuple[Template, ...]]

DECIDE_MS: Final = 2.0
OPTIONS_MS: Final = 20.0
STRANGER: Final = "nobody at this table"
PEER_MOMENTS: Final = 6
"""So many of a phase's moments, the slowest, are also worked out in the plain way."""


def recorded(effort: Effort) -> Recorded:
    """The battles that everything here is measured on."""
    return record(units=effort.pick(20, small=6), steps=effort.pick(900, small=60))


def share(times: Iterable[float], part: float) -> float:
    """The time that so large a part of all stays within.

    >>> share(range(1, 101), 0.99), share([5.0], 0.5)
    (99, 5.0)
    """
    ordered = sorted(times)
    return ordered[max(0, math.ceil(part * len(ordered)) - 1)]


def decide(effort: Effort, *, decide: Decide = GAME.decide) -> list[Finding]:
    """Every kind of command in the midst of battles of 40 units among 30 areas."""
    found = recorded(effort)
    runs = effort.pick(5, small=1)
    times: defaultdict[str, list[float]] = defaultdict(list)
    floors: list[float] = []
    with undisturbed():
        for asked in found.asked:
            stranger = replace(asked.command, author=STRANGER)
            work, nothing = (
                partial(decide, asked.state, command, asked.snapshot)
                for command in (asked.command, stranger)
            )
            times[asked.kind].append(least(work, runs=runs))
            floors.append(least(nothing, runs=runs))
    units = effort.pick(40, small=12)
    every = [time for kind in times.values() for time in kind]
    title = f"{units} units, 30 areas"
    return [
        Finding(
            benchmark="decide",
            measure=f"{title}: {len(every)} commands of all kinds, 99 of 100",
            value=share(every, 0.99),
            unit="ms",
            detail=f"half {share(every, 0.5):.2g} ms, slowest {max(every):.3g} ms",
            peer="a stranger refused",
            peer_value=statistics.median(floors),
            goals=(Goal(most=DECIDE_MS),),
            wrong=_wrong_decisions(found.asked, decide=decide) + _missing(times, effort=effort),
        ),
        *(
            _of_kind(kind, times=times[kind], floor=statistics.median(floors), title=title)
            for kind in sorted(times)
        ),
    ]


def _of_kind(kind: str, *, times: Sequence[float], floor: float, title: str) -> Finding:
    return Finding(
        benchmark="decide",
        measure=f"{title}: {kind}, 99 of 100",
        value=share(times, 0.99),
        unit="ms",
        detail=f"half {share(times, 0.5):.2g} ms, {len(times)} of them",
        peer="a stranger refused",
        peer_value=floor,
    )


def _wrong_decisions(asked: Iterable[Asked], *, decide: Decide) -> tuple[str, ...]:
    """What is not decided as it was in the battle."""
    wrong = [
        each.kind
        for each in asked
        if each.decision is not None
        and decide(each.state, each.command, each.snapshot) != each.decision
    ]
    return (f"{len(wrong)} commands are decided in another way: {wrong[0]}",) if wrong else ()


def _missing(times: Mapping[str, object], *, effort: Effort) -> tuple[str, ...]:
    """Kinds of commands that nobody asked for; in a small battle some never come up."""
    kinds = {kind.partition(",")[0] for kind in times}
    left = sorted(set(GAME.commands.kinds) - kinds)
    return (f"nobody asked for {', '.join(left)}",) if left and not effort.small else ()


def options(effort: Effort, *, offer: Offer = GAME.options) -> list[Finding]:
    """What each seat may ask for, in every phase that the battles came to."""
    runs = effort.pick(3, small=1)
    phases: defaultdict[str, list[tuple[float, Moment, str]]] = defaultdict(list)
    with undisturbed():
        for moment in recorded(effort).moments:
            for seat in _with_a_choice(moment, offer=offer):
                work = partial(offer, moment.state, moment.snapshot, seat)
                phases[_named(moment)].append((least(work, runs=runs), moment, seat))
    return [_of_phase(phase, asked=phases[phase], offer=offer, effort=effort) for phase in phases]


def _with_a_choice(moment: Moment, *, offer: Offer) -> list[str]:
    """The seats that may do more than wait or give up."""
    seats = dict.fromkeys(force.seat for force in moment.state.forces)
    return [
        seat
        for seat in seats
        if any(
            template.command != "concede" for template in offer(moment.state, moment.snapshot, seat)
        )
    ]


def _named(moment: Moment) -> str:
    """The phase; an answer that the referee waits for is another matter than a free choice."""
    asks = moment.state.asks
    return f"{moment.phase}, asked to {asks[0].question.answered_by}" if asks else moment.phase


def _of_phase(
    phase: str, *, asked: list[tuple[float, Moment, str]], offer: Offer, effort: Effort
) -> Finding:
    times = [time for time, _, _ in asked]
    slowest = sorted(asked, key=lambda each: -each[0])[: effort.pick(PEER_MOMENTS, small=1)]
    plain: list[float] = []
    wrong: list[str] = []
    for _, moment, seat in slowest:
        tries = list(_every_filling(moment, seat, offer=offer))
        plain.append(milliseconds(partial(_decided, moment, tries)))
        wrong += _broken_promises(moment, tries)
    return Finding(
        benchmark="options",
        measure=f"{effort.pick(40, small=12)} units, 30 areas: {phase}, 99 of 100",
        value=share(times, 0.99),
        unit="ms",
        detail=f"half {share(times, 0.5):.2g} ms, slowest {max(times):.3g} ms, {len(times)} times",
        peer=f"each filling decided, the {len(slowest)} slowest",
        peer_value=statistics.median(plain),
        goals=(Goal(most=OPTIONS_MS),),
        wrong=tuple(wrong),
    )


Try = tuple[Command, Snapshot, str | None]
"""A command, the table it is asked for on, and the reason for which it is greyed."""


def _every_filling(moment: Moment, seat: str, *, offer: Offer) -> Iterator[Try]:
    """Everything that the templates promise to be accepted, or grey with a reason."""
    rng = Random(1)
    for template in offer(moment.state, moment.snapshot, seat):
        moved = PEOPLE(moment.state, template, snapshot=moment.snapshot, rng=rng)
        if template.refusal is not None or not moved.sure:
            continue
        for values, reason in variations(GAME, template, moved=moved, rng=rng):
            body = body_of(GAME, template, values=values)
            yield Command(author=seat, body=body, waives=TOGETHER), moved.snapshot, reason


def _decided(moment: Moment, tries: Iterable[Try]) -> None:
    for command, table, _ in tries:
        GAME.decide(moment.state, command, table)


def _broken_promises(moment: Moment, tries: Iterable[Try]) -> tuple[str, ...]:
    """Commands that are offered and not accepted, or greyed for another reason than they have."""
    wrong = []
    for command, table, reason in tries:
        decision = GAME.decide(moment.state, command, table)
        got = decision.reason if isinstance(decision, Refusal) else None
        if got != reason:
            wrong.append(f"{command.body}: {reason or 'offered'}, but {got or 'accepted'}")
    return tuple(wrong[:3])
