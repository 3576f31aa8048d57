"""How far an event and the logs of its tables have come, read in one statement."""

from dataclasses import dataclass
from typing import Final

from api.hub.intake.logs import ArrivedLog
from api.hub.store.database import HubDatabase

_HEADS_SQL: Final = (
    "SELECT battle_logs.battle, table_number, lines, arrived FROM battle_logs JOIN log_lines "
    "ON log_lines.battle = battle_logs.battle AND log_lines.number = 0 WHERE event = ? "
    "UNION ALL SELECT '', (SELECT COUNT(*) FROM log_refusals WHERE event = ?), MAX(number), '' "
    "FROM deeds WHERE event = ?"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class EventHeads:
    """What tells whether anything is new in an event."""

    deeds: int
    """How many there are; none of an event that there is not."""
    aside: int
    """How many lines of logs lie aside for a judge."""
    logs: tuple[ArrivedLog, ...]
    """Each battle as far as it has come; of each table the one that began last comes last."""


def read_heads(database: HubDatabase, event: str) -> EventHeads:
    """As they are now."""
    with database.reading() as statements:
        rows = list(statements.run(_HEADS_SQL, (event, event, event)))
    [(_, aside, deeds, _)] = (row for row in rows if not row[0])
    logs = sorted((row for row in rows if row[0]), key=lambda row: (row[1], row[3], row[0]))
    return EventHeads(
        deeds=int(deeds or 0),
        aside=int(aside),
        logs=tuple(
            ArrivedLog(battle=str(battle), table=int(table), lines=int(lines))
            for battle, table, lines, _ in logs
        ),
    )
