"""Finds the shortest legal way over the table, and what a way runs through.

A way is a row of points in inches. Walking along an outline is legal, running through is not.
"""

import heapq
import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Final

import numpy as np
import shapely
from numpy.typing import NDArray

from rules.table.bad_input import BadInputError
from rules.table.measuring.ranges import within_verdict
from rules.table.outlines.length_error import covariances, point_variance, shared_variance
from rules.table.outlines.outline import place
from rules.table.outlines.rings import Bools
from rules.table.seeing import why_unmeasurable
from rules.table.shapes import Floats, Point, point, polygon_of
from rules.table.snapshot import Piece, Pose, Snapshot, TableSize, Terrain
from rules.table.units import Inches
from rules.table.verdict import Answer, Doubt, Verdict, cannot_see

_GRAZE: Final = 1e-6
"""Inches that a way may run into an obstacle: rounding, nothing more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Route:
    """The shortest legal way of a piece's centre to a point, and whether it is within a limit."""

    verdict: Verdict
    way: tuple[Point, ...]
    """Empty when there is no legal way."""
    round: tuple[str, ...]
    """The areas whose corners the way goes round."""


def shortest_route(
    snapshot: Snapshot,
    piece_id: str,
    *,
    to: Point,
    impassable: frozenset[str] = frozenset({"river", "building"}),
    clearance: Inches = Inches(0.0),
    limit: Inches | None = None,
    doubt: Doubt = Doubt(),
) -> Route:
    """The shortest way of a piece's centre round all areas of the ``impassable`` kinds.

    ``clearance`` keeps the centre that far from every one of them, for a piece with a width.
    """
    piece = snapshot.piece(piece_id)
    if reason := why_unmeasurable(snapshot, piece=piece, doubt=doubt):
        return Route(verdict=cannot_see(reason, limit=limit), way=(), round=())
    _on_table(to, table=snapshot.table)
    start = point(place(piece).centre)
    areas = [area for area in snapshot.terrain if area.kind in impassable]
    way = shortest_way(start, to, areas=areas, clearance=clearance, table=snapshot.table)
    subject = f"the shortest way of {piece_id}"
    if way is None:
        return Route(verdict=_no_way(subject, limit=limit), way=(), round=())
    length = way_length(way)
    passed = {
        area.id: area.sigma
        for area in areas
        for corner in way[1:-1]
        if shapely.distance(shapely.Polygon(area.outline), shapely.Point(corner)) < clearance + 1e-3
    }
    own = _way_error(snapshot, piece=piece, way=way)
    verdict = within_verdict(
        length,
        subject=f"{subject} is {length:.2f} in",
        limit=limit,
        sigma=Inches(math.hypot(own, 2 * max(passed.values(), default=0.0))),
        doubt=doubt,
        pieces=(piece,),
    )
    return Route(verdict=verdict, way=way, round=tuple(sorted(passed)))


def _on_table(to: Point, *, table: TableSize) -> None:
    for name, value, most in (("x", to[0], table.width), ("y", to[1], table.depth)):
        if not 0 <= value <= most:
            expected = f"0 to {most:g}, on the table"
            raise BadInputError(f"to.{name}", expected=expected, got=f"{value:g}")


def shortest_way(
    start: Point,
    end: Point,
    *,
    areas: Sequence[Terrain],
    clearance: Inches = Inches(0.0),
    table: TableSize | None = None,
) -> tuple[Point, ...] | None:
    """The shortest way between two points round all ``areas``, or None when there is none.

    Areas are added one by one, when the best way so far runs through them: leaving others out can
    only shorten it, so the first way that is clear of all is the shortest.
    """
    # What touches is one obstacle: there is no way along the seam, nor through a shared corner.
    rings = tuple(area.outline for area in areas)
    outlines, solid = _obstacles(rings, clearance=max(clearance, 2 * _GRAZE))
    minded: set[int] = set()
    way: tuple[Point, ...] | None = (start, end)
    while way is not None:
        legs = shapely.linestrings([way[k : k + 2] for k in range(len(way) - 1)])
        met: Bools = shapely.intersects(solid[:, None], legs[None])
        hit = {k for k, on_legs in enumerate(met) if on_legs.any()} - minded
        if not hit:
            return way
        minded |= hit
        way = _way_round(tuple(outlines[k] for k in sorted(minded)), ends=(start, end), table=table)
    return None


def way_length(way: Sequence[Point]) -> Inches:
    """The length of a way.

    >>> way_length([(0, 0), (3, 4), (3, 6)])
    7.0
    """
    return Inches(math.fsum(math.dist(one, other) for one, other in pairwise(way)))


