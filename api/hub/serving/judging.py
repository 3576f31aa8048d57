"""What judges do: calls taken and ruled on, appeals, and logs that lie aside."""

from http import HTTPStatus
from typing import Annotated

from fastapi import APIRouter, Body, Path, Response

from api.hub.entry.roles import HubRole
from api.hub.event import calls
from api.hub.event.calls import JudgeCall
from api.hub.serving.admission import Holder, HubRoute, Known, TheDesk
from api.hub.serving.asked import IdentifiedAsk, ReasonSent, RulingSent, SeenSent
from api.hub.serving.desk import HubDesk, hub_problem
from api.hub.serving.telling.told import DeedTold, deed_told, kept_name
from api.hub.serving.telling.told_calls import (
    CallsTold,
    CallTold,
    RefusedLogTold,
    call_told,
    refused_told,
)

MOST_CALLS_TOLD = 100
"""The latest, of those that wait for nobody; all that wait are told."""
router = APIRouter(route_class=HubRoute, prefix="/hub/v1/events/{event}")
CallNumber = Annotated[int, Path(ge=1)]


@router.get("/calls", operation_id="list_calls")
def list_calls(desk: TheDesk, known: Known) -> CallsTold:
    """Calls from all tables, the newest last, with the evidence of each that is still open."""
    every = list(known.state.calls.values())
    open_ones = {each.number for each in every if _is_open(each)}
    latest = {each.number for each in every[-MOST_CALLS_TOLD:]}
    return CallsTold(
        calls=[
            _told(desk, each, event=known.name)
            for each in every
            if each.number in open_ones | latest
        ]
    )


def _is_open(call: JudgeCall) -> bool:
    return call.standing not in {calls.CallStanding.RULED, calls.CallStanding.FINAL}


def _told(desk: HubDesk, call: JudgeCall, *, event: str) -> CallTold:
    if not call.battle or call.entry < 0:
        return call_told(call, None)
    kept = kept_name(event, call.table, battle=call.battle)
    return call_told(call, desk.battles.evidence(kept, call.entry))


@router.post("/calls/{call}/taking", operation_id="take_call")
def take_call(
    desk: TheDesk,
    known: Known,
    *,
    holder: Holder,
    call: CallNumber,
    sent: Annotated[IdentifiedAsk, Body()],
) -> DeedTold:
    """Say that one is on it; others see so."""
    is_head = holder.role is HubRole.HEAD_JUDGE
    kept = desk.do(
        known.name,
        lambda state: calls.taken(state.calls, call, judge=holder.told, is_head=is_head),
        holder=holder,
        asked=sent.id,
    )
    return deed_told(kept)


@router.post("/calls/{call}/ruling", operation_id="rule_call")
def rule_call(
    desk: TheDesk,
    known: Known,
    *,
    holder: Holder,
    call: CallNumber,
    sent: Annotated[RulingSent, Body()],
) -> DeedTold:
    """Rule on a call; the table writes it into its own log. A head judge's word is the last."""
    is_head = holder.role is HubRole.HEAD_JUDGE
    kept = desk.do(
        known.name,
        lambda state: calls.ruled(
            state.calls,
            call,
            judge=holder.told,
            says=sent.says,
            is_head=is_head,
            outcome=sent.outcome,
        ),
        holder=holder,
        asked=sent.id,
    )
    return deed_told(kept)


@router.post("/calls/{call}/appeal", operation_id="appeal_call")
def appeal_call(
    desk: TheDesk,
    known: Known,
    *,
    holder: Holder,
    call: CallNumber,
    sent: Annotated[ReasonSent, Body()],
) -> DeedTold:
    """Hand a ruling on to the head judge, for a table that appeals."""
    kept = desk.do(
        known.name,
        lambda state: calls.appealed(state.calls, call, says=sent.reason),
        holder=holder,
        asked=sent.id,
    )
    return deed_told(kept)


@router.post("/calls/{call}/picture", operation_id="ask_picture")
def ask_picture(
    desk: TheDesk,
    known: Known,
    *,
    holder: Holder,
    call: CallNumber,
    sent: Annotated[IdentifiedAsk, Body()],
) -> DeedTold:
    """Have the table send what its camera saw; no picture leaves a table otherwise."""
    kept = desk.do(
        known.name,
        lambda state: calls.picture_asked(state.calls, call, judge=holder.told),
        holder=holder,
        asked=sent.id,
    )
    return deed_told(kept)


@router.get("/calls/{call}/picture", operation_id="show_picture")
def show_picture(desk: TheDesk, known: Known, *, call: CallNumber) -> Response:
    """The picture that a judge has asked for."""
    found = desk.pictures.of_call(known.name, call)
    if found is None:
        raise hub_problem(
            HTTPStatus.NOT_FOUND,
            kind="no-picture",
            detail=f"call {call}: no picture of it is here; a judge may ask its table for one",
        )
    headers = {"cache-control": "no-store"}
    return Response(found.content, media_type=found.media_type, headers=headers)


@router.get("/aside", operation_id="list_aside")
def list_aside(desk: TheDesk, known: Known) -> list[RefusedLogTold]:
    """Lines that do not follow on what is known of their battle, with the reason."""
    return [refused_told(each) for each in desk.logs.refused(known.name)]


@router.post("/aside/seen", operation_id="see_aside", status_code=200)
def see_aside(
    desk: TheDesk, known: Known, *, holder: Holder, sent: Annotated[SeenSent, Body()]
) -> list[RefusedLogTold]:
    """Say that one has looked at such a line."""
    kept = kept_name(known.name, sent.table, battle=sent.battle)
    for each in desk.logs.refused(known.name):
        if (each.battle, each.number, each.hash) == (kept, sent.number, sent.hash):
            desk.logs.seen(each, by=holder.told)
    return [refused_told(each) for each in desk.logs.refused(known.name)]
