"""An answer that somebody has already is not sent again; and every address tells its head."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from api.files.table_file import parse_snapshot
from api.tables.hand import HandTable
from tests.api.server.serving import Served, served
from tests.api.server.test_access import FILLED
from tests.api.server.test_playing import BATTLE, path, roll
from tests.api.umpire import disc, table


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Served]:
    first = parse_snapshot(json.dumps(table(disc("C1", 10, 10))), origin="test")
    with served(HandTable(first), tmp_path) as found:
        found.post("/api/v1/battles", BATTLE)
        yield found


@pytest.mark.parametrize(
    "address",
    [
        "/api/v1/table?battle=battle1",
        "/api/v1/table/pieces?battle=battle1",
        path(),
        path("/options?seat=Red"),
        path("/events"),
    ],
)
def test_the_same_answer_is_not_sent_again(server: Served, address: str) -> None:
    first = server.get(address)
    tag = first.headers["etag"]
    assert server.get(address).headers["etag"] == tag
    for held in (tag, f"W/{tag}", f'"other", {tag}'):
        again = server.get(address, headers={"if-none-match": held})
        assert (again.status_code, again.content) == (304, b"")
        assert again.headers["etag"] == tag
        assert again.headers["cache-control"] == "no-store"
    roll(server, 3, name="phone-0001")
    server.ask("PUT", "/api/v1/table/pieces/C1?battle=battle1", json={"x_in": 12})
    new = server.get(address, headers={"if-none-match": tag})
    assert new.status_code == 200
    assert new.json() != first.json()
    assert new.headers["etag"] != tag


def test_a_tag_lets_nobody_in_and_is_nobody_elses(server: Served) -> None:
    tag = server.get(path("?seat=Red")).headers["etag"]
    held = {"if-none-match": tag}
    assert server.get(path("?seat=Red"), headers=held).status_code == 304
    assert server.get(path("?seat=Red"), headers=held, token="").status_code == 401
    assert server.get(path("?seat=Blue"), headers=held).status_code == 200


def test_what_changes_something_has_no_tag(server: Served) -> None:
    told = server.ask("PUT", "/api/v1/table/pieces/C1", json={"x_in": 12})
    assert "etag" not in told.headers
    assert "etag" not in server.get("/api/v1/nothing").headers


def test_every_address_tells_its_head(server: Served) -> None:
    paths = server.get("/api/v1/openapi.json").json()["paths"]
    told = [each for each, held in paths.items() if "get" in held]
    for each in (each for each in told if not each.endswith(".mjpeg")):
        address = re.sub(r"\{\w+\}", lambda hole: FILLED[hole.group()], each)
        whole, head = server.get(address), server.ask("HEAD", address)
        assert (head.status_code, head.content) == (whole.status_code, b""), address
        assert head.headers.get("content-type") == whole.headers.get("content-type"), address
        assert head.headers.get("etag") == whole.headers.get("etag"), address
