"""Turns a measurement into lines for a terminal: the answer first, then its numbers."""

from typing import Final

from rich.text import Text

from api.answers.asking import Measurement, brief
from api.wording import shortened
from rules.table.measuring.proximity import Near
from rules.table.snapshot import Snapshot
from rules.table.units import plain, plain_error
from rules.table.verdict import Answer, Verdict

ANSWER_STYLES: Final = {
    Answer.YES: "bold green",
    Answer.NO: "bold red",
    Answer.TOO_CLOSE_TO_CALL: "bold yellow",
    Answer.CANNOT_SEE: "bold magenta",
}


def measurement_lines(measurement: Measurement, *, table: Snapshot) -> list[Text]:
    """A measurement as a person reads it: the answer, then the numbers below each other."""
    answer = measurement.answer
    words = answer.replace("_", " ")
    first = Text.assemble((words, ANSWER_STYLES[answer]), ": ", brief(measurement.sentence, table))
    if measurement.verdict is not None:
        return [first, *_numbers(measurement.verdict)]
    return [first, *_members(measurement, table=table)]


def _numbers(verdict: Verdict) -> list[Text]:
    rows = (
        ("value", verdict.value, plain),
        ("limit", verdict.limit, plain),
        ("margin", verdict.margin, plain),
        ("error", verdict.sigma, plain_error),
        ("doubt", verdict.bound, plain_error),
    )
    return [
        Text.assemble((f"  {name:<8}", "dim"), f"{written(length):>8} in")
        for name, length, written in rows
        if length is not None
    ]


def _members(measurement: Measurement, *, table: Snapshot) -> list[Text]:
    """One line for each member of a list answer, with its own reason."""
    lines = []
    members = measurement.result if isinstance(measurement.result, tuple) else ()
    width = max((len(shortened(member.piece)) for member in members), default=0)
    for member in members:
        if isinstance(member, Near):
            answer, why = member.verdict.answer, member.verdict.why
        else:
            answer, why = member.answer, member.why
        name = shortened(member.piece)
        words = (f"{answer.replace('_', ' '):<18}", ANSWER_STYLES[answer])
        lines.append(Text.assemble(f"  {name:<{width}}  ", words, brief(why, table)))
    return lines
