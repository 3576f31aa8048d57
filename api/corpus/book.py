"""Tells the judged cases of a game as a book: by chapter, each with its situation in words."""

import re
from functools import cache
from itertools import groupby

from pydantic import BaseModel

from api.corpus.book_drawings import case_svg, is_drawn
from api.corpus.kept_books import kept_book
from rules.corpus.cases import CaseStep, JudgedCase, Length
from rules.corpus.situations import situation, usual_table


class BookRuling(BaseModel):
    """One command of a case and what is ruled on it."""

    seat: str
    command: str
    ruling: str
    clauses: tuple[str, ...]
    """The clause that it is ruled by, and those that it rests on."""
    why: str
    then: tuple[str, ...]
    """What is so afterwards."""
    measured: tuple[str, ...]


class BookCase(BaseModel):
    """A case as players read it."""

    id: str
    title: str
    example: str
    options: tuple[str, ...]
    """What has been agreed on besides what is usual."""
    situation: tuple[str, ...]
    rulings: tuple[BookRuling, ...]
    drawn: bool
    """Whether its table is drawn."""


class BookChapter(BaseModel):
    """The cases of one chapter of the rules."""

    id: str
    title: str
    cases: tuple[BookCase, ...]


class RulingBook(BaseModel):
    """All cases of a game."""

    game: str
    title: str
    usual: tuple[str, ...]
    """What lies on the table unless a case says otherwise."""
    clauses: dict[str, str]
    """What each clause says that a case cites."""
    chapters: tuple[BookChapter, ...]


@cache
def ruling_book(slug: str) -> RulingBook:
    """The book of a game that has cases."""
    book = kept_book(slug)
    chapters = tuple(
        BookChapter(
            id=name,
            title=re.sub(r"[_-]", " ", name).capitalize(),
            cases=tuple(_case(slug, case) for case in cases),
        )
        for name, cases in groupby(book.cases, key=lambda case: case.chapter)
    )
    rulings = (each for chapter in chapters for case in chapter.cases for each in case.rulings)
    cited = {clause for each in rulings for clause in each.clauses}
    return RulingBook(
        game=slug,
        title=book.game.title,
        usual=usual_table(book.game, book.language),
        clauses={each.id: each.says for each in book.game.clauses if each.id in cited},
        chapters=chapters,
    )


def drawing(slug: str, *, chapter: str, name: str) -> str | None:
    """The table of a case as SVG; None where there is no such case, or nothing to draw."""
    book = kept_book(slug)
    found = (each for each in book.cases if (each.chapter, each.id) == (chapter, name))
    case = next(found, None)
    if case is None or not is_drawn(case):
        return None
    return case_svg(case, book.game, language=book.language)


def _case(slug: str, case: JudgedCase) -> BookCase:
    book = kept_book(slug)
    told = book.language.told
    options = tuple(f"{name}: {_plain(value)}" for name, value in case.options.items())
    return BookCase(
        id=case.id,
        title=case.title,
        example=case.example,
        options=options,
        situation=situation(case, book.game, language=book.language),
        rulings=tuple(
            BookRuling(
                seat=step.seat,
                command=step.says,
                ruling=str(step.ruling),
                clauses=tuple(dict.fromkeys((*step.clauses, *step.rests_on))),
                why=step.why,
                then=(
                    *map(told, step.then),
                    *(f"no longer: {told(fact)}" for fact in step.no_longer),
                    *_asked(step),
                ),
                measured=tuple(map(_length, step.measured)),
            )
            for step in case.steps
        ),
        drawn=is_drawn(case),
    )


def _asked(step: CaseStep) -> tuple[str, ...]:
    if step.asks is None:
        return ()
    what = {0: "dice", 1: "one die"}.get(step.asks.dice, f"{step.asks.dice} dice")
    if step.asks.what != "dice":
        what = f"a choice of {', '.join(step.asks.of)}" if step.asks.of else "a choice"
    return (f"{step.asks.seat} is asked for {what}",)


def _length(length: Length) -> str:
    limit = "" if length.limit is None else f", limit {length.limit:g} in"
    return f"{length.what} {length.inches:g} in{limit}"


def _plain(value: object) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
