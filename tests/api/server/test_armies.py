"""Tests the army builder over HTTP, on every game that has lists of units; none is named here."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from api.files.roster_file import parse_army
from api.files.table_file import parse_snapshot
from api.tables.source import FixedTable
from rules.referee.toolkit.game import Game
from rules.registry import games
from tests.api.server.serving import Served, problem, served
from tests.api.umpire import pair
from vision.kit.wanted.army import piece_ids

WITH_UNITS = [game for game in games().values() if game.fieldable]
SIDES = ("Red", "Blue")
Json = dict[str, Any]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """One for all tests: but for begun battles, nothing here changes it."""
    table = FixedTable(parse_snapshot(json.dumps(pair()), origin="test"))
    with served(table, tmp_path_factory.mktemp("battles"), games=games) as found:
        yield found


@pytest.fixture(params=WITH_UNITS, ids=lambda game: game.slug)
def game(request: pytest.FixtureRequest) -> Game:
    found: Game = request.param
    return found


def path(game: Game, rest: str = "") -> str:
    return f"/api/v1/games/{game.slug}/armies{rest}"


def some_units(server: Served, game: Game) -> list[Json]:
    """A unit of each group that can be fielded in any battle, the cheapest first."""
    told = server.get(path(game)).json()
    found = []
    for group in told["groups"]:
        priced = [unit for unit in group["units"] if unit["points"] is not None]
        found += sorted(priced, key=lambda unit: unit["points"])[:1]
    return found


def armies(*units: Json, count: int = 1) -> Json:
    lines = [{"unit": unit["id"], "count": count} for unit in units]
    return {"armies": [{"side": side, "units": lines} for side in SIDES]}


def test_the_units_are_told_as_the_game_has_them(server: Served, game: Game) -> None:
    told = server.get(path(game)).json()
    units = {unit["id"]: unit for group in told["groups"] for unit in group["units"]}
    assert set(units) == {unit.key for unit in game.fieldable}
    for unit in game.fieldable:
        assert units[unit.key]["points"] == unit.points
        assert len(units[unit.key]["extras"]) == len(unit.extras)
    assert [army["name"] for army in told["ready"]] == list(game.ready_armies)


def test_armies_are_reckoned_up_unit_by_unit(server: Served, game: Game) -> None:
    units = some_units(server, game)
    told = server.post(path(game, "/check"), armies(*units, count=2)).json()
    assert [army["side"] for army in told["armies"]] == list(SIDES)
    assert told["fits"], told["armies"]
    for army in told["armies"]:
        assert len(army["units"]) == 2 * len(units)
        assert army["points"] == sum(army["units"].values())
        assert army["points"] == 2 * sum(unit["points"] for unit in units)
    assert len({row["id"] for row in told["roster"]}) == 4 * len(units)


def test_what_is_too_dear_is_told_with_its_clause_and_still_written(
    server: Served, game: Game
) -> None:
    body = armies(*some_units(server, game), count=3) | {"total": 1}
    told = server.post(path(game, "/roster"), body).json()
    assert not told["fits"]
    for army in told["armies"]:
        (fault,) = army["faults"]
        assert fault["clause"] in game.clauses
        assert "more than the 1" in fault["says"]
    assert told["roster_toml"].startswith("# Red: ")


def test_a_battle_begins_with_the_roster_that_was_built(server: Served, game: Game) -> None:
    body = armies(*some_units(server, game), count=3) | {"total": 5_000}
    told = server.post(path(game, "/roster"), body).json()
    battle = {
        "game": game.slug,
        "seats": [{"name": side, "sides": [side]} for side in SIDES],
        "options": told["options"],
    }
    for roster in ({"roster": told["roster"]}, {"roster_toml": told["roster_toml"]}):
        begun = server.post("/api/v1/battles", {**battle, **roster})
        assert begun.status_code == 201, begun.text
        listed = server.get(f"/api/v1/battles/{begun.json()['id']}/army").json()
        assert [piece["id"] for piece in listed] == [row["id"] for row in told["roster"]]


def test_the_kit_prints_exactly_the_army_that_was_built(server: Served, game: Game) -> None:
    body = armies(*some_units(server, game), count=2) | {"table": "48x48"}
    told = server.post(path(game, "/roster"), body).json()
    army = parse_army(told["roster_toml"].encode(), origin="test", is_csv=False)
    printed = [name for item in army.items for name in piece_ids(item)]
    assert printed == [row["id"] for row in told["roster"]]
    assert army.wishes["table"] == "48x48"
    assert army.wishes["game"] == game.slug


def test_the_pages_come_as_a_pdf(server: Served) -> None:
    game = WITH_UNITS[0]
    body = armies(some_units(server, game)[0])
    answer = server.post(path(game, "/kit.pdf"), body)
    assert answer.status_code == 200, answer.text
    assert answer.content.startswith(b"%PDF-")
    told = problem(server.post(path(game, "/kit.pdf"), body | {"table": "one"}), 422)
    assert "roster: [kit]" in told["detail"]


def test_extras_are_in_the_roster_and_in_the_cost(server: Served, game: Game) -> None:
    told = server.get(path(game)).json()
    units = [unit for group in told["groups"] for unit in group["units"]]
    for unit in [unit for unit in units if unit["extras"]][:3]:
        extra = max(unit["extras"], key=lambda each: int(each["points"]))
        body = armies(unit)
        plain = server.post(path(game, "/check"), body).json()
        body["armies"][0]["units"][0]["extras"] = [extra["name"]]
        more = server.post(path(game, "/check"), body).json()
        cost = [army["points"] for army in more["armies"]]
        assert cost == [unit["points"] + extra["points"], unit["points"]]
        assert more["roster"][0] != plain["roster"][0]


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"armies": [{"side": "Red", "units": [{"unit": "zeppelin"}]}]}, "armies[1].units[1]"),
        ({"armies": [{"side": "Red", "units": []}]}, "expected a unit at least"),
        ({"armies": [{"side": " ", "units": []}]}, "expected the name of a side"),
        ({"options": {"no_such_option": 1}}, "no_such_option"),
    ],
)
def test_what_makes_no_sense_is_told(
    server: Served, game: Game, *, change: Json, complaint: str
) -> None:
    body = armies(some_units(server, game)[0]) | change
    told = problem(server.post(path(game, "/check"), body), 422)
    assert complaint in told["detail"]


def test_an_army_of_thousands_is_refused_before_it_is_built(server: Served) -> None:
    game = WITH_UNITS[0]
    unit = some_units(server, game)[0]
    told = problem(server.post(path(game, "/check"), armies(unit, count=10**9)), 422)
    assert "at most 200 units" in told["detail"]


def test_two_armies_of_one_side_are_refused(server: Served) -> None:
    game = WITH_UNITS[0]
    body = armies(some_units(server, game)[0])
    body["armies"][1]["side"] = "Red"
    told = problem(server.post(path(game, "/check"), body), 422)
    assert "armies[2].side: expected a side of its own" in told["detail"]


def test_a_game_without_units_says_so(server: Served) -> None:
    without = [game for game in games().values() if not game.fieldable]
    for game in without:
        told = problem(server.get(path(game)), 404)
        assert "no lists of units" in told["detail"]
    problem(server.get("/api/v1/games/no_such_game/armies"), 404)


def test_the_sheet_of_a_battle_has_a_line_for_each_unit_or_says_that_there_is_none(
    server: Served, game: Game
) -> None:
    body = armies(*some_units(server, game)) | {"total": 5_000}
    told = server.post(path(game, "/roster"), body).json()
    begun = server.post(
        "/api/v1/battles",
        {
            "game": game.slug,
            "seats": [{"name": side, "sides": [side]} for side in SIDES],
            "options": told["options"],
            "roster": told["roster"],
        },
    ).json()
    sheet = server.get(f"/api/v1/battles/{begun['id']}/sheet.txt")
    if game.sheet is None:
        assert "needs a sheet" in problem(sheet, 404)["detail"]
        return
    assert sheet.status_code == 200
    assert sheet.headers["content-type"].startswith("text/plain")
    head, *lines = sheet.text.splitlines()
    assert "HP" in head
    assert [line.split()[0] for line in lines] == [row["id"] for row in told["roster"]]
