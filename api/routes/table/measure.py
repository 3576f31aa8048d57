"""Answers over HTTP the questions that can be put to the table."""

from itertools import combinations
from typing import Annotated, Literal
from urllib.parse import urlencode

from fastapi import APIRouter, Path, Query, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from api.access.admission import AdmittingRoute
from api.answers.asking import (
    BLOCKING_KINDS,
    DEFAULT_LINKS,
    DEFAULT_REACH,
    BadQuestionError,
    Measurement,
    TableQuestion,
    What,
    ask,
)
from api.answers.wire import AnyMeasureWire, LengthIn, PointIn, to_wire
from api.drawing.data import marks_as_data
from api.drawing.sheet import draw
from api.routes.problems import complaining
from api.routes.shown import WHOSE_TABLE, Now
from rules.table.measuring.ranges import Metric
from rules.table.snapshot import Snapshot
from rules.table.units import Inches

router = APIRouter(prefix="/api/v1/measure", tags=["measuring"], route_class=AdmittingRoute)

WhoseTable = Annotated[str, Field(max_length=64, description=WHOSE_TABLE)]
Length = Annotated[float, Field(ge=0, le=10_000)]
MOST_RANGED: int = 100
"""Pieces of which all pairs are measured at once; 4,950 pairs take half a second."""
MOST_SIGHTED: int = 30


class Terms(BaseModel):
    """What a question is asked with, as the address spells it."""

    model_config = ConfigDict(extra="forbid")

    limit: Annotated[Length | None, Field(description="Inches; this far is within.")] = None
    metric: Metric = Metric.EDGE
    blockers: Annotated[
        str, Field(description="Kinds of terrain that block sight, with commas between.")
    ] = ",".join(BLOCKING_KINDS)
    wreck: Annotated[list[str], Field(description="Pieces that block sight.")] = []
    reach: Annotated[Length, Field(description="Inches from edge to edge.")] = DEFAULT_REACH
    links: Annotated[int, Field(ge=1, le=100)] = DEFAULT_LINKS
    floor: Length = 0.0

    def of(self, what: What, *, a: str | None, b: str | None) -> TableQuestion:
        """The question about these pieces."""
        if a is None:
            raise BadQuestionError(f"{what} needs a piece that asks: name it as `a`")
        return TableQuestion(
            what=what,
            a=a,
            b=b,
            limit=None if self.limit is None else Inches(self.limit),
            metric=self.metric,
            blockers=tuple(kind.strip() for kind in self.blockers.split(",") if kind.strip()),
            wrecks=tuple(self.wreck),
            reach=Inches(self.reach),
            links=self.links,
            floor=Inches(self.floor),
        )


class QuestionAsked(Terms):
    """A question; each but the drawing of a bare table needs `a`."""

    a: Annotated[str | None, Field(description="The piece that asks.")] = None
    b: Annotated[str | None, Field(description="The piece that is asked about.")] = None


class AskedNow(QuestionAsked):
    """A question to a table as it is now."""

    battle: WhoseTable = ""


class AskedOfAll(Terms):
    """A question to all pairs: range or sight, of all pieces or of those that are named."""

    battle: WhoseTable = ""
    what: Literal["range", "sight"] = "range"
    piece: Annotated[list[str], Field(max_length=MOST_RANGED)] = []


class MarkWire(BaseModel):
    """One line of the drawing."""

    what: Literal["distance", "sight", "blocked", "line", "near", "link"]
    line_in: tuple[PointIn, PointIn]
    answer: str
    words: str


class MeasuredWire(BaseModel):
    """A measurement, and its drawing as data and as the address of a picture."""

    measurement: AnyMeasureWire
    drawing: list[MarkWire]
    svg: str


class PairWire(BaseModel):
    """One pair of pieces."""

    a: str
    b: str
    answer: str
    value_in: LengthIn | None
    margin_in: LengthIn | None
    sigma_in: LengthIn | None
    sentence: str


class PairsWire(BaseModel):
    """All pairs, and the lines of the drawing."""

    snapshot: int
    what: str
    pairs: list[PairWire]
    drawing: list[MarkWire]


@router.get("/pairs", operation_id="measure_pairs")
def measure_pairs(now: Now, *, asked: Annotated[AskedOfAll, Query()]) -> PairsWire:
    """Range or sight between any two pieces."""
    found = _all_pairs(now, asked)
    marks = [mark for each in found for mark in marks_as_data(now, each)]
    return PairsWire(
        snapshot=now.number,
        what=asked.what,
        pairs=[_pair(each) for each in found],
        drawing=[MarkWire.model_validate(mark) for mark in marks],
    )


@router.get(
    "/pairs.svg",
    operation_id="pairs_drawing",
    responses={200: {"content": {"image/svg+xml": {}}}},
    response_class=Response,
)
def pairs_drawing(now: Now, *, asked: Annotated[AskedOfAll, Query()]) -> Response:
    """The table with a line for any two pieces, in the colour of its answer."""
    return Response(draw(now, pairs=_all_pairs(now, asked)), media_type="image/svg+xml")


def _all_pairs(now: Snapshot, asked: AskedOfAll) -> list[Measurement]:
    what = What(asked.what)
    names = tuple(dict.fromkeys(asked.piece)) or tuple(each.id for each in now.pieces)
    most = MOST_RANGED if what is What.RANGE else MOST_SIGHTED
    with complaining():
        if len(names) > most:
            raise BadQuestionError(
                f"expected at most {most} pieces for {what}, got {len(names)}: name some as `piece`"
            )
        return [ask(now, asked.of(what, a=a, b=b)) for a, b in combinations(names, 2)]


@router.get("/{what}", operation_id="measure")
def measure(
    request: Request,
    now: Now,
    *,
    what: Annotated[What, Path()],
    asked: Annotated[AskedNow, Query()],
) -> MeasuredWire:
    """Put one of the five questions to the table."""
    found = measured(now, what=what, asked=asked)
    query = [*request.query_params.multi_items(), ("what", str(what))]
    return MeasuredWire(
        measurement=to_wire(found),
        drawing=[MarkWire.model_validate(mark) for mark in marks_as_data(now, found)],
        svg=f"/api/v1/table/drawing.svg?{urlencode(query)}",
    )


def measured(now: Snapshot, *, what: What, asked: QuestionAsked) -> Measurement:
    """The answer to a question, or the problem with it."""
    with complaining():
        return ask(now, asked.of(what, a=asked.a, b=asked.b))


def _pair(found: Measurement) -> PairWire:
    verdict = found.verdict
    return PairWire(
        a=found.question.a,
        b=found.question.b or "",
        answer=found.answer,
        value_in=None if verdict is None else verdict.value,
        margin_in=None if verdict is None else verdict.margin,
        sigma_in=None if verdict is None else verdict.sigma,
        sentence=found.sentence,
    )
