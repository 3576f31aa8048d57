"""Holds answers to what the server's description says of them: status, media type, every field.

A description that says less than what is answered is as wrong as one that says more, so an object
with described fields may have no others here, though a client has to expect new ones.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

Json = dict[str, Any]
TYPES: dict[str, tuple[type, ...]] = {
    "object": (dict,),
    "array": (list,),
    "string": (str,),
    "boolean": (bool,),
    "null": (type(None),),
    "integer": (int,),
    "number": (int, float),
}


@dataclass(frozen=True, slots=True)
class Schemas:
    """The shapes that a description names, and what is wrong with a value by one of them."""

    whole: Json

    def faults(self, value: object, schema: Json | bool, where: str = "") -> Iterator[str]:
        """What does not fit, each with its place."""
        if isinstance(schema, bool):
            if not schema:
                yield f"{where}: nothing is described here"
            return
        if "$ref" in schema:
            yield from self.faults(value, self._named(schema["$ref"]), where)
        for several in ("anyOf", "oneOf"):
            if several in schema:
                tried: list[list[str]] = []
                for each in schema[several]:
                    tried.append(list(self.faults(value, each, where)))
                    if not tried[-1]:
                        break
                else:
                    yield from min(tried, key=len)
        if "const" in schema and value != schema["const"]:
            yield f"{where}: expected {schema['const']!r}, got {value!r}"
        if "enum" in schema and value not in schema["enum"]:
            yield f"{where}: expected one of {schema['enum']}, got {value!r}"
        if not _is_of(value, schema.get("type")):
            yield f"{where}: expected {schema['type']}, got {str(value)[:60]!r}"
        elif isinstance(value, dict):
            yield from self._object(value, schema, where)
        elif isinstance(value, list):
            yield from self._array(value, schema, where)

    def _named(self, ref: str) -> Json:
        found = self.whole
        for part in ref.removeprefix("#/").split("/"):
            found = found[part]
        return found

    def _object(self, value: Json, schema: Json, where: str) -> Iterator[str]:
        fields = schema.get("properties", {})
        others = schema.get("additionalProperties", not fields)
        for name in schema.get("required", ()):
            if name not in value:
                yield f"{where}: {name} is missing"
        for name, each in value.items():
            yield from self.faults(each, fields.get(name, others), f"{where}.{name}")

    def _array(self, value: list[Any], schema: Json, where: str) -> Iterator[str]:
        first = schema.get("prefixItems", [])
        if not schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", len(value)):
            yield f"{where}: {len(value)} of them"
        for number, each in enumerate(value):
            item = first[number] if number < len(first) else schema.get("items", True)
            yield from self.faults(each, item, f"{where}[{number}]")


def _is_of(value: object, wanted: str | list[str] | None) -> bool:
    if wanted is None:
        return True
    if isinstance(wanted, list):
        return any(_is_of(value, each) for each in wanted)
    if isinstance(value, bool):
        return wanted == "boolean"
    return isinstance(value, TYPES[wanted])


@dataclass(frozen=True, slots=True)
class Description:
    """An OpenAPI description, and what was seen to be answered by it."""

    whole: Json
    seen: set[tuple[str, int]] = field(default_factory=set)
    """Operations by id, each with a status that was held to the description."""
    fitting: set[tuple[str, int, str, bytes]] = field(default_factory=set)
    """Answers without a fault; what was answered before to the byte needs no second look."""

    @property
    def schemas(self) -> Schemas:
        return Schemas(self.whole)

    def operation(self, method: str, path: str) -> Json | None:
        """The operation that a request goes to; None where there is none."""
        for pattern, held in _patterns(tuple(self.whole["paths"])):
            if pattern.fullmatch(path.partition("?")[0]):
                operation: Json | None = self.whole["paths"][held].get(method.lower())
                if operation is not None:
                    return operation
        return None

    def faults(self, method: str, path: str, answer: Any) -> list[str]:
        """How an answer differs from what is described."""
        operation = self.operation(method, path)
        if operation is None or answer.status_code == 405:
            return []
        name, status = operation["operationId"], answer.status_code
        described = operation["responses"].get(str(status))
        if described is None:
            return [f"{name}: no {status} is described, got {answer.text[:200]}"]
        self.seen.add((name, status))
        for header in described.get("headers", {}):
            if header not in answer.headers:
                return [f"{name} {status}: the header {header} is missing"]
        media_type = answer.headers.get("content-type", "")
        contents: Mapping[str, Json] = described.get("content", {})
        if not contents:
            return [] if not answer.content else [f"{name} {status}: expected no content"]
        content = next(
            (each for kind, each in contents.items() if media_type.startswith(kind)), None
        )
        if content is None:
            return [f"{name} {status}: expected {list(contents)}, got {media_type}"]
        told = (name, status, media_type, answer.content)
        if not media_type.endswith("json") or told in self.fitting:
            return []
        found = list(self.schemas.faults(answer.json(), content["schema"], f"{name} {status}"))
        types = described.get("x-problem-types")
        if answer.status_code == 404 and answer.json().get("type", "").endswith(":not-found"):
            # An address with something in it that makes it no address of ours.
            return []
        if types is not None and answer.json().get("type") not in types:
            found.append(f"{name} {status}: {answer.json().get('type')} is not among its problems")
        if not found:
            self.fitting.add(told)
        return found


@cache
def _patterns(paths: tuple[str, ...]) -> list[tuple[re.Pattern[str], str]]:
    """Those with fewer holes first, as they are looked for by the server."""
    held = sorted(paths, key=lambda each: each.count("{"))
    return [(re.compile(re.sub(r"\\\{\w+\\\}", "[^/]+", re.escape(each))), each) for each in held]
