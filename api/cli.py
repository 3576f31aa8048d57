"""Starts and ends `umpire`: every way out leaves one line and one exit code."""

import io
import os
import sys
import traceback
from collections.abc import Callable
from typing import Final

from api.errors import ExitCode, ReaderGoneError, UserError
from api.provenance import ForeignPackageError, require_own_packages
from api.wording import shown

DEBUG: Final = "--debug"

Program = Callable[[list[str]], int]


def main() -> None:
    """The command `umpire`."""
    sys.exit(run(sys.argv[1:]))


def run(arguments: list[str], *, program: Program | None = None) -> int:
    """Do what the arguments say and return the exit code; no exception gets out.

    `program` stands in for the commands of `umpire`.
    """
    for stream in (sys.stdout, sys.stderr):
        # A name in a file may hold what this terminal cannot print; that must not end a game.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    try:
        require_own_packages()
        return (program or _umpire())(arguments)
    except UserError as failure:
        _say(failure.message)
        return failure.exit_code
    except ForeignPackageError as failure:
        for line in str(failure).split("\n"):
            _say(line)
        return ExitCode.UNFIT
    except KeyboardInterrupt:
        _say("interrupted")
        return ExitCode.INTERRUPTED
    except ReaderGoneError:
        return _reader_has_gone()
    except ImportError as failure:
        _trace(arguments)
        _say(f"a package does not load: {_words(failure)}; `umpire doctor` may say more")
        return ExitCode.UNFIT
    except Exception as failure:  # noqa: BLE001 - the last resort: one line, never a traceback
        _trace(arguments)
        _say(f"this is a fault in Paper Umpire, not in what you typed: {_one_line(failure)}")
        if DEBUG not in arguments:
            command = " ".join(["umpire", DEBUG, *arguments])
            _say(f"run again with {DEBUG} to see where, and report it: {command}")
        return ExitCode.FAULT


def _umpire() -> Program:
    # Only after the check: before it, these could come from somebody else's package.
    from api.commands.program import invoke

    return invoke


def _say(message: str) -> None:
    sys.stderr.write(f"umpire: {shown(message)}\n")


def _one_line(failure: Exception) -> str:
    text = _words(failure)
    return f"{type(failure).__name__}: {text}" if text else type(failure).__name__


def _words(failure: Exception) -> str:
    return " ".join(str(failure).split())


def _trace(arguments: list[str]) -> None:
    if DEBUG in arguments:
        sys.stderr.write(shown(traceback.format_exc(), keep="\n"))


def _reader_has_gone() -> int:
    # The interpreter flushes standard output once more as it exits; let that go nowhere.
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)
    return ExitCode.DONE
