"""What the live socket tells, how it fills gaps, and when it ends."""

import asyncio
import json
from collections.abc import Iterator
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import WebSocketTestSession
from starlette.websockets import WebSocketDisconnect

from api.access.grants import AccessRole, TokenHolder
from api.files.table_file import parse_snapshot
from api.live.hub import (
    MOST_OF_ONE_CALLER,
    MOST_OF_ONE_TOKEN,
    MOST_SOCKETS,
    CrowdedError,
    Hub,
)
from api.live.subscription import Subscription
from api.live.watcher import MOST_EVENTS, Watcher
from api.tables.hand import HandTable
from api.tables.source import FixedTable
from tests.api.server.serving import ADDRESS, LIVE, PORT, Served, served
from tests.api.server.test_playing import BATTLE, path, roll
from tests.api.umpire import disc, table
from tests.rules.referee.counting_game import TABLE


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Served]:
    first = parse_snapshot(json.dumps(table(disc("C1", 10, 10))), origin="test")
    with served(HandTable(first), tmp_path) as found:
        found.post("/api/v1/battles", BATTLE)
        yield found


def live(server: Served) -> WebSocketTestSession:
    return server.client.websocket_connect(LIVE, headers={"origin": ADDRESS})


def hello(socket: WebSocketTestSession, token: str, **more: Any) -> dict[str, Any]:
    socket.send_json({"type": "hello", "token": token, **more})
    found: dict[str, Any] = socket.receive_json()
    return found


def until(socket: WebSocketTestSession, kind: str) -> list[dict[str, Any]]:
    heard: list[dict[str, Any]] = [socket.receive_json()]
    while heard[-1]["type"] != kind:
        heard.append(socket.receive_json())
    return heard


def ended(socket: WebSocketTestSession) -> int:
    try:
        while True:
            socket.receive_json()
    except WebSocketDisconnect as end:
        return int(end.code)


def test_it_begins_with_everything_and_goes_on_with_what_changes(server: Served) -> None:
    red = server.invite("battle1", "Red")
    with live(server) as socket:
        assert hello(socket, red) == {
            "type": "welcome",
            "role": "player",
            "battle": "battle1",
            "seat": "Red",
        }
        start = socket.receive_json()
        assert start["table"]["pieces"][0]["id"] == "C1"
        assert start["state"]["view"]["state"]["your_turn"]
        body = {"id": "phone-001", "command": {"kind": "roll", "die": 3}}
        assert server.post(path("/commands"), body, token=red).json()["accepted"]
        heard = until(socket, "state")
        assert [each["event"]["sequence"] for each in heard[:-1]] == [1, 2]
        assert not heard[-1]["state"]["view"]["state"]["your_turn"]
        server.ask("PUT", "/api/v1/table/pieces/C1?battle=battle1", json={"x_in": 12})
        assert until(socket, "table")[-1]["table"]["pieces"][0]["pose"]["x_in"] == 12


def test_what_was_missed_is_told_after_a_gap(server: Served) -> None:
    spectator = server.invite("battle1")
    for number in range(3):
        roll(server, 1, name=f"phone-00{number}", seat=("Red", "Blue")[number % 2])
    for after, told in ((-1, range(7)), (2, range(3, 7)), (6, range(0))):
        with live(server) as socket:
            hello(socket, spectator, after=after)
            heard = until(socket, "table")
            found = [each["event"]["sequence"] for each in heard if each["type"] == "event"]
            assert found == list(told)
            assert [each["type"] for each in heard][-2:] == ["state", "table"]
    with live(server) as socket:
        # From the future, as after a battle was recovered: begin anew.
        hello(socket, spectator, after=99)
        assert socket.receive_json()["type"] == "start"


def test_a_kick_ends_the_socket_at_once(server: Served) -> None:
    red, blue = server.invite("battle1", "Red"), server.invite("battle1", "Blue")
    grants = {each["seat"]: each["grant"] for each in server.get(path("/grants")).json()}
    with live(server) as mine, live(server) as other:
        hello(mine, red)
        hello(other, blue)
        server.ask("DELETE", f"/api/v1/grants/{grants['Red']}")
        assert ended(mine) == 4401
        other.send_json({"type": "ping"})
        assert until(other, "pong")
        # The token is worth nothing any more.
        with live(server) as again:
            assert hello(again, red)["problem"]["status"] == 401


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"origin": "null"},
        {"origin": "http://evil.example"},
        {"origin": f"http://127.0.0.1:{PORT + 1}"},
        {"origin": f"https://127.0.0.1:{PORT}"},
        {"origin": f"{ADDRESS}.evil.example"},
        {"origin": f"http://evil.example/{ADDRESS}"},
        {"origin": ADDRESS, "host": "evil.example"},
        {"origin": ADDRESS, "sec-fetch-site": "cross-site"},
    ],
)
def test_a_foreign_page_gets_no_socket(server: Served, headers: dict[str, str]) -> None:
    with (
        pytest.raises(WebSocketDisconnect),
        server.client.websocket_connect(LIVE, headers=headers) as socket,
    ):
        socket.receive_json()


