"""Measures the shortest line between two pieces that others do not block, edge to edge."""

import math
from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
import shapely

from rules.table.measuring.tangents import Hindrance, shortest_clear
from rules.table.outlines.length_error import covariances, length_error
from rules.table.outlines.outline import Outline, place
from rules.table.seeing import (
    on_whose_word,
    vouched,
    why_none_measurable,
    why_unmeasurable,
)
from rules.table.shapes import Floats, Segment, point
from rules.table.snapshot import Piece, PieceState, Snapshot
from rules.table.units import Inches, is_told, plain, plain_error
from rules.table.verdict import Answer, Doubt, Verdict, cannot_see

_ELSEWHERE: Final = 1.0
"""Inches by which a hand may have nudged a piece that it hides."""

GRAZE: Final = Inches(1e-6)
"""How far a measuring line may enter another outline by default: rounding, nothing more."""
_TOUCHING: Final = 1e-6
"""Inches that two outlines may be apart and still touch."""
_STRIP: Final = 1e-3
"""Inches on either side of where two meet that a line between them runs into."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClearLine:
    """The shortest line between two outlines that crosses no other one."""

    verdict: Verdict
    line: Segment | None
    """None when every line is blocked."""
    closest: Segment | None
    """The shortest line if nothing stood in the way."""
    touches: tuple[str, ...]
    """The pieces that the line leans on."""
    blocked_by: tuple[str, ...]
    """The pieces that stand in the closest line."""


def clear_line(
    snapshot: Snapshot,
    pair: tuple[str, str],
    *,
    blockers: Collection[str] | None = None,
    limit: Inches | None = None,
    graze: Inches = GRAZE,
    seams_open: bool = True,
    doubt: Doubt = Doubt(),
) -> ClearLine:
    """The shortest clear line between two pieces, and whether it is within ``limit``.

    Every other placed piece blocks unless ``blockers`` names fewer. A line may touch a blocker and
    enter it by at most ``graze``; unless ``seams_open``, none passes between two that touch.
    """
    pieces = (snapshot.piece(pair[0]), snapshot.piece(pair[1]))
    if reason := why_none_measurable(snapshot, pieces=pieces, doubt=doubt):
        verdict = cannot_see(reason, limit=limit)
        return ClearLine(verdict=verdict, line=None, closest=None, touches=(), blocked_by=())
    names = {piece.id for piece in snapshot.pieces} if blockers is None else set(blockers)
    between = [snapshot.piece(name) for name in sorted(names - set(pair))]
    reasons = {other.id: why_unmeasurable(snapshot, piece=other, doubt=doubt) for other in between}
    lost = [other for other in between if reasons[other.id] is not None]
    seen = [other for other in between if reasons[other.id] is None]
    found = _among_seen(
        snapshot,
        pieces=pieces,
        others=[(other.id, place(other), other) for other in seen]
        + ([] if seams_open else _seams(seen, graze=graze)),
        limit=limit,
        graze=graze,
        doubt=doubt,
    )
    if found.verdict.answer is Answer.NO or not _may_matter(found, lost=lost):
        return found
    verdict = cannot_see(f"{lost[0].id} may stand in the way: {reasons[lost[0].id]}", limit=limit)
    return ClearLine(verdict=verdict, line=None, closest=None, touches=(), blocked_by=())


def _among_seen(
    snapshot: Snapshot,
    *,
    pieces: tuple[Piece, Piece],
    others: list[tuple[str, Outline, Piece]],
    limit: Inches | None,
    graze: Inches,
    doubt: Doubt,
) -> ClearLine:
    """The answer that follows from the pieces whose places are known, and from their seams."""
    start, end = place(pieces[0]), place(pieces[1])
    outlines = [outline for _, outline, _ in others]
    plays = _plays(pieces, others=[other for _, _, other in others], doubt=doubt)
    closest = shortest_clear(start, end, hindrances=())
    exact = _hindrances(outlines, grown=[-graze] * len(outlines))
    line = shortest_clear(start, end, hindrances=exact)
    lines = (line, line, line)
    grown = _hindrances(outlines, grown=[play - graze for play in plays])
    if any(plays) and closest is not None and any(each.entered_by(closest) for each in grown):
        shrunk = _hindrances(outlines, grown=[-play - graze for play in plays])
        lines = (
            line,
            shortest_clear(start, end, hindrances=shrunk),
            shortest_clear(start, end, hindrances=grown),
        )
    return _judged(
        snapshot,
        pieces=pieces,
        outlines=(start, end),
        lines=lines,
        closest=closest,
        others=list(zip([name for name, _, _ in others], exact, strict=True)),
        limit=limit,
        doubt=doubt,
    )


def _seams(others: list[Piece], *, graze: float) -> list[tuple[str, Outline, Piece]]:
    """What shuts the gaps of no width between pieces that touch, in the name of either of the two.

    A strip on both sides of where they meet, no farther out than they reach themselves: along what
    is the outline of one alone a line stays free.
    """
    found = []
    cores = np.array([place(piece).core() for piece in others], dtype=object)
    first, second = np.triu_indices(len(others), k=1)
    touching = shapely.distance(cores[first], cores[second]) <= _TOUCHING
    for one, other in zip(first[touching], second[touching], strict=True):
        strips = _strips(cores[one], cores[other], by=2 * graze + _STRIP)
        pair = (others[one], others[other])
        found += [(piece.id, strip, piece) for strip in strips for piece in pair]
    return found


def _strips(one: shapely.Geometry, other: shapely.Geometry, *, by: float) -> list[Outline]:
    """Where two outlines meet, so far on either side; about the point where they meet at a corner.

    >>> squares = shapely.box(0, 0, 2, 2), shapely.box(2, 0, 4, 2), shapely.box(2, 2, 4, 4)
    >>> [[float(n) for n in _strips(squares[0], each, by=0.1)[0].centre] for each in squares[1:]]
    [[2.0, 1.0], [2.0, 2.0]]
    """
    near, beside, both = (
        shapely.buffer(each, by, join_style="mitre")
        for each in (one, other, shapely.union(one, other))
    )
    whole = shapely.buffer(both, -by, join_style="mitre")
    shut = shapely.intersection(shapely.intersection(near, beside), whole)
    parts = [part for part in shapely.get_parts(shut) if shapely.area(part) > 1.5 * by * by]
    if not parts:
        meeting = shapely.get_coordinates(shapely.shortest_line(one, other))[0]
        parts = [shapely.buffer(shapely.Point(meeting), by, cap_style="square")]
    strips = []
    for part in parts:
        corners = shapely.get_coordinates(part)[:-1]
        middle = shapely.get_coordinates(shapely.centroid(part))[0]
        strips.append(
            Outline(corners=corners, radius=0.0, centre=middle, front=middle, origin=middle)
        )
    return strips


def _may_matter(known: ClearLine, *, lost: list[Piece]) -> bool:
    """Whether pieces that are not seen could stand in a line: where they were last, or anywhere.

    A hidden piece is taken to be where it was; one that moves or is lost may be anywhere.
    """
    if known.line is None:
        return False
    line = np.array(known.line)
    for piece in lost:
        if piece.pose is None or piece.state is not PieceState.HIDDEN:
            return True
        if Hindrance(place(piece), grown=_ELSEWHERE).entered_by(line):
            return True
    return False


def _hindrances(outlines: list[Outline], *, grown: list[float]) -> list[Hindrance]:
    return [Hindrance(o, grown=by) for o, by in zip(outlines, grown, strict=True)]


def _plays(pieces: tuple[Piece, ...], *, others: list[Piece], doubt: Doubt) -> list[float]:
    """How far each blocker may be displaced against the line, within the doubt."""
    ends = max(_widest(piece) for piece in pieces)
    return [doubt.bound(math.sqrt(ends + _widest(other))) for other in others]


def _widest(piece: Piece) -> float:
    """The variance of a piece's outline in its worst place and direction."""
    matrix = covariances([piece])[0]
    swing = math.radians(math.sqrt(matrix[2, 2])) * place(piece).reach
    return (math.sqrt(float(np.linalg.eigvalsh(matrix[:2, :2])[-1])) + swing) ** 2


