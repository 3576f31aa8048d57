"""Checks every request to the hub first (names, rates, sizes), and adds what answers carry."""

import asyncio
import re
from collections.abc import Sequence
from http import HTTPStatus
from typing import Final

from api.access.body import BadBodyError
from api.access.guard import (
    FOREIGN,
    LOG,
    SECURITY_HEADERS,
    AsgiApp,
    Message,
    Receive,
    Send,
    answer,
    checked_body,
    shown_token,
)
from api.access.hosts import Hosts, fault_of
from api.access.rate import Rates

MOST_BYTES: Final = 64_000
MOST_BYTES_OF_LOGS: Final = 4_000_000
"""A parcel of lines, or a report file."""
LARGE: Final = frozenset({"/hub/v1/tables/me/log", "/hub/v1/events/import"})
MOST_BYTES_OF_A_PICTURE: Final = 6_100_000
PICTURES: Final = re.compile(r"/hub/v1/tables/me/calls/\d{1,6}/picture")
BODY_SECONDS: Final = 20.0
SHARING: Final = 64
"""As many may ask at full speed from behind one address, as all of a club do."""


class HubGuard:
    """Stands before everything else: foreign pages out, limits on, faults without a traceback."""

    def __init__(
        self, app: AsgiApp, *, hosts: Sequence[Hosts], rates: Rates, pages: frozenset[str]
    ) -> None:
        self.app = app
        self._hosts = tuple(hosts)
        self._rates = rates
        self._of_address = rates.wider(SHARING)
        self._pages = pages

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            if self._foreign(scope) or not self._allows(scope):
                await receive()
                await send({"type": "websocket.close", "code": 1008})
                return
            await self.app(scope, receive, send)
        elif scope["type"] == "http":
            await self._request(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    def _foreign(self, scope: Message) -> str:
        is_socket = scope["type"] == "websocket"
        is_page = not is_socket and scope["path"] in self._pages and scope["method"] == "GET"
        faults = [
            fault_of(scope["headers"], each, is_socket=is_socket, is_page=is_page)
            for each in self._hosts
        ]
        return "" if "" in faults else faults[0]

    def _allows(self, scope: Message) -> bool:
        client = scope.get("client")
        address = str(client[0]) if client else ""
        # Pages are asked for without a token, by all of a club at once. Inventing a token for each
        # request must not help: the computer counts, too.
        shown = shown_token(scope)
        return self._of_address.allows(address) and (not shown or self._rates.allows(shown))

    async def _passed_on(self, scope: Message, receive: Receive) -> Receive:
        if not self._allows(scope):
            raise BadBodyError(429, kind="too-many", detail="ask again a little more slowly")
        return await _body(scope, receive)

    async def _request(self, scope: Message, receive: Receive, send: Send) -> None:
        started = False

        async def send_guarded(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                message["headers"] = [*message.get("headers", ()), *SECURITY_HEADERS]
            await send(message)

        kind = self._foreign(scope)
        if kind:
            status, detail = FOREIGN[kind]
            await answer(status, kind=kind, detail=detail)(scope, receive, send_guarded)
            return
        try:
            passed_on = await self._passed_on(scope, receive)
            await self.app(scope, passed_on, send_guarded)
        except BadBodyError as refused:
            told = answer(refused.status, kind=refused.kind, detail=str(refused))
            await told(scope, receive, send_guarded)
        except Exception as failure:
            LOG.error("fault at the hub while answering %r: %r", scope["path"], failure)
            LOG.debug("it happened here", exc_info=True)
            if started:
                raise
            told = answer(
                HTTPStatus.INTERNAL_SERVER_ERROR,
                kind="fault",
                detail="this is a fault in Paper Umpire, not in what you asked",
            )
            await told(scope, receive, send_guarded)


async def _body(scope: Message, receive: Receive) -> Receive:
    most = _most_bytes(scope["path"]) if shown_token(scope) else MOST_BYTES
    try:
        return await asyncio.wait_for(checked_body(scope, receive, most=most), BODY_SECONDS)
    except TimeoutError:
        detail = f"body: expected all of it within {BODY_SECONDS:g} s"
        raise BadBodyError(408, kind="too-slow", detail=detail) from None


def _most_bytes(path: str) -> int:
    if PICTURES.fullmatch(path):
        return MOST_BYTES_OF_A_PICTURE
    return MOST_BYTES_OF_LOGS if path in LARGE else MOST_BYTES
