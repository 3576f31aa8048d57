"""Serves the report of a battle, as one page."""

import asyncio

from fastapi import APIRouter, Response

from api.access.admission import AdmittingRoute, Who
from api.access.grants import AccessRole
from api.errors import ProblemError
from api.review.pages.page import report_page
from api.review.record.archive import Archive
from api.review.story.report_data import report_of
from api.routes.battles.battles import InPlay
from api.routes.review.kept import (
    Desk,
    from_file,
)
from rules.referee.log.battle import ended
from rules.table.snapshot import Snapshot

router = APIRouter(
    prefix="/api/v1/battles/{battle}/review", tags=["review"], route_class=AdmittingRoute
)


@router.get(
    "/report.html",
    operation_id="battle_report",
    responses={200: {"content": {"text/html": {}}}},
    response_class=Response,
)
async def battle_report(who: Who, session: InPlay, *, desk: Desk) -> Response:
    """The whole story as one page: for the host at any time, for everybody once it is over."""
    battle = session.battle
    if who.role is not AccessRole.HOST and ended(battle) is None:
        raise ProblemError(
            409,
            kind="not-over",
            title="Not over",
            detail="the report tells what every side had and did: it is for all once it is over",
        )
    about = await from_file(session, lambda archive: archive.about())
    tables = await from_file(session, _tables)
    places = sorted(tables)

    def lay(sequence: int) -> Snapshot | None:
        earlier = [place for place in places if place <= sequence]
        if not earlier:
            return None
        table = tables[earlier[-1]]
        return table.without(desk.hidden_then(session, table, sequence=earlier[-1], seat=""))

    told = await asyncio.to_thread(lambda: report_page(report_of(battle, about), lay))
    return Response(told, media_type="text/html; charset=utf-8")


def _tables(archive: Archive) -> dict[int, Snapshot]:
    ids = archive.snapshot_ids()
    return {sequence: archive.snapshot(place) for sequence, place in ids.items()}
