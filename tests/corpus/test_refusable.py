"""Tests that every clause by which a game's code refuses something has a case that is refused."""

import ast
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest

from api.corpus.kept_books import kept_book
from rules.corpus.by_clause import by_clause
from rules.corpus.cases import packed_books
from rules.registry import GAMES, game

REFUSING = {"Bar", "Refusal", "refuse", "unless_waived"}
"""What the code of games calls to refuse, with the clause among its arguments."""


def refusing_clauses(source: str) -> Iterator[str]:
    """Every text that is handed to such a call.

    >>> sorted(refusing_clauses('draft.refuse("PI-GEO-02", "No board.")'))
    ['No board.', 'PI-GEO-02']
    """
    for call in ast.walk(ast.parse(source)):
        if isinstance(call, ast.Call) and _name(call.func) in REFUSING:
            given = (*call.args, *(keyword.value for keyword in call.keywords))
            parts = (part for value in given for part in ast.walk(value))
            yield from (
                part.value
                for part in parts
                if isinstance(part, ast.Constant) and isinstance(part.value, str)
            )


def _name(called: ast.expr) -> str:
    return called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")


@cache
def refused_in_cases() -> set[str]:
    books = [by_clause(kept_book(each)) for each in packed_books()]
    return {name for book in books for name, each in book.items() if each.refused}


@pytest.mark.parametrize("slug", packed_books())
def test_whatever_is_refused_in_the_code_is_refused_in_a_case(slug: str) -> None:
    found = game(slug)
    (folder,) = import_module(f"{GAMES}.{slug}").__path__
    modules = (path for path in Path(folder).rglob("*.py") if "tests" not in path.parts)
    named = {text for path in modules for text in refusing_clauses(path.read_text())}
    refusable = {name for name in named if name in found.clauses}
    # A sequel refuses by clauses of the game that it amends, too.
    assert len(refusable) > 10
    assert refusable <= refused_in_cases()
