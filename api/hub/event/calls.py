"""Calls for a judge: what may be done with one, and what it has come to.

Who is a judge, and who the head judge, is not known here: a ruling says whether it is final.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from api.hub.event.deeds import (
    CallAppealed,
    CallRuled,
    CallTaken,
    JudgeCalled,
    PictureAsked,
    PictureCame,
    RulingWritten,
)

MOST_CALLS = 5000
LONGEST_SAYING = 600

ChangedCall = CallTaken | CallRuled | CallAppealed | RulingWritten | PictureAsked | PictureCame
CallDeed = JudgeCalled | ChangedCall


class CallRefusedError(ValueError):
    """What cannot be done with a call; the message is for whoever tried."""


class CallStanding(StrEnum):
    WAITING = "waiting"
    TAKEN = "taken"
    RULED = "ruled"
    APPEALED = "appealed"
    FINAL = "final"


class CallPicture(StrEnum):
    """How it stands with the picture of what a call is about."""

    AT_TABLE = "at_table"
    ASKED = "asked"
    HERE = "here"
    NONE = "none"


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeRuling:
    number: int
    """From 1, in its call."""
    judge: str
    says: str
    is_final: bool
    outcome: str = ""
    """What the table does at once."""
    is_written: bool = False
    """Whether the table has it in its own log."""


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeCall:
    number: int
    table: int
    says: str
    at: str
    battle: str
    entry: int
    standing: CallStanding = CallStanding.WAITING
    judge: str = ""
    """Who is on it, or was the last to rule."""
    appeal: str = ""
    rulings: tuple[JudgeRuling, ...] = ()
    picture: CallPicture = CallPicture.AT_TABLE


Calls = Mapping[int, JudgeCall]


def called(
    calls: Calls, *, table: int, says: str, at: str, battle: str = "", entry: int = -1
) -> JudgeCalled:
    if len(calls) >= MOST_CALLS:
        raise CallRefusedError(f"calls: expected {MOST_CALLS} at most, got one more")
    return JudgeCalled(
        call=len(calls) + 1,
        table=table,
        says=_said(says, "call"),
        at=at,
        battle=battle,
        entry=entry,
    )


def taken(calls: Calls, number: int, *, judge: str, is_head: bool) -> CallTaken:
    """One judge is on a call; a head judge may take it over, and alone hears an appeal."""
    call = _call(calls, number)
    if call.standing is CallStanding.APPEALED and not is_head:
        raise CallRefusedError(f"call {number}: expected a head judge, as it was appealed")
    if call.standing is CallStanding.TAKEN and call.judge != judge and not is_head:
        raise CallRefusedError(f"call {number}: expected one that nobody is on, got {call.judge}'s")
    if call.standing in {CallStanding.RULED, CallStanding.FINAL}:
        raise CallRefusedError(f"call {number}: expected one without a ruling, got one with")
    return CallTaken(call=number, judge=judge)


def ruled(
    calls: Calls, number: int, *, judge: str, says: str, is_head: bool, outcome: str = ""
) -> CallRuled:
    """Whoever is on a call rules on it, or the head judge; that one's word is the last."""
    call = _call(calls, number)
    if call.standing in {CallStanding.RULED, CallStanding.FINAL}:
        raise CallRefusedError(f"call {number}: expected one without a ruling, got one with")
    if not is_head and (call.judge != judge or call.standing is not CallStanding.TAKEN):
        raise CallRefusedError(f"call {number}: expected the judge who took it, got {judge}")
    if outcome and (not call.battle or call.entry < 0):
        raise CallRefusedError(f"call {number}: expected one about an event of a battle's log")
    said = _said(says, "ruling")
    return CallRuled(call=number, judge=judge, says=said, is_final=is_head, outcome=outcome)


def appealed(calls: Calls, number: int, *, says: str) -> CallAppealed:
    call = _call(calls, number)
    if call.standing is not CallStanding.RULED:
        raise CallRefusedError(
            f"call {number}: expected a judge's ruling to appeal, got none that is open"
        )
    return CallAppealed(call=number, says=_said(says, "appeal"))


def written(calls: Calls, number: int, *, ruling: int, table: int) -> RulingWritten:
    call = _call(calls, number)
    if call.table != table or not 1 <= ruling <= len(call.rulings):
        raise CallRefusedError(f"ruling {number}.{ruling}: expected one for table {table}")
    return RulingWritten(call=number, ruling=ruling)


def picture_asked(calls: Calls, number: int, *, judge: str) -> PictureAsked:
    """A judge wants the picture; whoever asks again has the table look again."""
    call = _call(calls, number)
    if not call.battle or call.entry < 0:
        raise CallRefusedError(f"call {number}: expected one about an event of a battle's log")
    return PictureAsked(call=number, judge=judge)


def picture_came(calls: Calls, number: int, *, table: int, is_there: bool) -> PictureCame:
    """The table has sent the picture, or says that it has none; nobody sends one unasked."""
    call = _call(calls, number)
    if call.table != table or call.picture is CallPicture.AT_TABLE:
        raise CallRefusedError(f"picture of call {number}: expected one that a judge asked for")
    return PictureCame(call=number, is_there=is_there)


def calls_after(calls: Calls, deed: CallDeed) -> dict[int, JudgeCall]:
    """The calls after one more deed, which was found fit when it was done."""
    if isinstance(deed, JudgeCalled):
        fresh = JudgeCall(
            number=deed.call,
            table=deed.table,
            says=deed.says,
            at=deed.at,
            battle=deed.battle,
            entry=deed.entry,
        )
        return {**calls, deed.call: fresh}
    return {**calls, deed.call: _after(calls[deed.call], deed)}


def _after(call: JudgeCall, deed: ChangedCall) -> JudgeCall:
    match deed:
        case CallTaken(judge=judge):
            return replace(call, standing=CallStanding.TAKEN, judge=judge)
        case CallRuled(judge=judge, says=says, is_final=is_final, outcome=outcome):
            ruling = JudgeRuling(
                number=len(call.rulings) + 1,
                judge=judge,
                says=says,
                is_final=is_final,
                outcome=outcome,
            )
            standing = CallStanding.FINAL if is_final else CallStanding.RULED
            return replace(call, standing=standing, judge=judge, rulings=(*call.rulings, ruling))
        case CallAppealed(says=says):
            return replace(call, standing=CallStanding.APPEALED, appeal=says, judge="")
        case RulingWritten(ruling=number):
            rulings = tuple(
                replace(each, is_written=True) if each.number == number else each
                for each in call.rulings
            )
            return replace(call, rulings=rulings)
        case PictureAsked():
            return replace(call, picture=CallPicture.ASKED)
        case PictureCame(is_there=is_there):
            return replace(call, picture=CallPicture.HERE if is_there else CallPicture.NONE)


def _call(calls: Calls, number: int) -> JudgeCall:
    if number not in calls:
        raise CallRefusedError(f"call {number}: expected one from 1 to {len(calls)}, got another")
    return calls[number]


def _said(says: str, what: str) -> str:
    said = says.strip()
    if not said or len(said) > LONGEST_SAYING or not said.replace("\n", " ").isprintable():
        raise CallRefusedError(f"{what}: expected 1 to {LONGEST_SAYING} signs, got {len(said)}")
    return said
