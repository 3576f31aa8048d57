"""Knows when a way goes too deep into ground that ends a move (GEO-07)."""

import math
from dataclasses import replace

import numpy as np

from rules.games.paper_tigers.measuring.journey import Finding, Way, finding, held, length_of
from rules.games.paper_tigers.measuring.trip import Trip, last_direction
from rules.games.paper_tigers.measuring.ways import (
    GRAZE,
    Stretch,
    after_leaving,
    box_of,
    ground_of,
    leading_way,
    length,
    near,
    sideways,
    stretches,
)
from rules.table.snapshot import Terrain
from rules.table.units import plain
from rules.table.verdict import Answer, Verdict

ENTRY_STOP = "PT1-D1d"


def entry_findings(trip: Trip, way: Way) -> list[Finding]:
    """What the move owes to each area that it went into, or out of, along this way."""
    if length(way) <= GRAZE:
        return []
    lead = leading_way(way, reach=trip.reach)
    rules = trip.rules
    stopping = (area for area in trip.snapshot.terrain if rules.stops(area.kind))
    found: list[Finding] = []
    for area in near(stopping, box_of((*way, *lead))):
        solid = ground_of(area)
        front, centre = stretches(lead, solid), stretches(way, solid)
        if not front and not centre:
            continue
        began = trip.began(area)
        if began.inside and not began.doubtful:
            if rules.stop_on_exit:
                found += _left(trip, area, lead=lead, parts=front)
            continue
        found.append(_entered(trip, area, lead=lead, parts=front))
        if beyond := _came_out(trip, area, way=way, parts=centre):
            found.append(beyond)
    return found


def _entered(trip: Trip, area: Terrain, *, lead: Way, parts: list[Stretch]) -> Finding:
    """How far the leading point went inside, held against the depth it may."""
    deep = math.fsum(part.high - part.low for part in parts)
    limit = None if math.isinf(trip.entry_depth) else trip.entry_depth
    over = _over(area, excess=deep - trip.entry_depth, parts=parts)
    name = trip.start.id
    verdict = held(
        deep,
        limit=limit,
        over=over,
        sigma=_sigma(trip, area, way=lead),
        doubt=trip.rules.doubt,
        pieces=trip.pieces,
        what=f"the front of {name} went {plain(deep)} in into {area.id}",
    )
    allowed = "" if limit is None else f", {plain(limit)} in allowed on entering it"
    return _found(
        trip,
        area,
        verdict=verdict,
        says=f"{name} went {plain(deep)} in into {area.id}{allowed}",
        line=lead,
    )


def _came_out(trip: Trip, area: Terrain, *, way: Way, parts: list[Stretch]) -> Finding | None:
    """What went in has to stay in: how far beyond the area it ended."""
    if not parts:
        return None
    beyond = length(way) - parts[-1].high
    if beyond <= GRAZE:
        return None
    name = trip.start.id
    verdict = held(
        beyond,
        limit=0.0,
        over=_over(area, excess=beyond, parts=parts),
        sigma=_sigma(trip, area, way=way),
        doubt=trip.rules.doubt,
        pieces=trip.pieces,
        what=f"{name} ended {plain(beyond)} in beyond {area.id}, which it had entered",
    )
    says = (
        f"{name} went through {area.id} and {plain(beyond)} in beyond it, "
        "but entering it ends the move"
    )
    return _found(trip, area, verdict=verdict, says=says, line=way)


def _left(trip: Trip, area: Terrain, *, lead: Way, parts: list[Stretch]) -> list[Finding]:
    """With AMB1-19: how far the leading point went on after it left the area it began in."""
    inside = len(parts) - len(after_leaving(parts))
    # Its front may have stuck out of the area before it moved.
    out = parts[inside - 1].high if inside else 0.0
    on = length(lead) - out
    if on <= GRAZE:
        return []
    name, limit = trip.start.id, trip.entry_depth
    limit = length_of(trip.start.footprint) if math.isinf(limit) else limit
    verdict = held(
        on,
        limit=limit,
        sigma=_sigma(trip, area, way=lead),
        doubt=trip.rules.doubt,
        pieces=trip.pieces,
        what=f"the front of {name} went {plain(on)} in out of {area.id}",
    )
    says = f"{name} went {plain(on)} in out of {area.id}, {plain(limit)} in allowed on leaving it"
    return [_found(trip, area, verdict=verdict, says=says, line=lead)]


def _over(area: Terrain, *, excess: float, parts: list[Stretch]) -> float:
    """How far the model is from being legal: shorter, or beside the part that it ran through."""
    if excess <= 0:
        return excess
    return min(excess, sideways(parts, corners=np.array(area.outline, dtype=float)))


def _sigma(trip: Trip, area: Terrain, *, way: Way) -> float:
    """The error of the end along the last leg, and of the area."""
    return math.hypot(trip.end_sigma(last_direction(way)), area.sigma)


def _found(trip: Trip, area: Terrain, *, verdict: Verdict, says: str, line: Way) -> Finding:
    return finding(
        _unless_inside(trip, area, verdict=verdict),
        clause=ENTRY_STOP,
        what="entry",
        says=says,
        snapshot=trip.snapshot,
        tolerance=trip.rules.tolerance,
        line=line,
        blockers=(area.id,),
    )


def _unless_inside(trip: Trip, area: Terrain, *, verdict: Verdict) -> Verdict:
    """What began inside may go on: where that is in doubt, so is the breach."""
    began = trip.began(area)
    if not began.doubtful or verdict.answer is Answer.YES:
        return verdict
    margin = began.depth if began.inside else verdict.margin
    why = f"{verdict.why}; whether it began in {area.id} is too close to call"
    return replace(verdict, answer=Answer.TOO_CLOSE_TO_CALL, margin=margin, why=why)
