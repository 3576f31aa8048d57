"""Finds what a square runs over on its way, and whether there is a way round.

On a straight move the square slides from its old centre to its new one, with its new heading. Only
what it runs into by more than the agreed overlap is in its way, and where that is so, the way round
it is that of the whole square.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import shapely

from rules.referee.toolkit.evidence import Measured, Outcome, at_most, unseen
from rules.referee.toolkit.findings import Agreed, Finding, judged
from rules.table.measuring.gaps import gap_of
from rules.table.measuring.path import swept_outline, way_length
from rules.table.measuring.zones import reaches_into
from rules.table.moves.bodies import Surroundings
from rules.table.moves.fronts import FrontMove
from rules.table.outlines.outline import place
from rules.table.seeing import why_unmeasurable
from rules.table.shapes import Point, Rectangle, point
from rules.table.snapshot import Piece, Snapshot
from rules.table.units import Inches, is_told, plain, plain_error
from rules.table.verdict import Answer

CROSSING = "crossing"
DETOUR = "way"
"""Of what a length is in the log: how deep something was run into, or how long the way round is."""
ELSEWHERE = 1.0
"""Inches that a hand may have nudged a square it hides."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SquareMove:
    """A move as it is judged: who, from where, to where, past whom, and how far it may go."""

    table: Snapshot
    start: Piece
    end: Piece
    front: FrontMove
    way: tuple[Point, ...]
    """The points that a player named."""
    obstacles: tuple[Piece, ...]
    """What it may not run over."""
    clause_of: Mapping[str, str]
    """By obstacle, the clause that forbids it."""
    left: Inches
    """How far it may still go this turn."""
    overlap: Inches
    agreed: Agreed
    detours: bool = True
    """Whether a way round will do where the straight one is blocked."""


def judge_way(move: SquareMove) -> tuple[Finding, ...]:
    """Whether the way is free: straight, as the player says, or round what stands in it."""
    if move.way:
        return _as_told(move)
    crossed = tuple(
        found
        for each in move.obstacles
        if (found := _crossing(move, each)) is not None and not found.holds
    )
    if not crossed or not move.detours:
        return crossed[:1]
    return (_way_round(move, crossed),)


def crossed_by(
    table: Snapshot, pair: tuple[Piece, Piece], *, others: Sequence[Piece], overlap: Inches
) -> tuple[str, ...]:
    """Whom a square runs over on a straight way (PC-GEO-10), by the measured value as it stands."""
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


def _crossing(move: SquareMove, other: Piece) -> Finding | None:
    """How deep the sliding square runs into an obstacle; None if it stays clear."""
    assert move.end.pose is not None
    clause = move.clause_of[other.id]
    swept = swept_outline(move.start, to=move.end.pose)
    verdict = reaches_into(move.table, other.id, area=swept, doubt=move.agreed.doubt)
    if verdict.value is None or verdict.sigma is None:
        if not _comes_near(other, area=shapely.Polygon(swept)):
            return None
        says = f"{move.end.id} may run over {other.id}: {verdict.why}"
        found = unseen(CROSSING, why=says, table=move.table)
        return judged(clause, found, says=says, agreed=move.agreed)
    if verdict.value <= move.overlap:
        return None
    error = f" (error {plain_error(verdict.sigma)} in)" if is_told(verdict.sigma) else ""
    says = f"{move.end.id} runs over {other.id}, {plain(verdict.value)} in deep{error}"
    found = at_most(
        move.overlap,
        value=verdict.value,
        sigma=verdict.sigma,
        doubt=move.agreed.doubt,
        what=CROSSING,
        why=says,
        table=move.table,
        declared=verdict.declared,
        line=move.front.line,
        blockers=(other.id,),
    )
    return judged(clause, found, says=says, agreed=move.agreed)


