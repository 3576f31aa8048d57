"""Judges where a move may not end, and what it may not go through on its way."""

import math
from collections.abc import Iterable
from dataclasses import replace

import numpy as np
import shapely

from rules.referee.judging.ruled_move import (
    RuledMove,
    finding,
    forbidden,
    held,
    last_direction,
    unseen,
)
from rules.referee.toolkit.findings import Finding
from rules.table.measuring.gaps import Overlap, may_overlap, overlap_of
from rules.table.moves.piece_move import spread, variance_at
from rules.table.moves.ways import (
    GRAZE,
    Barrier,
    Way,
    after_leaving,
    band,
    before_ending,
    box_of,
    legs_of,
    length,
    sideways,
    stretches,
    within,
)
from rules.table.outlines.outline import Outline, farthest, place
from rules.table.seeing import why_unmeasurable
from rules.table.shapes import Floats, point
from rules.table.snapshot import Piece
from rules.table.units import plain
from rules.table.verdict import Verdict


def end_findings(laid: RuledMove) -> list[Finding]:
    """What the place where the move ended owes to the ground, the edge and other models."""
    reach = farthest(laid.now.footprint)
    box = box_of([point(laid.ended.origin)], margin=reach + 0.5)
    found: list[Finding] = []
    for ground in forbidden(laid, within=box):
        if not ground.water:
            found += _in_building(laid, ground)
    if not laid.rules.edge_exit:
        found += _over_edge(laid)
    if not laid.rules.overlap_end:
        found += _on_models(laid)
    return found


def water_findings(laid: RuledMove) -> list[Finding]:
    """What a model owes that stands in water, however it came there."""
    water = forbidden(laid, within=box_of(laid.stops[-1:]))
    return [each for ground in water for each in _in_water(laid, ground)]


def way_findings(laid: RuledMove, way: Way) -> list[Finding]:
    """What a way owes to forbidden ground and to models that stand on it."""
    found: list[Finding] = []
    for ground in forbidden(laid, within=box_of(way)):
        found += _crossed(laid, way, ground=ground) or _in_water(laid, ground)
    return [*found, *_through_models(laid, way)] if length(way) > GRAZE else found


def _in_building(laid: RuledMove, ground: Barrier) -> list[Finding]:
    name = laid.now.id
    overlap = _overlap_with_area(laid.ended, ground.solid)
    if overlap.depth <= 0:
        return []
    at = laid.ended.centre
    sigma = math.hypot(_sigma_at(laid, at=at, along=overlap.push), ground.sigma)
    verdict = _stays_out(laid, depth=overlap.depth, sigma=sigma, of=ground.id)
    says = f"{name} stands {plain(overlap.depth)} in inside {ground.id}, which no vehicle may enter"
    return [
        _found(
            laid,
            verdict,
            clause=laid.rules.clauses.building,
            what="ground",
            says=says,
            of=ground.id,
        )
    ]


def _overlap_with_area(outline: Outline, solid: shapely.Geometry) -> Overlap:
    corners = shapely.get_coordinates(shapely.get_exterior_ring(solid))[:-1]
    ground = Outline(
        corners=corners, radius=0.0, centre=corners[0], front=corners[0], origin=corners[0]
    )
    return overlap_of(outline, ground)


def _in_water(laid: RuledMove, ground: Barrier) -> list[Finding]:
    """A model that stands in water although no way of its own led there."""
    name, centre = laid.now.id, shapely.Point(laid.ended.centre)
    if not ground.water or not within(ground.solid, point(laid.ended.centre)):
        return []
    ends = shapely.get_coordinates(shapely.shortest_line(centre, shapely.boundary(ground.solid)))
    deep = math.dist(*ends)
    sigma = math.hypot(
        _sigma_at(laid, at=laid.ended.centre, along=(ends[1] - ends[0]) / deep), ground.sigma
    )
    verdict = _stays_out(laid, depth=deep, sigma=sigma, of=ground.id)
    says = f"{name} stands {plain(deep)} in inside {ground.id}, where there is no bridge"
    return [
        _found(
            laid, verdict, clause=laid.rules.clauses.water, what="ground", says=says, of=ground.id
        )
    ]


def _over_edge(laid: RuledMove) -> list[Finding]:
    corners, radius = laid.ended.corners, laid.ended.radius
    size = (laid.snapshot.table.width, laid.snapshot.table.depth)
    if corners.min() >= radius and (corners.max(axis=0) + radius <= size).all():
        return []
    worst, at, along = 0.0, corners[0], np.array([1.0, 0.0])
    for axis, outward in ((0, 1.0), (0, -1.0), (1, 1.0), (1, -1.0)):
        out = outward * corners[:, axis] + radius - (size[axis] if outward > 0 else 0.0)
        k = int(np.argmax(out))
        if out[k] > worst + 1e-9:
            worst, at = float(out[k]), corners[k]
            along = np.array([outward, 0.0] if axis == 0 else [0.0, outward])
    if worst <= 0:
        return []
    sigma = _sigma_at(laid, at=at, along=along)
    verdict = _stays_out(laid, depth=worst, sigma=sigma, of="the table's edge", word="sticks out")
    says = f"{laid.now.id} hangs {plain(worst)} in over the table's edge"
    return [
        _found(laid, verdict, clause=laid.rules.clauses.move, what="edge", says=says, of="edge")
    ]


