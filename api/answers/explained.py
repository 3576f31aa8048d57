"""What is explained of a clause, a ruling or a refusal, on the wire and for a terminal."""

import textwrap
from collections.abc import Iterator
from typing import Any, Final, Literal

from pydantic import BaseModel
from rich.text import Text

from api.answers.adjudged import plain_value
from rules.corpus.by_clause import ClauseExample, ForAndAgainst
from rules.referee.court.explaining import ClauseExplained, Explained
from rules.referee.toolkit.book.clauses import Standing
from rules.referee.toolkit.evidence import Measured
from rules.table.units import plain, plain_error

WIDTH: Final = 100


class JudgedExample(BaseModel):
    """A judged case that shows how a clause is ruled on."""

    ruling: Literal["allowed", "refused"]
    case: str
    """Its name: game, chapter and its own."""
    title: str
    before: tuple[str, ...]
    """What is so, in sentences."""
    seat: str
    command: str
    why: str


class ClauseText(BaseModel):
    """A clause in our words."""

    clause: str
    says: str
    standing: str
    """done, todo or exempt: whether the umpire rules on it."""
    reason: str
    """Why there is nothing to rule on, where that is so."""
    whose: str
    judged: tuple[JudgedExample, ...]
    """One case that is allowed by it and one that is refused, where there are such."""


class ExplainedAnswer(BaseModel):
    """A ruling or a refusal, with its clause in our words and its numbers."""

    name: str
    time: str
    author: str
    says: str
    clause: ClauseText | None
    numbers: tuple[dict[str, Any], ...]
    because: tuple[str, ...]
    with_it: tuple[str, ...]
    taken_back: bool
    waivable: bool


def clause_text(found: ClauseExplained, judged: ForAndAgainst) -> ClauseText:
    """A clause on the wire, with cases that show how it is ruled on."""
    clause = found.clause
    return ClauseText(
        clause=clause.id,
        says=clause.says,
        standing=str(clause.standing),
        reason=clause.reason,
        whose=found.whose,
        judged=tuple(_example(each) for each in judged.found),
    )


def _example(found: ClauseExample) -> JudgedExample:
    case, step = found.case, found.step
    return JudgedExample(
        ruling="refused" if found.refuses else "allowed",
        case=case.name,
        title=case.title,
        before=case.said_before,
        seat=step.seat,
        command=step.says,
        why=step.why,
    )


def explained_answer(found: Explained, judged: ForAndAgainst) -> ExplainedAnswer:
    """A ruling or a refusal on the wire."""
    return ExplainedAnswer(
        name=found.name,
        time=found.time,
        author=found.author,
        says=found.says,
        clause=None if found.clause is None else clause_text(found.clause, judged),
        numbers=tuple(_number(each) for each in found.numbers),
        because=found.because,
        with_it=found.with_it,
        taken_back=found.falls,
        waivable=found.waivable,
    )


def _number(found: Measured) -> dict[str, Any]:
    value = plain_value(found)
    assert isinstance(value, dict)
    return value


def clause_lines(found: ClauseExplained, judged: ForAndAgainst) -> Iterator[Text]:
    """A clause as a person reads it."""
    clause = found.clause
    yield Text.assemble((clause.id, "bold"), f" ({found.whose})")
    yield from _wrapped(clause.says)
    if clause.standing is Standing.TODO:
        yield from _wrapped("The umpire does not rule on it yet.")
    elif clause.standing is Standing.EXEMPT:
        yield from _wrapped(f"For the players: {clause.reason}")
    for each in judged.found:
        ruling = "refused" if each.refuses else "allowed"
        yield Text(f"A judged case, {ruling}: {each.case.name}", style="bold")
        if each.case.said_before:
            yield from _wrapped("; ".join(each.case.said_before) + ".")
        yield from _wrapped(f"{each.step.seat}: {each.step.says}. {each.step.why}")


def explained_lines(found: Explained, judged: ForAndAgainst) -> Iterator[Text]:
    """A ruling or a refusal as a person reads it."""
    yield Text.assemble((found.name, "bold"), f"  {found.author}, {found.time}")
    yield from _wrapped(found.says)
    if found.falls:
        yield from _wrapped("It was taken back since.")
    if found.waivable:
        yield from _wrapped("The players may let it pass together.")
    if found.clause is not None:
        yield from clause_lines(found.clause, judged)
    for each in found.numbers:
        yield from _measured_lines(each)
    for head, sentences in (("It came of:", found.because), ("With it:", found.with_it)):
        if sentences:
            yield Text(head, style="bold")
            for sentence in sentences:
                yield from _wrapped(sentence)


def _measured_lines(found: Measured) -> Iterator[Text]:
    yield Text.assemble((f"{found.what}: ", "bold"), found.why)
    rows = (
        ("value", found.value, plain),
        ("limit", found.limit, plain),
        ("margin", found.margin, plain),
        ("error", found.sigma, plain_error),
        ("doubt", found.bound, plain_error),
        ("overlooked", found.courtesy or None, plain),
    )
    for name, length, written in rows:
        if length is not None:
            yield Text(f"  {name:<10} {written(length):>8} in")


def _wrapped(text: str) -> Iterator[Text]:
    lines = textwrap.wrap(text, WIDTH, initial_indent="  ", subsequent_indent="  ")
    yield from (Text(line) for line in lines)
