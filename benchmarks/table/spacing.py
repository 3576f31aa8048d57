"""Times gaps and chains of neighbours, beside shapely's distances and its tree."""

from collections.abc import Callable

import numpy as np
import shapely

from benchmarks.finding import Effort, Finding, Goal, differing
from benchmarks.table.plain_sight import Bools, Floats, Ints
from benchmarks.table.scenes import crowded
from benchmarks.timing import race
from rules.table.measuring.gaps import Outlines
from rules.table.measuring.proximity import chain, chain_reached
from rules.table.shapes import Disc, Rectangle
from rules.table.snapshot import Piece, SharedError, Snapshot

Distances = Callable[[Outlines, Ints, Ints], Floats]

_REACH = 3.0
_QUARTER = 16
"""Segments in a quarter of a disc that is drawn as a polygon: 64 corners."""


def solid(piece: Piece) -> tuple[shapely.Geometry, float]:
    """A piece as shapely has it, a disc as its middle, and its radius."""
    assert piece.pose is not None
    if isinstance(piece.footprint, Disc):
        middle = shapely.Point(piece.pose.x, piece.pose.y)
        return middle, float(piece.footprint.radius)
    if isinstance(piece.footprint, Rectangle):
        length, width = piece.footprint.length / 2, piece.footprint.width / 2
        shape = shapely.box(-length, -width, length, width)
    else:
        shape = shapely.Polygon(piece.footprint.vertices)
    angle = np.radians(piece.pose.heading)
    turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    place = np.array([piece.pose.x, piece.pose.y])
    return shapely.transform(shape, lambda corners: corners @ turn + place), 0.0


class PlainShapes:
    """All pieces of a snapshot, a disc as a polygon of 64 corners, which is a little too small."""

    def __init__(self, snapshot: Snapshot) -> None:
        solids = [solid(piece) for piece in snapshot.pieces]
        self.cores = np.array([shape for shape, _ in solids], dtype=object)
        self.radii = np.array([radius for _, radius in solids])
        self.shapes = shapely.buffer(self.cores, self.radii, quad_segs=_QUARTER)
        self.lost = self.radii * (1 - np.cos(np.pi / (4 * _QUARTER)))

    def exact(self, first: Ints, second: Ints) -> Floats:
        """Gaps with true circles."""
        cores = shapely.distance(self.cores[first], self.cores[second])
        gaps: Floats = np.maximum(cores - self.radii[first] - self.radii[second], 0.0)
        return gaps

    def linked(self) -> Bools:
        """Which two are within the reach, by the exact gaps."""
        count = len(self.cores)
        first, second = np.triu_indices(count, 1)
        links = np.zeros((count, count), dtype=bool)
        links[first, second] = self.exact(first, second) <= _REACH
        return links | links.T


def steps_by_matrix(links: Bools, *, start: int, links_allowed: int) -> set[int]:
    """Everything within so many links, by spreading out one link at a time."""
    reached = np.zeros(len(links), dtype=bool)
    reached[start] = True
    for _ in range(links_allowed):
        reached = reached | links[reached].any(axis=0)
    return {int(row) for row in np.nonzero(reached)[0]}


def steps_by_tree(tree: shapely.STRtree, *, start: int, links: int) -> set[int]:
    """The peer: shapely's tree finds the links, breadth first follows them."""
    one, other = tree.query(tree.geometries, predicate="dwithin", distance=_REACH)
    neighbours: dict[int, list[int]] = {}
    for a, b in zip(one.tolist(), other.tolist(), strict=True):
        neighbours.setdefault(a, []).append(b)
    reached, ring = {start}, [start]
    for _ in range(links):
        ring = sorted({b for a in ring for b in neighbours[a]} - reached)
        reached.update(ring)
    return reached


def chains(effort: Effort) -> list[Finding]:
    """Who hangs together by links of 3 in, among 100 pieces of every shape."""
    count = effort.pick(100, small=30)
    exact = crowded(units=count, areas=0, seed=6, shapes=3)
    unsure = crowded(units=count, areas=0, seed=6, shapes=3, sigma=0.1)
    members = {piece.id for piece in exact.pieces}
    outlines = Outlines(unsure)
    plain = PlainShapes(exact)
    tree = shapely.STRtree(plain.shapes)
    wrong = _wrong_chains(exact, unsure=unsure, plain=plain)
    start, links = "U1", 3
    core, whole, peer = race(
        lambda: chain_reached(outlines, start, members=members, reach=_REACH, links=links),
        lambda: chain(unsure, start, links=links),
        lambda: steps_by_tree(tree, start=1, links=links),
        runs=effort.pick(200, small=1),
    )
    title = f"{count} pieces, links of {_REACH:g} in"
    name = "shapely, STRtree dwithin and breadth first"
    figures = (
        (f"{title}: who is in it, `chain_reached`", core, (Goal(most=1.0),), wrong),
        (f"{title}: packing, who and why in words, `chain`", whole, (), ()),
    )
    return [
        Finding(
            benchmark="chains",
            measure=measure,
            value=timing.least,
            unit="ms",
            detail=timing.says,
            peer=name,
            peer_value=peer.least,
            goals=goals,
            wrong=bad,
        )
        for measure, timing, goals, bad in figures
    ]


