"""Judges a finished move, and whether a model may stand where it does."""

from rules.games.paper_tigers.measuring.move_rules import MoveRules, unseen
from rules.games.paper_tigers.measuring.ruled_move import RuledMove, ruled_move
from rules.games.paper_tigers.measuring.standing import end_findings, water_findings
from rules.games.paper_tigers.measuring.tried_ways import best_way, pivot_finding
from rules.referee.toolkit.findings import Finding
from rules.table.moves.piece_move import PieceMove, why_untold
from rules.table.outlines.outline import place
from rules.table.seeing import why_unmeasurable
from rules.table.shapes import point
from rules.table.snapshot import Piece, Snapshot


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
