"""Judges how high over the table a piece stands, where cameras have measured that."""

from rules.table.snapshot import Piece, PieceState
from rules.table.units import Inches, plain
from rules.table.verdict import Answer, Doubt, Verdict, judge


def stands_above(piece: Piece, *, limit: Inches, doubt: Doubt | None = None) -> Verdict:
    """Whether a piece stands at least so high, as on a hill or on an upper floor.

    CANNOT_SEE where nobody has measured it: under one camera, behind a hand of one of two, or for a
    place that a player vouches for.
    """
    doubt = Doubt() if doubt is None else doubt
    stands = None if piece.pose is None else piece.pose.stands
    if stands is None or piece.state is not PieceState.SEEN or piece.age > doubt.max_age:
        why = f"two cameras have to see {piece.id} to tell how high it stands"
        return Verdict(answer=Answer.CANNOT_SEE, limit=limit, why=why)
    margin = Inches(stands.height - limit)
    bound = doubt.bound(stands.sigma)
    return Verdict(
        answer=judge(margin, bound),
        value=stands.height,
        limit=limit,
        margin=margin,
        sigma=stands.sigma,
        bound=bound,
        why=f"{piece.id} stands {plain(round(stands.height, 2))} in over the table",
    )
