"""Lets players vouch for a pose, which holds while the camera sees no better.

Once the camera sees the piece, the camera counts; and what was declared before is void from then
on, even when the piece is hidden again: the camera's last pose is another one than it was.
"""

import math
from dataclasses import replace
from typing import Final

from rules.referee.log.battle import Battle, Vouched
from rules.referee.log.drafts import Draft, Drafts, refused
from rules.referee.log.house_words import (
    Declare,
    DeclareUnmoved,
    PoseDeclared,
    PoseWithdrawn,
    WithdrawDeclared,
)
from rules.referee.toolkit.game import Refusal
from rules.table.bad_input import BadInputError
from rules.table.snapshot import Covariance, HealthState, Piece, PieceState, Pose, Snapshot
from rules.table.units import Degrees, Inches, Seconds

CLAUSE: Final = "REF-8"
WIDER: Final = 0.25
"""Inches; what a piece may have shifted though somebody vouches that it has not moved."""
TURNED: Final = 5.0
"""Degrees; likewise."""
LEAST: Final = 0.1
"""Inches; nobody places a piece by eye better than this, one standard error."""


def seen_table(battle: Battle, snapshot: Snapshot) -> Snapshot:
    """The table as rulings see it: what the camera sees, and declared poses where it does not."""
    overlaid = {each.pose.piece: each for each in declared_now(battle, snapshot)}
    if not overlaid:
        return snapshot
    pieces = [
        _vouched_piece(battle, snapshot, each=overlaid.pop(piece.id))
        if piece.id in overlaid
        else piece
        for piece in snapshot.pieces
    ]
    pieces += [_vouched_piece(battle, snapshot, each=each) for each in overlaid.values()]
    return replace(snapshot, pieces=tuple(pieces))


def declared_now(battle: Battle, snapshot: Snapshot) -> tuple[Vouched, ...]:
    """The declared poses that count at this moment."""
    return tuple(
        each
        for each in battle.declared
        if _counts(each, snapshot) and _known(battle, snapshot, piece=each.pose.piece) is not None
    )


def sees(snapshot: Snapshot, piece: Piece) -> bool:
    """Whether the camera sees the piece; one that is being moved is seen, though not measured."""
    live = snapshot.health.state is HealthState.LIVE
    return live and piece.state in {PieceState.SEEN, PieceState.MOVING}


def decide_declared(
    battle: Battle,
    body: Declare | DeclareUnmoved | WithdrawDeclared,
    *,
    author: str,
    snapshot: Snapshot,
) -> Drafts | Refusal:
    """Vouching for a piece, and taking one's word back."""
    if isinstance(body, WithdrawDeclared):
        return _withdrawn(battle, body, author=author)
    known = _known(battle, snapshot, piece=body.piece)
    if known is None:
        return refused(CLAUSE, f"There is no piece {body.piece!r}.")
    piece = _on_table(snapshot, body.piece)
    if piece is not None and sees(snapshot, piece):
        return refused(CLAUSE, f"The camera sees {body.piece}; where it sees it counts.")
    if isinstance(body, DeclareUnmoved):
        if piece is None or piece.pose is None:
            return refused(
                CLAUSE, f"The camera has never seen {body.piece}; say where it stands instead."
            )
        body = _unmoved(body.piece, piece.pose)
    if body.sigma_in < LEAST:
        return refused(
            CLAUSE,
            f"A place that is vouched for is at least {LEAST} in unsure, got {body.sigma_in:g}.",
        )
    pose = _declared(body, last_seen=_place(piece))
    try:
        _vouched_piece(battle, snapshot, each=Vouched(author=author, pose=pose))
    except BadInputError as error:
        return refused(CLAUSE, f"{body.piece} cannot stand there: {error}.")
    return (Draft(author=author, body=pose, clause=CLAUSE),)


def _withdrawn(battle: Battle, body: WithdrawDeclared, *, author: str) -> Drafts | Refusal:
    found = next((each for each in battle.declared if each.pose.piece == body.piece), None)
    if found is None:
        return refused(CLAUSE, f"Nobody vouches for {body.piece!r}.")
    if found.author != author:
        return refused(CLAUSE, f"{found.author} vouches for {body.piece}, not {author}.")
    return (Draft(author=author, body=PoseWithdrawn(piece=body.piece), clause=CLAUSE),)


def _unmoved(piece: str, pose: Pose) -> Declare:
    found = pose.covariance
    return Declare(
        piece=piece,
        x_in=pose.x,
        y_in=pose.y,
        heading_deg=pose.heading,
        sigma_in=math.hypot(math.sqrt(max(found.xx, found.yy)), WIDER),
        heading_sigma_deg=math.hypot(math.sqrt(found.hh), TURNED),
    )


def _declared(body: Declare, *, last_seen: tuple[float, ...]) -> PoseDeclared:
    return PoseDeclared(
        piece=body.piece,
        x_in=body.x_in,
        y_in=body.y_in,
        heading_deg=body.heading_deg,
        sigma_in=body.sigma_in,
        heading_sigma_deg=body.heading_sigma_deg,
        last_seen=last_seen,
    )


def _counts(each: Vouched, snapshot: Snapshot) -> bool:
    piece = _on_table(snapshot, each.pose.piece)
    if piece is not None and (sees(snapshot, piece) or _place(piece) != each.pose.last_seen):
        return False
    table = snapshot.table
    return 0 <= each.pose.x_in <= table.width and 0 <= each.pose.y_in <= table.depth


def _place(piece: Piece | None) -> tuple[float, ...]:
    if piece is None or piece.pose is None:
        return ()
    return (piece.pose.x, piece.pose.y, piece.pose.heading)


def _on_table(snapshot: Snapshot, piece: str) -> Piece | None:
    return next((each for each in snapshot.pieces if each.id == piece), None)


def _known(battle: Battle, snapshot: Snapshot, *, piece: str) -> Piece | None:
    """The piece as the camera has it, or as the roster has it when it was never seen."""
    found = _on_table(snapshot, piece)
    if found is not None:
        return found
    entry = next((each for each in battle.setup.roster.entries if each.id == piece), None)
    if entry is None:
        return None
    return Piece(
        id=entry.id,
        footprint=entry.footprint,
        pose=None,
        side=entry.side,
        kind=entry.kind,
        state=PieceState.LOST,
    )


def _vouched_piece(battle: Battle, snapshot: Snapshot, *, each: Vouched) -> Piece:
    said = each.pose
    known = _known(battle, snapshot, piece=said.piece)
    if known is None:
        raise BadInputError("piece", expected="a piece of the roster", got=repr(said.piece))
    for name, value, most in (
        ("x_in", said.x_in, snapshot.table.width),
        ("y_in", said.y_in, snapshot.table.depth),
    ):
        if not 0 <= value <= most:
            raise BadInputError(name, expected=f"0 to {most:g}, on the table", got=f"{value:g}")
    pose = Pose(
        x=Inches(said.x_in),
        y=Inches(said.y_in),
        heading=Degrees(said.heading_deg),
        covariance=Covariance.round(Inches(said.sigma_in), Degrees(said.heading_sigma_deg)),
    )
    return replace(
        known,
        pose=pose,
        state=PieceState.DECLARED,
        age=Seconds(0.0),
        declared_by=each.author,
    )
