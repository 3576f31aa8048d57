"""Judges a finished move, and finds where a model that went too far should stand."""

from dataclasses import replace
from typing import Final

from rules.games.paper_tigers.measuring.move_rules import MoveRules, unseen
from rules.games.paper_tigers.measuring.ruled_move import RuledMove, ruled_move
from rules.games.paper_tigers.measuring.standing import end_findings, water_findings
from rules.games.paper_tigers.measuring.tried_ways import best_way, pivot_finding, tried_along
from rules.referee.toolkit.evidence import Leaning, Outcome, Tolerance
from rules.referee.toolkit.findings import Agreed, Finding
from rules.table.moves.piece_move import PieceMove, why_untold
from rules.table.moves.ways import Way, first_part, length
from rules.table.outlines.outline import place
from rules.table.seeing import why_unmeasurable
from rules.table.shapes import point
from rules.table.snapshot import Covariance, Piece, Pose, Snapshot
from rules.table.units import Degrees, Inches
from rules.table.verdict import Doubt

_STEP: Final = 0.25
"""Inches between the places that a correction tries, before it looks closer."""
_STRICT: Final = Tolerance(courtesy=Inches(0.0), borderline=Leaning.STRICT, doubt=Leaning.STRICT)
"""A correction proposes what is legal beyond all courtesy."""


def judge_move(snapshot: Snapshot, move: PieceMove, *, rules: MoveRules) -> tuple[Finding, ...]:
    """Everything that a move was held against: its length first, then what it met.

    Whatever some legal way leads to is legal, so of all ways the least wrong one counts.
    """
    reason = why_untold(snapshot, start=move.mover, now=move.now, doubt=rules.agreed.doubt)
    if reason:
        clause = "PT1-D1b" if rules.allowance > 0 else "PT1-D1c"
        return (unseen(reason, clause=clause, what="move", snapshot=snapshot),)
    laid = ruled_move(snapshot, move, rules=rules)
    tried_way = best_way(laid)
    turn = (pivot_finding(laid, tried_way.way),) if rules.pivot_cost > 0 else ()
    return (tried_way.length, *turn, *tried_way.others, *end_findings(laid))


def judge_standing(snapshot: Snapshot, piece: Piece, *, rules: MoveRules) -> tuple[Finding, ...]:
    """What the place where a piece stands owes to ground, edge and models; unseen, nothing."""
    if piece.pose is None or why_unmeasurable(snapshot, piece=piece, doubt=rules.agreed.doubt):
        return ()
    outline = place(piece)
    centre = point(outline.centre)
    laid = RuledMove(
        snapshot=snapshot,
        rules=rules,
        start=piece,
        now=piece,
        begun=outline,
        ended=outline,
        stops=(centre, centre),
    )
    return (*water_findings(laid), *end_findings(laid))


def pull_back(move: PieceMove, *, rules: MoveRules, snapshot: Snapshot) -> Pose | None:
    """Where a correction would put the model: the farthest legal place along its way.

    None when nothing is broken, or nothing can be seen.
    """
    findings = judge_move(snapshot, move, rules=rules)
    if all(each.outcome is not Outcome.BROKEN for each in findings):
        return None
    start = move.mover.pose
    if rules.allowance <= 0:
        return None if start is None else replace(start, covariance=Covariance())
    laid = ruled_move(snapshot, move, rules=rules)
    way = best_way(laid).way
    doubt = Doubt(max_age=rules.agreed.doubt.max_age)
    strict = replace(rules, exact=False, agreed=Agreed(tolerance=_STRICT, doubt=doubt))
    whole = length(way)
    low, high = min(whole, rules.allowance), whole
    while low > 0 and not _legal(laid, way, upto=low, rules=strict):
        low, high = max(0.0, low - _STEP), low
    for _ in range(12 if 0 < low < high <= low + _STEP else 0):
        middle = (low + high) / 2
        if _legal(laid, way, upto=middle, rules=strict):
            low = middle
        else:
            high = middle
    if low <= 0 and start is not None:
        return replace(start, covariance=Covariance())
    return _pose_at(laid, first_part(way, length=low))


def _legal(laid: RuledMove, way: Way, *, upto: float, rules: MoveRules) -> bool:
    """Whether a move that stopped there would have kept everything, by this very way."""
    part = first_part(way, length=upto)
    start = laid.start
    if start.pose is None:
        return False
    known = replace(start, pose=replace(start.pose, covariance=Covariance()))
    shorter = PieceMove(mover=known, end=_pose_at(laid, part), way=part[1:-1])
    there = ruled_move(laid.snapshot, shorter, rules=rules)
    tried_way = tried_along(there, part)
    findings = (*tried_way.findings, *end_findings(there))
    return all(each.outcome is Outcome.KEPT for each in findings)


def _pose_at(laid: RuledMove, part: Way) -> Pose:
    """The pose, with the heading the model ended with, whose centre is where this way ends."""
    offset = laid.ended.centre - laid.ended.origin
    heading = laid.now.pose.heading if laid.now.pose is not None else Degrees(0.0)
    x, y = (float(part[-1][k] - offset[k]) for k in (0, 1))
    return Pose(x=Inches(x), y=Inches(y), heading=heading)
