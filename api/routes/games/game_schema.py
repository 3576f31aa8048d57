"""Writes the commands and events of a game as JSON Schema, from the vocabulary that reads them."""

import dataclasses
import inspect
import types
import typing
from collections.abc import Iterable, Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Any

from rules.referee.log.house_words import REFEREE_COMMANDS, REFEREE_EVENTS
from rules.referee.toolkit.game import Game
from rules.referee.toolkit.vocabulary import (
    Field,
    Variant,
    Vocabulary,
    fields_of,
    kind_of,
    written,
)

DIALECT = "https://json-schema.org/draft/2020-12/schema"

Schema = dict[str, Any]


def commands_schema(game: Game) -> Schema:
    """One schema for all commands: the game's own, and those of the referee in every game."""
    kinds = _kinds((game.commands, REFEREE_COMMANDS))
    # On the wire it is the command itself, and text only inside.
    kinds["override"]["properties"]["command"] = {"type": "object"}
    for name in ("change_option", "amend_state"):
        # A number, or yes and no, may be given as it is.
        kinds[name]["properties"]["value"] = {"type": ["string", "number", "boolean"]}
    return _one_of(kinds, title=f"Commands of {game.title}")


def events_schema(game: Game) -> Schema:
    """One schema for the bodies of all events, as they stand in the log and in its export."""
    words = (game.events, REFEREE_EVENTS)
    return _one_of(_kinds(words), title=f"Events of {game.title}", parts=_parts(words))


def _one_of(
    kinds: dict[str, Schema], *, title: str, parts: Mapping[str, Schema] = MappingProxyType({})
) -> Schema:
    return {
        "$schema": DIALECT,
        "title": title,
        "oneOf": [{"$ref": f"#/$defs/{name}"} for name in kinds],
        "$defs": kinds | dict(parts),
    }


def _kinds(vocabularies: tuple[Vocabulary, Vocabulary]) -> dict[str, Schema]:
    """Every kind, and whose it is."""
    return {
        name: _kind(words.fields(kind), kind, name=name) | {"x-whose": whose}
        for words, whose in zip(vocabularies, ("game", "referee"), strict=True)
        for name, kind in words.kinds.items()
    }


def _parts(vocabularies: Iterable[Vocabulary]) -> dict[str, Schema]:
    """The values of several kinds that events hold: each kind, and the choice for a field."""
    found: dict[str, Schema] = {}
    kinds: list[type] = [each for words in vocabularies for each in words.variants]
    for kind in kinds:
        name = f"{kind.__name__} itself"
        found[name] = _kind(fields_of(kind), kind, name=kind_of(kind))
        for root in kind.__mro__:
            if issubclass(root, Variant) and root is not Variant:
                choice = found.setdefault(root.__name__, {"oneOf": []})
                choice["oneOf"].append({"$ref": f"#/$defs/{name}"})
    return found


def _kind(fields: tuple[Field, ...], kind: type, *, name: str) -> Schema:
    found = _object(fields, says=inspect.getdoc(kind) or "")
    found["properties"] = {"kind": {"const": name}, **found["properties"]}
    found["required"] = ["kind", *found["required"]]
    return found


def _object(fields: tuple[Field, ...], *, says: str) -> Schema:
    return {
        "type": "object",
        "description": says,
        "properties": {each.key: _field(each) for each in fields},
        "required": [each.key for each in fields if each.required],
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
    if isinstance(kind, type) and issubclass(kind, Variant):
        return {"$ref": f"#/$defs/{kind.__name__}"}
    if isinstance(kind, type) and dataclasses.is_dataclass(kind):
        return _object(fields_of(kind), says=inspect.getdoc(kind) or "")
    names = {bool: "boolean", int: "integer", float: "number", str: "string"}
    for plain, name in names.items():
        if kind is plain:
            return {"type": name}
    return {"type": "null"}