@pytest.mark.parametrize(
    "said",
    [
        "",
        "hello",
        "[]",
        "{}",
        '{"type": "ping"}',
        '{"type": "hello"}',
        '{"type": "hello", "token": 7}',
        '{"type": "hello", "token": NaN}',
        '{"type": "hello", "token": "x", "colour": 1}',
        '{"type": "hello", "token": "x", "token": "y"}',
        '{"type": "hello", "token": "x", "after": -2}',
        json.dumps({"type": "hello", "token": "x" * 65}),
        "[" * 3000,
        "x" * 5000,
    ],
)
def test_what_is_no_hello_ends_the_socket_with_a_problem(server: Served, said: str) -> None:
    with live(server) as socket:
        socket.send_text(said)
        assert socket.receive_json()["problem"]["status"] == 400
        assert ended(socket) == 4400


@pytest.mark.parametrize("said", ['{"type": "sing"}', '{"type": "ping", "more": 1}', "[1]", "{"])
def test_only_a_ping_is_said_after_the_hello(server: Served, said: str) -> None:
    with live(server) as socket:
        hello(socket, server.host)
        socket.send_text(said)
        assert ended(socket) == 4400


def test_a_flood_of_words_ends_the_socket(server: Served) -> None:
    with live(server) as socket:
        hello(socket, server.host)
        for _ in range(40):
            socket.send_json({"type": "ping"})
        assert ended(socket) == 4429


def test_there_is_an_end_to_watchers() -> None:
    hub = Hub(FixedTable(TABLE))

    tokens = count(1)

    def seen(caller: str, *, role: AccessRole = AccessRole.PLAYER, token: str = "") -> Subscription:
        holder = TokenHolder(role=role, grant=token or f"{next(tokens)}")
        return Subscription(watcher=Watcher(), identity=holder, caller=caller)

    async def crowd() -> None:
        leaving = [hub.add(seen("a")) for _ in range(MOST_OF_ONE_CALLER)]
        with pytest.raises(CrowdedError):
            hub.add(seen("a"))
        more = [hub.add(seen("b")) for _ in range(MOST_SOCKETS - MOST_OF_ONE_CALLER)]
        with pytest.raises(CrowdedError):
            hub.add(seen("c"))
        leaving[0]()
        leaving[0]()
        hub.add(seen("a"))
        with pytest.raises(CrowdedError):
            hub.add(seen("c"))
        # Guests, however many, never keep the host out.
        hub.add(seen("a", role=AccessRole.HOST))
        more[0]()
        more[1]()
        hub.add(seen("c"))
        leaving[1]()

    async def greedy() -> None:
        other = Hub(FixedTable(TABLE))
        for _ in range(MOST_OF_ONE_TOKEN):
            other.add(seen("a", token="x"))
        with pytest.raises(CrowdedError):
            other.add(seen("b", token="x"))
        other.add(seen("a", token="y"))

    asyncio.run(crowd())
    asyncio.run(greedy())


# --- what waits for a slow client ----------------------------------------------------------------


def drained(watcher: Watcher) -> list[str]:
    return asyncio.run(watcher.next())


def test_of_positions_only_the_latest_waits() -> None:
    watcher = Watcher()
    for number in range(1000):
        watcher.put("table", partial("table {}".format, number))
    assert drained(watcher) == ["table 999"]


def test_events_wait_in_order_before_the_state_they_lead_to() -> None:
    watcher = Watcher()
    watcher.put("state", lambda: "state")
    for number in range(MOST_EVENTS):
        watcher.tell(f"event {number}", otherwise=lambda: "start")
    assert drained(watcher) == [*(f"event {number}" for number in range(MOST_EVENTS)), "state"]


def test_too_many_events_become_a_new_start() -> None:
    watcher = Watcher()
    for number in range(MOST_EVENTS + 50):
        watcher.tell(f"event {number}", otherwise=lambda: "start")
    assert (drained(watcher), watcher.lost_count) == (["start"], 1)
    watcher.tell("event", otherwise=lambda: "start")
    assert drained(watcher) == ["event"]
