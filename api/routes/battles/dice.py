"""Offers the referee's own dice over HTTP: promised first, then rolled inside a command.

A roll is worth something only if nobody can look at it and think again. So the command is tried
before anything is rolled; what comes up goes into it at once, and is kept with it in the battle.
"""

import json
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from dataclasses import field as kept
from typing import Annotated, Any, Final
from urllib.parse import quote, unquote

from fastapi import APIRouter, Body, Path, Request
from pydantic import BaseModel, ConfigDict, Field

from api.access.admission import AdmittingRoute, Who, seat_for
from api.answers.adjudged import refusal_value
from api.battles.session import Session
from api.battles.showing import answer_shown
from api.errors import ProblemError
from api.roller import (
    LONGEST_TEXT,
    MOST_DICE,
    MOST_OPEN_OF_ONE,
    OPEN_SECONDS,
    Roller,
    TooManyPromisesError,
    lots_of,
)
from api.routes.battles.battles import InPlay, TheGrants, require_seat
from api.routes.battles.playing import (
    CommandSent,
    RulingAnswer,
    require_kind,
    shown_as,
)
from api.routes.problems import complaining
from api.shapes.playing import PromiseTold, RollsTold, RollTold
from api.shapes.shaped import Shaped
from rules.referee.toolkit.game import Refusal
from rules.table.bad_input import BadInputError

router = APIRouter(prefix="/api/v1/battles/{battle}", tags=["playing"], route_class=AdmittingRoute)

Shown = dict[str, Any]
ROLLED_BY: Final = "referee"
MOST_UNUSED: Final = 100


class RollWanted(BaseModel):
    """How many dice, and what they are for."""

    model_config = ConfigDict(
        extra="forbid",
        strict=True,
        json_schema_extra={"examples": [{"count": 2, "what": "T1 fires at T2"}]},
    )

    count: Annotated[int, Field(ge=1, le=MOST_DICE)]
    what: Annotated[str, Field(max_length=LONGEST_TEXT)] = ""
    among: Annotated[
        tuple[Annotated[str, Field(max_length=80)], ...],
        Field(max_length=MOST_DICE, strict=False, description="Lots to toss among, not dice."),
    ] = ()


class RollSent(CommandSent):
    """A command without its dice: they come up when it is sent, and go into the named field."""

    model_config = shown_as(command={"kind": "roll"}, contribution="Lucky seven")

    contribution: Annotated[
        str, Field(max_length=LONGEST_TEXT, description="Any words of a player's, thrown in.")
    ] = ""
    field: Annotated[str, Field(max_length=40, description="The command's field for dice.")] = (
        "dice"
    )


class RolledAnswer(RulingAnswer):
    """The ruling, and the roll that it rests on; none where the command was refused before."""

    # The name that programs know the shape by.
    __qualname__ = "Rolled"
    model_config = ConfigDict(title="Rolled")

    rolled_by: str = ROLLED_BY
    roll: Annotated[Shown, Shaped(RollTold)] | None


@dataclass(slots=True)
class BattleDice:
    """The referee's dice in one battle."""

    roller: Roller
    unused: deque[Shown] = kept(default_factory=lambda: deque(maxlen=MOST_UNUSED))
    """Rolls that came up and were refused all the same; they are shown, like all others."""


def dice_of(request: Request, battle: str) -> BattleDice:
    """The dice of one battle."""
    found: dict[str, BattleDice] = request.app.state.dice
    if battle not in found:
        found[battle] = BattleDice(roller=Roller(clock=request.app.state.steady))
    return found[battle]


