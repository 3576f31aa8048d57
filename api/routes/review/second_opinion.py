"""Takes a photograph in a dispute: the ruling is judged again by it, beside the camera's table."""

import asyncio
from functools import partial
from typing import TYPE_CHECKING, Annotated, Final

from fastapi import APIRouter, Query, Request
from pydantic import AfterValidator

from api.access.admission import AdmittingRoute
from api.battle_files.file import BattleFile
from api.battles.jobs import CommandAnswer
from api.battles.session import Session
from api.battles.showing import answer_shown
from api.review.pictures.caught import Still
from api.routes.battles.battles import InPlay, Sitting
from api.routes.battles.playing import EXAMPLE_ID, RulingAnswer, not_of_the_umpire
from api.routes.cameras.photograph import measured_beside, photograph_of, sent_photograph
from api.routes.problems import complaining
from api.routes.review.kept import disputed_command
from api.routes.shown import source_of
from rules.referee.court.hidden import hidden_from

if TYPE_CHECKING:
    from api.review.pictures.photographed import SecondOpinion

router = APIRouter(
    prefix="/api/v1/battles/{battle}/review", tags=["review"], route_class=AdmittingRoute
)
PHOTOGRAPH: Final = photograph_of("A photograph of the whole table by any camera, as a file.")


@router.post("/second-opinion", operation_id="second_opinion", openapi_extra=PHOTOGRAPH)
async def second_opinion(
    request: Request,
    session: InPlay,
    *,
    seat: Sitting,
    dispute: Annotated[str, Query(max_length=20, examples=["e41"])],
    command: Annotated[
        str,
        Query(pattern=r"^[A-Za-z0-9._:-]{8,100}$", alias="id", examples=[EXAMPLE_ID]),
        AfterValidator(not_of_the_umpire),
    ],
) -> RulingAnswer:
    """Judge a disputed ruling again by a photograph of the table as it lies now.

    Any camera will do: its lens is solved from the table's own anchors and pieces. The photograph
    is kept with the entry that tells of it, cut and covered in play as every picture.
    """
    # Whoever has nothing to ask for has no photograph measured.
    asked = await disputed_command(session, dispute)
    data = await sent_photograph(request)
    with complaining():
        live = session.table()
        hidden = hidden_from(session.battle, live, seat="")
        found = await measured_beside(
            request, data, source=source_of(request, session), live=live, hidden=hidden
        )
        body = {
            "kind": "measure_again",
            "dispute": dispute,
            "command": asked,
            "photograph": True,
            "apart": list(found.apart),
        }
        answer = await session.submit(author=seat, command_id=command, body=body, table=found.table)
        if answer.refusal is None:
            await _keep(session, found, answer=answer, still=request.app.state.still)
    return RulingAnswer.model_validate(answer_shown(answer))


async def _keep(
    session: Session, found: "SecondOpinion", *, answer: CommandAnswer, still: Still
) -> None:
    """Put the photograph, and the calibration that was made for it, into the evidence."""
    if not answer.entries or still.most == 0:
        return
    entry = answer.entries[0]
    from api.review.pictures.stills import picture_of

    pack = partial(picture_of, found.caught, entry.measured, sequence=entry.sequence, still=still)
    picture = await asyncio.to_thread(pack)

    def put(file: BattleFile) -> None:
        file.keep_calibration(found.caught.profile, since=picture.sequence)
        file.add_picture(picture)
        file.thin_pictures(most=still.most, most_bytes=still.most_bytes)

    await session.read(put)
