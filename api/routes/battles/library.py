"""Lists over HTTP all battles of this server, with how everybody has fared."""

from collections.abc import Sequence
from dataclasses import asdict
from datetime import date
from typing import Annotated, Any, Final

from fastapi import APIRouter, Query, Request, Response
from fastapi.concurrency import run_in_threadpool

from api.access.admission import AdmittingRoute
from api.battles.session import Session
from api.battles.shelf import Shelf
from api.errors import ExitCode, ProblemError, UserError
from api.review.folder.library import (
    BattleSummary,
    Unreadable,
    Wanted,
    matching,
    summary_of,
    totals_of,
)
from api.review.folder.receiving import MOST_BYTES, TooLargeError, TooSlowError, received
from api.review.folder.summaries import Summaries
from api.rolling.season import season_of
from api.routes.battles.battles import COUNTED, MOST_LISTED
from api.routes.problems import complaining
from api.shapes.battles import AddedTold, LibraryTold, SeasonTold
from api.shapes.shaped import Shaped

router = APIRouter(prefix="/api/v1/library", tags=["review"], route_class=AdmittingRoute)

Shown = dict[str, Any]
Words = Annotated[str, Query(max_length=200)]
A_FILE: Final[dict[str, Any]] = {
    "requestBody": {
        "required": True,
        "description": "A battle file, or a battle as JSON Lines.",
        "content": {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}},
    }
}


@router.get("", operation_id="library", responses=COUNTED)
async def library(
    request: Request,
    *,
    text: Words = "",
    game: Words = "",
    player: Words = "",
    since: date | None = None,
    until: date | None = None,
    response: Response,
    first: Annotated[int, Query(ge=0, le=1_000_000, description="How many to pass over.")] = 0,
    limit: Annotated[int, Query(ge=1, le=MOST_LISTED)] = MOST_LISTED,
) -> Annotated[Shown, Shaped(LibraryTold)]:
    """Every battle that fits, the latest first, page by page, and the totals of all. No battle is
    opened for it. The header `x-total-count` says how many fit.
    """
    shelf: Shelf = request.app.state.shelf
    summaries: Summaries = request.app.state.summaries
    names = await run_in_threadpool(shelf.names)
    opened = [shelf.opened(name) for name in names]
    found = await run_in_threadpool(_summed_up, summaries, shelf, names=names, opened=opened)
    every = [each for each in found if isinstance(each, BattleSummary)]
    wanted = Wanted(
        text=text,
        game=game,
        player=player,
        since="" if since is None else since.isoformat(),
        until="" if until is None else until.isoformat(),
    )
    shown = sorted(matching(every, wanted), key=lambda each: each.began, reverse=True)
    response.headers["x-total-count"] = str(len(shown))
    return {
        "battles": [asdict(each) for each in shown[first : first + limit]],
        "unreadable": [asdict(each) for each in found if isinstance(each, Unreadable)],
        "totals": asdict(totals_of(every)),
    }


@router.get("/dice", operation_id="season_dice")
async def season_dice(request: Request) -> Annotated[Shown, Shaped(SeasonTold)]:
    """What everybody's dice brought in all battles: every face with its count, and between what its
    true share lies.
    """
    shelf: Shelf = request.app.state.shelf
    found = await run_in_threadpool(lambda: season_of(map(shelf.place, shelf.names())))
    return {
        "battles": found.battles,
        "dice": [{**asdict(each), "says": each.says} for each in found.dice],
        "unreadable": [{"name": name, "why": why} for name, why in found.unread],
    }


def _summed_up(
    summaries: Summaries,
    shelf: Shelf,
    *,
    names: Sequence[str],
    opened: Sequence[Session | None],
) -> list[BattleSummary | Unreadable]:
    """Those that are open as they are now, all others from their files."""
    found = [
        summaries.of(shelf.place(name))
        if session is None
        else summary_of(name, session.battle, about={"id": name, "title": session.title})
        for name, session in zip(names, opened, strict=True)
    ]
    summaries.keep(frozenset(names))
    return found


@router.post(
    "/battles",
    operation_id="add_battle",
    status_code=201,
    openapi_extra=A_FILE,
)
async def add_battle(request: Request, *, name: Words = "") -> Annotated[Shown, Shaped(AddedTold)]:
    """Take in a battle of another machine: checked to its last event, once, and over nothing."""
    state = request.app.state
    try:
        with complaining():
            added = await received(request.stream(), state.shelf, name=name, hub=state.hub)
    except TooLargeError:
        detail = f"expected a battle of at most {MOST_BYTES:,} bytes, got more"
        raise ProblemError(413, kind="too-long", title="Too long", detail=detail) from None
    except TooSlowError:
        detail = "expected the whole file, and nothing came for a while: send it again"
        raise ProblemError(408, kind="too-slow", title="Too slow", detail=detail) from None
    except UserError as failure:
        is_file = failure.exit_code is ExitCode.BAD_INPUT
        raise ProblemError(
            422 if is_file else 409,
            kind="bad-battle" if is_file else "not-added",
            title="Not added",
            detail=failure.message,
        ) from failure
    return {
        "deed": str(added.deed),
        "battle": added.place.stem,
        "events": added.events,
        "says": added.says,
    }
