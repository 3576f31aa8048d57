"""Serves the evidence of rulings: what each rests on, its picture, and being judged again."""

import asyncio
from typing import Annotated

from fastapi import APIRouter, Body, Query, Response
from pydantic import BaseModel, ConfigDict, Field

from api.access.admission import AdmittingRoute, Who, seat_for
from api.battle_files.file import Picture
from api.battles.session import Session
from api.battles.showing import answer_shown
from api.corpus.adding import case_text, moment_of
from api.review.evidence.bundle import bundled
from api.review.evidence.drawn import ruling_svg
from api.review.evidence.evidence import Evidence, evidence_data, evidence_of
from api.review.pictures.averaging import averaged
from api.review.pictures.caught import of_one_moment
from api.review.story.desk import ReviewDesk
from api.routes.battles.battles import InPlay, TheGrants, require_seat
from api.routes.battles.playing import RulingAnswer, Sent, shown_as
from api.routes.problems import complaining
from api.routes.review.kept import (
    Desk,
    Place,
    Shown,
    disputed_command,
    from_file,
    not_kept,
    require_event,
    required_table,
)
from api.shapes.review import EvidenceTold, MarksTold, WholeTold
from api.shapes.shaped import Shaped
from rules.referee.log.entries import canonical

Which = Annotated[
    int, Query(ge=0, le=3, description="Which camera's, where several saw the table.")
]
router = APIRouter(
    prefix="/api/v1/battles/{battle}/review", tags=["review"], route_class=AdmittingRoute
)


class MeasureAgainSent(Sent):
    """Have a disputed ruling judged again on the table as it lies, with hands off."""

    model_config = shown_as(dispute="e41")

    dispute: Annotated[str, Field(max_length=20, examples=["e41"])]


class WholeSent(BaseModel):
    """Whether a seat agrees to whole pictures being shown while the battle goes on."""

    model_config = ConfigDict(
        extra="forbid",
        strict=True,
        json_schema_extra={"examples": [{"seat": "Host", "whole": True}]},
    )

    seat: Annotated[str | None, Field(max_length=100)] = None
    whole: bool


@router.get("/evidence/{sequence}", operation_id="evidence")
async def evidence(
    session: InPlay, desk: Desk, *, sequence: Place
) -> Annotated[Shown, Shaped(EvidenceTold)]:
    """What a ruling was judged by, the same for every seat, and how near it was to another."""
    found = await _evidence(session, sequence)
    hidden = await asyncio.to_thread(
        desk.hidden_then, session, found.case.snapshot, sequence=sequence, seat=""
    )
    return {**evidence_data(found, hidden=hidden), "whole": desk.shows_whole(session)}


@router.get(
    "/evidence/{sequence}/drawing.svg",
    operation_id="evidence_drawing",
    responses={200: {"content": {"image/svg+xml": {}}}},
    response_class=Response,
)
async def evidence_drawing(session: InPlay, desk: Desk, *, who: Who, sequence: Place) -> Response:
    """The table of a ruling, with what was measured."""
    table = await required_table((session, desk, who.seat), sequence)
    measured = session.battle.entries[sequence].measured
    picture = ruling_svg(table, measured, title=f"e{sequence}")
    return Response(picture, media_type="image/svg+xml")


@router.get(
    "/evidence/{sequence}/picture.jpg",
    operation_id="evidence_picture",
    responses={200: {"content": {"image/jpeg": {}}}},
    response_class=Response,
)
async def evidence_picture(
    session: InPlay, desk: Desk, *, sequence: Place, camera: Which = 0
) -> Response:
    """What the camera saw: during play cut to the sight line, with cards covered."""
    picture = await _picture(session, desk, sequence=sequence, camera=camera)
    return Response(picture.content, media_type=picture.media_type)


