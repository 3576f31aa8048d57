"""Serves the pieces of a battle: what the roster says, for whoever puts them down."""

from typing import Any

from fastapi import APIRouter
from pydantic import BaseModel

from api.access.admission import AdmittingRoute
from api.routes.battles.battles import InPlay
from rules.table.files.snapshot_json import written_footprint

router = APIRouter(prefix="/api/v1/battles/{battle}", tags=["battles"], route_class=AdmittingRoute)


class ArmyPiece(BaseModel):
    """A piece as the roster has it; everybody at the table sees it stand there."""

    id: str
    name: str
    side: str
    kind: str
    footprint: dict[str, Any]


@router.get("/army", operation_id="army")
def army(session: InPlay) -> list[ArmyPiece]:
    """Every piece of the roster, also those that are not on the table."""
    return [
        ArmyPiece(
            id=each.id,
            name=each.name,
            side=each.side,
            kind=each.kind,
            footprint=written_footprint(each.footprint),
        )
        for each in session.battle.setup.roster.entries
    ]
