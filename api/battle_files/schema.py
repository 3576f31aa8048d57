"""The tables of a battle file, the settings it is written with, and how older files are brought up
to date.
"""

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, Protocol

from rules.table.bad_input import BadInputError

APPLICATION: Final = 0x50554D50
"""`PUMP` in the file's header; `file` and SQLite show it."""
VERSION: Final = 3
PAGE_BYTES: Final = 4096
"""Written down, because a file whose first page is lost is taken apart with it."""
OVER: Final = "over"
"""What a file says of itself once its battle is over, so that nobody has to replay it for that."""
BUSY_SECONDS: Final = 2.0
"""How long a commit waits for somebody who reads the file with a tool of their own."""

Row = tuple[Any, ...]


class Database(Protocol):
    """What we ask of SQLite; the tests bring one whose disk breaks in every possible way."""

    def execute(self, sql: str, parameters: Sequence[object] = (), /) -> Iterable[Row]:
        """Run one statement; a fault of the file is a sqlite3.Error."""
        ...

    def close(self) -> None: ...


Connect = Callable[[Path], Database]

_REFUSALS: Final = """CREATE TABLE refusals (
        number INTEGER PRIMARY KEY,
        command TEXT NOT NULL UNIQUE,
        snapshot INTEGER NOT NULL REFERENCES snapshots (id),
        hash TEXT NOT NULL UNIQUE,
        line TEXT NOT NULL
    )"""

TABLES: Final = (
    "CREATE TABLE about (name TEXT PRIMARY KEY, value TEXT NOT NULL)",
    """CREATE TABLE events (
        sequence INTEGER PRIMARY KEY,
        hash TEXT NOT NULL UNIQUE,
        line TEXT NOT NULL,
        snapshot INTEGER REFERENCES snapshots (id)
    )""",
    """CREATE TABLE commands (
        id TEXT PRIMARY KEY,
        asked TEXT NOT NULL,
        first INTEGER NOT NULL REFERENCES events (sequence),
        last INTEGER NOT NULL REFERENCES events (sequence),
        body TEXT
    )""",
    # The end of the log, written in a second place: without it a log that was cut looks whole.
    """CREATE TABLE head (
        one INTEGER PRIMARY KEY CHECK (one = 1),
        events INTEGER NOT NULL,
        hash TEXT NOT NULL
    )""",
    """CREATE TABLE snapshots (
        id INTEGER PRIMARY KEY,
        number INTEGER NOT NULL,
        digest TEXT NOT NULL UNIQUE,
        content BLOB NOT NULL
    )""",
    """CREATE TABLE pictures (
        id INTEGER PRIMARY KEY,
        sequence INTEGER NOT NULL REFERENCES events (sequence),
        media_type TEXT NOT NULL,
        digest TEXT NOT NULL,
        content BLOB NOT NULL,
        marks TEXT NOT NULL DEFAULT '',
        refusal INTEGER REFERENCES refusals (number)
    )""",
    # No events: nothing has happened, and only whoever asked has heard of it.
    _REFUSALS,
    """CREATE TABLE calibrations (
        id INTEGER PRIMARY KEY,
        digest TEXT NOT NULL,
        since INTEGER NOT NULL,
        content BLOB NOT NULL
    )""",
    *(
        f"""CREATE TRIGGER events_stay_{deed.lower()} BEFORE {deed} ON events
        BEGIN SELECT RAISE(ABORT, 'an event is never changed or removed'); END"""
        for deed in ("UPDATE", "DELETE")
    ),
)

MIGRATIONS: Final[Mapping[int, tuple[str, ...]]] = MappingProxyType(
    {
        # What was asked for, so that a ruling can be judged anew; where things are in a picture.
        1: (
            "ALTER TABLE commands ADD COLUMN body TEXT",
            "ALTER TABLE pictures ADD COLUMN marks TEXT NOT NULL DEFAULT ''",
            "UPDATE about SET value = 'paper-umpire/battle/2' WHERE name = 'format'",
        ),
        # Refusals that rest on measuring, so that they can be disputed, and their pictures.
        2: (
            _REFUSALS,
            "ALTER TABLE pictures ADD COLUMN refusal INTEGER REFERENCES refusals (number)",
            "UPDATE about SET value = 'paper-umpire/battle/3' WHERE name = 'format'",
        ),
    }
)
"""From each older version to the next: the statements, run in one transaction."""


