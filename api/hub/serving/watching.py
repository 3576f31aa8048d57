"""The tables as anybody may see them, with the delay that the organiser has set."""

from typing import Annotated

from fastapi import APIRouter, Path

from api.hub.serving.admission import HubRoute, Known, TheDesk
from api.hub.serving.telling.following import MOST_TABLES
from api.hub.serving.telling.tables_shown import (
    latest_logs,
    table_listed,
    table_shown,
    tables_known,
)
from api.hub.serving.telling.told_tables import TableListedTold, TableShownTold

router = APIRouter(route_class=HubRoute, prefix="/hub/v1/events/{event}/tables")


@router.get("", operation_id="list_tables")
def list_tables(desk: TheDesk, known: Known) -> list[TableListedTold]:
    """Every table: who plays at it, how far its battle has come, and what happened last."""
    latest = latest_logs(desk.logs_for(known))
    return [
        table_listed(desk, known, table=each, log=latest.get(each))
        for each in tables_known(known, latest)
    ]


@router.get("/{table}", operation_id="show_table")
def show_table(
    desk: TheDesk, known: Known, *, table: Annotated[int, Path(ge=1, le=MOST_TABLES)]
) -> TableShownTold:
    """The battle of a table as anybody may see it."""
    log = latest_logs(desk.logs_for(known)).get(table)
    return table_shown(desk, known, table=table, log=log)
