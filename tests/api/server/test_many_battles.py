"""Many battles lie in one folder: none of them gets into the way of another."""

import os
from contextlib import closing
from pathlib import Path
from typing import Any

from api.battle_files.schema import connect
from api.battles.shelf import IDLE_SECONDS
from api.live.hub import PUT_AWAY
from api.routes.live import TOO_MANY
from api.tables.hand import HandTable
from rules.registry import games
from rules.table.snapshot import Snapshot
from tests.api.server.serving import ADDRESS, LIVE, Served, problem, served
from tests.api.server.test_playing import BATTLE, seen
from tests.api.web.browsing import DUEL

ROLL = {"kind": "roll", "die": 1}


def army(prefix: str, *, pieces: int = 3) -> dict[str, Any]:
    """A battle whose pieces have names of their own, and the same tags as any other army."""
    roster = [
        {
            "id": f"{prefix}{number}",
            "side": "red",
            "kind": "counter",
            "footprint": "disc 1",
            "tags": [number],
        }
        for number in range(1, pieces + 1)
    ]
    return {**BATTLE, "roster": roster}


def test_the_host_moves_pieces_beside_two_battles_of_different_armies(tmp_path: Path) -> None:
    with served(HandTable(seen()), tmp_path) as server:
        for prefix in ("A", "B"):
            assert server.post("/api/v1/battles", army(prefix)).status_code == 201
        place = {"x_in": 7.5, "y_in": 3}
        for piece in ("C1", "A2", "B2"):
            told = server.ask("PUT", f"/api/v1/table/pieces/{piece}", json=place)
            assert (told.status_code, told.json().get("id")) == (200, piece), told.text
        told = problem(server.ask("PUT", "/api/v1/table/pieces/Z9", json=place), 422)
        assert "a piece of the table or of the battle's roster" in told["detail"]


def test_a_battle_of_another_army_or_game_keeps_nobody_from_moving_a_piece(tmp_path: Path) -> None:
    """Ids and tags are each battle's own, whatever else lies in the folder."""
    with served(HandTable(seen()), tmp_path, games=games) as server:
        told = server.get("/api/v1/samples").json()
        begun = []
        for sample in (each["sample"] for each in told if each["pieces"]):
            answer = server.post(f"/api/v1/samples/{sample}/battle", {})
            assert answer.status_code == 201, answer.text
            begun.append(answer.json()["id"])
        for battle in begun:
            its = {"battle": battle}
            for each in server.get("/api/v1/table/pieces", params=its).json()[:2]:
                path = f"/api/v1/table/pieces/{each['id']}"
                told = server.ask("PUT", path, params=its, json={"x_in": 9, "y_in": 9})
                assert told.status_code == 200, told.text
                assert told.json()["footprint"] == each["footprint"]


def test_a_piece_that_several_armies_have_is_the_latest_ones(tmp_path: Path) -> None:
    with served(HandTable(seen()), tmp_path) as server:
        for size in ("1", "2"):
            wanted = army("A", pieces=1)
            wanted["roster"][0]["footprint"] = f"disc {size}"
            server.post("/api/v1/battles", wanted)
        place = {"x_in": 7.5, "y_in": 3}
        told = server.ask("PUT", "/api/v1/table/pieces/A1", json=place).json()
        assert told["footprint"] == {"disc": {"radius_in": 1}}


class _CountingTable(HandTable):
    """Counts how often somebody looks at it."""

    __slots__ = ("looks",)

    def __init__(self) -> None:
        super().__init__(seen())
        self.looks = 0

    def latest(self) -> Snapshot:
        self.looks += 1
        return super().latest()


def looks_at_a_move(folder: Path, *, battles: int) -> int:
    """How often the table is looked at for a move beside so many battles."""
    folder.mkdir()
    table = _CountingTable()
    with served(table, folder) as server:
        for _ in range(battles):
            assert server.post("/api/v1/battles", BATTLE).status_code == 201
        before = table.looks
        server.ask("PUT", "/api/v1/table/pieces/C1", json={"x_in": 21})
        # Looks at the table stand in each battle's queue before this, which is answered after it.
        for number in range(1, battles + 1):
            server.post(f"/api/v1/battles/battle{number}/resume", {})
        return table.looks - before


def test_a_move_costs_the_same_beside_one_battle_and_beside_many(tmp_path: Path) -> None:
    found = [looks_at_a_move(tmp_path / f"{many}", battles=many) for many in (1, 30)]
    assert found[0] == found[1]


def test_more_battles_than_may_be_open_are_opened_when_they_are_used(tmp_path: Path) -> None:
    with served(HandTable(seen()), tmp_path, most=3) as server:
        for number in range(1, 9):
            assert server.post("/api/v1/battles", BATTLE).status_code == 201
            os.utime(tmp_path / f"battle{number}.battle", (number, number))
        for _ in range(2):
            for number in range(1, 9):
                body = {"id": f"phone-{number:03}", "seat": "Red", "command": ROLL}
                told = server.post(f"/api/v1/battles/battle{number}/commands", body).json()
                assert told["events"][0]["id"] == "e1"
                assert len(locks(tmp_path)) <= 3
    assert locks(tmp_path) == []


