"""Gives the marks of a measurement as data, for whoever draws them by other means."""

from api.answers.asking import Measurement
from rules.table.measuring.clear_line import ClearLine
from rules.table.measuring.proximity import ChainMember, Near
from rules.table.measuring.ranges import Range
from rules.table.outlines.outline import place
from rules.table.shapes import Point
from rules.table.sight.sight_line import Sight
from rules.table.snapshot import Piece, Snapshot
from rules.table.units import Inches, plain
from rules.table.verdict import Answer

Mark = dict[str, object]


def marks_as_data(snapshot: Snapshot, measurement: Measurement) -> list[Mark]:
    """Lines in inches of the table, each with what it shows, its answer and its words."""
    match measurement.result:
        case Range() as found:
            value = found.verdict.value
            words = "" if value is None else f"{plain(value)} in"
            return _line(
                "distance", (found.start, found.end), answer=found.verdict.answer, words=words
            )
        case Sight() as found:
            marks = _line("sight", found.line, answer=found.verdict.answer)
            for crossing in found.blocked_by:
                marks += _line("blocked", crossing.chord, answer=Answer.NO, words=crossing.id)
            return marks
        case ClearLine() as found:
            return _line("line", found.line, answer=found.verdict.answer)
        case members:
            return [mark for each in members for mark in _member(snapshot, each)]


def _member(snapshot: Snapshot, member: Near | ChainMember) -> list[Mark]:
    if isinstance(member, Near):
        ends = (member.start, member.end)
        value = member.verdict.value
        words = "" if value is None else f"{plain(value)} in"
        return _line("near", ends, answer=member.verdict.answer, words=words)
    if len(member.path) < 2:
        return []
    pieces = [snapshot.piece(name) for name in member.path[-2:]]
    if any(piece.pose is None for piece in pieces):
        return []
    one, other = (_centre(piece) for piece in pieces)
    words = f"{plain(member.gaps[-1])} in" if member.gaps else ""
    return _line("link", (one, other), answer=member.answer, words=words)


def _centre(piece: Piece) -> Point:
    x, y = place(piece).centre
    return Inches(float(x)), Inches(float(y))


def _line(
    what: str,
    ends: tuple[Point | None, Point | None] | None,
    *,
    answer: Answer,
    words: str = "",
) -> list[Mark]:
    if ends is None or ends[0] is None or ends[1] is None:
        return []
    points = [[round(float(value), 6) for value in point] for point in (ends[0], ends[1])]
    return [{"what": what, "line_in": points, "answer": str(answer), "words": words}]
