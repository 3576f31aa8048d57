"""Knows what a square runs over on its way, and whether there is a way round (PC-MOV-06, MOV-08).

A straight move covers the area of PC-GEO-10: the square slides from its old centre to its new one,
with its new heading. Only what it runs into by more than the agreed overlap is in its way.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import shapely

from rules.games.papercraft.measuring.fronts import Walk, front_of
from rules.referee.toolkit.evidence import Measured, Outcome
from rules.referee.toolkit.findings import Agreed, Finding, judged
from rules.table.measuring.gaps import gap_of
from rules.table.measuring.path import shortest_way, swept_outline, way_length
from rules.table.measuring.zones import reaches_into
from rules.table.outlines.outline import place
from rules.table.seeing import why_unmeasurable
from rules.table.shapes import Point, point
from rules.table.snapshot import Piece, Snapshot, Terrain
from rules.table.units import Inches, plain, plain_error
from rules.table.verdict import Answer, judge

CROSSING = "crossing"
DETOUR = "way"
"""Of what a length is in the log: how deep something was run into, or how long the way round is."""
ELSEWHERE = 1.0
"""Inches that a hand may have nudged a square it hides."""
_HAIR = 1e-3
"""Inches by which an obstacle is kept smaller than the gap to where the way begins or ends."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Travel:
    """A move as it is judged: who, from where, to where, past whom, and how far it may go."""

    table: Snapshot
    start: Piece
    end: Piece
    walk: Walk
    way: tuple[Point, ...]
    """The points that a player named."""
    obstacles: tuple[Piece, ...]
    """What it may not run over."""
    clause_of: dict[str, str]
    """By obstacle, the clause that forbids it."""
    left: Inches
    """How far it may still go in this turn."""
    overlap: Inches
    agreed: Agreed
    detours: bool = True
    """Whether a way round will do where the straight one is blocked."""


def judge_way(travel: Travel) -> tuple[Finding, ...]:
    """Whether the way is free: straight, as the player says, or round what stands in it."""
    if travel.way:
        return _as_told(travel)
    crossed = tuple(
        found
        for each in travel.obstacles
        if (found := _crossing(travel, each)) is not None and not found.holds
    )
    if not crossed or not travel.detours:
        return crossed[:1]
    return (_way_round(travel, crossed),)


def crossed_by(
    table: Snapshot, pair: tuple[Piece, Piece], *, others: Sequence[Piece], overlap: Inches
) -> tuple[str, ...]:
    """Whom a square runs over on a straight way, by the measured value as it stands."""
    start, end = pair
    if start.pose is None or end.pose is None:
        return ()
    swept = swept_outline(start, to=end.pose)
    found = []
    for other in others:
        verdict = reaches_into(table, other.id, area=swept)
        if verdict.value is not None and verdict.value > overlap:
            found.append(other.id)
    return tuple(found)


def _crossing(travel: Travel, other: Piece) -> Finding | None:
    """How deep the sliding square runs into one obstacle; None when it stays clear of it."""
    assert travel.end.pose is not None
    number = travel.table.number
    clause = travel.clause_of[other.id]
    swept = swept_outline(travel.start, to=travel.end.pose)
    verdict = reaches_into(travel.table, other.id, area=swept, doubt=travel.agreed.doubt)
    if verdict.value is None or verdict.sigma is None:
        if not _comes_near(other, area=shapely.Polygon(swept)):
            return None
        says = f"{travel.end.id} may run over {other.id}: {verdict.why}"
        found = Measured(what=CROSSING, answer=Answer.CANNOT_SEE, why=says, snapshot=number)
        return judged(clause, found, says=says, agreed=travel.agreed)
    margin = Inches(travel.overlap - verdict.value)
    if margin >= 0:
        return None
    bound = travel.agreed.doubt.bound(verdict.sigma)
    says = (
        f"{travel.end.id} runs over {other.id}, {plain(verdict.value)} in deep "
        f"(error {plain_error(verdict.sigma)} in)"
    )
    found = Measured(
        what=CROSSING,
        answer=judge(margin, bound),
        why=says,
        snapshot=number,
        value=verdict.value,
        limit=travel.overlap,
        margin=margin,
        sigma=verdict.sigma,
        bound=bound,
        declared=verdict.declared,
        line=travel.walk.line,
        blockers=(other.id,),
    )
    return judged(clause, found, says=says, agreed=travel.agreed)


def _comes_near(other: Piece, *, area: shapely.Geometry) -> bool:
    """Whether something unseen may have been nudged into an area."""
    if other.pose is None:
        return False
    return float(shapely.distance(place(other).core(), area)) <= ELSEWHERE


