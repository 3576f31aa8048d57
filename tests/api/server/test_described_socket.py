"""The live socket says what its description says, message by message."""

import json
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from starlette.datastructures import State
from starlette.testclient import WebSocketTestSession
from starlette.websockets import WebSocketDisconnect

from api.errors import ExitCode, UserError
from api.files.table_file import parse_snapshot
from api.rolling.asked import OpenRoll
from api.rolling.told import roll_told
from api.shapes.socket import CLOSING, TOLD
from api.tables.hand import HandTable
from api.tables.source import FixedTable
from rules.referee.toolkit.game import Template
from rules.table.snapshot import Snapshot
from tests.api.server.held_to import Schemas
from tests.api.server.serving import ADDRESS, LIVE, Served, served
from tests.api.server.test_playing import BATTLE, path, roll
from tests.api.umpire import disc, table
from tests.rules.referee.counting_game import COUNTING
from vision.dice.roll_watch import RollPhase, WatchedRoll


class Unreadable(FixedTable):
    """A table that somebody else keeps, in a file that is spoiled."""

    def latest(self) -> Snapshot:
        raise UserError("the table cannot be read", ExitCode.CANNOT_SEE)


def laid() -> Snapshot:
    return parse_snapshot(json.dumps(table(disc("C1", 10, 10))), origin="test")


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Served]:
    with served(HandTable(laid()), tmp_path) as found:
        found.post("/api/v1/battles", BATTLE)
        yield found


def live(server: Served) -> WebSocketTestSession:
    return server.client.websocket_connect(LIVE, headers={"origin": ADDRESS})


def until(socket: WebSocketTestSession, kind: str) -> list[dict[str, Any]]:
    heard: list[dict[str, Any]] = [socket.receive_json()]
    while heard[-1]["type"] != kind:
        heard.append(socket.receive_json())
    return heard


def faults(server: Served, message: dict[str, Any]) -> list[str]:
    described = server.get("/api/v1/asyncapi.json").json()
    payload = described["components"]["messages"][message["type"]]["payload"]
    return list(Schemas(described).faults(message, payload, message["type"]))


async def tell_tray(state: State) -> None:
    roll = OpenRoll(key="", seat="Red", ask=1, count=2, kind="roll", parts=(), after=0)
    told = roll_told(roll, WatchedRoll(phase=RollPhase.OPEN), held=False, accepts_in_s=None)
    state.hub.tell_tray(await state.shelf.session("battle1"), told)


def test_every_message_is_as_it_is_described(server: Served) -> None:
    heard: list[dict[str, Any]] = []
    with live(server) as host:
        host.send_json(
            {"type": "hello", "token": server.host, "battle": "battle1", "options": True}
        )
        heard += until(host, "options")
        red = server.invite("battle1", "Red")
        heard += until(host, "seats")
        with live(server) as phone:
            phone.send_json({"type": "hello", "token": red})
            phone.send_json({"type": "hold", "piece": "C1"})
            heard += until(host, "held")
        roll(server, 3, name="phone-0001", seat="Blue")
        body = {"id": "phone-0002", "command": {"kind": "roll", "die": 3}}
        server.post(path("/commands"), body, token=red)
        heard += until(host, "event")
        server.ask("PUT", "/api/v1/table/pieces/C1?battle=battle1", json={"x_in": 12})
        heard += until(host, "table")
        host.send_json({"type": "ping"})
        heard += until(host, "pong")
        assert server.client.portal is not None
        server.client.portal.call(tell_tray, server.app.state)
        heard += until(host, "tray")
        server.app.state.table.switch(Unreadable(laid()))
        with live(server) as late:
            late.send_json({"type": "hello", "token": red, "after": 1})
            heard += until(late, "no_table")
    with live(server) as nobody:
        nobody.send_json({"type": "hello", "token": "x" * 22})
        heard.append(nobody.receive_json())
        with pytest.raises(WebSocketDisconnect) as end:
            nobody.receive_json()
    assert end.value.code in CLOSING
    assert {each["type"] for each in heard} == set(TOLD)
    assert [fault for each in heard for fault in faults(server, each)] == []


def test_a_message_with_a_field_too_many_would_be_found(server: Served) -> None:
    assert faults(server, {"type": "pong"}) == []
    assert faults(server, {"type": "pong", "why": ""}) == ["pong.why: nothing is described here"]
    assert faults(server, {"type": "welcome"}) != []


