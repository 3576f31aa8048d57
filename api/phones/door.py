"""Opens the phones' door on one address of this computer, and closes it; it starts closed.

Two listeners: an encrypted one for the camera's page, and a plain one for the page that says what
the browser is about to ask.
"""

import asyncio
import socket
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from api.access.hosts import Hosts
from api.access.joining import (
    NoNetworkError,
    SecondServer,
    listening,
    own_addresses,
    server_config,
)
from api.phones.room import PhoneRoom

if TYPE_CHECKING:
    from api.phones.authority import Certified

ASKING_S: Final = 0.2
"""How soon a phone hears that something else is asked of it."""
_MOST_MESSAGE: Final = 8_100_000


@dataclass(frozen=True, slots=True, kw_only=True)
class DoorOpen:
    """Where phones come in at present."""

    address: str
    secure_port: int
    hall_port: int
    fingerprint: str

    @property
    def secure_url(self) -> str:
        return f"https://{self.address}:{self.secure_port}/"

    @property
    def hall_url(self) -> str:
        return f"http://{self.address}:{self.hall_port}/"


class PhoneDoor:
    """Whether phones are let in. For the event loop's thread."""

    def __init__(
        self,
        room: PhoneRoom,
        *,
        folder: Path,
        port: int,
        addresses: Callable[[], tuple[str, ...]] | None = None,
    ) -> None:
        """`folder` keeps the authority; the door's ports are those behind the table's own."""
        self.room = room
        self.addresses = addresses or own_addresses
        self.now: DoorOpen | None = None
        self._folder = folder
        self._port = port
        self._turn = asyncio.Lock()
        self._servers: list[tuple[SecondServer, asyncio.Task[None]]] = []
        self._asking: asyncio.Task[None] | None = None

    async def open(self, wanted: str | None = None) -> DoorOpen:
        """Let phones in on this address, or on the one that leads out of this computer."""
        from api.phones.authority import certified, is_private

        async with self._turn:
            known = tuple(each for each in self.addresses() if is_private(each))
            address = wanted or next(iter(known), "")
            if not address:
                raise NoNetworkError(
                    "this computer has no address of a home network (10.x, 172.16 to 172.31, "
                    "192.168.x): join a Wi-Fi or a phone's hotspot, and try again"
                )
            if address not in known:
                there = ", ".join(known) or "none"
                raise NoNetworkError(
                    f"address: expected a private one of this computer ({there}), "
                    f"got {address[:45]!r}"
                )
            if self.now is not None and self.now.address == address:
                return self.now
            await self._shut()
            made = await asyncio.to_thread(self._certified, certified, known)
            self.now = self._listen(address, made)
            self._asking = asyncio.create_task(self._ask())
            return self.now

    async def close(self) -> None:
        """Let no more phones in, and cut off those that are here."""
        async with self._turn:
            await self._shut()

    def _certified(
        self, make: "Callable[[Path, tuple[str, ...]], Certified]", addresses: tuple[str, ...]
    ) -> "Certified":
        try:
            self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            return make(self._folder, addresses)
        except OSError as failure:
            reason = failure.strerror or str(failure)
            raise NoNetworkError(f"{self._folder}: cannot be written: {reason}") from failure

    def _listen(self, address: str, made: "Certified") -> DoorOpen:
        from api.phones.authority import local_name
        from api.phones.door_app import DoorApp, DoorParts

        names = frozenset({address, local_name()} - {""})
        # The same ports each time where they are free: a phone keeps its key by the address.
        first, second = (self._port + 1, self._port + 2) if self._port else (0, 0)
        sockets = [_free(address, first), _free(address, second)]
        secure, hall = (int(each.getsockname()[1]) for each in sockets)
        now = DoorOpen(
            address=address, secure_port=secure, hall_port=hall, fingerprint=made.fingerprint
        )
        parts = [
            DoorParts(
                room=self.room,
                hosts=Hosts(secure, joined=names, scheme="https"),
                authority=made.authority,
            ),
            DoorParts(
                room=self.room,
                hosts=Hosts(hall, joined=names),
                authority=made.authority,
                onward=now.secure_url,
            ),
        ]
        for listener, each in zip(sockets, parts, strict=True):
            config = server_config(
                DoorApp(each),
                is_first=False,
                most_bytes=_MOST_MESSAGE,
                chain=made.chain if each.is_secure else None,
            )
            server = SecondServer(config)
            serving = asyncio.create_task(server.serve(sockets=[listener]))
            self._servers.append((server, serving))
        return now

    async def _ask(self) -> None:
        while True:
            self.room.ask_all()
            await asyncio.sleep(ASKING_S)

    async def _shut(self) -> None:
        self.now = None
        self.room.entry.end_code()
        if self._asking is not None:
            self._asking.cancel()
            with suppress(asyncio.CancelledError):
                await self._asking
            self._asking = None
        for server, _ in self._servers:
            server.should_exit = server.force_exit = True
        for _, serving in self._servers:
            await serving
        self._servers = []


def _free(address: str, port: int) -> socket.socket:
    try:
        return listening(address, port)
    except NoNetworkError:
        return listening(address, 0)
