"""Opens the server to the players' phones and closes it again; it starts closed.

After a restart it opens by itself where it was open, for those who were let in before.

A second server of the same app listens on one address of this computer. Closing it cuts off
whoever came in through it. It is plain HTTP: docs/security.md says what that does not protect.
"""

import asyncio
import contextlib
import ipaddress
import socket
import ssl
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import uvicorn

from api.access.connection import HttpConnection
from api.access.grants import Grants
from api.access.guard import LOG, AsgiApp
from api.access.hosts import Hosts
from api.access.joined_before import JoinedBefore
from api.access.network_name import AnnouncedName, Announcer, no_name

BACKLOG: Final = 128
MOST_MESSAGE_BYTES: Final = 64_000
GOODBYE_SECONDS: Final = 3
KEEP_SECONDS: Final = 5
NOWHERE: Final = ("192.0.2.1", 9)
"""An address that is nobody's; asking for the way to it sends nothing."""


class NoNetworkError(Exception):
    """Other computers cannot be let in there; the message says why."""


class Joining:
    """Whether other computers are let in. For the event loop's thread."""

    def __init__(
        self,
        app: AsgiApp,
        hosts: Hosts,
        *,
        addresses: Callable[[], tuple[str, ...]] | None = None,
        announce: Announcer = no_name,
        grants: Path | None = None,
    ) -> None:
        """Beside the file of the grants it is kept for a restart where others were let in."""
        self.addresses = own_addresses if addresses is None else addresses
        """The addresses of this computer that others may reach."""
        self.address = ""
        self._name: AnnouncedName | None = None
        self._announce = announce
        self._app = app
        self._hosts = hosts
        self._kept = JoinedBefore.beside(grants, port=hosts.port)
        self._before = self._kept.address()
        self._server: SecondServer | None = None
        self._serving: asyncio.Task[None] | None = None
        self._turn = asyncio.Lock()

    @property
    def url(self) -> str:
        """Where the page is for whoever is to join."""
        return f"http://{self.address or '127.0.0.1'}:{self._hosts.port}/"

    @property
    def name_url(self) -> str:
        """The same by name, where the network takes one; nothing elsewhere."""
        return "" if self._name is None else f"http://{self._name.name}:{self._hosts.port}/"

    async def open(self, wanted: str | None) -> None:
        """Let others in on this address, or on the one that leads out of this computer."""
        async with self._turn:
            known = self.addresses()
            address = wanted or next(iter(known), "")
            if not address:
                raise NoNetworkError("this computer is in no network: join one, and try again")
            if address not in known:
                there = ", ".join(known) or "none"
                raise NoNetworkError(
                    f"address: expected one of this computer's own on a network ({there}), "
                    f"got {address[:45]!r}"
                )
            if self.address == address:
                return
            await self._shut()
            listener = listening(address, self._hosts.port)
            self._server = SecondServer(server_config(self._app, is_first=False))
            self._serving = asyncio.create_task(self._server.serve(sockets=[listener]))
            self.address = address
            self._hosts.joined = frozenset({address})
            self._name = await self._announce(address, self._hosts.port)
            if self._name is not None:
                self._hosts.joined |= {self._name.name}
            self._kept.opened(address)

    async def come_back(self, grants: Grants) -> None:
        """Let those who were let in before a restart in again, where they came in before.

        Where they cannot come back now, the next start opens nothing either.
        """
        address, self._before = self._before, ""
        if self.address:
            return
        if not address or not grants.has_guests:
            self._stay_closed()
            return
        try:
            await self.open(address)
        except NoNetworkError as failure:
            LOG.warning("players who were let in cannot come back by themselves: %s", failure)
            self._stay_closed()
        else:
            LOG.warning("players who were let in can come back, at %s", self.url)

    async def close(self) -> None:
        """Let nobody in any more, and cut off whoever came in that way; also after a restart.

        An OSError says that it could not be kept for after a restart.
        """
        async with self._turn:
            await self._shut()
            self._before = ""
            self._kept.stopped()

    async def end(self) -> None:
        """Cut everybody off because the umpire ends; when it starts again, they come back.

        Where nobody might join any more, it opens nothing when it starts again.
        """
        async with self._turn:
            if not self.address:
                self._stay_closed()
            await self._shut()

    def _stay_closed(self) -> None:
        try:
            self._kept.stopped()
        except OSError as failure:
            LOG.warning("the network may open by itself at the next start: %s", failure)

    async def _shut(self) -> None:
        self.address = ""
        self._hosts.joined = frozenset()
        if self._name is not None:
            name, self._name = self._name, None
            await name.end()
        if self._server is None or self._serving is None:
            return
        self._server.should_exit = True
        self._server.force_exit = True
        await self._serving
        self._server = self._serving = None


def server_config(
    app: AsgiApp,
    *,
    is_first: bool,
    most_bytes: int = MOST_MESSAGE_BYTES,
    keep_seconds: int = KEEP_SECONDS,
    chain: Path | None = None,
) -> uvicorn.Config:
    """For every server: no trust in proxies, small messages, and none that unfold to large ones.

    One with a ``chain`` of certificates is encrypted. A connection over which nobody asks anything
    is kept for ``keep_seconds``.
    """
    return uvicorn.Config(
        app,
        http=HttpConnection,
        lifespan="on" if is_first else "off",
        log_config=None,
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        ws_max_size=most_bytes,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=GOODBYE_SECONDS,
        timeout_keep_alive=keep_seconds,
        ssl_certfile=None if chain is None else str(chain),
        ssl_version=ssl.PROTOCOL_TLS_SERVER,
    )


class SecondServer(uvicorn.Server):
    """Ctrl-C is for the first one, which ends this one too."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


def own_addresses() -> tuple[str, ...]:
    """The addresses of this computer that others may reach, the likeliest first."""
    found: list[str] = []
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(NOWHERE)
        found.append(str(probe.getsockname()[0]))
    with contextlib.suppress(OSError):
        names = socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)
        found += [str(each[4][0]) for each in names]
    return tuple(dict.fromkeys(each for each in found if _reachable(each)))


def _reachable(address: str) -> bool:
    found = ipaddress.ip_address(address)
    return not (found.is_loopback or found.is_unspecified or found.is_multicast)


def listening(address: str, port: int) -> socket.socket:
    """A socket of this computer on a network; a NoNetworkError says why there is none."""
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((address, port))
        listener.listen(BACKLOG)
    except OSError as failure:
        listener.close()
        reason = failure.strerror or str(failure)
        raise NoNetworkError(f"{address}:{port} cannot be had: {reason}") from failure
    return listener
