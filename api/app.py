"""Puts the web server together: its routes, its parts, and how it says no."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, replace
from http import HTTPStatus
from pathlib import Path
from typing import Final

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.datastructures import State
from starlette.exceptions import HTTPException

from api.access.grants import Grants
from api.access.guard import LOG, Guard, answer
from api.access.hosts import Hosts
from api.access.joining import Joining
from api.access.rate import Rates
from api.access.steady import steady
from api.battles.session import Session
from api.battles.shelf import BattleSurroundings, Shelf
from api.battles.table_shown import TableShown
from api.cameras.open_camera import DeskDoor
from api.errors import PROBLEM_TYPE, ProblemError, UserError
from api.live.hub import Hub
from api.live.ruled_table import RuledTable
from api.review.folder.summaries import Summaries
from api.review.pictures.catching import catching
from api.review.pictures.caught import Still
from api.review.pictures.keeper import PictureKeeper
from api.review.story.desk import ReviewDesk
from api.routes import live, page, samples, server
from api.routes.battles import (
    army,
    battles,
    dice,
    explaining,
    keeping,
    letting_in,
    library,
    playing,
    refusals,
    sheet,
)
from api.routes.cameras import above, cameras, drawn_sheet, setup, terrain
from api.routes.cameras.streams import Streams
from api.routes.games import armies, book, games
from api.routes.review import evidence, moments, report, stood
from api.routes.table import around, measure, own_pieces
from api.routes.table import table as pieces
from api.tables.source import LOOK_AGAIN_SECONDS, FileTable, TableSource
from api.tables.switch import SwitchedTable, of
from api.version import version
from api.wording import MOST_NAMES, shortened

__all__ = ["LOG", "Parts", "create_app"]

REQUESTS_PER_SECOND: Final = 100.0
REQUESTS_AT_ONCE: Final = 300.0
TAGS: Final = (
    ("server", "That it is there, and what it is."),
    ("table", "What stands where. Lengths are inches, y to the north, headings from east."),
    ("cameras", "What the host's cameras see; nobody else is shown it."),
    ("set-up", "A camera set up over the table, step by step."),
    ("measuring", "Questions to the table; every answer says how sure it is."),
    ("games", "Which games there are, and their rules."),
    ("armies", "Armies put together from what a game lets be fielded; nothing is kept."),
    ("battles", "Battles, begun and looked at; each is one file."),
    ("playing", "Commands and what may be asked for. Each command has an id of its own."),
    ("review", "Battles looked back on: moments, evidence, disputes, reports."),
    ("access", "Who is let in."),
)


# `around` before `measure`, whose last word of the address is any question.
ROUTES: Final = (
    server,
    pieces,
    terrain,
    above,
    cameras,
    setup,
    around,
    measure,
    games,
    book,
    armies,
    samples,
    army,
    stood,
    battles,
    keeping,
    own_pieces,
    playing,
    dice,
    moments,
    evidence,
    report,
    refusals,
    explaining,
    library,
    letting_in,
    live,
    sheet,
    drawn_sheet,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Parts:
    """What the server is made of, so that a test can bring its own."""

    table: TableSource
    hosts: Hosts
    around: BattleSurroundings
    clock: Callable[[], float] = time.time
    """Seconds since 1970."""
    steady: Callable[[], float] = steady
    """Seconds that pass, whatever the clock is set to."""
    rates: Rates | None = None
    grants: Path | None = None
    """The file in which those who were let in outlive a restart."""
    addresses: Callable[[], tuple[str, ...]] | None = None
    cameras: tuple[str, ...] = ()
    """The sources that were typed at the start; no other address is ever opened."""
    still: Still | None = None
    """How pictures of rulings are kept."""
    settled: Callable[[], object] = bool
    """Called once every battle is open: from then on little more is loaded."""
    setup_folder: Path | None = None
    """Where the set-up of a camera is kept; beside the battles where nothing is said."""


def create_app(parts: Parts) -> FastAPI:
    """The server of one table and its battles."""
    app = FastAPI(
        title="Paper Umpire",
        version=version(),
        summary="Measures a table of paper miniatures, referees games on it, and says how sure "
        "it is.",
        description="Every request but those for the pages carries `Authorization: Bearer TOKEN`. "
        "Every refusal is `application/problem+json`. Live changes come over the WebSocket at "
        "`/api/v1/live`. The guide is docs/api.md.",
        # A route of our own serves it, so that it stands in the policy as all others do.
        openapi_url=None,
        docs_url=None,
        redoc_url=None,
        openapi_tags=[{"name": name, "description": says} for name, says in TAGS],
        lifespan=_running,
    )
    state = app.state
    table = SwitchedTable(parts.table)
    state.table = table
    folder = parts.setup_folder or parts.around.folder / "cameras"
    state.door = DeskDoor(table, folder=folder, given=parts.cameras)
    state.streams = Streams()
    state.grants = Grants(clock=parts.clock, steady=parts.steady, keep=parts.grants)
    state.shown = shown = TableShown(table)
    state.hub = Hub(table, shown=shown)
    # A battle is judged on the table that is in play, whichever that is.
    keeper = PictureKeeper(catching(table), still=parts.still)
    attend = _each_of(RuledTable(lambda: table.current).attend, keeper.attend, shown.attend)
    state.shelf = Shelf(
        replace(
            parts.around,
            table=table.latest,
            attend=attend,
            in_use=state.hub.watches,
            steady=parts.steady,
        )
    )
    state.summaries = Summaries(
        parts.around.folder, games=parts.around.games, version=parts.around.umpire_version
    )
    state.review = ReviewDesk(table.latest)
    state.games = parts.around.games
    state.dice = {}
    state.steady = parts.steady
    state.settled = parts.settled
    state.joining = Joining(app, parts.hosts, addresses=parts.addresses)
    state.grants.on_end(state.hub.kick)
    state.grants.on_change(state.hub.seats_changed)
    _answering(app, parts)
    return app


def _answering(app: FastAPI, parts: Parts) -> None:
    """Its routes, what it answers where they complain, and the guard before all of them."""
    for each in ROUTES:
        app.include_router(each.router)
    # Last, because it answers whatever has one name and nothing else has answered.
    app.include_router(page.router)
    app.add_exception_handler(HTTPException, _http_problem)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(ProblemError, _problem)
    app.add_exception_handler(UserError, _unreadable)
    rates = parts.rates or Rates(
        per_second=REQUESTS_PER_SECOND, burst=REQUESTS_AT_ONCE, clock=time.monotonic
    )
    app.add_middleware(
        Guard, hosts=parts.hosts, rates=rates, pages=page.PAGES, who=app.state.grants.who
    )


def _each_of(*all_of: Callable[[Session], None]) -> Callable[[Session], None]:
    def attend(session: Session) -> None:
        for each in all_of:
            each(session)

    return attend


@asynccontextmanager
async def _running(app: FastAPI) -> AsyncIterator[None]:
    state = app.state
    async with AsyncExitStack() as stack:
        state.shelf.make_folder()
        settling = asyncio.create_task(_settling(state))
        stack.callback(settling.cancel)
        sweeping = asyncio.create_task(state.shelf.keep_few_open())
        stack.callback(sweeping.cancel)
        stack.push_async_callback(state.shelf.close)
        stack.callback(state.hub.start(state.shelf.table_changed))
        stack.callback(state.hub.close)
        stack.push_async_callback(state.joining.close)
        # Last in, first out: streams of a camera end with it.
        stack.callback(state.streams.close)
        stack.push_async_callback(asyncio.to_thread, state.door.close)
        source = of(state.table)
        if isinstance(source, FileTable):
            looking = asyncio.create_task(_looking(source))
            stack.callback(looking.cancel)
        yield


async def _settling(state: State) -> None:
    await state.shelf.start()
    state.settled()


async def _looking(table: FileTable) -> None:
    while True:
        await asyncio.sleep(LOOK_AGAIN_SECONDS)
        with suppress(UserError):
            table.look()


async def _problem(_request: Request, failure: Exception) -> JSONResponse:
    if not isinstance(failure, ProblemError):
        raise failure
    told = JSONResponse(failure.body, status_code=failure.status, media_type=PROBLEM_TYPE)
    if failure.status == HTTPStatus.UNAUTHORIZED:
        told.headers["www-authenticate"] = "Bearer"
    return told


async def _http_problem(request: Request, failure: Exception) -> JSONResponse:
    if not isinstance(failure, HTTPException):
        raise failure
    status, path = HTTPStatus(failure.status_code), shortened(request.url.path)
    detail = {
        HTTPStatus.NOT_FOUND: f"there is nothing at {path}",
        HTTPStatus.METHOD_NOT_ALLOWED: f"{path} does not take {request.method}",
    }.get(status, str(failure.detail))
    told = answer(status, kind=status.name.lower().replace("_", "-"), detail=detail)
    told.headers.update(failure.headers or {})
    return told


async def _invalid(_request: Request, failure: Exception) -> JSONResponse:
    if not isinstance(failure, RequestValidationError):
        raise failure
    complaints = [
        f"{shortened('.'.join(str(part) for part in error['loc'][1:]))}: {error['msg']}"
        for error in failure.errors()
    ]
    return answer(422, kind="bad-question", detail="; ".join(complaints[:MOST_NAMES]))


async def _unreadable(_request: Request, failure: Exception) -> JSONResponse:
    """The table's file was fine at the start and has been spoiled since."""
    return answer(HTTPStatus.SERVICE_UNAVAILABLE, kind="no-table", detail=str(failure))
