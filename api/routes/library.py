"""Knows all battles of this server in one list, with how everybody has fared."""

from dataclasses import asdict
from datetime import date
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request

from api.access.admission import AdmittingRoute
from api.battles.session import Session
from api.battles.shelf import Shelf, Unopened
from api.review.library import Wanted, matching, summary_of, totals_of
from api.routes.problems import problems

router = APIRouter(prefix="/api/v1/library", tags=["review"], route_class=AdmittingRoute)

Shown = dict[str, Any]
Words = Annotated[str, Query(max_length=200)]


@router.get("", operation_id="library", responses=problems(422))
async def library(
    request: Request,
    *,
    text: Words = "",
    game: Words = "",
    player: Words = "",
    since: date | None = None,
    until: date | None = None,
) -> Shown:
    """Every battle that fits, the latest first, and the totals of all."""
    shelf: Shelf = request.app.state.shelf
    found = await shelf.all()
    every = [
        summary_of(each.name, each.battle, about={"id": each.name, "title": each.title})
        for each in found
        if isinstance(each, Session)
    ]
    wanted = Wanted(
        text=text, game=game, player=player,
        since="" if since is None else since.isoformat(),
        until="" if until is None else until.isoformat(),
    )  # fmt: skip
    shown = sorted(matching(every, wanted), key=lambda each: each.began, reverse=True)
    return {
        "battles": [asdict(each) for each in shown],
        "unreadable": [
            {"name": each.name, "why": each.why} for each in found if isinstance(each, Unopened)
        ],
        "totals": asdict(totals_of(every)),
    }
