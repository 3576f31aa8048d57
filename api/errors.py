"""Errors that reach the outside: exit codes for the command line, and problems for HTTP."""

from collections.abc import Callable, Mapping
from enum import Enum, IntEnum
from pathlib import Path
from typing import Any, Final

from api.wording import shown

PROBLEM_TYPE: Final = "application/problem+json"


class ExitCode(IntEnum):
    """What the exit code of `umpire` means."""

    DONE = 0
    FAULT = 1
    USAGE = 2
    BAD_INPUT = 3
    CANNOT_SEE = 4
    UNFIT = 5
    ADDRESS = 6
    UNEXPECTED = 7
    REFUSED = 8
    INTERRUPTED = 130

    @property
    def meaning(self) -> str:
        """One sentence for people; docs/cli.md prints the same."""
        return MEANINGS[self]


MEANINGS: Final[Mapping[ExitCode, str]] = {
    ExitCode.DONE: "The question was answered, whatever the answer, or the work was done.",
    ExitCode.FAULT: "Something is wrong inside Paper Umpire; `umpire --debug ...` shows where.",
    ExitCode.USAGE: "The command line does not fit: an unknown option, piece or value.",
    ExitCode.BAD_INPUT: "A file cannot be read, or does not hold a table or a script.",
    ExitCode.CANNOT_SEE: "The table gives no answer: a piece is hidden, moving, lost or outdated.",
    ExitCode.UNFIT: "This installation cannot run: a package is missing, foreign or does not load.",
    ExitCode.ADDRESS: "The address to serve on is in use or cannot be had.",
    ExitCode.UNEXPECTED: "A ruling is not the expected one; an army or a pairing breaks rules.",
    ExitCode.REFUSED: "Measuring is refused: another camera, one that has moved, or a wrong print.",
    ExitCode.INTERRUPTED: "Somebody pressed Ctrl-C.",
}


class UserError(Exception):
    """Something the person can put right; the message says what and how, and is all they see."""

    def __init__(self, message: str, exit_code: ExitCode) -> None:
        super().__init__(message)
        self.message = message
        self.exit_code = exit_code


class FileAdvice(Enum):
    """What to do about a file. The value is what whoever typed the command reads at the end."""

    NAME_IT = " with --as NAME"
    OVERWRITE = ": name another file, or --force"
    RECOVER = (
        "; nothing was changed. `umpire serve` recovers what can be recovered, and keeps the "
        "damaged file beside it"
    )


class FileError(UserError):
    """A file or folder that cannot be used as it is.

    The message names files by their whole place, as whoever typed it wants to read it. The parts
    of it are kept, so that it can be told in other names to those who never saw our folders.
    """

    def __init__(
        self, *parts: str | Path, exit_code: ExitCode, advice: FileAdvice | None = None
    ) -> None:
        typed = "" if advice is None else advice.value
        super().__init__("".join(map(str, parts)) + typed, exit_code)
        self.parts = parts
        self.advice = advice

    def told(self, named: Callable[[Path], str], *, advised: Mapping[FileAdvice, str]) -> str:
        """The message with other names for its files, and other words of advice.

        >>> advice = FileAdvice.NAME_IT
        >>> taken = FileError(Path("/a/b"), ": no", exit_code=ExitCode.USAGE, advice=advice)
        >>> taken.message, taken.told(lambda place: place.name, advised={advice: "!"})
        ('/a/b: no with --as NAME', 'b: no!')
        """
        said = "".join(named(part) if isinstance(part, Path) else part for part in self.parts)
        return said if self.advice is None else said + advised[self.advice]


class FileInUseError(FileError):
    """Another program, or this one in another place, has the file open."""

    def __init__(self, place: Path, says: str) -> None:
        super().__init__(place, says, exit_code=ExitCode.USAGE)
        self.place = place


class NoPictureError(UserError):
    """A camera shows nothing now that may be used."""

    def __init__(self, why: str) -> None:
        super().__init__(why, ExitCode.CANNOT_SEE)


class ReaderGoneError(Exception):
    """Whoever was reading our output, `head` perhaps, has read enough; that is no fault."""


class ProblemError(Exception):
    """A request that cannot be answered, as RFC 9457 has it."""

    def __init__(self, status: int, *, kind: str, title: str, detail: str, **more: Any) -> None:
        super().__init__(detail)
        self.status = status
        self.body = problem(status, kind=kind, title=title, detail=detail, **more)


def problem(status: int, *, kind: str, title: str, detail: str, **more: Any) -> dict[str, Any]:
    """The body of a problem answer.

    >>> problem(404, kind="not-found", title="Not found", detail="no page /x")["type"]
    'urn:paper-umpire:not-found'
    """
    return {
        "type": f"urn:paper-umpire:{kind}",
        "title": title,
        "status": status,
        "detail": shown(detail),
        **more,
    }
