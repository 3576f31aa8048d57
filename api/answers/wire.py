"""Writes a measurement as JSON, the same on the command line and over HTTP.

The shape is stable within a `format`. Lengths are inches and say so in their names; a length is
null where there is nothing to measure.
"""

from typing import Annotated, Any, Final, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from api.answers.asking import Measurement, TableQuestion, What
from rules.table.measuring.clear_line import ClearLine
from rules.table.measuring.proximity import ChainMember, Near
from rules.table.measuring.ranges import Range
from rules.table.sight.sight_line import Sight
from rules.table.verdict import Answer, Verdict

FORMAT: Final = "paper-umpire/measure/1"


def _rounded(length: float) -> float:
    return round(float(length), 6)


LengthIn = Annotated[float, AfterValidator(_rounded)]
"""Inches, to a millionth of one: the same on every computer."""
PointIn = tuple[LengthIn, LengthIn]
SegmentIn = tuple[PointIn, PointIn]


class Wire(BaseModel):
    """What all of these share: they are written once and never changed."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class VerdictWire(Wire):
    """An answer with everything it was judged by."""

    answer: Answer
    value_in: LengthIn | None
    limit_in: LengthIn | None
    margin_in: LengthIn | None
    sigma_in: LengthIn | None
    bound_in: LengthIn | None
    why: str
    declared: tuple[str, ...]


class CrossingWire(Wire):
    """Where a sight line runs through something that blocks it."""

    id: str
    kind: str
    chord_in: SegmentIn | None
    length_in: LengthIn


class NearWire(Wire):
    """One piece near the one that was asked about."""

    piece: str
    verdict: VerdictWire
    start_in: PointIn | None
    end_in: PointIn | None


class ChainMemberWire(Wire):
    """One piece in a chain, and the pieces it hangs on by."""

    piece: str
    answer: Answer
    path: tuple[str, ...]
    gaps_in: tuple[LengthIn, ...]
    why: str


class MeasureWire(Wire):
    """What every measurement says."""

    format: Literal["paper-umpire/measure/1"] = FORMAT
    snapshot: int
    a: str
    answer: Answer
    sentence: str
    warnings: tuple[str, ...]


class RangeWire(MeasureWire):
    """How far it is from one piece to another."""

    what: Literal["range"] = "range"
    b: str
    verdict: VerdictWire
    metric: str
    start_in: PointIn | None
    end_in: PointIn | None


class SightWire(MeasureWire):
    """Whether one piece sees another."""

    what: Literal["sight"] = "sight"
    b: str
    verdict: VerdictWire
    line_in: SegmentIn | None
    blocked_by: tuple[CrossingWire, ...]
    nearest: str | None
    witness_in: SegmentIn | None
    p_blocked: float | None


class LineWire(MeasureWire):
    """The shortest line between two pieces that crosses no other piece."""

    what: Literal["line"] = "line"
    b: str
    verdict: VerdictWire
    line_in: SegmentIn | None
    closest_in: SegmentIn | None
    touches: tuple[str, ...]
    blocked_by: tuple[str, ...]


class NearListWire(MeasureWire):
    """Which pieces are near one."""

    what: Literal["near"] = "near"
    reach_in: LengthIn
    members: tuple[NearWire, ...]


class ChainWire(MeasureWire):
    """Which pieces hang together with one, link by link."""

    what: Literal["chain"] = "chain"
    reach_in: LengthIn
    links: int
    members: tuple[ChainMemberWire, ...]


AnyMeasureWire = Annotated[
    RangeWire | SightWire | LineWire | NearListWire | ChainWire, Field(discriminator="what")
]


def to_wire(
    measurement: Measurement,
) -> RangeWire | SightWire | LineWire | NearListWire | ChainWire:
    """The measurement in the shape that leaves the program."""
    question, result = measurement.question, measurement.result
    head = MeasureWire(
        snapshot=measurement.snapshot_number,
        a=question.a,
        answer=measurement.answer,
        sentence=measurement.sentence,
        warnings=measurement.warnings,
    ).model_dump()
    match result:
        case Range(verdict=verdict, metric=metric, start=start, end=end):
            return RangeWire(
                **head,
                b=_second(question),
                verdict=_verdict(verdict),
                metric=metric,
                start_in=start,
                end_in=end,
            )
        case Sight():
            return _sight(head, question=question, sight=result)
        case ClearLine():
            return LineWire(
                **head,
                b=_second(question),
                verdict=_verdict(result.verdict),
                line_in=result.line,
                closest_in=result.closest,
                touches=result.touches,
                blocked_by=result.blocked_by,
            )
        case members:
            return _list(head, question=question, members=members)


def _second(question: TableQuestion) -> str:
    return question.b or ""


def _verdict(verdict: Verdict) -> VerdictWire:
    return VerdictWire(
        answer=verdict.answer,
        value_in=verdict.value,
        limit_in=verdict.limit,
        margin_in=verdict.margin,
        sigma_in=verdict.sigma,
        bound_in=verdict.bound,
        why=verdict.why,
        declared=verdict.declared,
    )


def _sight(head: dict[str, Any], *, question: TableQuestion, sight: Sight) -> SightWire:
    crossings = tuple(
        CrossingWire(
            id=crossing.id, kind=crossing.kind, chord_in=crossing.chord, length_in=crossing.length
        )
        for crossing in sight.blocked_by
    )
    return SightWire(
        **head,
        b=_second(question),
        verdict=_verdict(sight.verdict),
        line_in=sight.line,
        blocked_by=crossings,
        nearest=sight.nearest,
        witness_in=sight.witness,
        p_blocked=sight.p_blocked,
    )


def _list(
    head: dict[str, Any],
    *,
    question: TableQuestion,
    members: tuple[Near, ...] | tuple[ChainMember, ...],
) -> NearListWire | ChainWire:
    if question.what is What.NEAR:
        near = tuple(
            NearWire(
                piece=member.piece,
                verdict=_verdict(member.verdict),
                start_in=member.start,
                end_in=member.end,
            )
            for member in members
            if isinstance(member, Near)
        )
        return NearListWire(**head, reach_in=question.reach, members=near)
    chained = tuple(
        ChainMemberWire(
            piece=member.piece,
            answer=member.answer,
            path=member.path,
            gaps_in=member.gaps,
            why=member.why,
        )
        for member in members
        if isinstance(member, ChainMember)
    )
    return ChainWire(**head, reach_in=question.reach, links=question.links, members=chained)
