"""Measures how far a piece has gone: from front to front, or by its middle."""

import math

from rules.referee.toolkit.evidence import Measured, at_most, unseen
from rules.table.moves.fronts import FrontMove
from rules.table.moves.shifts import PieceShift
from rules.table.outlines.length_error import length_error
from rules.table.outlines.outline import place
from rules.table.seeing import on_whose_word, vouched, why_none_measurable
from rules.table.shapes import point
from rules.table.snapshot import Piece, Snapshot
from rules.table.units import Inches, is_told, plain, plain_error
from rules.table.verdict import Answer, Doubt


def measured_move(
    snapshot: Snapshot,
    pair: tuple[Piece, Piece],
    *,
    move: FrontMove,
    walked: float,
    allowance: Inches,
    doubt: Doubt,
) -> Measured:
    """The whole of a unit's moves this turn, against what it may go."""
    if hidden := why_none_measurable(snapshot, pieces=pair, doubt=doubt):
        return unseen("move", why=hidden, table=snapshot, limit=allowance)
    before = f" and {plain(walked)} in before" if walked else ""
    error = f" (error {plain_error(move.sigma)} in)" if is_told(move.sigma) else ""
    return at_most(
        allowance,
        value=walked + move.length,
        sigma=move.sigma,
        doubt=doubt,
        what="move",
        why=f"{pair[1].id}'s front moves {plain(move.length)} in{before}, {plain(allowance)} in "
        f"allowed{error}" + on_whose_word(pair),
        table=snapshot,
        declared=vouched(pair[1:]),
        line=move.line,
    )


def shift_evidence(shift: PieceShift, unit: str, *, snapshot: int) -> Measured:
    """How far a square lies from where it was ruled to be, as a line of evidence."""
    return Measured(
        what="shift",
        answer=Answer.NO,
        why=f"{unit} stands {shift.told}",
        snapshot=snapshot,
        value=shift.far,
        limit=shift.limit,
        margin=Inches(shift.limit - shift.far),
        sigma=shift.sigma,
    )


def measured_shift(
    table: Snapshot, pair: tuple[Piece, Piece], *, limit: Inches, doubt: Doubt
) -> Measured:
    """How far the middle of a square went, against how far it may go."""
    if hidden := why_none_measurable(table, pieces=pair, doubt=doubt):
        return unseen("shift", why=hidden, table=table, limit=limit)
    before, after = (place(piece) for piece in pair)
    far = math.dist(before.centre, after.centre)
    ends = ((pair[0], before), (pair[1], after))
    sigma = length_error(table, ends=ends, start=before.centre, end=after.centre)
    error = f" (error {plain_error(sigma)} in)" if is_told(sigma) else ""
    return at_most(
        limit,
        value=far,
        sigma=sigma,
        doubt=doubt,
        what="shift",
        why=f"{pair[1].id} is shifted by {plain(far)} in, {plain(limit)} allowed{error}"
        + on_whose_word(pair),
        table=table,
        declared=vouched(pair[1:]),
        line=(point(before.centre), point(after.centre)),
    )
