"""What a table asks of the hub: whom it seats, what of its log is there, calls and rulings."""

from typing import Annotated

from fastapi import APIRouter, Body, Path

from api.battle_files.chain import LogLine
from api.hub.event import calls
from api.hub.event.calls import CallPicture, CallRefusedError
from api.hub.event.deeds import JudgeCalled
from api.hub.event.state import EventState
from api.hub.intake.logs import Parcel
from api.hub.intake.pictures import picture_from
from api.hub.intake.tables import HubTable
from api.hub.serving.admission import Holder, HubRoute, TheDesk
from api.hub.serving.asked import CallSent, LogSent, PictureSent, ReasonSent
from api.hub.serving.telling.told import DeedTold, deed_told, kept_name, own_name
from api.hub.serving.telling.told_calls import (
    AssignedPlayerTold,
    AssignmentTold,
    CallMadeTold,
    HeldLogTold,
    LogTakenTold,
    MyTableTold,
    PictureWantedTold,
    TableCallTold,
    UnwrittenRulingTold,
)
from rules.table.bad_input import BadInputError
from rules.table.files.strict_json import parse

router = APIRouter(route_class=HubRoute, prefix="/hub/v1/tables/me")
SIDES = ("white", "black")


@router.get("", operation_id="my_table")
def my_table(desk: TheDesk, holder: Holder) -> MyTableTold:
    """What the hub has of this table, who plays at it, and what was ruled for it."""
    state = desk.events.state(holder.event)
    own = [each for each in state.calls.values() if each.table == holder.table]
    held = [each for each in desk.logs.arrived(holder.event) if each.table == holder.table]
    return MyTableTold(
        event=holder.event,
        table=holder.table,
        name=state.opened.name,
        battles=[
            HeldLogTold(
                battle=own_name(each.battle),
                last=each.lines - 1,
                hash=desk.logs.known(each.battle).head,
            )
            for each in held
        ],
        assignment=_assignment(state, holder.table),
        calls=[
            TableCallTold(
                call=each.number,
                standing=each.standing.value,
                judge=each.judge,
                picture=each.picture.value,
            )
            for each in own
        ],
        rulings=[
            UnwrittenRulingTold(
                ruling=f"{call.number}.{ruling.number}",
                judge=ruling.judge,
                says=ruling.says,
                outcome=ruling.outcome,
                final=ruling.is_final,
                written=False,
                call=call.number,
                battle=call.battle,
                entry=call.entry,
            )
            for call in own
            for ruling in call.rulings
            if not ruling.is_written
        ],
        pictures=[
            PictureWantedTold(call=each.number, battle=each.battle, entry=each.entry)
            for each in own
            if each.picture is CallPicture.ASKED
        ],
    )


def _assignment(state: EventState, table: int) -> AssignmentTold | None:
    if not state.rounds or table > len(state.rounds[-1].draw.pairs):
        return None
    players = [state.player(number) for number in state.rounds[-1].draw.pairs[table - 1]]
    return AssignmentTold(
        round=len(state.rounds),
        players=[
            AssignedPlayerTold(number=each.number, name=each.name, army=each.army, side=side)
            for each, side in zip(players, SIDES, strict=True)
        ],
    )


@router.post("/log", operation_id="push_log")
def push_log(desk: TheDesk, holder: Holder, *, sent: Annotated[LogSent, Body()]) -> LogTakenTold:
    """Lines of a battle's log, from the one after the last that is known; any may come again."""
    lines = tuple(
        LogLine(sequence=at, hash=_hash_in(text), text=text)
        for at, text in enumerate(sent.lines, start=sent.start)
    )
    parcel = Parcel(battle=kept_name(holder.event, holder.table, battle=sent.battle), lines=lines)
    table = HubTable(event=holder.event, number=holder.table)
    receipt = desk.logs.take(parcel, table=table, at=desk.now())
    deeds = desk.events.heard(holder.event)
    return LogTakenTold(last=receipt.lines - 1, aside=receipt.refused, deeds=deeds)


def _hash_in(text: str) -> str:
    """The hash that a line has in itself; nothing where there is none, and no line fits then."""
    try:
        value = parse(text, what="line")
    except BadInputError:
        return ""
    found = value.get("hash") if isinstance(value, dict) else None
    return found if isinstance(found, str) and len(found) <= 64 else ""


@router.post("/calls", operation_id="call_judge")
def call_judge(desk: TheDesk, holder: Holder, *, sent: Annotated[CallSent, Body()]) -> CallMadeTold:
    """Call a judge, with the ruling in question as evidence."""
    at = desk.now()
    kept = desk.do(
        holder.event,
        lambda state: calls.called(
            state.calls,
            table=holder.table,
            says=sent.says,
            at=at,
            battle=sent.battle or "",
            entry=-1 if sent.entry is None else sent.entry,
        ),
        holder=holder,
        asked=sent.id,
    )
    if not isinstance(kept.deed, JudgeCalled):
        raise CallRefusedError(f"id: expected one of a call, got {sent.id!r} of something else")
    return CallMadeTold(call=kept.deed.call)


@router.post("/calls/{call}/appeal", operation_id="appeal_ruling")
def appeal_ruling(
    desk: TheDesk,
    holder: Holder,
    *,
    call: Annotated[int, Path(ge=1)],
    sent: Annotated[ReasonSent, Body()],
) -> DeedTold:
    """Ask the head judge about a ruling that this table was given."""

    def decide(state: EventState) -> calls.CallDeed:
        found = state.calls.get(call)
        if found is not None and found.table != holder.table:
            raise CallRefusedError(f"call {call}: expected one of table {holder.table}")
        return calls.appealed(state.calls, call, says=sent.reason)

    return deed_told(desk.do(holder.event, decide, holder=holder, asked=sent.id))


@router.post("/calls/{call}/picture", operation_id="send_picture")
def send_picture(
    desk: TheDesk,
    holder: Holder,
    *,
    call: Annotated[int, Path(ge=1)],
    sent: Annotated[PictureSent, Body()],
) -> DeedTold:
    """What the camera saw, as a judge asked; or that there is no picture of it."""
    state = desk.events.state(holder.event)
    is_there = bool(sent.content)
    deed = calls.picture_came(state.calls, call, table=holder.table, is_there=is_there)
    if is_there:
        picture = picture_from(sent.media_type, sent.content)
        desk.pictures.keep(holder.event, call, picture=picture)
    return deed_told(desk.do(holder.event, lambda _: deed, holder=holder, asked=sent.id))


@router.post("/rulings/{ruling}/taken", operation_id="take_ruling")
def take_ruling(
    desk: TheDesk, holder: Holder, *, ruling: Annotated[str, Path(pattern=r"^\d{1,6}\.\d{1,3}$")]
) -> DeedTold:
    """Say that a ruling is in the table's own log, however often."""
    call, _, number = ruling.partition(".")
    kept = desk.do(
        holder.event,
        lambda state: calls.written(state.calls, int(call), ruling=int(number), table=holder.table),
        holder=holder,
        asked=f"written-{ruling}",
    )
    return deed_told(kept)