def _judged(
    snapshot: Snapshot,
    *,
    pieces: tuple[Piece, Piece],
    outlines: tuple[Outline, Outline],
    lines: tuple[Floats | None, Floats | None, Floats | None],
    closest: Floats | None,
    others: list[tuple[str, Hindrance]],
    limit: Inches | None,
    doubt: Doubt,
) -> ClearLine:
    line, shortest, longest = lines
    in_the_way = _entered(closest, others=others)
    at = line if line is not None else closest
    sigma = 0.0
    if at is not None:
        ends = ((pieces[0], outlines[0]), (pieces[1], outlines[1]))
        sigma = length_error(snapshot, ends=ends, start=at[0], end=at[1])
    low, high = (_length(each) for each in (shortest, longest))
    verdict = _verdict(
        pieces,
        value=_length(line),
        range_=(low, high),
        sigma=sigma,
        limit=limit,
        in_the_way=in_the_way,
        doubt=doubt,
    )
    touches = _touched(line, others=others) if in_the_way else ()
    deciding = [snapshot.piece(name) for name in sorted({*touches, *in_the_way})]
    verdict = replace(
        verdict,
        why=verdict.why + on_whose_word((*pieces, *deciding)),
        declared=vouched((*pieces, *deciding)),
    )
    return ClearLine(
        verdict=verdict,
        line=_segment(line),
        closest=_segment(closest),
        touches=touches,
        blocked_by=in_the_way,
    )


