"""Puts every packed case to this program; `make mutate ARGS="--clauses GAME --corpus"` asks it."""

import pytest

from rules.corpus.cases import packed_book, packed_books, packed_known
from rules.corpus.judging import departures
from rules.corpus.refereed import refereed
from rules.registry import game


@pytest.mark.parametrize("slug", packed_books())
def test_this_program_rules_as_the_cases_say(slug: str) -> None:
    book, known = packed_book(game(slug)), packed_known(slug)
    found = [
        departure.told()
        for case in book.cases
        if case.name not in known
        for departure in departures(
            case,
            refereed(case, book.game, language=book.language),
            language=book.language,
            clauses=book.game.clauses,
        )
    ]
    assert found == []
    assert book.cases
