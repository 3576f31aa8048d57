"""Tells the numbers that a measurement from a unit's place, or its ghost's, would give."""

from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from rules.referee.court.supposing.what_if import TableLook
from rules.referee.toolkit.what_counts import UnitCounts
from rules.table.measuring.ranges import Metric, Range, range_between
from rules.table.sight.ground import ground_of
from rules.table.sight.sight_line import Sight, look
from rules.table.units import Inches, plain
from rules.table.verdict import Answer, Doubt


@dataclass(frozen=True, slots=True, kw_only=True)
class NumbersTo:
    """What is measured from a unit to another one."""

    unit: str
    foe: bool
    """Whether it may fire at it."""
    range: Range
    sight: Sight | None
    """None in a game without lines of sight."""
    says: str


def numbers_there(table_look: TableLook, unit: str) -> tuple[NumbersTo, ...]:
    """Range and sight to every other unit, the nearest first."""
    counts = table_look.counts(unit)
    if counts is None:
        return ()
    found = [
        measured_to(counts, other.id)
        for other in counts.table.pieces
        if other.id != counts.piece.id
    ]
    return tuple(sorted(found, key=_how_far))


def _how_far(found: NumbersTo) -> float:
    value = found.range.verdict.value
    return float("inf") if value is None else float(value)


def measured_to(counts: UnitCounts, other: str) -> NumbersTo:
    """Range and sight from a unit to a piece of the same table."""
    fire, pair = counts.fire, (counts.piece.id, other)
    limit = None if fire is None else fire.limit
    ranged = range_between(
        counts.table,
        pair,
        metric=Metric.EDGE if fire is None else fire.metric,
        limit=limit,
        doubt=Doubt() if fire is None else fire.agreed.doubt,
    )
    seen = _seen(counts, pair)
    return NumbersTo(
        unit=other,
        foe=other in counts.foes,
        range=ranged,
        sight=seen,
        says=_says(other, ranged=ranged, limit=limit, seen=seen),
    )


def _seen(counts: UnitCounts, pair: tuple[str, str]) -> Sight | None:
    if counts.sight is None:
        return None
    # Units that are only in the way of nobody stay as they are: the rest is as it is judged.
    return look(ground_of(counts.table, counts.sight.blockers), pair, doubt=counts.sight.doubt)


def _says(other: str, *, ranged: Range, limit: Inches | None, seen: Sight | None) -> str:
    """A line for players: "T2 is 11.4 in away, in range, and hidden by woods W1"."""
    value = ranged.verdict.value
    if value is None:
        return f"{other} cannot be measured: {ranged.verdict.why}"
    words = [f"{other} is {plain(value)} in away"]
    if limit is not None:
        words.append(_IN_RANGE[ranged.verdict.answer])
    if seen is not None:
        words.append(_seen_words(seen))
    return ", ".join(words)


_IN_RANGE: Final = MappingProxyType(
    {
        Answer.YES: "in range",
        Answer.NO: "out of range",
        Answer.TOO_CLOSE_TO_CALL: "too close to the end of its range to call",
        Answer.CANNOT_SEE: "not to be measured",
    }
)


def _seen_words(seen: Sight) -> str:
    match seen.verdict.answer:
        case Answer.YES:
            return "in sight"
        case Answer.NO:
            hides = " and ".join(f"{each.kind} {each.id}".strip() for each in seen.blocked_by)
            return f"hidden by {hides}" if hides else "hidden"
        case Answer.TOO_CLOSE_TO_CALL:
            beside = f" at {seen.nearest}" if seen.nearest else ""
            return f"its sight line is too close to call{beside}"
    return "its sight line cannot be judged"
