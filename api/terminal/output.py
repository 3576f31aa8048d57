"""Writes what a command says: data to standard output, remarks to standard error."""

import os
import sys
from dataclasses import dataclass
from pathlib import Path

import typer
from rich.console import Console
from rich.text import Text

from api.errors import ExitCode, ReaderGoneError, UserError
from api.wording import UNSEEN, shown


@dataclass(frozen=True, slots=True, kw_only=True)
class Output:
    """Where the words of one run go, and whether in colour."""

    colour: bool = True
    debug: bool = False
    """Whether a fault may show its traceback."""

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
        """Something for the person at the terminal that is not part of the answer."""
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
    """Show what can be typed, to whoever typed a command that needs another word."""
    output: Output = context.obj
    output.data(context.get_help())
    raise typer.Exit(ExitCode.USAGE)


def _inert(line: Text) -> Text:
    """The line itself, but for one that would act on the terminal: that loses its colours too."""
    return Text(shown(line.plain)) if UNSEEN.search(line.plain) else line
