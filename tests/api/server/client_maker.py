"""Writes a Python client from an OpenAPI description and nothing else, as generators do.

Each object with described fields becomes a dataclass, and each operation a method: what stands in
the path and what the body needs are asked for, everything else may be left out. An answer is read
into the types that are described for it, and fails where a promised field is missing.
"""

import keyword
import re
from collections.abc import Iterator
from typing import Any

Json = dict[str, Any]
PLAIN = {
    "string": "str",
    "integer": "int",
    "number": "float",
    "boolean": "bool",
    "null": "None",
}
HEAD = '''"""Written from openapi.json: edit nothing here."""

import json
from collections.abc import Callable
from dataclasses import MISSING, dataclass, field, fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints
from urllib.parse import quote, urlencode

Send = Callable[[str, str, str | None], tuple[int, str]]


class Refused(Exception):
    """The server answers with a problem."""

    def __init__(self, status, problem):
        super().__init__(f"{status} {problem.detail}")
        self.problem = problem


@cache
def hints_of(kind):
    return get_type_hints(kind, globals())


def read(kind, value):
    """A JSON value as the type that is described; a ValueError where it is none."""
    origin, inner = get_origin(kind), get_args(kind)
    if kind is Any or (origin is Literal and value in inner):
        return value
    if origin in (Union, UnionType):
        for each in inner:
            try:
                return read(each, value)
            except (ValueError, KeyError):
                continue
    elif is_dataclass(kind) and isinstance(value, dict):
        hints, found = hints_of(kind), {}
        for each in fields(kind):
            wire = each.metadata["wire"]
            if wire in value or each.default is MISSING:
                found[each.name] = read(hints[each.name], value[wire])
        return kind(**found)
    elif origin is list and isinstance(value, list):
        return [read(inner[0], each) for each in value]
    elif origin is dict and isinstance(value, dict):
        return {name: read(inner[1], each) for name, each in value.items()}
    elif kind is NoneType and value is None:
        return None
    elif kind is float and isinstance(value, int | float):
        return value
    elif isinstance(kind, type) and isinstance(value, kind):
        return value
    raise ValueError(f"expected {kind}, got {str(value)[:80]!r}")

'''
CLIENT = '''

class Client:
    """Every operation of the server."""

    def __init__(self, send: Send):
        self._send = send

    def _asked(self, kind, method, path, query, body):
        given = {name: each for name, each in query.items() if each is not None}
        if body is not None:
            body = json.dumps({name: each for name, each in body.items() if each is not None})
        status, text = self._send(method, path + ("?" + urlencode(given) if given else ""), body)
        if status >= 400:
            raise Refused(status, read(Problem, json.loads(text)))
        return text if kind is str or not text else read(kind, json.loads(text))
'''


def client_source(described: Json) -> str:
    """The client as a module."""
    shapes = described["components"]["schemas"]
    parts = [HEAD, *(_shape(name, each) for name, each in shapes.items()), CLIENT]
    for path, held in described["paths"].items():
        parts += [_method(path, name, each, shapes=shapes) for name, each in held.items()]
    return "\n".join(parts)


def _shape(name: str, schema: Json) -> str:
    if "properties" not in schema:
        return f"\n{name} = {_type(schema)!r}\n"
    needed = set(schema.get("required", ()))
    lines = ["", "@dataclass(kw_only=True)", f"class {name}:"]
    for wire, each in schema["properties"].items():
        default = "" if wire in needed else "default=None, "
        kind = _type(each) if wire in needed else f"{_type(each)} | None"
        lines.append(f"    {_name(wire)}: {kind!r} = field({default}metadata={{'wire': {wire!r}}})")
    return "\n".join([*lines, "    pass", ""])


def _type(schema: Json) -> str:
    if "$ref" in schema:
        return str(schema["$ref"].rpartition("/")[2])
    if several := schema.get("anyOf") or schema.get("oneOf"):
        return " | ".join(dict.fromkeys(_type(each) for each in several))
    if "const" in schema:
        return f"Literal[{schema['const']!r}]"
    if "enum" in schema:
        return f"Literal[{', '.join(map(repr, schema['enum']))}]"
    plain = {
        "string": "str",
        "integer": "int",
        "number": "float",
        "boolean": "bool",
        "null": "None",
    }
    if schema.get("type") in plain:
        return plain[schema["type"]]
    if schema.get("type") == "array":
        return f"list[{_type(schema.get('items') or {})}]"
    if schema.get("type") == "object":
        others = schema.get("additionalProperties", {})
        return f"dict[str, {_type(others) if isinstance(others, dict) else 'Any'}]"
    return "Any"


def _name(wire: str) -> str:
    return f"{wire}_" if keyword.iskeyword(wire) else wire


def _method(path: str, method: str, operation: Json, *, shapes: Json) -> str:
    holes = re.findall(r"\{(\w+)\}", path)
    asked = [each["name"] for each in operation.get("parameters", ()) if each["in"] == "query"]
    fields = dict(_body(operation, shapes=shapes))
    keywords = [name if needed else f"{name}=None" for name, needed in fields.items()]
    keywords += [f"{name}=None" for name in asked if name not in fields]
    given = ", ".join(["self", *holes, *(["*", *keywords] if keywords else [])])
    address = re.sub(r"\{(\w+)\}", r"{quote(str(\1), safe='')}", path)
    query = "{" + ", ".join(f"{name!r}: {name}" for name in asked if name not in fields) + "}"
    body = "{" + ", ".join(f"{name!r}: {name}" for name in fields) + "}"
    kind = f"{_answer(operation)}, {method.upper()!r}"
    sent = body if "requestBody" in operation else None
    return (
        f"\n    def {operation['operationId']}({given}):\n"
        f"        {operation['summary']!r}\n"
        f'        return self._asked({kind}, f"{address}", {query}, {sent})\n'
    )


def _body(operation: Json, *, shapes: Json) -> Iterator[tuple[str, bool]]:
    content = operation.get("requestBody", {}).get("content", {})
    schema = content.get("application/json", {}).get("schema", {})
    whole = shapes.get(str(schema.get("$ref", "")).rpartition("/")[2], schema)
    needed = set(whole.get("required", ()))
    fields = sorted(whole.get("properties", {}), key=lambda name: name not in needed)
    return ((name, name in needed) for name in fields)


def _answer(operation: Json) -> str:
    good = next(each for status, each in operation["responses"].items() if status < "300")
    schema = good.get("content", {}).get("application/json", {}).get("schema")
    return "str" if schema is None else _type(schema)
