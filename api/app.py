"""Puts the web server together: its routes, its parts, and how it says no."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, replace
from functools import partial
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
from api.access.local_code import LocalCode
from api.access.meter import Meter
from api.access.network_name import Announcer, no_name
from api.access.rate import Rates
from api.access.steady import steady
from api.access.waiting_screens import WaitingScreens
from api.battles.clock_desk import ClockDesk
from api.battles.odds_kept import OddsKept
from api.battles.session import Session
from api.battles.shelf import Shelf
from api.battles.surroundings import BattleSurroundings
from api.battles.table_shown import TableShown
from api.cameras.open_camera import DeskDoor
from api.cameras.phones.wishes import PhoneWishes
from api.cameras.refining import RefiningDesk
from api.errors import PROBLEM_TYPE, ProblemError, UserError
from api.hub.attending import judges
from api.hub.attending.errands import attended, errands_of
from api.hub.attending.membership import EventMember
from api.live.hub import Hub
from api.phones.door import PhoneDoor
from api.phones.room import PhoneRoom
from api.review.folder.summaries import Summaries
from api.review.pictures.catching import catching
from api.review.pictures.caught import Still
from api.review.pictures.keeper import PictureKeeper
from api.review.story.desk import ReviewDesk
from api.rolling.desk import TrayDesk
from api.routes import guide, live, local_code, metrics, page, samples, screens, server
from api.routes.battles import (
    army,
    battles,
    cards,
    dice,
    explaining,
    ground,
    keeping,
    letting_in,
    library,
    odds,
    playing,
    refusals,
    sheet,
    tray,
    what_if,
)
from api.routes.cameras import (
    above,
    cameras,
    drawn_sheet,
    phones,
    practice,
    setup,
    setup_photograph,
    setup_print,
    terrain,
)
from api.routes.cameras.streams import Streams
from api.routes.games import armies, book, games, silhouettes
from api.routes.review import evidence, moments, report, second_opinion, stood
from api.routes.table import around, maps, measure, own_pieces
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


# `around` before `measure`, whose last word of the address is any question; `page` last, because it
# answers whatever has one name and nothing else has answered.
ROUTES: Final = (
    server,
    pieces,
    terrain,
    above,
    phones,
    cameras,
    practice,
    setup,
    setup_print,
    setup_photograph,
    around,
    maps,
    measure,
    games,
    book,
    silhouettes,
    armies,
    ground,
    samples,
    army,
    stood,
    battles,
    keeping,
    own_pieces,
    playing,
    what_if,
    cards,
    dice,
    tray,
    judges,
    odds,
    moments,
    evidence,
    second_opinion,
    report,
    refusals,
    explaining,
    library,
    letting_in,
    local_code,
    screens,
    live,
    sheet,
    drawn_sheet,
    metrics,
    guide,
    page,
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
    membership: EventMember | None = None
    """The event that the table is part of."""
    announce: Announcer = no_name
    """How this computer is given a name on the network, while players may join."""
    monitor: str = ""
    """The token of whoever may read the metrics."""
    settled: Callable[[], object] = bool
    """Called once every battle is open: from then on little more is loaded."""
    tell_code: Callable[[str], None] = lambda _code: None
    """Shows the host a code for a browser on this computer, where nobody else reads it."""
    setup_folder: Path | None = None
    """Where the set-up of a camera is kept; beside the battles where nothing is said."""


ABOUT: Final = (
    "Every request but those for the pages carries `Authorization: Bearer TOKEN`. Every refusal is "
    "`application/problem+json`. Live changes come over the WebSocket at `/api/v1/live`. The guide "
    "is at `/guide/api.html`."
)


def create_app(parts: Parts) -> FastAPI:
    """The server of one table and its battles."""
    app = FastAPI(
        title="Paper Umpire",
        version=version(),
        summary="Measures a table of paper miniatures, referees games on it, and says how sure "
        "it is.",
        description=ABOUT,
        # A route of our own serves it, so that it stands in the policy as all others do.
        openapi_url=None,
        docs_url=None,
        redoc_url=None,
        openapi_tags=[{"name": name, "description": says} for name, says in TAGS],
        lifespan=_running,
        # As they are: a router that is included has each of its routes built once more.
        routes=[route for each in ROUTES for route in each.router.routes],
    )
    state = app.state
    state.table = table = SwitchedTable(parts.table)
    _seeing(app, parts)
    state.streams = Streams()
    state.grants = _grants(parts)
    state.shown = shown = TableShown(table)
    state.hub = Hub(table, shown=shown, taken=state.grants.holds)
    # A battle is judged on the table that is in play, whichever that is.
    keeper = PictureKeeper(catching(table), still=parts.still)
    attend = _each_of(keeper.attend, shown.attend, state.hub.attend, attended(state))
    state.shelf = Shelf(
        replace(
            parts.around,
            table=table.latest,
            counted=table.counted,
            laid=table.laid,
            attend=attend,
            in_use=state.hub.watches,
            steady=parts.steady,
        )
    )
    state.summaries = Summaries(
        parts.around.folder, games=parts.around.games, version=parts.around.umpire_version
    )
    state.review, state.still = ReviewDesk(), parts.still or Still()
    state.games = parts.around.games
    state.dice, state.odds = {}, OddsKept()
    _desks(state, parts)
    state.steady, state.settled = parts.steady, parts.settled
    state.grants.on_end(state.hub.kick)
    state.grants.on_change(state.hub.seats_changed)
    _answering(app, parts)
    return app


def _grants(parts: Parts) -> Grants:
    return Grants(clock=parts.clock, steady=parts.steady, keep=parts.grants, monitor=parts.monitor)


def _seeing(app: FastAPI, parts: Parts) -> None:
    """The cameras, and the phones that are some."""
    folder = app.state.folder = parts.setup_folder or parts.around.folder / "cameras"
    room = PhoneRoom(keep=folder / "phones" / "phones.json", steady=parts.steady)
    app.state.door = DeskDoor(app.state.table, folder=folder, given=parts.cameras, phones=room)
    app.state.phones = PhoneDoor(
        room, folder=folder / "phones", port=parts.hosts.port, addresses=parts.addresses
    )
    app.state.tray_phones = PhoneWishes(app.state.door, clock=steady).attend(room)


def _answering(app: FastAPI, parts: Parts) -> None:
    """What it answers where its routes complain, the guard before all of them, and to whom."""
    app.state.joining = Joining(
        app, parts.hosts, addresses=parts.addresses, announce=parts.announce, grants=parts.grants
    )
    app.state.meter = Meter(clock=parts.steady)
    app.state.local_code = LocalCode(clock=parts.steady, tell=parts.tell_code)
    app.state.screens = WaitingScreens(clock=parts.steady)
    app.add_exception_handler(HTTPException, _http_problem)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(ProblemError, _problem)
    app.add_exception_handler(UserError, _unreadable)
    rates = parts.rates or Rates(
        per_second=REQUESTS_PER_SECOND, burst=REQUESTS_AT_ONCE, clock=time.monotonic
    )
    app.add_middleware(
        Guard,
        hosts=parts.hosts,
        rates=rates,
        pages=page.PAGES | guide.GUIDE_PAGES,
        who=app.state.grants.who,
        meter=app.state.meter,
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
        stack.callback(asyncio.create_task(_settling(state)).cancel)
        stack.callback(asyncio.create_task(state.shelf.keep_few_open()).cancel)
        stack.push_async_callback(state.shelf.close)
        stack.callback(
            state.hub.start(state.shelf.table_changed, own=state.shelf.own_table_changed)
        )
        stack.callback(state.hub.close)
        stack.push_async_callback(state.joining.end)
        stack.callback(asyncio.create_task(state.joining.come_back(state.grants)).cancel)
        # Last in, first out: streams of a camera end with it.
        stack.callback(state.streams.close)
        stack.push_async_callback(asyncio.to_thread, state.door.close)
        stack.push_async_callback(state.phones.close)
        for desk in filter(None, (state.tray, state.clocks, state.refining, state.errands)):
            stack.callback(asyncio.create_task(desk.run()).cancel)
        source = of(state.table)
        if isinstance(source, FileTable):
            looking = asyncio.create_task(_looking(source))
            stack.callback(looking.cancel)
        yield


def _desks(state: State, parts: Parts) -> None:
    """What looks again and again, beside the battles."""
    sessions, steady = partial(_watched, state), parts.steady
    state.tray = TrayDesk(
        newest=state.door.newest,
        sessions=sessions,
        tell=state.hub.tell_tray,
        steady=steady,
        beside=state.tray_phones.shots,
        dice=state.folder / "dice.json",
    )
    state.clocks = ClockDesk(sessions=sessions, steady=steady)
    state.refining = RefiningDesk(state.door, opened=state.shelf.now_open)
    state.errands = errands_of(state, parts.membership, now=parts.around.now, steady=steady)


async def _watched(state: State) -> list[Session]:
    """The battles that somebody looks at, the one used last first."""
    opened = await state.shelf.all()
    found = [each for each in reversed(opened) if isinstance(each, Session)]
    return [each for each in found if state.hub.watches(each)]


async def _settling(state: State) -> None:
    await state.shelf.start()
    state.settled()
    state.door.come_back()


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
