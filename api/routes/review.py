"""Knows a battle looked back on over HTTP: its moments, its evidence, its pictures, its report."""

import asyncio
from collections.abc import Callable
from typing import Annotated, Any, TypeVar

from fastapi import APIRouter, Body, Depends, Path, Query, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from api.access.admission import AdmittingRoute, Who, seat_for
from api.access.grants import Role
from api.adjudged import plain_value
from api.asking import What
from api.battles.file import Picture
from api.battles.session import Session
from api.battles.showing import answer_shown, event_shown
from api.drawing.data import marks_as_data
from api.drawing.sheet import draw
from api.errors import ProblemError
from api.review.archive import Archive, Asked
from api.review.averaging import averaged
from api.review.bundle import bundled
from api.review.desk import ReviewDesk
from api.review.drawn import ruling_svg
from api.review.evidence import Evidence, evidence_data, evidence_of
from api.review.page import report_page
from api.review.report_data import report_of
from api.review.timeline import timeline_data
from api.routes import measure
from api.routes.battles import InPlay, Sitting, TheGrants, require_seat
from api.routes.playing import COMMAND_PROBLEMS, Ruling, Sent
from api.routes.problems import complaining, problems
from api.routes.shown import TheTable
from api.routes.table import Drawn
from api.wire import to_wire
from rules.referee.court.offers import view
from rules.referee.log.battle import ended
from rules.referee.log.entries import canonical
from rules.table.bad_input import BadInputError
from rules.table.files.snapshot_json import read_snapshot, written_snapshot
from rules.table.snapshot import Snapshot

router = APIRouter(
    prefix="/api/v1/battles/{battle}/review", tags=["review"], route_class=AdmittingRoute
)

Shown = dict[str, Any]
T = TypeVar("T")
MOST_MOVES = 40
Place = Annotated[int, Path(ge=0, le=2**53, description="An event, by its sequence.")]


class MeasureAgainSent(Sent):
    """Have a disputed ruling judged again on the table as it lies, with hands off."""

    dispute: Annotated[str, Field(max_length=20, examples=["e41"])]


class WholeSent(BaseModel):
    """Whether a seat agrees to whole pictures being shown while the battle goes on."""

    model_config = ConfigDict(extra="forbid", strict=True)

    seat: Annotated[str | None, Field(max_length=100)] = None
    whole: bool


class Move(BaseModel):
    """Where a piece might stand."""

    model_config = ConfigDict(extra="forbid")

    piece: Annotated[str, Field(max_length=100)]
    x_in: Annotated[float, Field(allow_inf_nan=False)]
    y_in: Annotated[float, Field(allow_inf_nan=False)]
    heading_deg: Annotated[float | None, Field(allow_inf_nan=False)] = None


class WhatIf(measure.Asked):
    """A question to the table as it would lie."""

    what: What
    moves: Annotated[list[Move], Field(max_length=MOST_MOVES)]


async def desk_of(request: Request) -> ReviewDesk:
    found: ReviewDesk = request.app.state.review
    return found


Desk = Annotated[ReviewDesk, Depends(desk_of)]


@router.get("/timeline", operation_id="timeline", responses=problems(404, 503))
async def timeline(session: InPlay, desk: Desk) -> Shown:
    """The whole course in columns: turns, kinds of events, which have a table or a picture."""
    battle = session.battle
    found = await asyncio.to_thread(desk.timeline, session, battle)
    told = timeline_data(battle, found.turns[: battle.sequence])
    tables, pictures = await _from_file(
        session, lambda archive: (sorted(archive.snapshot_ids()), archive.pictured())
    )
    pictured = sorted({sequence for sequence, _ in pictures})
    return {**told, "tables": tables, "pictured": pictured, "whole": desk.shows_whole(session)}


@router.get("/moments/{sequence}", operation_id="moment", responses=problems(404, 503))
async def moment(session: InPlay, desk: Desk, *, sequence: Place, seat: Sitting) -> Shown:
    """The battle just after an event: what the seat might know then, and the table as it lay."""
    battle = session.battle
    _require_event(session, sequence)
    then = await asyncio.to_thread(desk.then, session, battle, sequence=sequence)
    table = await _table((session, desk, seat), sequence)
    chronicle = battle.game.chronicle
    return {
        "sequence": sequence,
        "turn": 0 if chronicle is None else chronicle.turn(then.state),
        "event": event_shown(battle, battle.entries[sequence]),
        "view": plain_value(view(then, seat=seat)),
        "table": None if table is None else written_snapshot(table),
    }


@router.get(
    "/moments/{sequence}/drawing.svg",
    operation_id="moment_drawing",
    responses={**problems(404, 422, 503), 200: {"content": {"image/svg+xml": {}}}},
    response_class=Response,
)
async def moment_drawing(
    session: InPlay,
    desk: Desk,
    *,
    who: Who,
    sequence: Place,
    drawn: Annotated[Drawn, Query()],
) -> Response:
    """The table as it lay, with a question and its answer on it if one is asked."""
    table = await _required_table((session, desk, who.seat), sequence)
    found = None
    if drawn.what is not None:
        found = measure.measured(table, what=drawn.what, asked=drawn)
    return Response(draw(table, measurement=found, errors=drawn.errors), media_type="image/svg+xml")


