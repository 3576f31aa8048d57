"""The logs that the tables have sent: grown line by line, and what was refused, for the judge."""

from collections.abc import Sequence
from dataclasses import dataclass

from api.battle_files.chain import LogLine
from api.hub.intake.continuing import (
    MOST_LINES,
    Continued,
    ForkError,
    GapError,
    KnownLog,
    continued_by,
)
from api.hub.intake.recent import RecentLines
from api.hub.intake.tables import HubTable
from api.hub.store.database import HubDatabase, RowTakenError, Statements

MOST_TRIES = 20
MOST_REFUSED = 50
"""Of one battle: what a judge looks at, and what a broken table may fill the disk with."""
MOST_NUMBER = 2**53


@dataclass(frozen=True, slots=True, kw_only=True)
class Parcel:
    """Lines of one battle, in order, as a table sends them."""

    battle: str
    lines: tuple[LogLine, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Receipt:
    """What the hub has of a battle after a parcel."""

    lines: int
    refused: str = ""
    """Why the log does not go on from what is known; the table sends no more of it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RefusedLog:
    """A line that does not follow on what is known of its battle, for the judge to look at."""

    battle: str
    number: int
    hash: str
    table: HubTable
    at: str
    says: str
    text: str
    seen_by: str
    """The judge who has looked at it; nothing until then."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ArrivedLog:
    """So many lines of a table's battle."""

    battle: str
    table: int
    lines: int


class ParcelError(ValueError):
    """A parcel that no table of ours sends."""


class LogsKept:
    """The logs of all battles of a hub; any thread and any hub may take one in."""

    def __init__(self, database: HubDatabase) -> None:
        self._database = database
        self._recent = RecentLines()

    def known(self, battle: str) -> KnownLog:
        with self._database.reading() as statements:
            found = _known(statements, battle)
        return found[1] if found is not None else KnownLog()

    def lines(
        self, battle: str, *, since: int = 0, until: int | None = None
    ) -> tuple[LogLine, ...]:
        """The log of a battle after its first so many lines, or of these up to so many."""
        found = None if until is None else self._recent.lines(battle, since=since, until=until)
        if found is not None:
            return found
        with self._database.reading() as statements:
            rows = statements.run(
                "SELECT number, hash, line FROM log_lines WHERE battle = ? AND number >= ? "
                "AND number < ? ORDER BY number",
                (battle, since, MOST_NUMBER if until is None else until),
            )
            return tuple(
                LogLine(sequence=int(number), hash=str(hash_), text=str(text))
                for number, hash_, text in rows
            )

    def arrived(self, event: str, *, until: str | None = None) -> tuple[ArrivedLog, ...]:
        """How far each battle of an event had come by then, or has come by now; of each table the
        one that began last comes last.
        """
        if until is None:
            return self._all_arrived(event)
        # One line that came later hides all that follow it.
        sql = (
            "SELECT battle, table_number, lines, "
            "(SELECT MIN(number) FROM log_lines WHERE log_lines.battle = battle_logs.battle "
            "AND arrived > ?), "
            "(SELECT arrived FROM log_lines WHERE log_lines.battle = battle_logs.battle "
            "AND number = 0) AS began "
            "FROM battle_logs WHERE event = ? ORDER BY table_number, began, battle"
        )
        with self._database.reading() as statements:
            rows = statements.run(sql, (until, event))
            return tuple(
                ArrivedLog(
                    battle=str(battle),
                    table=int(table),
                    lines=int(lines) if later is None else int(later),
                )
                for battle, table, lines, later, _ in rows
                if later is None or int(later) > 0
            )

    def _all_arrived(self, event: str) -> tuple[ArrivedLog, ...]:
        sql = (
            "SELECT battle_logs.battle, table_number, lines FROM battle_logs JOIN log_lines "
            "ON log_lines.battle = battle_logs.battle AND log_lines.number = 0 "
            "WHERE event = ? ORDER BY table_number, arrived, battle_logs.battle"
        )
        with self._database.reading() as statements:
            return tuple(
                ArrivedLog(battle=str(battle), table=int(table), lines=int(lines))
                for battle, table, lines in statements.run(sql, (event,))
            )

    def take(self, parcel: Parcel, *, table: HubTable, at: str) -> Receipt:
        """Keep what is new of a parcel; of one that does not fit, only why, for the judge."""
        if not 0 < len(parcel.lines) <= MOST_LINES:
            raise ParcelError(f"parcel: expected 1 to {MOST_LINES} lines, got {len(parcel.lines)}")
        for _ in range(MOST_TRIES):
            try:
                receipt, fresh = self._take(parcel, table=table, at=at)
            except RowTakenError:
                # Another hub has taken the same lines meanwhile.
                continue
            self._recent.keep(parcel.battle, fresh)
            return receipt
        raise ParcelError(f"{parcel.battle}: expected a moment to write in, got none")

    def _take(
        self, parcel: Parcel, *, table: HubTable, at: str
    ) -> tuple[Receipt, tuple[LogLine, ...]]:
        """What there is now, and which lines of it were written here."""
        with self._database.transaction() as statements:
            found = _known(statements, parcel.battle)
            owner, known = found if found is not None else (table, KnownLog())
            again = [each.sequence for each in parcel.lines if each.sequence < known.lines]
            try:
                _refuse_stranger(parcel, table=table, owner=owner)
                hashes = _hashes(statements, parcel.battle, numbers=again)
                continued = continued_by(parcel.lines, known=known, hashes=hashes)
            except GapError:
                return Receipt(lines=known.lines), ()
            except ForkError as fork:
                _keep_aside(statements, fork, parcel=parcel, table=table, at=at)
                return Receipt(lines=known.lines, refused=fork.says), ()
            if continued.fresh:
                arrival = _Arrival(table=table, at=at, is_new=found is None)
                _keep(statements, continued, battle=parcel.battle, arrival=arrival)
            return Receipt(lines=continued.known.lines), continued.fresh

    def refused(self, event: str) -> tuple[RefusedLog, ...]:
        """What the judges of an event are to look at, and what they have looked at."""
        with self._database.reading() as statements:
            rows = statements.run(
                "SELECT battle, number, hash, table_number, at, says, line, seen_by "
                "FROM log_refusals WHERE event = ? ORDER BY at, battle, number, hash",
                (event,),
            )
            return tuple(_refused(each, event) for each in rows)

    def seen(self, refused: RefusedLog, *, by: str) -> None:
        """A judge has looked at it; the first one stays."""
        with self._database.transaction() as statements:
            statements.run(
                "UPDATE log_refusals SET seen_by = ? "
                "WHERE battle = ? AND number = ? AND hash = ? AND seen_by = ''",
                (by, refused.battle, refused.number, refused.hash),
            )


def _known(statements: Statements, battle: str) -> tuple[HubTable, KnownLog] | None:
    rows = list(
        statements.run(
            "SELECT event, table_number, lines, head FROM battle_logs WHERE battle = ?", (battle,)
        )
    )
    if not rows:
        return None
    event, number, lines, head = rows[0]
    return HubTable(event=event, number=int(number)), KnownLog(lines=int(lines), head=head)


def _refuse_stranger(parcel: Parcel, *, table: HubTable, owner: HubTable) -> None:
    if owner != table:
        raise ForkError(
            parcel.lines[0],
            f"battle: expected one of table {table.number}, got one of table {owner.number}",
        )


def _hashes(statements: Statements, battle: str, *, numbers: Sequence[int]) -> dict[int, str]:
    if not numbers:
        return {}
    rows = statements.run(
        "SELECT number, hash FROM log_lines WHERE battle = ? AND number >= ? AND number <= ?",
        (battle, min(numbers), max(numbers)),
    )
    return {int(number): str(hash_) for number, hash_ in rows}


@dataclass(frozen=True, slots=True, kw_only=True)
class _Arrival:
    table: HubTable
    at: str
    is_new: bool
    """Whether nothing was known of the battle."""


def _keep(statements: Statements, continued: Continued, *, battle: str, arrival: _Arrival) -> None:
    known, table = continued.known, arrival.table
    if arrival.is_new:
        statements.run(
            "INSERT INTO battle_logs (battle, event, table_number, lines, head) "
            "VALUES (?, ?, ?, ?, ?)",
            (battle, table.event, table.number, known.lines, known.head),
        )
    for line in continued.fresh:
        statements.run(
            "INSERT INTO log_lines (battle, number, hash, line, arrived) VALUES (?, ?, ?, ?, ?)",
            (battle, line.sequence, line.hash, line.text, arrival.at),
        )
    statements.run(
        "UPDATE battle_logs SET lines = ?, head = ? WHERE battle = ?",
        (known.lines, known.head, battle),
    )


def _keep_aside(
    statements: Statements, fork: ForkError, *, parcel: Parcel, table: HubTable, at: str
) -> None:
    line = fork.line
    count = "SELECT COUNT(*) FROM log_refusals WHERE battle = ? AND event = ?"
    [(known,)] = statements.run(count, (parcel.battle, table.event))
    if known >= MOST_REFUSED:
        return
    statements.run(
        "INSERT INTO log_refusals "
        "(battle, number, hash, event, table_number, at, says, line, seen_by) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, '') ON CONFLICT (battle, number, hash) DO NOTHING",
        (
            parcel.battle,
            line.sequence,
            line.hash,
            table.event,
            table.number,
            at,
            fork.says,
            line.text,
        ),
    )


def _refused(row: tuple[object, ...], event: str) -> RefusedLog:
    battle, number, hash_, table_number, at, says, text, seen_by = row
    return RefusedLog(
        battle=str(battle),
        number=int(str(number)),
        hash=str(hash_),
        table=HubTable(event=event, number=int(str(table_number))),
        at=str(at),
        says=str(says),
        text=str(text),
        seen_by=str(seen_by),
    )
