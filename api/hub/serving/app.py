"""Puts the hub together: its routes, its parts, and how it says no."""

import asyncio
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from http import HTTPStatus
from typing import Final

from fastapi import APIRouter, FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from api.access.guard import answer
from api.access.hosts import Hosts
from api.access.rate import Rates
from api.errors import PROBLEM_TYPE, ProblemError
from api.hub.event.calls import CallRefusedError
from api.hub.event.clock import ClockRefusedError
from api.hub.event.exchange import ExchangeFileError
from api.hub.event.state import EventRefusedError
from api.hub.intake.logs import ParcelError
from api.hub.intake.pictures import PictureFileError
from api.hub.serving import (
    events,
    judging,
    letting_in,
    live,
    pages,
    preparing,
    rounds,
    tables,
    watching,
)
from api.hub.serving.admission import HubRoute
from api.hub.serving.desk import HubDesk
from api.hub.serving.guard import HubGuard
from api.hub.serving.news import HubNews
from api.hub.store.database import StoreGoneError
from api.hub.store.keeping import EventBusyError, NoSuchEventError
from api.shapes.shaped import Described
from api.version import version
from api.wording import MOST_NAMES, shortened

REQUESTS_PER_SECOND: Final = 50.0
REQUESTS_AT_ONCE: Final = 200.0
# `tables` before `watching` has no bearing: their addresses differ from the second word on.
ROUTED: Final = (letting_in, events, preparing, rounds, judging, watching, tables, live, pages)

health = APIRouter(route_class=HubRoute, prefix="/hub/v1")


class HubHealthTold(Described):
    status: str
    version: str


@health.get("/health", operation_id="hub_health")
def hub_health() -> HubHealthTold:
    """That it is there."""
    return HubHealthTold(status="ok", version=version())


def hub_app(desk: HubDesk, *, hosts: Sequence[Hosts], rates: Rates | None = None) -> FastAPI:
    """One process of a hub; any number of them may stand on one database."""
    app = FastAPI(
        title="Paper Umpire hub",
        version=version(),
        openapi_url=None,
        docs_url=None,
        redoc_url=None,
        lifespan=_running,
        routes=[route for each in ROUTED for route in each.router.routes] + health.routes,
    )
    app.state.desk = desk
    app.state.news = HubNews(desk)
    app.add_exception_handler(HTTPException, _http_problem)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(ProblemError, _problem)
    for kind in REFUSALS:
        app.add_exception_handler(kind, _refused)
    found = rates or Rates(
        per_second=REQUESTS_PER_SECOND, burst=REQUESTS_AT_ONCE, clock=time.monotonic
    )
    app.add_middleware(HubGuard, hosts=hosts, rates=found, pages=pages.HUB_PAGES)
    return app


@asynccontextmanager
async def _running(app: FastAPI) -> AsyncIterator[None]:
    telling = asyncio.create_task(app.state.news.run())
    try:
        yield
    finally:
        telling.cancel()
        with suppress(asyncio.CancelledError):
            await telling


REFUSALS: Final[dict[type[Exception], tuple[HTTPStatus, str]]] = {
    EventRefusedError: (HTTPStatus.CONFLICT, "refused"),
    CallRefusedError: (HTTPStatus.CONFLICT, "refused"),
    ClockRefusedError: (HTTPStatus.CONFLICT, "refused"),
    PictureFileError: (HTTPStatus.UNPROCESSABLE_ENTITY, "bad-picture"),
    NoSuchEventError: (HTTPStatus.NOT_FOUND, "unknown-event"),
    ExchangeFileError: (HTTPStatus.UNPROCESSABLE_ENTITY, "bad-report"),
    ParcelError: (HTTPStatus.SERVICE_UNAVAILABLE, "busy"),
    EventBusyError: (HTTPStatus.SERVICE_UNAVAILABLE, "busy"),
    StoreGoneError: (HTTPStatus.SERVICE_UNAVAILABLE, "store-gone"),
}


async def _refused(_request: Request, failure: Exception) -> JSONResponse:
    status, kind = next(told for each, told in REFUSALS.items() if isinstance(failure, each))
    said = {
        "unknown-event": "there is no such event here",
        "store-gone": "the database does not answer: send it again with the same id",
    }
    return answer(status, kind=kind, detail=said.get(kind, str(failure)))


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
    return answer(
        HTTPStatus.UNPROCESSABLE_ENTITY,
        kind="bad-question",
        detail="; ".join(complaints[:MOST_NAMES]),
    )
