"""A battle of one's own begins on its own ground, with its own army in its zones."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import shapely

from api.armies.grounds import grounds_of, read_ground
from api.tables.hand import HandTable
from rules.registry import games
from rules.table.bad_input import BadInputError
from rules.table.snapshot import Snapshot, TableSize
from rules.table.units import Inches
from tests.api.server.serving import Served, problem, served

EMPTY = Snapshot(table=TableSize(width=Inches(36.0), depth=Inches(36.0)))
DRAWN = [(slug, each.name) for slug in games() for each in grounds_of(slug)]
SIDES = ("Red", "Blue")


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Served]:
    with served(HandTable(EMPTY), tmp_path, games=games) as found:
        yield found


def tanks(count: int = 3) -> list[dict[str, Any]]:
    """Three of each side; one is called as an area of the ground is."""
    return [
        {
            "id": "woods-1" if (side, number) == ("Red", 1) else f"{side[0]}{number}",
            "side": side,
            "kind": "tank",
            "footprint": "rectangle 3.3 x 1.6",
            "tags": [number + (10 if side == "Red" else 20)],
        }
        for side in SIDES
        for number in range(1, count + 1)
    ]


def begun(server: Served, **more: Any) -> Any:
    wanted = {
        "game": "paper_tigers",
        "seats": [{"name": "", "sides": [side]} for side in SIDES],
        "roster": tanks(),
        **more,
    }
    answer = server.post("/api/v1/battles", wanted)
    assert answer.status_code == 201, answer.text
    return answer.json()


def table_of(server: Served, battle: str) -> Any:
    return server.get("/api/v1/table", params={"battle": battle}).json()


def test_it_begins_on_its_ground_with_its_units_in_their_zones(server: Served) -> None:
    state = begun(server, table={"ground": "crossroads"}, laid_out=True)
    table = table_of(server, state["id"])
    assert {each["id"] for each in table["pieces"]} == {each["id"] for each in tanks()}
    ids = [each["id"] for each in (*table["pieces"], *table["terrain"])]
    assert len(ids) == len({name.casefold() for name in ids})
    for piece in table["pieces"]:
        y_in, heading = piece["pose"]["y_in"], piece["pose"]["heading_deg"]
        south = piece["side"] == "Red"
        assert (y_in < 12, heading) == (south, 90.0 if south else 270.0)
    # The table of no battle is as it was, and so is that of the next one.
    assert server.get("/api/v1/table").json()["pieces"] == []
    other = begun(server, table={"width_in": 48, "depth_in": 40})
    table = table_of(server, other["id"])
    assert (table["table"], table["pieces"]) == ({"width_in": 48.0, "depth_in": 40.0}, [])


def test_who_gives_no_name_is_called_by_an_animal(server: Served) -> None:
    state = begun(
        server, seats=[{"name": "", "sides": ["Red"]}, {"name": "Fox", "sides": ["Blue"]}]
    )
    assert [each["name"] for each in state["view"]["seats"]] == ["Owl", "Fox"]


def test_one_press_lays_out_a_side_and_another_lays_it_out_anew(server: Served) -> None:
    battle = begun(server, table={"ground": "village"})["id"]
    path = f"/api/v1/battles/{battle}/lay-out"
    red = server.invite(battle, "Fox")
    assert problem(server.post(path, {"sides": ["Blue"]}, token=red), 403)["type"].endswith("piece")
    told = server.post(path, {}, token=red).json()
    table = table_of(server, battle)
    assert (told, {each["side"] for each in table["pieces"]}) == (
        {"snapshot": table["number"], "left": []},
        {"Red"},
    )
    its = {"battle": battle}
    server.ask("PUT", "/api/v1/table/pieces/R2", params=its, json={"x_in": 30, "y_in": 30})
    server.post(path, {})
    moved = {each["id"]: each["pose"]["x_in"] for each in table_of(server, battle)["pieces"]}
    assert (len(moved), moved["R2"]) == (6, 30.0)
    server.post(path, {"sides": ["Red"], "anew": True})
    assert table_of(server, battle)["pieces"][-1]["pose"]["x_in"] != 30.0


def test_who_finds_no_room_is_told(server: Served) -> None:
    small = {"width_in": 8, "depth_in": 9}
    battle = begun(server, table=small, laid_out=True)["id"]
    told = server.post(f"/api/v1/battles/{battle}/lay-out", {}).json()
    assert told["left"]
    assert len(table_of(server, battle)["pieces"]) + len(told["left"]) == 6


def test_who_comes_later_is_laid_out_by_nobody_and_waits_beside_the_table(server: Served) -> None:
    roster = [*tanks(), {**tanks()[0], "id": "R4", "tags": [30], "arrives": 2}]
    battle = begun(server, roster=roster, laid_out=True)["id"]
    path = f"/api/v1/battles/{battle}"
    assert server.post(f"{path}/lay-out", {}).json()["left"] == []
    server.post(f"{path}/lay-out", {"sides": ["Red"], "anew": True})
    laid = {each["id"] for each in table_of(server, battle)["pieces"]}
    assert laid == {each["id"] for each in tanks()}
    army = server.get(f"{path}/army").json()
    assert [each["id"] for each in army if each["off"]] == ["R4"]


def test_ground_by_chance_comes_back_with_its_number(server: Served) -> None:
    path = "/api/v1/games/paper_tigers/grounds/random"
    first, again, other = (
        server.get(path, params={"seed": seed}).json()["table"]["terrain"] for seed in (7, 7, 8)
    )
    assert first == again != other
    state = begun(server, table={"ground": "random", "seed": 7})
    assert table_of(server, state["id"])["terrain"] != []


def test_a_battle_in_the_archive_says_what_it_is(server: Served) -> None:
    battle = begun(server, name="The last bridge")["id"]
    problem(server.get(f"/api/v1/archive/{battle}"), 404)
    server.post(f"/api/v1/battles/{battle}/archive", {})
    told = server.get(f"/api/v1/archive/{battle}").json()
    assert (told["name"], told["title"], told["seats"]) == (
        "The last bridge",
        "Paper Tigers",
        ["Fox", "Owl"],
    )
    server.post(f"/api/v1/archive/{battle}/restore", {})
    problem(server.get(f"/api/v1/archive/{battle}"), 404)


@pytest.mark.parametrize(
    ("table", "says"),
    [
        ({"ground": "moon"}, "one of: crossroads"),
        ({"ground": "crossroads", "width_in": 20, "depth_in": 20}, "36 by 36 in or more"),
        ({"width_in": 36}, "both width_in and depth_in"),
        ({"width_in": 3, "depth_in": 36}, "width_in"),
    ],
)
def test_ground_that_cannot_be_laid_is_refused(
    server: Served, table: dict[str, Any], says: str
) -> None:
    wanted = {
        "game": "paper_tigers",
        "seats": [{"name": "", "sides": [side]} for side in SIDES],
        "roster": tanks(),
        "table": table,
    }
    assert says in problem(server.post("/api/v1/battles", wanted), 422)["detail"]
    assert server.get("/api/v1/battles").json() == []


@pytest.mark.parametrize(("slug", "name"), DRAWN)
def test_every_ground_leaves_room_for_both_armies(server: Served, slug: str, name: str) -> None:
    told = {each["ground"]: each for each in server.get(f"/api/v1/games/{slug}/grounds").json()}
    assert told[name]["title"]
    for seed in range(1, 4 if told[name]["is_random"] else 2):
        laid = server.get(f"/api/v1/games/{slug}/grounds/{name}", params={"seed": seed}).json()
        areas = [shapely.Polygon(each["outline_in"]) for each in laid["table"]["terrain"]]
        assert areas
        table = shapely.box(0, 0, told[name]["width_in"], told[name]["depth_in"])
        assert all(table.buffer(0.001).contains(each) for each in areas)
        solid = [
            shapely.Polygon(each["outline_in"])
            for each in laid["table"]["terrain"]
            if each["kind"] in {"woods", "building", "wall", "ruin", "pillar"}
        ]
        assert shapely.union_all(solid).area < 0.2 * table.area
    assert sum(not each["is_random"] for each in told.values()) >= 3


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("title = 1", "title"),
        ('title = "a"\nsays = "b"\nwidth_in = 36\ndepth_in = 36', "areas, or what to scatter"),
        (
            'title = "a"\nsays = "b"\nwidth_in = 36\ndepth_in = 36\n[[scatter]]\nkind = "woods"\n'
            'shape = "star"\ncount = [1, 2]\nsize_in = [2, 3]',
            "one of round, square, band",
        ),
    ],
)
def test_a_ground_that_is_none_is_refused(text: str, says: str) -> None:
    with pytest.raises(BadInputError, match=says):
        read_ground("mine", text)