@router.get(
    "/moments/{sequence}/measure/{what}",
    operation_id="measure_moment",
    responses=problems(404, 422, 503),
)
async def measure_moment(
    session: InPlay,
    desk: Desk,
    *,
    who: Who,
    sequence: Place,
    what: Annotated[What, Path()],
    asked: Annotated[measure.Asked, Query()],
) -> Shown:
    """Put one of the five questions to the table as it lay."""
    table = await _required_table((session, desk, who.seat), sequence)
    return _answered(table, what=what, asked=asked)


@router.post("/what-if", operation_id="what_if", responses=problems(404, 422, 503))
def what_if(
    session: InPlay, *, who: Who, shown: TheTable, asked: Annotated[WhatIf, Body()]
) -> Shown:
    """Measure as if pieces stood elsewhere. Nobody else hears of it; nothing is written down."""
    now = shown.latest(session, seat=who.seat)
    with complaining():
        table = _moved(now, asked.moves)
    return _answered(table, what=asked.what, asked=asked)


@router.get("/evidence/{sequence}", operation_id="evidence", responses=problems(404, 422, 503))
async def evidence(session: InPlay, desk: Desk, *, sequence: Place) -> Shown:
    """What a ruling was judged by, the same for every seat, and how near it was to another."""
    found = await _evidence(session, sequence)
    hidden = await asyncio.to_thread(
        desk.hidden_then, session, found.case.snapshot, sequence=sequence, seat=""
    )
    return {**evidence_data(found, hidden=hidden), "whole": desk.shows_whole(session)}


@router.get(
    "/evidence/{sequence}/drawing.svg",
    operation_id="evidence_drawing",
    responses={**problems(404, 422, 503), 200: {"content": {"image/svg+xml": {}}}},
    response_class=Response,
)
async def evidence_drawing(session: InPlay, desk: Desk, *, who: Who, sequence: Place) -> Response:
    """The table of a ruling, with what was measured."""
    table = await _required_table((session, desk, who.seat), sequence)
    measured = session.battle.entries[sequence].measured
    picture = ruling_svg(table, measured, title=f"e{sequence}")
    return Response(picture, media_type="image/svg+xml")


@router.get(
    "/evidence/{sequence}/picture.jpg",
    operation_id="evidence_picture",
    responses={**problems(404, 503), 200: {"content": {"image/jpeg": {}}}},
    response_class=Response,
)
async def evidence_picture(session: InPlay, desk: Desk, *, sequence: Place) -> Response:
    """What the camera saw: during play cut to the sight line, with cards covered."""
    picture = await _picture(session, desk, sequence=sequence)
    return Response(picture.content, media_type=picture.media_type)


@router.get(
    "/evidence/{sequence}/marks", operation_id="evidence_marks", responses=problems(404, 503)
)
async def evidence_marks(session: InPlay, desk: Desk, *, sequence: Place) -> Response:
    """Where things are in that picture, in its pixels."""
    picture = await _picture(session, desk, sequence=sequence)
    return Response(picture.marks or "null", media_type="application/json")


@router.post("/whole-pictures", operation_id="allow_whole", responses=problems(404, 422, 503))
async def allow_whole(
    who: Who,
    session: InPlay,
    *,
    desk: Desk,
    grants: TheGrants,
    sent: Annotated[WholeSent, Body()],
) -> Shown:
    """Agree that whole pictures are shown while the battle goes on; it takes every seat."""
    seat = seat_for(who, sent.seat, grants=grants, battle=session.name)
    require_seat(session, seat)
    if seat:
        desk.allow(session, seat, whole=sent.whole)
    return {"agreed": list(desk.allowing(session)), "whole": desk.shows_whole(session)}


@router.post("/measure-again", operation_id="measure_again", responses=COMMAND_PROBLEMS)
async def measure_again(
    who: Who,
    session: InPlay,
    *,
    desk: Desk,
    grants: TheGrants,
    sent: Annotated[MeasureAgainSent, Body()],
) -> Ruling:
    """Judge a disputed ruling again on two seconds of looks at the table, hands off."""
    seat = seat_for(who, sent.seat, grants=grants, battle=session.name)
    require_seat(session, seat)
    found = next((each for each in session.battle.disputes if each.id == sent.dispute), None)
    with complaining():
        if found is None:
            raise BadInputError("dispute", expected="a dispute of this battle", got=sent.dispute)
        sequence = int(found.entries[0][1:])
        asked = await _from_file(session, lambda archive: archive.command_of(sequence))
        if not isinstance(asked, Asked):
            got = "nothing" if asked is None else asked.why
            raise BadInputError("dispute", expected="a command that was kept", got=got)
        table = averaged(await desk.looks())
        body = {
            "kind": "measure_again", "dispute": sent.dispute, "command": asked.command,
        }  # fmt: skip
        canonical(body)
        answer = await session.submit(author=seat, command_id=sent.id, body=body, table=table)
    return Ruling.model_validate(answer_shown(answer))


