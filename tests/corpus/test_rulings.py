"""Puts every packed case to this program; `make mutate ARGS="--clauses GAME --corpus"` asks it."""

import pytest

from rules.corpus.cases import packed_books, packed_known
from rules.corpus.judging import departures
from tests.corpus.ruled import ruled


@pytest.mark.parametrize("slug", packed_books())
def test_this_program_rules_as_the_cases_say(slug: str) -> None:
    (book, answers), known = ruled(slug), packed_known(slug)
    found = [
        departure.told()
        for case in book.cases
        if case.name not in known
        for departure in departures(
            case, answers[case.name], language=book.language, clauses=book.game.clauses
        )
    ]
    assert found == []
    assert book.cases
