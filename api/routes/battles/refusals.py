"""Refusals by measurement over HTTP: those of one's own seat, and how to dispute one.

What somebody was refused tells what they were about to do. So nobody else hears of it, until they
dispute it or the battle is over.
"""

from typing import Annotated, Any

from fastapi import APIRouter, Body, Path
from pydantic import Field

from api.access.admission import AdmittingRoute, Who, seat_for
from api.answers.adjudged import refusal_value
from api.battle_files.file import BattleFile
from api.battle_files.refusals import Refused, read_refusal
from api.battles.showing import answer_shown
from api.errors import ProblemError
from api.review.record.archive import Archive
from api.routes.battles.battles import InPlay, Sitting, TheGrants, require_seat
from api.routes.battles.playing import RulingAnswer, Sent, shown_as
from api.routes.problems import complaining
from api.shapes.playing import RefusalKeptTold
from api.shapes.shaped import Shaped
from rules.referee.court.disputing.refusal_disputes import refusal_in
from rules.referee.log.battle import Battle, ended
from rules.table.snapshot import Snapshot

router = APIRouter(
    prefix="/api/v1/battles/{battle}/refusals", tags=["review"], route_class=AdmittingRoute
)

Shown = dict[str, Any]
Number = Annotated[int, Path(ge=1, le=2**53, description="Which refusal: 3 for `r3`.")]


class ChallengeRefusalSent(Sent):
    """Dispute a refusal; everybody is told of it, and of what was asked for."""

    model_config = shown_as(reason="It was measured from the wrong corner.")

    reason: Annotated[str, Field(max_length=500)] = ""


@router.get("", operation_id="refusals")
async def refusals(
    session: InPlay, *, seat: Sitting
) -> list[Annotated[Shown, Shaped(RefusalKeptTold)]]:
    """What this seat was refused by measuring, in order; once the battle is over, what everybody
    was.
    """
    battle = session.battle
    over = ended(battle) is not None
    with complaining():
        found = await session.read(
            lambda file: [read_refusal(line) for line in Archive(file.rows).refusals()]
        )
    disputed = _disputed(battle)
    return [
        _shown(each, dispute=disputed.get(each.name, ""))
        for each in found
        if over or each.author == seat
    ]


@router.post("/{number}/challenge", operation_id="challenge_refusal")
async def challenge_refusal(
    who: Who,
    session: InPlay,
    *,
    grants: TheGrants,
    number: Number,
    sent: Annotated[ChallengeRefusalSent, Body()],
) -> RulingAnswer:
    """Dispute a refusal of one's own, as it was judged then."""
    seat = seat_for(who, sent.seat, grants=grants, battle=session.name)
    require_seat(session, seat)
    with complaining():
        refused, table = await session.read(lambda file: _kept(file, number, seat=seat))
        body = {
            "kind": "challenge_refusal",
            "command": dict(refused.command),
            "after": f"e{refused.after}",
            "refusal": refused.name,
            "reason": sent.reason,
        }
        answer = await session.submit(author=seat, command_id=sent.id, body=body, table=table)
    return RulingAnswer.model_validate(answer_shown(answer))


def _kept(file: BattleFile, number: int, *, seat: str) -> tuple[Refused, Snapshot]:
    archive = Archive(file.rows)
    line = archive.refusal(number)
    found = None if line is None else read_refusal(line)
    if line is None or found is None or found.author != seat:
        # Nobody may find out whether somebody else was refused something.
        raise ProblemError(
            404,
            kind="not-kept",
            title="Not kept",
            detail=f"no refusal r{number} of {seat or 'nobody'} is kept",
        )
    return found, archive.snapshot(line.snapshot)


def _disputed(battle: Battle) -> dict[str, str]:
    """The dispute of each refusal that was disputed, by the name of the refusal."""
    known = ((refusal_in(battle, each), each.id) for each in battle.disputes)
    return {refusal.name: dispute for refusal, dispute in known if refusal is not None}


def _shown(refused: Refused, *, dispute: str) -> Shown:
    return {
        "name": refused.name,
        "number": refused.number,
        "time": refused.time,
        "seat": refused.author,
        "after": refused.after,
        "dispute": dispute,
        **refusal_value(refused.refusal),
    }
