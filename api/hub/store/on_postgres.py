"""The database of a tournament: PostgreSQL, behind which any number of hubs may stand."""

import selectors
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from threading import Event, Lock
from typing import Any

import psycopg
from psycopg_pool import ConnectionPool, PoolTimeout

from api.hub.store.database import Row, RowTakenError, Statements, StoreGoneError

CHANNEL = "umpire_hub"
MOST_CONNECTIONS = 8
REACH_SECONDS = 10.0
"""How long somebody waits for a connection while the database starts again."""
LISTEN_SECONDS = 0.2
"""How long a waker listens before it looks whether it is to end."""
MIGRATING = 0x50554D50
"""The number of the lock that only one hub at a time can hold."""


class _PostgresStatements:
    """In a transaction statements go out one behind the other; only whoever looks at rows waits.

    Where nothing but reading is done each is looked at anyway, and a row of them would cost one way
    more.
    """

    def __init__(self, connection: psycopg.Connection[Any]) -> None:
        self._connection = connection

    def run(self, sql: str, values: Sequence[object] = ()) -> Iterable[Row]:
        # Statements are written in this package, and hold no percent sign.
        return _Rows(self._connection.execute(sql.replace("?", "%s"), values))


class _Rows:
    """What a statement brings, fetched when it is looked at."""

    def __init__(self, cursor: psycopg.Cursor[Any]) -> None:
        self._cursor = cursor

    def __iter__(self) -> Iterator[Row]:
        return iter(self._cursor.fetchall())


def _check(connection: psycopg.Connection[Any]) -> None:
    """Ask the server only where it has said something unasked, as it does when it ends."""
    with selectors.DefaultSelector() as selector:
        selector.register(connection.fileno(), selectors.EVENT_READ)
        if selector.select(0):
            ConnectionPool.check_connection(connection)


class PostgresDatabase:
    """A pool of connections; a broken one is replaced before it is used."""

    def __init__(self, address: str, *, reach_seconds: float = REACH_SECONDS) -> None:
        self._address = address
        self._pool = ConnectionPool(
            address,
            min_size=1,
            max_size=MOST_CONNECTIONS,
            timeout=reach_seconds,
            check=_check,
            # What is only read needs no transaction around it; each statement sees one moment.
            kwargs={"autocommit": True},
            open=False,
        )
        try:
            self._pool.open(wait=True, timeout=reach_seconds)
        except PoolTimeout as error:
            self._pool.close()
            raise StoreGoneError(
                f"expected PostgreSQL to answer within {reach_seconds:g} s, got nothing"
            ) from error

    @contextmanager
    def transaction(self) -> Iterator[Statements]:
        with self._connected() as connection, connection.pipeline(), connection.transaction():
            statements = _PostgresStatements(connection)
            yield statements
            # Told to the others when it is committed.
            statements.run("SELECT pg_notify(?, '')", (CHANNEL,))

    @contextmanager
    def reading(self) -> Iterator[Statements]:
        with self._connected() as connection:
            yield _PostgresStatements(connection)

    @contextmanager
    def _connected(self) -> Iterator[psycopg.Connection[Any]]:
        try:
            with self._pool.connection() as connection:
                yield connection
        except psycopg.IntegrityError as error:
            raise RowTakenError(str(error)) from error
        except (psycopg.Error, PoolTimeout) as error:
            raise StoreGoneError(f"PostgreSQL: {error}") from error

    def lock_for_migrating(self, statements: Statements) -> None:
        statements.run("SELECT pg_advisory_xact_lock(?)", (MIGRATING,))

    def waker(self) -> "PostgresWaker":
        return PostgresWaker(self._address)

    def close(self) -> None:
        self._pool.close()


class PostgresWaker:
    """A connection that listens; after it was lost, what was missed is found by looking."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._turn, self._ending = Lock(), Event()
        self._connection: psycopg.Connection[Any] | None = None
        with suppress(psycopg.Error):
            self._connection = self._listening()

    def _listening(self) -> psycopg.Connection[Any]:
        connection = psycopg.connect(self._address, autocommit=True)
        try:
            connection.execute(f"LISTEN {CHANNEL}")
        except psycopg.Error:
            connection.close()
            raise
        return connection

    def wait(self, seconds: float) -> None:
        until = time.monotonic() + seconds
        with self._turn:
            # In short turns, so that whoever closes it does not wait long for this thread.
            while not self._ending.is_set() and time.monotonic() < until:
                if self._heard(min(LISTEN_SECONDS, seconds)):
                    return

    def _heard(self, seconds: float) -> bool:
        try:
            if self._connection is None:
                # What was written while nobody listened counts as news.
                self._connection = self._listening()
                return True
            return any(True for _ in self._connection.notifies(timeout=seconds, stop_after=1))
        except psycopg.Error:
            self._hang_up()
            # A database that is away is not knocked at without a pause.
            self._ending.wait(seconds)
            return False

    def _hang_up(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def close(self) -> None:
        self._ending.set()
        with self._turn:
            self._hang_up()
