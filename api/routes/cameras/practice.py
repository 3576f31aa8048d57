"""Puts the pieces of the table that is drawn to practise with elsewhere, as hands would."""

from typing import Annotated, Any

from fastapi import APIRouter, Body, Request

from api.access.admission import AdmittingRoute, Who
from api.cameras.choices import Kind
from api.cameras.open_camera import Desk
from api.errors import ProblemError
from api.routes.problems import complaining
from api.routes.shown import OwnSession, TheTable, require_free
from api.routes.table.own_pieces import PlacePut
from api.routes.table.table import Name, put_told
from api.shapes.shaped import Shaped
from api.shapes.table import PiecePutTold
from api.tables.hand import UnknownThingError
from api.tables.switch import camera_table

router = APIRouter(prefix="/api/v1", tags=["cameras"], route_class=AdmittingRoute)


@router.put("/camera/pieces/{piece}", operation_id="put_drawn_piece")
def put_drawn_piece(
    request: Request,
    desk: Desk,
    *,
    own: OwnSession,
    who: Who,
    shown: TheTable,
    piece: Name,
    put: Annotated[PlacePut, Body()],
) -> Annotated[dict[str, Any], Shaped(PiecePutTold)]:
    """Put a piece elsewhere on the table that is drawn to practise with.

    The answer comes once the camera has seen it there: the piece, with the number of the snapshot
    from which on it stands there. What the game hides is neither put nor told of.
    """
    table = camera_table(desk.table)
    if table is None or desk.choice is None or desk.choice.kind is not Kind.PRACTICE:
        raise ProblemError(
            409,
            kind="not-by-hand",
            title="Conflict",
            detail="the camera sees a real table: whoever is there puts the piece elsewhere",
        )
    # A battle with a table of its own has no say in what is hidden on this one.
    battle = None if own is None or own.by_hand is not None else own
    layout = table.tag_layout
    hidden = shown.hidden(table.latest(), battle, seat=who.seat)
    there = () if layout is None else (each.entry.id for each in layout.pieces)
    known = tuple(each for each in there if each not in hidden)
    with complaining():
        if piece not in known:
            raise UnknownThingError("piece", piece, known=known)
    require_free(request, own, piece=piece, who=who)
    from api.tables.practice_table import seen_there
    from vision.synthetic.described.scene import ScenePlace

    place = ScenePlace(x=put.x_in, y=put.y_in, heading=put.heading_deg)
    desk.kept.practice_table.put(piece, place, kit=desk.require_kit().told)
    seen = seen_there(table, piece, place=place)
    if seen is None or piece in shown.hidden(seen, battle, seat=who.seat):
        # Which of these it is may give the piece away.
        raise ProblemError(
            409,
            kind="not-seen",
            title="Conflict",
            detail=f"{piece} lies there now, and is not seen: something hides its tags, the game "
            "hides it, or it lies beyond the picture",
        )
    return put_told(seen, piece)
