"""Measures how long a move was, by any metric of who moves, and how far that may be wrong."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise

import numpy as np
import shapely

from rules.table.measuring.ranges import within_verdict
from rules.table.moves.piece_move import LaidMove, PieceMove, laid_move, variance_at
from rules.table.moves.ways import (
    Barrier,
    Way,
    direction,
    ground_of,
    legs_of,
    length,
    stretches,
    way_through,
)
from rules.table.outlines.length_error import shared_variance
from rules.table.outlines.outline import Outline
from rules.table.shapes import Disc, Floats, Point, point
from rules.table.snapshot import Piece, Snapshot
from rules.table.units import Inches, plain
from rules.table.verdict import Doubt, Verdict


class MoveMetric(StrEnum):
    """From where to where a move is measured (AMB1-14)."""

    FRONT_AFTER_PIVOT = "front_after_pivot"
    """A model that turns, drives and turns: its front travels as far as its centre."""
    FRONT_STRICT = "front_strict"
    """From where its front was to where its front is."""
    NEAREST_EDGE = "nearest_edge"
    """From the edge it left with to the spot on which its centre stands."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveLength:
    """How long a move was along one way, and what that rests on."""

    verdict: Verdict
    track: Way
    """The way of the point that the metric follows."""


def move_length(
    laid: LaidMove,
    way: Way,
    *,
    limit: Inches,
    metric: MoveMetric = MoveMetric.FRONT_AFTER_PIVOT,
    pivot_cost: Inches = Inches(0.0),
    rounded: tuple[Barrier, ...] = (),
    doubt: Doubt,
) -> MoveLength:
    """The length of a move along this way, turns and all, held against what it may be.

    With a limit of 0 it may not move at all, and nothing but its centre is looked at. ``rounded``
    is what the way has its bends at; where that lies is not known exactly either.
    """
    still = limit <= 0
    track = way if still else _track(laid, way, metric=metric)
    turn = 0.0 if still else turned(laid, way) / 90.0 * pivot_cost
    long = length(track) + turn
    sigma = _sigma(
        laid, track, rounded=rounded, turn=0.0 if still else turn_sigma(laid, pivot_cost)
    )
    verdict = within_verdict(
        Inches(long),
        subject=f"{laid.start.id} moved {plain(long)} in",
        limit=Inches(max(0.0, limit)),
        sigma=Inches(sigma),
        doubt=doubt,
        pieces=laid.pieces,
    )
    return MoveLength(verdict=verdict, track=track)


@dataclass(frozen=True, slots=True, kw_only=True)
class MeasuredMove:
    """A move by its shortest way: how long that was, with its error, and what it ran through."""

    length: MoveLength
    way: Way
    crossed: tuple[str, ...]


def measured_move(
    snapshot: Snapshot,
    move: PieceMove,
    *,
    limit: Inches,
    metric: MoveMetric = MoveMetric.FRONT_AFTER_PIVOT,
    barriers: Sequence[Barrier] = (),
    doubt: Doubt,
) -> MeasuredMove | None:
    """The move by the shortest way round these barriers; None where no way leads there."""
    laid = laid_move(snapshot, move)
    way = way_through(laid.stops, obstacles=barriers, table=snapshot.table)
    if way is None:
        return None
    rounded = tuple(barriers) if len(way) > len(laid.stops) else ()
    found = move_length(laid, way, limit=limit, metric=metric, rounded=rounded, doubt=doubt)
    crossed = tuple(area.id for area in snapshot.terrain if stretches(way, ground_of(area)))
    return MeasuredMove(length=found, way=way, crossed=crossed)


def turned(laid: LaidMove, way: Way) -> float:
    """The degrees that a model turns at least: as it starts, at each bend and as it stops.

    It may drive backwards. A round base has no front to turn.
    """
    if isinstance(laid.start.footprint, Disc) or laid.start.pose is None or laid.now.pose is None:
        return 0.0
    first, last = laid.start.pose.heading, laid.now.pose.heading
    ways = [math.degrees(math.atan2(*reversed(direction(*leg)))) for leg in legs_of(way)]
    if not ways:
        return _between(first, last)
    bends = math.fsum(_between(one, other) for one, other in pairwise(ways))
    return bends + min(
        _between(first, ways[0] + back) + _between(ways[-1] + back, last) for back in (0.0, 180.0)
    )


def _between(one: float, other: float) -> float:
    return abs((other - one + 180.0) % 360.0 - 180.0)


def _track(laid: LaidMove, way: Way, *, metric: MoveMetric) -> Way:
    """The way of the point that the metric follows."""
    match metric:
        case MoveMetric.FRONT_STRICT:
            return (point(laid.begun.front), *way[1:-1], point(laid.ended.front))
        case MoveMetric.NEAREST_EDGE:
            return (_edge_towards(laid.begun, way[1]), *way[1:])
    return way


def _edge_towards(outline: Outline, target: Point) -> Point:
    """The point of an outline that is nearest to another; that point itself when inside."""
    line = shapely.get_coordinates(shapely.shortest_line(outline.core(), shapely.Point(target)))
    away = math.dist(*line)
    if away <= outline.radius:
        return target
    return point(line[0] + (line[1] - line[0]) * (outline.radius / away))


def _sigma(laid: LaidMove, track: Way, *, rounded: tuple[Barrier, ...], turn: float) -> float:
    """Both ends along their own legs, what all poses share, the corners it turned at, the turn."""
    legs = legs_of(track)
    own = 0.0
    if legs:
        for piece, outline, at, leg in (
            (laid.start, laid.begun, track[0], legs[0]),
            (laid.now, laid.ended, track[-1], legs[-1]),
        ):
            own += _along(piece, outline=outline, at=at, towards=np.array(direction(*leg)))
    else:
        own = max(
            _along(laid.start, outline=laid.begun, at=track[0], towards=axis)
            + _along(laid.now, outline=laid.ended, at=track[-1], towards=axis)
            for axis in np.eye(2)
        )
    corners = 2 * max((each.sigma for each in rounded), default=0.0)
    return math.sqrt(own + _shared(laid, track) + corners**2 + turn**2)


def _along(piece: Piece, *, outline: Outline, at: Point, towards: Floats) -> float:
    return variance_at(piece, outline=outline, at=np.array(at), along=towards)


def _shared(laid: LaidMove, track: Way) -> float:
    """The common error of a way: that of its straight length, as much more as it is longer."""
    start, end = np.array(track[0]), np.array(track[-1])
    variance = float(
        shared_variance(laid.snapshot.shared, table=laid.snapshot.table, start=start, end=end)
    )
    straight = math.dist(track[0], track[-1])
    longer = length(track) / straight if straight > 1e-9 else 1.0
    return variance * min(longer, 10.0) ** 2


def turn_sigma(laid: LaidMove, pivot_cost: Inches) -> float:
    """The error of both headings, as inches of the move."""
    if isinstance(laid.start.footprint, Disc) or laid.start.pose is None or laid.now.pose is None:
        return 0.0
    both = laid.start.pose.covariance.hh + laid.now.pose.covariance.hh
    return math.sqrt(both) / 90.0 * pivot_cost