def _on_models(laid: RuledMove) -> list[Finding]:
    reach = farthest(laid.now.footprint)
    box = box_of([point(laid.ended.origin)], margin=reach)
    found: list[Finding] = []
    for other in standing_in(laid, box=box):
        outline = place(other)
        if not may_overlap(laid.ended, outline):
            continue
        overlap = overlap_of(laid.ended, outline)
        if overlap.depth <= 0:
            continue
        says = f"{laid.now.id} stands {plain(overlap.depth)} in on {other.id}"
        found.append(_met(laid, other, outline=outline, overlap=overlap, says=says, what="overlap"))
    return found


def _through_models(laid: RuledMove, way: Way) -> list[Finding]:
    half = laid.half_width
    found: list[Finding] = []
    for other in standing_in(laid, box=box_of(way, margin=half)):
        if other.id in laid.rules.pass_through:
            continue
        outline = place(other)
        hits = [overlap_of(band(leg, half=half), outline) for leg in legs_of(way)]
        worst = max(hits, key=lambda hit: hit.depth)
        deeper = worst.depth - _already_judged(laid, outline)
        if deeper <= GRAZE:
            continue
        worst = replace(worst, depth=deeper)
        says = f"{laid.now.id} went through {other.id} by {plain(worst.depth)} in"
        found.append(_met(laid, other, outline=outline, overlap=worst, says=says, what="way"))
    return found


def _already_judged(laid: RuledMove, outline: Outline) -> float:
    """How deep it ended or stood in a model before it moved; only what is deeper, it passed."""
    ended = 0.0 if laid.rules.overlap_end else overlap_of(laid.ended, outline).depth
    return max(ended, overlap_of(laid.begun, outline).depth)


def standing_in(laid: RuledMove, *, box: tuple[float, float, float, float]) -> Iterable[Piece]:
    """The other models that may have something in common with a box."""
    west, south, east, north = box
    ignored = {laid.now.id, *laid.rules.ignored}
    for other in laid.snapshot.pieces:
        if (pose := other.pose) is None:
            continue
        x, y, reach = pose.x, pose.y, farthest(other.footprint)
        beside = x + reach < west or x - reach > east or y + reach < south or y - reach > north
        if not beside and other.id not in ignored:
            yield other


def _met(
    laid: RuledMove, other: Piece, *, outline: Outline, overlap: Overlap, says: str, what: str
) -> Finding:
    """The finding on another model; one that is not seen may not stand there any more."""
    if reason := why_unmeasurable(laid.snapshot, piece=other, doubt=laid.rules.agreed.doubt):
        return unseen(
            f"{says}? {reason}", clause=laid.rules.clauses.move, what=what, snapshot=laid.snapshot
        )
    theirs = variance_at(other, outline=outline, at=outline.centre, along=overlap.push)
    ours = _sigma_at(laid, at=laid.ended.centre, along=overlap.push)
    if what == "way":
        ours = max(spread(laid.start), spread(laid.now))
    sigma = math.hypot(ours, math.sqrt(theirs))
    verdict = _stays_out(laid, depth=overlap.depth, sigma=sigma, of=other.id, others=(other,))
    return _found(laid, verdict, clause=laid.rules.clauses.move, what=what, says=says, of=other.id)


def _crossed(laid: RuledMove, way: Way, *, ground: Barrier) -> list[Finding]:
    """Forbidden ground that the way goes into; out of where it began a model may go."""
    parts = stretches(way, ground.solid)
    if parts and within(ground.solid, way[0]):
        parts = after_leaving(parts)
    # How far a hull stands in a building is judged by itself.
    if parts and not ground.water and within(ground.solid, way[-1]):
        parts = before_ending(parts, whole=length(way))
    if not parts:
        return []
    name = laid.now.id
    inside = math.fsum(part.high - part.low for part in parts)
    over = min(inside, sideways(parts, corners=shapely.get_coordinates(ground.solid)))
    sigma = math.hypot(laid.end_sigma(last_direction(way)), ground.sigma)
    verdict = _stays_out(laid, depth=inside, over=over, sigma=sigma, of=ground.id, word="went")
    ended = ground.water and within(ground.solid, way[-1])
    says = (
        f"{name} went into {ground.id} by {plain(inside)} in, where there is no bridge"
        if ended
        else f"{name} went through {ground.id}, and there is no other way to where it is"
    )
    clauses = laid.rules.clauses
    clause = clauses.water if ground.water else clauses.building
    return [_found(laid, verdict, clause=clause, what="ground", says=says, of=ground.id, line=way)]


def _stays_out(
    laid: RuledMove,
    *,
    depth: float,
    sigma: float,
    of: str,
    word: str = "reaches",
    over: float | None = None,
    others: tuple[Piece, ...] = (),
) -> Verdict:
    return held(
        depth,
        limit=0.0,
        over=over,
        sigma=sigma,
        doubt=laid.rules.agreed.doubt,
        pieces=(*laid.pieces, *others),
        what=f"{laid.now.id} {word} {plain(depth)} in into or over {of}",
    )


def _sigma_at(laid: RuledMove, *, at: Floats, along: Floats) -> float:
    return math.sqrt(variance_at(laid.now, outline=laid.ended, at=at, along=along))


def _found(
    laid: RuledMove, verdict: Verdict, *, clause: str, what: str, says: str, of: str, line: Way = ()
) -> Finding:
    return finding(
        verdict,
        clause=clause,
        what=what,
        says=says,
        snapshot=laid.snapshot,
        agreed=laid.rules.agreed,
        line=line,
        blockers=(of,),
    )
