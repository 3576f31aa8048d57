"""Puts the pieces of the table that is drawn to practise with elsewhere, as hands would."""

from collections.abc import Callable
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

from fastapi import APIRouter, Body, Depends, Request

from api.access.admission import AdmittingRoute, Who
from api.battles.session import Session
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
from rules.table.snapshot import Snapshot

if TYPE_CHECKING:
    from api.tables.camera import CameraTable

router = APIRouter(prefix="/api/v1", tags=["cameras"], route_class=AdmittingRoute)


@dataclass(frozen=True, slots=True)
class DrawnTable:
    """The table that is drawn to practise with, and which of its pieces may be told of."""

    table: "CameraTable"
    known: tuple[str, ...]
    battle: Session | None
    """The battle that is played on it."""
    hidden: Callable[[Snapshot], AbstractSet[str]]

    def require(self, piece: str) -> None:
        """It is one of those."""
        with complaining():
            if piece not in self.known:
                raise UnknownThingError("piece", piece, known=self.known)


def drawn_table(desk: Desk, *, own: OwnSession, who: Who, shown: TheTable) -> DrawnTable:
    """The table of the camera in use, where that is one to practise with."""
    table = camera_table(desk.table)
    if table is None:
        raise ProblemError(409, kind="no-camera", title="Conflict", detail="no camera is in use")
    if desk.choice is None or desk.choice.kind is not Kind.PRACTICE:
        raise ProblemError(
            409,
            kind="not-by-hand",
            title="Conflict",
            detail="the camera sees a real table: whoever is there puts the piece elsewhere",
        )
    # A battle with a table of its own has no say in what is hidden on this one.
    battle = None if own is None or own.by_hand is not None else own
    hidden = partial(shown.hidden, session=battle, seat=who.seat)
    unseen = hidden(table.latest())
    there = () if table.tag_layout is None else (each.entry.id for each in table.tag_layout.pieces)
    return DrawnTable(table, tuple(each for each in there if each not in unseen), battle, hidden)


Drawn = Annotated[DrawnTable, Depends(drawn_table)]


@router.put("/camera/pieces/{piece}", operation_id="put_drawn_piece")
def put_drawn_piece(
    request: Request,
    desk: Desk,
    *,
    drawn: Drawn,
    who: Who,
    piece: Name,
    put: Annotated[PlacePut, Body()],
) -> Annotated[dict[str, Any], Shaped(PiecePutTold)]:
    """Put a piece elsewhere on the table that is drawn to practise with.

    The answer comes once the camera has seen it there: the piece, with the number of the snapshot
    from which on it stands there. What the game hides is neither put nor told of.
    """
    drawn.require(piece)
    require_free(request, drawn.battle, piece=piece, who=who)
    from api.tables.practice_table import seen_there
    from vision.synthetic.described.scene import ScenePlace

    place = ScenePlace(x=put.x_in, y=put.y_in, heading=put.heading_deg)
    desk.kept.practice_table.put(piece, place, kit=desk.require_kit().told)
    seen = seen_there(drawn.table, piece, place=place)
    if seen is None or piece in drawn.hidden(seen):
        # Which of these it is may give the piece away.
        raise ProblemError(
            409,
            kind="not-seen",
            title="Conflict",
            detail=f"{piece} lies there now, and is not seen: something hides its tags, the game "
            "hides it, or it lies beyond the picture",
        )
    return put_told(seen, piece)


@router.delete("/camera/pieces/{piece}", operation_id="take_drawn_piece", status_code=204)
def take_drawn_piece(request: Request, desk: Desk, *, drawn: Drawn, who: Who, piece: Name) -> None:
    """Take a piece off the table that is drawn to practise with; it lies in the box then.

    From the next picture on the camera sees it no more; as of any piece that it loses from sight,
    it may take a moment until it says so.
    """
    drawn.require(piece)
    require_free(request, drawn.battle, piece=piece, who=who)
    desk.kept.practice_table.take(piece, kit=desk.require_kit().told)
