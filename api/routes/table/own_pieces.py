"""Lets a player move their own pieces on a table without a camera, from their own phone."""

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Body, Request
from pydantic import BaseModel, ConfigDict, Field

from api.access.admission import AdmittingRoute, Who
from api.access.grants import AccessRole, TokenHolder
from api.battles.session import Session
from api.errors import ProblemError
from api.routes.battles.battles import InPlay
from api.routes.problems import complaining, not_by_hand
from api.routes.shown import require_free
from api.routes.table.table import Name, put_told
from api.shapes.shaped import Shaped
from api.shapes.table import PiecePutTold
from api.tables.hand import placed

router = APIRouter(
    prefix="/api/v1/battles/{battle}/pieces", tags=["table"], route_class=AdmittingRoute
)


class OwnPieces(BaseModel):
    """The pieces that whoever asks may put elsewhere; none where a camera sees the table."""

    pieces: list[str]


class PlacePut(BaseModel):
    """Where a piece is put."""

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={"examples": [{"x_in": 9, "y_in": 4, "heading_deg": 90}]},
    )

    x_in: Annotated[float, Field(ge=0, le=300)]
    y_in: Annotated[float, Field(ge=0, le=300)]
    heading_deg: Annotated[float, Field(ge=-360, le=360)] = 0.0


@router.get("", operation_id="own_pieces")
def own_pieces(session: InPlay, who: Who) -> OwnPieces:
    """Which pieces of the battle whoever asks may move by hand."""
    return OwnPieces(pieces=[] if session.by_hand is None else _own(session, who))


@router.put("/{piece}", operation_id="move_own_piece")
async def move_own_piece(
    request: Request, session: InPlay, *, who: Who, piece: Name, put: Annotated[PlacePut, Body()]
) -> Annotated[dict[str, Any], Shaped(PiecePutTold)]:
    """Put one of the player's own pieces somewhere, on a table that is moved by hand."""
    by_hand = session.by_hand
    if by_hand is None:
        raise not_by_hand()
    if piece not in _own(session, who):
        raise ProblemError(
            403,
            kind="not-your-piece",
            title="Forbidden",
            detail="this is none of your pieces; those of the other side are moved by them",
        )
    require_free(request, session, piece=piece, who=who)
    change = placed({"id": piece, **put.model_dump()}, roster=session.battle.setup.roster)
    with complaining():
        held = await asyncio.to_thread(by_hand.edit, change, is_move=True)
    return put_told(held.snapshot, piece)


def _own(session: Session, who: TokenHolder) -> list[str]:
    """Of the seat's own sides; a host moves all, and who only watches none."""
    entries = session.battle.setup.roster.entries
    if who.role is AccessRole.HOST:
        return [each.id for each in entries]
    seats = {each.name: each.sides for each in session.battle.setup.seats}
    sides = seats.get(who.seat, ()) if who.role is AccessRole.PLAYER else ()
    return [each.id for each in entries if each.side in sides]
