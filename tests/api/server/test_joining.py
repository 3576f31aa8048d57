"""Other computers are answered only while the host lets players join."""

import asyncio
import socket
import sys
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI

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


def app_at(port: int, folder: Path) -> tuple[FastAPI, Joining]:
    around = BattleSurroundings(
        folder=folder,
        games=counting_games,
        table=lambda: TABLE,
        now=lambda: "2026-11-21T19:00:00Z",
        umpire_version="test",
    )
    parts = Parts(
        table=FixedTable(TABLE), hosts=Hosts(port), around=around, addresses=lambda: (ADDRESS,)
    )
    app = create_app(parts)
    joining: Joining = app.state.joining
    return app, joining


def asked(port: int, **headers: str) -> int:
    connection = HTTPConnection(ADDRESS, port, timeout=60)
    try:
        connection.request("GET", "/healthz", headers=headers)
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
