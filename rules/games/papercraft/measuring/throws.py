"""Knows how far a square was shifted that did not walk: from middle to middle (PC-ABL-07)."""

import math

from rules.referee.toolkit.evidence import Measured
from rules.table.outlines.length_error import length_error
from rules.table.outlines.outline import place
from rules.table.seeing import on_whose_word, vouched, why_none_measurable
from rules.table.shapes import point
from rules.table.snapshot import Piece, Snapshot
from rules.table.units import Inches, plain, plain_error
from rules.table.verdict import Answer, Doubt, judge


def measured_shift(
    table: Snapshot, pair: tuple[Piece, Piece], *, limit: Inches, doubt: Doubt
) -> Measured:
    """How far the middle of a square went, against how far it may go."""
    if unseen := why_none_measurable(table, pieces=pair, doubt=doubt):
        return Measured(
            what="shift", answer=Answer.CANNOT_SEE, why=unseen, snapshot=table.number, limit=limit
        )
    before, after = (place(piece) for piece in pair)
    far = math.dist(before.centre, after.centre)
    ends = ((pair[0], before), (pair[1], after))
    sigma = length_error(table, ends=ends, start=before.centre, end=after.centre)
    margin, bound = Inches(limit - far), doubt.bound(sigma)
    return Measured(
        what="shift",
        answer=judge(margin, bound),
        why=f"{pair[1].id} is shifted by {plain(far)} in, {plain(limit)} allowed "
        f"(error {plain_error(sigma)} in)" + on_whose_word(pair),
        snapshot=table.number,
        value=Inches(far),
        limit=limit,
        margin=margin,
        sigma=Inches(sigma),
        bound=bound,
        declared=vouched(pair[1:]),
        line=(point(before.centre), point(after.centre)),
    )
