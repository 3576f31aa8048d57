"""The database of an evening: one SQLite file beside the hub, for one computer."""

import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Lock

from api.hub.store.database import Row, RowTakenError, Statements, StoreGoneError

BUSY_SECONDS = 10.0
"""How long a commit waits for another process."""
LOOK_SECONDS = 0.2
"""How often a waker looks whether the file has changed."""


class _SqliteStatements:
    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def run(self, sql: str, values: Sequence[object] = ()) -> Iterable[Row]:
        return self._connection.execute(sql, values).fetchall()


class SqliteDatabase:
    """One connection, which its threads share in turn."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._connection = _connected(path)
        self._turn = Lock()

    @contextmanager
    def transaction(self) -> Iterator[Statements]:
        with self._statements("BEGIN IMMEDIATE") as statements:
            yield statements

    @contextmanager
    def reading(self) -> Iterator[Statements]:
        with self._statements("BEGIN") as statements:
            yield statements

    @contextmanager
    def _statements(self, begin: str) -> Iterator[Statements]:
        with self._turn:
            try:
                self._connection.execute(begin)
                yield _SqliteStatements(self._connection)
                self._connection.execute("COMMIT")
            except sqlite3.IntegrityError as error:
                raise RowTakenError(str(error)) from error
            except sqlite3.Error as error:
                raise StoreGoneError(f"{self._path}: {error}") from error
            finally:
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")

    def lock_for_migrating(self, statements: Statements) -> None:
        """A transaction is the only one that writes, from its beginning."""

    def waker(self) -> "SqliteWaker":
        return SqliteWaker(_connected(self._path))

    def close(self) -> None:
        # A connection that is closed under a thread that uses it takes the process with it.
        with self._turn:
            self._connection.close()


def _connected(path: Path) -> sqlite3.Connection:
    try:
        connection = sqlite3.connect(
            path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False
        )
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")
    except sqlite3.Error as error:
        raise StoreGoneError(
            f"{path}: expected a file to keep the event in, got {error}"
        ) from error
    return connection


class SqliteWaker:
    """Looks at the number that changes with every commit of anybody else."""

    def __init__(
        self,
        connection: sqlite3.Connection,
        *,
        now: Callable[[], float] = time.monotonic,
        pause: Callable[[float], object] | None = None,
    ) -> None:
        self._connection = connection
        self._turn, self._ending = Lock(), Event()
        self._now, self._pause = now, pause or self._ending.wait
        self._seen = self._number()

    def _number(self) -> int:
        """The number; that of before once it is closed."""
        with self._turn:
            if self._ending.is_set():
                return self._seen
            return int(self._connection.execute("PRAGMA data_version").fetchone()[0])

    def wait(self, seconds: float) -> None:
        until = self._now() + seconds
        while not self._ending.is_set() and self._number() == self._seen and self._now() < until:
            self._pause(min(LOOK_SECONDS, seconds))
        self._seen = self._number()

    def close(self) -> None:
        self._ending.set()
        with self._turn:
            self._connection.close()
