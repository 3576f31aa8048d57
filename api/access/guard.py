"""Checks every request first (names, rates, sizes), and adds to answers what each must carry."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Iterator, MutableMapping
from contextlib import ExitStack, contextmanager
from functools import partial
from http import HTTPStatus
from typing import Any, Final

from fastapi.responses import JSONResponse

from api.access.body import (
    MOST_BYTES_OF_PICTURES,
    STREAMED,
    BadBodyError,
    check_json,
    is_picture,
    most_bytes,
    takes_picture,
)
from api.access.grants import NOBODY, AccessRole, TokenHolder
from api.access.hosts import Hosts, fault_of
from api.access.meter import Meter
from api.access.rate import Rates
from api.access.share import MOST_AT_ONCE, MOST_PHOTOGRAPHS, OverShareError, Shares
from api.errors import PROBLEM_TYPE, problem
from rules.table.files.bounded import SMALL

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
AsgiApp = Callable[[Message, Receive, Send], Awaitable[None]]

LOG: Final = logging.getLogger("umpire")

SECURITY_HEADERS: Final = (
    (
        b"content-security-policy",
        b"default-src 'self'; img-src 'self' blob:; base-uri 'none'; form-action 'none'; "
        b"frame-ancestors 'none'",
    ),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    # The table changes under the reader's eyes; an old copy would be an old answer.
    (b"cache-control", b"no-store"),
)
FOREIGN: Final = {
    "foreign-host": (
        HTTPStatus.MISDIRECTED_REQUEST,
        "this server answers only under the address that `umpire serve` printed",
    ),
    "foreign-origin": (
        HTTPStatus.FORBIDDEN,
        "this server answers its own page, and programs; not the pages of other servers",
    ),
}


ENDLESS: Final = ".mjpeg"
"""Streams, of which nobody can ask for the head alone."""
STOPPING: Final = "the umpire stops: send it again with the same id once it runs again"
BODY_SECONDS: Final = 10.0
PHOTOGRAPH_SECONDS: Final = 60.0
SHARING: Final = 16
"""As many may ask at full speed from behind one address, as over a phone's hotspot."""


