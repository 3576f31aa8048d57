"""Moments of a battle over HTTP: how it stood after any event, and what if it stood otherwise."""

import asyncio
from typing import Annotated

from fastapi import APIRouter, Body, Path, Query, Response
from pydantic import BaseModel, ConfigDict, Field

from api.access.admission import AdmittingRoute, Who
from api.answers.adjudged import plain_value
from api.answers.asking import What
from api.answers.wire import AnyMeasureWire, to_wire
from api.battles.showing import event_shown
from api.drawing.data import marks_as_data
from api.drawing.sheet import draw
from api.review.story.timeline import timeline_data
from api.routes.battles.battles import InPlay, Sitting
from api.routes.problems import complaining
from api.routes.review.kept import (
    Desk,
    Place,
    Shown,
    from_file,
    require_event,
    required_table,
    table_then,
)
from api.routes.shown import TheTable
from api.routes.table import measure
from api.routes.table.table import DrawingAsked
from api.shapes.review import MomentTold, TimelineTold
from api.shapes.shaped import Described, Shaped
from rules.referee.court.offers import view
from rules.table.bad_input import BadInputError
from rules.table.files.snapshot_json import read_snapshot, written_snapshot
from rules.table.snapshot import Snapshot

router = APIRouter(
    prefix="/api/v1/battles/{battle}/review", tags=["review"], route_class=AdmittingRoute
)

MOST_MOVES = 40


class MoveTried(BaseModel):
    """Where a piece might stand."""

    # The name that programs know the shape by.
    __qualname__ = "Move"
    model_config = ConfigDict(title="Move", extra="forbid")

    piece: Annotated[str, Field(max_length=100)]
    x_in: Annotated[float, Field(allow_inf_nan=False)]
    y_in: Annotated[float, Field(allow_inf_nan=False)]
    heading_deg: Annotated[float | None, Field(allow_inf_nan=False)] = None


class WhatIf(measure.QuestionAsked):
    """A question to the table as it would lie."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {"what": "near", "a": "T1", "moves": [{"piece": "T1", "x_in": 12, "y_in": 9}]}
            ]
        }
    )

    what: What
    moves: Annotated[list[MoveTried], Field(max_length=MOST_MOVES)]


class MomentMeasured(Described):
    """A measurement on a table of then, or of what if, and its drawing as data."""

    measurement: AnyMeasureWire
    drawing: list[measure.MarkWire]


MeasuredShown = Annotated[Shown, Shaped(MomentMeasured)]


@router.get("/timeline", operation_id="timeline")
async def timeline(session: InPlay, desk: Desk) -> Annotated[Shown, Shaped(TimelineTold)]:
    """The whole course in columns: turns, kinds of events, which have a table or a picture."""
    battle = session.battle
    found = await asyncio.to_thread(desk.timeline, session, battle)
    told = timeline_data(battle, found.turns[: battle.sequence])
    tables, pictures = await from_file(
        session, lambda archive: (sorted(archive.snapshot_ids()), archive.pictured())
    )
    pictured = sorted({sequence for sequence, _ in pictures})
    return {**told, "tables": tables, "pictured": pictured, "whole": desk.shows_whole(session)}


@router.get("/moments/{sequence}", operation_id="moment")
async def moment(
    session: InPlay, desk: Desk, *, sequence: Place, seat: Sitting
) -> Annotated[Shown, Shaped(MomentTold)]:
    """The battle just after an event: what the seat might know then, and the table as it lay."""
    battle = session.battle
    require_event(session, sequence)
    then = await asyncio.to_thread(desk.then, session, battle, sequence=sequence)
    table = await table_then((session, desk, seat), sequence)
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
    responses={200: {"content": {"image/svg+xml": {}}}},
    response_class=Response,
)
async def moment_drawing(
    session: InPlay,
    desk: Desk,
    *,
    who: Who,
    sequence: Place,
    drawn: Annotated[DrawingAsked, Query()],
) -> Response:
    """The table as it lay, with a question and its answer on it if one is asked."""
    table = await required_table((session, desk, who.seat), sequence)
    found = None
    if drawn.what is not None:
        found = measure.measured(table, what=drawn.what, asked=drawn)
    return Response(draw(table, measurement=found, errors=drawn.errors), media_type="image/svg+xml")


@router.get(
    "/moments/{sequence}/measure/{what}",
    operation_id="measure_moment",
)
async def measure_moment(
    session: InPlay,
    desk: Desk,
    *,
    who: Who,
    sequence: Place,
    what: Annotated[What, Path()],
    asked: Annotated[measure.QuestionAsked, Query()],
) -> MeasuredShown:
    """Put one of the five questions to the table as it lay."""
    table = await required_table((session, desk, who.seat), sequence)
    return _answered(table, what=what, asked=asked)


@router.post("/what-if", operation_id="what_if")
def what_if(
    session: InPlay, *, who: Who, shown: TheTable, asked: Annotated[WhatIf, Body()]
) -> MeasuredShown:
    """Measure as if pieces stood elsewhere. Nobody else hears of it; nothing is written down."""
    now = shown.latest(session, seat=who.seat)
    with complaining():
        table = _moved(now, asked.moves)
    return _answered(table, what=asked.what, asked=asked)


def _answered(table: Snapshot, *, what: What, asked: measure.QuestionAsked) -> Shown:
    found = measure.measured(table, what=what, asked=asked)
    return {"measurement": to_wire(found), "drawing": marks_as_data(table, found)}


def _moved(now: Snapshot, moves: list[MoveTried]) -> Snapshot:
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
