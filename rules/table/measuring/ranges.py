"""Measures how far two things are from each other, and whether that is within a limit."""

import math
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Final

import numpy as np
import shapely

from rules.table.measuring.gaps import gap_of
from rules.table.outlines.length_error import length_error
from rules.table.outlines.outline import Outline, place
from rules.table.seeing import on_whose_word, vouched, why_none_measurable
from rules.table.shapes import Floats, Point, point
from rules.table.snapshot import Piece, Snapshot
from rules.table.units import Inches, is_told, plain, plain_error
from rules.table.verdict import Answer, Doubt, Verdict, cannot_see, judge


class Metric(StrEnum):
    """From where to where a range is measured."""

    CENTRE = "centre"
    EDGE = "edge"
    FRONT = "front"
    """Middle of the front to middle of the front."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Range:
    """A range with its verdict and the two points it was measured between."""

    verdict: Verdict
    metric: Metric
    start: Point | None
    end: Point | None


_WORDS: Final = MappingProxyType(
    {
        Metric.CENTRE: "centre to centre",
        Metric.EDGE: "edge to edge",
        Metric.FRONT: "front to front",
    }
)


def range_between(
    snapshot: Snapshot,
    pair: tuple[str, str],
    *,
    metric: Metric = Metric.CENTRE,
    limit: Inches | None = None,
    doubt: Doubt = Doubt(),
) -> Range:
    """The range between two pieces, and whether it is within ``limit`` (which counts as within)."""
    pieces = (snapshot.piece(pair[0]), snapshot.piece(pair[1]))
    if reason := why_none_measurable(snapshot, pieces=pieces, doubt=doubt):
        return Range(verdict=cannot_see(reason, limit=limit), metric=metric, start=None, end=None)
    if metric is Metric.EDGE:
        # In the order of the snapshot, so that both ways round take the same line.
        backwards = snapshot.pieces.index(pieces[0]) > snapshot.pieces.index(pieces[1])
        ordered = (pieces[1], pieces[0]) if backwards else (pieces[0], pieces[1])
        gap = gap_of(snapshot, ordered, backwards=backwards)
        start, end = gap.start, gap.end
        value, depth, sigma = gap.distance, gap.depth, gap.sigma
    else:
        first, second = (place(piece) for piece in pieces)
        start, end = _reference(first, metric), _reference(second, metric)
        ends = ((pieces[0], first), (pieces[1], second))
        value, depth = math.dist(start, end), 0.0
        sigma = length_error(snapshot, ends=ends, start=start, end=end)
    subject = f"{pair[0]} is {plain(value)} in from {pair[1]} {_WORDS[metric]}"
    verdict = within_verdict(
        Inches(value),
        subject=subject,
        limit=limit,
        sigma=Inches(sigma),
        overlap=Inches(depth),
        doubt=doubt,
        pieces=pieces,
    )
    return Range(verdict=verdict, metric=metric, start=point(start), end=point(end))


def range_to_point(
    snapshot: Snapshot,
    piece_id: str,
    *,
    target: Point,
    metric: Metric = Metric.FRONT,
    limit: Inches | None = None,
    doubt: Doubt = Doubt(),
) -> Range:
    """The range from a piece's centre, front or edge to a point that has no error of its own."""
    piece = snapshot.piece(piece_id)
    if reason := why_none_measurable(snapshot, pieces=(piece,), doubt=doubt):
        return Range(verdict=cannot_see(reason, limit=limit), metric=metric, start=None, end=None)
    outline = place(piece)
    end = np.array(target, dtype=float)
    start = _nearest(outline, end) if metric is Metric.EDGE else _reference(outline, metric)
    value = math.dist(start, end)
    sigma = length_error(snapshot, ends=((piece, outline), None), start=start, end=end)
    where = {Metric.CENTRE: "centre", Metric.EDGE: "edge", Metric.FRONT: "front"}[metric]
    spot = f"({plain(target[0])}, {plain(target[1])})"
    verdict = within_verdict(
        Inches(value),
        subject=f"{piece_id}'s {where} is {plain(value)} in from {spot}",
        limit=limit,
        sigma=Inches(sigma),
        doubt=doubt,
        pieces=(piece,),
    )
    return Range(verdict=verdict, metric=metric, start=point(start), end=point(end))


def within_verdict(
    value: Inches,
    *,
    subject: str,
    limit: Inches | None,
    sigma: Inches,
    doubt: Doubt,
    pieces: tuple[Piece, ...],
    overlap: Inches = Inches(0.0),
) -> Verdict:
    """The verdict on "within ``limit``"; without a limit the value alone, answered YES.

    Two outlines that overlap are within every limit by so much more.
    """
    bound = doubt.bound(sigma)
    margin = None if limit is None else Inches(limit - value + overlap)
    answer = Answer.YES if margin is None else judge(margin, bound)
    error = f" (error {plain_error(sigma)} in)" if is_told(sigma) else ""
    if limit is None or margin is None:
        says = error
    elif answer is Answer.TOO_CLOSE_TO_CALL:
        doubts = f"error {plain_error(sigma)} in, doubt {plain_error(bound)} in"
        says = f": too close to {plain(limit)} in to call ({doubts})"
    elif answer is Answer.YES:
        says = f": within {plain(limit)} in by {plain(margin)} in{error}"
    else:
        says = f": beyond {plain(limit)} in by {plain(-margin)} in{error}"
    return Verdict(
        answer=answer,
        value=value,
        limit=limit,
        margin=margin,
        sigma=sigma,
        bound=bound,
        why=subject + says + on_whose_word(pieces),
        declared=vouched(pieces),
    )


def _reference(outline: Outline, metric: Metric) -> Floats:
    return outline.front if metric is Metric.FRONT else outline.centre


def _nearest(outline: Outline, target: Floats) -> Floats:
    """The point of an outline that is nearest to ``target``; the target itself when inside."""
    line = shapely.shortest_line(outline.core(), shapely.points(target))
    on_core = shapely.get_coordinates(line)[0]
    away = math.dist(on_core, target)
    if away <= outline.radius:
        return target
    nearest: Floats = on_core + (target - on_core) * (outline.radius / away)
    return nearest
