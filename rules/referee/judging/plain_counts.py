"""Tells maps what counts for a piece where no game says more: sight, range and a plain way."""

import math

from rules.referee.toolkit.findings import Agreed
from rules.referee.toolkit.what_counts import FireCounts, UnitCounts
from rules.table.maps.reach_from import ReachFrom, ShutGround
from rules.table.measuring.ranges import Metric
from rules.table.moves.ways import ground_of
from rules.table.outlines.outline import Outline, place
from rules.table.sight.near_line import spread
from rules.table.snapshot import Snapshot
from rules.table.units import Inches, plain
from rules.table.verdict import Doubt

SHUT = frozenset({"river", "building"})
"""What no plain way leads through."""


def plain_counts(
    snapshot: Snapshot,
    name: str,
    *,
    limit: Inches | None = None,
    inches: Inches | None = None,
    doubt: Doubt = Doubt(),
) -> UnitCounts | None:
    """What counts for a piece; None for one that nobody has seen.

    ``limit`` is how far it hits from edge to edge, ``inches`` how far it moves; nothing is assumed.
    """
    piece = snapshot.piece(name)
    if piece.pose is None:
        return None
    fire = FireCounts(says="a range", limit=limit, metric=Metric.EDGE, agreed=Agreed(doubt=doubt))
    return UnitCounts(
        table=snapshot,
        piece=piece,
        side=piece.side,
        fire=fire,
        reach=None if inches is None else plain_reach(snapshot, name, inches=inches, doubt=doubt),
        reach_says="" if inches is None else f"up to {plain(inches)} in round rivers and houses",
        foes=tuple(
            each.id for each in snapshot.pieces if each.id != name and each.side != piece.side
        ),
    )


def plain_reach(snapshot: Snapshot, name: str, *, inches: Inches, doubt: Doubt) -> ReachFrom:
    """The plain way of a piece's centre, as `shortest_route` has it."""
    piece = snapshot.piece(name)
    centre = place(piece).centre
    stretch = snapshot.shared.scale * inches + 2 * snapshot.shared.plane
    strays = max((area.sigma for area in snapshot.terrain), default=0.0)
    bound = doubt.bound(math.hypot(spread(piece), 2 * strays, stretch))
    shut = tuple(
        ShutGround(solid=ground_of(area), clearance=0.0, room=bound + 0.01, bare=True)
        for area in snapshot.terrain
        if area.kind in SHUT
    )
    point = Outline(corners=centre[None], radius=0.0, centre=centre, front=centre, origin=centre)
    return ReachFrom(
        table=snapshot.table,
        body=point,
        half_width=0.0,
        lead=0.0,
        allowance=inches,
        surely=inches,
        bound=bound,
        shut=shut,
        may_leave=True,
    )