def _wrong_chains(exact: Snapshot, *, unsure: Snapshot, plain: PlainShapes) -> tuple[str, ...]:
    """Without errors the same chain as the reference; with errors one below and one above it."""
    members = {piece.id for piece in exact.pieces}
    links = plain.linked()
    ids = [piece.id for piece in exact.pieces]
    sure_of, unsure_of = Outlines(exact), Outlines(unsure)
    wrong: list[str] = []
    for start, name in enumerate(ids):
        for allowed in (1, 2, 3, len(ids)):
            reference = {ids[k] for k in steps_by_matrix(links, start=start, links_allowed=allowed)}
            sure, unsure_too = (
                chain_reached(each, name, members=members, reach=_REACH, links=allowed)
                for each in (sure_of, unsure_of)
            )
            if set(sure.certain) != reference:
                off = sorted(set(sure.certain) ^ reference)
                wrong.append(f"chain of {name} by {allowed} links differs in {off}")
            if not set(unsure_too.certain) <= reference <= set(unsure_too.possible):
                wrong.append(f"chain of {name} by {allowed} links with errors is not round it")
    return tuple(wrong)


def gaps(effort: Effort, *, distances: Distances = Outlines.distances) -> list[Finding]:
    """Edge to edge between all pairs of 100 discs, rectangles and hollow polygons."""
    count = effort.pick(100, small=20)
    scene = crowded(
        units=count, areas=0, seed=8, shapes=3, sigma=0.1, shared=SharedError(scale=0.003)
    )
    outlines, plain = Outlines(scene), PlainShapes(scene)
    first, second = np.triu_indices(count, 1)
    ours = distances(outlines, first, second)
    wrong = _wrong_gaps(ours, outlines=outlines, plain=plain)
    alone, measured, packing, peer = race(
        lambda: distances(outlines, first, second),
        lambda: outlines.measure(first, second),
        lambda: Outlines(scene),
        lambda: shapely.distance(plain.shapes[first], plain.shapes[second]),
        runs=effort.pick(60, small=1),
    )
    title = f"{len(first)} pairs of {count} mixed pieces"
    figures = (
        ("`Outlines.distances`", alone, (Goal(most=5.0),), wrong),
        ("with error and witness, `Outlines.measure`", measured, (Goal(most=5.0),), ()),
        ("packing, `Outlines`", packing, (), ()),
    )
    return [
        Finding(
            benchmark="gaps",
            measure=f"{title}: {which}",
            value=timing.least,
            unit="ms",
            detail=timing.says,
            peer="shapely.distance, discs of 64 corners",
            peer_value=peer.least,
            goals=goals,
            wrong=bad,
        )
        for which, timing, goals, bad in figures
    ]


def _wrong_gaps(ours: Floats, *, outlines: Outlines, plain: PlainShapes) -> tuple[str, ...]:
    first, second = np.triu_indices(len(plain.cores), 1)
    drawn = shapely.distance(plain.shapes[first], plain.shapes[second])
    most = plain.lost[first] + plain.lost[second] + 1e-9
    fits = (drawn - ours >= -1e-9) & (drawn - ours <= most)
    wrong = differing(fits, np.ones_like(fits), what="gaps, within the 64 corners' error,")
    both = (plain.radii[first] > 0) & (plain.radii[second] > 0)
    middles = shapely.get_coordinates(plain.cores[plain.radii > 0])
    place = np.cumsum(plain.radii > 0) - 1
    apart = np.hypot(*(middles[place[first[both]]] - middles[place[second[both]]]).T)
    formula = np.maximum(apart - plain.radii[first[both]] - plain.radii[second[both]], 0.0)
    right = np.abs(ours[both] - formula) <= 1e-12
    wrong += differing(right, np.ones_like(right), what="gaps of two discs, by formula,")
    same = np.abs(outlines.measure(first, second).distance - ours) <= 1e-9
    return wrong + differing(same, np.ones_like(same), what="measured gaps")
