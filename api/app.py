"""Knows the web server as a whole: its routes, who may talk to it, and how it says no."""

import logging
from collections.abc import Awaitable, Callable, MutableMapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, Final

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from api.errors import PROBLEM_TYPE, ProblemError, UserError, problem
from api.routes import page, table
from api.table_file import SnapshotSource
from api.version import version
from api.wording import MOST_NAMES, shortened

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
AsgiApp = Callable[[Message, Receive, Send], Awaitable[None]]

LOG: Final = logging.getLogger("umpire")

SECURITY_HEADERS: Final = (
    (
        b"content-security-policy",
        b"default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    # The table changes under the reader's eyes; an old copy would be an old answer.
    (b"cache-control", b"no-store"),
)


def hosts_of(port: int) -> frozenset[str]:
    """The values of the Host header that mean this computer and this server.

    >>> sorted(hosts_of(8765))
    ['127.0.0.1:8765', '[::1]:8765', 'localhost:8765']
    """
    names = ("localhost", "127.0.0.1", "[::1]")
    with_port = {f"{name}:{port}" for name in names}
    # Browsers leave the port out where it is the usual one.
    return frozenset(with_port | set(names)) if port == 80 else frozenset(with_port)


def create_app(snapshot_source: SnapshotSource, *, hosts: frozenset[str]) -> FastAPI:
    """The server of one table, for requests that name one of these hosts."""
    app = FastAPI(
        title="Paper Umpire",
        version=version(),
        summary="Measures a table of paper miniatures and says how sure it is.",
        openapi_url="/api/v1/openapi.json",
        # The usual pages for trying an interface out load their scripts from a foreign server.
        docs_url=None,
        redoc_url=None,
    )
    app.state.snapshot_source = snapshot_source
    app.include_router(page.router)
    app.include_router(table.router)
    app.add_exception_handler(HTTPException, _http_problem)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(ProblemError, _problem)
    app.add_exception_handler(UserError, _unreadable)
    app.add_middleware(Guard, hosts=hosts)
    return app


@dataclass(slots=True, eq=False)
class Guard:
    """Stands before everything else: foreign hosts out, headers on, faults without a traceback.

    A page on the internet can make a browser call this computer under a name of its own (DNS
    rebinding); the Host header gives it away.
    """

    app: AsgiApp
    hosts: frozenset[str]

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        started = False

        async def send_guarded(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                message["headers"] = [*message.get("headers", ()), *SECURITY_HEADERS]
            await send(message)

        if not self._is_ours(scope):
            answer = _answer(
                HTTPStatus.MISDIRECTED_REQUEST,
                kind="foreign-host",
                detail="this server answers only under the address that `umpire serve` printed",
            )
            await answer(scope, receive, send_guarded)
            return
        try:
            await self.app(scope, receive, send_guarded)
        except Exception as failure:
            LOG.error("fault while answering %r: %r", scope["path"], failure)  # noqa: TRY400
            LOG.debug("it happened here", exc_info=True)
            if started:
                raise
            answer = _answer(
                HTTPStatus.INTERNAL_SERVER_ERROR,
                kind="fault",
                detail="this is a fault in Paper Umpire, not in what you asked",
            )
            await answer(scope, receive, send_guarded)

    def _is_ours(self, scope: Message) -> bool:
        named = [value for name, value in scope["headers"] if name == b"host"]
        return len(named) == 1 and named[0].decode("latin-1").lower() in self.hosts


def _answer(status: int, *, kind: str, detail: str, **more: Any) -> JSONResponse:
    title = HTTPStatus(status).phrase
    body = problem(status, kind=kind, title=title, detail=detail, **more)
    return JSONResponse(body, status_code=status, media_type=PROBLEM_TYPE)


async def _problem(_request: Request, failure: Exception) -> JSONResponse:
    if not isinstance(failure, ProblemError):
        raise failure
    return JSONResponse(failure.body, status_code=failure.status, media_type=PROBLEM_TYPE)


async def _http_problem(request: Request, failure: Exception) -> JSONResponse:
    if not isinstance(failure, HTTPException):
        raise failure
    status, path = HTTPStatus(failure.status_code), shortened(request.url.path)
    detail = {
        HTTPStatus.NOT_FOUND: f"there is nothing at {path}",
        HTTPStatus.METHOD_NOT_ALLOWED: f"{path} does not take {request.method}",
    }.get(status, str(failure.detail))
    answer = _answer(status, kind=status.name.lower().replace("_", "-"), detail=detail)
    answer.headers.update(failure.headers or {})
    return answer


async def _invalid(_request: Request, failure: Exception) -> JSONResponse:
    if not isinstance(failure, RequestValidationError):
        raise failure
    complaints = [
        f"{shortened('.'.join(str(part) for part in error['loc'][1:]))}: {error['msg']}"
        for error in failure.errors()
    ]
    return _answer(422, kind="bad-question", detail="; ".join(complaints[:MOST_NAMES]))


async def _unreadable(_request: Request, failure: Exception) -> JSONResponse:
    """The table's file was fine at the start and has been spoiled since."""
    return _answer(HTTPStatus.SERVICE_UNAVAILABLE, kind="no-table", detail=str(failure))
