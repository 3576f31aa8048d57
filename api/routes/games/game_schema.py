"""Writes the commands of a game as JSON Schema, from the vocabulary that reads them."""

import dataclasses
import inspect
import types
import typing
from enum import StrEnum
from typing import Any

from rules.referee.log.house_words import REFEREE_COMMANDS
from rules.referee.toolkit.game import Game
from rules.referee.toolkit.vocabulary import Field, Vocabulary, fields_of, written

DIALECT = "https://json-schema.org/draft/2020-12/schema"

Schema = dict[str, Any]


def commands_schema(game: Game) -> Schema:
    """One schema for all commands: the game's own, and those of the referee in every game."""
    kinds: dict[str, Schema] = {}
    for words, whose in ((game.commands, "game"), (REFEREE_COMMANDS, "referee")):
        for name, kind in words.kinds.items():
            kinds[name] = _kind(words, kind, name=name) | {"x-whose": whose}
    return {
        "$schema": DIALECT,
        "title": f"Commands of {game.title}",
        "oneOf": [{"$ref": f"#/$defs/{name}"} for name in kinds],
        "$defs": kinds,
    }


def _kind(words: Vocabulary, kind: type, *, name: str) -> Schema:
    found = _object(words.fields(kind), says=inspect.getdoc(kind) or "")
    found["properties"] = {"kind": {"const": name}, **found["properties"]}
    found["required"] = ["kind", *found["required"]]
    if name == "override":
        # On the wire it is the command itself, and text only inside.
        found["properties"]["command"] = {"type": "object"}
    if name in {"change_option", "amend_state"}:
        # A number, or yes and no, may be given as it is.
        found["properties"]["value"] = {"type": ["string", "number", "boolean"]}
    return found


def _object(fields: tuple[Field, ...], *, says: str) -> Schema:
    return {
        "type": "object",
        "description": says,
        "properties": {each.name: _field(each) for each in fields},
        "required": [each.name for each in fields if each.required],
        "additionalProperties": False,
    }


def _field(field: Field) -> Schema:
    schema = _of(field.type)
    if not field.required:
        schema = {**schema, "default": written(field.default)}
    if field.name.endswith("_in"):
        schema = {**schema, "description": "inches"}
    elif field.name.endswith("_deg"):
        schema = {**schema, "description": "degrees, counter-clockwise from east"}
    return schema


def _of(kind: object) -> Schema:
    origin, inner = typing.get_origin(kind), typing.get_args(kind)
    if origin in {types.UnionType, typing.Union}:
        return {"anyOf": [_of(each) for each in inner]}
    if origin is tuple and len(inner) == 2 and inner[1] is Ellipsis:
        return {"type": "array", "items": _of(inner[0])}
    if origin is tuple:
        items = [_of(each) for each in inner]
        return {"type": "array", "prefixItems": items, "minItems": len(items), "items": False}
    if isinstance(kind, typing.NewType):
        return _of(kind.__supertype__)
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return {"enum": [str(each) for each in kind]}
    if isinstance(kind, type) and dataclasses.is_dataclass(kind):
        return _object(fields_of(kind), says=inspect.getdoc(kind) or "")
    names = {bool: "boolean", int: "integer", float: "number", str: "string"}
    for plain, name in names.items():
        if kind is plain:
            return {"type": name}
    return {"type": "null"}
