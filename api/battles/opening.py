"""Opens a battle file: locks it, checks its version, and checks every event and every blob."""

import sqlite3
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from api.battle_files.blobs import check_blobs
from api.battle_files.chain import Chained, LogLine, chained, continued
from api.battle_files.file import FORMATS, BattleFile
from api.battle_files.refusals import linked, refused_lines
from api.battle_files.rescue import Recovery, found_in, rescue
from api.battle_files.schema import (
    APPLICATION,
    PAGE_BYTES,
    Connect,
    Database,
    NewerBattleError,
    NotABattleError,
    bring_up_to_date,
    connect,
    single,
)
from api.battles.kept_states import KeptState
from api.files.lock import FileLock
from api.wording import squeezed
from rules.referee.log.battle import Battle, applied, replayed
from rules.referee.toolkit.game import Game
from rules.table.bad_input import BadInputError

_OF_THE_CONTENT: Final = frozenset(
    {sqlite3.SQLITE_ERROR, sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_MISMATCH}
)
_HEADER: Final = (
    ("page size", (16, 18), PAGE_BYTES),
    ("write version", (18, 19), 1),
    ("read version", (19, 20), 1),
    ("reserved bytes", (20, 21), 0),
    ("schema format", (44, 48), 4),
    ("text encoding", (56, 60), 1),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenBattle:
    """A battle file that is open, and what it tells."""

    file: BattleFile
    log: Chained
    recovery: Recovery | None = None
    """Set when it was damaged and has just been recovered."""
    kept: KeptState | None = None
    """What the beginning of its log had come to, where that is known."""

    def battle(self, game: Game) -> Battle:
        """The battle that its log tells of."""
        entries, kept = self.log.entries, self.kept
        known = 0 if kept is None or kept.entries > len(entries) else kept.entries
        if kept is not None and known and entries[known - 1].hash == kept.head:
            return applied(kept.battle(game, entries.upto(known)), entries[known:])
        return replayed(game, entries)


class _DamageError(Exception):
    """What is wrong with a battle file of ours."""


def open_battle(
    path: Path, *, stamp: str, connect: Connect = connect, kept: KeptState | None = None
) -> OpenBattle:
    """Open a battle; a damaged one is copied aside, with the stamp in its name, and recovered.

    Of what `kept` knows, the chain alone is checked again. An InUseError, a NotABattleError and a
    LostBattleError leave the file as it was.
    """
    lock = FileLock(path)
    try:
        recovery = None
        try:
            connection, log = _connected(path, connect, kept=kept)
        except (_DamageError, NotABattleError, sqlite3.DatabaseError, UnicodeDecodeError) as fault:
            _refuse_what_is_no_damage(path, fault)
            why = squeezed(str(fault))
            recovery, _ = rescue(path, why=why, stamp=stamp, connect=connect)
            connection, log = _connected(path, connect, kept=None)
        file = BattleFile(path, connection=connection, lock=lock, connect=connect)
        return OpenBattle(file=file, log=log, recovery=recovery, kept=kept)
    except BaseException:
        lock.release()
        raise


def _connected(path: Path, connect: Connect, *, kept: KeptState | None) -> tuple[Database, Chained]:
    connection = connect(path)
    try:
        return connection, _checked(connection, path, kept=kept)
    except BaseException:
        with suppress(sqlite3.Error):
            connection.close()
        raise


def _refuse_what_is_no_damage(path: Path, fault: Exception) -> None:
    """Raise anew, unless it is a file of ours whose content is wrong."""
    if isinstance(fault, _DamageError):
        return
    # Text that is no UTF-8 is noticed by Python itself, which has no code for it.
    code = getattr(fault, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT)
    if isinstance(fault, NewerBattleError) or code & 0xFF not in _OF_THE_CONTENT:
        raise fault
    content = path.read_bytes()
    if content[68:72] != APPLICATION.to_bytes(4) and not found_in(content).lines:
        got = "some other file" if content else "an empty file"
        raise NotABattleError(str(path), expected="a battle of Paper Umpire", got=got) from fault


def _check_header(path: Path) -> None:
    """SQLite trusts the file here: a flipped bit makes it another kind of file, or read-only."""
    with path.open("rb") as file:
        header = file.read(100)
    if header[:16] != b"SQLite format 3\0":
        return
    for name, (start, stop), expected in _HEADER:
        got = int.from_bytes(header[start:stop], "big")
        if got != expected:
            raise _DamageError(f"header, {name}: expected {expected}, got {got}")


def _checked(connection: Database, path: Path, *, kept: KeptState | None) -> Chained:
    try:
        if single(connection, "PRAGMA application_id") == APPLICATION or _is_ours(connection):
            _check_header(path)
        bring_up_to_date(connection, path)
    except NewerBattleError as newer:
        if _is_ours(connection):
            raise _DamageError(f"header, {newer}") from newer
        raise
    fault = single(connection, "PRAGMA integrity_check(1)")
    if fault != "ok":
        raise _DamageError(" ".join(str(fault).split())[:120])
    rows = connection.execute("SELECT sequence, hash, line FROM events ORDER BY sequence")
    lines = (LogLine(sequence=row[0], hash=str(row[1]), text=str(row[2])) for row in rows)
    log = chained(lines) if kept is None else continued(lines, known=kept.entries, head=kept.head)
    if log.fault:
        raise _DamageError(log.fault)
    head = list(connection.execute("SELECT events, hash FROM head"))
    if head != [(len(log.lines), log.head)]:
        raise _DamageError(f"it ends with event {len(log.lines)}, and says {head[:1]}")
    try:
        check_blobs(lambda sql: list(connection.execute(sql)))
    except BadInputError as error:
        raise _DamageError(str(error)) from error
    _check_refusals(connection, log)
    return log


def _is_ours(connection: Database) -> bool:
    """Whether the file says in its text that it is one of ours, whatever its numbers say."""
    try:
        return single(connection, "SELECT value FROM about WHERE name = 'format'") in FORMATS
    except sqlite3.Error:
        return False


def _check_refusals(connection: Database, log: Chained) -> None:
    lines = refused_lines(connection.execute("SELECT * FROM refusals ORDER BY number"))
    try:
        for _ in linked(lines, log.entries):
            pass
    except BadInputError as error:
        raise _DamageError(f"refusals: {error}") from error