def length_inside(way: Sequence[Point], area: Terrain) -> Inches:
    """How much of a way lies inside an area; what runs along its outline counts.

    >>> woods = Terrain(id="W", kind="woods", outline=((1, 0), (3, 0), (3, 2), (1, 2)))
    >>> length_inside([(0, 1), (5, 1)], woods)
    2.0
    """
    polygon = shapely.Polygon(area.outline)
    return Inches(
        math.fsum(
            float(shapely.length(shapely.intersection(polygon, shapely.LineString(leg))))
            for leg in pairwise(way)
        )
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Entrance:
    """Where a way first goes into an area, and how far along it that is."""

    at: Point
    along: Inches


def first_entry(way: Sequence[Point], area: Terrain) -> Entrance | None:
    """The first place where a way goes from outside to inside; None when it never does.

    A way that starts inside has to leave before it can enter; touching the outline is not entering.

    >>> woods = Terrain(id="W", kind="woods", outline=((1, 0), (3, 0), (3, 2), (1, 2)))
    >>> first_entry([(0, 1), (5, 1)], woods)
    Entrance(at=(1.0, 1.0), along=1.0)
    >>> first_entry([(2, 1), (5, 1)], woods)
    """
    polygon = shapely.Polygon(area.outline)
    walked = 0.0
    was_inside = bool(shapely.intersects(_hair_inside(polygon), shapely.Point(way[0])))
    for leg in pairwise(way):
        length = math.dist(*leg)
        now_inside = False
        for low, high in _inside_parts(leg, polygon=polygon):
            if low > _GRAZE or not was_inside:
                at = np.array(leg[0]) + (low / length) * np.subtract(leg[1], leg[0])
                return Entrance(at=point(at), along=Inches(walked + low))
            now_inside = high >= length - _GRAZE
        was_inside = now_inside
        walked += length
    return None


def swept_outline(piece: Piece, *, to: Pose) -> tuple[Point, ...]:
    """The area that a convex piece covers while it slides straight to a pose, already turned to it.

    A round base is drawn with 64 corners.
    """
    there = Piece(id=piece.id, footprint=piece.footprint, pose=to)
    end = place(there)
    if piece.pose is None:
        raise ValueError(f"{piece.id} has no pose to slide from")
    turned = Pose(x=piece.pose.x, y=piece.pose.y, heading=to.heading)
    start = place(Piece(id=piece.id, footprint=piece.footprint, pose=turned))
    covered = shapely.union(_drawn(start.corners, start.radius), _drawn(end.corners, end.radius))
    ring = shapely.get_coordinates(shapely.convex_hull(covered))[:-1]
    return tuple(point(corner) for corner in ring)


def _drawn(corners: Floats, radius: float) -> shapely.Geometry:
    drawn: shapely.Geometry = shapely.convex_hull(shapely.MultiPoint(corners))
    return shapely.buffer(drawn, radius, quad_segs=16) if radius else drawn


def _inside_parts(
    leg: tuple[Point, Point], *, polygon: shapely.Geometry
) -> list[tuple[float, float]]:
    """The parts of a leg that run through the inside, as distances from its start, in order."""
    parts = []
    for part in shapely.get_parts(shapely.intersection(polygon, shapely.LineString(leg))):
        length = float(shapely.length(part))
        if length <= _GRAZE:
            continue
        middle = shapely.line_interpolate_point(part, length / 2)
        if shapely.intersects(_hair_inside(polygon), middle):
            ends = shapely.get_coordinates(part)
            low, high = sorted(math.dist(leg[0], end) for end in (ends[0], ends[-1]))
            parts.append((low, high))
    return sorted(parts)


def _hair_inside(polygon: shapely.Geometry) -> shapely.Geometry:
    """The area less its outline: what only touches it is not inside."""
    return shapely.buffer(polygon, -_GRAZE)


@lru_cache(maxsize=256)
def _obstacles(
    rings: tuple[tuple[Point, ...], ...], *, clearance: float
) -> tuple[tuple[shapely.Geometry, ...], NDArray[np.object_]]:
    """What has to be gone round, in parts that do not touch; and the same less its outline."""
    merged = shapely.union_all(_kept_off(rings, clearance))
    outlines = [part for part in shapely.get_parts(merged) if not shapely.is_empty(part)]
    solid = np.asarray(shapely.buffer(np.array(outlines, dtype=object), -_GRAZE))
    solid.setflags(write=False)
    return tuple(outlines), solid


def _kept_off(rings: Sequence[tuple[Point, ...]], clearance: float) -> list[shapely.Geometry]:
    polygons = np.array([polygon_of(ring) for ring in rings], dtype=object)
    grown = (
        shapely.buffer(polygons, clearance, quad_segs=16)
        if clearance > 2 * _GRAZE
        else shapely.buffer(polygons, clearance, join_style="mitre")
    )
    return list(grown)


def _way_round(
    outlines: tuple[shapely.Geometry, ...],
    *,
    ends: tuple[Point, Point],
    table: TableSize | None,
) -> tuple[Point, ...] | None:
    """Dijkstra over the corners of these outlines; legs are tested only as corners are reached."""
    solid, corners = _turns(outlines, table=table)
    nodes = np.vstack([np.array(ends, dtype=float), corners])
    if bool(shapely.intersects(solid, shapely.MultiPoint(nodes[:2]))):
        return None
    best = np.full(len(nodes), math.inf)
    best[0] = 0.0
    before = np.full(len(nodes), -1)
    queue = [(math.dist(*ends), 0)]
    left = np.sqrt(((nodes - nodes[1]) ** 2).sum(axis=1))
    done = np.zeros(len(nodes), dtype=bool)
    while queue:
        _, node = heapq.heappop(queue)
        if done[node]:
            continue
        if node == 1:
            return _traced(before, nodes=nodes)
        done[node] = True
        lengths = best[node] + np.sqrt(((nodes - nodes[node]) ** 2).sum(axis=1))
        # What is no shorter over this corner need not be in its sight.
        shorter = np.nonzero(~done & (lengths < best - 1e-12))[0]
        for other in shorter[_visible(nodes[node], nodes[shorter], solid=solid)].tolist():
            best[other], before[other] = lengths[other], node
            heapq.heappush(queue, (float(lengths[other] + left[other]), other))
    return None


@lru_cache(maxsize=256)
def _turns(
    outlines: tuple[shapely.Geometry, ...], *, table: TableSize | None
) -> tuple[shapely.Geometry, Floats]:
    """The inside of these outlines, and the corners at which a way round them may turn."""
    merged = shapely.union_all(outlines)
    solid = shapely.buffer(merged, -_GRAZE, join_style="mitre")
    corners = _free_corners(merged, solid=solid, table=table)
    corners.setflags(write=False)
    return solid, corners


def _visible(at: Floats, ends: Floats, *, solid: shapely.Geometry) -> Bools:
    """Which lines from one place to these ends run through nothing solid."""
    if not len(ends):
        return np.zeros(0, dtype=bool)
    lines = shapely.linestrings(np.stack([np.broadcast_to(at, ends.shape), ends], axis=1))
    clear: Bools = np.logical_not(shapely.intersects(solid, lines))
    return clear


def _free_corners(
    merged: shapely.Geometry, *, solid: shapely.Geometry, table: TableSize | None
) -> Floats:
    """The corners that a shortest way can turn at: on the table and not inside anything."""
    corners = np.unique(_bending_out(merged), axis=0)
    if table is not None and len(corners):
        # An outline that reaches the table's edge leaves no way between the two.
        most = np.array([table.width, table.depth])
        corners = corners[((corners > _GRAZE) & (corners < most - _GRAZE)).all(axis=1)]
    if not len(corners):
        return corners.reshape(0, 2)
    inside: Bools = shapely.intersects(np.array([solid]), shapely.points(corners))
    return corners[~inside]


def _bending_out(merged: shapely.Geometry) -> Floats:
    """The corners at which the ground does not bend inwards: no shortest way turns at others."""
    kept = [np.zeros((0, 2))]
    for part in shapely.get_parts(merged):
        rings = shapely.get_rings(part)
        for ring, side in zip(rings, (1.0, *(-1.0 for _ in rings[1:])), strict=True):
            points = shapely.get_coordinates(ring)[:-1]
            into, out = points - np.roll(points, 1, axis=0), np.roll(points, -1, axis=0) - points
            turn = into[:, 0] * out[:, 1] - into[:, 1] * out[:, 0]
            turn *= side if shapely.is_ccw(ring) else -side
            kept.append(points[turn >= -(_GRAZE**2)])
    return np.concatenate(kept)


def _traced(before: Floats, *, nodes: Floats) -> tuple[Point, ...]:
    way = [1]
    while way[-1] != 0:
        way.append(int(before[way[-1]]))
    return tuple(point(nodes[node]) for node in reversed(way))


def _no_way(subject: str, *, limit: Inches | None) -> Verdict:
    return Verdict(
        answer=Answer.NO,
        value=None,
        limit=limit,
        margin=None,
        sigma=None,
        bound=None,
        why=f"{subject} does not exist: impassable ground lies all round it or under its end",
    )


def _way_error(snapshot: Snapshot, *, piece: Piece, way: tuple[Point, ...]) -> float:
    """The start's error along the first leg, and the shared error from start to end."""
    points = np.array(way)
    first = next((k for k in range(1, len(way)) if math.dist(points[0], points[k]) > 0), None)
    if first is None:
        matrix = covariances([piece])[0][:2, :2]
        return float(np.sqrt(np.linalg.eigvalsh(matrix)[-1]))
    along = (points[first] - points[0]) / math.dist(points[0], points[first])
    outline = place(piece)
    variance = point_variance(
        covariances([piece])[0], lever=points[0] - outline.origin, along=along
    )
    stretch = shared_variance(
        snapshot.shared, table=snapshot.table, start=points[0], end=points[-1]
    )
    scaled = (way_length(way) / max(math.dist(points[0], points[-1]), 1e-9)) ** 2
    return math.sqrt(float(variance) + float(stretch) * min(scaled, 100.0))