def _verdict(
    pieces: tuple[Piece, Piece],
    *,
    value: float,
    range_: tuple[float, float],
    sigma: float,
    limit: Inches | None,
    in_the_way: tuple[str, ...],
    doubt: Doubt,
) -> Verdict:
    """YES and NO hold for every place of the blockers within the doubt, or it is too close."""
    bound = doubt.bound(sigma)
    within = math.inf if limit is None else limit
    low, high = range_
    if high + bound <= within and math.isfinite(high):
        answer = Answer.YES
    elif low - bound > within or not math.isfinite(low):
        answer = Answer.NO
    else:
        answer = Answer.TOO_CLOSE_TO_CALL
    if sigma == 0 and low == high and math.isfinite(value):
        answer = Answer.YES if value <= within + 1e-9 else Answer.NO
    found = math.isfinite(value)
    margin = Inches(limit - value) if limit is not None and found else None
    if answer is Answer.TOO_CLOSE_TO_CALL and margin is not None:
        bound = Inches(max(bound, abs(margin)))
    return Verdict(
        answer=answer,
        value=Inches(value) if found else None,
        limit=limit,
        margin=margin,
        sigma=Inches(sigma),
        bound=bound,
        why=_why(pieces, answer=answer, value=value, sigma=sigma, limit=limit, by=in_the_way),
    )


def _why(
    pieces: tuple[Piece, Piece],
    *,
    answer: Answer,
    value: float,
    sigma: float,
    limit: Inches | None,
    by: tuple[str, ...],
) -> str:
    one, other = pieces[0].id, pieces[1].id
    if not math.isfinite(value):
        surely = "" if answer is Answer.NO else ", but too close to call"
        return f"no clear line from {one} to {other}: {_and(by)} covers all of it{surely}"
    past = f" past {_and(by)}" if by else ""
    says = f"{plain(value)} in from {one} to {other} edge to edge{past}"
    error = f" (error {plain_error(sigma)} in)" if is_told(sigma) else ""
    if answer is Answer.TOO_CLOSE_TO_CALL:
        what = "whether a line is clear" if limit is None else f"{plain(limit)} in"
        return f"{says}: too close to call against {what}{error}"
    if limit is None:
        return f"{says}{error}"
    side = "within" if answer is Answer.YES else "beyond"
    return f"{says}: {side} {plain(limit)} in by {plain(abs(limit - value))} in{error}"


def _and(names: tuple[str, ...]) -> str:
    return " and ".join(names) if names else "something"


def _entered(line: Floats | None, *, others: list[tuple[str, Hindrance]]) -> tuple[str, ...]:
    if line is None or _length(line) <= 0:
        return ()
    return tuple(dict.fromkeys(name for name, each in others if each.entered_by(line)))


def _touched(line: Floats | None, *, others: list[tuple[str, Hindrance]]) -> tuple[str, ...]:
    if line is None:
        return ()
    drawn = shapely.LineString(line)
    return tuple(
        dict.fromkeys(
            name
            for name, each in others
            if shapely.distance(each.outline.core(), drawn) < each.outline.radius + 1e-5
        )
    )


def _length(line: Floats | None) -> float:
    return math.inf if line is None else math.dist(line[0], line[1])


def _segment(line: Floats | None) -> Segment | None:
    return None if line is None else (point(line[0]), point(line[1]))
