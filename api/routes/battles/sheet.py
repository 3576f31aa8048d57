"""Serves the sheet of a battle: what a game keeps of its units, to be printed."""

from fastapi import APIRouter
from fastapi.responses import PlainTextResponse

from api.access.admission import AdmittingRoute
from api.errors import ProblemError
from api.routes.battles.battles import InPlay

router = APIRouter(prefix="/api/v1/battles/{battle}", tags=["battles"], route_class=AdmittingRoute)


@router.get(
    "/sheet.txt",
    operation_id="battle_sheet",
    response_class=PlainTextResponse,
)
def battle_sheet(session: InPlay) -> PlainTextResponse:
    """Every unit with its hit points, as a text to print; games that have none to keep say so."""
    game = session.battle.game
    if game.sheet is None:
        raise ProblemError(
            404,
            kind="no-sheet",
            title="No sheet",
            detail=f"{game.title} keeps nothing of its units that needs a sheet",
        )
    return PlainTextResponse(game.sheet(session.battle.state))
