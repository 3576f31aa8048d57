"""What the hub asks of a database, whichever it is."""

from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager
from typing import Any, Protocol

Row = tuple[Any, ...]


class StoreGoneError(Exception):
    """The database cannot be reached, or broke off; what was being written may be there or not."""


class Statements(Protocol):
    """An open transaction."""

    def run(self, sql: str, values: Sequence[object] = ()) -> Iterable[Row]:
        """One statement with `?` for each value; its rows, if it has any, to be looked at once and
        before the transaction ends. What is wrong with it may be found only then.
        """
        ...


class HubDatabase(Protocol):
    """SQLite or PostgreSQL; any thread may use it."""

    def transaction(self) -> AbstractContextManager[Statements]:
        """All of it or nothing; committed, on the disk and told to others when it is left."""
        ...

    def reading(self) -> AbstractContextManager[Statements]:
        """For statements that write nothing; each of them sees one moment, and they may differ."""
        ...

    def lock_for_migrating(self, statements: Statements) -> None:
        """Keep other processes from changing the tables until the transaction ends."""
        ...

    def waker(self) -> "Waker":
        """Tells when somebody may have written something."""
        ...

    def close(self) -> None: ...


class Waker(Protocol):
    def wait(self, seconds: float) -> None:
        """Until somebody may have written, or so long; to wake too often does no harm."""
        ...

    def close(self) -> None: ...


class RowTakenError(Exception):
    """A row with this key is there already; nothing of the transaction was written."""
