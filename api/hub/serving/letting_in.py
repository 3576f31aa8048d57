"""Codes and tokens: who joins, who is let in, and who is put out again."""

from http import HTTPStatus
from typing import Annotated

from fastapi import APIRouter, Body, Path, Response

from api.hub.entry.grants import GrantsFullError
from api.hub.entry.roles import HubRole
from api.hub.event.state import EventRefusedError
from api.hub.intake.tables import CodeRefusedError, HubTable
from api.hub.serving.admission import Holder, HubRoute, Known, TheDesk
from api.hub.serving.asked import JoinCodeShown, PersonInvited
from api.hub.serving.desk import hub_problem
from api.hub.serving.telling.following import MOST_TABLES
from api.hub.serving.telling.told import (
    AdmittedTold,
    CodeTold,
    HubGrantTold,
    TableAdmittedTold,
    WhoAtHubTold,
)

router = APIRouter(route_class=HubRoute, prefix="/hub/v1")


@router.post("/join", operation_id="join")
def join(desk: TheDesk, shown: Annotated[JoinCodeShown, Body()]) -> AdmittedTold:
    """Come in with a code."""
    try:
        holder, token = desk.grants.join(shown.code)
    except CodeRefusedError as refused:
        raise hub_problem(HTTPStatus.FORBIDDEN, kind="wrong-code", detail=str(refused)) from refused
    except GrantsFullError:
        raise hub_problem(
            HTTPStatus.CONFLICT, kind="too-many-grants", detail="nobody else can be let in"
        ) from None
    return AdmittedTold(
        token=token,
        event=holder.event,
        role=holder.role.value,
        player=holder.player,
        name=holder.name,
    )


@router.post("/tables/join", operation_id="join_table")
def join_table(desk: TheDesk, shown: Annotated[JoinCodeShown, Body()]) -> TableAdmittedTold:
    """Come in as a table of an event."""
    try:
        table, token = desk.grants.tables.join(shown.code)
    except CodeRefusedError as refused:
        raise hub_problem(HTTPStatus.FORBIDDEN, kind="wrong-code", detail=str(refused)) from refused
    return TableAdmittedTold(token=token, event=table.event, table=table.number)


@router.get("/me", operation_id="who_at_hub")
def who_at_hub(desk: TheDesk, holder: Holder) -> WhoAtHubTold:
    """Whom a token belongs to."""
    return WhoAtHubTold(
        event=holder.event,
        role=holder.role.value,
        player=holder.player,
        name=holder.name,
        now_s=desk.now_s(),
    )


@router.post("/events/{event}/codes", operation_id="invite_person", status_code=201)
def invite_person(
    desk: TheDesk, known: Known, *, wanted: Annotated[PersonInvited, Body()]
) -> CodeTold:
    """A code for somebody, once; the spectators' one is for all of them."""
    is_player = wanted.role == "player"
    if is_player:
        known.state.player(wanted.player)
    elif wanted.player:
        raise EventRefusedError("player: expected one for a player, got one for somebody else")
    name = known.state.player(wanted.player).name if is_player else wanted.name.strip()
    if wanted.role in {"judge", "head_judge"} and not name:
        raise EventRefusedError("name of a judge: expected one, got none")
    role = HubRole(wanted.role)
    code = desk.grants.invite(known.name, role=role, player=wanted.player, name=name)
    return CodeTold(code=code, role=role.value)


@router.post("/events/{event}/tables/{table}/code", operation_id="invite_table", status_code=201)
def invite_table(
    desk: TheDesk, known: Known, *, table: Annotated[int, Path(ge=1, le=MOST_TABLES)]
) -> CodeTold:
    """A new code for a table; whoever came in with an older one is out."""
    code = desk.grants.tables.invite(HubTable(event=known.name, number=table))
    return CodeTold(code=code, role=HubRole.TABLE.value)


@router.get("/events/{event}/grants", operation_id="list_grants")
def list_grants(desk: TheDesk, known: Known) -> list[HubGrantTold]:
    """Who was let in, without tokens."""
    return [
        HubGrantTold(grant=each.grant, role=each.role.value, player=each.player, name=each.name)
        for each in desk.grants.of_event(known.name)
    ]


@router.delete("/events/{event}/grants/{grant}", operation_id="revoke_grant", status_code=204)
def revoke_grant(desk: TheDesk, known: Known, *, grant: Annotated[str, Path()]) -> Response:
    """Put somebody out."""
    if not desk.grants.revoke(known.name, grant=grant):
        raise hub_problem(
            HTTPStatus.NOT_FOUND, kind="unknown-grant", detail="there is no such grant here"
        )
    return Response(status_code=HTTPStatus.NO_CONTENT)
