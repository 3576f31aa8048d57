"""No guest can take so much that there is nothing left for the others."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from api.access.body import MOST_BYTES
from api.access.grants import AccessRole, TokenHolder
from api.access.guard import SHARING, Guard
from api.access.hosts import Hosts
from api.access.rate import Rates
from api.access.share import MOST_AT_ONCE, MOST_PHOTOGRAPHS
from api.app import REQUESTS_AT_ONCE
from api.roller import MOST_OPEN_OF_ONE, OPEN_SECONDS
from api.routes.page import PARTS
from api.tables.hand import HandTable
from tests.api.server.serving import PORT, Clock, Served, problem, served
from tests.api.server.test_playing import BATTLE, path, seen


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Served]:
    with served(HandTable(seen()), tmp_path) as found:
        assert found.post("/api/v1/battles", BATTLE).status_code == 201
        yield found


def promised(server: Served, token: str) -> Any:
    return server.post(path("/dice"), {"count": 1}, token=token)


def test_promises_of_one_leave_room_for_those_of_others(server: Served) -> None:
    red, blue = (server.invite("battle1", seat) for seat in ("Red", "Blue"))
    for _ in range(MOST_OPEN_OF_ONE):
        assert promised(server, red).status_code == 201
    told = problem(promised(server, red), 429)
    assert f"you have {MOST_OPEN_OF_ONE} promised rolls waiting" in told["detail"]
    assert promised(server, blue).status_code == 201
    assert promised(server, server.host).status_code == 201
    server.clock.seconds += OPEN_SECONDS + 1
    assert promised(server, red).status_code == 201
    assert len(server.get(path("/dice")).json()["promised"]) == 1


def test_a_promise_that_has_ended_is_not_rolled(server: Served) -> None:
    digest = promised(server, server.host).json()["digest"]
    server.clock.seconds += OPEN_SECONDS + 1
    body = {"id": "roll-0001", "seat": "Red", "field": "die", "command": {"kind": "roll"}}
    told = problem(server.post(path(f"/dice/{digest}/roll"), body), 422)
    assert "a promised roll that was not rolled yet" in told["detail"]


def test_a_flood_without_a_token_slows_nobody_down_who_has_one(tmp_path: Path) -> None:
    rates = Rates(per_second=1, burst=5, clock=lambda: 0.0)
    with served(HandTable(seen()), tmp_path, rates=rates) as server:
        invented = [server.get("/healthz", token=f"x{n}").status_code for n in range(100)]
        assert invented[-1] == 429
        # From the same address, as behind the same hotspot.
        assert server.get("/api/v1/table").status_code == 200


@pytest.mark.long
def test_the_pages_of_many_come_whole_at_the_same_moment_from_behind_one_address(
    tmp_path: Path,
) -> None:
    """One file that is refused, and a page never begins."""
    rates = Rates(per_second=0, burst=REQUESTS_AT_ONCE, clock=lambda: 0.0)
    files = [f"/{name}" for name in PARTS if not name.endswith(".html")]
    with served(HandTable(seen()), tmp_path, rates=rates) as server:
        told = {server.get(name, token="").status_code for _ in range(8) for name in files}
        assert told == {200}


def asked_at_once(role: AccessRole, *, most: int, path: str = "/x") -> list[int]:
    """What a caller is answered who asks more at once than is allowed, and waits for nothing."""
    told: list[int] = []
    going = asyncio.Event()

    async def slow(_scope: Any, _receive: Any, send: Any) -> None:
        await going.wait()
        await send({"type": "http.response.start", "status": 200, "headers": []})

    async def send(message: Any) -> None:
        if message["type"] == "http.response.start":
            told.append(message["status"])

    async def receive() -> Any:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def ask() -> None:
        guard = Guard(
            slow,
            hosts=Hosts(PORT),
            rates=Rates(per_second=0, burst=1000, clock=lambda: 0.0),
            pages=frozenset(),
            who=lambda token: TokenHolder(role=role, grant=token),
        )

        def scope(token: bytes) -> Any:
            names = {b"host": f"127.0.0.1:{PORT}".encode(), b"authorization": b"Bearer " + token}
            return {"type": "http", "method": "POST", "path": path, "headers": list(names.items())}

        greedy = [asyncio.create_task(guard(scope(b"a"), receive, send)) for _ in range(most + 3)]
        other = asyncio.create_task(guard(scope(b"b"), receive, send))
        await asyncio.sleep(0)
        going.set()
        await asyncio.gather(*greedy, other)

    asyncio.run(ask())
    return sorted(told)


def test_one_token_has_few_requests_under_way_at_once() -> None:
    most = MOST_AT_ONCE
    assert asked_at_once(AccessRole.PLAYER, most=most) == [200] * (most + 1) + [429] * 3
    # The host's page is not slowed down by what the host asks for.
    assert asked_at_once(AccessRole.HOST, most=most) == [200] * (most + 4)
    # Files of a page are asked for by nobody yet: by several browsers behind one address.
    assert asked_at_once(AccessRole.NOBODY, most=most) == [200] * (most + 4)
    most *= SHARING
    assert asked_at_once(AccessRole.NOBODY, most=most) == [200] * most + [429] * 4


@pytest.mark.parametrize("role", [AccessRole.HOST, AccessRole.PLAYER])
def test_one_token_has_few_photographs_read_at_once(role: AccessRole) -> None:
    most = MOST_PHOTOGRAPHS
    told = asked_at_once(role, most=most, path=path("/drawn-sheet/readings"))
    assert told == [200] * (most + 1) + [429] * 3


def test_what_is_large_is_taken_from_the_host_alone(server: Served) -> None:
    red = server.invite("battle1", "Red")
    large = b"[" + b" " * MOST_BYTES + b"]"
    json = {"content-type": "application/json"}
    jpeg = {"content-type": "image/jpeg"}
    for token, status in ((red, 413), ("", 413), (server.host, 422)):
        answer = server.ask("PUT", "/api/v1/table", headers=json, token=token, content=large)
        problem(answer, status)
    problem(
        server.ask("POST", path("/drawn-sheet/readings"), headers=jpeg, token=red, content=large),
        413,
    )


def test_tokens_stay_in_force_when_somebody_sets_the_clock(tmp_path: Path) -> None:
    steady = Clock(seconds=0.0)
    with served(HandTable(seen()), tmp_path, steady=steady) as server:
        server.post("/api/v1/battles", BATTLE)
        red = server.invite("battle1", "Red")
        for jump in (3 * 86_400, -9 * 86_400, 500 * 86_400):
            server.clock.seconds += jump
            assert server.get("/api/v1/me", token=red).json()["role"] == "player"
        steady.seconds += 23 * 3600
        server.clock.seconds += 23 * 3600
        assert server.get("/api/v1/me", token=red).json()["role"] == "player"
        # A clock that is set back makes nothing last longer.
        server.clock.seconds -= 10 * 3600
        steady.seconds += 3600
        server.clock.seconds += 3600
        problem(server.get("/api/v1/me", token=red), 401)


def test_a_clock_that_was_set_is_kept_over_a_restart(tmp_path: Path) -> None:
    keep, steady, clock = tmp_path / "grants.json", Clock(seconds=0.0), Clock()
    with served(HandTable(seen()), tmp_path, steady=steady, grants=keep, clock=clock) as server:
        server.post("/api/v1/battles", BATTLE)
        red = server.invite("battle1", "Red")
        clock.seconds += 3 * 86_400
        assert server.get("/api/v1/me", token=red).json()["role"] == "player"
    with served(HandTable(seen()), tmp_path, grants=keep, clock=clock) as server:
        assert server.get("/api/v1/me", token=red).json()["role"] == "player"
        clock.seconds += 86_400
        problem(server.get("/api/v1/me", token=red), 401)
