"""Everything around one piece over HTTP: how far each other piece is, and whether it is seen."""

from typing import Annotated

from fastapi import APIRouter, Query
from pydantic import BaseModel

from api.access.admission import AdmittingRoute
from api.answers.asking import BadQuestionError, What, ask
from api.answers.wire import LengthIn
from api.routes.problems import complaining
from api.routes.shown import Now
from api.routes.table.measure import Terms, WhoseTable
from rules.table.measuring.ranges import Range
from rules.table.sight.sight_line import Sight

router = APIRouter(prefix="/api/v1/measure", tags=["measuring"], route_class=AdmittingRoute)

MOST_AROUND: int = 150
"""Other pieces that are looked at; that takes a quarter of a second at the most."""


class AskedAround(Terms):
    """Terms of range and sight, and the piece that looks around."""

    battle: WhoseTable = ""
    a: Annotated[str, Query(description="The piece that looks around.")]


class RangeAround(BaseModel):
    """How far it is."""

    answer: str
    value_in: LengthIn | None
    sigma_in: LengthIn | None
    sentence: str


class SightAround(BaseModel):
    """Whether it is seen."""

    answer: str
    p_blocked: float | None
    sentence: str


class Other(BaseModel):
    """Another piece, as the one that looks around has it."""

    piece: str
    range: RangeAround
    sight: SightAround


class AroundWire(BaseModel):
    """All others, the nearest first."""

    snapshot: int
    a: str
    others: list[Other]


@router.get("/around", operation_id="measure_around")
def measure_around(now: Now, *, asked: Annotated[AskedAround, Query()]) -> AroundWire:
    """Range and sight from one piece to every other one."""
    names = [each.id for each in now.pieces if each.id != asked.a]
    with complaining():
        if len(names) > MOST_AROUND:
            raise BadQuestionError(
                f"expected at most {MOST_AROUND} other pieces on the table, got {len(names)}"
            )
        if not names:
            # An unknown piece is a problem also where it would be alone.
            ask(now, asked.of(What.NEAR, a=asked.a, b=None))
        ranges = [ask(now, asked.of(What.RANGE, a=asked.a, b=name)) for name in names]
        sights = [ask(now, asked.of(What.SIGHT, a=asked.a, b=name)) for name in names]
    others = []
    for name, far, seen in zip(names, ranges, sights, strict=True):
        assert isinstance(far.result, Range)
        assert isinstance(seen.result, Sight)
        verdict = far.result.verdict
        others.append(
            Other(
                piece=name,
                range=RangeAround(
                    answer=far.answer,
                    value_in=verdict.value,
                    sigma_in=verdict.sigma,
                    sentence=far.sentence,
                ),
                sight=SightAround(
                    answer=seen.answer, p_blocked=seen.result.p_blocked, sentence=seen.sentence
                ),
            )
        )
    others.sort(key=lambda each: (each.range.value_in is None, each.range.value_in or 0.0))
    return AroundWire(snapshot=now.number, a=asked.a, others=others)
