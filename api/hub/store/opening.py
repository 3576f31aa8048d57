"""Opens the database that an address names: PostgreSQL, or a file for SQLite."""

from pathlib import Path

from api.hub.store.database import HubDatabase
from api.hub.store.migrations import migrate
from api.hub.store.on_sqlite import SqliteDatabase

SCHEMES = ("postgresql://", "postgres://")


class NoDriverError(Exception):
    """PostgreSQL was named, and what speaks to it is not installed."""


def open_database(address: str | Path) -> HubDatabase:
    """The database with its tables up to date."""
    database = _connected(address)
    migrate(database)
    return database


def _connected(address: str | Path) -> HubDatabase:
    if isinstance(address, Path) or not address.startswith(SCHEMES):
        return SqliteDatabase(Path(address))
    try:
        from api.hub.store.on_postgres import PostgresDatabase
    except ImportError as error:
        raise NoDriverError(
            'expected psycopg for PostgreSQL, got none; type: pip install "paper-umpire[hub]"'
        ) from error
    return PostgresDatabase(address)
