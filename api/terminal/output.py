"""Writes what a command says: data to standard output, remarks to standard error."""

import json
import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.text import Text

from api.errors import ExitCode, ReaderGoneError, UserError
from api.wording import UNSEEN, shown

AsJson = Annotated[bool, typer.Option("--json", help="Print JSON instead of lines.")]
"""Every command has it; what is read by programs goes to standard output alone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Output:
    """Where the words of one run go, and whether in colour."""

    colour: bool = True
    debug: bool = False
    """Whether a fault may show its traceback."""
    quiet: bool = False
    """Whether only answers are wanted, and what is wrong."""

    def data(self, text: str) -> None:
        """Something that another program may read, and a line break at its end.

        What would act on a terminal is written as an escape; in JSON that is the same value.
        """
        self._write(shown(text, keep="\n"))

    def _write(self, text: str, *, aside: bool = False) -> None:
        stream = sys.stderr if aside else sys.stdout
        try:
            stream.write(text if text.endswith("\n") else f"{text}\n")
            stream.flush()
        except BrokenPipeError as failure:
            raise ReaderGoneError from failure

    def lines(self, *lines: Text, aside: bool = False) -> None:
        """An answer for people; in colour on a terminal only, and never wrapped in a pipe.

        With `aside` it goes to standard error, where a program reads what comes of it.
        """
        # None leaves it to the terminal and to NO_COLOR.
        no_colour = None if self.colour else True
        stream = sys.stderr if aside else sys.stdout
        console = Console(file=stream, no_color=no_colour, highlight=False)
        with console.capture() as captured:
            for line in lines:
                console.print(_inert(line), soft_wrap=True)
        # Not as data: the colours are escapes too, and those are our own.
        self._write(captured.get(), aside=aside)

    def remark(self, text: str, *, is_wanted: bool = False) -> None:
        """Something for the person at the terminal that is not part of the answer.

        What somebody waits for is said to whoever wants it quiet, too.
        """
        if self.quiet and not is_wanted:
            return
        sys.stderr.write(f"umpire: {shown(text)}\n")

    def deed(self, says: str, /, *, as_json: bool, **facts: object) -> None:
        """What was done: a remark to the person at the terminal, or facts for a program."""
        if as_json:
            self.data(json.dumps(facts, indent=1, ensure_ascii=False))
        else:
            self.remark(says)

    def text(self, text: str, *, name: str, place: Path | None, as_json: bool) -> None:
        """A text that has a name: printed as it is, or put into a new file."""
        if place is not None:
            self.file(text, place=place, replace=False)
        if as_json:
            told = {"text": text} if place is None else {"wrote": os.fspath(place)}
            self.data(json.dumps({"name": name, **told}, indent=1, ensure_ascii=False))
        elif place is None:
            self.data(text)

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
    """Show what can be typed, to whoever typed a command that needs another word."""
    output: Output = context.obj
    output.data(context.get_help())
    raise typer.Exit(ExitCode.USAGE)


def _inert(line: Text) -> Text:
    """The line itself, but for one that would act on the terminal: that loses its colours too."""
    return Text(shown(line.plain)) if UNSEEN.search(line.plain) else line
