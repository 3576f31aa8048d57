"""Tells maps what counts for a square: how far it moves past whom, and what its attacks reach."""

from collections.abc import Iterable
from dataclasses import replace
from functools import partial

from rules.games.papercraft.chapters.attacks import no_attack, reach_of
from rules.games.papercraft.chapters.moving import findings_there, may_move, stands_still
from rules.games.papercraft.draft import Draft
from rules.games.papercraft.measuring.pieces import blockers, in_the_way, underfoot
from rules.games.papercraft.phases import BOOK
from rules.games.papercraft.state import State, Unit
from rules.referee.judging.judged_ends import ends_by
from rules.referee.toolkit.findings import Finding
from rules.referee.toolkit.game import Command
from rules.referee.toolkit.what_counts import FireCounts, UnitCounts
from rules.table.maps.reach_from import ReachFrom
from rules.table.maps.slid_ways import looks_the_same, slid_past
from rules.table.maps.turn_gaps import gaps_to_turn_for
from rules.table.maps.turning import looking_as, turned_by
from rules.table.measuring.ranges import Metric
from rules.table.moves.piece_move import PieceMove
from rules.table.outlines.outline import farthest, place
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
    overlap = draft.length("overlap_in")
    overlaps = draft.agreed_on_overlaps.tolerance.courtesy + overlap
    error = spread_at(piece, lever=farthest(piece.footprint))
    stretch = table.shared.scale * left + 2 * table.shared.plane
    passed = in_the_way(draft.state, unit, table=table)
    others = map(table.piece, underfoot(draft.state, unit, table=table))
    bodies = slid_past(
        table, others, blocking=passed, doubt=agreed.doubt, error=error, courtesy=overlaps
    )
    return ReachFrom(
        table=table.table,
        body=(body := place(looking_as(start, now=piece))),
        half_width=body.reach,
        lead=0.0,
        allowance=left,
        surely=left,
        bound=max(agreed.doubt.bound(2 * error + stretch), agreed.band) + turned_by(start, piece),
        courtesy=max(agreed.tolerance.courtesy, draft.agreed.tolerance.courtesy),
        bodies=bodies,
        straight=True,
        slides=overlap if looks_the_same(start, piece, others=bodies) else None,
        gaps=gaps_to_turn_for(start, others=bodies, left=left),
        ends=ends_by(partial(_judged, draft, unit=unit), pair=(start, piece)),
    )


def _judged(draft: Draft, moved: PieceMove, *, unit: Unit) -> Iterable[Finding] | None:
    """Of a square that stands still nothing is said."""
    return None if stands_still(unit, end=moved.now) else findings_there(draft, unit, end=moved.now)