class Guard:
    """Stands before everything else: foreign pages out, limits on, faults without a traceback."""

    def __init__(
        self,
        app: AsgiApp,
        *,
        hosts: Hosts,
        rates: Rates,
        pages: frozenset[str],
        who: Callable[[str], TokenHolder] = lambda _token: NOBODY,
        patience: float = BODY_SECONDS,
        meter: Meter | None = None,
    ) -> None:
        self.app = app
        self._hosts = hosts
        self._rates = rates
        self._of_address = rates.wider(SHARING)
        self._who = who
        self._shares = Shares()
        self._shares_of_addresses = Shares(most=MOST_AT_ONCE * SHARING)
        self._photographs = Shares(most=MOST_PHOTOGRAPHS)
        self._patience = patience
        self._meter = meter or Meter(clock=time.monotonic)
        self._pages = pages
        """The paths to which a link may lead from anywhere."""

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await self._socket(scope, receive, send)
        elif scope["type"] == "http":
            await self._request(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def _socket(self, scope: Message, receive: Receive, send: Send) -> None:
        kind = fault_of(scope["headers"], self._hosts, is_socket=True, is_page=False)
        if kind:
            await receive()
            await _refuse_socket(scope, send, kind=kind)
            return
        await self.app(scope, receive, send)

    async def _request(self, scope: Message, receive: Receive, send: Send) -> None:
        started = False
        is_head = scope["method"] == "HEAD" and not scope["path"].endswith(ENDLESS)
        if is_head:
            # The same answer without its content; what the routes are asked for is the whole.
            scope = {**scope, "method": "GET"}

        async def send_guarded(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                self._meter.answered(message["status"])
                message["headers"] = [*message.get("headers", ()), *SECURITY_HEADERS]
            elif is_head:
                message = {**message, "body": b""}
            await send(message)

        is_page = scope["path"] in self._pages and scope["method"] == "GET"
        kind = fault_of(scope["headers"], self._hosts, is_socket=False, is_page=is_page)
        if kind:
            status, detail = FOREIGN[kind]
            await answer(status, kind=kind, detail=detail)(scope, receive, send_guarded)
            return
        try:
            holder = self._holder(scope)
            with self._counted(scope, holder):
                passed_on = await self._body(scope, receive, holder=holder)
                await self.app(scope, passed_on, send_guarded)
        except BadBodyError as refused:
            told = answer(refused.status, kind=refused.kind, detail=str(refused))
            await told(scope, receive, send_guarded)
        except asyncio.CancelledError:
            # The server stops and has waited for this one; its task ends with the answer.
            if not started:
                told = answer(HTTPStatus.SERVICE_UNAVAILABLE, kind="stopping", detail=STOPPING)
                await told(scope, receive, send_guarded)
        except Exception as failure:
            self._meter.faults += 1
            LOG.error("fault while answering %r: %r", scope["path"], failure)  # noqa: TRY400
            LOG.debug("it happened here", exc_info=True)
            if started:
                raise
            told = answer(
                HTTPStatus.INTERNAL_SERVER_ERROR,
                kind="fault",
                detail="this is a fault in Paper Umpire, not in what you asked",
            )
            await told(scope, receive, send_guarded)

    async def _body(self, scope: Message, receive: Receive, *, holder: TokenHolder) -> Receive:
        most = most_bytes(
            scope["method"],
            scope["path"],
            is_host=holder.role is AccessRole.HOST,
            is_player=holder.role is AccessRole.PLAYER,
        )
        # A telephone's photograph is large, and its network often slow.
        is_long = most == MOST_BYTES_OF_PICTURES
        patience = self._patience * (PHOTOGRAPH_SECONDS / BODY_SECONDS if is_long else 1.0)
        try:
            return await asyncio.wait_for(checked_body(scope, receive, most=most), patience)
        except TimeoutError:
            detail = f"body: expected all of it within {patience:g} s"
            raise BadBodyError(408, kind="too-slow", detail=detail) from None

    def _holder(self, scope: Message) -> TokenHolder:
        shown = shown_token(scope)
        return self._who(shown) if shown else NOBODY

    def _lets_ask(self, invented: str, address: str) -> bool:
        """Whether somebody unknown may ask now: as much as all behind one address may together.

        Each page is more than a hundred files, which everybody asks for without a token, and
        several may come at the same moment. Inventing a token for each request must not help.
        """
        return self._of_address.allows(address) and (not invented or self._rates.allows(invented))

    @contextmanager
    def _counted(self, scope: Message, holder: TokenHolder) -> Iterator[None]:
        """Refuse what is more than a token's, or a computer's, share."""
        client = scope.get("client")
        address = str(client[0]) if client else ""
        # Whoever was let in is counted alone, so that nobody beside them can use up what is theirs.
        is_known = holder.role is not AccessRole.NOBODY
        who = holder.grant if is_known else address
        if not (
            self._rates.allows(who) if is_known else self._lets_ask(shown_token(scope), address)
        ):
            raise BadBodyError(429, kind="too-many", detail="ask again a little more slowly")
        of_all = self._shares if is_known else self._shares_of_addresses
        shares = [] if holder.role is AccessRole.HOST else [of_all]
        if takes_picture(scope["method"], scope["path"]):
            shares.append(self._photographs)
        with ExitStack() as stack:
            for each in shares:
                try:
                    stack.enter_context(each.taken(who))
                except OverShareError:
                    detail = f"wait for an answer before you ask again: at most {each.most} at once"
                    raise BadBodyError(429, kind="too-many-at-once", detail=detail) from None
            yield


async def _refuse_socket(scope: Message, send: Send, *, kind: str) -> None:
    """Before it is accepted it is a request as any other, and gets a problem."""
    if "websocket.http.response" not in scope.get("extensions", {}):
        await send({"type": "websocket.close", "code": 1008})
        return
    status, detail = FOREIGN[kind]
    told = answer(status, kind=kind, detail=detail)
    headers = [*told.raw_headers, *SECURITY_HEADERS]
    await send({"type": "websocket.http.response.start", "status": int(status), "headers": headers})
    await send({"type": "websocket.http.response.body", "body": bytes(told.body)})


def shown_token(scope: Message) -> str:
    """The token that a request shows, whoever's it is; nothing where it shows none."""
    for name, value in scope["headers"]:
        if name.lower() == b"authorization":
            _, _, token = str(value.decode("latin-1"))[:100].partition(" ")
            return token.strip()
    return ""


def answer(status: int, *, kind: str, detail: str, **more: Any) -> JSONResponse:
    """A problem as a response."""
    title = HTTPStatus(status).phrase
    body = problem(status, kind=kind, title=title, detail=detail, **more)
    return JSONResponse(body, status_code=status, media_type=PROBLEM_TYPE)


async def checked_body(scope: Message, receive: Receive, *, most: int) -> Receive:
    """The body, read to its end and found fit; whatever follows it is handed on as it comes."""
    if scope["method"] in {"GET", "HEAD", "OPTIONS"}:
        return receive
    if (scope["method"], scope["path"]) in STREAMED:
        return receive
    headers = {name.lower(): value for name, value in scope["headers"]}
    declared = headers.get(b"content-length", b"0")
    too_long = BadBodyError(413, kind="too-long", detail=f"body: expected at most {most:,} bytes")
    if declared.isdigit() and int(declared[:12]) > most:
        raise too_long
    body = bytearray()
    more = True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            break
        body += message.get("body", b"")
        more = message.get("more_body", False)
        if len(body) > most:
            raise too_long
    if body:
        media_type = headers.get(b"content-type", b"").decode("latin-1")
        if not is_picture(scope["method"], scope["path"], media_type=media_type):
            check = partial(check_json, bytes(body), media_type=media_type)
            # The loop waits for small ones alone: they cost less than a thread does.
            await asyncio.to_thread(check) if len(body) > SMALL else check()
    waiting = [{"type": "http.request", "body": bytes(body), "more_body": False}]

    async def again() -> Message:
        return waiting.pop() if waiting else await receive()

    return again
