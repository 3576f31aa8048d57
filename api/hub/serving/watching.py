"""The tables as anybody may see them, with the delay that the organiser has set."""

from typing import Annotated, Any

from fastapi import APIRouter, Path

from api.hub.intake.logs import ArrivedLog
from api.hub.serving.admission import HubRoute, Known, TheDesk
from api.hub.serving.desk import HubDesk, KnownEvent
from api.hub.serving.letting_in import MOST_TABLES
from api.hub.serving.told import own_name
from api.hub.serving.told_tables import TableListedTold, TableShownTold, result_told
from api.hub.watching.battles_shown import UnshownError

router = APIRouter(route_class=HubRoute, prefix="/hub/v1/events/{event}/tables")


@router.get("", operation_id="list_tables")
def list_tables(desk: TheDesk, known: Known) -> list[TableListedTold]:
    """Every table: who plays at it, and how far its battle has come."""
    latest = _latest(desk, known)
    pairs = known.state.rounds[-1].draw.pairs if known.state.rounds else ()
    numbers = sorted(set(latest) | set(range(1, len(pairs) + 1)))
    return [TableListedTold(**_listed(known, each, log=latest.get(each))) for each in numbers]


@router.get("/{table}", operation_id="show_table")
def show_table(
    desk: TheDesk, known: Known, *, table: Annotated[int, Path(ge=1, le=MOST_TABLES)]
) -> TableShownTold:
    """The battle of a table as anybody may see it."""
    log = _latest(desk, known).get(table)
    shown, result, unshown = None, None, ""
    if log is None:
        unshown = "this table has sent nothing yet"
    else:
        try:
            late = known.is_delayed
            shown = desk.battles.shown(log.battle, lines=log.lines, is_delayed=late)
            result = desk.battles.result(log.battle, lines=log.lines, is_delayed=late)
        except UnshownError as error:
            unshown = str(error)
    return TableShownTold(
        **_listed(known, table, log=log),
        delay_minutes=known.delay_minutes,
        shown=shown,
        unshown=unshown,
        result=result_told(result),
    )


def _latest(desk: HubDesk, known: KnownEvent) -> dict[int, ArrivedLog]:
    """The battle of each table that began last, as far as it may be seen."""
    return {each.table: each for each in desk.logs_for(known)}


def _listed(known: KnownEvent, table: int, *, log: ArrivedLog | None) -> dict[str, Any]:
    state = known.state
    pairs = state.rounds[-1].draw.pairs if state.rounds else ()
    white, black = pairs[table - 1] if table <= len(pairs) else (0, 0)
    return {
        "table": table,
        "round": len(state.rounds),
        "white": state.player(white).name if white else "",
        "black": state.player(black).name if black else "",
        "battle": "" if log is None else own_name(log.battle),
        "lines": 0 if log is None else log.lines,
    }
