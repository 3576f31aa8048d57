"""Times a run of all judged cases beside the same commands without reading the files."""

import time

from benchmarks.finding import Effort, Finding
from benchmarks.timing import race
from rules.corpus.cases import CaseBook, packed_book, packed_books, packed_known
from rules.corpus.judging import departures
from rules.corpus.refereed import refereed
from rules.registry import game


def judged_cases(effort: Effort) -> list[Finding]:
    """Every game's cases: read, ruled on and compared; then ruled on and compared alone."""
    names = packed_books()[: effort.pick(len(packed_books()), small=1)]
    books = [packed_book(game(slug)) for slug in names]
    whole, alone = race(
        lambda: [_differing(packed_book(game(slug))) for slug in names],
        lambda: [_differing(book) for book in books],
        runs=effort.pick(3, small=1),
        clock=time.process_time_ns,
    )
    cases = sum(len(book.cases) for book in books)
    commands = sum(len(case.steps) for book in books for case in book.cases)
    return [
        Finding(
            benchmark="judged cases",
            measure=f"{cases} cases with {commands} commands of {len(books)} games",
            value=whole.least,
            unit="ms",
            detail=f"processor time, {whole.says}",
            peer="the same commands without reading the files",
            peer_value=alone.least,
            wrong=tuple(each for book in books for each in _differing(book)),
        )
    ]


def _differing(book: CaseBook) -> tuple[str, ...]:
    """Where this program rules otherwise than it is known to."""
    known = packed_known(book.game.slug)
    return tuple(
        departure.told()
        for case in book.cases
        if case.name not in known
        for departure in departures(
            case,
            refereed(case, book.game, language=book.language),
            language=book.language,
            clauses=book.game.clauses,
        )
    )
