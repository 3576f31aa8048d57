"""Says whether a piece can be measured at all, and why not."""

from collections.abc import Iterable

from rules.table.snapshot import HealthState, Piece, PieceState, Snapshot
from rules.table.units import plain
from rules.table.verdict import Doubt


def why_unmeasurable(snapshot: Snapshot, *, piece: Piece, doubt: Doubt) -> str | None:
    """The reason that nothing may be ruled from this piece's pose, or None.

    A declared pose stands whatever the camera does: it rests on a player's word.
    """
    if piece.state is PieceState.DECLARED:
        return None
    if snapshot.health.state is not HealthState.LIVE:
        note = f" ({snapshot.health.note})" if snapshot.health.note else ""
        return f"the camera is not live: {snapshot.health.state}{note}"
    match piece.state:
        case PieceState.MOVING:
            return f"{piece.id} is still moving"
        case PieceState.HIDDEN:
            return f"{piece.id} is hidden, last seen {plain(piece.age)} s ago"
        case PieceState.LOST:
            if piece.pose is None:
                return f"{piece.id} is lost: nobody knows where it stands"
            return f"{piece.id} is lost, last seen {plain(piece.age)} s ago"
    if piece.age > doubt.max_age:
        return (
            f"{piece.id} was last seen {plain(piece.age)} s ago, "
            f"which is older than {plain(doubt.max_age)} s"
        )
    return None


def why_none_measurable(snapshot: Snapshot, *, pieces: Iterable[Piece], doubt: Doubt) -> str | None:
    """The first reason among these pieces, or None when all of them can be measured."""
    reasons = (why_unmeasurable(snapshot, piece=piece, doubt=doubt) for piece in pieces)
    return next((reason for reason in reasons if reason is not None), None)


def vouched(pieces: Iterable[Piece]) -> tuple[str, ...]:
    """The ids of those pieces that stand where a player says."""
    return tuple(piece.id for piece in pieces if piece.state is PieceState.DECLARED)


def on_whose_word(pieces: Iterable[Piece]) -> str:
    """What a ruling says about declared poses; nothing when there are none."""
    declared = [piece for piece in pieces if piece.state is PieceState.DECLARED]
    if not declared:
        return ""
    words = ", ".join(
        f"{piece.id}'s place is declared by {piece.declared_by}" for piece in declared
    )
    return f" ({words})"
