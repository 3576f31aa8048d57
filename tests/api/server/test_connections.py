"""A connection costs little before it has asked for anything, and is told why it ends."""

import asyncio
import json
import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from http.client import HTTPConnection
from typing import Any
from urllib.parse import urlsplit

import pytest
import uvicorn
from uvicorn.server import ServerState

from api.access.connection import HEAD_BYTES, MOST_OF_ONE_ADDRESS, HttpConnection
from api.errors import PROBLEM_TYPE
from tests.api.forked import forked_serving


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, int]]:
    folder = tmp_path_factory.mktemp("connections")
    with forked_serving("--battles", str(folder / "battles"), cwd=folder) as (url, _):
        parts = urlsplit(url)
        assert parts.hostname is not None
        assert parts.port is not None
        yield parts.hostname, parts.port


@contextmanager
def connected(address: tuple[str, int]) -> Iterator[socket.socket]:
    with socket.create_connection(address, timeout=20) as opened:
        yield opened


def told(opened: socket.socket) -> tuple[int, dict[str, Any]]:
    """Status and problem of an answer that ends with its connection."""
    received = b""
    try:
        while part := opened.recv(65536):
            received += part
    except ConnectionResetError:
        pass
    head, _, body = received.partition(b"\r\n\r\n")
    assert f"content-type: {PROBLEM_TYPE}".encode() in head.lower(), received[:300]
    problem: dict[str, Any] = json.loads(body)
    status = int(head.split()[1])
    assert problem["status"] == status
    return status, problem


UPGRADE = (
    "GET /api/v1/live HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\nOrigin: {origin}\r\n\r\n"
)
KEY = "dGhlIHNhbXBsZSBub25jZQ=="


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", 400),
        (b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nHost: a\r\nno colon\r\n\r\n", 400),
        (b"GET / HTTP/9.9\r\n\r\n", 400),
        (b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n", 400),
        (
            b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n"
            b"Transfer-Encoding: chunked\r\n\r\n",
            400,
        ),
        (b"GET / HTTP/1.1\r\nX-Long: " + b"x" * (HEAD_BYTES + 1), 431),
        (b"GET /" + b"x" * (HEAD_BYTES + 1), 431),
        (b"GET / HTTP/1.1\r\n" + b"X-Many: y\r\n" * HEAD_BYTES, 431),
        # With an end, and in one piece.
        (b"GET / HTTP/1.1\r\nHost: a\r\nX-Long: " + b"x" * HEAD_BYTES + b"\r\n\r\n", 431),
        (
            b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nX-Long: "
            + b"x" * HEAD_BYTES
            + b"\r\n\r\nbody",
            431,
        ),
    ],
)
def test_what_is_no_request_gets_a_problem(
    address: tuple[str, int], sent: bytes, status: int
) -> None:
    with connected(address) as opened:
        opened.sendall(sent)
        assert told(opened)[0] == status


@pytest.mark.parametrize(
    ("change", "status", "kind"),
    [
        ({"key": "short"}, 400, "bad-socket"),
        ({"key": ""}, 400, "bad-socket"),
        ({"origin": "http://evil.example"}, 403, "foreign-origin"),
        ({"host": "evil.example"}, 421, "foreign-host"),
    ],
)
def test_a_socket_that_is_not_let_in_gets_a_problem(
    address: tuple[str, int], change: dict[str, str], status: int, kind: str
) -> None:
    own = f"{address[0]}:{address[1]}"
    given = {"host": own, "key": KEY, "origin": f"http://{own}", **change}
    with connected(address) as opened:
        opened.sendall(UPGRADE.format(**given).encode())
        found, problem = told(opened)
    assert (found, problem["type"]) == (status, f"urn:paper-umpire:{kind}")


def test_more_connections_than_a_table_needs_are_turned_away(address: tuple[str, int]) -> None:
    with ExitStack() as stack:
        for _ in range(MOST_OF_ONE_ADDRESS):
            stack.enter_context(connected(address))
        with connected(address) as one_more:
            status, problem = told(one_more)
        assert (status, problem["type"]) == (429, "urn:paper-umpire:too-many")
    asked = HTTPConnection(*address, timeout=20)
    statuses: list[int] = []
    # The others are gone as soon as the server has heard of it.
    while 200 not in statuses and len(statuses) < 200:
        asked.request("GET", "/healthz")
        answer = asked.getresponse()
        answer.read()
        statuses.append(answer.status)
        asked.close()
    assert statuses[-1] == 200


async def _nothing(scope: Any, receive: Any, send: Any) -> None:
    raise AssertionError((scope, receive, send))


class Hasty(HttpConnection):
    patience = 0.01


def test_a_head_that_never_ends_is_given_up() -> None:
    async def run() -> bytes:
        config = uvicorn.Config(_nothing, lifespan="off", log_config=None)
        config.load()
        loop = asyncio.get_running_loop()
        state = ServerState()
        made = await loop.create_server(
            lambda: Hasty(config=config, server_state=state, app_state={}), "127.0.0.1", 0
        )
        async with made:
            host, port = made.sockets[0].getsockname()
            reader, writer = await asyncio.open_connection(host, port)
            writer.write(b"GET / HTTP/1.1\r\nHost: a\r\n")
            received = await reader.read()
            writer.close()
            return received

    assert b"408 Request Timeout" in asyncio.run(run())
