"""Counts the cases of a book: by clause, for and against, and by option."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from rules.corpus.cases import CaseBook, CaseRuling
from rules.referee.toolkit.book.clauses import Standing
from rules.referee.toolkit.settings import Option


@dataclass(frozen=True, slots=True, kw_only=True)
class BookCounts:
    """How much of a game its cases cover."""

    cases: int
    steps: int
    examples: tuple[str, ...]
    """The worked examples of the rules among them."""
    clauses: Mapping[str, tuple[int, int]]
    """By clause that is ruled on: how many rulings allow by it, and how many refuse."""
    options: Mapping[str, Mapping[str, int]]
    """By option and value: how many cases are played with it by their own word."""

    @property
    def uncited(self) -> tuple[str, ...]:
        """The clauses that no case rests on."""
        return tuple(name for name, counts in self.clauses.items() if not any(counts))


def counted(book: CaseBook) -> BookCounts:
    """The counts of a book."""
    steps = [step for case in book.cases for step in case.steps]
    refused = [step.ruling is CaseRuling.REFUSED for step in steps]
    pairs = Counter(
        (clause, no)
        for step, no in zip(steps, refused, strict=True)
        for clause in (*step.clauses[:1], *step.rests_on)
    )
    done = [clause.id for clause in book.game.clauses if clause.standing is Standing.DONE]
    chosen = Counter(
        (name, _told(value)) for case in book.cases for name, value in case.options.items()
    )
    return BookCounts(
        cases=len(book.cases),
        steps=len(steps),
        examples=tuple(dict.fromkeys(case.example for case in book.cases if case.example)),
        clauses={name: (pairs[name, False], pairs[name, True]) for name in done},
        options={
            option.name: {value: chosen[option.name, value] for value in _values(option)}
            for option in book.game.option_schema
            if option.choices or isinstance(option.default, bool)
        },
    )


def _values(option: Option) -> tuple[str, ...]:
    return option.choices or ("true", "false")


def _told(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
