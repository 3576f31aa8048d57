"""What the hub tells of calls for judges, of what lies aside, and to a table of its own."""

from typing import Any

from api.hub.event.calls import JudgeCall, JudgeRuling
from api.hub.intake.logs import RefusedLog
from api.hub.serving.telling.told import own_name
from api.shapes.shaped import Described


class JudgeRulingTold(Described):
    ruling: str
    """The call's number and its own, as `3.1`."""
    judge: str
    says: str
    outcome: str
    """What the table does at once: `passes`, `stands`, `taken_back`, or nothing."""
    final: bool
    written: bool


class CallTold(Described):
    call: int
    table: int
    says: str
    at: str
    battle: str
    entry: int
    """Less than 0 for none."""
    standing: str
    judge: str
    appeal: str
    rulings: list[JudgeRulingTold]
    evidence: dict[str, Any] | None
    """The event that it is about, with what it was judged by, once it has come."""
    picture: str
    """`at_table`, `asked`, `here`, or `none` where the table has kept none of it."""


class CallsTold(Described):
    calls: list[CallTold]


class RefusedLogTold(Described):
    table: int
    battle: str
    number: int
    hash: str
    at: str
    says: str
    text: str
    seen_by: str


class AssignedPlayerTold(Described):
    number: int
    name: str
    army: str
    side: str


class AssignmentTold(Described):
    round: int
    players: list[AssignedPlayerTold]


class HeldLogTold(Described):
    battle: str
    last: int
    """The number of the last line that the hub has."""
    hash: str


class UnwrittenRulingTold(JudgeRulingTold):
    call: int
    battle: str
    entry: int


class TableCallTold(Described):
    call: int
    standing: str
    judge: str
    picture: str


class PictureWantedTold(Described):
    """What a judge wants to see of a call."""

    call: int
    battle: str
    entry: int


class MyTableTold(Described):
    event: str
    table: int
    name: str
    battles: list[HeldLogTold]
    assignment: AssignmentTold | None
    calls: list[TableCallTold]
    rulings: list[UnwrittenRulingTold]
    """Those that are not in the table's own log yet."""
    pictures: list[PictureWantedTold]


class LogTakenTold(Described):
    last: int
    """The number of the last line that the hub has; less than 0 for none."""
    aside: str
    """Why what was sent lies aside for a judge; nothing where it was taken."""
    deeds: int
    """Of the event: when there are more, the table looks whether something was ruled for it."""


class CallMadeTold(Described):
    call: int


def ruling_told(call: JudgeCall, ruling: JudgeRuling) -> JudgeRulingTold:
    return JudgeRulingTold(
        ruling=f"{call.number}.{ruling.number}",
        judge=ruling.judge,
        says=ruling.says,
        outcome=ruling.outcome,
        final=ruling.is_final,
        written=ruling.is_written,
    )


def call_told(call: JudgeCall, evidence: dict[str, Any] | None) -> CallTold:
    return CallTold(
        call=call.number,
        table=call.table,
        says=call.says,
        at=call.at,
        battle=call.battle,
        entry=call.entry,
        standing=call.standing.value,
        judge=call.judge,
        appeal=call.appeal,
        rulings=[ruling_told(call, each) for each in call.rulings],
        evidence=evidence,
        picture=call.picture.value,
    )


def refused_told(refused: RefusedLog) -> RefusedLogTold:
    return RefusedLogTold(
        table=refused.table.number,
        battle=own_name(refused.battle),
        number=refused.number,
        hash=refused.hash,
        at=refused.at,
        says=refused.says,
        text=refused.text,
        seen_by=refused.seen_by,
    )
