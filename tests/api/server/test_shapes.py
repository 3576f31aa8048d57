"""A command may have any shape: one that is none is told so, and nothing sent is a fault."""

import json
import random
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from api.tables.hand import HandTable
from conftest import SoakCount
from rules.registry import games
from tests.api.server.serving import Served, problem, served
from tests.api.server.test_fuzzed import HARM, ODD
from tests.api.server.test_hand_table import first
from tests.api.server.test_playing import BATTLE, path, seen
from tests.api.server.test_samples import NAMES

NO_KINDS: tuple[Any, ...] = ([], {}, None, 0, 1.5, True, [[]], {"a": 1}, ["roll"])


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Served]:
    with served(HandTable(seen()), tmp_path) as found:
        assert found.post("/api/v1/battles", BATTLE).status_code == 201
        yield found


@pytest.mark.parametrize("kind", NO_KINDS)
def test_a_kind_that_is_no_text_is_told_as_such(server: Served, kind: Any) -> None:
    sent = {"id": "phone-001", "seat": "Red"}
    command = {"kind": kind, "die": 3}
    promised = server.post(path("/dice"), {"count": 1}).json()["digest"]
    for rest, body in (
        ("/commands", {**sent, "command": command}),
        ("/override", {**sent, "clause": "CG-1", "command": command}),
        (f"/dice/{promised}/roll", {**sent, "command": {"kind": kind}, "field": "die"}),
    ):
        told = problem(server.post(path(rest), body), 422)
        assert "command.kind: expected a text" in told["detail"]
    assert server.get(path()).json()["last"] == 0


def test_a_command_without_a_kind_is_told_as_such(server: Served) -> None:
    sent = {"id": "phone-001", "seat": "Red", "command": {"die": 3}}
    told = problem(server.post(path("/commands"), sent), 422)
    assert "command.kind: expected a text, got nothing" in told["detail"]


def shapes(schema: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Every command with each of its fields odd in each way, and with one field too many."""
    for name, kind in schema["$defs"].items():
        fields = {each: usual(told) for each, told in kind["properties"].items()}
        fields["kind"] = name
        yield {**fields, "": 1}
        for field in kind["properties"].keys() - {"kind"}:
            yield {each: value for each, value in fields.items() if each != field}
            for odd in (*ODD, *HARM, [{}] * 30, {"kind": []}):
                yield {**fields, field: odd}


def usual(told: dict[str, Any]) -> Any:
    """A value of the type that a field has."""
    if "anyOf" in told:
        return None
    if "enum" in told:
        return told["enum"][0]
    if "prefixItems" in told:
        return [usual(each) for each in told["prefixItems"]]
    kind = told.get("type", "")
    usually = {"string": "e1", "integer": 1, "number": 1.0, "boolean": True, "array": []}
    return usually.get(kind if isinstance(kind, str) else kind[0], {})


@pytest.mark.soak
def test_no_shape_of_a_command_is_a_fault(
    tmp_path: Path, rng_seed: int, soak_count: SoakCount
) -> None:
    rng = random.Random(rng_seed)
    numbers = count(1)
    with served(HandTable(first()), tmp_path, games=games) as server:
        for sample in NAMES:
            begun = server.post(f"/api/v1/samples/{sample}/battle", {})
            assert begun.status_code == 201, begun.text
            battle = f"/api/v1/battles/{begun.json()['id']}"
            (seat, *_) = (each["name"] for each in server.get(f"{battle}/seats").json())
            game = server.get(battle).json()["view"]["game"]
            every = list(shapes(server.get(f"/api/v1/games/{game}/commands").json()))
            for command in rng.sample(every, min(len(every), soak_count(40, 10_000))):
                sent = {"id": f"shape-{next(numbers):06}", "seat": seat, "command": command}
                answer = server.ask(
                    "POST",
                    f"{battle}/commands",
                    content=json.dumps(sent),
                    headers={"content-type": "application/json"},
                )
                assert answer.status_code < 500, f"{command!r:.400}: {answer.text[:300]}"
