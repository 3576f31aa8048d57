"""Says over HTTP how the table stood when it was last ruled on, for whoever puts it back."""

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Request
from pydantic import BaseModel

from api.access.admission import AdmittingRoute, Who
from api.review.story.desk import ReviewDesk
from api.routes.battles.battles import InPlay
from api.routes.problems import complaining
from api.shapes.shaped import Shaped
from api.shapes.table import SnapshotTold
from rules.table.files.snapshot_json import written_snapshot

router = APIRouter(prefix="/api/v1/battles/{battle}", tags=["battles"], route_class=AdmittingRoute)


class Stood(BaseModel):
    """The table of the latest ruling that was measured."""

    sequence: int | None
    """Of the event that was judged on it; null before there is any."""
    table: Annotated[dict[str, Any], Shaped(SnapshotTold)] | None


@router.get("/stood", operation_id="stood")
async def stood(request: Request, session: InPlay, *, who: Who) -> Stood:
    """How everything stood when it was last ruled on: where to put it back after a bump."""
    with complaining():
        found = await session.read(lambda file: file.last_seen())
    if found is None:
        return Stood(sequence=None, table=None)
    sequence, snapshot = found
    desk: ReviewDesk = request.app.state.review
    hidden = await asyncio.to_thread(
        desk.hidden_then, session, snapshot, sequence=sequence, seat=who.seat
    )
    return Stood(sequence=sequence, table=written_snapshot(snapshot.without(hidden)))
