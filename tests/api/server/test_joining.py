"""Other computers are answered only while the host lets players join."""

import asyncio
import socket
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI

from api.access.grants import AccessRole
from api.access.hosts import Hosts
from api.access.joining import Joining, NoNetworkError, own_addresses
from api.app import Parts, create_app
from api.battles.surroundings import BattleSurroundings
from api.tables.source import FixedTable
from tests.api.server.serving import Served, counting_games, problem, served
from tests.rules.referee.counting_game import TABLE

# Linux has a whole network of loopback addresses; elsewhere there is the one.
ADDRESS = "127.0.0.2" if sys.platform == "linux" else "127.0.0.1"


def free_port() -> int:
    with socket.create_server((ADDRESS, 0)) as listener:
        return int(listener.getsockname()[1])


def app_at(
    port: int, folder: Path, *, grants: Path | None = None, address: str = ADDRESS
) -> tuple[FastAPI, Joining]:
    around = BattleSurroundings(
        folder=folder,
        games=counting_games,
        table=lambda: TABLE,
        now=lambda: "2026-11-21T19:00:00Z",
        umpire_version="test",
    )
    parts = Parts(
        table=FixedTable(TABLE),
        hosts=Hosts(port),
        around=around,
        grants=grants,
        addresses=lambda: (address,),
    )
    app = create_app(parts)
    joining: Joining = app.state.joining
    return app, joining


def asked(port: int, path: str = "/healthz", **headers: str) -> int:
    connection = HTTPConnection(ADDRESS, port, timeout=60)
    try:
        connection.request("GET", path, headers=headers)
        return connection.getresponse().status
    finally:
        connection.close()


def test_others_are_answered_only_while_players_may_join(tmp_path: Path) -> None:
    port = free_port()
    _, joining = app_at(port, tmp_path)

    async def evening() -> None:
        with pytest.raises(ConnectionRefusedError):
            await asyncio.to_thread(asked, port)
        await joining.open(None)
        await joining.open(ADDRESS)
        assert joining.url == f"http://{ADDRESS}:{port}/"
        assert await asyncio.to_thread(asked, port) == 200
        assert await asyncio.to_thread(asked, port, host="evil.example") == 421
        await joining.close()
        await joining.close()
        assert joining.url == f"http://127.0.0.1:{port}/"
        with pytest.raises(ConnectionRefusedError):
            await asyncio.to_thread(asked, port)

    asyncio.run(evening())


@dataclass(frozen=True, kw_only=True)
class Evenings:
    """One umpire, started again and again."""

    folder: Path
    port: int

    @asynccontextmanager
    async def running(
        self, *, port: int | None = None, address: str = ADDRESS, keeps: bool = True
    ) -> AsyncIterator[FastAPI]:
        grants = self.folder / "grants.json" if keeps else None
        app, joining = app_at(port or self.port, self.folder, grants=grants, address=address)
        async with app.router.lifespan_context(app):
            yield app
        assert joining.address == ""

    async def begun(self, *, keeps: bool = True) -> tuple[str, str]:
        """An evening on which one player was let in: their grant, and its token."""
        async with self.running(keeps=keeps) as app:
            grant, token = app.state.grants.issue(AccessRole.PLAYER, battle="b", seat="Red")
            await app.state.joining.open(None)
        with pytest.raises(ConnectionRefusedError):
            await asyncio.to_thread(asked, self.port)
        return grant.id, token

    async def is_open(self, app: FastAPI) -> bool:
        await app.state.joining.come_back(app.state.grants)
        return bool(app.state.joining.address)


@pytest.fixture
def evenings(tmp_path: Path) -> Evenings:
    return Evenings(folder=tmp_path, port=free_port())


def test_a_phone_that_was_let_in_comes_back_after_a_restart(evenings: Evenings) -> None:
    async def evening() -> None:
        _, token = await evenings.begun()
        for _ in range(2):
            async with evenings.running() as app:
                for _ in range(200):
                    if app.state.joining.address:
                        break
                    await asyncio.sleep(0.05)
                shown = {"authorization": f"Bearer {token}"}
                assert await asyncio.to_thread(asked, evenings.port, "/api/v1/me", **shown) == 200
                assert await asyncio.to_thread(asked, evenings.port, "/api/v1/me") == 401

    asyncio.run(evening())


def test_what_the_host_has_stopped_stays_stopped_after_a_restart(evenings: Evenings) -> None:
    async def evening() -> None:
        await evenings.begun()
        async with evenings.running() as app:
            assert await evenings.is_open(app)
            await app.state.joining.close()
        async with evenings.running() as app:
            assert not await evenings.is_open(app)

    asyncio.run(evening())