class NotABattleError(BadInputError):
    """The file is something else; it has not been touched."""


class NewerBattleError(NotABattleError):
    """A newer umpire has written it; it has not been touched."""


def connect(path: Path) -> Database:
    """A connection to a file that is there; it is used by one thread at a time."""
    return sqlite3.connect(
        f"{path.resolve().as_uri()}?mode=rw",
        uri=True,
        isolation_level=None,
        check_same_thread=False,
        timeout=BUSY_SECONDS,
    )


def settle(connection: Database) -> None:
    """The one way in which a battle is written: rollback journal, and everything synced.

    EXTRA comes first: with it the removal of the journal is on the disk before a commit returns.
    """
    _pragma(connection, "synchronous", value="EXTRA", expected=3)
    _pragma(connection, "journal_mode", value="DELETE", expected="delete")
    _pragma(connection, "foreign_keys", value="ON", expected=1)
    # Without it macOS answers a sync before the disk has written; elsewhere it does nothing.
    _pragma(connection, "fullfsync", value="ON", expected=1)
    _pragma(connection, "trusted_schema", value="OFF", expected=0)
    _pragma(connection, "cell_size_check", value="ON", expected=1)


def _pragma(connection: Database, name: str, *, value: str, expected: object) -> None:
    list(connection.execute(f"PRAGMA {name} = {value}"))
    got = single(connection, f"PRAGMA {name}")
    if got != expected:
        raise sqlite3.OperationalError(f"{name}: expected {expected!r}, got {got!r}")


def single(connection: Database, sql: str, *parameters: object) -> Any:
    """The first value of the first row, or None."""
    rows = list(connection.execute(sql, parameters))
    return rows[0][0] if rows else None


@contextmanager
def transaction(connection: Database) -> Iterator[None]:
    """All or nothing: whatever fails, even the commit, leaves nothing half done in memory."""
    list(connection.execute("BEGIN IMMEDIATE"))
    try:
        yield
        list(connection.execute("COMMIT"))
    except BaseException:
        # After some faults SQLite has rolled back itself and says that there is nothing to undo.
        with suppress(sqlite3.Error):
            list(connection.execute("ROLLBACK"))
        raise


def make(connection: Database) -> None:
    """The tables of a new file."""
    list(connection.execute(f"PRAGMA page_size = {PAGE_BYTES}"))
    settle(connection)
    with transaction(connection):
        for statement in TABLES:
            list(connection.execute(statement))
        list(connection.execute(f"PRAGMA application_id = {APPLICATION}"))
        list(connection.execute(f"PRAGMA user_version = {VERSION}"))


def bring_up_to_date(
    connection: Database,
    path: Path,
    *,
    steps: Mapping[int, tuple[str, ...]] = MIGRATIONS,
    newest: int = VERSION,
) -> None:
    """Refuse what is no battle or a newer one, before anything is written; migrate an older one."""
    application = single(connection, "PRAGMA application_id")
    if application != APPLICATION:
        raise NotABattleError(
            str(path), expected="a battle of Paper Umpire", got="another SQLite file"
        )
    version = int(single(connection, "PRAGMA user_version"))
    if version > newest:
        raise NewerBattleError(
            str(path),
            expected=f"a battle file of version {newest} or older",
            got=f"version {version}, which a newer Paper Umpire has written",
        )
    if version != newest and any(each not in steps for each in range(version, newest)):
        raise NotABattleError(
            str(path), expected=f"version {newest}, or one that leads to it", got=f"{version}"
        )
    settle(connection)
    for each in range(version, newest):
        with transaction(connection):
            for statement in steps[each]:
                list(connection.execute(statement))
            list(connection.execute(f"PRAGMA user_version = {each + 1}"))
