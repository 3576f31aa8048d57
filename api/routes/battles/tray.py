"""Shows over HTTP what the camera reads in the tray, lets anybody who plays object to it, and lets
the host show the umpire the dice of the table.
"""

from typing import Annotated, Any, Final

from fastapi import APIRouter, Body, Request
from pydantic import BaseModel, ConfigDict, Field

from api.access.admission import AdmittingRoute
from api.errors import ProblemError
from api.rolling.desk import TrayDesk
from api.routes.battles.battles import InPlay
from api.shapes.playing import DiceLessonTold, TrayNowTold
from api.shapes.shaped import Shaped

router = APIRouter(prefix="/api/v1", tags=["playing"], route_class=AdmittingRoute)

Shown = dict[str, Any]
MOST_SHOWN: Final = 20


@router.get("/battles/{battle}/tray", operation_id="tray_now")
async def tray_now(request: Request, session: InPlay) -> Annotated[Shown, Shaped(TrayNowTold)]:
    """What is known of the roll that the battle waits for, where a tray is in view."""
    desk: TrayDesk = request.app.state.tray
    return {"tray": desk.told(session)}


@router.post("/battles/{battle}/tray/hold", operation_id="hold_tray")
async def hold_tray(request: Request, session: InPlay) -> Annotated[Shown, Shaped(TrayNowTold)]:
    """Object to a reading: it does not count by itself, and waits for the seat that rolls."""
    desk: TrayDesk = request.app.state.tray
    if not desk.hold(session):
        raise ProblemError(
            409,
            kind="no-roll-in-tray",
            title="No roll in the tray",
            detail="no roll in a tray is waited for: it was given already, or none is in view",
        )
    return {"tray": desk.told(session)}


class DiceShown(BaseModel):
    """What lies in the tray, as somebody sees it."""

    model_config = ConfigDict(
        extra="forbid", strict=True, json_schema_extra={"examples": [{"faces": [6, 6, 6]}]}
    )

    faces: Annotated[
        list[Annotated[int, Field(ge=1, le=6)]], Field(min_length=1, max_length=MOST_SHOWN)
    ]


@router.get("/dice-lesson", operation_id="dice_lesson")
async def dice_lesson(request: Request) -> Annotated[Shown, Shaped(DiceLessonTold)]:
    """How far the umpire knows the dice of this table."""
    desk: TrayDesk = request.app.state.tray
    return desk.lesson.told()


@router.post("/dice-lesson", operation_id="show_dice")
async def show_dice(
    request: Request, shown: Annotated[DiceShown, Body()]
) -> Annotated[Shown, Shaped(DiceLessonTold)]:
    """Tell what lies in the tray. Once each number was read, rolls of other dice are asked about,
    and so are numbers that were read wrongly.
    """
    desk: TrayDesk = request.app.state.tray
    return await desk.teach(shown.faces)


@router.delete("/dice-lesson", operation_id="forget_dice")
async def forget_dice(request: Request) -> Annotated[Shown, Shaped(DiceLessonTold)]:
    """Forget the dice: the lesson begins anew, and rolls of any dice are read."""
    desk: TrayDesk = request.app.state.tray
    desk.lesson.forget()
    return desk.lesson.told()
