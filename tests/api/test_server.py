"""Knows what the server answers, to whom, and how it refuses."""

import json
from collections.abc import Callable
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from starlette.testclient import TestClient

from api.app import create_app, hosts_of
from api.errors import ExitCode, UserError
from api.table_file import parse_snapshot, source_of
from rules.table.snapshot import Snapshot
from tests.api.umpire import pair

PORT = 8765


def client(source: Callable[[], Snapshot] | None = None) -> TestClient:
    table = parse_snapshot(json.dumps(pair()), origin="test")
    app = create_app(source or (lambda: table), hosts=hosts_of(PORT))
    address = f"http://127.0.0.1:{PORT}"
    return TestClient(app, base_url=address, raise_server_exceptions=False)


def problem(answer: Any, status: int) -> dict[str, Any]:
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/problem+json"
    body: dict[str, Any] = answer.json()
    assert body["status"] == status
    assert body["type"].startswith("urn:paper-umpire:")
    assert body["title"]
    return body


def test_the_snapshot_reads_back_as_the_same_table() -> None:
    told = client().get("/api/v1/snapshot").json()
    again = parse_snapshot(json.dumps(told), origin="the wire")
    assert again == parse_snapshot(json.dumps(pair()), origin="test")


@pytest.mark.parametrize(
    ("address", "answer"),
    [
        ("range?a=A1&b=B1&limit=12", "YES"),
        ("range?a=A1&b=B1&limit=10&metric=centre", "TOO_CLOSE_TO_CALL"),
        ("sight?a=A1&b=B1", "NO"),
        ("sight?a=A1&b=B1&blockers=hill,building", "YES"),
        ("near?a=A1&reach=9.5", "YES"),
        ("chain?a=A1&reach=9.5&links=1", "YES"),
        ("line?a=A1&b=B1", "YES"),
    ],
)
def test_the_five_questions(address: str, answer: str) -> None:
    told = client().get(f"/api/v1/measure/{address}")
    assert told.status_code == 200, told.text
    body = told.json()
    assert (body["answer"], body["format"]) == (answer, "paper-umpire/measure/1")


@pytest.mark.parametrize("question", ["", "?what=sight&a=A1&b=B1", "?errors=true"])
def test_the_drawing_is_svg(question: str) -> None:
    told = client().get(f"/api/v1/table.svg{question}")
    assert told.headers["content-type"] == "image/svg+xml"
    assert ET.fromstring(told.text).tag.endswith("svg")


def test_an_unknown_piece_names_those_there_are() -> None:
    body = problem(client().get("/api/v1/measure/range?a=A2&b=B1"), 404)
    assert body["known"] == ["A1", "B1"]
    assert body["nearest"] == "A1"


@pytest.mark.parametrize(
    "address",
    [
        "measure/range?a=A1",
        "measure/range?a=A1&b=A1",
        "measure/range?b=B1",
        "measure/range?a=A1&b=B1&limit=far",
        "measure/range?a=A1&b=B1&limit=nan",
        "measure/range?a=A1&b=B1&limit=inf",
        "measure/range?a=A1&b=B1&limit=-1",
        "measure/range?a=A1&b=B1&metric=nose",
        "measure/range?a=A1&b=B1&colour=red",
        "measure/chain?a=A1&links=0",
        "measure/smell?a=A1&b=B1",
        "table.svg?what=range&a=A1",
        "table.svg?what=smell",
    ],
)
def test_a_question_without_sense_is_a_problem(address: str) -> None:
    assert problem(client().get(f"/api/v1/{address}"), 422)["detail"]


def test_a_kind_of_terrain_that_is_not_there_gets_a_warning() -> None:
    body = client().get("/api/v1/measure/sight?a=A1&b=B1&blockers=wods").json()
    assert body["warnings"] == [
        "no terrain of kind 'wods' here; there are: woods; did you mean woods?"
    ]


def test_what_is_not_there_and_what_is_not_taken() -> None:
    assert problem(client().get("/docs"), 404)["type"] == "urn:paper-umpire:not-found"
    refused = client().post("/api/v1/snapshot")
    assert problem(refused, 405)["detail"] == "/api/v1/snapshot does not take POST"
    assert refused.headers["allow"] == "GET"


@pytest.mark.parametrize("path", ["/../app.py", "/%2e%2e/cli.py", "/web/app.js", "/app.js/"])
def test_only_the_page_is_served_from_the_package(path: str) -> None:
    assert client().get(path, follow_redirects=False).status_code in {307, 404}


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "evil.example:8765",
        "localhost",
        "localhost:80",
        "127.0.0.1:8766",
        "127.0.0.1.evil.example:8765",
        "localhost:8765.evil.example",
        "[::1]",
        "",
    ],
)
def test_a_foreign_host_gets_nothing(host: str) -> None:
    for path in ("/", "/healthz", "/api/v1/snapshot", "/nothing"):
        problem(client().get(path, headers={"host": host}), 421)


@pytest.mark.parametrize("host", ["localhost:8765", "LOCALHOST:8765", "[::1]:8765"])
def test_its_own_names_are_taken(host: str) -> None:
    assert client().get("/healthz", headers={"host": host}).json()["status"] == "ok"


@pytest.mark.parametrize("path", ["/", "/app.js", "/healthz", "/nothing", "/api/v1/table.svg"])
def test_every_answer_carries_the_guarding_headers(path: str) -> None:
    headers = client().get(path).headers
    assert "default-src 'self'" in headers["content-security-policy"]
    assert "frame-ancestors 'none'" in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["cache-control"] == "no-store"


def test_a_file_that_was_spoiled_since_is_said_so() -> None:
    def spoiled() -> Snapshot:
        raise UserError("table.json: cannot be read: it is gone", ExitCode.BAD_INPUT)

    body = problem(client(spoiled).get("/api/v1/snapshot"), 503)
    assert body["detail"] == "table.json: cannot be read: it is gone"


def test_a_fault_tells_nothing_of_the_inside(caplog: pytest.LogCaptureFixture) -> None:
    def broken() -> Snapshot:
        raise RuntimeError("a secret of the inside")

    answer = client(broken).get("/api/v1/snapshot")
    problem(answer, 500)
    assert "secret" not in answer.text
    assert "x-content-type-options" in answer.headers
    assert "a secret of the inside" in caplog.text
    assert "Traceback" not in caplog.text


def test_the_description_is_complete_and_stable() -> None:
    told = client().get("/api/v1/openapi.json").json()
    found = {
        path: (operation["operationId"], operation["tags"])
        for path, operations in told["paths"].items()
        for operation in operations.values()
    }
    assert found == {
        "/healthz": ("health", ["server"]),
        "/api/v1/snapshot": ("snapshot", ["table"]),
        "/api/v1/measure/{what}": ("measure", ["table"]),
        "/api/v1/table.svg": ("drawing", ["table"]),
    }


def test_a_file_is_read_anew_at_each_look(tmp_path: Any) -> None:
    place = tmp_path / "table.json"
    place.write_text(json.dumps(pair()), encoding="utf-8")
    source = source_of(str(place))
    assert source().number == 7
    place.write_text(json.dumps(pair(number=8)), encoding="utf-8")
    assert source().number == 8
