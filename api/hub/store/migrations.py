"""The tables of the hub, by number: each step brings a database of the one before up to date.

A step that was ever released is never edited. All are in the SQL that both databases understand.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from api.hub.store.database import HubDatabase, Statements

MIGRATIONS: Final[Mapping[int, tuple[str, ...]]] = MappingProxyType(
    {
        1: (
            """CREATE TABLE deeds (
                event TEXT NOT NULL,
                number BIGINT NOT NULL,
                id TEXT NOT NULL,
                at TEXT NOT NULL,
                who TEXT NOT NULL,
                body TEXT NOT NULL,
                PRIMARY KEY (event, number),
                UNIQUE (event, id)
            )""",
        ),
        # Tables that join, the logs that they send, and what of them does not fit.
        2: (
            """CREATE TABLE hub_tables (
                event TEXT NOT NULL,
                number BIGINT NOT NULL,
                code TEXT NOT NULL,
                token TEXT NOT NULL,
                PRIMARY KEY (event, number)
            )""",
            """CREATE TABLE battle_logs (
                battle TEXT PRIMARY KEY,
                event TEXT NOT NULL,
                table_number BIGINT NOT NULL,
                lines BIGINT NOT NULL,
                head TEXT NOT NULL
            )""",
            """CREATE TABLE log_lines (
                battle TEXT NOT NULL,
                number BIGINT NOT NULL,
                hash TEXT NOT NULL,
                line TEXT NOT NULL,
                PRIMARY KEY (battle, number)
            )""",
            """CREATE TABLE log_refusals (
                battle TEXT NOT NULL,
                number BIGINT NOT NULL,
                hash TEXT NOT NULL,
                event TEXT NOT NULL,
                table_number BIGINT NOT NULL,
                at TEXT NOT NULL,
                says TEXT NOT NULL,
                line TEXT NOT NULL,
                seen_by TEXT NOT NULL,
                PRIMARY KEY (battle, number, hash)
            )""",
        ),
        # Who was let in, and when each line came, for those who watch with a delay.
        3: (
            """CREATE TABLE hub_codes (
                code TEXT PRIMARY KEY,
                event TEXT NOT NULL,
                role TEXT NOT NULL,
                player BIGINT NOT NULL,
                name TEXT NOT NULL
            )""",
            """CREATE TABLE hub_grants (
                token TEXT PRIMARY KEY,
                id TEXT NOT NULL UNIQUE,
                event TEXT NOT NULL,
                role TEXT NOT NULL,
                player BIGINT NOT NULL,
                name TEXT NOT NULL
            )""",
            "ALTER TABLE log_lines ADD COLUMN arrived TEXT NOT NULL DEFAULT ''",
            "CREATE INDEX log_lines_by_arrival ON log_lines (battle, arrived)",
        ),
        # Pictures that a judge has asked for; in base64, which both databases keep alike.
        4: (
            """CREATE TABLE call_pictures (
                event TEXT NOT NULL,
                call_number BIGINT NOT NULL,
                media_type TEXT NOT NULL,
                content TEXT NOT NULL,
                PRIMARY KEY (event, call_number)
            )""",
        ),
    }
)
NEWEST: Final = max(MIGRATIONS)


class NewerStoreError(Exception):
    """A newer hub has written this database; it has not been touched."""


def migrate(database: HubDatabase, *, to: int = NEWEST) -> int:
    """Bring the tables up to date, and say from which number on; several hubs may do it at once."""
    with database.transaction() as statements:
        database.lock_for_migrating(statements)
        statements.run("CREATE TABLE IF NOT EXISTS hub_version (version BIGINT NOT NULL)")
        known = _version(statements)
        if known > NEWEST:
            raise NewerStoreError(
                f"tables of the hub: expected version {NEWEST} at most, got {known}"
            )
        for number in range(known + 1, to + 1):
            for statement in MIGRATIONS[number]:
                statements.run(statement)
        statements.run("DELETE FROM hub_version")
        statements.run("INSERT INTO hub_version (version) VALUES (?)", (max(known, to),))
    return known


def _version(statements: Statements) -> int:
    rows = list(statements.run("SELECT version FROM hub_version"))
    return int(rows[0][0]) if rows else 0
