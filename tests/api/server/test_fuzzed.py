"""Whatever is asked, the answer is one that the description names, or a problem.

Requests are made from the description of the API itself: each operation with values that fit, that
nearly fit, and that mean harm. A new route is asked as soon as it is there.
"""

import json
import random
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from api.cameras.choices import choices
from api.cameras.desk import CameraDesk
from api.tables.hand import HandTable
from conftest import SoakCount
from tests.api.server.serving import Served, served
from tests.api.server.test_playing import BATTLE, seen

A_ROUND = 500
"""Requests to one server."""
EVERYWHERE = {400, 401, 403, 404, 405, 413, 415, 421, 422, 429}
"""What any request may get, whatever it asks."""
HARM = (
    "",
    " ",
    "..",
    "../../etc/passwd",
    "%2e%2e%2f",
    "a\x00b",
    "\u202e",
    "\ud800",
    "'; DROP TABLE",
    "<script>",
    "💥" * 40,
    "x" * 5000,
    "-1",
    "1e309",
    "NaN",
    "null",
    "true",
    "0x10",
    "\r\nX: y",
    "battle1",
    "battle2",
    "counting",
    "Red",
    "Blue",
    "C1",
    "W1",
    "e1",
    "practice",
    "range",
)
ODD: tuple[Any, ...] = (
    None,
    True,
    False,
    0,
    -1,
    1,
    2**31,
    2**53,
    2**63,
    10**30,
    0.5,
    -0.0,
    1e308,
    -1e308,
    "",
    "x",
    [],
    {},
    [[]],
    [None],
    {"": None},
    "Red",
    "C1",
    "battle1",
    ["Red"],
    {"kind": "roll", "die": 3},
    {"disc": {"radius_in": 1}},
    [[0, 0], [1, 0], [1, 1]],
    "roll-0001",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation:
    """One thing that may be asked."""

    id: str
    method: str
    path: str
    told: dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Asking:
    """A server and everything that its description says may be asked of it."""

    server: Served
    operations: tuple[Operation, ...]
    shapes: dict[str, Any]
    tokens: tuple[str, ...]
    """Of everybody who asks; the first one is the host's."""
    folder: Path


@contextmanager
def asking_in(folder: Path) -> Iterator[Asking]:
    """A server with two battles, one that was put away, and whoever may ask it."""
    folder.mkdir()
    with served(HandTable(seen()), folder, most=12) as server:
        # What is plugged into this computer is not opened by chance.
        desk = CameraDesk(
            server.app.state.table,
            folder=folder / "cameras",
            # What was typed is listed, and nothing that is plugged in here.
            found=lambda given: choices(given, find=tuple)[: len(given)],
        )
        server.app.state.door.put(desk)
        for _ in range(3):
            server.post("/api/v1/battles", BATTLE)
        told = server.get("/api/v1/openapi.json").json()
        operations = tuple(
            Operation(id=each["operationId"], method=method.upper(), path=path, told=each)
            for path, methods in told["paths"].items()
            for method, each in methods.items()
        )
        assert len(operations) > 80
        yield Asking(
            server=server,
            operations=operations,
            shapes=told["components"]["schemas"],
            tokens=_identities(server),
            folder=folder,
        )


def _identities(server: Served) -> tuple[str, ...]:
    """Everybody who may ask: the host, nobody, the wrong, the ended, the revoked, and guests."""
    ended = server.invite("battle1", "Red")
    server.clock.seconds += 25 * 3600
    revoked = server.post("/api/v1/battles/battle1/invitations", {"role": "spectator"}).json()
    assert server.ask("DELETE", f"/api/v1/grants/{revoked['grant']}").status_code == 204
    away = server.invite("battle3", "Red")
    assert server.post("/api/v1/battles/battle3/archive", {}).status_code == 204
    guests = [
        server.invite(battle, seat)
        for battle in ("battle1", "battle2")
        for seat in ("Red", "Blue", "")
    ]
    found = (server.host, "", "x" * 22, ended, revoked["token"], away, *guests)
    assert len(set(found)) == 12
    return found


@pytest.fixture
def asking(tmp_path: Path) -> Iterator[Asking]:
    with asking_in(tmp_path / "battles") as found:
        yield found


def text(rng: random.Random) -> str:
    return rng.choice(HARM)


def fitting(shape: dict[str, Any], asking: Asking, *, rng: random.Random, depth: int = 0) -> Any:
    """A value that a schema describes, mostly; now and then another one."""
    if depth > 6 or rng.random() < 0.08:
        return rng.choice(ODD)
    if "$ref" in shape:
        name = shape["$ref"].rpartition("/")[2]
        return fitting(asking.shapes[name], asking, rng=rng, depth=depth + 1)
    for word in ("anyOf", "oneOf", "allOf"):
        if word in shape:
            return fitting(rng.choice(shape[word]), asking, rng=rng, depth=depth + 1)
    if "const" in shape:
        return shape["const"]
    if "enum" in shape:
        return rng.choice(shape["enum"])
    if shape.get("examples") and rng.random() < 0.5:
        return rng.choice(shape["examples"])
    return _of_type(shape, asking, rng=rng, depth=depth)


def _of_type(shape: dict[str, Any], asking: Asking, *, rng: random.Random, depth: int) -> Any:
    match shape.get("type"):
        case "object":
            wanted = shape.get("properties", {})
            needed = set(shape.get("required", ()))
            found = {
                name: fitting(each, asking, rng=rng, depth=depth + 1)
                for name, each in wanted.items()
                if name in needed or rng.random() < 0.5
            }
            return found if rng.random() > 0.05 else {**found, text(rng): 1}
        case "array":
            item = shape.get("items", {})
            count = rng.choice((0, 1, 2, 3, 3, 40))
            return [fitting(item, asking, rng=rng, depth=depth + 1) for _ in range(count)]
        case "integer":
            return rng.choice((0, 1, 2, 5, -1, shape.get("minimum", 0), shape.get("maximum", 7)))
        case "number":
            return rng.choice((0.0, 1.0, 2.5, 10, -3.0, 36.0, 1e9))
        case "boolean":
            return rng.random() < 0.5
        case "string":
            return rng.choice(("Red", "C1", "W1", "roll-0001", "phone-001", text(rng)))
    return rng.choice(ODD)


def asked(operation: Operation, asking: Asking, *, rng: random.Random) -> Any:
    """One request, and its answer."""
    server, path = asking.server, operation.path
    query: dict[str, str] = {}
    for each in operation.told.get("parameters", ()):
        value = fitting(each.get("schema", {}), asking, rng=rng)
        if rng.random() < 0.3:
            value = text(rng)
        if each["in"] == "path":
            usual = {"battle": "battle1", "slug": "counting", "piece": "C1", "area": "W1"}
            given = usual.get(each["name"]) if rng.random() < 0.7 else None
            path = path.replace(f"{{{each['name']}}}", escaped(given or str(value)))
        elif each.get("required") or rng.random() < 0.5:
            query[each["name"]] = str(value)
    if query:
        path += "?" + "&".join(f"{escaped(name)}={escaped(value)}" for name, value in query.items())
    # Whoever may do nothing is answered before anything else is looked at.
    token = server.host if rng.random() < 0.7 else rng.choice(asking.tokens)
    body = operation.told.get("requestBody", {}).get("content", {}).get("application/json")
    if body is None:
        return server.ask(operation.method, path, token=token)
    value = fitting(body["schema"], asking, rng=rng)
    content = json.dumps(value).encode()
    if rng.random() < 0.05:
        content = content[: rng.randrange(len(content) + 1)]
    media = rng.choice(("application/json",) * 12 + ("text/plain", ""))
    headers = {"content-type": media}
    return server.ask(operation.method, path, token=token, content=content, headers=headers)


def escaped(value: str) -> str:
    """One part of an address; a client would follow dots alone to another one."""
    shown = quote(value.encode("utf-8", "surrogatepass"), safe="")
    return shown.replace(".", "%2E") if value in {".", ".."} else shown


def fault(operation: Operation, answer: Any, *, folder: Path | None = None) -> str:
    """What is wrong with an answer; nothing if it may be given."""
    if folder is not None and str(folder) in answer.text:
        return "it tells where the battles lie"
    status, kind = answer.status_code, answer.headers.get("content-type", "")
    known = {int(each) for each in operation.told["responses"] if each.isdigit()} | EVERYWHERE
    if status >= 500:
        return "a fault of ours"
    if status not in known:
        return f"{status} is not described"
    if status >= 400:
        body = answer.json() if kind == "application/problem+json" else {}
        wanted = {"type", "title", "status", "detail"}
        is_whole = wanted <= set(body) and body["status"] == status
        return "" if is_whole else f"{status} is no problem but {kind}"
    if status != 204 and not kind:
        return "nobody knows what it is"
    return ""


@pytest.mark.soak
def test_every_answer_is_described_and_none_is_a_fault(
    tmp_path: Path, rng_seed: int, soak_count: SoakCount, caplog: pytest.LogCaptureFixture
) -> None:
    rng = random.Random(rng_seed)
    left = soak_count(200, 100_000)
    answered = {True: 0, False: 0}
    # Somebody deletes the battles by and by, so that there have to be others.
    for start in range(0, left, A_ROUND):
        count = min(A_ROUND, left - start)
        with asking_in(tmp_path / f"{start}") as asking:
            # Each operation once, then any.
            order = rng.sample(asking.operations, min(count, len(asking.operations)))
            order += rng.choices(asking.operations, k=count - len(order))
            for operation in order:
                if operation.id not in {"raw_stream", "annotated_stream"}:
                    answered[_is_answered(operation, asking, rng=rng)] += 1
    assert [each.getMessage() for each in caplog.records if each.exc_info] == []
    # Were nearly all refused, nothing behind the refusals would have been asked.
    assert answered[True] > left / 10


def _is_answered(operation: Operation, asking: Asking, *, rng: random.Random) -> bool:
    answer = asked(operation, asking, rng=rng)
    found = fault(operation, answer, folder=asking.folder)
    told = f"{operation.id}: {answer.request.method} {answer.request.url!s:.300} "
    assert found == "", f"{told}{answer.request.content[:500]!r}: {found}: {answer.text[:300]}"
    return bool(answer.status_code < 400)


def test_the_judge_notices_a_fault(asking: Asking) -> None:
    health = next(each for each in asking.operations if each.id == "health")
    table = next(each for each in asking.operations if each.id == "table")
    asking.server.app.state.shown = None
    assert fault(table, asking.server.get("/api/v1/table")) == "a fault of ours"
    assert fault(health, asking.server.get("/healthz")) == ""
