"""Lists what clients of the API may count on, and writes down what has come to it.

A line is an operation with its address, a field that is always there in an answer, a type of
problem, or what an operation needs to be sent. `python -m tests.regenerate` adds lines, and nobody
takes any away: what stands there stays, as docs/api-changes.md promises. What an operation needs is
written down when it is new, and never more of it afterwards.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from api.files.table_file import parse_snapshot
from api.shapes.openapi import operations
from api.shapes.problem_types import PROBLEM_TYPES, URN
from api.shapes.socket import described_socket
from api.tables.source import FixedTable
from tests.api.server.serving import described, served
from tests.api.umpire import pair

PROMISED: Final = Path(__file__).with_name("promised.txt")
NEEDS: Final = "needs "
Json = dict[str, Any]


def described_server() -> Json:
    """The description of a server, for whoever runs none."""
    table = FixedTable(parse_snapshot(json.dumps(pair()), origin="test"))
    with TemporaryDirectory() as folder, served(table, Path(folder)) as server:
        return described(server.app).whole


def kept_now(whole: Json) -> set[str]:
    """What holds today, line by line."""
    shapes = whole["components"]["schemas"] | described_socket()["components"]["schemas"]
    sent = {
        _named(content["schema"])
        for _, _, operation in operations(whole)
        for content in operation.get("requestBody", {}).get("content", {}).values()
    }
    found = {f"{URN}{each.kind} {each.status}" for each in PROBLEM_TYPES}
    found |= {_address(*each) for each in operations(whole)}
    for name in set(shapes) - sent - {"HelloSent"}:
        found |= {f"{name}.{field}" for field in shapes[name].get("required", ())}
    return found


def needed_now(whole: Json) -> set[str]:
    """What has to be sent, line by line."""
    return {
        f"{NEEDS}{operation['operationId']} {name}"
        for _, _, operation in operations(whole)
        for name in _needs(operation, whole["components"]["schemas"])
    }


def promised() -> set[str]:
    """What was written down."""
    return set(PROMISED.read_text(encoding="utf-8").splitlines()) if PROMISED.exists() else set()


def promises(whole: Json) -> str:
    """What was written down, and what has come since."""
    before = promised()
    known = {line.rpartition(" ")[2] for line in before if line.partition(" ")[0].isupper()}
    new = {line for line in needed_now(whole) if line.split()[1] not in known}
    return "".join(f"{line}\n" for line in sorted(before | kept_now(whole) | new))


def _address(path: str, method: str, operation: Json) -> str:
    return f"{method.upper()} {path} {operation['operationId']}"


def _named(schema: Json) -> str:
    return str(schema.get("$ref", "")).rpartition("/")[2]


def _needs(operation: Json, shapes: Json) -> Iterator[str]:
    for content in operation.get("requestBody", {}).get("content", {}).values():
        yield from shapes.get(_named(content["schema"]), {}).get("required", ())
    for each in operation.get("parameters", ()):
        if each["required"] and each["in"] == "query":
            yield each["name"]
