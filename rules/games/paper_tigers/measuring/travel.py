"""Knows how long a move was by the metric the players chose, and how far that may be wrong."""

import math
from dataclasses import replace
from itertools import pairwise

import numpy as np
import shapely

from rules.games.paper_tigers.measuring.journey import (
    Finding,
    MoveMetric,
    Way,
    finding,
    variance_at,
)
from rules.games.paper_tigers.measuring.trip import Trip
from rules.games.paper_tigers.measuring.ways import Obstacle, direction, legs_of, length
from rules.referee.toolkit.evidence import how_far, measured
from rules.table.measuring.ranges import within_verdict
from rules.table.outlines.length_error import shared_variance
from rules.table.outlines.outline import Outline
from rules.table.shapes import Disc, Floats, Point, point
from rules.table.snapshot import Piece
from rules.table.units import Inches, plain
from rules.table.verdict import Verdict, judge


def length_finding(
    trip: Trip, way: Way, *, rounded: tuple[Obstacle, ...], stopped: bool
) -> Finding:
    """The length of the move along this way, held against its allowance.

    ``stopped`` says that something ended the move early, so even an exact one may be shorter.
    """
    rules, name = trip.rules, trip.start.id
    still = rules.allowance <= 0
    track = way if still else _track(trip, way)
    turn = 0.0 if still else turned(trip, way) / 90.0 * rules.pivot_cost
    sigma = _sigma(trip, track, rounded=rounded)
    verdict = within_verdict(
        Inches(length(track) + turn),
        subject=f"{name} moved {plain(length(track) + turn)} in",
        limit=Inches(max(0.0, rules.allowance)),
        sigma=Inches(sigma),
        doubt=rules.doubt,
        pieces=trip.pieces,
    )
    if rules.exact and not still and not stopped:
        verdict = _exactly(verdict)
    found = measured(verdict, what="move", snapshot=trip.snapshot.number)
    says = f"{name} moved {how_far(found)}"
    return finding(
        verdict,
        clause="PT1-D1c" if still else "PT1-D1b",
        what="move",
        says=says,
        snapshot=trip.snapshot,
        tolerance=rules.tolerance,
        line=track,
        blockers=tuple(each.id for each in rounded),
    )


def pivot_finding(trip: Trip, way: Way) -> Finding:
    """How far the model turned and what that cost; the cost is part of the length."""
    angle = turned(trip, way)
    cost = angle / 90.0 * trip.rules.pivot_cost
    says = f"{trip.start.id} turned {angle:.0f} degrees, which takes {plain(cost)} in of its move"
    verdict = within_verdict(
        Inches(cost),
        subject=says,
        limit=None,
        sigma=Inches(_turn_sigma(trip)),
        doubt=trip.rules.doubt,
        pieces=trip.pieces,
    )
    return finding(
        verdict,
        clause="PT1-D1b",
        what="pivot",
        says=says,
        snapshot=trip.snapshot,
        tolerance=trip.rules.tolerance,
    )


def turned(trip: Trip, way: Way) -> float:
    """The degrees that a model turns at least: as it starts, at each bend and as it stops.

    It may drive backwards. A round base has no front to turn.
    """
    if isinstance(trip.start.footprint, Disc) or trip.start.pose is None or trip.now.pose is None:
        return 0.0
    first, last = trip.start.pose.heading, trip.now.pose.heading
    ways = [math.degrees(math.atan2(*reversed(direction(*leg)))) for leg in legs_of(way)]
    if not ways:
        return _between(first, last)
    bends = math.fsum(_between(one, other) for one, other in pairwise(ways))
    return bends + min(
        _between(first, ways[0] + back) + _between(ways[-1] + back, last) for back in (0.0, 180.0)
    )


def _between(one: float, other: float) -> float:
    return abs((other - one + 180.0) % 360.0 - 180.0)


def _track(trip: Trip, way: Way) -> Way:
    """The way of the point that the metric follows."""
    match trip.rules.metric:
        case MoveMetric.FRONT_STRICT:
            return (point(trip.begun.front), *way[1:-1], point(trip.ended.front))
        case MoveMetric.NEAREST_EDGE:
            return (_edge_towards(trip.begun, way[1]), *way[1:])
    return way


def _edge_towards(outline: Outline, target: Point) -> Point:
    """The point of an outline that is nearest to another; that point itself when inside."""
    line = shapely.get_coordinates(shapely.shortest_line(outline.core(), shapely.Point(target)))
    away = math.dist(*line)
    if away <= outline.radius:
        return target
    return point(line[0] + (line[1] - line[0]) * (outline.radius / away))


def _exactly(verdict: Verdict) -> Verdict:
    """With AMB1-15 too little is as wrong as too much."""
    margin = Inches(-abs(verdict.margin or 0.0))
    return replace(verdict, margin=margin, answer=judge(margin, verdict.bound or 0.0))


def _sigma(trip: Trip, track: Way, *, rounded: tuple[Obstacle, ...]) -> float:
    """Both ends along their own legs, what all poses share, the corners it turned at, the turn."""
    legs = legs_of(track)
    own = 0.0
    if legs:
        for piece, outline, at, leg in (
            (trip.start, trip.begun, track[0], legs[0]),
            (trip.now, trip.ended, track[-1], legs[-1]),
        ):
            own += _along(piece, outline=outline, at=at, towards=np.array(direction(*leg)))
    else:
        own = max(
            _along(trip.start, outline=trip.begun, at=track[0], towards=axis)
            + _along(trip.now, outline=trip.ended, at=track[-1], towards=axis)
            for axis in np.eye(2)
        )
    corners = 2 * max((each.sigma for each in rounded), default=0.0)
    turn = 0.0 if trip.rules.allowance <= 0 else _turn_sigma(trip)
    return math.sqrt(own + _shared(trip, track) + corners**2 + turn**2)


def _along(piece: Piece, *, outline: Outline, at: Point, towards: Floats) -> float:
    return variance_at(piece, outline=outline, at=np.array(at), along=towards)


def _shared(trip: Trip, track: Way) -> float:
    """The common error of a way: that of its straight length, as much more as it is longer."""
    start, end = np.array(track[0]), np.array(track[-1])
    variance = float(
        shared_variance(trip.snapshot.shared, table=trip.snapshot.table, start=start, end=end)
    )
    straight = math.dist(track[0], track[-1])
    longer = length(track) / straight if straight > 1e-9 else 1.0
    return variance * min(longer, 10.0) ** 2


def _turn_sigma(trip: Trip) -> float:
    """The error of both headings, as inches of the move."""
    if isinstance(trip.start.footprint, Disc) or trip.start.pose is None or trip.now.pose is None:
        return 0.0
    both = trip.start.pose.covariance.hh + trip.now.pose.covariance.hh
    return math.sqrt(both) / 90.0 * trip.rules.pivot_cost
