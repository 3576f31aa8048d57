"""Tells maps what counts for a unit, out of the rules that judge its moves and lines of sight."""

import math
from collections.abc import Iterator
from functools import partial
from typing import Final

import numpy as np
import shapely
from shapely.affinity import translate

from rules.referee.judging.areas import of_kinds
from rules.referee.judging.judged_ends import ends_by
from rules.referee.judging.moves import judge_move
from rules.referee.judging.ruled_move import DIFFICULT, MoveRules, RuledMove, forbidden, ruled_move
from rules.referee.judging.sighting import SightRules, sight_doubt
from rules.referee.judging.spacing import spacing
from rules.referee.toolkit.findings import Agreed
from rules.referee.toolkit.what_counts import SightCounts
from rules.table.maps.range_cells import edge_range
from rules.table.maps.reach_from import EndsNear, InTheWay, ReachFrom, ShutGround, StopGround
from rules.table.maps.turning import looking_as, turned_by
from rules.table.measuring.gaps import overlap_of
from rules.table.moves.lengths import MoveMetric
from rules.table.moves.piece_move import PieceMove, spread
from rules.table.moves.ways import ground_of
from rules.table.outlines.outline import convex_parts, farthest, place
from rules.table.outlines.unit_table import reference_of
from rules.table.seeing import why_unmeasurable
from rules.table.sight.ground import Blockers
from rules.table.sight.near_line import spread_at
from rules.table.snapshot import Piece, Snapshot
from rules.table.units import Inches
from rules.table.verdict import Doubt

_LEANING: Final = 0.25
"""Inches from an area's outline, besides the error, within which its middle may count as inside."""


def reach_from(
    snapshot: Snapshot,
    pair: tuple[Piece, Piece],
    *,
    rules: MoveRules,
    surely: Inches | None = None,
) -> ReachFrom:
    """What a map of where a piece could end its move rests on: as it began, and as it looks now.

    ``surely`` is how far any way leads at least, where some lead farther than others.
    """
    start, now = pair
    laid = ruled_move(snapshot, PieceMove.between(start, start), rules=rules)
    body, doubt = place(looking_as(start, now=now)), rules.agreed.doubt
    own = max(spread(start), spread(now))
    strays = max((area.sigma for area in snapshot.terrain), default=0.0)
    stretch = snapshot.shared.scale * rules.allowance + 2 * snapshot.shared.plane
    bound = doubt.bound(math.hypot(math.sqrt(2) * own, 2 * strays, stretch)) + turned_by(start, now)
    turning = 2.0 * rules.pivot_cost
    edge = body.reach if rules.metric is MoveMetric.NEAREST_EDGE else 0.0
    least = rules.allowance if surely is None else min(surely, rules.allowance)
    return ReachFrom(
        table=snapshot.table,
        body=body,
        half_width=laid.half_width,
        lead=laid.reach,
        allowance=Inches(rules.allowance + edge),
        surely=Inches(least - turning),
        bound=bound,
        courtesy=rules.agreed.tolerance.courtesy,
        shut=tuple(_shut(laid)),
        stops=tuple(_stops(laid)),
        bodies=tuple(_bodies(laid)),
        depth=laid.entry_depth,
        may_leave=rules.edge_exit,
        keeps_off=True,
        unsure=rules.exact or rules.stop_on_exit,
        ends=ends_by(partial(judge_move, snapshot, rules=rules), pair=pair),
    )