@router.get(
    "/evidence/{sequence}/bundle.zip",
    operation_id="evidence_bundle",
    responses={**problems(404, 422, 503), 200: {"content": {"application/zip": {}}}},
    response_class=Response,
)
async def evidence_bundle(session: InPlay, *, sequence: Place) -> Response:
    """One ruling as one file that is judged again elsewhere; with all secrets of all seats."""
    found = await _evidence(session, sequence)
    content = await _from_file(
        session, lambda archive: bundled(found, archive, about=archive.about())
    )
    name = f'attachment; filename="{session.name}-e{sequence}.zip"'
    return Response(content, media_type="application/zip", headers={"content-disposition": name})


@router.get(
    "/report.html",
    operation_id="battle_report",
    responses={**problems(404, 409, 503), 200: {"content": {"text/html": {}}}},
    response_class=Response,
)
async def battle_report(who: Who, session: InPlay, *, desk: Desk) -> Response:
    """The whole story as one page: for the host at any time, for everybody once it is over."""
    battle = session.battle
    if who.role is not Role.HOST and ended(battle) is None:
        raise ProblemError(
            409, kind="not-over", title="Not over",
            detail="the report tells what every side had and did: it is for all once it is over",
        )  # fmt: skip
    about = await _from_file(session, lambda archive: archive.about())
    tables = await _from_file(session, _tables)
    places = sorted(tables)

    def lay(sequence: int) -> Snapshot | None:
        earlier = [place for place in places if place <= sequence]
        if not earlier:
            return None
        table = tables[earlier[-1]]
        return table.without(desk.hidden_then(session, table, sequence=earlier[-1], seat=""))

    told = await asyncio.to_thread(lambda: report_page(report_of(battle, about), lay))
    return Response(told, media_type="text/html; charset=utf-8")


def _tables(archive: Archive) -> dict[int, Snapshot]:
    ids = archive.snapshot_ids()
    return {sequence: archive.snapshot(place) for sequence, place in ids.items()}


async def _from_file(session: Session, job: Callable[[Archive], T]) -> T:
    with complaining():
        return await session.read(lambda file: job(Archive(file.rows)))


async def _evidence(session: Session, sequence: int) -> Evidence:
    _require_event(session, sequence)
    battle = session.battle
    return await _from_file(
        session, lambda archive: evidence_of(battle, archive, sequence=sequence)
    )


async def _picture(session: Session, desk: ReviewDesk, *, sequence: int) -> Picture:
    _require_event(session, sequence)
    found = await _from_file(session, lambda archive: archive.picture_of(sequence))
    if found is None:
        raise _missing(f"no picture was kept for e{sequence}")
    if desk.shows_whole(session):
        return found
    # Loads what sees; a battle without pictures never comes here.
    from api.review.stills import covered, withheld

    hides = session.battle.game.hides is not None
    return await asyncio.to_thread(withheld if hides else covered, found)


Looking = tuple[Session, ReviewDesk, str]
"""A battle, what is kept in mind of it, and the seat that looks back."""


async def _table(looking: Looking, sequence: int) -> Snapshot | None:
    session, desk, seat = looking
    ruled, table = await _from_file(
        session, lambda file: (file.ruled_before(sequence), file.snapshot_before(sequence))
    )
    if ruled is None or table is None:
        return None
    hidden = await asyncio.to_thread(desk.hidden_then, session, table, sequence=ruled, seat=seat)
    return table.without(hidden)


async def _required_table(looking: Looking, sequence: int) -> Snapshot:
    _require_event(looking[0], sequence)
    table = await _table(looking, sequence)
    if table is None:
        raise _missing(f"no table was kept up to e{sequence}")
    return table


def _require_event(session: Session, sequence: int) -> None:
    if sequence >= session.battle.sequence:
        raise _missing(f"the log ends with e{session.battle.sequence - 1}")


def _missing(detail: str) -> ProblemError:
    return ProblemError(404, kind="not-kept", title="Not kept", detail=detail)


def _answered(table: Snapshot, *, what: What, asked: measure.Asked) -> Shown:
    found = measure.measured(table, what=what, asked=asked)
    return {"measurement": to_wire(found), "drawing": marks_as_data(table, found)}


def _moved(now: Snapshot, moves: list[Move]) -> Snapshot:
    value = written_snapshot(now)
    pieces = value["pieces"]
    assert isinstance(pieces, list)
    by_id = {str(each["id"]): each for each in pieces}
    for move in moves:
        if move.piece not in by_id:
            known = ", ".join(by_id) or "none"
            raise BadInputError("moves", expected=f"one of {known}", got=repr(move.piece)[:60])
        piece = by_id[move.piece]
        pose = dict(piece.get("pose") or {})
        pose |= {"x_in": move.x_in, "y_in": move.y_in}
        if move.heading_deg is not None:
            pose["heading_deg"] = move.heading_deg
        piece |= {"pose": pose, "state": "seen", "age_s": 0.0, "declared_by": None}
    return read_snapshot(value, "")
