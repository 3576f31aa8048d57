"""Serves the straightened picture of the table to draw terrain on, to the host alone."""

from typing import Annotated, Final

from fastapi import APIRouter, Query, Response

from api.access.admission import AdmittingRoute
from api.errors import NoPictureError
from api.routes.cameras.cameras import PICTURE, at_the_desk
from api.routes.shown import IsCoarse, SourceAsked, seen_by_camera

router = APIRouter(prefix="/api/v1/table", tags=["cameras"], route_class=AdmittingRoute)

MOST_PIXELS: Final = 4_000_000
PerInch = Annotated[float, Query(ge=1, le=60, description="Pixels to the inch.")]


@router.get(
    "/from-above.jpg", operation_id="from_above", responses=PICTURE, response_class=Response
)
def picture_from_above(source: SourceAsked, per_in: PerInch = 20.0, *, hides: IsCoarse) -> Response:
    """The whole table as if seen from above, north at the top; fewer pixels where it is large."""
    from api.cameras.from_above import from_above
    from api.cameras.pictures import as_jpeg, coarse

    table = seen_by_camera(source)
    with at_the_desk():
        seen = table.seen()
        if seen.frame is None:
            raise NoPictureError("no picture has come yet")
    size = seen.snapshot.table
    most = (MOST_PIXELS / (size.width * size.depth)) ** 0.5
    model = table.profile.calibrated.model
    straight = from_above(seen.frame.grey, model=model, table=size, per_in=min(per_in, most))
    straight = coarse(straight) if hides() else straight
    return Response(as_jpeg(straight, widest=straight.shape[1]), media_type="image/jpeg")
