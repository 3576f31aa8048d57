"""Every example of the description is one that the server takes."""

from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from api.shapes.openapi import operations
from api.tables.hand import HandTable
from rules.registry import games
from tests.api.server.held_to import Schemas
from tests.api.server.serving import Served, served
from tests.api.server.test_hand_table import first

Json = dict[str, Any]

FIRST = ("lay_table", "create_battle", "promise_roll", "choose_roster")
"""The others speak of what these make."""
LAST = ("take_back", "rename_battle", "begin_sample", "open_joining")
WAITS = {
    "call_judge": "no-event",
    "appeal_to_head_judge": "no-event",
    "odds_of_command": "no-odds",
    # The test asks from no address of this computer.
    "enter_code": "not-here",
    "take_screen_token": "no-code",
    # What the example speaks of comes of a camera, a dispute or a refusal, and is not there.
    "find_outline": "no-camera",
    "put_drawn_piece": "no-camera",
    "take_drawn_piece": "no-camera",
    "check_print": "not-yet",
    "measure_again": "bad-question",
    "challenge_refusal": "not-kept",
    # A test's server is in no network.
    "open_joining": "no-network",
    "show_phone_code": "no-network",
}
HOLES = {
    "battle": "battle1",
    "piece": "T1",
    "area": "W1",
    "slug": "paper_tigers",
    "sample": "paper-tigers",
    "proposal": "p1",
    "number": "1",
}


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Served]:
    with served(HandTable(first()), tmp_path, games=games) as found:
        yield found


def examples(whole: Json) -> dict[str, list[tuple[str, str, Json]]]:
    """Method, path and body of every example, by operation."""
    found: dict[str, list[tuple[str, str, Json]]] = {}
    for path, method, operation in operations(whole):
        content = operation.get("requestBody", {}).get("content", {})
        if "application/json" not in content:
            continue
        schema = content["application/json"]["schema"]
        name = schema.get("$ref", "").rpartition("/")[2]
        shape = whole["components"]["schemas"].get(name, schema)
        bodies = shape.get("examples", [])
        found[operation["operationId"]] = [(method, path, body) for body in bodies]
        faults = [list(Schemas(whole).faults(body, schema)) for body in bodies]
        assert faults == [[]] * len(bodies), (operation["operationId"], faults)
    return found


def test_every_body_has_an_example_that_is_taken(server: Served) -> None:
    held = examples(server.get("/api/v1/openapi.json").json())
    assert [name for name, each in held.items() if not each] == []
    ids, digest = count(1), ""
    for name in sorted(held, key=lambda each: (each not in FIRST, each in LAST)):
        for method, path, example in held[name]:
            body = dict(example)
            if "id" in body:
                body["id"] = f"example-{next(ids):04}"
            address = path.format(**HOLES, digest=digest)
            answer = server.ask(method.upper(), address, json=body)
            if name in WAITS:
                assert answer.json()["type"].endswith(f":{WAITS[name]}"), answer.text
                continue
            assert answer.status_code in {200, 201}, (name, answer.text)
            if name == "promise_roll":
                digest = answer.json()["digest"]
    server.ask("DELETE", "/api/v1/camera")


def test_the_example_of_a_command_is_accepted(server: Served) -> None:
    held = examples(server.get("/api/v1/openapi.json").json())
    for name in ("create_battle", "submit_command", "take_back"):
        ((method, path, body),) = held[name]
        new = {"id": "another-0001"} if name == "take_back" else {}
        answer = server.ask(method.upper(), path.format(**HOLES), json={**body, **new})
        assert answer.status_code in {200, 201}, answer.text
        if name == "submit_command":
            assert answer.json()["accepted"]
            # Sent again under its id, it is answered again and done once.
            assert (
                server.ask(method.upper(), path.format(**HOLES), json=body).json() == answer.json()
            )
