"""Maps of one piece over HTTP: what it sees, what is in range, where a plain way leads."""

from typing import Annotated, Any

from fastapi import APIRouter, Query
from pydantic import Field

from api.access.admission import AdmittingRoute
from api.answers.asking import UnknownPieceError
from api.answers.mapped import map_value, place_value
from api.routes.battles.what_if import MapAsked
from api.routes.problems import complaining
from api.routes.shown import Now
from api.routes.table.measure import WhoseTable
from api.shapes.shaped import Shaped
from api.shapes.what_if import UnitMapTold
from rules.referee.court.supposing.place_there import numbers_here
from rules.referee.court.supposing.what_if import TableLook, unit_map
from rules.table.units import Inches

router = APIRouter(prefix="/api/v1/measure", tags=["measuring"], route_class=AdmittingRoute)


class PieceMapAsked(MapAsked):
    """Which map, and of which piece."""

    battle: WhoseTable = ""
    a: Annotated[str, Field(max_length=100, description="The piece that the map is of.")]
    limit: Annotated[
        float | None, Field(ge=0, le=10_000, description="How far it hits; all it sees without.")
    ] = None


@router.get("/map", operation_id="measure_map")
def measure_map(
    now: Now, *, asked: Annotated[PieceMapAsked, Query()]
) -> Annotated[dict[str, Any], Shaped(UnitMapTold)]:
    """What a piece sees or has in range, or how far a plain way of some inches leads it."""
    with complaining():
        names = tuple(piece.id for piece in now.pieces)
        for name in (asked.a, asked.target):
            if name and name not in names:
                raise UnknownPieceError(name, names)
        look = TableLook(
            now,
            ghost=asked.ghost(asked.a),
            inches=None if asked.inches is None else Inches(asked.inches),
            limit=None if asked.limit is None else Inches(asked.limit),
        )
        there = asked.spot()
        if there is not None:
            here = numbers_here(look, asked.a, kind=asked.kind, spot=there, target=asked.target)
            return place_value(here, look, unit=asked.a, kind=asked.kind)
        found = unit_map(
            look, asked.a, kind=asked.kind, step=Inches(asked.step), target=asked.target
        )
        return map_value(found, cells=asked.cells)