def locks(folder: Path) -> list[Path]:
    return list(folder.glob("*.lock"))


def test_the_library_opens_nothing(tmp_path: Path) -> None:
    with served(HandTable(seen()), tmp_path) as server:
        for number in range(1, 8):
            server.post("/api/v1/battles", {**army(f"A{number}"), "name": f"Evening {number}"})
    (tmp_path / "letter.battle").write_bytes(b"Dear all, I am no battle.")
    os.utime(tmp_path / "battle7.battle", (2**31, 2**31))
    with served(HandTable(seen()), tmp_path) as server:
        # Only the one that was played last.
        server.get("/api/v1/battles/battle7")
        answer = server.get("/api/v1/library?limit=3&first=2")
        assert answer.headers["x-total-count"] == "7"
        told = answer.json()
        assert len(told["battles"]) == 3
        assert told["totals"]["players"]["Red"]["battles"] == 7
        assert [each["name"] for each in told["unreadable"]] == ["letter"]
        assert [each.stem for each in locks(tmp_path)] == ["battle7.battle"]
        # What is played now is told as it is now.
        body = {"id": "phone-001", "seat": "Red", "command": ROLL}
        server.post("/api/v1/battles/battle1/commands", body)
        told = server.get("/api/v1/library?text=evening 1").json()
        assert [(each["title"], each["events"]) for each in told["battles"]] == [("Evening 1", 3)]


def test_a_watcher_for_whom_there_is_no_room_is_told(tmp_path: Path) -> None:
    with served(HandTable(seen()), tmp_path, most=1) as server:
        for _ in range(2):
            server.post("/api/v1/battles", BATTLE)
        player = server.invite("battle1", "Red")
        hello = {"type": "hello", "token": server.host}
        headers = {"origin": ADDRESS}
        with (
            server.client.websocket_connect(LIVE, headers=headers) as first,
            server.client.websocket_connect(LIVE, headers=headers) as second,
        ):
            first.send_json({**hello, "battle": "battle2"})
            assert first.receive_json()["type"] == "welcome"
            problem(server.get("/api/v1/table", token=player), 409)
            second.send_json({**hello, "battle": "battle1"})
            assert second.receive_json()["problem"]["status"] == 429
            assert second.receive()["code"] == TOO_MANY


def test_nobody_is_told_where_the_battles_lie(tmp_path: Path) -> None:
    (tmp_path / "letter.battle").write_bytes(b"Dear all, I am no battle.")
    (tmp_path / "empty.battle").write_bytes(b"")
    (tmp_path / "folder.battle").mkdir()
    (tmp_path / "held.battle").write_bytes(b"")
    (tmp_path / "held.battle.lock").mkdir()
    with served(HandTable(seen()), tmp_path) as server:
        told = [server.get("/api/v1/battles"), server.get("/api/v1/library")]
        told += [
            server.get(f"/api/v1/battles/{name}") for name in ("letter", "empty", "folder", "held")
        ]
        assert [each.status_code for each in told] == [200, 200, *[503] * 4]
        assert len(told[0].json()) == 4
        assert not [each.text for each in told if str(tmp_path) in each.text]


def test_a_list_opens_nothing_and_comes_in_pages(tmp_path: Path) -> None:
    with served(HandTable(seen()), tmp_path) as server:
        for _ in range(7):
            server.post("/api/v1/battles", BATTLE)
    for number in range(1, 8):
        os.utime(tmp_path / f"battle{number}.battle", (number, number))
    with served(HandTable(seen()), tmp_path) as server:
        # Only the one that was played last.
        server.get("/api/v1/battles/battle7")
        answer = server.get("/api/v1/battles?limit=3&first=2")
        assert answer.headers["x-total-count"] == "7"
        assert [each["id"] for each in answer.json()] == ["battle5", "battle4", "battle3"]
        (brief,) = server.get("/api/v1/battles?limit=1&first=6").json()
        assert [each.stem for each in locks(tmp_path)] == ["battle7.battle"]
        server.get("/api/v1/battles/battle1")
        (opened,) = server.get("/api/v1/battles?limit=1&first=6").json()
        assert brief == opened


def test_a_battle_that_nobody_uses_is_closed(tmp_path: Path) -> None:
    with served(HandTable(seen()), tmp_path) as server:
        for _ in range(3):
            server.post("/api/v1/battles", BATTLE)
        token = server.invite("battle2", "Red")
        headers = {"origin": ADDRESS}
        with server.client.websocket_connect(LIVE, headers=headers) as line:
            line.send_json({"type": "hello", "token": token})
            line.receive_json()
            server.clock.seconds += IDLE_SECONDS - 10
            server.get("/api/v1/battles/battle3")
            server.clock.seconds += 20
            assert server.client.portal is not None
            server.client.portal.call(server.app.state.shelf.close_idle)
            # One is watched, and one was used a moment ago.
            there = sorted(each.stem for each in locks(tmp_path))
            assert there == ["battle2.battle", "battle3.battle"]
        assert server.get("/api/v1/battles/battle1").json()["last"] == 0


