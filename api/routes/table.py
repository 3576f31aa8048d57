"""Knows the table over HTTP: its state, the five questions, and the drawing."""

import json
from http import HTTPStatus
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Path, Query, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from api.asking import (
    BLOCKING_KINDS,
    DEFAULT_LINKS,
    DEFAULT_REACH,
    BadQuestionError,
    Measurement,
    Question,
    UnknownPieceError,
    What,
    ask,
)
from api.drawing.sheet import draw
from api.errors import PROBLEM_TYPE, ProblemError
from api.table_file import SnapshotSource
from api.version import version
from api.wire import AnyMeasureWire, to_wire
from rules.table.ranges import Metric
from rules.table.snapshot import Snapshot
from rules.table.snapshot_json import snapshot_to_json
from rules.table.units import Inches

router = APIRouter()

Length = Annotated[float, Field(ge=0, le=10_000)]


class Problem(BaseModel):
    """Why there is no answer (RFC 9457)."""

    type: str
    title: str
    status: int
    detail: str


PROBLEMS: dict[int | str, dict[str, Any]] = {
    status: {"description": text, "model": Problem, "content": {PROBLEM_TYPE: {}}}
    for status, text in (
        (404, "No such piece on this table."),
        (422, "The question makes no sense."),
        (503, "The table cannot be read."),
    )
}


class Health(BaseModel):
    """That the server is there, and which one it is."""

    status: Literal["ok"] = "ok"
    version: str


class Asked(BaseModel):
    """A question as the address spells it; each but the drawing of a bare table needs `a`."""

    model_config = ConfigDict(extra="forbid")

    a: Annotated[str | None, Field(description="The piece that asks.")] = None
    b: Annotated[str | None, Field(description="The piece that is asked about.")] = None
    limit: Annotated[Length | None, Field(description="Inches; this far is within.")] = None
    metric: Metric = Metric.EDGE
    blockers: Annotated[
        str, Field(description="Kinds of terrain that block sight, with commas between.")
    ] = ",".join(BLOCKING_KINDS)
    wreck: Annotated[list[str], Field(description="Pieces that block sight.")] = []
    reach: Annotated[Length, Field(description="Inches from edge to edge.")] = DEFAULT_REACH
    links: Annotated[int, Field(ge=1, le=100)] = DEFAULT_LINKS
    floor: Length = 0.0

    def question(self, what: What) -> Question:
        if self.a is None:
            raise BadQuestionError(f"{what} needs a piece that asks: name it as `a`")
        return Question(
            what=what,
            a=self.a,
            b=self.b,
            limit=None if self.limit is None else Inches(self.limit),
            metric=self.metric,
            blockers=tuple(kind.strip() for kind in self.blockers.split(",") if kind.strip()),
            wrecks=tuple(self.wreck),
            reach=Inches(self.reach),
            links=self.links,
            floor=Inches(self.floor),
        )


class Drawn(Asked):
    """What to draw: the bare table, or a question and its answer on it."""

    what: What | None = None
    errors: Annotated[bool, Field(description="Draw the error of each place.")] = False


def current_snapshot(request: Request) -> Snapshot:
    """The table as it is now."""
    source: SnapshotSource = request.app.state.snapshot_source
    return source()


Now = Annotated[Snapshot, Depends(current_snapshot)]


@router.get("/healthz", operation_id="health", tags=["server"])
def health() -> Health:
    return Health(version=version())


@router.get(
    "/api/v1/snapshot", operation_id="snapshot", tags=["table"], responses={503: PROBLEMS[503]}
)
def snapshot(now: Now) -> dict[str, Any]:
    """The table as a snapshot file has it."""
    body: dict[str, Any] = json.loads(snapshot_to_json(now))
    return body


@router.get("/api/v1/measure/{what}", operation_id="measure", tags=["table"], responses=PROBLEMS)
def measure(
    now: Now, what: Annotated[What, Path()], *, asked: Annotated[Asked, Query()]
) -> AnyMeasureWire:
    """Put one of the five questions to the table."""
    return to_wire(_measured(now, what=what, asked=asked))


@router.get(
    "/api/v1/table.svg",
    operation_id="drawing",
    tags=["table"],
    responses={**PROBLEMS, 200: {"content": {"image/svg+xml": {}}}},
    response_class=Response,
)
def drawing(now: Now, *, drawn: Annotated[Drawn, Query()]) -> Response:
    """The table as a picture, with a question and its answer on it if one is asked."""
    measurement = None
    if drawn.what is not None:
        measurement = _measured(now, what=drawn.what, asked=drawn)
    picture = draw(now, measurement=measurement, errors=drawn.errors)
    return Response(picture, media_type="image/svg+xml")


def _measured(now: Snapshot, *, what: What, asked: Asked) -> Measurement:
    try:
        return ask(now, asked.question(what))
    except UnknownPieceError as complaint:
        raise ProblemError(
            HTTPStatus.NOT_FOUND,
            kind="unknown-piece",
            title="Unknown piece",
            detail=str(complaint),
            known=list(complaint.known),
            nearest=complaint.nearest,
        ) from complaint
    except BadQuestionError as complaint:
        raise ProblemError(
            422, kind="bad-question", title="Bad question", detail=str(complaint)
        ) from complaint
