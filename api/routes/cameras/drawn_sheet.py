"""Reads a drawn sheet over HTTP: from a photograph that is sent, or through the camera."""

import asyncio
from typing import TYPE_CHECKING, Annotated, Any, Final

from fastapi import APIRouter, Depends, Request, Response

from api.access.admission import AdmittingRoute
from api.cameras.open_camera import Desk
from api.errors import ProblemError
from api.routes.battles.battles import InPlay
from api.routes.cameras.cameras import PICTURE, CameraNow, at_the_desk, now_told
from api.routes.cameras.photograph import photograph_of, sent_photograph
from api.shapes.review import SheetReadTold
from api.shapes.shaped import Shaped

if TYPE_CHECKING:
    from api.cameras.drawn_sheets import DrawnSheets, PrintedSheet

router = APIRouter(
    prefix="/api/v1/battles/{battle}/drawn-sheet", tags=["battles"], route_class=AdmittingRoute
)
Shown = dict[str, Any]
PHOTOGRAPH: Final = photograph_of("A photograph of the whole sheet, as a file.")


def sheets_of(request: Request) -> "DrawnSheets":
    """The sheets of this server; what sees is loaded when somebody shows one."""
    from api.cameras.drawn_sheets import DrawnSheets

    state = request.app.state
    # Two requests at once make two; the one that is kept is whole, the other only took time.
    found: DrawnSheets | None = getattr(state, "drawn_sheets", None)
    if found is None:
        found = state.drawn_sheets = DrawnSheets()
    return found


if TYPE_CHECKING:
    Sheets = Annotated[DrawnSheets, Depends(sheets_of)]
else:
    Sheets = Annotated[object, Depends(sheets_of)]


def sheet_of_battle(request: Request, session: InPlay, *, desk: Desk) -> "PrintedSheet":
    """The printed sheet, or the problem that this game has none."""
    from api.cameras.drawn_sheets import sheet_for

    battle = session.battle
    found = sheet_for(battle.game, battle.setup.roster, desk=desk, games=request.app.state.games())
    if found is None:
        raise ProblemError(
            409,
            kind="no-sheet",
            title="No sheet",
            detail=f"{battle.game.title} is not played on a drawn sheet",
        )
    return found


if TYPE_CHECKING:
    Printed = Annotated[PrintedSheet, Depends(sheet_of_battle)]
else:
    Printed = Annotated[object, Depends(sheet_of_battle)]


@router.post(
    "/readings",
    operation_id="read_sheet",
    openapi_extra=PHOTOGRAPH,
)
async def read_sheet(
    request: Request, session: InPlay, *, sheets: Sheets, printed: Printed
) -> Annotated[Shown, Shaped(SheetReadTold)]:
    """Read a photograph of the sheet; nothing counts before a command takes what was read."""
    data = await sent_photograph(request)

    def read() -> Shown:
        from api.cameras.drawn_sheets import picture_of

        return sheets.read(picture_of(data), plan=printed.plan, battle=session.name)

    with at_the_desk():
        return await asyncio.to_thread(read)


@router.post("/readings/camera", operation_id="read_sheet_seen")
def read_sheet_seen(
    session: InPlay, desk: Desk, *, sheets: Sheets, printed: Printed
) -> Annotated[Shown, Shaped(SheetReadTold)]:
    """Read the sheet in what the open camera sees now."""
    with at_the_desk():
        return sheets.read(desk.frame().grey, plan=printed.plan, battle=session.name)


@router.get(
    "/picture.jpg",
    operation_id="sheet_picture",
    responses={**PICTURE, 204: {"description": "None has been read yet."}},
    response_class=Response,
)
def sheet_picture(session: InPlay, sheets: Sheets) -> Response:
    """The photograph that was read last, as seen from straight above; nothing where none was."""
    found = sheets.picture(session.name)
    if found is None:
        return Response(status_code=204)
    return Response(found, media_type="image/jpeg")


@router.post("/watch", operation_id="watch_sheet")
def watch_sheet(session: InPlay, desk: Desk, *, printed: Printed) -> CameraNow:
    """From now on the table is the sheet under the open camera; its own tags are enough."""
    del session
    with at_the_desk():
        desk.watch_sheet(printed.plan, battle=printed.kit.battle)
        # A sheet is chosen anew after the next start, and the table is not what is seen now.
        desk.kept_cameras.forget()
    return now_told(desk)
