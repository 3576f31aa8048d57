"""Asks whoever judges a move about places where it might end, for maps of reach."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial

from rules.referee.toolkit.evidence import Outcome
from rules.referee.toolkit.findings import Finding
from rules.table.maps.cells import CellAnswer
from rules.table.moves.piece_move import PieceMove
from rules.table.outlines.outline import place
from rules.table.snapshot import Piece
from rules.table.units import Inches
from rules.table.verdict import Answer

JudgesMove = Callable[[PieceMove], Iterable[Finding] | None]
"""None where the judge says nothing of such a move."""


def ends_by(
    judge: JudgesMove, *, pair: tuple[Piece, Piece]
) -> Callable[[tuple[float, float]], CellAnswer]:
    """What a map may ask: whether a piece, as it began and as it looks now, may end there."""
    return partial(_answer, judge=judge, pair=pair)


def _answer(at: tuple[float, float], *, judge: JudgesMove, pair: tuple[Piece, Piece]) -> CellAnswer:
    findings = judge(_moved_to(pair, x=at[0], y=at[1]))
    return CellAnswer.TOO_CLOSE if findings is None else _sure_of(findings)


def _sure_of(findings: Iterable[Finding]) -> CellAnswer:
    """YES where everything is kept beyond any doubt, NO where something is surely broken."""
    told = {(each.outcome, each.measured.answer) for each in findings}
    if (Outcome.BROKEN, Answer.NO) in told:
        return CellAnswer.NO
    return CellAnswer.YES if told <= {(Outcome.KEPT, Answer.YES)} else CellAnswer.TOO_CLOSE


def _moved_to(pair: tuple[Piece, Piece], *, x: float, y: float) -> PieceMove:
    """A move that ends with the middle of the piece there, looking as it looks now."""
    start, now = pair
    assert now.pose is not None
    middle = place(now).centre
    at = Inches(now.pose.x + x - float(middle[0])), Inches(now.pose.y + y - float(middle[1]))
    there = replace(now, pose=replace(now.pose, x=at[0], y=at[1]))
    return PieceMove.between(start, there)
