"""Serves the report of a battle as one page, and its luck for the replay."""

import asyncio
from typing import Annotated

from fastapi import APIRouter, Response

from api.access.admission import AdmittingRoute, Who
from api.access.grants import AccessRole
from api.battles.session import Session
from api.errors import ProblemError
from api.review.exports.as_data import luck_data
from api.review.pages.page import report_page
from api.review.record.archive import Archive
from api.review.story.luck import Tables, luck_over
from api.review.story.report_data import report_of
from api.routes.battles.battles import InPlay
from api.routes.review.kept import Desk, Shown, from_file
from api.shapes.review import LuckTold
from api.shapes.shaped import Shaped
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
    _require_over(who, session, what="the report")
    battle, lay = session.battle, await _laid(session, desk)
    about = await from_file(session, lambda archive: archive.about())
    told = await asyncio.to_thread(lambda: report_page(report_of(battle, about, tables=lay), lay))
    return Response(told, media_type="text/html; charset=utf-8")


@router.get("/luck", operation_id="luck")
async def luck(who: Who, session: InPlay, *, desk: Desk) -> Annotated[Shown, Shaped(LuckTold)]:
    """What dice brought against what they were expected to bring, roll by roll: once it is over."""
    _require_over(who, session, what="luck")
    battle, lay = session.battle, await _laid(session, desk)
    found = await asyncio.to_thread(luck_over, battle, lay)
    return luck_data(found)


def _require_over(who: Who, session: Session, *, what: str) -> None:
    if who.role is not AccessRole.HOST and ended(session.battle) is None:
        raise ProblemError(
            409,
            kind="not-over",
            title="Not over",
            detail=f"{what} tells what every side had and did: it is for all once it is over",
        )


async def _laid(session: Session, desk: Desk) -> Tables:
    """The table that lay there at an event, without what nobody else was to see."""
    tables = await from_file(session, _tables)
    places = sorted(tables)

    def lay(sequence: int) -> Snapshot | None:
        earlier = [place for place in places if place <= sequence]
        if not earlier:
            return None
        table = tables[earlier[-1]]
        return table.without(desk.hidden_then(session, table, sequence=earlier[-1], seat=""))

    return lay


def _tables(archive: Archive) -> dict[int, Snapshot]:
    ids = archive.snapshot_ids()
    return {sequence: archive.snapshot(place) for sequence, place in ids.items()}