def conceded_and_taken_back(folder: Path) -> None:
    """Three battles, of which the first is over, and the second was for a while."""

    def given(battle: str, command: dict[str, Any], *, number: int) -> None:
        body = {"id": f"command-{number}", "seat": "Host", "command": command}
        answer = server.post(f"/api/v1/battles/{battle}/commands", body).json()
        assert answer["accepted"], answer

    with served(HandTable(seen()), folder, games=games) as server:
        for _ in range(3):
            both = [{"name": "Host", "sides": ["Red", "Blue"]}]
            assert server.post("/api/v1/battles", {**DUEL, "seats": both}).status_code == 201
        for number in (1, 2):
            given(f"battle{number}", {"kind": "concede"}, number=1)
        given("battle2", {"kind": "take_back", "entry": "e1"}, number=2)
    for number in range(1, 4):
        os.utime(folder / f"battle{number}.battle", (number, number))


def test_a_list_knows_whether_a_battle_is_over_that_is_not_open(tmp_path: Path) -> None:
    conceded_and_taken_back(tmp_path)
    with served(HandTable(seen()), tmp_path, games=games) as server:
        told = over_in(server)
        assert [each.stem for each in locks(tmp_path)] == ["battle3.battle"]
    assert told == {"battle1": True, "battle2": False, "battle3": False}


def over_in(server: Served) -> dict[str, bool]:
    return {each["id"]: each["over"] for each in server.get("/api/v1/battles").json()}


def test_a_list_knows_it_of_older_battles_once_they_were_opened(tmp_path: Path) -> None:
    conceded_and_taken_back(tmp_path)
    for name, statement in {
        "battle1": "DELETE FROM about WHERE name = 'over'",
        "battle2": "UPDATE about SET value = 'yes' WHERE name = 'over'",
    }.items():
        with closing(connect(tmp_path / f"{name}.battle")) as file:
            file.execute(statement)
    for is_known in (False, True):
        with served(HandTable(seen()), tmp_path, games=games) as server:
            told = over_in(server)
            assert told == {"battle1": is_known, "battle2": not is_known, "battle3": False}
            for name in told:
                server.get(f"/api/v1/battles/{name}")
            assert over_in(server) == {"battle1": True, "battle2": False, "battle3": False}


def test_a_battle_is_put_away_and_taken_back(tmp_path: Path) -> None:
    battle, moved = "/api/v1/battles/battle1", "/api/v1/archive"
    with served(HandTable(seen()), tmp_path) as server:
        server.post("/api/v1/battles", BATTLE)
        body = {"id": "phone-001", "seat": "Red", "command": ROLL}
        before = server.post(f"{battle}/commands", body).json()
        red = server.invite("battle1", "Red")
        renamed = server.ask("PATCH", battle, json={"name": "The last bridge"})
        assert renamed.json()["name"] == "The last bridge"
        headers = {"origin": ADDRESS}
        with server.client.websocket_connect(LIVE, headers=headers) as line:
            line.send_json({"type": "hello", "token": red})
            line.receive_json()
            assert server.post(f"{battle}/archive", {}).status_code == 204
            told = line.receive()
            while told["type"] != "websocket.close":
                told = line.receive()
            assert told["code"] == PUT_AWAY
        problem(server.get(battle), 404)
        problem(server.post(f"{battle}/archive", {}), 404)
        assert server.get("/api/v1/battles").json() == []
    # It is there after a restart, and goes on where it stopped.
    with served(HandTable(seen()), tmp_path) as server:
        assert server.get(moved).json() == ["battle1"]
        assert server.post(f"{moved}/battle1/restore", {}).json()["name"] == "The last bridge"
        assert server.post(f"{battle}/commands", body).json() == before
        problem(server.post(f"{moved}/battle1/restore", {}), 404)
        assert server.get(moved).json() == []


def test_a_battle_is_never_put_over_another_one(tmp_path: Path) -> None:
    with served(HandTable(seen()), tmp_path) as server:
        server.post("/api/v1/battles", BATTLE)
        (tmp_path / "archive").mkdir()
        (tmp_path / "archive" / "battle1.battle").write_bytes(b"another one")
        problem(server.post("/api/v1/battles/battle1/archive", {}), 409)
        problem(server.post("/api/v1/archive/battle1/restore", {}), 409)
        assert server.get("/api/v1/battles/battle1").json()["last"] == 0
        problem(server.post("/api/v1/archive/..%2Fbattle1/restore", {}), 404)


def test_a_deleted_battle_is_gone_with_its_tokens(tmp_path: Path) -> None:
    with served(HandTable(seen()), tmp_path) as server:
        server.post("/api/v1/battles", BATTLE)
        red = server.invite("battle1", "Red")
        problem(server.ask("DELETE", "/api/v1/battles/battle1", token=red), 403)
        assert server.ask("DELETE", "/api/v1/battles/battle1").status_code == 204
        assert list(tmp_path.glob("battle1*")) == []
        problem(server.get("/api/v1/me", token=red), 401)
        problem(server.ask("DELETE", "/api/v1/battles/battle1"), 404)
