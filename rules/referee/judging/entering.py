"""Judges when a way goes too deep into ground that ends a move."""

import math
from dataclasses import replace
from typing import Final

import numpy as np
import shapely

from rules.referee.judging.ruled_move import (
    RuledMove,
    finding,
    held,
    last_direction,
    way_in_words,
)
from rules.referee.toolkit.findings import Finding
from rules.table.moves.piece_move import length_of
from rules.table.moves.ways import (
    GRAZE,
    Stretch,
    Way,
    after_leaving,
    box_of,
    ground_of,
    leading_way,
    length,
    near,
    sideways,
    stretches,
    within,
)
from rules.table.shapes import Point, point
from rules.table.snapshot import Terrain
from rules.table.units import plain
from rules.table.verdict import Answer, Verdict


def entry_findings(laid: RuledMove, way: Way) -> list[Finding]:
    """What the move owes to each area that it went into, or out of, along this way."""
    if length(way) <= GRAZE:
        return []
    lead = leading_way(way, reach=laid.reach)
    rules = laid.rules
    stopping = (area for area in laid.snapshot.terrain if rules.stops(area.kind))
    found: list[Finding] = []
    for area in near(stopping, box_of((*way, *lead))):
        solid = ground_of(area)
        front, centre = stretches(lead, solid), stretches(way, solid)
        if not front and not centre:
            continue
        began = laid.began(area)
        if began.inside and not began.doubtful:
            if rules.stop_on_exit:
                found += _left(laid, area, lead=lead, parts=front)
            continue
        found.append(_entered(laid, area, way=way, lead=lead, parts=front))
        if beyond := _came_out(laid, area, way=way, parts=centre):
            found.append(beyond)
    return found


def _entered(
    laid: RuledMove, area: Terrain, *, way: Way, lead: Way, parts: list[Stretch]
) -> Finding:
    """How far the leading point went inside, held against the depth it may."""
    deep = math.fsum(part.high - part.low for part in parts)
    limit = None if math.isinf(laid.entry_depth) else laid.entry_depth
    over = _over(area, excess=deep - laid.entry_depth, parts=parts)
    name = laid.start.id
    verdict = held(
        deep,
        limit=limit,
        over=over,
        sigma=_sigma(laid, area, way=lead),
        doubt=laid.rules.agreed.doubt,
        pieces=laid.pieces,
        what=f"the front of {name} went into {area.id} by {plain(deep)} in",
    )
    allowed = "" if limit is None else f", {plain(limit)} in allowed on entering it"
    says = f"{name} went into {area.id} by {plain(deep)} in{allowed}"
    if not within(ground_of(area), way[-1]):
        # It is seen beyond the area, and nobody has seen it inside.
        by = f"the {way_in_words(laid, way)} to where {name} stands"
        says = f"{by} leads {plain(deep)} in through {area.id}{allowed}"
    return _found(laid, area, verdict=verdict, says=says, line=lead)


def _came_out(laid: RuledMove, area: Terrain, *, way: Way, parts: list[Stretch]) -> Finding | None:
    """What went in has to stay in: how far beyond the area it ended."""
    if not parts:
        return None
    beyond = length(way) - parts[-1].high
    if beyond <= GRAZE:
        return None
    name = laid.start.id
    verdict = held(
        beyond,
        limit=0.0,
        over=_over(area, excess=beyond, parts=parts),
        sigma=_sigma(laid, area, way=way),
        doubt=laid.rules.agreed.doubt,
        pieces=laid.pieces,
        what=f"{name} ended {plain(beyond)} in beyond {area.id}, which it had entered",
    )
    says = (
        f"{name} went through {area.id} and {plain(beyond)} in beyond it, "
        "but entering it ends the move"
    )
    return _found(laid, area, verdict=verdict, says=says, line=way)


def _left(laid: RuledMove, area: Terrain, *, lead: Way, parts: list[Stretch]) -> list[Finding]:
    """How far the leading point went on after it left the area it began in."""
    inside = len(parts) - len(after_leaving(parts))
    # Its front may have stuck out of the area before it moved.
    out = parts[inside - 1].high if inside else 0.0
    on = length(lead) - out
    if on <= GRAZE:
        return []
    name, limit = laid.start.id, laid.entry_depth
    limit = length_of(laid.start.footprint) if math.isinf(limit) else limit
    verdict = held(
        on,
        limit=limit,
        sigma=_sigma(laid, area, way=lead),
        doubt=laid.rules.agreed.doubt,
        pieces=laid.pieces,
        what=f"the front of {name} went on {plain(on)} in beyond {area.id}",
    )
    says = (
        f"{name} went on {plain(on)} in beyond {area.id}, {plain(limit)} in allowed on leaving it"
    )
    return [_found(laid, area, verdict=verdict, says=says, line=lead)]


def _over(area: Terrain, *, excess: float, parts: list[Stretch]) -> float:
    """How far the model is from being legal: shorter, or beside the part that it ran through."""
    if excess <= 0:
        return excess
    return min(excess, sideways(parts, corners=np.array(area.outline, dtype=float)))


def _sigma(laid: RuledMove, area: Terrain, *, way: Way) -> float:
    """The error of the end along the last leg, and of the area."""
    return math.hypot(laid.end_sigma(last_direction(way)), area.sigma)


def _found(laid: RuledMove, area: Terrain, *, verdict: Verdict, says: str, line: Way) -> Finding:
    return finding(
        _unless_inside(laid, area, verdict=verdict),
        clause=laid.rules.clauses.entry,
        what="entry",
        says=says,
        snapshot=laid.snapshot,
        agreed=laid.rules.agreed,
        line=line,
        blockers=(area.id,),
    )


def _unless_inside(laid: RuledMove, area: Terrain, *, verdict: Verdict) -> Verdict:
    """What began inside may go on: where that is in doubt, so is the breach."""
    began = laid.began(area)
    if not began.doubtful or verdict.answer is Answer.YES:
        return verdict
    margin = began.depth if began.inside else verdict.margin
    why = f"{verdict.why}; whether it began in {area.id} is too close to call"
    return replace(verdict, answer=Answer.TOO_CLOSE_TO_CALL, margin=margin, why=why)


THRESHOLD: Final = 0.1
"""Inches behind the wall that count as inside."""


def way_in(area: Terrain, *, start: Point) -> Point:
    """The nearest place just inside an area, for a unit that comes from there.

    >>> house = Terrain(id="B1", kind="building", outline=((4, 0), (8, 0), (8, 4), (4, 4)))
    >>> way_in(house, start=(1, 2))
    (4.1, 2.0)
    """
    polygon = shapely.Polygon(area.outline)
    rooms = shapely.buffer(polygon, -THRESHOLD, join_style="mitre")
    inside = polygon if shapely.is_empty(rooms) else rooms
    line = shapely.shortest_line(inside, shapely.Point(start))
    return point(shapely.get_coordinates(line)[0])
