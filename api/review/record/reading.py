"""Reads a battle file without changing it, or says why it cannot be read."""

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from api.battle_files.blobs import check_shape
from api.battle_files.chain import Chained, LogLine, chained
from api.battle_files.schema import (
    APPLICATION,
    BUSY_SECONDS,
    VERSION,
    NewerBattleError,
    NotABattleError,
    Row,
)
from api.errors import ExitCode, FileAdvice, FileError
from api.review.record.archive import Archive
from api.wording import squeezed
from rules.table.bad_input import BadInputError

_NO_DATABASE: Final = sqlite3.SQLITE_NOTADB


@dataclass(frozen=True, slots=True, kw_only=True)
class Battles:
    """A battle file that is open to be read."""

    path: Path
    archive: Archive
    log: Chained
    """The sound beginning of its log, and what is wrong with the rest."""
    head: tuple[int, str]
    """How many events it says to have, and the hash of the last one."""

    @property
    def fault(self) -> str:
        """Why the log cannot be relied on to its end; nothing where it can."""
        if self.log.fault:
            return self.log.fault
        if self.head != (len(self.log.lines), self.log.head):
            return (
                f"the log ends with event {len(self.log.lines) - 1}, and the file says that it "
                f"ends with event {self.head[0] - 1}"
            )
        return ""


@contextmanager
def reading(path: Path) -> Iterator[Battles]:
    """A battle file, read only. A UserError says why it cannot be read; nothing is written."""
    with _told(path), _whole(path) as place, closing(_connected(place)) as connection:

        def select(sql: str, *parameters: object) -> list[Row]:
            return connection.execute(sql, parameters).fetchall()

        _check(select, path)
        check_shape(select, where=str(path))
        rows = select("SELECT sequence, hash, line FROM events ORDER BY sequence")
        log = chained(LogLine(sequence=row[0], hash=str(row[1]), text=str(row[2])) for row in rows)
        head = select("SELECT events, hash FROM head")
        ends = (int(head[0][0]), str(head[0][1])) if head else (0, "")
        yield Battles(path=path, archive=Archive(select), log=log, head=ends)


def sound(path: Path, battles: Battles) -> None:
    """Refuse a log that is not whole to its end; `umpire verify` names all that is wrong."""
    if battles.fault:
        says = f": the log is damaged: {squeezed(battles.fault)}; see umpire verify "
        raise FileError(path, says, path, exit_code=ExitCode.BAD_INPUT)


@contextmanager
def _whole(path: Path) -> Iterator[Path]:
    """The file; or a copy, where the umpire that played it was stopped in the middle of writing.

    SQLite has to undo what was half written before anything can be read, and that changes a file.
    """
    if not path.is_file():
        what = "a folder" if path.is_dir() else "no such file"
        raise FileError(path, f": expected a battle, got {what}", exit_code=ExitCode.BAD_INPUT)
    journal = _journal_of(path)
    if not journal.exists() or _is_readable(path):
        yield path
        return
    with TemporaryDirectory(prefix="umpire-") as folder:
        copy = Path(folder) / path.name
        shutil.copyfile(path, copy)
        with suppress(FileNotFoundError):
            shutil.copyfile(journal, _journal_of(copy))
        with closing(sqlite3.connect(copy)) as connection:
            connection.execute("SELECT 1 FROM sqlite_master").fetchall()
        yield copy


def _journal_of(path: Path) -> Path:
    return path.with_name(f"{path.name}-journal")


def _is_readable(path: Path) -> bool:
    """Whether nothing has to be undone first, as beside an umpire that is writing now."""
    try:
        with closing(_connected(path)) as connection:
            connection.execute("SELECT 1 FROM sqlite_master").fetchall()
    except sqlite3.OperationalError:
        return False
    return True


def _connected(path: Path) -> sqlite3.Connection:
    uri = f"{path.resolve().as_uri()}?mode=ro"
    return sqlite3.connect(uri, uri=True, timeout=BUSY_SECONDS, check_same_thread=False)


def _check(select: object, path: Path) -> None:
    assert callable(select)
    application = select("PRAGMA application_id")[0][0]
    if application != APPLICATION:
        raise NotABattleError(
            str(path), expected="a battle of Paper Umpire", got="another SQLite file"
        )
    version = int(select("PRAGMA user_version")[0][0])
    if version > VERSION:
        raise NewerBattleError(
            str(path),
            expected=f"a battle file of version {VERSION} or older",
            got=f"version {version}, which a newer Paper Umpire has written",
        )
    fault = select("PRAGMA integrity_check(1)")[0][0]
    if fault != "ok":
        raise sqlite3.DatabaseError(str(fault))


@contextmanager
def _told(path: Path) -> Iterator[None]:
    try:
        yield
    except BadInputError as complaint:
        where = path if complaint.where == str(path) else complaint.where
        says = squeezed(f": expected {complaint.expected}, got {complaint.got}")
        raise FileError(where, says, exit_code=ExitCode.BAD_INPUT) from complaint
    except (sqlite3.Error, UnicodeDecodeError) as fault:
        raise _unreadable(path, fault) from fault


def _unreadable(path: Path, fault: Exception) -> FileError:
    content = b""
    with suppress(OSError):
        content = path.read_bytes()[:16]
    code = getattr(fault, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT)
    if code & 0xFF == _NO_DATABASE and content != b"SQLite format 3\0":
        got = "some other file" if content else "an empty file"
        says = f": expected a battle of Paper Umpire, got {got}"
        return FileError(path, says, exit_code=ExitCode.BAD_INPUT)
    why = squeezed(" ".join(str(fault).split()))
    says = f": the file is damaged ({why})"
    return FileError(path, says, exit_code=ExitCode.BAD_INPUT, advice=FileAdvice.RECOVER)
