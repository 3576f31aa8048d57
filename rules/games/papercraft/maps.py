"""Tells maps what counts for a square: how far it moves past whom, and what its attacks reach."""

import math
from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from itertools import combinations

import shapely

from rules.games.papercraft.chapters.attacks import no_attack, reach_of
from rules.games.papercraft.chapters.moving import findings_there, may_move, stands_still
from rules.games.papercraft.draft import Draft
from rules.games.papercraft.measuring.pieces import blockers, in_the_way, underfoot
from rules.games.papercraft.phases import BOOK
from rules.games.papercraft.state import State, Unit
from rules.referee.judging.counted_moves import moved_to, sure_of
from rules.referee.toolkit.game import Command
from rules.referee.toolkit.what_counts import FireCounts, UnitCounts
from rules.table.maps.cells import CellAnswer
from rules.table.maps.reach_from import InTheWay, ReachFrom
from rules.table.maps.turning import looking_as, turned_by
from rules.table.measuring.gaps import overlap_of
from rules.table.measuring.ranges import Metric
from rules.table.outlines.outline import farthest, place
from rules.table.seeing import why_unmeasurable
from rules.table.shapes import Rectangle
from rules.table.sight.near_line import spread_at
from rules.table.snapshot import Piece, Snapshot
from rules.table.units import Inches, plain


def what_counts(state: State, snapshot: Snapshot, name: str) -> UnitCounts | None:
    """What counts for a living unit whose square lies on the table."""
    unit = state.units.get(name)
    if unit is None or not unit.alive or not unit.on_table:
        return None
    command = Command(author=unit.player, body=None)
    draft = Draft(state, command=command, snapshot=snapshot, book=BOOK)
    piece = draft.table.piece(unit.id)
    if piece.pose is None:
        return None
    reach = _reach(draft, unit, piece=piece)
    left = 0.0 if reach is None else reach.allowance
    told = UnitCounts(
        table=draft.table,
        piece=piece,
        side=unit.side,
        sight=None,
        fire=_attacks(draft, unit, moved=unit.moved and state.active == unit.player),
        reach=reach,
        reach_says=f"up to {plain(left)} in, as it looks now and straight" if reach else "",
        foes=tuple(
            other.id
            for other in state.units.values()
            if other.alive and other.on_table and state.enemies(unit, other)
        ),
    )
    return replace(told, moved=replace(told, fire=_attacks(draft, unit, moved=True)))


def _attacks(draft: Draft, unit: Unit, *, moved: bool) -> FireCounts | None:
    """PC-RNG: of the attacks that are left, or all of its next turn, the one that reaches far."""
    state = draft.state
    able = [attack for attack in unit.profile.attacks if attack.melee or not moved]
    now = [each for each in able if not any(no_attack(state, unit, attack=each))]
    limits = [reach_of(state, each) for each in (state.active == unit.player and now) or able]
    if not limits:
        return None
    return FireCounts(
        says="its attack",
        limit=max(limits),
        metric=Metric.EDGE,
        agreed=draft.agreed,
        lined=blockers(draft.state, (unit.id, ""), table=draft.table),
    )


def _reach(draft: Draft, unit: Unit, *, piece: Piece) -> ReachFrom | None:
    """PC-MOV: what is left of its move, past squares that it may not run over."""
    if unit.spot is None or not may_move(draft.state, unit):
        return None
    start = draft.ruled(piece, spot=unit.spot)
    table, agreed = draft.table, draft.agreed_on_moves
    left = Inches(max(0.0, (unit.profile.movement or 0.0) - unit.walked))
    overlaps = draft.agreed_on_overlaps.tolerance.courtesy + draft.length("overlap_in")
    body = place(looking_as(start, now=piece))
    error = spread_at(piece, lever=farthest(piece.footprint))
    stretch = table.shared.scale * left + 2 * table.shared.plane
    passed = in_the_way(draft.state, unit, table=table)
    bodies = tuple(
        InTheWay(
            outline=place(other),
            room=agreed.doubt.bound(error + spread_at(other, lever=farthest(other.footprint)))
            + overlaps
            + 0.01,
            passable=name not in passed,
            known=why_unmeasurable(table, piece=other, doubt=agreed.doubt) is None,
        )
        for name in underfoot(draft.state, unit, table=table)
        for other in (table.piece(name),)
        if other.pose is not None
    )
    return ReachFrom(
        table=table.table,
        body=body,
        half_width=body.reach,
        lead=0.0,
        allowance=left,
        surely=left,
        bound=max(agreed.doubt.bound(2 * error + stretch), agreed.band) + turned_by(start, piece),
        courtesy=max(agreed.tolerance.courtesy, draft.agreed.tolerance.courtesy),
        bodies=bodies,
        straight=True,
        slides=_slides(draft, bodies, pair=(start, piece), left=left),
        ends=partial(_ended, draft, unit=unit, pair=(start, piece)),
    )


_AS_IT_LOOKS = 0.4
"""Degrees that are no turn, a hair less than the ruling takes for none."""


def _slides(
    draft: Draft, bodies: Iterable[InTheWay], *, pair: tuple[Piece, Piece], left: float
) -> float | None:
    """PC-GEO-10: how deep it may run into others, where a way round them needs no turn.

    It is turned only where it began so, and for gaps that it fits through just one way.
    """
    start, now = pair
    assert start.pose is not None
    assert now.pose is not None
    begun, size = place(start), now.footprint
    here = shapely.Point(begun.centre)
    past = [
        each
        for each in bodies
        if not each.passable
        and float(shapely.distance(each.outline.core(), here)) <= left + begun.reach + 1.0
    ]
    if not isinstance(size, Rectangle) or not all(each.known for each in past):
        return None
    turned = abs((now.pose.heading - start.pose.heading + 180.0) % 360.0 - 180.0)
    long, thin = math.hypot(size.length, size.width), min(size.length, size.width)
    overlap = draft.length("overlap_in")
    spared = max(
        (max(each.room, overlap_of(begun, each.outline).depth) for each in past), default=0.0
    )
    gaps = (
        float(shapely.distance(one.outline.core(), other.outline.core()))
        for one, other in combinations(past, 2)
    )
    if turned > _AS_IT_LOOKS or any(thin - 2 * spared - 0.1 <= gap < long for gap in gaps):
        return None
    return overlap


def _ended(
    draft: Draft,
    at: tuple[float, float],
    *,
    unit: Unit,
    pair: tuple[Piece, Piece],
) -> CellAnswer:
    there = moved_to(pair, x=at[0], y=at[1]).now
    if stands_still(unit, end=there):
        return CellAnswer.TOO_CLOSE
    return sure_of(findings_there(draft, unit, end=there))
