"""The description and the guide tell of everything, and the program in the guide runs."""

import inspect
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import sync_playwright

from api.access.policy import ANYBODY, POLICY
from api.files.table_file import parse_snapshot
from api.routes.games.game_schema import events_schema
from api.shapes.playing import HoleTold
from api.tables.source import FixedTable
from rules.referee.toolkit.game import Hole
from rules.registry import games
from tests.api.forked import forked_serving
from tests.api.server.held_to import Schemas
from tests.api.server.promised import NEEDS, kept_now, needed_now, promised
from tests.api.server.serving import Served, served
from tests.api.umpire import REPOSITORY, pair

GUIDE = (REPOSITORY / "docs" / "api.md").read_text(encoding="utf-8")
PAGES = {
    *("page", "page_part", "page_module", "docs", "book_page", "screen_page", "overlay_page"),
    *("guide", "guide_page", "for_models", "metrics"),
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """One for all: to work out what it says of itself takes half a second."""
    table = FixedTable(parse_snapshot(json.dumps(pair()), origin="test"))
    with served(table, tmp_path_factory.mktemp("described")) as found:
        yield found


def operations(server: Served) -> dict[str, tuple[str, str, dict[str, Any]]]:
    """Method, path and description by operation id; nobody needs a token to read them."""
    told = server.get("/api/v1/openapi.json", token="").json()
    return {
        operation["operationId"]: (method.upper(), path, operation)
        for path, operations in told["paths"].items()
        for method, operation in operations.items()
    }


def test_every_operation_is_described_under_the_id_that_it_is_allowed_by(server: Served) -> None:
    over_http = {name for name in POLICY if "." not in name} - PAGES - {"live"}
    assert set(operations(server)) == over_http


def test_every_operation_has_a_tag_a_summary_its_security_and_its_problems(server: Served) -> None:
    tags = {each["name"] for each in server.get("/api/v1/openapi.json").json()["tags"]}
    for name, (_, _, told) in operations(server).items():
        assert len(told["tags"]) == 1, name
        assert told["tags"][0] in tags, name
        assert told["description"].endswith((".", "?")), name
        assert told["description"].replace("\n", " ").startswith(told["summary"]), name
        assert "\n" not in told["summary"], name
        assert told["security"] == ([] if POLICY[name] == ANYBODY else [{"token": []}]), name
        assert told["x-roles"] == sorted(str(role) for role in POLICY[name]), name
        problems = {status: each for status, each in told["responses"].items() if status >= "4"}
        assert set(problems) >= {"403", "421", "429", "500", "503"}, name
        assert ("401" in problems) == bool(told["security"]), name
        for each in problems.values():
            (content,) = each["content"].items()
            schema = {"$ref": "#/components/schemas/Problem"}
            assert content == ("application/problem+json", {"schema": schema}), name
            assert each["x-problem-types"], name
            assert all(kind.startswith("urn:paper-umpire:") for kind in each["x-problem-types"])


# JSON of other standards: OpenAPI, AsyncAPI, JSON Schema, GeoJSON, Universal VTT.
OPEN = {
    "openapi",
    "asyncapi",
    "game_commands",
    "game_events",
    "terrain_as_geojson",
    "terrain_as_vtt",
}


def test_every_answer_has_a_shape(server: Served) -> None:
    whole = server.get("/api/v1/openapi.json").json()
    shapes = whole["components"]["schemas"]
    for name, (_, _, told) in operations(server).items():
        good = {status: each for status, each in told["responses"].items() if status < "300"}
        assert good, name
        for status, each in good.items():
            assert ("content" in each) == (status != "204"), name
            for media_type, content in each.get("content", {}).items():
                schema = content["schema"]
                named = schema.get("items", schema)
                if media_type == "application/json" and name not in OPEN:
                    parts = named.get("anyOf", [named])
                    assert all("$ref" in part or part["type"] != "object" for part in parts), name
                elif name not in OPEN:
                    assert schema["type"] == "string", name
    assert "HTTPValidationError" not in shapes
    assert whole["components"]["securitySchemes"]["token"]["scheme"] == "bearer"


def test_every_shape_says_what_it_is(server: Served) -> None:
    shapes = server.get("/api/v1/openapi.json").json()["components"]["schemas"]
    assert [name for name, each in shapes.items() if not each.get("description")] == []


@pytest.mark.parametrize(
    "shape", ["BattleWanted", "CommandSent", "PiecePut", "AreaPut", "InvitationWanted"]
)
def test_the_bodies_that_people_type_have_examples(server: Served, shape: str) -> None:
    told = server.get("/api/v1/openapi.json").json()["components"]["schemas"][shape]
    fields = [each for field in told["properties"].values() for each in field.get("examples", [])]
    assert told.get("examples") or fields


def test_the_guide_names_every_path_and_method(server: Served) -> None:
    named: set[tuple[str, str]] = set()
    for row in re.findall(r"^\| .*", GUIDE, flags=re.MULTILINE):
        # The dots stand for the battle that the row has begun with.
        whole = row.replace(" ...", " /battles/{battle}")
        for methods, path in re.findall(r"`([A-Z, ]+) (/[^`?]*)", whole):
            prefix = "" if path == "/healthz" else "/api/v1"
            named |= {(method, f"{prefix}{path}") for method in methods.split(", ")}
    there = {(method, path) for method, path, _ in operations(server).values()}
    assert there - named == set()
    assert named - there == set()


def program(number: int, address: str) -> str:
    found = re.findall(r"```python\n(.*?)```", GUIDE, flags=re.DOTALL)
    adapted = str(found[number]).replace("http://127.0.0.1:8765/#Rk3v...", address)
    assert adapted != found[number]
    return adapted


@pytest.mark.long
def test_thirty_lines_of_the_guide_play_a_battle_to_its_end(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with forked_serving("--battles", str(tmp_path / "battles"), cwd=tmp_path) as (address, _):
        source = program(0, address)
        lines = [line for line in source.splitlines() if line and not line.startswith("#")]
        assert len(lines) <= 30
        exec(compile(source, "docs/api.md", "exec"), {})
    told = capsys.readouterr().out.splitlines()
    assert len(told) > 10
    assert " wins" in told[-1] or "draw" in told[-1].lower()


def test_the_program_in_the_guide_runs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with forked_serving("--battles", str(tmp_path / "battles"), cwd=tmp_path) as (address, _):
        exec(compile(program(1, address), "docs/api.md", "exec"), {})
    told = capsys.readouterr().out
    assert "True ['Red rolls 6, 3: whether Red attacks.']" in told
    assert "'seat': 'Guest'" in told
    assert "Blue rolls 2, 3: whether Blue attacks." in told
    assert "not-allowed 403 a player may not do this" in told


# As the rules list them where they say what a hole is.
WORDS_OF_KINDS = re.search(
    r'kind: str\n    """(.+?): which widget', inspect.getsource(Hole), re.DOTALL
)
HOLES = re.findall(r"\w+", WORDS_OF_KINDS[1]) if WORDS_OF_KINDS else []


def test_the_guide_explains_every_kind_of_hole() -> None:
    kinds = re.findall(r"\w+", (inspect.getdoc(HoleTold) or "").replace("`", ""))
    rows = re.findall(r"^\| (`.+?`) \| ", GUIDE, flags=re.MULTILINE)
    named = {kind for row in rows for kind in re.findall(r"`(\w+)`", row)}
    kinds_of_holes = [
        "unit",
        "dice",
        "card",
        "cards",
        "pose",
        "choice",
        "count",
        "area",
        "line",
        "sheet",
        "text",
    ]
    assert set(kinds_of_holes) <= named
    assert set(kinds_of_holes) <= set(kinds)


@pytest.mark.parametrize("slug", sorted(games()))
def test_every_event_of_the_golden_battles_is_as_it_is_described(slug: str) -> None:
    schema = events_schema(games()[slug])
    logs = (REPOSITORY / "rules" / "games" / slug).rglob("golden/*.jsonl")
    bodies = [
        entry["body"]
        for log in logs
        if not log.name.endswith(".script.jsonl")
        for entry in map(json.loads, log.read_text(encoding="utf-8").splitlines())
        if entry["kind"] != "header"
    ]
    assert len(bodies) > 10
    faults = {fault for body in bodies for fault in Schemas(schema).faults(body, schema, "body")}
    assert faults == set()


def test_what_was_promised_stays(server: Served) -> None:
    described = server.get("/api/v1/openapi.json").json()
    now = kept_now(described)
    kept = {line for line in promised() if not line.startswith(NEEDS)}
    assert kept - now == set(), "docs/api-changes.md promises that these stay"
    assert now - kept == set(), "write them down with: python -m tests.regenerate"
    assert len(now) > 800


def test_nothing_more_has_to_be_sent_than_was_promised(server: Served) -> None:
    described = server.get("/api/v1/openapi.json").json()
    assert needed_now(described) - promised() == set(), "a client of yesterday does not send it"


@pytest.mark.long
@pytest.mark.browser
def test_the_description_is_drawn_without_the_internet(chromium_path: Path, tmp_path: Path) -> None:
    with (
        forked_serving("--battles", str(tmp_path / "battles"), cwd=tmp_path) as (address, _),
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=str(chromium_path))
        try:
            page = browser.new_page()
            foreign: list[str] = []
            complaints: list[str] = []
            page.on("request", lambda asked: foreign.append(asked.url))
            page.on("console", lambda message: complaints.append(message.text))
            base = address.partition("#")[0]
            page.goto(f"{base}docs")
            page.locator("#submit_command summary").click()
            assert page.locator("#submit_command td", has_text="application/json").count() > 0
            assert page.locator("#submit_command p", has_text="For: host, player").count() == 1
            assert page.locator("details").count() > 50
            assert page.get_by_role("alert").count() == 0
            assert all(url.startswith(base) for url in foreign)
            assert complaints == []
        finally:
            browser.close()