def _comes_near(other: Piece, *, area: shapely.Geometry) -> bool:
    """Whether something unseen may have been nudged into an area."""
    if other.pose is None:
        return False
    return float(shapely.distance(place(other).core(), area)) <= ELSEWHERE


def _way_round(move: SquareMove, crossed: tuple[Finding, ...]) -> Finding:
    """The way round, where it is short enough; otherwise what stood in its way."""
    first = crossed[0]
    blockers = tuple(name for each in crossed for name in each.measured.blockers)
    names = " and ".join(blockers)
    around = _surroundings(move)
    stances = None if first.outcome is Outcome.UNSEEN else around.shortest()
    if stances is None:
        return replace(first, says=f"{first.says}; there is no way round {names or 'it'}")
    way = around.front_way(stances)
    length = way_length(way)
    says = (
        f"{first.says}; the way round {names} is {plain(length)} in, {plain(move.left)} in left: "
        "say which way it took"
    )
    found = at_most(
        move.left,
        value=length,
        sigma=move.front.sigma,
        doubt=move.agreed.doubt,
        what=DETOUR,
        why=f"round {names} it is {plain(length)} in",
        table=move.table,
        line=way,
        blockers=blockers,
    )
    return judged(first.clause, found, says=says, agreed=move.agreed)


def _surroundings(move: SquareMove) -> Surroundings:
    """What the whole square has to keep off; what it touches as it begins or ends stays in it."""
    start, end = move.start.pose, move.end.pose
    assert isinstance(move.end.footprint, Rectangle)
    assert start is not None
    assert end is not None
    return Surroundings(
        move.end.footprint,
        ends=(start, end),
        solids={each.id: place(each).core() for each in move.obstacles if each.pose is not None},
        overlap=move.overlap,
        table=move.table.table,
    )


def _as_told(move: SquareMove) -> tuple[Finding, ...]:
    """The way that a player named: what it runs through."""
    findings = []
    for name, inside in _surroundings(move).run_over(move.front.line).items():
        if inside <= move.overlap:
            continue
        says = f"the way named for {move.end.id} runs over {name} for {plain(inside)} in"
        found = Measured(
            what=CROSSING,
            answer=Answer.NO,
            why=says,
            snapshot=move.table.number,
            value=Inches(inside),
            limit=move.overlap,
            margin=Inches(move.overlap - inside),
            line=move.front.line,
            blockers=(name,),
        )
        findings.append(judged(move.clause_of[name], found, says=says, agreed=move.agreed))
    return tuple(findings)


def judge_overlap(
    table: Snapshot, pair: tuple[Piece, Piece], *, clause: str, overlap: Inches, agreed: Agreed
) -> Finding:
    """Whether two squares run into each other by more than was agreed."""
    one, other = pair
    hidden = why_unmeasurable(table, piece=other, doubt=agreed.doubt)
    if one.pose is None or other.pose is None:
        nothing = unseen("overlap", why=hidden or "nobody sees it", table=table)
        return judged(clause, nothing, says=nothing.why, agreed=agreed)
    if hidden is not None and _comes_near(other, area=place(one).core()):
        near = unseen("overlap", why=f"{one.id} may stand on {other.id}: {hidden}", table=table)
        return judged(clause, near, says=near.why, agreed=agreed)
    gap = gap_of(table, pair)
    deep = gap.depth if gap.depth > 0 else -gap.distance
    error = f" (error {plain_error(gap.sigma)} in)" if is_told(gap.sigma) else ""
    says = (
        f"{one.id} stands on {other.id}, {plain(deep)} in deep{error}"
        if deep > 0
        else f"{one.id} stands clear of {other.id} by {plain(-deep)} in"
    )
    found = at_most(
        overlap,
        value=deep,
        sigma=gap.sigma,
        doubt=agreed.doubt,
        what="overlap",
        why=says,
        table=table,
        line=(point(gap.start), point(gap.end)),
        blockers=(other.id,),
    )
    return judged(clause, found, says=says, agreed=agreed)
