"""Tests of the examples of a clause: one for and one against, the shortest of each."""

import pytest

from api.corpus.kept_books import kept_book
from rules.corpus.by_clause import by_clause
from rules.corpus.cases import CaseRuling, book_of, packed_books, packed_language
from rules.corpus.counts import counted
from rules.registry import game
from tests.corpus.test_running import ONE

LONGER = ONE.replace('id = "kill"', 'id = "longer"').replace('= ["H1', '= ["H2 is in d", "H1')


def test_the_shortest_case_each_way_is_taken() -> None:
    files = {"paper_invasion/heroes/kill.toml": LONGER + ONE}
    book = book_of(game("paper_invasion"), packed_language("paper_invasion"), files=files)
    found = by_clause(book)
    allowed, refused = found["PI-HERO-01"].allowed, found["PI-HERO-05"].refused
    assert allowed is not None
    assert refused is not None
    assert allowed.case.id == refused.case.id == "kill"
    assert allowed.step.ruling is CaseRuling.ALLOWED
    assert found["PI-HERO-05"].allowed is None


@pytest.mark.parametrize("slug", packed_books())
def test_every_clause_that_is_counted_has_its_examples(slug: str) -> None:
    book = kept_book(slug)
    found = by_clause(book)
    for clause, (allowing, refusing) in counted(book).clauses.items():
        if allowing:
            assert found[clause].allowed is not None, clause
        if refusing:
            assert found[clause].refused is not None, clause
