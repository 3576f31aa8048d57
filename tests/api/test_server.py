"""What the server answers of a table, to whom, and how it refuses."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from api.errors import ExitCode, UserError
from api.files.table_file import parse_snapshot
from api.tables.source import FileTable, FixedTable
from rules.table.roster import Roster
from rules.table.snapshot import Snapshot
from tests.api.server.serving import Served, problem, served
from tests.api.umpire import disc, pair, table


class Broken:
    """A table that cannot be looked at."""

    def __init__(self, failure: Exception) -> None:
        self._failure = failure

    def latest(self) -> Snapshot:
        raise self._failure

    def subscribe(self, _listener: Callable[[], None]) -> Callable[[], None]:
        return lambda: None

    def takes(self, _roster: Roster) -> bool:
        return True


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Served]:
    fixed = FixedTable(parse_snapshot(json.dumps(pair()), origin="test"))
    with served(fixed, tmp_path) as found:
        yield found


@contextmanager
def broken(folder: Path, failure: Exception) -> Iterator[Served]:
    with served(Broken(failure), folder) as found:
        yield found


def test_the_snapshot_reads_back_as_the_same_table(server: Served) -> None:
    told = server.get("/api/v1/table").json()
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
def test_the_five_questions(server: Served, address: str, answer: str) -> None:
    told = server.get(f"/api/v1/measure/{address}")
    assert told.status_code == 200, told.text
    body = told.json()
    found = body["measurement"]
    assert (found["answer"], found["format"]) == (answer, "paper-umpire/measure/1")
    assert ET.fromstring(server.get(body["svg"]).text).tag.endswith("svg")
    for mark in body["drawing"]:
        assert all(0 <= value <= 24 for end in mark["line_in"] for value in end)


@pytest.mark.parametrize("question", ["", "?what=sight&a=A1&b=B1", "?errors=true"])
def test_the_drawing_is_svg(server: Served, question: str) -> None:
    told = server.get(f"/api/v1/table/drawing.svg{question}")
    assert told.headers["content-type"] == "image/svg+xml"
    assert ET.fromstring(told.text).tag.endswith("svg")


def test_an_unknown_piece_names_those_there_are(server: Served) -> None:
    body = problem(server.get("/api/v1/measure/range?a=A2&b=B1"), 404)
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
        "table/drawing.svg?what=range&a=A1",
        "table/drawing.svg?what=smell",
    ],
)
def test_a_question_without_sense_is_a_problem(server: Served, address: str) -> None:
    assert problem(server.get(f"/api/v1/{address}"), 422)["detail"]


def test_a_kind_of_terrain_that_is_not_there_gets_a_warning(server: Served) -> None:
    body = server.get("/api/v1/measure/sight?a=A1&b=B1&blockers=wods").json()
    assert body["measurement"]["warnings"] == [
        "no terrain of kind 'wods' here; there are: woods; did you mean woods?"
    ]


def test_all_pairs_are_measured_at_once(server: Served) -> None:
    told = server.get("/api/v1/measure/pairs?limit=12").json()
    assert [(pair["a"], pair["b"], pair["answer"]) for pair in told["pairs"]] == [
        ("A1", "B1", "YES")
    ]
    assert told["pairs"][0]["value_in"] == 9
    assert told["drawing"][0]["line_in"] == [[5.5, 10], [14.5, 10]]
    seen = server.get("/api/v1/measure/pairs?what=sight&piece=A1&piece=B1").json()
    assert seen["pairs"][0]["answer"] == "NO"
    assert {mark["what"] for mark in seen["drawing"]} == {"sight", "blocked"}
    picture = server.get("/api/v1/measure/pairs.svg?what=sight").text
    bare = server.get("/api/v1/table/drawing.svg").text
    assert ET.fromstring(picture).tag.endswith("svg")
    # A line and the light edge under it.
    assert picture.count("<path") == bare.count("<path") + 2
    problem(server.get("/api/v1/measure/pairs?piece=A1&piece=B2"), 404)


def test_more_pairs_than_can_be_seen_to_are_refused(tmp_path: Path) -> None:
    many = table(*(disc(f"A{number}", number % 20 + 1, number // 20 + 1) for number in range(31)))
    with served(FixedTable(parse_snapshot(json.dumps(many), origin="test")), tmp_path) as server:
        told = problem(server.get("/api/v1/measure/pairs?what=sight"), 422)
        assert "at most 30 pieces for sight, got 31" in told["detail"]
        assert len(server.get("/api/v1/measure/pairs").json()["pairs"]) == 31 * 30 // 2


def test_what_is_not_there_and_what_is_not_taken(server: Served) -> None:
    assert problem(server.get("/nothing"), 404)["type"] == "urn:paper-umpire:not-found"
    refused = server.post("/api/v1/table/pieces", {})
    assert problem(refused, 405)["detail"] == "/api/v1/table/pieces does not take POST"
    assert refused.headers["allow"] == "GET"


@pytest.mark.parametrize(
    "path",
    [
        "/../app.py",
        "/%2e%2e/cli.py",
        "/%2e%2e%2fapp.py",
        "/web/app.js",
        "/app.js/",
        "/index.html",
        "/app.js%00",
        "/..%5capp.py",
        "/%252e%252e/app.py",
        "//etc/passwd",
        "/api/v1/battles/..%2f..%2fgrants.json",
    ],
)
def test_only_the_page_is_served_from_the_package(server: Served, path: str) -> None:
    assert server.get(path, follow_redirects=False).status_code in {307, 404}


@pytest.mark.parametrize(
    "path", ["/", "/app.js", "/docs", "/docs.js", "/book", "/healthz", "/nothing", "/api/v1/table"]
)
def test_every_answer_carries_the_guarding_headers(server: Served, path: str) -> None:
    headers = server.get(path).headers
    assert "default-src 'self'" in headers["content-security-policy"]
    assert "frame-ancestors 'none'" in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["cache-control"] == "no-store"
    assert "set-cookie" not in headers


def test_a_file_that_was_spoiled_since_is_said_so(tmp_path: Path) -> None:
    gone = UserError("table.json: cannot be read: it is gone", ExitCode.BAD_INPUT)
    with broken(tmp_path, gone) as server:
        body = problem(server.get("/api/v1/table"), 503)
        assert body["detail"] == "table.json: cannot be read: it is gone"


def test_a_fault_tells_nothing_of_the_inside(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with broken(tmp_path, RuntimeError("a secret of the inside")) as server:
        answer = server.get("/api/v1/table")
    problem(answer, 500)
    assert "secret" not in answer.text
    assert "x-content-type-options" in answer.headers
    assert "a secret of the inside" in caplog.text
    assert "Traceback" not in caplog.text


def test_a_file_is_read_anew_at_each_look(tmp_path: Path) -> None:
    place = tmp_path / "table.json"
    place.write_text(json.dumps(pair()), encoding="utf-8")
    source = FileTable(str(place))
    told: list[int] = []
    source.subscribe(lambda: told.append(source.latest().number))
    source.look()
    assert (source.latest().number, told) == (7, [])
    place.write_text(json.dumps(pair(number=81)), encoding="utf-8")
    assert source.latest().number == 81
    source.look()
    source.look()
    assert told == [81]
