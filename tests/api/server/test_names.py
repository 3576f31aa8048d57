"""Names that nobody could ask for, or that are the camera's, are refused where they are given."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from api.tables.hand import HandTable
from tests.api.server.serving import Served, problem, served
from tests.api.server.test_playing import BATTLE, path, roll, seen
from tests.api.umpire import disc, table, wood

NAMES = ["a/b", "/", "../x", ".", ".."]


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Served]:
    with served(HandTable(seen()), tmp_path) as found:
        yield found


@pytest.mark.parametrize("name", NAMES)
def test_a_piece_or_an_area_that_no_address_could_name_is_refused(
    server: Served, name: str
) -> None:
    roster = [{**BATTLE["roster"][0], "id": name}]
    told = problem(server.post("/api/v1/battles", {**BATTLE, "roster": roster}), 422)
    assert "piece 1.id: expected an id without /" in told["detail"]
    tables: tuple[dict[str, Any], ...] = (table(disc(name, 5, 5)), table(terrain=[wood(name)]))
    for laid in tables:
        told = problem(server.ask("PUT", "/api/v1/table", json=laid), 422)
        assert "expected an id without /" in told["detail"]
    ring = [[1, 1], [4, 1], [4, 4], [1, 1]]
    feature = {
        "type": "Feature",
        "id": name,
        "geometry": {"type": "Polygon", "coordinates": [ring]},
    }
    file = {"type": "FeatureCollection", "features": [feature]}
    told = problem(server.post("/api/v1/table/terrain-file", file), 422)
    assert "expected an id without /" in told["detail"]
    assert server.get("/api/v1/battles").json() == []


@pytest.mark.parametrize("name", ["camera-p0123456789abcdef-4", "Camera-x"])
def test_an_id_of_the_cameras_shape_is_refused(server: Served, name: str) -> None:
    server.post("/api/v1/battles", BATTLE)
    told = problem(roll(server, 1, name=name), 422)
    assert "expected an id that does not begin with camera-" in told["detail"]
    assert server.get(path()).json()["last"] == 0
    assert roll(server, 1, name="cameras-01").json()["accepted"]