def ends_near(
    snapshot: Snapshot,
    leader: str,
    *,
    pair: tuple[Piece, Piece],
    far: Inches,
    reach: Inches,
    agreed: Agreed,
) -> EndsNear | None:
    """How near a follower has to end: within ``reach``, or as near as ``far`` gets it.

    Ground that ends moves, and where it stands, let it off. None where nobody knows where the
    leader is.
    """
    followed = snapshot.piece(leader)
    if why_unmeasurable(snapshot, piece=followed, doubt=agreed.doubt):
        return None
    start, now = pair
    body = place(looking_as(start, now=now))
    worst = (spread_at(each, lever=farthest(each.footprint)) for each in (followed, start, now))
    stretch = snapshot.shared.scale * far + 2 * snapshot.shared.plane
    bound = agreed.doubt.bound(math.sqrt(2) * math.hypot(*worst, stretch)) + 0.01
    courtesy = agreed.tolerance.courtesy
    nearest = spacing(snapshot, (followed, start)).gap - far
    here = shapely.Point(body.centre)
    return EndsNear(
        ranged=edge_range(
            place(followed),
            body=body,
            limit=Inches(max(reach, nearest)),
            bound=bound,
            courtesy=courtesy + 0.01,
        ),
        excused=shapely.union_all(
            [
                *_stopping(snapshot, looking_as(start, now=now), doubt=agreed.doubt),
                shapely.buffer(here, max(courtesy, bound) + turned_by(start, now)),
            ]
        ),
    )


def _stopping(snapshot: Snapshot, body: Piece, *, doubt: Doubt) -> Iterator[shapely.Geometry]:
    """Where its centre lies while its reference point may be in ground that ends moves."""
    centre = place(body).centre
    aside = centre - reference_of(body)
    shared, size = snapshot.shared, snapshot.table
    stretch = shared.scale * math.hypot(size.width, size.depth) / 2 + 2 * shared.plane
    own = spread_at(body, lever=float(np.hypot(*aside)))
    for area in of_kinds(snapshot.terrain, DIFFICULT):
        wide = _LEANING + doubt.bound(math.hypot(own, area.sigma, stretch)) + 0.01
        yield translate(shapely.buffer(ground_of(area), wide), *aside)


def sight_counts(snapshot: Snapshot, rules: SightRules) -> SightCounts:
    """What a map of sight rests on."""
    pieces = {piece.id for piece in snapshot.pieces}
    hindering = frozenset(pieces) if rules.models_block else rules.wrecks & pieces
    return SightCounts(
        blockers=Blockers(kinds=rules.kinds, pieces=hindering),
        doubt=sight_doubt(rules),
        returning=rules.own_area_blocks,
        overlooks=rules.hill_overlook,
    )


def _room(laid: RuledMove, *sigmas: float) -> float:
    """How far from its limit something is left open, by error or by courtesy."""
    agreed = laid.rules.agreed
    error = agreed.doubt.bound(math.hypot(spread(laid.start), sum(sigmas)))
    return max(error, agreed.tolerance.courtesy) + 0.01


def _shut(laid: RuledMove) -> Iterator[ShutGround]:
    for each in forbidden(laid):
        yield ShutGround(
            solid=each.solid,
            clearance=each.clearance,
            room=_room(laid, each.sigma),
            bare=each.water,
        )


def _stops(laid: RuledMove) -> Iterator[StopGround]:
    """What it stands in already ends no move of its own; where that is in doubt, all may be."""
    for area in laid.snapshot.terrain:
        if not laid.rules.stops(area.kind):
            continue
        began = laid.began(area)
        if began.inside and not began.doubtful:
            continue
        room = math.inf if began.doubtful else _room(laid, area.sigma)
        yield StopGround(solid=ground_of(area), room=room, area=area.id)


def _bodies(laid: RuledMove) -> Iterator[InTheWay]:
    rules = laid.rules
    ignored = {laid.start.id, *rules.ignored}
    for other in laid.snapshot.pieces:
        if other.pose is None or other.id in ignored:
            continue
        outline = place(other)
        lost = why_unmeasurable(laid.snapshot, piece=other, doubt=rules.agreed.doubt)
        yield InTheWay(
            outline=outline,
            room=_room(laid, spread(other)),
            passable=other.id in rules.pass_through,
            known=lost is None,
            may_overlap=rules.overlap_end,
            begun=overlap_of(laid.begun, outline).depth,
            convex=len(convex_parts(outline)) == 1,
        )
