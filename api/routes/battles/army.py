"""Serves the pieces of a battle: what the roster says, for whoever puts them down."""

from typing import Any

from fastapi import APIRouter
from pydantic import BaseModel

from api.access.admission import AdmittingRoute
from api.routes.battles.battles import InPlay
from api.routes.battles.laying import off_table
from rules.table.files.snapshot_json import written_footprint

router = APIRouter(prefix="/api/v1/battles/{battle}", tags=["battles"], route_class=AdmittingRoute)


class ArmyPiece(BaseModel):
    """A piece as the roster has it; everybody at the table sees it stand there."""

    id: str
    name: str
    side: str
    kind: str
    footprint: dict[str, Any]
    off: bool
    """Whether it belongs beside the table now: it comes later, rides or was lost."""


@router.get("/army", operation_id="army")
def army(session: InPlay) -> list[ArmyPiece]:
    """Every piece of the roster, also those that are not on the table."""
    off = off_table(session.battle)
    return [
        ArmyPiece(
            id=each.id,
            name=each.name,
            side=each.side,
            kind=each.kind,
            footprint=written_footprint(each.footprint),
            off=each.id in off,
        )
        for each in session.battle.setup.roster.entries
    ]
