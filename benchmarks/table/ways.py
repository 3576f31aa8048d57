"""Times clear lines and ways round areas, and checks that none is too long or too short."""

import math
import statistics
from collections.abc import Callable
from functools import partial

import numpy as np
import shapely

from benchmarks.finding import Effort, Finding
from benchmarks.table.plain_sight import Floats
from benchmarks.table.plain_ways import TriedLines, way_by_graph
from benchmarks.table.scenes import crowded, spot
from benchmarks.timing import Timing, race
from rules.table.measuring.clear_line import ClearLine, clear_line
from rules.table.measuring.path import shortest_way, way_length
from rules.table.shapes import Point, Polygon
from rules.table.snapshot import Snapshot
from rules.table.units import Inches

Ask = Callable[[Snapshot, tuple[str, str]], ClearLine]
Way = Callable[..., tuple[Point, ...] | None]

_EQUAL = 1e-4
"""Inches by which a way that bends many times may differ for grazing corners by a hair."""


def clear_lines(effort: Effort, *, ask: Ask = clear_line) -> list[Finding]:
    """Lines between pieces of a crowded table, all others in the way."""
    count = effort.pick(100, small=40)
    scene = crowded(units=count, areas=0, seed=9, shapes=3, sigma=0.1)
    tried = TriedLines(scene.pieces)
    rng = np.random.default_rng(13)
    pairs = _near_pairs(scene, rng=rng, count=effort.pick(40, small=6))
    wrong: list[str] = []
    times: list[tuple[Timing, Timing]] = []
    longer: list[float] = []
    blocked = 0
    for one, other in pairs:
        ids = (scene.pieces[one].id, scene.pieces[other].id)
        found = ask(scene, ids)
        value = math.inf if found.verdict.value is None else found.verdict.value
        brute = tried.shortest(one, other)
        wrong += _wrong_line(found, value=value, brute=brute, tried=tried, pair=(one, other))
        if math.isfinite(value) and math.isfinite(brute):
            longer.append(brute - value)
        blocked += bool(found.blocked_by)
        timed = race(
            partial(ask, scene, ids),
            partial(tried.shortest, one, other),
            runs=effort.pick(3, small=1),
        )
        times.append((timed[0], timed[1]))
    title = f"{len(pairs)} pairs of {count} pieces, {blocked} with something in the way"
    name = "every line between points 0.05 in apart"
    most = f"the lines tried are up to {max(longer, default=0.0):.3f} in longer"
    return _of_pairs("clear lines", title, times=times, name=name, wrong=wrong, detail=most)


def _of_pairs(
    benchmark: str,
    title: str,
    *,
    times: list[tuple[Timing, Timing]],
    name: str,
    wrong: list[str],
    detail: str = "",
) -> list[Finding]:
    """One row for the usual pair of places, one for the slowest."""
    ours, peers = ([pair[k].least for pair in times] for k in (0, 1))
    slowest = int(np.argmax(ours))
    figures = (
        ("median", statistics.median(ours), statistics.median(peers)),
        ("slowest", ours[slowest], peers[slowest]),
    )
    return [
        Finding(
            benchmark=benchmark,
            measure=f"{title}: {which}",
            value=value,
            unit="ms",
            detail=detail if which == "median" else "",
            peer=name,
            peer_value=peer,
            wrong=tuple(wrong) if which == "median" else (),
        )
        for which, value, peer in figures
    ]


def _near_pairs(scene: Snapshot, *, rng: np.random.Generator, count: int) -> list[tuple[int, int]]:
    """Any pairs within 16 in of each other, the reach of most weapons; hollow ones only block."""
    places = np.array([(p.pose.x, p.pose.y) for p in scene.pieces if p.pose is not None])
    first, second = np.triu_indices(len(places), 1)
    hollow = np.array([isinstance(piece.footprint, Polygon) for piece in scene.pieces])
    asked = np.hypot(*(places[first] - places[second]).T) <= 16
    near = np.nonzero(asked & ~hollow[first] & ~hollow[second])[0]
    chosen = rng.choice(near, size=min(count, len(near)), replace=False)
    return [(int(first[k]), int(second[k])) for k in chosen]


def _wrong_line(
    found: ClearLine, *, value: float, brute: float, tried: TriedLines, pair: tuple[int, int]
) -> list[str]:
    gap = tried.gap(*pair)
    names = f"clear line of rows {pair[0]} and {pair[1]}"
    wrong = []
    if value > brute + 1e-6:
        wrong.append(f"{names} is {value:.6f} in, one of {brute:.6f} in is clear as well")
    if value < gap - 1e-6:
        wrong.append(f"{names} is {value:.6f} in, shorter than the gap of {gap:.6f} in")
    if found.line is None or value == 0:
        return wrong
    ends = np.array(found.line)
    others = np.setdiff1d(np.arange(len(tried.cores)), pair)
    deep = _deepest(ends, tried=tried, others=[int(k) for k in others])
    if deep > 1e-5:
        wrong.append(f"{names} runs through another outline, {deep:.6f} in deep")
    return wrong


def _deepest(ends: Floats, *, tried: TriedLines, others: list[int]) -> float:
    """How far a line enters any of the other outlines."""
    line = shapely.LineString(ends)
    deepest = 0.0
    for row in others:
        core, radius = tried.cores[row], float(tried.radii[row])
        if radius > 0:
            deepest = max(deepest, radius - float(shapely.distance(core, line)))
        elif shapely.intersects(shapely.buffer(core, -1e-5, join_style="mitre"), line):
            deepest = max(deepest, 2e-5)
    return deepest


def routes(effort: Effort, *, way: Way = shortest_way) -> list[Finding]:
    """Ways across a table round areas that nothing can enter."""
    areas = effort.pick(20, small=5)
    terrain = crowded(units=1, areas=areas, seed=10).terrain
    solid = shapely.union_all([shapely.Polygon(area.outline) for area in terrain])
    rng = np.random.default_rng(17)
    wrong: list[str] = []
    times: list[tuple[Timing, Timing]] = []
    bends = 0
    for number in range(effort.pick(12, small=4)):
        start, end = (_free_spot(rng, solid=solid) for _ in range(2))
        found = way(start, end, areas=terrain)
        graph = partial(way_by_graph, (np.array(start), np.array(end)), areas=terrain)
        wrong += _wrong_way(found, length=graph(), number=number, ends=(start, end))
        bends = max(bends, len(found or ()) - 2)
        timed = race(partial(way, start, end, areas=terrain), graph, runs=effort.pick(2, small=1))
        times.append((timed[0], timed[1]))
    title = f"{len(times)} ways round {areas} areas, up to {bends} bends"
    name = "shapely, the graph of all corners"
    return _of_pairs("routes", title, times=times, name=name, wrong=wrong)


def _free_spot(rng: np.random.Generator, *, solid: shapely.Geometry) -> Point:
    while True:
        x, y = spot(rng)
        if float(shapely.distance(solid, shapely.Point(x, y))) > 0.01:
            return Inches(x), Inches(y)


def _wrong_way(
    found: tuple[Point, ...] | None, *, length: float, number: int, ends: tuple[Point, Point]
) -> list[str]:
    ours = math.inf if found is None else float(way_length(found))
    if not (ours == length or abs(ours - length) <= _EQUAL):
        return [f"way {number} is {ours:.6f} in, by the graph {length:.6f} in"]
    if ours < math.dist(*ends) - 1e-9:
        return [f"way {number} is {ours:.6f} in, shorter than straight"]
    return []