@pytest.mark.parametrize("elsewhere", ["port", "address"])
def test_it_opens_by_itself_nowhere_else_and_then_no_more(
    evenings: Evenings, caplog: pytest.LogCaptureFixture, elsewhere: str
) -> None:
    is_port = elsewhere == "port"

    async def evening() -> None:
        await evenings.begun()
        other = {"port": free_port()} if is_port else {"address": "192.0.2.7"}
        async with evenings.running(**other) as app:
            assert not await evenings.is_open(app)
        async with evenings.running() as app:
            assert not await evenings.is_open(app)

    asyncio.run(evening())
    said = "" if is_port else "expected one of this computer's own"
    assert said in "".join(caplog.messages)
    assert len(caplog.messages) == (0 if is_port else 1)


@pytest.mark.parametrize("is_killed", [False, True])
def test_it_opens_by_itself_for_nobody_who_was_let_in_later(
    evenings: Evenings, *, is_killed: bool
) -> None:
    kept = evenings.folder / "joining.json"

    async def evening() -> None:
        grant, _ = await evenings.begun()
        async with evenings.running() as app:
            assert await evenings.is_open(app)
            app.state.grants.revoke(grant)
        async with evenings.running() as app:
            assert not await evenings.is_open(app)
            app.state.grants.issue(AccessRole.PLAYER, battle="b", seat="Red")
            left = kept.read_bytes() if kept.exists() else b""
        if is_killed and left:
            kept.write_bytes(left)
        async with evenings.running() as app:
            assert not await evenings.is_open(app)

    asyncio.run(evening())


def test_one_that_could_not_be_opened_elsewhere_stays_closed_after_a_restart(
    evenings: Evenings,
) -> None:
    async def evening() -> None:
        await evenings.begun()
        async with evenings.running() as app:
            joining = app.state.joining
            assert await evenings.is_open(app)
            joining.addresses = lambda: ("192.0.2.7",)
            with pytest.raises(NoNetworkError, match="cannot be had"):
                await joining.open(None)
        async with evenings.running() as app:
            assert not await evenings.is_open(app)

    asyncio.run(evening())


def test_where_it_cannot_be_kept_that_it_stays_closed_the_host_is_told(
    evenings: Evenings, caplog: pytest.LogCaptureFixture
) -> None:
    async def evening() -> None:
        (evenings.folder / "joining.json").mkdir()
        async with evenings.running() as app:
            assert not await evenings.is_open(app)

    asyncio.run(evening())
    assert "the network may open by itself at the next start" in caplog.messages[0]


def test_where_grants_are_not_kept_nothing_opens_by_itself(evenings: Evenings) -> None:
    async def evening() -> None:
        await evenings.begun(keeps=False)
        assert not list(evenings.folder.glob("*.json"))
        async with evenings.running(keeps=False) as app:
            assert not await evenings.is_open(app)

    asyncio.run(evening())


@pytest.mark.parametrize("content", [b"", b"[]", b'{"format": "paper-umpire/joining/1"}', b"\xff"])
def test_a_file_that_cannot_be_read_opens_nothing(evenings: Evenings, content: bytes) -> None:
    async def evening() -> None:
        await evenings.begun()
        (evenings.folder / "joining.json").write_bytes(content)
        async with evenings.running() as app:
            assert not await evenings.is_open(app)

    asyncio.run(evening())


def test_a_port_that_is_taken_is_said_so(tmp_path: Path) -> None:
    with socket.create_server((ADDRESS, 0)) as other:
        port = int(other.getsockname()[1])
        _, joining = app_at(port, tmp_path)
        with pytest.raises(NoNetworkError, match="cannot be had"):
            asyncio.run(joining.open(None))
        assert joining.address == ""


def test_a_computer_in_no_network_is_told_so(tmp_path: Path) -> None:
    parts = app_at(free_port(), tmp_path)[0].state
    joining, door = parts.joining, parts.phones
    joining.addresses = tuple
    # What phones cannot come in by is of no use to their door.
    door.addresses = lambda: ("192.0.2.7",)
    with pytest.raises(NoNetworkError, match="in no network: join one"):
        asyncio.run(joining.open(None))
    with pytest.raises(NoNetworkError, match="no address of a home network"):
        asyncio.run(door.open())


@pytest.mark.parametrize("address", ["198.51.100.1", "0.0.0.0", "localhost", "::", "x" * 45])
def test_only_an_address_of_this_computer_is_opened(tmp_path: Path, address: str) -> None:
    with served(FixedTable(TABLE), tmp_path) as server:
        told = problem(server.post("/api/v1/joining", {"address": address}), 409)
        assert "expected one of this computer's own" in told["detail"]
        assert closed(server)["addresses"] == ["192.0.2.7"]


def closed(server: Served) -> dict[str, Any]:
    told: dict[str, Any] = server.get("/api/v1/joining").json()
    assert (told["open"], told["address"]) == (False, "")
    return told


def test_the_addresses_of_this_computer_can_be_reached_from_others() -> None:
    assert all(not each.startswith("127.") for each in own_addresses())
