"""What the page asks for to draw its table: everything around a piece, and the army."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from api.files.table_file import parse_snapshot
from api.tables.hand import HandTable
from api.tables.source import FixedTable
from rules.registry import games
from rules.table.files.snapshot_json import snapshot_from_json
from tests.api.server.serving import Served, problem, served
from tests.api.umpire import disc, table, wood
from tests.api.web.browsing import DUEL, duel_table

COUNTER = {"id": "C1", "side": "Red", "kind": "counter", "footprint": "disc 1", "name": "First"}


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Served]:
    laid = table(disc("A1", 5, 10), disc("B1", 15, 10), disc("C1", 5, 13), terrain=[wood()])
    with served(FixedTable(parse_snapshot(json.dumps(laid), origin="test")), tmp_path) as found:
        yield found


def test_all_others_come_the_nearest_first_with_range_and_sight(server: Served) -> None:
    told = server.get("/api/v1/measure/around?a=A1&limit=5").json()
    assert told["a"] == "A1"
    found = [
        (each["piece"], each["range"]["value_in"], each["range"]["answer"], each["sight"]["answer"])
        for each in told["others"]
    ]
    assert found == [("C1", 2.0, "YES", "YES"), ("B1", 9.0, "NO", "NO")]
    assert "the woods stand in the way" in told["others"][1]["sight"]["sentence"]


def test_it_is_what_each_pair_is_told(server: Served) -> None:
    around = server.get("/api/v1/measure/around?a=B1&blockers=hill").json()["others"]
    for each in around:
        pair = f"a=B1&b={each['piece']}"
        sight = server.get(f"/api/v1/measure/sight?{pair}&blockers=hill").json()["measurement"]
        far = server.get(f"/api/v1/measure/range?{pair}").json()["measurement"]
        assert each["sight"]["answer"] == sight["answer"] == "YES"
        assert each["range"]["sentence"] == far["sentence"]


@pytest.mark.parametrize(("query", "status"), [("a=Z9", 404), ("", 422), ("a=A1&limit=-1", 422)])
def test_what_makes_no_question_is_refused(server: Served, query: str, status: int) -> None:
    problem(server.get(f"/api/v1/measure/around?{query}"), status)


def test_a_piece_that_is_alone_has_nothing_around_it(tmp_path: Path) -> None:
    alone = FixedTable(parse_snapshot(json.dumps(table(disc("A1", 5, 10))), origin="test"))
    with served(alone, tmp_path) as found:
        assert found.get("/api/v1/measure/around?a=A1").json()["others"] == []
        problem(found.get("/api/v1/measure/around?a=Z9"), 404)


def test_the_army_is_told_to_everybody_of_the_battle(server: Served) -> None:
    wanted = {
        "game": "counting",
        "seats": [{"name": "Host", "sides": ["Red"]}, {"name": "Guest", "sides": ["Blue"]}],
        "roster": [COUNTER],
    }
    battle = server.post("/api/v1/battles", wanted).json()["id"]
    told = server.get(f"/api/v1/battles/{battle}/army", token=server.invite(battle)).json()
    assert told == [
        {
            "id": "C1",
            "name": "First",
            "side": "Red",
            "kind": "counter",
            "footprint": {"disc": {"radius_in": 0.5}},
            "off": False,
        }
    ]
    problem(server.get(f"/api/v1/battles/{battle}/army", token=""), 401)


@pytest.mark.parametrize(
    "asked",
    ["around?a=T1", "range?a=T1&b=T2", "pairs?what=range", "pairs.svg?what=range", "map?a=T1"],
)
def test_every_question_to_a_table_can_name_the_battle_whose_table_it_is(
    tmp_path: Path, asked: str
) -> None:
    with served(
        HandTable(snapshot_from_json(json.dumps(duel_table()))), tmp_path, games=games
    ) as server:
        battle = server.post("/api/v1/battles", DUEL).json()["id"]
        token = server.invite(battle, seat="Guest")
        told = server.get(f"/api/v1/measure/{asked}&battle={battle}", token=token)
        assert told.status_code == 200, told.text
        problem(server.get(f"/api/v1/measure/{asked}&battle=none"), 404)
