"""Puts the pieces of the table that is drawn to practise with elsewhere, as hands would."""

from typing import Annotated, Any

from fastapi import APIRouter, Body

from api.access.admission import AdmittingRoute
from api.cameras.choices import Kind
from api.cameras.open_camera import Desk
from api.errors import ProblemError
from api.routes.problems import complaining
from api.routes.table.own_pieces import PlacePut
from api.routes.table.table import Name, put_told
from api.shapes.shaped import Shaped
from api.shapes.table import PiecePutTold
from api.tables.hand import UnknownThingError
from api.tables.switch import camera_table

router = APIRouter(prefix="/api/v1", tags=["cameras"], route_class=AdmittingRoute)


@router.put("/camera/pieces/{piece}", operation_id="put_drawn_piece")
def put_drawn_piece(
    desk: Desk, piece: Name, *, put: Annotated[PlacePut, Body()]
) -> Annotated[dict[str, Any], Shaped(PiecePutTold)]:
    """Put a piece elsewhere on the table that is drawn to practise with.

    The answer comes once the camera has seen it there: the piece, with the number of the snapshot
    from which on it stands there.
    """
    table = camera_table(desk.table)
    if table is None or desk.choice is None or desk.choice.kind is not Kind.PRACTICE:
        raise ProblemError(
            409,
            kind="not-by-hand",
            title="Conflict",
            detail="the camera sees a real table: whoever is there puts the piece elsewhere",
        )
    layout = table.tag_layout
    known = () if layout is None else tuple(each.entry.id for each in layout.pieces)
    with complaining():
        if piece not in known:
            raise UnknownThingError("piece", piece, known=known)
    from api.tables.practice_table import seen_there
    from vision.synthetic.described.scene import ScenePlace

    place = ScenePlace(x=put.x_in, y=put.y_in, heading=put.heading_deg)
    desk.kept.practice_table.put(piece, place, kit=desk.require_kit().told)
    seen = seen_there(table, piece, place=place)
    if seen is None:
        raise ProblemError(
            409,
            kind="not-seen",
            title="Conflict",
            detail=f"{piece} lies there now, and the camera does not see it: something hides its "
            "tags, or it lies beyond the picture",
        )
    return put_told(seen, piece)
