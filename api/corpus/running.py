"""Runs cases through an engine, and keeps what agreed, what differed and what was not ruled on."""

import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from api.corpus.outside_engine import EngineFaultError, OutsideEngine
from api.errors import ExitCode, UserError
from rules.corpus.answers import CaseAnswer, answer_of, asked_line
from rules.corpus.cases import (
    MOST_TEXT,
    CaseBook,
    JudgedCase,
    book_of,
    known_departures,
    packed_language,
)
from rules.corpus.from_moment import CHAPTER
from rules.corpus.judging import Departure, departures
from rules.corpus.refereed import refereed
from rules.referee.toolkit.game import Game
from rules.table.bad_input import BadInputError

MOST_FILES: Final = 1_000


@dataclass(slots=True, kw_only=True)
class CorpusRun:
    """What came of a run."""

    ran: int = 0
    """Cases that the engine ruled on."""
    differ: list[Departure] = field(default_factory=list)
    known: dict[str, str] = field(default_factory=dict)
    """Cases in which the engine departs as it is known to, each with the reason."""
    settled: list[str] = field(default_factory=list)
    """Cases that are said to be departed from, and are not."""
    unable: dict[str, str] = field(default_factory=dict)
    not_asked: int = 0
    reading_s: float = 0.0
    """How long the files took to be read."""
    ruling_s: float = 0.0
    """How long the engine took, and the comparison."""
    fault: str = ""
    """What became of the engine, where it did not last."""

    @property
    def good(self) -> bool:
        """Whether there was anything to agree on, and nothing else came of it."""
        return bool(self.ran) and not (self.differ or self.settled or self.fault)

    def value(self) -> dict[str, Any]:
        """The run as JSON."""
        return {
            "cases": self.ran,
            "differ": [
                {
                    "case": each.case,
                    "step": each.step,
                    "command": each.says,
                    "expected": each.expected,
                    "got": each.got,
                }
                for each in self.differ
            ],
            "known": [{"case": name, "reason": why} for name, why in self.known.items()],
            "settled": self.settled,
            "unable": [{"case": name, "reason": why} for name, why in self.unable.items()],
            "not_asked": self.not_asked,
            "fault": self.fault,
            "reading_s": round(self.reading_s, 3),
            "ruling_s": round(self.ruling_s, 3),
        }


def run_cases(
    books: Iterable[CaseBook],
    *,
    engine: OutsideEngine | None,
    known: Mapping[str, str],
    progress: Callable[[int, int], None] = lambda _done, _of: None,
) -> CorpusRun:
    """Every case of some books, put to an engine; to this program where there is none."""
    found = CorpusRun()
    cases = [(book, case) for book in books for case in book.cases]
    for done, (book, case) in enumerate(cases):
        progress(done, len(cases))
        if found.fault:
            found.not_asked += 1
            continue
        try:
            answer = _answer(case, book, engine=engine)
        except EngineFaultError as failure:
            found.fault = f"{case.name}: {failure}"
            found.not_asked += 1
            continue
        except BadInputError as complaint:
            _judged(found, case, told=[_unreadable(case, complaint)], known=known)
            continue
        if answer.unable:
            found.unable[case.name] = answer.unable[:200]
            continue
        told = departures(case, answer, language=book.language, clauses=book.game.clauses)
        _judged(found, case, told=list(told), known=known)
    return found


def _judged(
    found: CorpusRun, case: JudgedCase, *, told: list[Departure], known: Mapping[str, str]
) -> None:
    found.ran += 1
    if told and case.name in known:
        found.known[case.name] = known[case.name]
    elif case.name in known:
        found.settled.append(case.name)
    else:
        found.differ += told


def _answer(case: JudgedCase, book: CaseBook, *, engine: OutsideEngine | None) -> CaseAnswer:
    if engine is None:
        return refereed(case, book.game, language=book.language)
    return answer_of(engine.answer(asked_line(case, book.game)), case)


def _unreadable(case: JudgedCase, complaint: BadInputError) -> Departure:
    return Departure(
        case=case.name,
        step=0,
        says="",
        expected=f"{complaint.where}: {complaint.expected}",
        got=complaint.got[:200],
    )


def known_in(place: Path) -> Mapping[str, str]:
    """The cases that an engine is known to depart from, from a TOML file."""
    try:
        return known_departures(_toml(place), str(place))
    except BadInputError as complaint:
        raise UserError(str(complaint), ExitCode.BAD_INPUT) from complaint


def _toml(place: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(bounded_text(place))
    except tomllib.TOMLDecodeError as failure:
        message = f"{place}: expected TOML, got {str(failure)[:100]}"
        raise UserError(message, ExitCode.BAD_INPUT) from failure


def bounded_text(place: Path) -> str:
    """The text of a file of cases, which has an end."""
    try:
        with place.open("rb") as file:
            data = file.read(4 * MOST_TEXT + 1)
    except OSError as failure:
        reason = failure.strerror or str(failure)
        raise UserError(f"{place}: cannot be read: {reason}", ExitCode.BAD_INPUT) from failure
    if len(data) > 4 * MOST_TEXT:
        message = f"{place}: expected at most {4 * MOST_TEXT:,} bytes, got more"
        raise UserError(message, ExitCode.BAD_INPUT)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as failure:
        message = f"{place}: expected text in UTF-8, got byte {data[failure.start]:#04x}"
        raise UserError(message, ExitCode.BAD_INPUT) from failure


def book_in(folder: Path, game: Game) -> CaseBook:
    """A game's cases in somebody's own folder: chapters of TOML files; or those in one file."""
    if folder.is_file():
        files = {f"{CHAPTER}/{folder.name}": bounded_text(folder)}
        return book_of(game, packed_language(game.slug), files=files)
    if not folder.is_dir():
        raise UserError(f"{folder}: there is no such folder or file", ExitCode.BAD_INPUT)
    places = sorted(place for place in folder.rglob("*.toml") if place.is_file())
    if not 0 < len(places) <= MOST_FILES:
        message = f"{folder}: expected 1 to {MOST_FILES:,} files of cases, got {len(places):,}"
        raise UserError(message, ExitCode.BAD_INPUT)
    files = {f"{folder.name}/{place.relative_to(folder)}": bounded_text(place) for place in places}
    return book_of(game, packed_language(game.slug), files=files)
