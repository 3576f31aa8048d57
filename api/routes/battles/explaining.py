"""Explains over HTTP what stands in a battle's log, and to a seat what it was refused."""

import asyncio
from typing import Annotated

from fastapi import APIRouter, Path

from api.access.admission import AdmittingRoute
from api.answers.explained import ExplainedAnswer, explained_answer
from api.battle_files.file import BattleFile
from api.battle_files.refusals import Refused, read_refusal
from api.corpus.kept_books import NO_EXAMPLE, examples_of
from api.errors import ProblemError
from api.review.record.archive import Archive
from api.routes.battles.battles import InPlay, Sitting
from api.routes.problems import complaining
from rules.referee.court.explaining import Explained, entry_explained, refusal_explained
from rules.referee.log.battle import ended

router = APIRouter(
    prefix="/api/v1/battles/{battle}/explain", tags=["review"], route_class=AdmittingRoute
)
Name = Annotated[
    str, Path(pattern=r"^[er]\d{1,12}$", description="An event, as e64, or a refusal, as r3.")
]


@router.get("/{name}", operation_id="explain")
async def explain(session: InPlay, *, seat: Sitting, name: Name) -> ExplainedAnswer:
    """A ruling or a refusal with its clause in our words and its numbers.

    An event is for everybody. A refusal is for the seat that was refused, until the battle is over.
    """
    battle = session.battle
    if name.startswith("e"):
        entry = battle.entry(name)
        if entry is None:
            raise _none(name)
        return await _answer(battle.game.slug, entry_explained(battle, entry))
    with complaining():
        refused = await session.read(lambda file: _kept(file, int(name[1:])))
    if refused is None or (refused.author != seat and ended(battle) is None):
        # Nobody may find out whether somebody else was refused something.
        raise _none(name)
    told = refusal_explained(
        battle.game,
        refused.refusal,
        name=refused.name,
        time=refused.time,
        author=refused.author,
    )
    return await _answer(battle.game.slug, told)


async def _answer(game: str, told: Explained) -> ExplainedAnswer:
    judged = NO_EXAMPLE
    if told.clause is not None:
        # The first to ask has the cases read.
        judged = await asyncio.to_thread(examples_of, game, told.clause.clause.id)
    return explained_answer(told, judged)


def _kept(file: BattleFile, number: int) -> Refused | None:
    line = Archive(file.rows).refusal(number)
    return None if line is None else read_refusal(line)


def _none(name: str) -> ProblemError:
    what = "event" if name.startswith("e") else "refusal of yours that is kept"
    return ProblemError(
        404, kind="not-kept", title="Not there", detail=f"there is no {what} {name} in this battle"
    )
