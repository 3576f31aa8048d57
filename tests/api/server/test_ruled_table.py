"""A table without a camera lies as rulings have it: one truth for map, measuring and referee."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from api.files.table_file import parse_snapshot
from api.tables.hand import HandTable
from api.tables.source import FixedTable
from rules.referee.toolkit.spots import RuledPlace, Spot
from rules.table.units import Inches
from tests.api.server.serving import Served, served
from tests.api.umpire import disc, table
from tests.rules.referee.counting_game import COUNTING, Counting

PIECES = {
    "C1": ("C1",),
    "gun": ("gun", "crew"),
    "squad": ("one", "two"),
    "stranger": ("stranger",),
}
START = {"C1": 5.0, "gun": 9.0, "squad": 14.0}
OFF = 30.0
"""From here on a unit of the planted game lies beside the table."""


def _ruled(state: Counting) -> Mapping[str, RuledPlace]:
    places = {**START, **dict(state.places)}
    return {
        name: RuledPlace(
            pieces=PIECES[name],
            spot=None if x_in >= OFF else Spot(x_in=Inches(x_in), y_in=Inches(5.0)),
            loose=name == "squad",
        )
        for name, x_in in places.items()
        if name in PIECES
    }


RULED = replace(COUNTING, ruled_places=_ruled)
WANTED = {
    "game": "counting",
    "seats": [{"name": "Host", "sides": ["Red"]}, {"name": "Guest", "sides": ["Blue"]}],
    "roster": [{"id": "C1", "side": "Red", "kind": "counter", "footprint": "disc 1"}],
    "options": {"take_back": "free"},
}


def _laid() -> Any:
    pieces = (
        disc("C1", 5, 5),
        *(disc("gun", 9, 5), disc("crew", 10, 6)),
        *(disc("one", 13, 5), disc("two", 15, 5)),
        disc("X", 20, 20),
    )
    return parse_snapshot(json.dumps(table(*pieces)), origin="test")


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Served]:
    table_by_hand = HandTable(_laid())
    with served(table_by_hand, tmp_path, games=lambda: {"counting": RULED}) as found:
        yield found


def begun(server: Served) -> str:
    return str(server.post("/api/v1/battles", WANTED).json()["id"])


def give(server: Served, battle: str, **command: object) -> Any:
    given = server.get(f"/api/v1/battles/{battle}").json()["last"]
    body = {"id": f"given-{given:04}", "command": command, "seat": "Host"}
    told = server.post(f"/api/v1/battles/{battle}/commands", body).json()
    assert told["accepted"], told
    return told


def places(server: Served) -> dict[str, tuple[float, float]]:
    pieces = server.get("/api/v1/table").json()["pieces"]
    return {each["id"]: (each["pose"]["x_in"], each["pose"]["y_in"]) for each in pieces}


def test_a_place_that_is_ruled_on_moves_the_piece_and_a_take_back_puts_it_back(
    server: Served,
) -> None:
    battle, before = begun(server), places(server)
    told = give(server, battle, kind="shift", counter="C1", x_in=12)
    assert places(server) == {**before, "C1": (12.0, 5.0)}
    give(server, battle, kind="take_back", entry=told["events"][0]["id"])
    assert places(server) == before


def test_the_pieces_of_a_unit_move_together(server: Served) -> None:
    battle, before = begun(server), places(server)
    give(server, battle, kind="shift", counter="gun", x_in=11)
    give(server, battle, kind="shift", counter="squad", x_in=17)
    moved = {"gun": (11.0, 5.0), "crew": (12.0, 6.0), "one": (16.0, 5.0), "two": (18.0, 5.0)}
    assert places(server) == {**before, **moved}


def test_what_is_lost_leaves_the_table_and_comes_back(server: Served) -> None:
    battle, before = begun(server), places(server)
    give(server, battle, kind="shift", counter="squad", x_in=OFF)
    told = give(server, battle, kind="shift", counter="C1", x_in=OFF + 1)
    assert set(places(server)) == set(before) - {"C1", "one", "two"}
    give(server, battle, kind="take_back", entry=told["events"][0]["id"])
    assert places(server)["C1"] == (5.0, 5.0)


def test_a_piece_that_was_dragged_there_is_left_alone(server: Served) -> None:
    battle = begun(server)
    put = {"x_in": 12.01, "y_in": 5, "heading_deg": 0.2}
    server.ask("PUT", "/api/v1/table/pieces/C1", json=put)
    number = server.get("/api/v1/table").json()["number"]
    give(server, battle, kind="shift", counter="C1", x_in=12)
    assert places(server)["C1"] == (12.01, 5.0)
    assert server.get("/api/v1/table").json()["number"] == number


def test_what_nobody_ruled_on_stays_where_it_was_put(server: Served) -> None:
    battle = begun(server)
    server.ask("PUT", "/api/v1/table/pieces/gun", json={"x_in": 2, "y_in": 2})
    give(server, battle, kind="shift", counter="C1", x_in=12)
    assert places(server)["gun"] == (2.0, 2.0)


def test_a_table_that_is_watched_is_not_touched(tmp_path: Path) -> None:
    with served(FixedTable(_laid()), tmp_path, games=lambda: {"counting": RULED}) as server:
        before = places(server)
        give(server, begun(server), kind="shift", counter="C1", x_in=12)
        assert places(server) == before


def test_a_battle_that_is_opened_again_goes_on_from_its_last_ruling(tmp_path: Path) -> None:
    keep = tmp_path / "table.json"
    games = {"counting": RULED}
    first = HandTable(_laid(), keep=keep)
    with served(first, tmp_path, games=lambda: games) as server:
        battle = begun(server)
        give(server, battle, kind="shift", counter="C1", x_in=12)
    first.close()
    again = HandTable(_laid(), keep=keep)
    with served(again, tmp_path, games=lambda: games) as server:
        assert places(server)["C1"] == (12.0, 5.0)
        give(server, battle, kind="shift", counter="gun", x_in=11)
        assert places(server)["C1"] == (12.0, 5.0)
    again.close()


def test_a_kill_between_the_ruling_and_the_table_is_made_up_for(tmp_path: Path) -> None:
    keep = tmp_path / "table.json"
    first = HandTable(_laid(), keep=keep)
    with served(first, tmp_path, games=lambda: {"counting": RULED}) as server:
        battle = begun(server)
        give(server, battle, kind="shift", counter="C1", x_in=12)
        before = keep.read_bytes()
        give(server, battle, kind="shift", counter="gun", x_in=11)
        put = {"x_in": 2, "y_in": 2}
        server.ask("PUT", "/api/v1/table/pieces/X", json=put)
    first.close()
    # As if the later moves had never reached the disk.
    keep.write_bytes(before)
    keep.with_name("table.json.moved").unlink()
    again = HandTable(_laid(), keep=keep)
    with served(again, tmp_path, games=lambda: {"counting": RULED}) as server:
        server.get(f"/api/v1/battles/{battle}")
        assert places(server)["gun"] == (11.0, 5.0)
        assert places(server)["X"] == (20.0, 20.0)
    again.close()


def test_a_table_that_refuses_a_piece_stops_no_battle(server: Served) -> None:
    battle, before = begun(server), places(server)
    give(server, battle, kind="shift", counter="stranger", x_in=12)
    assert places(server) == before
    give(server, battle, kind="shift", counter="gun", x_in=11)
    assert places(server)["gun"] == (11.0, 5.0)
