"""Limits what a connection may cost before anybody has looked at a request: time, headers, numbers.

The server below answers in plain text when a request is no HTTP, and lets heads grow without end.
Here both end in a problem like every other refusal.
"""

import asyncio
import binascii
import ipaddress
import json
from base64 import b64decode
from collections import Counter
from http import HTTPStatus
from typing import Any, ClassVar, Final
from weakref import WeakKeyDictionary

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.server import ServerState

from api.errors import PROBLEM_TYPE, problem

MOST_CONNECTIONS: Final = 400
"""A program may have some 1,000 files open, and battles are files, too."""
MOST_OF_ONE_ADDRESS: Final = 250
"""A hotspot's phones come from behind one address, each with some connections."""
HEAD_BYTES: Final = 32_000
HEAD_SECONDS: Final = 10.0
WS_VERSION: Final = b"13"
_KEY_BYTES: Final = 16
_MOST_ADDRESSES: Final = 10_000
_MADE: Final = WeakKeyDictionary[ServerState, Counter[str]]()
"""By server and address, how many connections were made since those that stand were counted."""


class HttpConnection(HttpToolsProtocol):
    """One connection over HTTP, from its first byte on."""

    patience: ClassVar[float] = HEAD_SECONDS
    """Seconds that a head may take."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._head_bytes = 0
        self._is_in_head = True
        self._too_slow: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        address = self.client[0] if self.client else ""
        # Whoever sits at this computer is let in however many others there are.
        is_full = len(self.connections) > MOST_CONNECTIONS and not _is_here(address)
        if self._are_too_many(address) or is_full:
            self._refuse(HTTPStatus.TOO_MANY_REQUESTS, "too-many", detail="too many are connected")
            return
        self._expect_head()

    def _are_too_many(self, address: str) -> bool:
        """Whether more than allowed come from there; all are counted only where that may be.

        With a thousand watchers, to look through them for each request would hold all of them up.
        """
        made = _MADE.setdefault(self.server_state, Counter())
        made[address] += 1
        if made[address] <= MOST_OF_ONE_ADDRESS and len(made) <= _MOST_ADDRESSES:
            return False
        made.clear()
        made.update(_address(each) for each in self.connections)
        return made[address] > MOST_OF_ONE_ADDRESS

    def connection_lost(self, exc: Exception | None) -> None:
        self._forget_head()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        if self._is_in_head:
            self._head_bytes += len(data)
        super().data_received(data)
        if self._is_in_head and self._head_bytes > HEAD_BYTES and not self.transport.is_closing():
            self._refuse_long()

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._is_in_head = True
        self._expect_head()

    def on_headers_complete(self) -> None:
        self._is_in_head = False
        self._head_bytes = 0
        self._forget_head()
        # One that comes in one piece has its end before anybody has counted it.
        size = len(self.url) + sum(len(name) + len(value) + 4 for name, value in self.headers)
        if size > HEAD_BYTES:
            self._refuse_long()
        else:
            super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        if not self.transport.is_closing():
            super().on_body(body)

    def on_message_complete(self) -> None:
        if not self.transport.is_closing():
            super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        if _is_socket_request(self.scope["method"], self.headers):
            super().handle_websocket_upgrade()
            return
        self._refuse(
            HTTPStatus.BAD_REQUEST, "bad-socket", detail="expected a WebSocket of version 13"
        )

    def send_400_response(self, msg: str) -> None:
        del msg
        self._refuse(HTTPStatus.BAD_REQUEST, "bad-request", detail="expected HTTP/1.1")

    # -----------------------------------------------------------------------------------------

    def _expect_head(self) -> None:
        self._forget_head()
        self._too_slow = self.loop.call_later(self.patience, self._give_up)

    def _forget_head(self) -> None:
        if self._too_slow is not None:
            self._too_slow.cancel()
            self._too_slow = None

    def _give_up(self) -> None:
        if not self.transport.is_closing():
            self._refuse(
                HTTPStatus.REQUEST_TIMEOUT,
                "too-slow",
                detail=f"head: expected all of it within {self.patience:g} s",
            )

    def _refuse_long(self) -> None:
        self._refuse(
            HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE,
            "too-long",
            detail=f"head: expected at most {HEAD_BYTES:,} bytes",
        )

    def _refuse(self, status: HTTPStatus, kind: str, *, detail: str) -> None:
        self._forget_head()
        told = problem(status, kind=kind, title=status.phrase, detail=detail)
        body = json.dumps(told).encode()
        head = (
            f"HTTP/1.1 {status.value} {status.phrase}\r\ncontent-type: {PROBLEM_TYPE}\r\n"
            f"content-length: {len(body)}\r\nconnection: close\r\n\r\n"
        )
        self.transport.write(head.encode() + body)
        self.transport.close()


def _address(connection: object) -> str:
    client = getattr(connection, "client", None)
    return str(client[0]) if client else ""


def _is_here(address: str) -> bool:
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False


def _is_socket_request(method: str, headers: list[tuple[bytes, bytes]]) -> bool:
    """Whether the socket's own server will take it; it would refuse it in plain text.

    >>> version, key = b"sec-websocket-version", b"sec-websocket-key"
    >>> asked = [(version, b"13"), (key, b"AAAAAAAAAAAAAAAAAAAAAA==")]
    >>> _is_socket_request("GET", asked), _is_socket_request("GET", asked[:1])
    (True, False)
    """
    found: dict[bytes, list[bytes]] = {}
    for name, value in headers:
        found.setdefault(name, []).append(value)
    keys = found.get(b"sec-websocket-key", [])
    if method != "GET" or found.get(b"sec-websocket-version") != [WS_VERSION] or len(keys) != 1:
        return False
    try:
        return len(b64decode(keys[0], validate=True)) == _KEY_BYTES
    except (binascii.Error, ValueError):
        return False
