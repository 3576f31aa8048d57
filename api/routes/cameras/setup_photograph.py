"""Compares the table that is set up with a photograph by another camera, to the host alone."""

from typing import Annotated, Any, Final

from fastapi import APIRouter, Request

from api.access.admission import AdmittingRoute
from api.routes.cameras.photograph import measured_beside, photograph_of, sent_photograph
from api.routes.problems import complaining
from api.routes.shown import TheTable
from api.shapes.setting_up import SecondOpinionTold
from api.shapes.shaped import Shaped

router = APIRouter(prefix="/api/v1/setup", tags=["set-up"], route_class=AdmittingRoute)
PHOTOGRAPH: Final = photograph_of("A photograph of the whole table by any camera, as a file.")


@router.post("/second-opinion", operation_id="compare_table", openapi_extra=PHOTOGRAPH)
async def compare_table(
    request: Request, shown: TheTable
) -> Annotated[dict[str, Any], Shaped(SecondOpinionTold)]:
    """Measure the table by a photograph, and say where it differs from what the camera sees now."""
    data = await sent_photograph(request)
    live = shown.whole(None)
    hidden = shown.hidden(live, None, seat="")
    with complaining():
        found = await measured_beside(
            request, data, source=request.app.state.table, live=live, hidden=hidden
        )
    return {
        "pieces": found.seen,
        "error_in": round(found.error_in, 4),
        "apart": list(found.apart),
        "notes": list(found.notes),
    }
