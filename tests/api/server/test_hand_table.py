"""The table that a host moves by hand, over HTTP and over a restart."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from api.errors import UserError
from api.files.lock import InUseError
from api.files.table_file import parse_snapshot
from api.tables.hand import HandTable, placed, with_lock
from api.tables.source import FixedTable
from rules.table.roster import Roster
from rules.table.snapshot import Snapshot
from tests.api.server.serving import Served, problem, served
from tests.api.umpire import pair

WOOD = {"kind": "woods", "outline_in": [[1, 1], [4, 1], [4, 4], [1, 4]]}


def first() -> Snapshot:
    return parse_snapshot(json.dumps(pair()), origin="test")


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Served]:
    with served(HandTable(first()), tmp_path) as found:
        yield found


def put(server: Served, path: str, body: dict[str, Any]) -> Any:
    return server.ask("PUT", f"/api/v1/table{path}", json=body)


def test_a_piece_is_moved_and_everything_else_of_it_stays(server: Served) -> None:
    before = server.get("/api/v1/table/pieces/A1").json()
    after = put(server, "/pieces/A1", {"x_in": 7.5, "heading_deg": 90}).json()
    moved = {**before, "pose": {**before["pose"], "x_in": 7.5, "heading_deg": 90}}
    assert after == {**moved, "snapshot": 8}
    assert server.get("/api/v1/table").json()["number"] == 8
    assert server.get("/api/v1/table/pieces").json()[0] == moved


def test_a_new_piece_is_put_down_whole_and_taken_off(server: Served) -> None:
    body = {"x_in": 2, "y_in": 3, "side": "red", "footprint": {"disc": {"radius_in": 1}}}
    assert put(server, "/pieces/A2", body).json()["pose"]["x_in"] == 2
    assert server.ask("DELETE", "/api/v1/table/pieces/A2").status_code == 200
    told = problem(server.ask("DELETE", "/api/v1/table/pieces/A2"), 404)
    assert told["known"] == ["A1", "B1"]
    problem(server.get("/api/v1/table/pieces/A2"), 404)


@pytest.mark.parametrize(
    ("path", "body", "told"),
    [
        ("/pieces/A1", {"x_in": 99}, "expected 0 to 24, on the table"),
        ("/pieces/A1", {"colour": "red"}, "colour"),
        ("/pieces/A9", {"x_in": 3, "y_in": 3}, "a piece of the table or of the battle's roster"),
        ("/terrain/W2", {**WOOD, "outline_in": [[0, 0], [1, 1], [2, 2]]}, "a simple outline"),
        ("/terrain/W2", {**WOOD, "kind": "two\nlines"}, "on one line"),
        ("", {"format": "paper-umpire/snapshot/1"}, "table"),
    ],
)
def test_what_cannot_stand_there_is_refused(
    server: Served, path: str, body: dict[str, Any], told: str
) -> None:
    assert told in problem(put(server, path, body), 422)["detail"]
    assert server.get("/api/v1/table").json()["number"] == 7


def test_terrain_counts_once_it_is_confirmed(server: Served) -> None:
    told = put(server, "/terrain/W2", WOOD).json()
    assert [each["id"] for each in told["drafts"]] == ["W2"]
    assert [each["id"] for each in server.get("/api/v1/table").json()["terrain"]] == ["W1"]
    told = server.post("/api/v1/table/terrain/W2/confirm", {}).json()
    assert ([each["id"] for each in told["terrain"]], told["drafts"]) == (["W1", "W2"], [])
    # A change is a draft again; until it is confirmed the old outline goes on counting.
    put(server, "/terrain/W2", {**WOOD, "kind": "building"})
    assert server.get("/api/v1/table").json()["terrain"][1]["kind"] == "woods"
    server.post("/api/v1/table/terrain/W2/confirm", {})
    assert server.get("/api/v1/table").json()["terrain"][1]["kind"] == "building"
    problem(server.post("/api/v1/table/terrain/W2/confirm", {}), 404)
    server.ask("DELETE", "/api/v1/table/terrain/W2")
    assert len(server.get("/api/v1/table/terrain").json()["terrain"]) == 1


FILE = "/api/v1/table/terrain-file"


@pytest.mark.parametrize("kind", ["geojson", "dd2vtt"])
def test_terrain_goes_out_as_a_file_and_comes_back_in_inches(server: Served, kind: str) -> None:
    put(server, "/terrain/W2", {**WOOD, "height_in": 1.5, "sigma_in": 0.05})
    server.post("/api/v1/table/terrain/W2/confirm", {})
    before = server.get("/api/v1/table").json()["terrain"]
    assert len(before) == 2
    answer = server.get(f"/api/v1/table/terrain.{kind}")
    assert f'filename="terrain.{kind}"' in answer.headers["content-disposition"]
    for area in before:
        server.ask("DELETE", f"/api/v1/table/terrain/{area['id']}")
    told = server.post(FILE, answer.json()).json()
    assert (told["terrain"], told["drafts"]) == ([], before)
    # As all that is laid out, it counts once somebody confirms it.
    assert server.get("/api/v1/table").json()["terrain"] == []
    for area in before:
        server.post(f"/api/v1/table/terrain/{area['id']}/confirm", {})
    assert server.get("/api/v1/table").json()["terrain"] == before


def polygon(*corners: tuple[float, float]) -> dict[str, object]:
    return {"type": "Feature", "geometry": {"type": "Polygon", "coordinates": [corners]}}


def test_a_file_that_is_no_terrain_of_this_table_leaves_it_as_it_was(server: Served) -> None:
    inside, beside = polygon((1, 1), (4, 1), (4, 4)), polygon((99, 1), (120, 1), (99, 4))
    bad: tuple[tuple[dict[str, object], str], ...] = (
        ({}, "type: expected 'FeatureCollection'"),
        ({"type": "FeatureCollection", "features": [inside, {}]}, "features[1].geometry"),
        (
            {"type": "FeatureCollection", "features": [inside, beside]},
            "area-2: expected inches on a table of ",
        ),
        ({"resolution": {"map_size": {"x": 5, "y": 5}}}, "squares, as the table has inches"),
        ({"resolution": {"map_size": {"x": "a"}}}, "resolution.map_size.x"),
        ({"resolution": 3}, "resolution.map_size"),
    )
    for content, says in bad:
        told = problem(server.post(FILE, content), 422)
        assert says in str(told["detail"]), told
    assert server.get("/api/v1/table/terrain").json()["drafts"] == []
    server.post("/api/v1/table/terrain-lock", {})
    problem(server.post(FILE, {"type": "FeatureCollection", "features": [inside]}), 409)


def test_locked_ground_stays_as_it_is(server: Served) -> None:
    put(server, "/terrain/W2", WOOD)
    assert server.post("/api/v1/table/terrain-lock", {}).json()["locked"]
    problem(put(server, "/terrain/W3", WOOD), 409)
    problem(server.post("/api/v1/table/terrain/W2/confirm", {}), 409)
    problem(server.ask("DELETE", "/api/v1/table/terrain/W1"), 409)
    problem(put(server, "", {**pair(terrain=[])}), 409)
    assert put(server, "/pieces/A1", {"x_in": 6}).status_code == 200
    server.ask("DELETE", "/api/v1/table/terrain-lock")
    assert put(server, "", {**pair(terrain=[])}).json()["terrain"] == []


def test_a_table_from_elsewhere_is_not_moved_by_hand(tmp_path: Path) -> None:
    with served(FixedTable(first()), tmp_path) as server:
        problem(put(server, "/pieces/A1", {"x_in": 6}), 409)
        assert server.get("/api/v1/table/terrain").json()["locked"]


def test_the_table_is_as_it_was_after_a_restart(tmp_path: Path) -> None:
    keep = tmp_path / "table.json"
    table = HandTable(first(), keep=keep)
    with served(table, tmp_path) as server:
        put(server, "/pieces/A1", {"x_in": 6.125})
        put(server, "/terrain/W2", WOOD)
        server.post("/api/v1/table/terrain-lock", {})
    with pytest.raises(InUseError):
        HandTable(first(), keep=keep)
    table.close()
    again = HandTable(first(), keep=keep)
    assert again.held() == table.held()
    assert again.latest().piece("A1").pose != first().piece("A1").pose
    again.close()


@pytest.mark.parametrize("spoiled", ["", "{", "[]"])
def test_moves_that_a_power_cut_has_taken_leave_the_table_before_them(
    tmp_path: Path, spoiled: str
) -> None:
    keep = tmp_path / "table.json"
    table = HandTable(first(), keep=keep)
    roster = Roster(entries=())
    for x in (3, 4, 5):
        table.edit(placed({"id": "A1", "x_in": x}, roster=roster), is_move=True)
    table.close()
    again = HandTable(first(), keep=keep)
    assert again.held() == table.held()
    again.close()
    # The first one was waited for, since there was no table before it.
    keep.with_name("table.json.moved").write_text(spoiled)
    left = HandTable(first(), keep=keep)
    pose = left.latest().piece("A1").pose
    assert pose is not None
    assert float(pose.x) == 3
    left.edit(with_lock(locked=True))
    left.edit(placed({"id": "A1", "x_in": 9}, roster=roster), is_move=True)
    left.edit(with_lock(locked=False))
    left.close()
    last = HandTable(first(), keep=keep)
    assert last.held() == left.held()
    assert not last.held().locked
    last.close()


@pytest.mark.parametrize("content", ["{", '{"format": "other"}', "[]", "\ud800"])
def test_a_spoiled_table_is_said_so_and_left(tmp_path: Path, content: str) -> None:
    keep = tmp_path / "table.json"
    keep.write_bytes(content.encode("utf-8", "surrogatepass"))
    with pytest.raises(UserError, match=r"table\.json.*move it away"):
        HandTable(first(), keep=keep)
    assert keep.read_bytes() == content.encode("utf-8", "surrogatepass")


def test_an_edit_that_cannot_be_kept_has_not_happened(tmp_path: Path) -> None:
    folder = tmp_path / "gone"
    folder.mkdir()
    with served(HandTable(first(), keep=folder / "table.json"), tmp_path) as server:
        (folder / "table.json.lock").unlink()
        folder.rmdir()
        problem(put(server, "/pieces/A1", {"x_in": 6}), 503)
        assert server.get("/api/v1/table").json()["number"] == 7