@router.post("/dice", operation_id="promise_roll", status_code=201)
async def promise_roll(
    request: Request, *, who: Who, session: InPlay, wanted: Annotated[RollWanted, Body()]
) -> Annotated[Shown, Shaped(PromiseTold)]:
    """Let the referee bind itself to a roll: what it shows now cannot be changed afterwards."""
    roller = dice_of(request, session.name).roller
    try:
        with complaining():
            if wanted.among:
                promised = roller.commit_toss(wanted.among, what=wanted.what, by=who.grant)
            else:
                promised = roller.commit_dice(wanted.count, what=wanted.what, by=who.grant)
    except TooManyPromisesError:
        detail = (
            f"you have {MOST_OPEN_OF_ONE} promised rolls waiting: roll one first; each ends "
            f"by itself after {OPEN_SECONDS / 60:g} minutes"
        )
        raise ProblemError(
            429, kind="too-many-promises", title="Too many promises", detail=detail
        ) from None
    return dict(promised.as_json())


@router.get("/dice", operation_id="rolls")
async def rolls(request: Request, *, session: InPlay) -> Annotated[Shown, Shaped(RollsTold)]:
    """Every roll of the referee's with all that it takes to check it, and those still promised."""
    with complaining():
        stored = await session.read(lambda file: file.rolls())
    dice = dice_of(request, session.name)
    return {
        "promised": [each.as_json() for each in dice.roller.waiting],
        "rolled": [
            {"command": name, "rolled_by": ROLLED_BY, "roll": json.loads(text)}
            for name, text in stored.items()
        ],
        "unused": list(dice.unused),
    }


@router.post("/dice/{digest}/roll", operation_id="roll_dice")
async def roll_dice(
    request: Request,
    *,
    who: Who,
    session: InPlay,
    grants: TheGrants,
    digest: Annotated[str, Path(pattern="^[0-9a-f]{64}$")],
    sent: Annotated[RollSent, Body()],
) -> RolledAnswer:
    """Roll what was promised, and give the command with it; the referee is named as who rolled."""
    require_kind(sent.command)
    seat = seat_for(who, sent.seat, grants=grants, battle=session.name)
    require_seat(session, seat)
    if not seat or sent.field in sent.command:
        raise ProblemError(
            422,
            kind="bad-question",
            title="Bad question",
            detail="seat: expected the seat that gives the command, and no dice in it",
        )
    dice = dice_of(request, session.name)
    with complaining():
        stored = (await session.read(lambda file: file.rolls())).get(sent.id)
        if stored is None:
            refusal = await _tried(session, dice.roller, seat=seat, sent=sent, digest=digest)
            if refusal is not None:
                return RolledAnswer(
                    accepted=False, events=[], refusal=refusal_value(refusal), roll=None
                )
            rolled = dice.roller.reveal(digest, contribution=sent.contribution)
            stored = json.dumps(rolled.as_json(), ensure_ascii=False)
        roll = json.loads(stored)
        answer = await session.submit(
            author=seat, command_id=sent.id, body=_with_dice(sent, roll), roll=stored
        )
    if answer.refusal is not None:
        dice.unused.append(roll)
    return RolledAnswer.model_validate({**answer_shown(answer), "roll": roll})


async def _tried(
    session: Session, roller: Roller, *, seat: str, sent: RollSent, digest: str
) -> Refusal | None:
    """What the command would be refused for whatever comes up; nothing is rolled to find out."""
    promised = next((each for each in roller.waiting if each.digest == digest), None)
    if promised is None:
        raise BadInputError(
            "digest", expected="a promised roll that was not rolled yet", got=digest[:16]
        )
    asked = promised.asked
    count = int(asked.partition(" ")[0])
    # Every lot has to be a choice that counts: else whoever asks could draw anew.
    for face in lots_of(asked) or ("1",):
        any_roll = {"asked": asked, "results": [quote(face, safe="")] * count}
        refusal = await session.trial(author=seat, body=_with_dice(sent, any_roll))
        if refusal is not None:
            return refusal
    return None


def _with_dice(sent: RollSent, roll: Mapping[str, Any]) -> Shown:
    """One die for a field that takes one, a list for one that takes several; the lot of a toss."""
    if lots_of(roll["asked"]):
        return {**sent.command, sent.field: unquote(roll["results"][0]), "tossed": True}
    dice = [int(face) for face in roll["results"]]
    value: int | list[int] = dice[0] if sent.field == "die" else dice
    return {**sent.command, sent.field: value}
