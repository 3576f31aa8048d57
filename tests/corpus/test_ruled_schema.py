"""Tests of the schema on the page: what is told and answered is as it says, and nothing else is."""

import json
import re
from collections.abc import Mapping
from typing import Any

import pytest

from rules.corpus.answers import asked, written_answer
from rules.corpus.cases import packed_books
from tests.api.umpire import REPOSITORY
from tests.corpus.ruled import ruled
from tests.often import often

PAGE = (REPOSITORY / "docs" / "corpus.md").read_text(encoding="utf-8")
SCHEMA: Mapping[str, Any] = json.loads(re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)[-1])
TYPES: Mapping[str, Any] = {
    "object": dict,
    "array": list,
    "string": str,
    "integer": int,
    "number": (int, float),
}

QUICK = {"paper_invasion", "tossing_tiger"}


def fits(value: object, schema: Mapping[str, Any]) -> bool:
    """Whether a value is as a schema has it, for the words that the page's schema uses."""
    if "$ref" in schema:
        return fits(value, SCHEMA["$defs"][schema["$ref"].rpartition("/")[2]])
    if "anyOf" in schema:
        return any(fits(value, each) for each in schema["anyOf"])
    if "const" in schema or "enum" in schema:
        return value in schema.get("enum", [schema.get("const")])
    kinds = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    if isinstance(value, bool) or not any(isinstance(value, TYPES[kind]) for kind in kinds):
        return isinstance(value, bool) and "boolean" in kinds
    if isinstance(value, list):
        fewest, most = schema.get("minItems", 0), schema.get("maxItems", len(value))
        inner = schema.get("items", {})
        return fewest <= len(value) <= most and all(fits(each, inner) for each in value)
    if isinstance(value, dict):
        return _fits_object(value, schema)
    return not isinstance(value, str) or len(value) >= schema.get("minLength", 0)


def _fits_object(value: Mapping[str, Any], schema: Mapping[str, Any]) -> bool:
    known = schema.get("properties", {})
    more = schema.get("additionalProperties", True)
    if not set(schema.get("required", ())) <= set(value):
        return False
    for name, each in value.items():
        if name in known:
            if not fits(each, known[name]):
                return False
        elif more is False or (more is not True and not fits(each, more)):
            return False
    return True


@pytest.mark.parametrize(
    "slug",
    # A game of cards and one of rooms differ most, and are quick.
    often(packed_books(), quick=QUICK),
)
def test_whatever_is_told_and_answered_fits_the_schema(slug: str) -> None:
    book, answers = ruled(slug)
    for case in book.cases:
        assert fits(asked(case, book.game), SCHEMA), case.name
        assert fits(written_answer(answers[case.name], case), SCHEMA), case.name


@pytest.mark.parametrize(
    "value",
    [
        {},
        {"id": "a", "unable": ""},
        {"id": "a", "start": [], "steps": [{"ruling": "perhaps", "clauses": [], "facts": []}]},
        {"id": "a", "start": [{"token": "H1"}], "steps": []},
        {"id": "a", "start": [], "steps": [], "more": 1},
    ],
)
def test_what_does_not_fit_is_found(value: object) -> None:
    assert not fits(value, SCHEMA)
