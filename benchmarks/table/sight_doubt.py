"""Times P(blocked) and holds it against 4,000 samples of the same errors."""

import statistics
from collections.abc import Callable
from functools import partial

import numpy as np

from benchmarks.finding import Effort, Finding, Goal
from benchmarks.table.plain_sight import Floats
from benchmarks.table.sampled_sight import SampledSight
from benchmarks.table.scenes import crowded
from benchmarks.timing import race
from rules.table.sight.sight_table import SightTable, sight_table
from rules.table.snapshot import Snapshot

Shares = Callable[[SightTable, str], Floats]

_SIGMA, _AREA_SIGMA = 0.1, 0.03
_SURELY_CLEAR, _SURELY_BLOCKED = 0.05, 0.95


def doubt(effort: Effort, *, shares_of: Shares = SightTable.shares_blocked) -> list[Finding]:
    """Every row of P(blocked) for 100 units with an error of 0.1 in among 60 areas with 0.03 in."""
    units, areas = effort.pick((100, 60), small=(24, 14))
    scene = crowded(units=units, areas=areas, seed=1, sigma=_SIGMA, area_sigma=_AREA_SIGMA)
    table = sight_table(scene)
    return [
        *_speed(scene, table=table, effort=effort, shares_of=shares_of),
        *_accuracy(scene, table=table, shares_of=shares_of),
    ]


def _speed(
    scene: Snapshot, *, table: SightTable, effort: Effort, shares_of: Shares
) -> list[Finding]:
    ids = [piece.id for piece in scene.pieces]
    rows = ids if not effort.small else ids[:2]
    samples = SampledSight(scene, samples=256, seed=3)
    others = len(ids) - 1
    times, peers = [], []
    for row, name in enumerate(rows):
        timing, pair = race(
            partial(shares_of, table, name),
            partial(samples.naive_share, row, (row + 37) % len(ids)),
            runs=effort.pick(5, small=1),
        )
        times.append(timing.least)
        peers.append(pair.least * others)
    title = f"{len(ids)} units, {len(scene.terrain)} areas, 256 worlds: one unit's row"
    goal = (Goal(most=20.0),)
    figures = (
        ("quickest", min(times), min(peers), ()),
        ("median", statistics.median(times), statistics.median(peers), goal),
        ("slowest", max(times), max(peers), goal),
    )
    return [
        Finding(
            benchmark="doubt",
            measure=f"{title}, the {which} of {len(rows)}",
            value=value,
            unit="ms",
            peer=f"shapely, prepared, 256 samples of one pair, times {others}",
            peer_value=peer,
            goals=goals,
        )
        for which, value, peer, goals in figures
    ]


def _accuracy(scene: Snapshot, *, table: SightTable, shares_of: Shares) -> list[Finding]:
    first, second = np.triu_indices(len(scene.pieces), 1)
    samples = 4000
    reference = SampledSight(scene, samples=samples, seed=3).shares(first, second)
    ours = np.array([shares_of(table, piece.id) for piece in scene.pieces])[first, second]
    off = ours - reference
    mixed = (reference > 0) & (reference < 1)
    flipped = (ours <= _SURELY_CLEAR) & (reference >= _SURELY_BLOCKED)
    flipped |= (ours >= _SURELY_BLOCKED) & (reference <= _SURELY_CLEAR)
    wrong = tuple(
        f"{scene.pieces[first[k]].id} to {scene.pieces[second[k]].id} is blocked in "
        f"{ours[k]:.0%} of the worlds, {reference[k]:.0%} of the samples"
        for k in np.nonzero(flipped)[0]
    )
    chance = float(np.sqrt((reference * (1 - reference) / samples)[mixed].mean()))
    goal = (Goal(most=0.02),)
    figures = (
        (f"rms over the {mixed.sum()} pairs in doubt", _rms(off[mixed]), goal, chance),
        (f"rms over all {len(off)} pairs", _rms(off), goal, None),
        ("the farthest of any pair", float(np.abs(off).max()), (), None),
    )
    return [
        Finding(
            benchmark="doubt",
            measure=f"P(blocked) beside {samples} samples: {which}",
            value=value,
            goals=goals,
            peer="chance in the samples themselves" if floor is not None else "",
            peer_value=floor,
            wrong=wrong if number == 0 else (),
            cost=False,
        )
        for number, (which, value, goals, floor) in enumerate(figures)
    ]


def _rms(off: Floats) -> float:
    return float(np.sqrt((off**2).mean()))
