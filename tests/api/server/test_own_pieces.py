"""A player moves their own pieces where no camera looks, and nobody else's."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from api.files.table_file import parse_snapshot
from api.tables.hand import HandTable
from api.tables.source import FixedTable
from rules.table.snapshot import Snapshot
from tests.api.server.serving import Served, problem, served
from tests.api.umpire import disc, table

ROSTER = [
    {"id": "C1", "side": "Red", "kind": "counter", "footprint": "disc 1"},
    {"id": "C2", "side": "Blue", "kind": "counter", "footprint": "disc 1"},
]
WANTED = {
    "game": "counting",
    "seats": [{"name": "Host", "sides": ["Red"]}, {"name": "Guest", "sides": ["Blue"]}],
    "roster": ROSTER,
}


def laid() -> Snapshot:
    return parse_snapshot(json.dumps(table(disc("C1", 5, 5), disc("X", 9, 9))), origin="test")


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Served]:
    with served(HandTable(laid()), tmp_path) as found:
        yield found


def begun(server: Served) -> str:
    return str(server.post("/api/v1/battles", WANTED).json()["id"])


def put(server: Served, battle: str, piece: str, *, token: str, **place: float) -> Any:
    path = f"/api/v1/battles/{battle}/pieces/{piece}"
    return server.ask("PUT", path, token=token, json={"x_in": 3, "y_in": 4, **place})


def test_a_player_moves_their_own_and_puts_down_what_is_not_there(server: Served) -> None:
    battle = begun(server)
    guest = server.invite(battle, "Guest")
    told = server.get(f"/api/v1/battles/{battle}/pieces", token=guest).json()
    assert told == {"pieces": ["C2"]}
    moved = put(server, battle, "C2", token=guest, heading_deg=90).json()
    assert (moved["pose"]["x_in"], moved["pose"]["heading_deg"]) == (3.0, 90.0)
    assert {
        each["id"]
        for each in server.get("/api/v1/table", params={"battle": battle}).json()["pieces"]
    } == {
        "C1",
        "C2",
        "X",
    }


def test_nobody_moves_what_is_not_theirs(server: Served) -> None:
    battle = begun(server)
    guest, watcher = server.invite(battle, "Guest"), server.invite(battle)
    for piece in ("C1", "X", "nothing"):
        assert problem(put(server, battle, piece, token=guest), 403)["type"].endswith("piece")
    problem(put(server, battle, "C2", token=watcher), 403)
    assert server.get(f"/api/v1/battles/{battle}/pieces", token=watcher).json() == {"pieces": []}
    other = begun(server)
    problem(put(server, other, "C2", token=guest), 404)


def test_a_host_moves_all_of_the_battle(server: Served) -> None:
    battle = begun(server)
    told = server.get(f"/api/v1/battles/{battle}/pieces").json()
    assert told == {"pieces": ["C1", "C2"]}
    assert put(server, battle, "C1", token=server.host).status_code == 200


@pytest.mark.parametrize("place", [{"x_in": 1e9}, {"x_in": 290}, {"heading_deg": 1e9}])
def test_a_place_that_is_none_is_refused(server: Served, place: dict[str, float]) -> None:
    battle = begun(server)
    before = server.get("/api/v1/table").json()
    problem(put(server, battle, "C1", token=server.host, **place), 422)
    assert server.get("/api/v1/table").json() == before


def test_what_is_read_from_elsewhere_is_not_moved(tmp_path: Path) -> None:
    with served(FixedTable(laid()), tmp_path) as server:
        battle = begun(server)
        guest = server.invite(battle, "Guest")
        told = server.get(f"/api/v1/battles/{battle}/pieces", token=guest)
        assert told.json() == {"pieces": []}
        problem(put(server, battle, "C2", token=guest), 409)
