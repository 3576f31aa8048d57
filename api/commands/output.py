"""Knows how a command speaks: data to standard output, remarks to standard error."""

import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import typer
from rich.console import Console
from rich.text import Text

from api.asking import Measurement, brief
from api.errors import ExitCode, ReaderGoneError, UserError
from api.wording import UNSEEN, shortened, shown
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Output:
    """Where the words of one run go, and whether in colour."""

    colour: bool = True
    debug: bool = False
    """Whether a fault may show where it happened."""

    def data(self, text: str) -> None:
        """Something that another program may read, and a line break at its end.

        What would act on a terminal is written as an escape; in JSON that is the same value.
        """
        self._write(shown(text, keep="\n"))

    def _write(self, text: str) -> None:
        try:
            sys.stdout.write(text if text.endswith("\n") else f"{text}\n")
            sys.stdout.flush()
        except BrokenPipeError as failure:
            raise ReaderGoneError from failure

    def lines(self, *lines: Text) -> None:
        """An answer for people; in colour on a terminal only, and never wrapped in a pipe."""
        # None leaves it to the terminal and to NO_COLOR.
        no_colour = None if self.colour else True
        console = Console(file=sys.stdout, no_color=no_colour, highlight=False)
        with console.capture() as captured:
            for line in lines:
                console.print(_inert(line), soft_wrap=True)
        # Not as data: the colours are escapes too, and those are our own.
        self._write(captured.get())

    def remark(self, text: str) -> None:
        """Something for the person that is no part of the answer."""
        sys.stderr.write(f"umpire: {shown(text)}\n")

    def file(self, content: str | bytes, *, place: Path, replace: bool) -> None:
        """Write a whole file, and say so; what is there already stays unless it may be replaced."""
        data = content.encode("utf-8") if isinstance(content, str) else content
        try:
            with place.open("wb" if replace else "xb") as file:
                file.write(data)
        except FileExistsError as failure:
            message = f"{place} is there already, and may hold your work: name another file"
            raise UserError(message, ExitCode.USAGE) from failure
        except OSError as failure:
            reason = failure.strerror or str(failure)
            message = f"{place}: cannot be written: {reason}"
            raise UserError(message, ExitCode.USAGE) from failure
        self.remark(f"wrote {os.fspath(place)}")


def show_help(context: typer.Context) -> None:
    """What there is to type, for whoever typed a command that needs another word."""
    output: Output = context.obj
    output.data(context.get_help())
    raise typer.Exit(ExitCode.USAGE)


def _inert(line: Text) -> Text:
    """The line itself, but for one that would act on the terminal: that loses its colours too."""
    return Text(shown(line.plain)) if UNSEEN.search(line.plain) else line


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
