"""Keeps the cases of a game at hand, once somebody has asked for them."""

from collections.abc import Mapping
from functools import cache
from typing import Final

from api.files.games import games
from rules.corpus.by_clause import ForAndAgainst, by_clause
from rules.corpus.cases import CaseBook, packed_book, packed_books

NO_EXAMPLE: Final = ForAndAgainst()


def books() -> tuple[str, ...]:
    """The games that have cases, of those that there are."""
    return tuple(slug for slug in games() if slug in packed_books())


@cache
def kept_book(slug: str) -> CaseBook:
    """The cases of a game that has some; read when they are first asked for."""
    return packed_book(games()[slug])


def examples_of(slug: str, clause: str) -> ForAndAgainst:
    """One case for a clause and one against; nothing for a game without cases."""
    return _by_clause(slug).get(clause, NO_EXAMPLE) if slug in books() else NO_EXAMPLE


@cache
def _by_clause(slug: str) -> Mapping[str, ForAndAgainst]:
    return by_clause(kept_book(slug))
