"""Keeps who was let into which event, in the database of the hub: codes and tokens as hashes only.

A code lets one person in, once; that of the spectators, any number of them.
"""

import hashlib
import secrets
from collections.abc import Callable
from dataclasses import dataclass

from api.hub.entry.roles import HubRole
from api.hub.intake.tables import CodeRefusedError, TablesKept, new_code
from api.hub.store.database import HubDatabase, Statements

LONGEST_TOKEN = 100
MOST_GRANTS = 5000
"""Of one event."""
_NO_CODE = "this code was used, or is nobody's: ask whoever runs the event for a new one"


@dataclass(frozen=True, slots=True, kw_only=True)
class HubHolder:
    """Whom a token belongs to."""

    role: HubRole
    grant: str = ""
    event: str = ""
    """The only event that it opens; nothing for whoever runs the hub."""
    player: int = 0
    table: int = 0
    name: str = ""

    @property
    def told(self) -> str:
        """Who did something, as the trail of an event says it."""
        if self.role is HubRole.TABLE:
            return f"table {self.table}"
        return self.name or self.role.value.replace("_", " ")


STRANGER = HubHolder(role=HubRole.NOBODY)


class GrantsFullError(Exception):
    """More people than any event has."""


class HubGrants:
    """Everybody who was let in; any thread and any hub may use it."""

    def __init__(
        self,
        database: HubDatabase,
        *,
        make_code: Callable[[], str] = new_code,
        make_token: Callable[[], str] = secrets.token_urlsafe,
    ) -> None:
        self._database = database
        self._tables = TablesKept(database, make_code=make_code, make_token=make_token)
        self._make_code = make_code
        self._make_token = make_token

    @property
    def tables(self) -> TablesKept:
        return self._tables

    def invite(self, event: str, *, role: HubRole, player: int = 0, name: str = "") -> str:
        """A code for somebody; the spectators' last one ends with a new one."""
        code = self._make_code()
        with self._database.transaction() as statements:
            if role is HubRole.SPECTATOR:
                statements.run(
                    "DELETE FROM hub_codes WHERE event = ? AND role = ?", (event, role.value)
                )
            statements.run(
                "INSERT INTO hub_codes (code, event, role, player, name) VALUES (?, ?, ?, ?, ?)",
                (_hashed(code), event, role.value, player, name),
            )
        return code

    def join(self, code: str) -> tuple[HubHolder, str]:
        """Whom the code is for, and their token."""
        wanted = _hashed(code.strip().upper())
        token = self._make_token()
        with self._database.transaction() as statements:
            rows = list(
                statements.run(
                    "SELECT event, role, player, name FROM hub_codes WHERE code = ?", (wanted,)
                )
            )
            if not rows:
                raise CodeRefusedError(_NO_CODE)
            event, role, player, name = rows[0]
            holder = HubHolder(
                role=HubRole(role),
                grant=secrets.token_hex(6),
                event=str(event),
                player=int(player),
                name=str(name),
            )
            if holder.role is not HubRole.SPECTATOR:
                # Of two who come with one code at once, one finds it gone.
                gone = statements.run(
                    "DELETE FROM hub_codes WHERE code = ? RETURNING code", (wanted,)
                )
                if not list(gone):
                    raise CodeRefusedError(_NO_CODE)
            _keep(statements, holder, token=token)
        return holder, token

    def admit_owner(self) -> tuple[HubHolder, str]:
        """A token for whoever runs the hub, as long as it runs."""
        token = self._make_token()
        holder = HubHolder(role=HubRole.ORGANISER, grant=secrets.token_hex(6))
        with self._database.transaction() as statements:
            _keep(statements, holder, token=token)
        return holder, token

    def holder_of(self, token: str) -> HubHolder:
        if not 0 < len(token) <= LONGEST_TOKEN:
            return STRANGER
        shown = _hashed(token)
        with self._database.reading() as statements:
            rows = statements.run(
                "SELECT id, event, role, player, name, 0 FROM hub_grants WHERE token = ? "
                "UNION ALL SELECT '', event, 'table', 0, '', number FROM hub_tables "
                "WHERE token = ?",
                (shown, shown),
            )
            for *person, table in rows:
                if not table:
                    return _holder(tuple(person))
                grant = f"table-{table}"
                event = str(person[1])
                return HubHolder(role=HubRole.TABLE, grant=grant, event=event, table=int(table))
        return STRANGER

    def of_event(self, event: str) -> tuple[HubHolder, ...]:
        with self._database.reading() as statements:
            rows = statements.run(
                "SELECT id, event, role, player, name FROM hub_grants WHERE event = ? "
                "ORDER BY role, name, id",
                (event,),
            )
            return tuple(_holder(each) for each in rows)

    def in_force(self) -> frozenset[str]:
        with self._database.reading() as statements:
            return frozenset(str(each[0]) for each in statements.run("SELECT id FROM hub_grants"))

    def revoke(self, event: str, *, grant: str) -> bool:
        """Whether there was such a grant in this event."""
        with self._database.transaction() as statements:
            gone = statements.run(
                "DELETE FROM hub_grants WHERE id = ? AND event = ? RETURNING id", (grant, event)
            )
            return bool(list(gone))


def _keep(statements: Statements, holder: HubHolder, *, token: str) -> None:
    [(known,)] = statements.run("SELECT COUNT(*) FROM hub_grants WHERE event = ?", (holder.event,))
    if known >= MOST_GRANTS:
        raise GrantsFullError
    statements.run(
        "INSERT INTO hub_grants (token, id, event, role, player, name) VALUES (?, ?, ?, ?, ?, ?)",
        (
            _hashed(token),
            holder.grant,
            holder.event,
            holder.role.value,
            holder.player,
            holder.name,
        ),
    )


def _holder(row: tuple[object, ...]) -> HubHolder:
    grant, event, role, player, name = row
    return HubHolder(
        role=HubRole(str(role)),
        grant=str(grant),
        event=str(event),
        player=int(str(player)),
        name=str(name),
    )


def _hashed(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()
