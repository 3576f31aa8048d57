"""Asks a server in the test's own process, each request with one change of threads."""

import asyncio

import httpx2
from anyio.from_thread import BlockingPortal
from starlette.types import ASGIApp, Message, Scope


class OneCall(httpx2.BaseTransport):
    """Hands a whole request to the server's loop, and takes the whole answer back.

    The client that comes with the framework goes there and back eight times for each, which costs
    more than most answers do. It remains for sockets.
    """

    def __init__(self, app: ASGIApp, *, portal: BlockingPortal) -> None:
        self._app = app
        self._portal = portal

    def handle_request(self, request: httpx2.Request) -> httpx2.Response:
        told = _Told(request.read())
        self._portal.call(told.run, self._app, _scope(request))
        # What broke before it answered is answered by the real server.
        return httpx2.Response(
            told.status, headers=told.headers, content=bytes(told.body), request=request
        )


def _scope(request: httpx2.Request) -> Scope:
    url = request.url
    return {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": request.method,
        "path": url.path,
        "raw_path": url.raw_path.split(b"?", 1)[0],
        "root_path": "",
        "scheme": url.scheme,
        "query_string": url.query,
        "headers": [(name.lower(), value) for name, value in request.headers.raw],
        "client": ("testclient", 50000),
        "server": (url.host, url.port),
        "state": {},
    }


class _Told:
    """One request on its way, and what has been answered so far."""

    def __init__(self, sent: bytes) -> None:
        self.status = 500
        self.headers: list[tuple[bytes, bytes]] = []
        self.body = bytearray()
        self._sent: bytes | None = sent
        self._whole: asyncio.Event | None = None

    async def run(self, app: ASGIApp, scope: Scope) -> None:
        self._whole = asyncio.Event()
        try:
            await app(scope, self._receive, self._send)
        except Exception:  # noqa: BLE001 - it has been answered with 500, as the real server does
            assert self.status == 500

    async def _receive(self) -> Message:
        if self._sent is not None:
            body, self._sent = self._sent, None
            return {"type": "http.request", "body": body}
        assert self._whole is not None
        await self._whole.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status, self.headers = message["status"], list(message["headers"])
        elif message["type"] == "http.response.body":
            self.body += message.get("body", b"")
            if not message.get("more_body", False):
                assert self._whole is not None
                self._whole.set()


def asking_client(app: ASGIApp, *, portal: BlockingPortal | None, address: str) -> httpx2.Client:
    """A client whose requests go to this server at once."""
    assert portal is not None
    return httpx2.Client(
        transport=OneCall(app, portal=portal), base_url=address, follow_redirects=True
    )
