"""Tests of maps and tries over HTTP: what they answer, to whom, and that nothing comes of them."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from api.battle_files.file import BattleFile, CommandRecord
from api.files.table_file import parse_snapshot
from api.tables.source import FixedTable
from rules.games.paper_tigers import GAME
from tests.api.server.serving import Served, served
from tests.api.server.test_secrets import SCRIPTS, Moment, moments
from tests.api.umpire import pair

BATTLE = "/api/v1/battles/game"


@pytest.fixture
def moment() -> Moment:
    return moments(SCRIPTS[0])[0]


@pytest.fixture
def server(tmp_path: Path, moment: Moment) -> Iterator[Served]:
    file = BattleFile.create(tmp_path / "game.battle", moment.entries[0], about={"title": "game"})
    file.append(moment.entries[1:], sent=CommandRecord(id="recorded", asked=""))
    file.close()
    games = {GAME.slug: GAME}
    with served(FixedTable(moment.snapshot), tmp_path, games=lambda: games) as found:
        yield found


def answered(server: Served, path: str, *, token: str | None = None) -> Any:
    answer = server.get(path) if token is None else server.get(path, token=token)
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_a_map_has_areas_and_is_the_same_again_under_its_tag(server: Served) -> None:
    unit = answered(server, f"{BATTLE}/maps/R1?kind=sight&cells=true")
    assert unit["answered"]
    assert {each["answer"] for each in unit["areas"]} == {"YES", "TOO_CLOSE_TO_CALL"}
    rows = unit["cells"]["rows"]
    assert len({len(row) for row in rows}) == 1
    assert set("".join(rows)) == {"0", "1", "2"}
    answer = server.get(f"{BATTLE}/maps/R1?kind=sight&cells=true")
    again = server.ask(
        "GET",
        f"{BATTLE}/maps/R1?kind=sight&cells=true",
        headers={"if-none-match": answer.headers["etag"]},
    )
    assert again.status_code == 304


def test_a_host_asks_as_the_seat_that_is_played_from_there(server: Served) -> None:
    for path in (
        "maps/R1?kind=sight&step=2",
        "maps/R1/numbers?x_in=9&y_in=9",
        "sides/Red/map?step=2",
    ):
        answered(server, f"{BATTLE}/{path}&seat=Rangers")
        assert server.get(f"{BATTLE}/{path}&seat=Nobody").status_code == 404
        assert server.get(f"{BATTLE}/{path}&seats=Red").status_code == 422


def test_a_map_follows_a_ghost_and_nobody_is_told(server: Served) -> None:
    before = answered(server, f"{BATTLE}/events?limit=500")
    here = answered(server, f"{BATTLE}/maps/R1?kind=sight")
    there = answered(server, f"{BATTLE}/maps/R1?kind=sight&x_in=20&y_in=10")
    assert here["areas"] != there["areas"]
    numbers = answered(server, f"{BATTLE}/maps/R1/numbers?x_in=20&y_in=10")["others"]
    assert numbers == sorted(numbers, key=lambda each: each["range_in"] or 0)
    assert numbers[0]["says"].startswith(f"{numbers[0]['unit']} is ")
    assert answered(server, f"{BATTLE}/events?limit=500") == before


def test_a_side_and_a_foe_can_be_feared(server: Served) -> None:
    side = answered(server, f"{BATTLE}/sides/red/map")
    assert side["says"]
    threat = answered(server, f"{BATTLE}/maps/R1?kind=threat")
    assert {each["unit"] for each in threat["layers"]}


def test_one_place_of_a_map_has_its_numbers_and_no_areas(server: Served) -> None:
    told = answered(server, f"{BATTLE}/maps/R1?kind=sight&at_x_in=20&at_y_in=10")
    assert told["areas"] == []
    assert " in away" in told["here"]["says"]
    assert told["here"]["sentence"].endswith(".")
    assert answered(server, f"{BATTLE}/maps/R1?kind=sight")["here"] is None
    assert answered(server, f"{BATTLE}/maps/nobody?at_x_in=20&at_y_in=10")["here"] is None
    table = answered(server, "/api/v1/measure/map?a=R1&kind=reach&inches=5&at_x_in=2&at_y_in=2")
    assert " in straight from R1" in table["here"]["says"]


def test_a_unit_that_is_not_there_is_said_so(server: Served) -> None:
    told = answered(server, f"{BATTLE}/maps/nobody?kind=sight")
    assert not told["answered"]
    assert "does not stand" in told["says"]
    refused = server.get(f"{BATTLE}/maps/nobody?kind=sight&x_in=4&y_in=4")
    assert refused.status_code == 422, refused.text


def test_a_try_is_refused_with_its_clause_and_changes_nothing(
    server: Served, moment: Moment
) -> None:
    before = answered(server, f"{BATTLE}/events?limit=500")
    body = {
        "seat": moment.seat,
        "command": {"kind": "roll", "dice": [3]},
        "unit": "R1",
        "x_in": 9.0,
        "y_in": 9.0,
    }
    told = server.post(f"{BATTLE}/try", body).json()
    assert not told["allowed"]
    assert told["clause"]
    assert told["says"].startswith(told["reason"])
    ok = server.post(
        f"{BATTLE}/try", {"seat": moment.seat, "command": dict(moment.picks[0])}
    ).json()
    assert ok == {
        "allowed": True,
        "says": "That would be allowed.",
        "clause": None,
        "reason": None,
        "waivable": False,
        "evidence": ok["evidence"],
        "nearest": None,
        "rolls": [],
    }
    for kind in ("take_back", "agree", "no such thing"):
        told = server.post(
            f"{BATTLE}/try", {"seat": moment.seat, "command": {"kind": kind, "entry": "e1"}}
        ).json()
        assert not told["allowed"], kind
    assert answered(server, f"{BATTLE}/events?limit=500") == before


def test_a_player_tries_for_his_own_seat_only(server: Served) -> None:
    seats = [each["name"] for each in answered(server, f"{BATTLE}")["view"]["seats"]]
    mine = server.invite("game", seats[0])
    body = {"seat": seats[1], "command": {"kind": "roll", "dice": [3]}}
    assert server.post(f"{BATTLE}/try", body, token=mine).status_code == 403
    watching = server.invite("game")
    assert server.post(f"{BATTLE}/try", body, token=watching).status_code == 403
    assert server.get(f"{BATTLE}/maps/R1", token=watching).status_code == 200


def test_a_table_without_a_battle_has_maps_too(tmp_path: Path) -> None:
    table = FixedTable(parse_snapshot(json.dumps(pair()), origin="test"))
    with served(table, tmp_path) as server:
        names = [each["id"] for each in answered(server, "/api/v1/table/pieces")]
        for more in ("kind=sight", "kind=fire&limit=6", "kind=reach&inches=4", "kind=threat"):
            told = answered(server, f"/api/v1/measure/map?a={names[0]}&{more}")
            assert told["answered"], more
        told = answered(server, f"/api/v1/measure/map?a={names[0]}&kind=reach")
        assert not told["answered"]
        assert server.get("/api/v1/measure/map?a=Z9").status_code == 404
