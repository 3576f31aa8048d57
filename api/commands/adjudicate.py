"""`umpire adjudicate`: rules on a script of tables and commands."""

import json
import sys
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Final

import typer

from api.answers.adjudged import answer_lines, answer_value
from api.errors import ExitCode, UserError
from api.files.games import game
from api.files.table_file import STANDARD_INPUT
from api.terminal.output import Output
from api.version import version
from api.wording import squeezed
from rules.referee.log.entries import Entry, written_log
from rules.referee.script.adjudicating import Begun, Checked, Ruled, Told, adjudicated
from rules.table.bad_input import BadInputError

HELP = "Rule on a script: lines of tables and commands in, rulings out."
LONGEST_LINE: Final = 8_000_000
"""Bytes; a crowded table takes a hundredth of it."""


def adjudicate(
    context: typer.Context,
    *,
    script: Annotated[
        str,
        typer.Argument(metavar="SCRIPT", help="The script, one JSON object a line; - is stdin."),
    ],
    as_json: Annotated[
        bool, typer.Option("--json", help="Print one JSON object for each line of the script.")
    ] = False,
    log: Annotated[
        Path | None, typer.Option("--log", metavar="FILE", help="Write the battle's log here.")
    ] = None,
) -> None:
    output: Output = context.obj
    if log is not None and log.exists():
        message = f"{log} is there already, and may hold a battle: name another file"
        raise UserError(message, ExitCode.USAGE)
    entries: list[Entry] = []
    failed = 0
    try:
        for told in _answers(script):
            if isinstance(told, Begun | Ruled):
                entries += told.entries
            if isinstance(told, Checked):
                failed += bool(told.faults)
            _print(output, told, as_json=as_json)
    finally:
        if log is not None and entries:
            output.file(written_log(tuple(entries)), place=log, replace=False)
    if failed:
        what = "expectation is" if failed == 1 else "expectations are"
        output.remark(f"{failed} {what} not met")
        raise typer.Exit(ExitCode.UNEXPECTED)


def _print(output: Output, told: Told, *, as_json: bool) -> None:
    if as_json:
        output.data(json.dumps(answer_value(told), ensure_ascii=False))
    elif lines := answer_lines(told):
        output.lines(*lines)


def _answers(place: str) -> Iterator[Told]:
    origin = "standard input" if place == STANDARD_INPUT else place
    try:
        yield from adjudicated(_lines(place), find=game, now=_now, umpire_version=version())
    except BadInputError as complaint:
        message = f"{origin}: {squeezed(str(complaint))}"
        raise UserError(message, ExitCode.BAD_INPUT) from complaint


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _lines(place: str) -> Iterator[str]:
    """The lines as they arrive, so that a pipe is answered line by line."""
    if place == STANDARD_INPUT:
        yield from _decoded(sys.stdin.buffer.readline, origin="standard input")
        return
    try:
        with Path(place).open("rb") as file:
            yield from _decoded(file.readline, origin=place)
    except OSError as failure:
        reason = failure.strerror or str(failure)
        raise UserError(f"{place}: cannot be read: {reason}", ExitCode.BAD_INPUT) from failure
    except ValueError as failure:
        raise UserError(f"{place!r}: not the name of a file", ExitCode.BAD_INPUT) from failure


def _decoded(read_line: Callable[[int], bytes], *, origin: str) -> Iterator[str]:
    number = 0
    while data := read_line(LONGEST_LINE + 1):
        number += 1
        place = f"{origin}: line {number}"
        if len(data) > LONGEST_LINE:
            message = f"{place}: expected at most {LONGEST_LINE:,} bytes, which no table needs"
            raise UserError(message, ExitCode.BAD_INPUT)
        try:
            yield data.decode("utf-8")
        except UnicodeDecodeError as failure:
            message = f"{place}: expected text in UTF-8, got byte {data[failure.start]:#04x}"
            raise UserError(message, ExitCode.BAD_INPUT) from failure
