"""Puts every packed case of a game to this program, once for all tests of one process."""

from functools import cache

from api.corpus.kept_books import kept_book
from rules.corpus.answers import CaseAnswer
from rules.corpus.cases import CaseBook
from rules.corpus.refereed import refereed


@cache
def ruled(slug: str) -> tuple[CaseBook, dict[str, CaseAnswer]]:
    """The cases of a game, and by their names what this program answers to each."""
    book = kept_book(slug)
    return book, {
        case.name: refereed(case, book.game, language=book.language) for case in book.cases
    }
