"""The tables of an event: each joins with a code, once, and shows a token from then on."""

import hashlib
import secrets
from collections.abc import Callable
from dataclasses import dataclass

from api.hub.store.database import HubDatabase

CODE_SIGNS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""None of them looks like another."""
CODE_LENGTH = 8


class CodeRefusedError(Exception):
    """A code that is unknown, was used, or was replaced by a newer one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HubTable:
    event: str
    number: int


def new_code() -> str:
    return "".join(secrets.choice(CODE_SIGNS) for _ in range(CODE_LENGTH))


class TablesKept:
    """Which tables an event has; codes and tokens are kept as hashes only."""

    def __init__(
        self,
        database: HubDatabase,
        *,
        make_code: Callable[[], str] = new_code,
        make_token: Callable[[], str] = secrets.token_urlsafe,
    ) -> None:
        self._database = database
        self._make_code = make_code
        self._make_token = make_token

    def invite(self, table: HubTable) -> str:
        """A new code for a table; an older code, and the token that came of it, end."""
        code = self._make_code()
        with self._database.transaction() as statements:
            statements.run(
                "INSERT INTO hub_tables (event, number, code, token) VALUES (?, ?, ?, '') "
                "ON CONFLICT (event, number) DO UPDATE SET code = excluded.code, token = ''",
                (table.event, table.number, _hashed(code)),
            )
        return code

    def join(self, code: str) -> tuple[HubTable, str]:
        """The table that the code is for, and its token."""
        token = self._make_token()
        with self._database.transaction() as statements:
            rows = list(
                statements.run(
                    "UPDATE hub_tables SET code = '', token = ? WHERE code = ? AND code <> '' "
                    "RETURNING event, number",
                    (_hashed(token), _hashed(code.strip().upper())),
                )
            )
        if not rows:
            raise CodeRefusedError(
                "this code was used, or is no table's: ask whoever runs the event for a new one"
            )
        return HubTable(event=str(rows[0][0]), number=int(rows[0][1])), token


def _hashed(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()