def _way_round(travel: Travel, crossed: tuple[Finding, ...]) -> Finding:
    """PC-MOV-06: the way round, where it is short enough; otherwise what stood in its way."""
    start, end = travel.walk.line[0], travel.walk.line[-1]
    grown = [_grown(travel, each) for each in travel.obstacles if each.pose is not None]
    way = shortest_way(
        start, end, areas=[each for each in grown if each is not None], table=travel.table.table
    )
    first = crossed[0]
    names = " and ".join(name for each in crossed for name in each.measured.blockers)
    if first.outcome is Outcome.UNSEEN or way is None:
        says = f"{first.says}; there is no way round {names or 'it'}"
        return Finding(
            clause=first.clause, outcome=first.outcome, measured=first.measured, says=says
        )
    length = way_length(way)
    margin = Inches(travel.left - length)
    bound = travel.agreed.doubt.bound(travel.walk.sigma)
    says = (
        f"{first.says}; the way round {names} is {plain(length)} in, {plain(travel.left)} in left: "
        "say which way it took"
    )
    found = Measured(
        what=DETOUR,
        answer=judge(margin, bound),
        why=f"round {names} it is {plain(length)} in",
        snapshot=travel.table.number,
        value=length,
        limit=travel.left,
        margin=margin,
        sigma=Inches(travel.walk.sigma),
        bound=bound,
        line=way,
        blockers=tuple(name for each in crossed for name in each.measured.blockers),
    )
    return judged(first.clause, found, says=says, agreed=travel.agreed)


def _grown(travel: Travel, other: Piece) -> Terrain | None:
    """An obstacle as the middle of the front has to keep clear of it: by half of the square.

    It is grown by less where the way begins or ends nearer than that, and shrunk where it begins or
    ends in it by no more than squares may overlap; None for what is nothing then.
    """
    polygon = place(other).core()
    near = min(_outside(polygon, travel.walk.line[end]) for end in (0, -1))
    by = min(_half_width(travel.end) - travel.overlap, near - _HAIR)
    shape = shapely.buffer(polygon, by, quad_segs=4)
    if shapely.is_empty(shape):
        return None
    ring = shapely.get_coordinates(shape)[:-1]
    return Terrain(id=other.id, kind="square", outline=tuple(point(each) for each in ring))


def _outside(polygon: shapely.Geometry, at: Point) -> float:
    """How far a point is outside of an area; less than nothing by how deep it is in it."""
    spot = shapely.Point(at)
    if shapely.intersects(polygon, spot):
        return -float(shapely.distance(shapely.boundary(polygon), spot))
    return float(shapely.distance(polygon, spot))


def _half_width(piece: Piece) -> float:
    front = front_of(place(piece))
    return math.dist(front.left, front.right) / 2


def _as_told(travel: Travel) -> tuple[Finding, ...]:
    """The way that a player named: what it runs through."""
    findings = []
    for other in travel.obstacles:
        area = _grown(travel, other) if other.pose is not None else None
        if area is None:
            continue
        polygon = shapely.buffer(shapely.Polygon(area.outline), -1e-6)
        legs = [shapely.LineString(leg) for leg in pairwise(travel.walk.line)]
        inside = sum(float(shapely.length(shapely.intersection(polygon, leg))) for leg in legs)
        if inside <= travel.overlap:
            continue
        says = f"the way named for {travel.end.id} runs over {other.id} for {plain(inside)} in"
        found = Measured(
            what=CROSSING,
            answer=Answer.NO,
            why=says,
            snapshot=travel.table.number,
            value=Inches(inside),
            limit=travel.overlap,
            margin=Inches(travel.overlap - inside),
            line=travel.walk.line,
            blockers=(other.id,),
        )
        findings.append(judged(travel.clause_of[other.id], found, says=says, agreed=travel.agreed))
    return tuple(findings)


def judge_overlap(
    table: Snapshot,
    pair: tuple[Piece, Piece],
    *,
    clause: str,
    overlap: Inches,
    agreed: Agreed,
) -> Finding:
    """PC-GEO-11: whether two squares run into each other by more than was agreed."""
    one, other = pair
    unseen = why_unmeasurable(table, piece=other, doubt=agreed.doubt)
    if one.pose is None or other.pose is None:
        nothing = Measured(
            what="overlap", answer=Answer.CANNOT_SEE, why=unseen or "nobody sees it",
            snapshot=table.number,
        )  # fmt: skip
        return judged(clause, nothing, says=nothing.why, agreed=agreed)
    if unseen is not None and _comes_near(other, area=place(one).core()):
        near = Measured(
            what="overlap", answer=Answer.CANNOT_SEE, snapshot=table.number,
            why=f"{one.id} may stand on {other.id}: {unseen}",
        )  # fmt: skip
        return judged(clause, near, says=near.why, agreed=agreed)
    gap = gap_of(table, pair)
    deep = gap.depth if gap.depth > 0 else -gap.distance
    margin, bound = Inches(overlap - deep), agreed.doubt.bound(gap.sigma)
    says = (
        f"{one.id} stands on {other.id}, {plain(deep)} in deep (error {plain_error(gap.sigma)} in)"
        if deep > 0
        else f"{one.id} stands clear of {other.id} by {plain(-deep)} in"
    )
    found = Measured(
        what="overlap",
        answer=judge(margin, bound),
        why=says,
        snapshot=table.number,
        value=Inches(deep),
        limit=overlap,
        margin=margin,
        sigma=Inches(gap.sigma),
        bound=bound,
        line=(point(gap.start), point(gap.end)),
        blockers=(other.id,),
    )
    return judged(clause, found, says=says, agreed=agreed)