@router.get(
    "/evidence/{sequence}/marks",
    operation_id="evidence_marks",
    responses={200: {"model": MarksTold | None}},
)
async def evidence_marks(
    session: InPlay, desk: Desk, *, sequence: Place, camera: Which = 0
) -> Response:
    """Where things are in that picture, in its pixels."""
    picture = await _picture(session, desk, sequence=sequence, camera=camera)
    return Response(picture.marks or "null", media_type="application/json")


@router.post("/whole-pictures", operation_id="allow_whole")
async def allow_whole(
    who: Who,
    session: InPlay,
    *,
    desk: Desk,
    grants: TheGrants,
    sent: Annotated[WholeSent, Body()],
) -> Annotated[Shown, Shaped(WholeTold)]:
    """Agree that whole pictures are shown while the battle goes on; it takes every seat."""
    seat = seat_for(who, sent.seat, grants=grants, battle=session.name)
    require_seat(session, seat)
    if seat:
        desk.allow(session, seat, whole=sent.whole)
    return {"agreed": list(desk.allowing(session)), "whole": desk.shows_whole(session)}


@router.post("/measure-again", operation_id="measure_again")
async def measure_again(
    who: Who,
    session: InPlay,
    *,
    desk: Desk,
    grants: TheGrants,
    sent: Annotated[MeasureAgainSent, Body()],
) -> RulingAnswer:
    """Judge a disputed ruling again on two seconds of looks at the table, hands off."""
    seat = seat_for(who, sent.seat, grants=grants, battle=session.name)
    require_seat(session, seat)
    command = await disputed_command(session, sent.dispute)
    with complaining():
        table = averaged(await desk.looks(session))
        body = {"kind": "measure_again", "dispute": sent.dispute, "command": command}
        canonical(body)
        answer = await session.submit(author=seat, command_id=sent.id, body=body, table=table)
    return RulingAnswer.model_validate(answer_shown(answer))


@router.get(
    "/evidence/{sequence}/bundle.zip",
    operation_id="evidence_bundle",
    responses={200: {"content": {"application/zip": {}}}},
    response_class=Response,
)
async def evidence_bundle(session: InPlay, *, sequence: Place) -> Response:
    """One ruling as one file that is judged again elsewhere; with all secrets of all seats."""
    found = await _evidence(session, sequence)
    content = await from_file(
        session, lambda archive: bundled(found, archive, about=archive.about())
    )
    name = f'attachment; filename="{session.name}-e{sequence}.zip"'
    return Response(content, media_type="application/zip", headers={"content-disposition": name})


@router.get(
    "/evidence/{sequence}/case.toml",
    operation_id="kept_case",
    responses={200: {"content": {"application/toml": {}}}},
    response_class=Response,
)
async def evidence_case(session: InPlay, *, sequence: Place) -> Response:
    """An event as the smallest judged case that is ruled on in the same way, without names."""
    require_event(session, sequence)
    battle = session.battle
    moment = await from_file(
        session, lambda archive: moment_of(battle, archive, name=f"e{sequence}")
    )
    with complaining():
        content = await asyncio.to_thread(case_text, moment, battle.game)
    name = f'attachment; filename="{session.name}-e{sequence}.toml"'
    headers = {"content-disposition": name}
    return Response(content, media_type="application/toml", headers=headers)


async def _evidence(session: Session, sequence: int) -> Evidence:
    require_event(session, sequence)
    battle = session.battle
    return await from_file(session, lambda archive: evidence_of(battle, archive, sequence=sequence))


async def _picture(session: Session, desk: ReviewDesk, *, sequence: int, camera: int) -> Picture:
    require_event(session, sequence)
    every = of_one_moment(await from_file(session, lambda archive: archive.pictures_of(sequence)))
    if camera >= len(every):
        of_it = f" of camera {camera + 1}" if every else ""
        raise not_kept(f"no picture{of_it} was kept for e{sequence}")
    found = every[camera]
    if desk.shows_whole(session):
        return found
    # Loads what sees; a battle without pictures never comes here.
    from api.review.pictures.stills import covered, withheld

    hides = session.battle.game.hides is not None
    return await asyncio.to_thread(withheld if hides else covered, found)
