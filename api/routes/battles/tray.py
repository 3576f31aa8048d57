"""Shows over HTTP what the camera reads in the tray, and lets anybody who plays object to it."""

from typing import Annotated, Any

from fastapi import APIRouter, Request

from api.access.admission import AdmittingRoute
from api.errors import ProblemError
from api.rolling.desk import TrayDesk
from api.routes.battles.battles import InPlay
from api.shapes.playing import TrayNowTold
from api.shapes.shaped import Shaped

router = APIRouter(prefix="/api/v1/battles/{battle}", tags=["playing"], route_class=AdmittingRoute)

Shown = dict[str, Any]


@router.get("/tray", operation_id="tray_now")
async def tray_now(request: Request, session: InPlay) -> Annotated[Shown, Shaped(TrayNowTold)]:
    """What is known of the roll that the battle waits for, where a tray is in view."""
    desk: TrayDesk = request.app.state.tray
    return {"tray": desk.told(session)}


@router.post("/tray/hold", operation_id="hold_tray")
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
