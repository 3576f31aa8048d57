"""Judges whether a piece is in an area: its centre, or all of its footprint."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
import shapely

from rules.table.bad_input import BadInputError
from rules.table.measuring.gaps import Outlines, overlap_of
from rules.table.outlines.length_error import covariances, point_variance, shared_variance
from rules.table.outlines.outline import Outline, place
from rules.table.seeing import on_whose_word, vouched, why_unmeasurable
from rules.table.shapes import Floats, Point, Segment, point, polygon_of, ring_fault
from rules.table.snapshot import Piece, Snapshot
from rules.table.units import Inches, is_told, plain, plain_error
from rules.table.verdict import Answer, Doubt, Verdict, cannot_see, judge


class Part(StrEnum):
    """Which part of a piece has to be in the area."""

    CENTRE = "centre"
    WHOLE = "whole footprint"


@dataclass(frozen=True, slots=True, kw_only=True)
class Membership:
    """Whether a piece is in an area; the value is how deep, negative when it sticks out."""

    verdict: Verdict
    witness: Segment | None
    """From the part of the piece that decides to the outline of the area."""


def membership(
    snapshot: Snapshot,
    piece_id: str,
    *,
    area: Sequence[Point],
    name: str = "the area",
    part: Part = Part.CENTRE,
    sigma: Inches = Inches(0.0),
    doubt: Doubt = Doubt(),
) -> Membership:
    """Whether a piece lies in an area whose outline has a standard error of ``sigma``.

    The error that all poses share counts in full, as if the area were drawn in true inches.

    The whole footprint lies in it when no part sticks out. On the outline is in.
    """
    piece = snapshot.piece(piece_id)
    if reason := why_unmeasurable(snapshot, piece=piece, doubt=doubt):
        return Membership(verdict=cannot_see(reason), witness=None)
    if fault := ring_fault(tuple(area)):
        raise BadInputError(name, expected="a simple outline", got=fault)
    outline = place(piece)
    inside, at, rim = _depth(outline, area=polygon_of(tuple(area)), part=part)
    step = rim - at
    length = math.hypot(*step)
    along = step / length if length > 0 else np.array([1.0, 0.0])
    variance = float(
        point_variance(covariances([piece])[0], lever=at - outline.origin, along=along)
    )
    middle = np.array([snapshot.table.width, snapshot.table.depth]) / 2
    stretch = shared_variance(snapshot.shared, table=snapshot.table, start=middle, end=at)
    error = Inches(math.sqrt(variance + float(stretch) + sigma**2))
    bound = doubt.bound(error)
    answer = judge(inside, bound)
    verdict = Verdict(
        answer=answer,
        value=Inches(inside),
        limit=Inches(0.0),
        margin=Inches(inside),
        sigma=error,
        bound=bound,
        why=_why(piece, name=name, part=part, answer=answer, inside=inside, error=error),
        declared=vouched((piece,)),
    )
    return Membership(verdict=verdict, witness=(point(at), point(rim)))


def _why(
    piece: Piece, *, name: str, part: Part, answer: Answer, inside: float, error: float
) -> str:
    told = f" (error {plain_error(error)} in)" if is_told(error) else ""
    how = f"by {plain(abs(inside))} in{told}"
    what = f"{piece.id}'s {part}"
    if answer is Answer.TOO_CLOSE_TO_CALL:
        side = "inside" if inside >= 0 else "outside"
        says = f"{what} is too close to the edge of {name} to call: {side} {how}"
    elif answer is Answer.YES:
        says = f"{what} is in {name} {how}"
    else:
        says = f"{what} is outside {name} {how}"
    return says + on_whose_word((piece,))


def _depth(outline: Outline, *, area: shapely.Geometry, part: Part) -> tuple[float, Floats, Floats]:
    """How deep the part lies in the area, the point that decides and the nearest outline point."""
    if part is Part.CENTRE:
        spot, radius = shapely.Point(outline.centre), 0.0
    elif len(outline.corners) == 1:
        spot, radius = shapely.Point(outline.corners[0]), outline.radius
    else:
        return _polygon_depth(shapely.Polygon(outline.corners), area=area)
    line = shapely.get_coordinates(shapely.shortest_line(spot, shapely.boundary(area)))
    away = math.dist(*line)
    signed = away if shapely.intersects(area, spot) else -away
    towards = (line[1] - line[0]) / away * math.copysign(radius, signed) if away > 0 else 0.0
    return signed - radius, line[0] + towards, line[1]


def _polygon_depth(
    piece: shapely.Geometry, *, area: shapely.Geometry
) -> tuple[float, Floats, Floats]:
    """The same for a whole outline with corners: how far it sticks out, or its nearest side."""
    rim = shapely.boundary(area)
    outside = shapely.difference(piece, area)
    if float(shapely.area(outside)) > 1e-12:
        corners = shapely.get_coordinates(outside)
        spots = np.asarray(shapely.points(corners), dtype=object)
        worst = int(np.argmax(shapely.distance(np.array([area]), spots)))
        line = shapely.get_coordinates(shapely.shortest_line(spots[worst], rim))
        # In a notch that the piece spans, its farthest point from the area is no corner.
        across = shapely.get_coordinates(shapely.maximum_inscribed_circle(np.array([outside])))
        line = max(line, across, key=lambda ends: math.dist(*ends))
        return -math.dist(*line), line[0], line[1]
    line = shapely.get_coordinates(shapely.shortest_line(shapely.boundary(piece), rim))
    return math.dist(*line), line[0], line[1]


def reaches_into(
    snapshot: Snapshot,
    piece_id: str,
    *,
    area: Sequence[Point],
    name: str = "the area",
    sigma: Inches = Inches(0.0),
    doubt: Doubt = Doubt(),
) -> Verdict:
    """Whether any part of a piece lies in an area, and how far it would have to be pushed out.

    The value is that depth, negative by the gap when the two are apart.
    """
    piece = snapshot.piece(piece_id)
    if reason := why_unmeasurable(snapshot, piece=piece, doubt=doubt):
        return cannot_see(reason)
    if fault := ring_fault(tuple(area)):
        raise BadInputError(name, expected="a simple outline", got=fault)
    outline = place(piece)
    corners = np.array(area, dtype=float)
    ground = Outline(
        corners=corners, radius=0.0, centre=corners[0], front=corners[0], origin=corners[0]
    )
    line = shapely.get_coordinates(shapely.shortest_line(outline.core(), polygon_of(tuple(area))))
    overlap = overlap_of(outline, ground)
    gap = max(0.0, math.dist(*line) - outline.radius)
    depth = -gap if gap > 0 else overlap.depth
    at = line[0] + overlap.push * outline.radius
    variance = float(
        point_variance(covariances([piece])[0], lever=at - outline.origin, along=overlap.push)
    )
    error = Inches(math.sqrt(variance + sigma**2))
    bound = doubt.bound(error)
    answer = judge(depth, bound) if abs(depth) > 1e-9 or bound > 0 else Answer.NO
    told = f" (error {plain_error(error)} in)" if is_told(error) else ""
    how = f"{plain(abs(depth))} in{told}"
    says = {
        Answer.YES: f"{piece_id} reaches into {name} by {how}",
        Answer.NO: f"{piece_id} stays out of {name} by {how}",
    }.get(answer, f"whether {piece_id} reaches into {name} is too close to call: by {how}")
    return Verdict(
        answer=answer,
        value=Inches(depth),
        limit=Inches(0.0),
        margin=Inches(depth),
        sigma=error,
        bound=bound,
        why=says + on_whose_word((piece,)),
        declared=vouched((piece,)),
    )


def near_area(
    snapshot: Snapshot,
    area: Sequence[Point],
    *,
    reach: Inches = Inches(3.0),
    name: str = "the area",
    sigma: Inches = Inches(0.0),
    doubt: Doubt = Doubt(),
) -> dict[str, Verdict]:
    """Whether each piece is within ``reach`` of an area, edge to edge; a piece inside it is at
    0.
    """
    if fault := ring_fault(tuple(area)):
        raise BadInputError(name, expected="a simple outline", got=fault)
    polygon = polygon_of(tuple(area))
    outlines = Outlines(snapshot)
    found: dict[str, Verdict] = {}
    for piece in snapshot.pieces:
        if reason := why_unmeasurable(snapshot, piece=piece, doubt=doubt):
            found[piece.id] = cannot_see(reason, limit=reach)
            continue
        outline = outlines.outline(outlines.index[piece.id])
        line = shapely.get_coordinates(shapely.shortest_line(outline.core(), polygon))
        step = line[1] - line[0]
        apart = math.hypot(*step)
        gap = max(0.0, apart - outline.radius)
        along = step / apart if apart > 0 else np.array([1.0, 0.0])
        at = line[0] + along * min(outline.radius, apart)
        variance = float(
            point_variance(covariances([piece])[0], lever=at - outline.origin, along=along)
        )
        variance += float(
            shared_variance(snapshot.shared, table=snapshot.table, start=at, end=line[1])
        )
        error = math.sqrt(variance + sigma**2)
        bound = doubt.bound(error)
        answer = judge(reach - gap, bound)
        told = f" (error {plain_error(error)} in)" if is_told(error) else ""
        found[piece.id] = Verdict(
            answer=answer,
            value=Inches(gap),
            limit=reach,
            margin=Inches(reach - gap),
            sigma=Inches(error),
            bound=bound,
            why=f"{piece.id} is {plain(gap)} in from {name}, {plain(reach)} in needed{told}"
            + on_whose_word((piece,)),
            declared=vouched((piece,)),
        )
    return found
