"""Every sample is a battle that can be played at once, whatever games there are."""

from collections.abc import Iterator
from pathlib import Path

import pytest
import shapely

from api.armies.samples import sample_named
from api.files.roster_file import roster_names
from api.files.table_file import example_names, example_text, parse_snapshot
from api.tables.hand import HandTable
from rules.registry import games
from rules.table.outlines.outline import place
from tests.api.server.serving import Served, problem, served
from tests.api.server.test_hand_table import first
from tests.api.umpire import REPOSITORY

# To plan the kits of all of them takes a second, which is too long to look for tests.
NAMES = [
    *roster_names(),
    *(
        f"{slug}-{file.stem}"
        for slug in games()
        for file in sorted((REPOSITORY / "rules" / "games" / slug / "samples").glob("*.toml"))
    ),
]

MEASURED = ("paper-tigers", "papercraft")
"""Games of which the ground is a part."""


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Served]:
    with served(HandTable(first()), tmp_path, games=games) as found:
        yield found


def test_there_are_some_and_they_say_what_they_are(server: Served) -> None:
    told = server.get("/api/v1/samples").json()
    assert [each["sample"] for each in told] == NAMES
    assert len(NAMES) == len(set(NAMES)) > 2
    assert all(each["game"] in games() for each in told)
    problem(server.post("/api/v1/samples/none/battle", {}), 404)


@pytest.mark.parametrize("name", NAMES)
def test_a_sample_is_begun_with_one_call(server: Served, name: str) -> None:
    server.ask("POST", "/api/v1/table/terrain-lock")
    begun = server.post(f"/api/v1/samples/{name}/battle", {"name": "At once"})
    assert begun.status_code == 201, begun.text
    state = begun.json()
    battle = f"/api/v1/battles/{state['id']}"
    seats = [each["name"] for each in server.get(f"{battle}/seats").json()]
    offers = [
        offer for seat in seats for offer in server.get(f"{battle}/options?seat={seat}").json()
    ]
    assert any(offer["refusal"] is None for offer in offers)
    its = {"battle": state["id"]}
    table = server.get("/api/v1/table", params=its).json()
    army = {each["id"] for each in server.get(f"{battle}/army").json()}
    assert {each["id"] for each in table["pieces"]} <= army
    assert not server.get("/api/v1/table/terrain", params=its).json()["locked"]
    # What lies where no battle is named stays as it was.
    assert server.get("/api/v1/table/terrain").json()["locked"]
    alone = server.post(f"/api/v1/samples/{name}/battle", {"alone": True}).json()
    assert len(server.get(f"/api/v1/battles/{alone['id']}/seats").json()) == 1
    # The same roster is chosen for whoever sets up a camera.
    assert server.get("/api/v1/setup").json()["roster"]["name"] == name


def test_of_heroes_and_enemies_each_is_played_by_one_of_two() -> None:
    sample = sample_named("paper_invasion-one-against-one", games())
    assert sample is not None
    setup = sample.setup()
    assert [(seat.name, seat.sides) for seat in setup.seats] == [
        ("Fox", ("Heroes",)),
        ("Owl", ("Enemies",)),
    ]
    assert setup.options.choice("enemy_control") == "player"
    # Alone one plays both.
    (seat,) = sample.setup(is_alone=True).seats
    assert seat.sides == ("Heroes", "Enemies")


@pytest.mark.parametrize("name", NAMES)
def test_the_sides_of_a_sample_are_written_as_names(name: str) -> None:
    sample = sample_named(name, games())
    assert sample is not None
    assert [side for side in sample.sides if not side[0].isupper()] == []


@pytest.mark.parametrize("name", example_names())
def test_the_sides_of_a_table_to_try_are_written_as_names(name: str) -> None:
    sides = {each.side for each in parse_snapshot(example_text(name), origin=name).pieces}
    assert sides
    assert [side for side in sides if not side[0].isupper()] == []


@pytest.mark.parametrize("name", NAMES)
def test_the_pieces_of_a_sample_stand_apart_on_the_table(name: str) -> None:
    sample = sample_named(name, games())
    assert sample is not None
    table = sample.table()
    outlines = [place(piece) for piece in table.pieces]
    for at, one in enumerate(outlines):
        x, y = one.centre
        assert 0 < x < table.table.width
        assert 0 < y < table.table.depth
        for other in outlines[at + 1 :]:
            apart = shapely.distance(one.core(), other.core())
            assert apart > one.radius + other.radius


@pytest.mark.parametrize("name", [each for each in NAMES if each.startswith(MEASURED)])
def test_a_sample_has_ground_that_no_unit_stands_on(name: str) -> None:
    # Nobody looks for a way through an empty desert.
    sample = sample_named(name, games())
    assert sample is not None
    table = sample.table()
    assert len(table.terrain) >= 2
    areas = [shapely.Polygon(each.outline) for each in table.terrain if each.kind != "road"]
    units = [place(each).core() for each in table.pieces]
    assert [area for area in areas if any(area.intersects(unit) for unit in units)] == []


def test_ground_that_has_to_be_agreed_counts_where_a_sample_is_played(server: Served) -> None:
    # PC-SET-03, PC-SET-07: terrain counts once it is agreed, and leaves both start zones free.
    begun = server.post("/api/v1/samples/papercraft/battle", {}).json()
    sample = sample_named("papercraft", games())
    assert sample is not None
    assert sample.setup().options.choice("terrain_mode") == "impassable_and_blocking"
    table = server.get(f"/api/v1/table?battle={begun['id']}").json()
    heights = [y for area in table["terrain"] for _, y in area["outline_in"]]
    assert min(heights) > 10
    assert max(heights) < 26


def test_the_largest_unit_of_papercraft_gets_across_its_ground() -> None:
    sample = sample_named("papercraft", games())
    assert sample is not None
    areas = [shapely.Polygon(each.outline) for each in sample.table().terrain]
    grown = shapely.union_all([each.buffer(3, cap_style="square") for each in areas])
    free = shapely.box(3, 3, 33, 33) - grown
    ways = [each for each in shapely.get_parts(free) if each.bounds[1] < 10 and each.bounds[3] > 26]
    assert ways, "a Titan of 6 by 6 in is shut in"
