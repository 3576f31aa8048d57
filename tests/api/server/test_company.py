"""Who is there is told as it changes, and a piece that somebody drags is nobody else's to move."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import WebSocketTestSession

from api.files.table_file import parse_snapshot
from api.live.company import HeldPiece, held_text
from api.tables.hand import HandTable
from tests.api.server.serving import ADDRESS, LIVE, Served, problem, served
from tests.api.server.test_live import ended, hello, live, until
from tests.api.server.test_own_pieces import WANTED, put
from tests.api.umpire import disc, table


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Served]:
    laid = parse_snapshot(
        json.dumps(table(disc("C1", 5, 5), disc("C2", 7, 5), disc("X", 9, 9))), origin="test"
    )
    with served(HandTable(laid), tmp_path) as found:
        yield found


def begun(server: Served) -> str:
    return str(server.post("/api/v1/battles", WANTED).json()["id"])


def here(message: dict[str, Any]) -> dict[str, bool]:
    return {each["name"]: each["here"] for each in message["seats"]}


def takes(socket: WebSocketTestSession, piece: str) -> None:
    socket.send_json({"type": "hold", "piece": piece})


def heard(socket: WebSocketTestSession) -> list[dict[str, Any]]:
    socket.send_json({"type": "ping"})
    return until(socket, "pong")


def held(socket: WebSocketTestSession) -> dict[str, str]:
    found: dict[str, str] = until(socket, "held")[-1]["pieces"]
    return found


def test_who_comes_and_goes_is_told_to_the_others_without_asking(server: Served) -> None:
    battle = begun(server)
    guest, watcher = server.invite(battle, "Guest"), server.invite(battle)
    with live(server) as socket:
        hello(socket, watcher)
        with live(server) as phone:
            hello(phone, guest)
            told = until(socket, "seats")[-1]
            assert here(told) == {"Host": False, "Guest": True}
            assert told["seats"] == server.get(f"/api/v1/battles/{battle}/seats").json()
            with live(server) as second:
                hello(second, guest)
                assert {each["type"] for each in heard(second)} <= {"start", "pong"}
            # A second page of the same seat that closes leaves the seat where it is.
            assert "seats" not in {each["type"] for each in heard(socket)}
        assert here(until(socket, "seats")[-1]) == {"Host": False, "Guest": False}


def test_the_host_is_here_at_every_seat_that_nobody_else_has(server: Served) -> None:
    battle = begun(server)
    guest = server.invite(battle, "Guest")
    with live(server) as phone:
        hello(phone, guest)
        with live(server) as desk:
            hello(desk, server.host, battle=battle)
            assert here(until(phone, "seats")[-1]) == {"Host": True, "Guest": True}
        assert here(until(phone, "seats")[-1]) == {"Host": False, "Guest": True}


def test_those_whom_the_host_has_left_for_another_battle_are_told(server: Served) -> None:
    first, second = begun(server), begun(server)
    guest = server.invite(first, "Guest")
    with live(server) as phone:
        hello(phone, guest)
        with live(server) as desk:
            hello(desk, server.host, battle=first)
            assert until(phone, "seats")[-1]["host_elsewhere"] is False
        assert until(phone, "seats")[-1]["host_elsewhere"] is False
        with live(server) as desk:
            hello(desk, server.host, battle=second)
            assert until(phone, "seats")[-1]["host_elsewhere"] is True
            # Whoever comes later is told as well, and a page of the host here brings the host back.
            with live(server) as late:
                hello(late, server.invite(first))
                assert until(late, "seats")[-1]["host_elsewhere"] is True
                with live(server) as back:
                    hello(back, server.host, battle=first)
                    assert until(late, "seats")[-1]["host_elsewhere"] is False
        while until(phone, "seats")[-1]["host_elsewhere"]:
            pass


def test_the_first_of_two_holds_a_piece_and_the_other_sees_who(server: Served) -> None:
    battle = begun(server)
    guest = server.invite(battle, "Guest")
    with live(server) as host, live(server) as phone:
        hello(host, server.host, battle=battle, seat="Host")
        hello(phone, guest)
        takes(phone, "C2")
        assert held(host) == {"C2": "Guest"}
        takes(host, "C2")
        assert held(host) == {"C2": "Guest"}
        refused = problem(put(server, battle, "C2", token=server.host), 409)
        assert refused["type"].endswith(":in-hand")
        assert refused["detail"] == "Guest has C2 in hand"
        by_table = server.ask("PUT", f"/api/v1/table/pieces/C2?battle={battle}", json={"x_in": 3})
        assert problem(by_table, 409)["type"].endswith(":in-hand")
        assert put(server, battle, "C2", token=guest).status_code == 200
        takes(phone, "")
        assert held(host) == {}
        assert put(server, battle, "C2", token=server.host).status_code == 200


def test_a_hold_ends_with_its_connection(server: Served) -> None:
    battle = begun(server)
    guest = server.invite(battle, "Guest")
    with live(server) as host:
        hello(host, server.host, battle=battle)
        with live(server) as phone:
            hello(phone, guest)
            takes(phone, "C2")
            assert held(host) == {"C2": "Guest"}
        assert held(host) == {}
        takes(host, "C1")
        with live(server) as late:
            hello(late, guest)
            assert held(late) == {"C1": ""}


def test_nobody_holds_what_is_not_theirs(server: Served) -> None:
    battle = begun(server)
    guest, watcher = server.invite(battle, "Guest"), server.invite(battle)
    with live(server) as host, live(server) as phone:
        hello(host, server.host, battle=battle)
        hello(phone, guest)
        for piece in ("C1", "X", "nothing"):
            takes(phone, piece)
        assert "held" not in {each["type"] for each in heard(phone) + heard(host)}
        assert put(server, battle, "C1", token=server.host).status_code == 200
    with server.client.websocket_connect(LIVE, headers={"origin": ADDRESS}) as socket:
        hello(socket, watcher)
        takes(socket, "C1")
        assert ended(socket) == 4403


def test_what_was_only_dragged_is_put_back_without_asking_anybody(server: Served) -> None:
    battle = begun(server)
    guest = server.invite(battle, "Guest")

    def there() -> Any:
        found = server.get("/api/v1/table", params={"battle": battle}).json()["pieces"]
        return next(each["pose"] for each in found if each["id"] == "C2")

    before, events = there(), server.get(f"/api/v1/battles/{battle}/events").json()
    assert put(server, battle, "C2", token=guest, x_in=20).status_code == 200
    assert there()["x_in"] == 20
    back = {name: before[name] for name in ("x_in", "y_in", "heading_deg")}
    assert put(server, battle, "C2", token=guest, **back).status_code == 200
    assert there()["x_in"] == before["x_in"]
    assert server.get(f"/api/v1/battles/{battle}/events").json() == events


def test_a_piece_that_may_not_be_seen_is_in_nobodys_hand() -> None:
    holds = {
        name: HeldPiece(by="Red", grant="g", connection=number)
        for number, name in enumerate(("open", "buried", "mine"), start=1)
    }
    told = json.loads(held_text(holds, connection=3, hidden=frozenset({"buried"})))
    assert told == {"type": "held", "pieces": {"open": "Red"}}