def test_options_are_told_once_for_each_change_and_to_players_alone(server: Served) -> None:
    red = server.invite("battle1", "Red")
    with live(server) as socket:
        socket.send_json({"type": "hello", "token": red, "options": True})
        (options,) = [each for each in until(socket, "options") if each["type"] == "options"]
        asked = server.get(path("/options"), token=red).json()
        assert options["seats"] == [{"seat": "Red", "options": asked}]
        assert options["proposals"] == server.get(path("/proposals")).json()
        body = {"id": "phone-0001", "command": {"kind": "roll", "die": 3}}
        server.post(path("/commands"), body, token=red)
        after = until(socket, "options")[-1]
        assert after["last"] == server.get(path()).json()["last"] > options["last"]
        assert after["seats"][0]["options"] == server.get(path("/options"), token=red).json()
    with live(server) as socket:
        token = server.invite("battle1")
        socket.send_json({"type": "hello", "token": token, "options": True})
        assert socket.receive_json()["problem"]["type"].endswith(":not-allowed")
        with pytest.raises(WebSocketDisconnect) as end:
            socket.receive_json()
    assert end.value.code == 4403


def test_it_is_told_that_something_was_taken_back_until_somebody_acts_again(
    server: Served,
) -> None:
    def acts(name: str, seat: str, **command: object) -> None:
        body = {"id": name, "seat": seat, "command": command}
        assert server.post(path("/commands"), body).json()["accepted"], command

    with live(server) as host:
        host.send_json(
            {"type": "hello", "token": server.host, "battle": "battle1", "options": True}
        )
        told = [until(host, "options")[-1]["put_back"]]
        acts("phone-0001", "Red", kind="roll", die=3)
        told.append(until(host, "options")[-1]["put_back"])
        acts("phone-0002", "Red", kind="take_back", entry="e1")
        told.append(until(host, "options")[-1]["put_back"])
        (asked,) = server.get(path()).json()["view"]["asks"]
        acts("phone-0003", "Blue", kind="agree", ask=asked["ask"])
        told.append(until(host, "options")[-1]["put_back"])
        acts("phone-0004", "Red", kind="roll", die=3)
        told.append(until(host, "options")[-1]["put_back"])
    assert told == [False, False, False, True, False]


def test_a_host_is_told_of_every_seat_that_has_no_player(server: Served) -> None:
    with live(server) as host:
        host.send_json(
            {"type": "hello", "token": server.host, "battle": "battle1", "options": True}
        )
        told = until(host, "options")[-1]
        assert [each["seat"] for each in told["seats"]] == ["Red", "Blue"]
        server.invite("battle1", "Red")
        told = until(host, "options")[-1]
        assert [each["seat"] for each in told["seats"]] == ["Blue"]


def test_a_piece_that_moves_changes_what_may_be_asked_for(server: Served) -> None:
    with live(server) as host:
        host.send_json(
            {"type": "hello", "token": server.host, "battle": "battle1", "options": True}
        )
        assert until(host, "options")[-1]["proposals"] == []
        # Right of 20 in the camera's game proposes that the counter was moved.
        server.ask("PUT", "/api/v1/table/pieces/C1?battle=battle1", json={"x_in": 22})
        assert until(host, "options")[-1]["proposals"] != []


def test_a_game_that_fails_to_offer_anything_breaks_no_line(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: object) -> tuple[Template, ...]:
        raise ZeroDivisionError

    game = replace(COUNTING, options=broken)
    with served(HandTable(laid()), tmp_path, games=lambda: {game.slug: game}) as server:
        server.post("/api/v1/battles", BATTLE)
        with live(server) as host:
            host.send_json(
                {"type": "hello", "token": server.host, "battle": "battle1", "options": True}
            )
            until(host, "start")
            roll(server, 3, name="phone-0001")
            until(host, "state")
            heard = []
            # What is offered is looked at in a thread of its own, and nobody waits for it.
            for _ in range(200):
                host.send_json({"type": "ping"})
                heard += [each["type"] for each in until(host, "pong")]
                if "ZeroDivisionError" in caplog.text:
                    break
                time.sleep(0.05)
            assert "options" not in heard
    assert "ZeroDivisionError" in caplog.text
