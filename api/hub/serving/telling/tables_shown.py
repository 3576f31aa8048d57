"""What anybody may be shown of the tables of an event, as far as they may know it by now."""

from collections.abc import Iterable, Mapping

from api.hub.intake.logs import ArrivedLog
from api.hub.serving.desk import HubDesk, KnownEvent
from api.hub.serving.telling.told import own_name
from api.hub.serving.telling.told_tables import TableListedTold, TableShownTold, result_told
from api.hub.watching.battles_shown import UnshownError, last_said
from rules.referee.log.battle import Battle

NOTHING_YET = "this table has sent nothing yet"
Latest = Mapping[int, ArrivedLog]
"""The battle of each table that began last, as far as it may be seen."""


def latest_logs(logs: Iterable[ArrivedLog]) -> Latest:
    return {each.table: each for each in logs}


def tables_known(known: KnownEvent, latest: Latest) -> list[int]:
    """Every table that seats a pair or has sent something."""
    pairs = known.state.rounds[-1].draw.pairs if known.state.rounds else ()
    return sorted(set(latest) | set(range(1, len(pairs) + 1)))


def battle_at(desk: HubDesk, known: KnownEvent, *, log: ArrivedLog | None) -> Battle:
    """What the log of a table has come to; an UnshownError says why nobody can see it."""
    if log is None:
        raise UnshownError(NOTHING_YET)
    return desk.battles.at(log.battle, lines=log.lines, is_delayed=known.is_delayed)


def table_listed(
    desk: HubDesk, known: KnownEvent, *, table: int, log: ArrivedLog | None
) -> TableListedTold:
    try:
        says = last_said(battle_at(desk, known, log=log))
    except UnshownError:
        says = ""
    state = known.state
    pairs = state.rounds[-1].draw.pairs if state.rounds else ()
    white, black = pairs[table - 1] if table <= len(pairs) else (0, 0)
    return TableListedTold(
        table=table,
        round=len(state.rounds),
        white=state.player(white).name if white else "",
        black=state.player(black).name if black else "",
        battle="" if log is None else own_name(log.battle),
        lines=0 if log is None else log.lines,
        says=says,
    )


def table_shown(
    desk: HubDesk, known: KnownEvent, *, table: int, log: ArrivedLog | None
) -> TableShownTold:
    shown, result, unshown = None, None, "" if log is not None else NOTHING_YET
    if log is not None:
        try:
            late = known.is_delayed
            shown = desk.battles.shown(log.battle, lines=log.lines, is_delayed=late)
            result = desk.battles.result(log.battle, lines=log.lines, is_delayed=late)
        except UnshownError as error:
            unshown = str(error)
    return TableShownTold(
        **table_listed(desk, known, table=table, log=log).model_dump(),
        delay_minutes=known.delay_minutes,
        shown=shown,
        unshown=unshown,
        result=result_told(result),
    )
